"""Report on logs of garbage collections, as `loadproof gc --json` prints it."""

from dataclasses import dataclass
from typing import Literal

from loadproof.jvm.remark import Remark
from loadproof.model.message import Message

__all__ = [
    "GC_SCHEMA_VERSION",
    "FigureDifference",
    "GcLog",
    "GcReport",
    "LiveSet",
    "LogComparison",
    "PauseFigures",
    "PauseGroup",
    "RateFigure",
    "SafepointFigures",
    "StallFigures",
    "UnreadLines",
]

GC_SCHEMA_VERSION: Literal[1] = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class PauseFigures:
    """Pauses of one kind, or all; percentiles by nearest rank, in ms. Null where there is none."""

    count: int
    total_ms: float
    mean_ms: float | None
    p50_ms: float | None
    p90_ms: float | None
    p95_ms: float | None
    p99_ms: float | None
    p99_9_ms: float | None
    max_ms: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PauseGroup:
    """The pauses of one kind and cause."""

    kind: str
    """Name that the collector uses, such as `Young (Normal)`."""
    cause: str
    """Such as `G1 Evacuation Pause`; empty where the log names none."""
    pauses: PauseFigures


@dataclass(frozen=True, slots=True, kw_only=True)
class RateFigure:
    """A mean over the log, with an interval of 95 % within this start; no interval of a log that is too short."""

    value: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveSet:
    """Live set of the heap after the collections that report it."""

    told_by: tuple[Literal["full", "mixed", "marked", "old_marked", "cycle"], ...]
    """Full collections; mixed ones of G1; what ZGC marked, with generations the old one; what cycles of Shenandoah
    left, which includes what was allocated meanwhile."""
    collections: int
    first_mib: float
    last_mib: float
    median_mib: float
    max_mib: float
    trend: str
    """Trend by the rules for a soak: `leak`, `none`, `levelling_off`, `too_short`, `cannot_tell`."""
    growth_mib_per_hour: float | None
    """Slope of the line through the live set; null if no rise shows."""
    points: tuple[tuple[float, float], ...]
    """s since the log began, and MiB; at most 200 of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StallFigures:
    """Threads that had to wait for memory, which are no pauses."""

    count: int
    total_ms: float
    max_ms: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SafepointFigures:
    """All stops of all threads, for collections and for anything else; only where the log has safepoint."""

    count: int
    total_ms: float
    share: float | None
    max_ms: float
    max_reaching_ms: float
    """The longest that threads took to come to a stop: it is in no pause."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadLines:
    """Lines that look like pauses of a collector and could not be read, and one of them."""

    lines: int
    file: str
    line_number: int | None
    """Line of the example in its file, from 1; null if lines of the text are not lines of the file, as in JSON."""
    example: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GcLog:
    """The figures of one log."""

    name: str
    files: tuple[str, ...]
    """In the order of their times."""
    collector: str | None
    version: str | None
    vms: int
    """Number of VM runs in the log."""
    span_s: float | None
    """From its first line to its last, without the time between two VMs; null where lines have no time."""
    pauses: PauseFigures
    """Each stop once."""
    groups: tuple[PauseGroup, ...]
    """The longest in sum first."""
    stopped_share: RateFigure | None
    """Share of the time in pauses."""
    throughput: float | None
    """The share of time outside of pauses."""
    allocation_mib_per_s: RateFigure | None
    promotion_mib_per_s: RateFigure | None
    heap_mib: float | None
    """Heap size at the end of the log."""
    heap_largest_mib: float | None
    heap_max_mib: float | None
    """Size to which the heap may grow; null if the log does not state it."""
    live_set: LiveSet | None
    full_collections: int
    """Pauses that collect the whole heap, those of Shenandoah that are called degenerated not among them."""
    degenerated: int
    evacuation_failures: int
    stalls: StallFigures | None
    safepoints: SafepointFigures | None
    missing_collections: int
    """Numbers of collections that no line is of: a part of the log is missing."""
    unread_lines: UnreadLines | None = None
    """Null if each line that looks like a pause was read; else the figures are of the other lines alone."""
    unended_collections: int = 0
    """Pauses and collections that have lines, of which no line with an end and a duration was read."""
    remarks: tuple[Remark, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FigureDifference:
    """One figure of two logs side by side."""

    figure: str
    a: float | None
    a_low: float | None
    a_high: float | None
    b: float | None
    b_low: float | None
    b_high: float | None
    difference: float | None
    """B less A, in the unit of the figure; of shares it is in points of 1."""
    percent: float | None
    """The same in per cent of A; null of shares, and where A is 0."""
    verdict: Literal["higher", "lower", "cannot_tell", "not_judged"]
    """B compared with A; holds only for these two starts."""
    reason: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class LogComparison:
    """The second log against the first."""

    a: str
    b: str
    sentence: Message
    figures: tuple[FigureDifference, ...]
    doubts: tuple[Remark, ...]
    """Other differences between the two logs, and facts that are not known about them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GcReport:
    """All that is said of one log, or of two."""

    schema_version: Literal[1]
    sentence: Message
    logs: tuple[GcLog, ...]
    comparison: LogComparison | None
