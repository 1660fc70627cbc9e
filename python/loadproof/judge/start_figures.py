"""What each start of two variants showed of every operation: one value per metric, and how far its calls scatter it.

A start's quantile is read from its merged histogram; nothing averages quantiles of seconds.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np

from loadproof._engine import Histogram
from loadproof.judge.detectable import fewest_calls_per_start
from loadproof.judge.measurement import Measurement
from loadproof.judge.variance_shrinkage import Floats

__all__ = ["Metric", "MetricFigures", "Scale", "StartFigures", "figures_of"]

_BUCKET = 1e-3
_STEP_MS = 5e-4


class Scale(StrEnum):
    """How the effect of a metric is counted."""

    PER_CENT = "%"
    """As a ratio: +5 % of 40 % is 42 %."""
    POINTS = "points"
    """As a difference: +5 points of 40 % is 45 %."""


class Metric(StrEnum):
    """What is compared for every operation; CPU for every service."""

    P50 = "p50"
    P95 = "p95"
    P99 = "p99"
    ERRORS = "errors"
    """Share of due calls that failed, were dropped or cut."""
    RATE = "rate"
    """Completed calls per second."""
    CPU = "cpu"
    """CPU of a service, in per cent of one core."""

    @property
    def quantile(self) -> float | None:
        """The quantile of the response time; None for the other metrics."""
        return {Metric.P50: 0.5, Metric.P95: 0.95, Metric.P99: 0.99}.get(self)

    @property
    def scale(self) -> Scale:
        """Shares are compared by points, times and rates by ratio."""
        return Scale.POINTS if self in (Metric.ERRORS, Metric.CPU) else Scale.PER_CENT


@dataclass(frozen=True, slots=True)
class StartFigures:
    """The hold of one start: its measurement, and the CPU of each service in per cent of one core where it is known."""

    measurement: Measurement
    cpu_percent: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class MetricFigures:
    """The values of one metric on its scale (logarithm, or per cent), `a` and `b` starts × names.

    `sampling` is the variance that independent calls alone give one start's value; `lacking` says of the names that are
    left out how many calls the poorest start had, and how many it needs.
    """

    metric: Metric
    names: tuple[str, ...]
    a: Floats
    b: Floats
    sampling: Floats
    lacking: Mapping[str, tuple[int, int]] = field(default_factory=dict)


def figures_of(a: Sequence[StartFigures], b: Sequence[StartFigures]) -> list[MetricFigures]:
    """Every metric of two variants' starts, for the operations (and services) that all starts have."""
    starts = [*a, *b]
    names = [name for name in _operations(starts[0]) if all(name in _operations(start) for start in starts)]
    table = {name: [_operations(start)[name] for start in starts] for name in names}
    services = [name for name in starts[0].cpu_percent if all(name in start.cpu_percent for start in starts)]
    figures = [_of_calls(metric, table, (len(a), len(b))) for metric in Metric if metric is not Metric.CPU]
    cpu = np.array([[start.cpu_percent[name] for name in services] for start in starts], dtype=np.float64)
    cpu = cpu.reshape(len(starts), len(services))
    return [*figures, MetricFigures(Metric.CPU, tuple(services), cpu[: len(a)], cpu[len(a) :], np.zeros(len(services)))]


def _operations(start: StartFigures) -> Mapping[str, Measurement]:
    return start.measurement.operations or {"all": start.measurement}


def _of_calls(metric: Metric, table: Mapping[str, Sequence[Measurement]], starts: tuple[int, int]) -> MetricFigures:
    lacking: dict[str, tuple[int, int]] = {}
    names, columns, scatters = list[str](), list[list[float]](), list[float]()
    for name, measured in table.items():
        had, needed = _calls(metric, measured)
        if had < needed:
            lacking[name] = (had, needed)
            continue
        values, scatter = _values(metric, measured)
        names.append(name)
        columns.append(values)
        scatters.append(scatter)
    values_of = np.array(columns, dtype=np.float64).reshape(len(names), sum(starts)).T
    a, b = values_of[: starts[0]], values_of[starts[0] :]
    return MetricFigures(metric, tuple(names), a, b, np.array(scatters), lacking)


def _calls(metric: Metric, starts: Sequence[Measurement]) -> tuple[int, int]:
    """The calls of the poorest start, and how many the metric needs."""
    if metric is Metric.ERRORS:
        return min(start.due for start in starts), 1
    answered = min(start.response.count if metric.quantile else start.completed for start in starts)
    return answered, fewest_calls_per_start(metric.quantile) if metric.quantile else 1


def _values(metric: Metric, starts: Sequence[Measurement]) -> tuple[list[float], float]:
    """One value per start, and the variance that independent calls alone give one."""
    if metric.quantile is not None:
        read = [_quantile(start.response, metric.quantile) for start in starts]
        return [value for value, _ in read], math.fsum(scatter for _, scatter in read) / len(read)
    if metric is Metric.RATE:
        values = [math.log(start.completed / start.duration_s) for start in starts]
        return values, math.fsum(1.0 / start.completed for start in starts) / len(starts)
    # Half a failure more than were counted (Jeffreys): no failure at all does not make the share certain.
    due, missing = sum(start.due for start in starts), sum(start.missing for start in starts)
    share = (missing + 0.5) / (due + 1.0)
    scatter = 1e4 * share * (1.0 - share) * math.fsum(1.0 / start.due for start in starts) / len(starts)
    return [start.error_percent for start in starts], scatter


def _quantile(histogram: Histogram, quantile: float) -> tuple[float, float]:
    """The logarithm of a quantile, and its variance for independent calls, from the order statistics beside it.

    Half the distance between the quantiles one standard error below and above is the standard error of the quantile
    (Woodruff 1952, Journal of the American Statistical Association 47). A histogram's bucket adds its own.
    """
    error = math.sqrt(quantile * (1.0 - quantile) / histogram.count)
    middle = max(histogram.quantile_ms(quantile), _STEP_MS)
    low = max(histogram.quantile_ms(quantile - error), _STEP_MS)
    high = max(histogram.quantile_ms(min(1.0, quantile + error)), _STEP_MS)
    bucket = max(_BUCKET, _STEP_MS / middle)
    return math.log(middle), (math.log(high / low) / 2.0) ** 2 + bucket**2 / 12.0
