"""Comparison of variants over rounds."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Literal

from loadproof.model.message import Message
from loadproof.model.typed_json import NOT_IN_JSON, rounded
from loadproof.records.metric import Metric, Scale

__all__ = [
    "Company",
    "Comparison",
    "CpuShare",
    "Decision",
    "Family",
    "OperationTimes",
    "Pair",
    "PercentileMean",
    "Round",
    "Slot",
    "TooFewCalls",
    "VariantInRound",
]

_NOTHING = Message.said("")


class Decision(StrEnum):
    """Decision on a pair."""

    DIFFERENT = "different"
    EQUIVALENT = "equivalent"
    """Whatever the difference is, it is smaller than the margin."""
    CANNOT_TELL = "cannot tell"
    NOT_RUN = "not run"
    """No round has both."""


class Family(StrEnum):
    """Pairs that are judged together."""

    PRIMARY = "primary"
    """The probability of any false difference is bounded."""
    OPERATION = "operation"
    """The expected share of false differences among the differences of one metric is bounded."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """B against A in one metric, in total or of one operation, over the rounds that have both.

    Of times, CPU per request, memory and live set `effect_percent`, `low` and `high` are per cent of A; of shares
    `points`, `low` and `high` are percentage points, and `effect_percent` says the same difference in per cent of A.
    What is not known is null.
    """

    a: str
    b: str
    metric: Metric
    operation: str
    """Name of the operation; empty: the whole profile."""
    family: Family
    decision: Decision
    rounds: int
    effect_percent: float | None = field(default=None, metadata=rounded(4))
    points: float | None = field(default=None, metadata=rounded(4))
    low: float | None = field(default=None, metadata=rounded(4))
    high: float | None = field(default=None, metadata=rounded(4))
    confidence_percent: float | None = field(default=None, metadata=rounded(4))
    """Confidence of the interval; of an equivalence of the one that decided."""
    level_a: float | None = field(default=None, metadata=rounded(4))
    """Level of A over rounds: ms, ms of CPU per request, MiB or per cent; of a ratio the geometric mean."""
    level_b: float | None = field(default=None, metadata=rounded(4))
    text: Message = _NOTHING
    geometric_percent: float | None = field(default=None, metadata=rounded(4))
    """Effect on a total as the mean of the ratios of its operations, weighted by their calls."""
    test: Any = field(default=None, repr=False, compare=False, metadata=NOT_IN_JSON)
    """Test that decides, while the pair is judged (`judge.pair_effects.PairTest`)."""

    @property
    def p_value(self) -> float | None:
        """P-value of no difference, while the pair is judged; that of a primary pair is adjusted for its family."""
        return None if self.test is None else float(self.test.p_value())

    @property
    def effect(self) -> float | None:
        """Effect in per cent or points, by the scale of the metric."""
        return self.points if self.metric.scale is Scale.POINTS else self.effect_percent


@dataclass(frozen=True, slots=True, kw_only=True)
class VariantInRound:
    """Measurements of one variant in one round."""

    variant: str
    outcome: str
    """`measured`, `invalid` or `not_run`."""
    reason: Message
    values: Mapping[str, float] = field(metadata=rounded(6))
    """Values of the whole profile, by metric."""
    idle_cores: float | None = field(metadata=rounded(4))
    """CPU cores that the variant used while no variant, or another one, was under load."""
    writes: int
    """Completed calls of the round that may have changed data, warm-up included."""
    major_collections: int | None = None
    """Collections of the old generation in the slots that count; null if no probe counts them."""
    curve_ms: tuple[float | None, ...] = field(default=(), metadata=rounded(4))
    """Response time of the whole profile at each of `curve_quantiles`; null if too few calls lie beyond."""
    operations: Mapping[str, Mapping[str, float]] = field(default_factory=dict, metadata=rounded(6))
    """Values that are judged with those of the whole profile, by primary operation and metric."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """One fresh start of every variant, all up together or one after the other."""

    number: int
    began_s: float = field(metadata=rounded(3))
    """Seconds since the run began."""
    warm_up_cycles: int
    counted_cycles: int
    variants: tuple[VariantInRound, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """Some seconds of load on one variant while the others idle."""

    trial: int
    round: int
    cycle: int
    variant: str
    purpose: str
    """`warm-up`, `compare`, or `alone`: the other variants were stopped."""
    counts: bool
    """True if the slot counts for its round."""
    began_s: float = field(metadata=rounded(3))
    ended_s: float = field(metadata=rounded(3))
    cpu_ms_per_request: float | None
    """CPU of the variant from the start of the slot to its end; the figures of a round include later work, too."""
    generator_us_per_call: float | None
    """Processor time of the generator in the same slot: a reading of the speed of the machine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Company:
    """Co-location overhead of a variant: its slots beside running variants against its slots beside stopped ones."""

    variant: str
    metric: Literal["cpu", "mean"]
    percent: float = field(metadata=rounded(4))
    low: float | None = field(metadata=rounded(4))
    """Lower end of the interval of 95 % over rounds; null with fewer than three."""
    high: float | None = field(metadata=rounded(4))
    rounds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TooFewCalls:
    """Response time for which every round has too few calls."""

    calls: float = field(metadata=rounded(1))
    """Mean number of answered calls in a round."""
    needed_calls: int
    """Answered calls that a round needs."""
    run_s: float | None
    """Seconds of load that a run of as many rounds needs at this rate; null: no call was answered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OperationTimes:
    """Response times of one operation with one variant."""

    operation: str
    """Name of the operation; empty: the whole profile."""
    is_primary: bool
    """True if the study names it among the operations that answer the comparison."""
    variant: str
    calls_per_s: float = field(metadata=rounded(6))
    """Calls due per second, in the judged seconds."""
    values: Mapping[str, float] = field(metadata=rounded(4))
    """Geometric means over rounds in ms, by metric: `mean`, `p50`, `p90`, `p95`, `p99`, `p99_9`."""
    too_few: Mapping[str, TooFewCalls]
    """Number of calls needed, by metric that has no value because there are too few."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PercentileMean:
    """Mean of the percentiles of operations, which many published tables have as their total; it is never judged.

    Each operation has the same weight, however rarely it is called, and the mean is no percentile of any calls.
    """

    metric: Literal["p95", "p99"]
    operations: int
    """Operations in the mean: all that have the percentile with every variant."""
    whole: int
    """Operations of the profile that were called."""
    values: Mapping[str, float] = field(metadata=rounded(4))
    """Mean by variant, in ms."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CpuShare:
    """CPU of two variants at the common rate, in per cent of the CPUs that each may use."""

    a: str
    b: str
    of: Literal["limit", "machine"]
    """`limit`: the sum of the CPU limits of its services; `machine`: the CPUs of the machine that services may use."""
    cpus_a: float
    cpus_b: float
    a_percent: float = field(metadata=rounded(4))
    b_percent: float = field(metadata=rounded(4))
    points: float = field(metadata=rounded(4))
    """Percentage points by which B is above A: 50 % against 40 % are 10 points."""
    low: float | None = field(metadata=rounded(4))
    """Lower end of the interval of the effect on CPU per request, in the same points."""
    high: float | None = field(metadata=rounded(4))
    effect_percent: float = field(metadata=rounded(4))
    """The same difference in per cent of A: 50 % against 40 % are 25 %."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Variants of a study under the same load, in turn and in rounds."""

    method: Literal["compare"]
    sentence: Message
    design: Literal["together", "single starts"]
    """`together`: all variants of a round ran at once; `single starts`: one after the other."""
    design_text: Message
    """Reason for single starts and its consequences; empty for `together`."""
    asked_text: Message = _NOTHING
    """Note that users alone made the load, so that a slower variant was asked less; else empty."""
    visible: Message
    """Smallest differences that this run could detect, in words."""
    ended: Message
    """Reason why no further round was run."""
    is_settled: bool
    """True if every primary pair is decided: different or equivalent."""
    variants: tuple[str, ...]
    rate: float | None
    confidence_percent: float
    """Probability in per cent that no primary pair was called different by chance, over all interim analyses."""
    pairs: tuple[Pair, ...]
    """All pairs, the primary ones first."""
    importance: tuple[int, ...]
    """Indices of the primary pairs: different pairs first, sorted by the effect in margins."""
    ranks: Mapping[str, Mapping[str, int]]
    """Rank by metric and variant: 1 + number of variants with a significantly lower value."""
    margins: Mapping[str, float]
    """Largest effect that counts as equivalent, in per cent or points, by metric."""
    smallest_visible: Mapping[str, float] = field(metadata=rounded(4))
    """Smallest effect that this run detects with a probability of 90 %, in per cent or points, by metric."""
    rounds: tuple[Round, ...]
    company: tuple[Company, ...]
    slots: tuple[Slot, ...]
    curve_quantiles: tuple[float, ...] = ()
    """Quantiles at which the curves of the rounds are read, ascending."""
    against_itself: str | None = None
    """Variant of an A/A, compared with its twin: each pair that is `different` is a false alarm."""
    machine_slope: float | None = field(default=None, metadata=rounded(4))
    """Relative change of CPU per request with the generator's CPU per call, by which the effect on CPU per request was
    adjusted to the mean speed of the machine; null: no adjustment."""
    primary: tuple[str, ...] = ()
    """Operations whose p99 and mean are judged with the figures of the whole profile."""
    visible_of_operations: Mapping[str, Mapping[str, float]] = field(default_factory=dict, metadata=rounded(4))
    """The same as `smallest_visible`, in per cent, by primary operation and metric."""
    operations: tuple[OperationTimes, ...] = ()
    """Response times of the whole profile, then of its operations and flows, with each variant."""
    percentile_means: tuple[PercentileMean, ...] = ()
    """Means of percentiles, for comparison with the total, which is of merged histograms."""
    cpu_shares: tuple[CpuShare, ...] = ()
    """CPU shares of each pair whose CPU and CPU limit are known."""
