"""What a page draws over time, beside `result.json`: the contract between the store's series and the web app.

All times are seconds since the run began. Lists of one object are columns: equally long, one item per step.
"""

from pydantic import BaseModel, ConfigDict

__all__ = ["HeatMap", "LoadSeries", "OperationSeries", "ReadingSeries", "Series"]


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
    at_s: list[float]
    value: list[float]


class Series(_Model):
    """All that a page draws over time."""

    load: LoadSeries
    operations: list[OperationSeries]
    heat: HeatMap
    readings: list[ReadingSeries]
