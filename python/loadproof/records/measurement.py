"""Measurement of one span, as in `result.json`: counts, times and their intervals, and failed replies."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from loadproof.model.typed_json import rounded
from loadproof.records.doubt import Doubt
from loadproof.records.machine_use import ResourceUse

__all__ = [
    "QUANTILES",
    "Apdex",
    "Bounds",
    "CallsNeeded",
    "FailedReply",
    "Intervals",
    "Measurement",
    "Phase",
    "Phases",
    "Times",
]

QUANTILES: Mapping[str, float] = {"p50": 0.5, "p90": 0.9, "p95": 0.95, "p99": 0.99, "p99_9": 0.999}
"""Quantiles of `Times` by name, ascending: the guard of each is learnt from those below it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Times:
    """Quantiles in ms; null if nothing was recorded."""

    min: float | None = field(default=None, metadata=rounded(4))
    """Null in runs of earlier versions."""
    p50: float | None = field(metadata=rounded(4))
    p90: float | None = field(metadata=rounded(4))
    p95: float | None = field(metadata=rounded(4))
    p99: float | None = field(metadata=rounded(4))
    p99_9: float | None = field(metadata=rounded(4))
    max: float | None = field(metadata=rounded(4))
    mean: float | None = field(metadata=rounded(4))


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds:
    """Interval of 95 %, in ms."""

    low: float = field(metadata=rounded(4))
    high: float = field(metadata=rounded(4))


@dataclass(frozen=True, slots=True, kw_only=True)
class CallsNeeded:
    """Approximate number of answered calls that an interval needs at this rate, in place of one."""

    needed_calls: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Intervals:
    """Interval of each quantile of the response time; null if no call was answered or the trial was interrupted.

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
    """Times of one phase of connections or calls, and their number."""

    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Phases:
    """Phases of connections and calls over a whole trial, ramp and drain included."""

    connect: Phase
    """Time from the start of a connection until it was established; one value for each connection."""
    tls: Phase
    """Time of the TLS handshake."""
    first_byte: Phase
    """Time from sent to the first byte of the reply; one value for each answered call."""
    transfer: Phase
    """Time from the first byte of the reply to its last."""
    reused_idle: Phase | None = None
    """Idle time of a reused connection before a call under which it ended without a byte of the answer.

    One for each such call, sent again or not. Runs of earlier versions have none.
    """


@dataclass(frozen=True, slots=True)
class FailedReply:
    """Reply that failed a check of its operation; secrets are masked, and bytes that are no text are escaped."""

    operation: str
    kind: str
    """Kind, as in `errors_by_kind`."""
    due_s: float
    """Due time in seconds since the trial began."""
    service_ms: float
    head: str
    """First part of the status line and headers."""
    body: str
    """First part of the body."""
    body_bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Apdex:
    """Apdex of calls: (satisfied + tolerating / 2) / samples (docs/method/apdex.md)."""

    target_s: float | None = field(metadata=rounded(6))
    """Target time T; null for the sum of calls with different target times."""
    samples: int
    """Due calls, without calls that the end of the trial left open before 4T."""
    satisfied: int
    """Completed within T."""
    tolerating: int
    """Completed after T and within 4T."""
    score: float | None = field(metadata=rounded(4))
    """Null without samples."""
    low: float | None = field(metadata=rounded(4))
    """Lower end of the interval of 95 %."""
    high: float | None = field(metadata=rounded(4))
    rating: Literal["excellent", "good", "fair", "poor", "unacceptable"] | None
    """Rating of the unrounded score."""
    interval_by: Literal["jackknife", "exact"] | None
    """Rule of the interval."""
    is_sure: bool
    """True if the whole interval has one rating."""
    text: str
    """Score as the specification prints it, such as `0.75 [4.0]*`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """Measurement of one span; `operations` holds a Measurement for each operation or flow, by name.

    The whole is the sum of the operations alone: flows, which `run.profile.operations` marks, are made of their calls.
    Calls that users make before their first flow are in no sum, and counted over the whole trial, ramp included.
    """

    duration_s: float = field(metadata=rounded(3))
    """Number of judged seconds."""
    left_out_s: tuple[tuple[int, ...], ...] = ()
    """Due seconds left out because of a stall, other processes or a saturated machine that makes load: [begin, end)
    since the trial began."""
    disturbed_s: tuple[tuple[int, ...], ...] = ()
    """Seconds of the span that other processes disturbed, judged or not."""
    rate: float = field(metadata=rounded(3))
    due: int
    sent: int
    completed: int
    dropped: int
    cut: int
    retried: int = 0
    """Calls sent a second time because their reused connection ended before the reply began; every other count has each
    of them once."""
    bytes_received: int | None = None
    """Bytes of replies, also of incomplete ones: status lines, headers, bodies as transferred, with chunk framing.

    Also of calls that failed. TLS and TCP add more. Null where no request was sent, of simulated services, and of runs
    that were stored before bytes were counted.
    """
    bytes_sent: int | None = None
    """Bytes of requests written to connections, twice for calls that were sent again; null as `bytes_received`."""
    bytes_per_reply: float | None = field(default=None, metadata=rounded(1))
    """Mean of `bytes_received` over answered calls: completed calls, and calls whose reply was an error."""
    missing: int
    within: tuple[int, ...]
    errors: int
    errors_by_kind: Mapping[str, int]
    error_percent: float = field(metadata=rounded(4))
    response_ms: Times
    response_interval_ms: Intervals | None = None
    """Null in runs of earlier versions."""
    wait_ms: Times
    lateness_ms: Times
    service_ms: Times
    apdex: Apdex | None = None
    """Null for calls without a target time."""
    machines: tuple[ResourceUse, ...] = ()
    """Use of each machine that a probe read, by resource; of the whole alone."""
    operations: Mapping[str, "Measurement"]
    valid: bool
    doubts: tuple[Doubt, ...]
