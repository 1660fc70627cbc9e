"""Series that a page draws beside `result.json`: the contract between the store and the web app.

All times are seconds since the run began. Lists of one object are columns: equally long, one item per step.
"""

from collections.abc import Sequence
from dataclasses import dataclass

__all__ = [
    "FailureSeries",
    "HeatMap",
    "LoadSeries",
    "OperationSeries",
    "ReadingSeries",
    "ResponseCurves",
    "Series",
    "StartSpan",
    "TrialCurve",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadSeries:
    """The load step by step; `at_s` is the begin of each step. Times are null where nothing was answered."""

    step_s: float
    at_s: Sequence[float]
    due_per_s: Sequence[float]
    done_per_s: Sequence[float]
    missing_per_s: Sequence[float]
    """Due calls of the step that failed, were dropped or cut."""
    p50_ms: Sequence[float | None]
    p95_ms: Sequence[float | None]
    p99_ms: Sequence[float | None]
    in_flight: Sequence[float | None]
    """Calls sent or waiting at the end of the step."""
    users: Sequence[float | None] = ()
    """Closed users past the steps before their first flow, at the end of the step; empty without users."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OperationSeries:
    """One operation over the steps of the load."""

    name: str
    due_per_s: Sequence[float]
    p95_ms: Sequence[float | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class FailureSeries:
    """Failed calls of one kind over the steps of the load, by the second in which a call was due.

    A call that was due in one second and failed in a later one counts in the first. All kinds of a step together are
    its `missing_per_s`, but for rounding.
    """

    kind: str
    """Kind, as in `errors_by_kind`; `dropped`; `cut`; or `other` for all kinds without a series of their own."""
    per_s: Sequence[float]


@dataclass(frozen=True, slots=True, kw_only=True)
class HeatMap:
    """Response times over time: `counts[column][row]` calls, `edges_ms` has one more item than there are rows."""

    step_s: float
    at_s: Sequence[float]
    edges_ms: Sequence[float]
    counts: Sequence[Sequence[int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingSeries:
    """Readings of a probe: `probe` such as `process:api`, `name` such as `cpu_cores`."""

    probe: str
    name: str
    unit: str
    times: int
    """The place of its times in `reading_times`: what is read at once has the same."""
    value: Sequence[float]


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialCurve:
    """Response times of the answered calls in the judged span of one trial."""

    trial: int
    calls: int
    quantiles_ms: Sequence[float | None]
    """Response time at each of `nines`; null where fewer than ten calls lie on the shorter side of the quantile."""
    edges_ms: Sequence[float]
    """Edges of the histogram, evenly spaced on a logarithmic scale; one more than there are counts."""
    counts: Sequence[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class ResponseCurves:
    """Response times of single trials: the trials that answers rest on come first, the decisive one before all."""

    nines: Sequence[float]
    """Places of the quantiles, ascending: -log10(1 - q) for quantile q. 1 is p90, 2 is p99, 3 is p99.9."""
    trials: Sequence[TrialCurve]


@dataclass(frozen=True, slots=True, kw_only=True)
class StartSpan:
    """One start of a variant: from the begin of its first trial to the end of its last."""

    variant: str | None
    start: int
    begin_s: float
    end_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """All that a page draws over time, and the response curves of trials."""

    starts: Sequence[StartSpan]
    """In the order in which they were run; of several the page draws one at a time, on an axis of its own."""
    load: LoadSeries
    failures: Sequence[FailureSeries]
    """The most frequent kind first; empty if no call failed."""
    operations: Sequence[OperationSeries]
    heat: HeatMap
    curves: ResponseCurves
    reading_times: Sequence[Sequence[float]]
    readings: Sequence[ReadingSeries]
