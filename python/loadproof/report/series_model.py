"""What a page draws over time, beside `result.json`: the contract between the store's series and the web app.

All times are seconds since the run began. Lists of one object are columns: equally long, one item per step.
"""

from pydantic import BaseModel, ConfigDict

__all__ = ["HeatMap", "LoadSeries", "OperationSeries", "ReadingSeries", "Series", "StartSpan"]


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class LoadSeries(_Model):
    """The load step by step; `at_s` is the begin of each step. Times are null where nothing was answered."""

    step_s: float
    at_s: list[float]
    due_per_s: list[float]
    done_per_s: list[float]
    missing_per_s: list[float]
    """Due calls of the step that failed, were dropped or cut."""
    p50_ms: list[float | None]
    p95_ms: list[float | None]
    p99_ms: list[float | None]
    in_flight: list[float | None]
    """Calls sent or waiting at the end of the step."""


class OperationSeries(_Model):
    """One operation over the steps of the load."""

    name: str
    due_per_s: list[float]
    p95_ms: list[float | None]


class HeatMap(_Model):
    """Response times over time: `counts[column][row]` calls, `edges_ms` has one more item than there are rows."""

    step_s: float
    at_s: list[float]
    edges_ms: list[float]
    counts: list[list[int]]


class ReadingSeries(_Model):
    """What a probe read: `probe` such as `process:api`, `name` such as `cpu_cores`."""

    probe: str
    name: str
    unit: str
    times: int
    """The place of its times in `reading_times`: what is read at once has the same."""
    value: list[float]


class StartSpan(_Model):
    """One start of a variant: from the begin of its first trial to the end of its last."""

    variant: str | None
    start: int
    begin_s: float
    end_s: float


class Series(_Model):
    """All that a page draws over time."""

    starts: list[StartSpan]
    """In the order in which they were run; of several the page draws one at a time, on an axis of its own."""
    load: LoadSeries
    operations: list[OperationSeries]
    heat: HeatMap
    reading_times: list[list[float]]
    readings: list[ReadingSeries]
