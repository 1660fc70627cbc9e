"""The probes of a study file as they were written."""

from typing import Annotated, Literal

from pydantic import Field

from loadproof.study.written import Spec

__all__ = ["MachineSpec", "MariadbSpec", "PostgresSpec", "ProbesSpec", "PrometheusSpec", "RedisSpec", "SeriesSpec"]

_LabelText = Annotated[str, Field(description="text (a number goes in quotes)")]


class SeriesSpec(Spec):
    """One series: all samples of a metric that have the labels, added up."""

    metric: str | None = Field(default=None, description="the name of the metric; that of the series unless written")
    """The metric of the page that is read; the name of the series unless written."""
    labels: dict[str, _LabelText] = Field(default={}, description="a mapping of label names to text")
    """Only samples with these labels are added up; all unless written."""
    rate: bool = Field(default=False, description="true (the growth per second, for counters) or false")
    """True if the growth per second is reported, which counters need; false unless written."""
    per: str | None = Field(
        default=None, description="the name of a metric: growth over the growth of that one, for the mean of a sum"
    )
    """Metric whose growth divides the growth of the series; not beside rate."""
    scale: float | int = Field(default=1, description="a number that the value is multiplied by, such as 1000")
    """Factor that the value is multiplied by, such as 1000 from seconds to milliseconds; 1 unless written."""
    unit: str = Field(default="", description="text, such as MiB")
    """Text on the axis of the chart; nothing unless written."""
    optional: bool = Field(default=False, description="true (some variants have no such metric) or false")
    """True if a page without the series raises no doubt; false unless written."""


_Series = Annotated[SeriesSpec, Field(description="a mapping such as {metric: pool_active}; {} for the name alone")]


class PrometheusSpec(Spec):
    """A page in the text format of Prometheus, and what is read from it."""

    url: str = Field(
        description="a URL, such as http://127.0.0.1:${NAME.port}/metrics", examples=["http://127.0.0.1:80/metrics"]
    )
    """Address of the page, which is read once a second."""
    series: dict[str, _Series] = Field(description="a mapping of names to series, at least one")
    """Series that are read from the page, by the names of the charts."""


_Prometheus = Annotated[PrometheusSpec, Field(description="a mapping with url and series")]


class PostgresSpec(Spec):
    """A PostgreSQL database, and how to come in."""

    url: str = Field(
        description="a URL, such as postgresql://USER:PASSWORD@127.0.0.1:${NAME.port}/DATABASE",
        examples=["postgresql://127.0.0.1:5432/postgres"],
    )
    """The database and who reads it; the password is `${env:NAME}`, and never stored."""
    plans: Literal["generic", "logged"] = Field(default="generic", description="generic or logged")
    """Plans of slow statements: logged adds those of executions that auto_explain wrote into the JSON log of the
    server, which needs settings and rights there; generic unless written."""


_Postgres = Annotated[PostgresSpec, Field(description="a mapping with url and plans")]


class MariadbSpec(Spec):
    """A MariaDB or MySQL server, and the user that reads its status."""

    url: str = Field(
        description="a URL, such as mariadb://USER:PASSWORD@127.0.0.1:${NAME.port}",
        examples=["mariadb://bench@127.0.0.1:3306"],
    )
    """The server and the user that reads it; the password is `${env:NAME}`, and never stored."""


_Mariadb = Annotated[MariadbSpec, Field(description="a mapping with url")]


class RedisSpec(Spec):
    """A Redis server, and the user that reads it."""

    url: str = Field(description="a URL, such as redis://127.0.0.1:${NAME.port}", examples=["redis://127.0.0.1:6379"])
    """The server, with user and password if it asks for them; the password is `${env:NAME}`, and never stored."""


_Redis = Annotated[RedisSpec, Field(description="a mapping with url")]


class MachineSpec(Spec):
    """Another machine, and its role in the test."""

    url: str = Field(
        description="the URL of the page of node_exporter, such as http://app1:9100/metrics",
        examples=["http://app1:9100/metrics"],
    )
    """Page of node_exporter on that machine, which is read once a second."""
    role: Literal["under_test", "load"] = Field(default="under_test", description="under_test or load")
    """Role of the machine: load if it makes load, such as a generator or a terminal; under_test unless written."""


_Machine = Annotated[MachineSpec, Field(description="a mapping with url and role")]


class ProbesSpec(Spec):
    """Probes that are read once a second beside the load."""

    process: bool = Field(default=True, description="true or false")
    """CPU, memory and descriptors of the services; true unless written."""
    control_group: bool = Field(default=True, description="true or false")
    """CPU, throttling and memory of their control groups; true unless written."""
    java: bool = Field(default=True, description="true or false")
    """Heap, collections and threads of a Java VM, by what it shares and writes; true unless written."""
    host: bool = Field(default=True, description="true or false")
    """CPU, steal and memory of the machine; true unless written."""
    generator: bool = Field(default=True, description="true or false")
    """CPU, memory and descriptors of the generator itself; true unless written."""
    prometheus: dict[str, _Prometheus] = Field(default={}, description="a mapping of services to their pages")
    """Pages in the text format of Prometheus, by the name that their series get."""
    postgres: dict[str, _Postgres] = Field(default={}, description="a mapping of services to their databases")
    """PostgreSQL databases, by the name that their series get."""
    mariadb: dict[str, _Mariadb] = Field(default={}, description="a mapping of services to their servers")
    """MariaDB and MySQL servers, by the name that their series get."""
    redis: dict[str, _Redis] = Field(default={}, description="a mapping of services to their servers")
    """Redis servers, by the name that their series get."""
    machines: dict[str, _Machine] = Field(default={}, description="a mapping of names to machines")
    """Other machines, by the names that their series and the report get."""
