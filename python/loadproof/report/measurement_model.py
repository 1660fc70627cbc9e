"""What one span gave, as it stands in `result.json`: counts, times and their intervals, and replies that failed."""

from typing import Literal

from pydantic import Field

from loadproof.report.plain_model import PlainModel

__all__ = [
    "BoundsModel",
    "CallsNeededModel",
    "DoubtModel",
    "FailedReplyModel",
    "IntervalsModel",
    "MeasurementModel",
    "PhaseModel",
    "PhasesModel",
    "TimesModel",
]


class DoubtModel(PlainModel):
    """Why a measurement might not be what it seems."""

    code: str
    text: str
    cure: str


class TimesModel(PlainModel):
    """Quantiles in ms; null where nothing was recorded."""

    p50: float | None
    p90: float | None
    p95: float | None
    p99: float | None
    p99_9: float | None
    max: float | None
    mean: float | None


class BoundsModel(PlainModel):
    """An interval of 95 %, in ms."""

    low: float
    high: float


class CallsNeededModel(PlainModel):
    """Not enough samples for an interval: about how many answered calls it needs at this rate."""

    needed_calls: int


class IntervalsModel(PlainModel):
    """The interval of each quantile of the response time; null where no call was answered or the trial was cut short.

    `scope` says what they speak of: another start of the same service may lie outside of them.
    """

    scope: Literal["within one start"]
    p50: BoundsModel | CallsNeededModel | None
    p90: BoundsModel | CallsNeededModel | None
    p95: BoundsModel | CallsNeededModel | None
    p99: BoundsModel | CallsNeededModel | None
    p99_9: BoundsModel | CallsNeededModel | None


class PhaseModel(TimesModel):
    """Times of one part of connections or calls, and how many there were."""

    count: int


class PhasesModel(PlainModel):
    """Parts of connections and calls over a whole trial, its ramp and drain among it."""

    connect: PhaseModel
    """From the begin of a connection to the moment it was up; one for each connection."""
    tls: PhaseModel
    """The TLS handshake after it."""
    first_byte: PhaseModel
    """From sent to the first byte of the answer; one for each answered call."""
    transfer: PhaseModel
    """From the first byte of the answer to its last."""


class FailedReplyModel(PlainModel):
    """A reply that was not as its operation expects; secrets are masked, what is no text stands as escapes."""

    operation: str
    kind: str
    """As in `errors_by_kind`."""
    due_s: float
    """Since the trial began."""
    service_ms: float
    head: str
    """Status line and headers: their begin."""
    body: str
    """Its begin."""
    body_bytes: int


class MeasurementModel(PlainModel):
    """What one span gave; `operations` holds the same object by name of operation or flow.

    The whole is the sum of the operations alone: flows, which `run.profile.operations` marks, are made of their calls.
    """

    duration_s: float
    """Of the seconds that were judged."""
    left_out_s: list[list[int]] = Field(default_factory=list)
    """Due seconds that stalls of the generator or others took out: [begin, end) from the trial's start."""
    disturbed_s: list[list[int]] = Field(default_factory=list)
    """Those of the span that others on the machine disturbed, whether they were judged or not."""
    rate: float
    due: int
    sent: int
    completed: int
    dropped: int
    cut: int
    missing: int
    within: list[int]
    errors: int
    errors_by_kind: dict[str, int]
    error_percent: float
    response_ms: TimesModel
    response_interval_ms: IntervalsModel | None = None
    """Runs of earlier versions have none."""
    wait_ms: TimesModel
    lateness_ms: TimesModel
    service_ms: TimesModel
    operations: "dict[str, MeasurementModel]"
    valid: bool
    doubts: list[DoubtModel]
