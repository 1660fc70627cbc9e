"""Ranking of the variants of a study by the rate that they carry within the SLOs, as in `result.json`."""

from dataclasses import dataclass
from typing import Literal

from loadproof.model.message import Message
from loadproof.records.tone import Tone

__all__ = ["RankedVariant", "Ranking", "Spread", "StartFigures"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """Metric over the starts of a variant."""

    value: float | None
    """Geometric mean of rates over starts; percentiles are read from the merged histogram of all starts."""
    low: float | None
    """Lower end of the interval of 95 % over starts; null with fewer than three."""
    high: float | None
    least: float | None
    """Lowest value of one start."""
    most: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StartFigures:
    """Results of one start; metrics are those of the span that its answer rests on, null if there is none."""

    start: int
    outcome: str
    """Outcome of its answer, or `not_run`."""
    tone: Tone = "undecided"
    rate: float | None
    low: float | None
    """Lower bound of the rate within this start alone."""
    high: float | None
    bound: Literal["exact", "at_least", "below"] | None
    """`at_least`: the highest rate that was tried passed; `below`: the lowest, `rate`, did not. Null: no number."""
    trial: int | None
    """Number of the trial that the metrics are of."""
    completed: int
    throughput: float | None
    """Calls completed per second in that span."""
    p50_ms: float | None
    p95_ms: float | None
    p99_ms: float | None
    p99_low_ms: float | None
    """Lower end of the interval of 95 % within this start."""
    p99_high_ms: float | None
    error_percent: float | None
    cpu_percent: float | None
    """CPU in per cent of one core: 150 is one core and a half."""
    memory_mib: float | None
    cpu_ms_per_request: float | None
    machine_percent: float | None
    """Speed of the machine around this start, in per cent of its speed around the fastest start."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedVariant:
    """Row of the table: a variant over its starts. Rows are in the order of their ranks."""

    variant: str
    rank: int | None
    """1 + number of variants that are significantly better: variants that do not differ share a rank."""
    tone: Tone = "undecided"
    """Tone over all its starts."""
    unranked: Message
    """Reason why the variant has no rank; empty if it has one."""
    beaten_by: tuple[str, ...]
    """Variants with a significantly higher rate."""
    bound: Literal["exact", "at_least", "below"] | None
    """`at_least`: `rate` is a lower bound, as the highest rate that was tried passed in some start."""
    rate: Spread
    """Highest rate within the SLOs, calls per second: RPS@SLO."""
    working_rate: float | None
    """70 % of the rate."""
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
    """Standard deviation of the rate between starts, in per cent of the rate; null with fewer than three."""
    spread_within_percent: float | None
    """Standard deviation of the rate within a start, from its interval; null if unknown."""
    breaks_at: float | None
    """Knee: the lowest rate from which on the p99 grows steeply; null if none was seen."""
    service: str | None
    """Service that CPU and memory are of: the target of the load."""
    starts: tuple[StartFigures, ...]
    typical: int | None = None
    """Start with the median rate, of an even number the lower; without a rate the first start with measurements."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ranking:
    """Ranking of the variants of a study by the rate that one method found."""

    method: str
    scenario: str
    """Name of the study."""
    slos: tuple[str, ...]
    text: Message
    """Summary of the ranking, in one or two sentences."""
    is_ranked: bool
    """True if there were enough starts for a ranking."""
    unit: Literal["users"] | None = None
    """Unit of each `rate` and `working_rate`, with those of the starts: `users` of a search in users; null: calls/s."""
    confidence_percent: float
    """Probability in per cent that no two variants were called different by chance, over all pairs."""
    variants: tuple[RankedVariant, ...]
