"""Model of the output of `loadproof plan --json`: the source of its schema, and the type of every plan.

Shares are in per cent, times in seconds. `low` and `high` enclose 80 % of the simulated values.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from loadproof.model.message import Message
from loadproof.records.run import StudyInjection

__all__ = [
    "PLAN_SCHEMA_VERSION",
    "AssumptionModel",
    "PlanModel",
    "PlanShortageModel",
    "PlannedMethodModel",
    "PlannedOperationModel",
    "PlannedOverheadModel",
    "PlannedPlateauModel",
    "PlannedQuantileModel",
    "PlannedRoundsModel",
    "PlannedSloModel",
    "PlannedStartsModel",
    "PlannedStudyModel",
    "PlannedVariantModel",
    "SpreadModel",
]

PLAN_SCHEMA_VERSION = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class SpreadModel:
    """A figure that is random: its median, the 10th and the 90th percentile."""

    low: float
    median: float
    high: float


@dataclass(frozen=True, slots=True, kw_only=True)
class AssumptionModel:
    """Assumption on what is unknown before the run; `option`: command-line option that replaces it, null: none."""

    text: Message
    option: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedStudyModel:
    """The study that was planned."""

    name: str
    file: str
    preset: str | None
    against_itself: str | None
    """The variant of an A/A; null where variants differ."""
    variants: Sequence[str]
    seed: int
    arrivals: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedStartsModel:
    """The starts of the study: each is the whole stand anew, and all methods on it."""

    of_each_variant: int
    in_all: int
    pause_s: float
    """From the stop of one to the next."""
    start_s: float
    """From nothing to ready."""
    start_is_assumed: bool
    """True if the time of a start is assumed, because it was not given: no forecast can know it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedVariantModel:
    """One variant over all of its starts, the starting itself among it and the pauses not."""

    variant: str
    duration_s: SpreadModel


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedMethodModel:
    """One method in one start of one variant."""

    variant: str
    method: str
    duration_s: SpreadModel
    trials: SpreadModel
    outcomes_percent: Mapping[str, float]
    """Share of each outcome on the assumed services, in per cent; `held`: a method that is held to its end."""
    part_of: str | None = None
    """The method whose trials and time these are part of, such as `capacity` for its confirmation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedQuantileModel:
    """A quantile of the response time of one operation on one plateau."""

    needed_calls: int
    """Fewer do not give an interval."""
    enough: bool
    effective_calls: float
    """So many independent calls would tell as much: calls are slow together."""
    half_width_percent: float | None
    """About half the width of the 95 % interval within one start, of the value; null: not enough calls."""
    visible_change_percent: float | None
    """The smallest change between two variants that a comparison sees with 90 % power; null: none, by too few calls."""
    needed_span_s: float | None
    """The hold that gives enough calls at this rate; null: none does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedOperationModel:
    """An operation or a flow on one plateau."""

    name: str
    kind: Literal["operation", "flow"]
    weight: float
    per_s: float
    calls: float
    calls_low: float
    calls_high: float
    """Within three standard deviations; where the rate is not known, from its low to its high one."""
    quantiles: Mapping[str, PlannedQuantileModel]
    """`p50 p90 p95 p99 p99_9`."""
    needed_weight: float | None
    """The weight that would give enough calls for a p99 in this hold; null: it has them, or no weight does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedPlateauModel:
    """The plateau that the answer of a method rests on."""

    method: str
    rate: float
    rate_low: float
    rate_high: float
    n: float | None
    """The rate as a multiple of the profile."""
    users: int = 0
    """Closed users beside the rate."""
    span_s: float
    operations: Sequence[PlannedOperationModel]
    too_few: Sequence[str]
    """Operations that will not have calls enough for a p99."""
    needed_span_s: float | None
    """The hold in which every operation would; null: it is enough, or no hold is."""
    needed_by: str | None
    """The operation that needs it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedSloModel:
    """Calls for an SLO against the calls needed to judge it, in the first trial of a search and in each last one."""

    slo: str
    method: str
    trial: Literal["first", "last"]
    """The first trial of a search may have too few calls and be none the worse: it goes on; the last must not."""
    rate: float
    span_s: float
    calls: float
    needed_calls: int
    enough: bool
    needed_span_s: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedRoundsModel:
    """The rounds of a comparison, each a fresh start of all variants together."""

    variants: int
    rate: float
    slot_s: float
    least: int
    """After so many it is looked at first, and ends where all is told."""
    most: int
    """Largest number of rounds: as many as are asked for and fit into the budget."""
    round_s: float
    """Time of one round, including the starts of its variants."""
    calls: int
    """Compared calls of one variant in one round."""
    duration_s: SpreadModel
    visible_percent: Mapping[str, float]
    """By metric: the smallest difference of the total that all rounds see nine times in ten, if rounds scatter as is
    assumed."""
    visible_of_operations: Mapping[str, Mapping[str, float]]
    """The same of each primary operation; a metric that a round has too few calls for is absent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedOverheadModel:
    """The starts in which a feature is switched."""

    variants: int
    rates: Sequence[float]
    levels: Sequence[str]
    """Beside off."""
    slot_s: float
    starts: int
    """Number of starts over all variants: as many as are asked for and fit into the budget."""
    start_s: float
    """Time of one start, until its services are up and then under load."""
    duration_s: SpreadModel
    bound_percent: float
    shown_from_percent: Mapping[str, float]
    """By metric: how far the bound has to lie above what the feature costs to be shown nine times in ten, if starts
    scatter as is assumed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanShortageModel:
    """Result that the study cannot give as it is written, and the change that helps."""

    text: Message
    cure: Message


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanModel:
    """The forecast of a study."""

    schema_version: int
    verb: Literal["plan"]
    sentence: Message
    study: PlannedStudyModel
    duration_s: SpreadModel
    """Duration of the whole study, including starts and pauses."""
    starts: PlannedStartsModel
    variants: Sequence[PlannedVariantModel]
    methods: Sequence[PlannedMethodModel]
    plateaus: Sequence[PlannedPlateauModel]
    slos: Sequence[PlannedSloModel]
    shortages: Sequence[PlanShortageModel]
    assumptions: Sequence[AssumptionModel]
    simulated_starts: int
    """Assumed services that the methods were driven on."""
    rounds: PlannedRoundsModel | None = None
    """Rounds of a comparison; null: the study asks for none."""
    overhead: PlannedOverheadModel | None = None
    """Starts that measure the overhead of a feature; null: the study asks for none."""
    injections: Sequence[StudyInjection] = ()
    """Problems that are made on purpose in trials, and undone."""
