"""The probes of a study file as they were written."""

from typing import Annotated

from pydantic import Field

from loadproof.study.written import Spec

__all__ = ["PostgresSpec", "ProbesSpec", "PrometheusSpec", "SeriesSpec"]

_LabelText = Annotated[str, Field(description="text (a number goes in quotes)")]


class SeriesSpec(Spec):
    """One series: all samples of a metric that have the labels, added up."""

    metric: str | None = Field(default=None, description="the name of the metric; that of the series unless written")
    labels: dict[str, _LabelText] = Field(default={}, description="a mapping of label names to text")
    rate: bool = Field(default=False, description="true (the growth per second, for counters) or false")
    per: str | None = Field(
        default=None, description="the name of a metric: growth over the growth of that one, for the mean of a sum"
    )
    scale: float | int = Field(default=1, description="a number that the value is multiplied by, such as 1000")
    unit: str = Field(default="", description="text, such as MiB")
    optional: bool = Field(default=False, description="true (some variants have no such metric) or false")


_Series = Annotated[SeriesSpec, Field(description="a mapping such as {metric: pool_active}; {} for the name alone")]


class PrometheusSpec(Spec):
    """A page in the text format of Prometheus, and what is read from it."""

    url: str = Field(
        description="a URL, such as http://127.0.0.1:${NAME.port}/metrics", examples=["http://127.0.0.1:80/metrics"]
    )
    series: dict[str, _Series] = Field(description="a mapping of names to series, at least one")


_Prometheus = Annotated[PrometheusSpec, Field(description="a mapping with url and series")]


class PostgresSpec(Spec):
    """A PostgreSQL database, and how to come in."""

    url: str = Field(
        description="a URL, such as postgresql://USER:PASSWORD@127.0.0.1:${NAME.port}/DATABASE",
        examples=["postgresql://127.0.0.1:5432/postgres"],
    )


_Postgres = Annotated[PostgresSpec, Field(description="a mapping with url")]


class ProbesSpec(Spec):
    """What is read once a second beside the load."""

    process: bool = Field(default=True, description="true or false")
    control_group: bool = Field(default=True, description="true or false")
    java: bool = Field(default=True, description="true or false")
    host: bool = Field(default=True, description="true or false")
    generator: bool = Field(default=True, description="true or false")
    prometheus: dict[str, _Prometheus] = Field(default={}, description="a mapping of services to their pages")
    postgres: dict[str, _Postgres] = Field(default={}, description="a mapping of services to their databases")
