"""What a comparison of variants over rounds says, as it stands in `result.json`."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from loadproof.model.message import Message

__all__ = [
    "Company",
    "Comparison",
    "CpuShare",
    "OperationTimes",
    "Pair",
    "PercentileMean",
    "Round",
    "Slot",
    "TooFewCalls",
    "VariantInRound",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """B against A in one metric, in total or of one operation, over the rounds that have both.

    Of times, CPU per request, memory and live set `effect_percent`, `low` and `high` are per cent of A; of shares
    `points`, `low` and `high` are percentage points, and `effect_percent` says the same difference in per cent of A.
    """

    a: str
    b: str
    metric: Literal[
        "mean",
        "p50",
        "p90",
        "p95",
        "p99",
        "p99_9",
        "errors",
        "done",
        "cpu",
        "memory",
        "live_set",
        "gc",
        "heap_after",
        "heap_committed",
        "other_memory",
        "page_cache",
    ]
    operation: str
    """Empty: the whole profile."""
    family: Literal["primary", "operation"]
    """Of the primary ones any wrong difference is bounded, of operations the share of wrong ones."""
    decision: Literal["different", "equivalent", "cannot tell", "not run"]
    rounds: int
    effect_percent: float | None
    points: float | None
    low: float | None
    high: float | None
    confidence_percent: float | None
    level_a: float | None
    """Over rounds: ms, ms of CPU per request, MiB or per cent."""
    level_b: float | None
    text: Message
    geometric_percent: float | None
    """Of a total: the effect as the mean of the operations' ratios, weighted by their calls."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VariantInRound:
    """What one variant gave in one round."""

    variant: str
    outcome: str
    """`measured`, `invalid` or `not_run`."""
    reason: Message
    values: Mapping[str, float]
    """By metric, in total."""
    idle_cores: float | None
    """What it used while nobody was loaded, or another one was."""
    writes: int
    """Completed calls of the round, warm-up and all, that may have changed its data."""
    major_collections: int | None = None
    """In its slots that count: those that included what lives long; null where no probe counts them."""
    curve_ms: tuple[float | None, ...] = ()
    """The response time in total at each of the comparison's `curve_quantiles`; null where too few calls lie beyond."""
    operations: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    """Figures that are judged with those of the total, by primary operation and metric."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """One fresh start of every variant, all up together or one after the other."""

    number: int
    began_s: float
    """Since the run began."""
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
    """`warm-up`, `compare`, or `alone`: the others stood still."""
    counts: bool
    """Whether it is part of the figures of its round."""
    began_s: float
    ended_s: float
    cpu_ms_per_request: float | None
    """Of its variant from its begin to its end; the figures of a round take in what it did later, too."""
    generator_us_per_call: float | None
    """Processor time of the generator in the same slot: what the machine was like."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Company:
    """What a variant pays for the others beside it: its slots in company against those in which they stood still."""

    variant: str
    metric: Literal["cpu", "mean"]
    percent: float
    low: float | None
    """An interval of 95 % over rounds; null with fewer than three."""
    high: float | None
    rounds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TooFewCalls:
    """A time of response that no round has calls enough for."""

    calls: float
    """Answered calls of a round, in the mean."""
    needed_calls: int
    """Answered calls that a round has to have."""
    run_s: float | None
    """Seconds of load that a run of as many rounds takes at this rate to have enough; null: no call was answered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OperationTimes:
    """Response times of one operation with one variant."""

    operation: str
    """Empty: the whole profile."""
    is_primary: bool
    """True if the study names it among the operations that answer the comparison."""
    variant: str
    calls_per_s: float
    """Due calls of the judged seconds."""
    values: Mapping[str, float]
    """By metric (`mean`, `p50`, `p90`, `p95`, `p99`, `p99_9`), in ms: geometric means over rounds."""
    too_few: Mapping[str, TooFewCalls]
    """Missing calls, by metric that has no value for want of calls."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PercentileMean:
    """The mean of the percentiles of operations, as many published tables have it for a total; it is never judged.

    Each operation weighs the same, however seldom it is called, and what comes out is no percentile of any calls.
    """

    metric: Literal["p95", "p99"]
    operations: int
    """Operations in the mean: those that have the percentile with every variant."""
    whole: int
    """Operations of the profile that were called."""
    values: Mapping[str, float]
    """Mean by variant, in ms."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CpuShare:
    """CPU of two variants at the common rate, in per cent of the CPUs that each may use."""

    a: str
    b: str
    of: Literal["limit", "machine"]
    """`limit`: of the CPU limits of its services together; `machine`: of the CPUs that services have on the machine."""
    cpus_a: float
    cpus_b: float
    a_percent: float
    b_percent: float
    points: float
    """Percentage points by which B is above A: 50 % against 40 % are 10 points."""
    low: float | None
    """Lower end of the interval of the effect on CPU per request, in the same points."""
    high: float | None
    effect_percent: float
    """The same difference in per cent of A: 50 % against 40 % are 25 %."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """The variants of a study under the same load, in turn and in rounds."""

    method: Literal["compare"]
    sentence: Message
    design: Literal["together", "single starts"]
    """Whether all variants of a round were up at once, or each was started by itself."""
    design_text: Message
    """Of single starts: why, and what follows; empty else."""
    visible: Message
    """The smallest differences that this run could see, in words."""
    ended: Message
    """Why no other round was run."""
    is_settled: bool
    """Whether every primary pair is told: different or equivalent."""
    variants: tuple[str, ...]
    rate: float | None
    confidence_percent: float
    """That no primary pair was called different by chance, over all looks."""
    pairs: tuple[Pair, ...]
    """The primary ones first."""
    importance: tuple[int, ...]
    """Indices of the primary pairs: what differs first, by how many margins."""
    ranks: Mapping[str, Mapping[str, int]]
    """By metric and variant: one more than the number of variants that surely show less of it."""
    margins: Mapping[str, float]
    """By metric, in per cent or points: what differs by less is equivalent."""
    smallest_visible: Mapping[str, float]
    """By metric, in per cent or points: the smallest difference that this run would have seen nine times in ten."""
    rounds: tuple[Round, ...]
    company: tuple[Company, ...]
    slots: tuple[Slot, ...]
    curve_quantiles: tuple[float, ...] = ()
    """Where the curves of the rounds are read, ascending."""
    against_itself: str | None = None
    """The variant of an A/A, whose twin is the other one: each pair that is `different` is a false alarm."""
    machine_slope: float | None = None
    """The relative change of CPU per request with the generator's CPU per call, by which the effect on CPU per request
    was brought to the machine's mean speed; None: it was not."""
    primary: tuple[str, ...] = ()
    """Operations whose p99 and mean are judged with the figures of the total."""
    visible_of_operations: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    """By primary operation and metric, in per cent: as `smallest_visible` of the total."""
    operations: tuple[OperationTimes, ...] = ()
    """The whole profile, then its operations and flows in their order; of each every variant."""
    percentile_means: tuple[PercentileMean, ...] = ()
    """Beside the total, which is of merged histograms."""
    cpu_shares: tuple[CpuShare, ...] = ()
    """CPU shares of each pair whose CPU and CPU limit are known."""
