"""Which probes a study wants, resolved and frozen."""

from dataclasses import dataclass

__all__ = ["ProbeSettings", "PrometheusSeries", "PrometheusSettings"]


@dataclass(frozen=True, slots=True)
class PrometheusSeries:
    """One series of a page: all samples of `metric` whose labels include `labels`, added up.

    With `rate` its growth per second is read (for counters), else its value. `name` is what a report calls it.
    """

    name: str
    metric: str
    labels: tuple[tuple[str, str], ...] = ()
    rate: bool = False
    unit: str = ""


@dataclass(frozen=True, slots=True)
class PrometheusSettings:
    """A text page (Prometheus exposition format 0.0.4) with the chosen series.

    `url` is a template as those of a service; `service` is the name that readings carry: `prometheus:SERVICE`.
    """

    service: str
    url: str
    series: tuple[PrometheusSeries, ...]


@dataclass(frozen=True, slots=True)
class ProbeSettings:
    """What is read once a second beside the windows."""

    process: bool = True
    control_group: bool = True
    host: bool = True
    generator: bool = True
    prometheus: tuple[PrometheusSettings, ...] = ()
