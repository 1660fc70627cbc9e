"""The totals of a trial as metrics of OpenTelemetry: made of what was counted, as the library counts single values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from opentelemetry.sdk.metrics.export import (
    AggregationTemporality,
    Gauge,
    Histogram,
    HistogramDataPoint,
    Metric,
    MetricsData,
    NumberDataPoint,
    ResourceMetrics,
    ScopeMetrics,
    Sum,
)
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.util.instrumentation import InstrumentationScope

from loadproof import __version__
from loadproof.judge.verdict import State
from loadproof.run.trial_metrics import RUNNING, RowTotals, TrialTotals

__all__ = ["metrics_of", "resource_of"]

Labels = Mapping[str, str | int]

_COUNTERS = {
    "due": "Calls that the schedule said must start",
    "sent": "Calls sent",
    "completed": "Calls answered as expected, in time",
    "dropped": "Calls due and never sent before their timeout",
    "cut": "Calls still open when the trial ended",
}
_STATES = (RUNNING, *(state.value for state in State))
_SCOPE = InstrumentationScope("loadproof", __version__)


def resource_of(run: str) -> Resource:
    """Return the sender of the metrics: this version, in the run called `run`.

    The resource holds no fact of the environment or of the machine.
    """
    return Resource({"service.name": "loadproof", "service.version": __version__, "service.instance.id": run})


def metrics_of(totals: TrialTotals, resource: Resource, limits_ms: Sequence[float]) -> MetricsData:
    """All metrics of one trial; `limits_ms` are those of its buckets."""
    points = _Points(totals, [limit / 1000.0 for limit in limits_ms])
    metrics = [*points.counters(), *points.errors(), points.response_times(), points.states()]
    return MetricsData([ResourceMetrics(resource, [ScopeMetrics(_SCOPE, metrics, "")], "")])


class _Points:
    def __init__(self, totals: TrialTotals, bounds_s: Sequence[float]) -> None:
        self._totals = totals
        self._bounds_s = bounds_s
        self._labels = {f"loadproof.{name}": value for name, value in totals.labels.items()}
        self._rows = [
            (row, {**self._labels, "loadproof.kind": row.kind, "loadproof.operation": row.name}) for row in totals.rows
        ]

    def counters(self) -> Iterator[Metric]:
        for name, description in _COUNTERS.items():
            points = [self._number(row.counts[name], labels) for row, labels in self._rows]
            yield _sum(f"loadproof.calls.{name}", description, points)

    def errors(self) -> Iterator[Metric]:
        points = [
            self._number(calls, {**labels, "error.type": kind})
            for row, labels in self._rows
            for kind, calls in row.errors.items()
        ]
        if points:
            # Of a metric without points nobody could tell what it is.
            yield _sum("loadproof.calls.errors", "Calls that failed, by kind", points)

    def response_times(self) -> Metric:
        points = [self._histogram(row, labels) for row, labels in self._rows]
        data = Histogram(points, AggregationTemporality.CUMULATIVE)
        return Metric("loadproof.response_time", "Of completed calls, from due to done", "s", data)

    def states(self) -> Metric:
        points = [
            self._number(int(state == self._totals.state), {**self._labels, "loadproof.state": state})
            for state in _STATES
        ]
        return Metric("loadproof.trial.state", "1 of the state that the trial is in", "{trial}", Gauge(points))

    def _number(self, value: int, labels: Labels) -> NumberDataPoint:
        return NumberDataPoint(labels, self._totals.began_ns, self._totals.at_ns, value)

    def _histogram(self, row: RowTotals, labels: Labels) -> HistogramDataPoint:
        return HistogramDataPoint(
            attributes=labels,
            start_time_unix_nano=self._totals.began_ns,
            time_unix_nano=self._totals.at_ns,
            count=sum(row.buckets),
            sum=row.response_sum_ms / 1000.0,
            bucket_counts=row.buckets,
            explicit_bounds=self._bounds_s,
            min=None,  # type: ignore[arg-type]  # Nobody kept it; what is None is not sent.
            max=row.response_max_ms / 1000.0,
        )


def _sum(name: str, description: str, points: Sequence[NumberDataPoint]) -> Metric:
    return Metric(name, description, "{call}", Sum(points, AggregationTemporality.CUMULATIVE, is_monotonic=True))
