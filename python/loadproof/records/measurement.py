"""What one span gave, as it stands in `result.json`: counts, times and their intervals, and replies that failed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from loadproof.records.doubt import Doubt

__all__ = ["Bounds", "CallsNeeded", "FailedReply", "Intervals", "Measurement", "Phase", "Phases", "Times"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Times:
    """Quantiles in ms; null where nothing was recorded."""

    min: float | None = None
    """Runs of earlier versions have none."""
    p50: float | None
    p90: float | None
    p95: float | None
    p99: float | None
    p99_9: float | None
    max: float | None
    mean: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """An interval of 95 %, in ms."""

    low: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class CallsNeeded:
    """Not enough samples for an interval: about how many answered calls it needs at this rate."""

    needed_calls: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Intervals:
    """The interval of each quantile of the response time; null where no call was answered or the trial was cut short.

    `scope` says what they speak of: another start of the same service may lie outside of them.
    """

    scope: Literal["within one start"]
    p50: Bounds | CallsNeeded | None
    p90: Bounds | CallsNeeded | None
    p95: Bounds | CallsNeeded | None
    p99: Bounds | CallsNeeded | None
    p99_9: Bounds | CallsNeeded | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase(Times):
    """Times of one part of connections or calls, and how many there were."""

    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Phases:
    """Parts of connections and calls over a whole trial, its ramp and drain among it."""

    connect: Phase
    """From the begin of a connection to the moment it was up; one for each connection."""
    tls: Phase
    """The TLS handshake after it."""
    first_byte: Phase
    """From sent to the first byte of the answer; one for each answered call."""
    transfer: Phase
    """From the first byte of the answer to its last."""
    reused_idle: Phase | None = None
    """Idle time of a reused connection before a call under which it ended without a byte of the answer.

    One for each such call, sent again or not. Runs of earlier versions have none.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class FailedReply:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """What one span gave; `operations` holds the same object by name of operation or flow.

    The whole is the sum of the operations alone: flows, which `run.profile.operations` marks, are made of their calls.
    """

    duration_s: float
    """Of the seconds that were judged."""
    left_out_s: tuple[tuple[int, ...], ...] = ()
    """Due seconds that stalls of the generator or others took out: [begin, end) from the trial's start."""
    disturbed_s: tuple[tuple[int, ...], ...] = ()
    """Those of the span that others on the machine disturbed, whether they were judged or not."""
    rate: float
    due: int
    sent: int
    completed: int
    dropped: int
    cut: int
    retried: int = 0
    """Calls that were sent a second time, as the reused connection of the first ended before the answer began; each is
    counted once in all other counts."""
    bytes_received: int | None = None
    """Bytes of replies, as far as they came: status lines, headers, bodies as transferred with the framing of chunks.

    Also of calls that failed. TLS and TCP add more. Null where no request was sent, of simulated services, and of runs
    that were stored before bytes were counted.
    """
    bytes_sent: int | None = None
    """Bytes of requests that connections took, those of calls that were sent again twice; null as `bytes_received`."""
    bytes_per_reply: float | None = None
    """Mean of `bytes_received` over answered calls: completed ones, and those whose reply was an error."""
    missing: int
    within: tuple[int, ...]
    errors: int
    errors_by_kind: Mapping[str, int]
    error_percent: float
    response_ms: Times
    response_interval_ms: Intervals | None = None
    """Runs of earlier versions have none."""
    wait_ms: Times
    lateness_ms: Times
    service_ms: Times
    operations: Mapping[str, "Measurement"]
    valid: bool
    doubts: tuple[Doubt, ...]
