"""Probes that a study wants, resolved and frozen."""

from dataclasses import dataclass, field
from enum import StrEnum

from loadproof.records.machine_use import MachineRole

__all__ = [
    "NODE",
    "DatabaseKind",
    "DatabaseSettings",
    "MachineSettings",
    "PlanSource",
    "ProbeSettings",
    "PrometheusSeries",
    "PrometheusSettings",
]

NODE = "node"
"""Kind of the probe of another machine: its readings carry the name `node:NAME`."""


class DatabaseKind(StrEnum):
    """Kinds of databases that are probed, by their key in a study."""

    POSTGRES = "postgres"
    MARIADB = "mariadb"
    REDIS = "redis"


class PlanSource(StrEnum):
    """Sources of the plans of a PostgreSQL database."""

    GENERIC = "generic"
    """Plans that the probe asks for, without running a statement."""
    LOGGED = "logged"
    """The generic plans, and those of the slowest executions that `auto_explain` wrote into the log of the server."""


@dataclass(frozen=True, slots=True)
class PrometheusSeries:
    """One series of a page: all samples of `metric` whose labels include `labels`, added up.

    With `rate` its growth per second is read (for counters), with `per` its growth over that of the metric `per` (for
    the mean of a sum and its count), else its value; times `scale`. `name` is what a report calls it.
    """

    name: str
    metric: str
    labels: tuple[tuple[str, str], ...] = ()
    rate: bool = False
    unit: str = ""
    per: str | None = None
    scale: float = 1.0
    optional: bool = False
    """True if it raises no doubt that no page has the series: not every variant has such a metric."""


@dataclass(frozen=True, slots=True)
class PrometheusSettings:
    """A text page (Prometheus exposition format 0.0.4) with the chosen series.

    `url` is a template as those of a service; `service` is the name that readings carry: `prometheus:SERVICE`.
    """

    service: str
    url: str
    series: tuple[PrometheusSeries, ...]


@dataclass(frozen=True, slots=True)
class DatabaseSettings:
    """A database: PostgreSQL 14, MariaDB 10.6 or Redis 6, or newer; readings carry the name `KIND:SERVICE`.

    `url` is a template as those of a service, and may hold a password. `plans` is of PostgreSQL alone.
    """

    kind: DatabaseKind
    service: str
    url: str = field(repr=False)
    plans: PlanSource = PlanSource.GENERIC


@dataclass(frozen=True, slots=True)
class MachineSettings:
    """Another machine, read by the page of its node_exporter; `url` is a template as those of a service."""

    name: str
    url: str
    role: MachineRole = MachineRole.UNDER_TEST


@dataclass(frozen=True, slots=True)
class ProbeSettings:
    """Probes that are read once a second beside the windows."""

    process: bool = True
    control_group: bool = True
    host: bool = True
    generator: bool = True
    prometheus: tuple[PrometheusSettings, ...] = ()
    databases: tuple[DatabaseSettings, ...] = ()
    java: bool = True
    """Probe of the heap, collections and threads of a service that is a Java VM."""
    machines: tuple[MachineSettings, ...] = ()

    @property
    def machine_roles(self) -> dict[str, MachineRole]:
        """Roles of the machines, by name."""
        return {machine.name: machine.role for machine in self.machines}
