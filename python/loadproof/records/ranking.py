"""The ranking of the variants of a study by the rate that they carry within the SLOs, as it stands in `result.json`."""

from dataclasses import dataclass
from typing import Literal

from loadproof.model.message import Message
from loadproof.records.tone import Tone

__all__ = ["RankedVariant", "Ranking", "Spread", "StartFigures"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """A figure over the starts of a variant."""

    value: float | None
    """Of a typical start: the geometric mean of rates; percentiles are read from the merged histogram of all starts."""
    low: float | None
    """An interval of 95 % over starts; null with fewer than three."""
    high: float | None
    least: float | None
    """The least and the most of one start."""
    most: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StartFigures:
    """What one start gave; the figures are those of the span that its answer rests on, null where there is none."""

    start: int
    outcome: str
    """As that of its answer, or `not_run`."""
    tone: Tone = "undecided"
    rate: float | None
    low: float | None
    """What the method says of the rate within this start alone."""
    high: float | None
    bound: Literal["exact", "at_least", "below"] | None
    """`at_least`: the highest rate that was tried passed; `below`: the lowest, `rate`, did not. Null: no number."""
    trial: int | None
    """The trial that the figures are of."""
    completed: int
    throughput: float | None
    """Calls completed per second in that span."""
    p50_ms: float | None
    p95_ms: float | None
    p99_ms: float | None
    p99_low_ms: float | None
    """An interval of 95 % within this start."""
    p99_high_ms: float | None
    error_percent: float | None
    cpu_percent: float | None
    """Of one core: 150 is one core and a half."""
    memory_mib: float | None
    cpu_ms_per_request: float | None
    machine_percent: float | None
    """How fast the machine itself was around this start, in per cent of the start for which it was fastest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedVariant:
    """One row of the table: a variant over its starts, in the order of their ranks."""

    variant: str
    rank: int | None
    """One more than the number of variants that are surely better: those that cannot be told apart share it."""
    tone: Tone = "undecided"
    """Of all its starts together."""
    unranked: Message
    """Why it has no rank; empty where it has one."""
    beaten_by: tuple[str, ...]
    """Variants that carry surely more."""
    bound: Literal["exact", "at_least", "below"] | None
    """`at_least`: `rate` is a lower bound, as the highest rate that was tried passed in some start."""
    rate: Spread
    """Calls per second within the SLOs: RPS@SLO."""
    working_rate: float | None
    """70 % of it."""
    p50_ms: Spread
    p95_ms: Spread
    p99_ms: Spread
    error_percent: Spread
    cpu_percent: Spread
    memory_mib: Spread
    memory_kind: Literal["cgroup", "pss", "unknown"]
    cpu_ms_per_request: Spread
    requests_per_s_per_mib: Spread
    spread_between_percent: float | None
    """Standard deviation of the rate between starts, as a share of it; null with fewer than three."""
    spread_within_percent: float | None
    """What the interval within a start leaves open, as a standard deviation; null where it is not known."""
    breaks_at: float | None
    """The lowest rate from which on the p99 grows steeply: the knee; null where none was seen."""
    service: str | None
    """The service that CPU and memory are of: the one that the load goes to."""
    starts: tuple[StartFigures, ...]
    typical: int | None = None
    """The start of the median rate, of an even number the lower; without a rate the first that measured anything."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """The variants of a study, compared by what one method says they carry."""

    method: Literal["plateaus", "capacity"]
    scenario: str
    """The name of the study's profile: that of the study."""
    slos: tuple[str, ...]
    text: Message
    """What the ranking says, in one or two sentences."""
    is_ranked: bool
    """Whether there were starts enough to rank at all."""
    confidence_percent: float
    """That no two variants were called different by chance, over all pairs together."""
    variants: tuple[RankedVariant, ...]
