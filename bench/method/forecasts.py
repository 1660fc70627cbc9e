"""How right the forecasts of `loadproof plan` are: studies are planned, then run in virtual time."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from loadproof.forecast.study_forecast import forecast_study
from loadproof.methods.capacity.machine import Capacity
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.plan.settings import LoadSettings
from loadproof.records.answer import Answer
from loadproof.result.forecast import PlanModel

from bench.method.effort import Effort
from bench.method.planned_studies import PlannedStudy, planned_study
from bench.method.table import Claim, MethodTable
from bench.method.virtual_run import VirtualRun

__all__ = ["ForecastOutcome", "PlanOf", "compared", "forecasts", "table_of"]

PUBLISHED_STUDIES = 240
_COLUMNS = (
    "user",
    "studies",
    "within the 80 % interval, %",
    "sooner, %",
    "later, %",
    "took / forecast median",
    "interval high / low",
)
PlanOf = Callable[[PlannedStudy], PlanModel]


@dataclass(frozen=True, slots=True)
class ForecastOutcome:
    """One study: its search as it was forecast and as it was, in s; how many sample counts lie outside."""

    knows: str
    low_s: float
    median_s: float
    high_s: float
    took_s: float
    counts: int
    counts_outside: int
    outcome: str

    @property
    def is_within(self) -> bool:
        """Whether the search took as long as the interval of 80 % says."""
        return self.low_s <= self.took_s <= self.high_s


def forecasts(effort: Effort) -> MethodTable:
    """The table."""
    first = effort.seed * 100_000
    seeds = [first + number for number in range(effort.runs(PUBLISHED_STUDIES, fewest=3))]
    return table_of(effort.map(_compared, seeds), effort)


def _compared(seed: int) -> ForecastOutcome:
    return compared(planned_study(seed), plan_of)


def plan_of(planned: PlannedStudy) -> PlanModel:
    """The forecast of the product."""
    return forecast_study(planned.study, planned.known)


def compared(planned: PlannedStudy, forecast: PlanOf) -> ForecastOutcome:
    """A study's forecast beside its run."""
    plan = forecast(planned)
    settings = LoadSettings(planned.study.arrivals, planned.study.connections, 1, planned.study.seed)
    with VirtualRun(planned.study.profile, planned.service, settings) as run:
        answer = _searched(run, planned)
        took_s = run.took_s
        counts = _counts(run, planned, plan)
    search = next(method for method in plan.methods if method.method == "capacity").duration_s
    return ForecastOutcome(
        planned.knows, search.low, search.median, search.high, took_s, len(counts), sum(counts), answer.outcome.value
    )


def _searched(run: VirtualRun, planned: PlannedStudy) -> Answer:
    methods = planned.study.methods
    if methods.capacity is None:
        raise ValueError("the study has no search")
    search, history = Capacity(methods.capacity.settings(methods.confirm)), list[TrialResult]()
    while not isinstance(step := search.next(history), Answer):
        history.append(run.run(step, history))
    return step


def _counts(run: VirtualRun, planned: PlannedStudy, plan: PlanModel) -> list[bool]:
    """Of each operation and flow, whether its number of calls lies outside three deviations."""
    load = planned.study.methods.load
    if load is None:
        raise ValueError("the study has no plateau at a known rate")
    users = sum(kind.count for kind in planned.study.profile.users)
    trial = Trial(Purpose.LOAD, load.rate, load.hold_s, early_stop=False, users=users)
    measured = run.run(trial, ()).measurement.operations
    plateau = next(plateau for plateau in plan.plateaus if plateau.method == "load")
    return [not one.calls_low <= measured[one.name].due <= one.calls_high for one in plateau.operations]


def table_of(outcomes: Sequence[ForecastOutcome], effort: Effort) -> MethodTable:
    """Rows by what the user knew, and the claims over all."""
    groups = {"all": outcomes} | {
        f"knows {knows}": [one for one in outcomes if one.knows == knows] for knows in ("nothing", "capacity", "both")
    }
    rows = [_row(name, own) for name, own in groups.items() if own]
    counts = sum(one.counts for one in outcomes)
    inside = 100.0 * (1.0 - sum(one.counts_outside for one in outcomes) / counts)
    within = 100.0 * sum(one.is_within for one in outcomes) / len(outcomes)
    return MethodTable(
        "Forecasts beside what happened",
        _COLUMNS,
        rows,
        (
            Claim("durations of searches within the 80 % interval, %", within, 75.0, 90.0),
            Claim("sample counts within 3 standard deviations, %", inside, 99.0),
        ),
        {"studies": str(len(outcomes)), "sample counts": str(counts), "seed": str(effort.seed)},
    )


def _row(name: str, outcomes: Sequence[ForecastOutcome]) -> tuple[str | float, ...]:
    count = len(outcomes)
    ratios = sorted(one.took_s / one.median_s for one in outcomes)
    widths = sorted(one.high_s / one.low_s for one in outcomes)
    return (
        name,
        str(count),
        100.0 * sum(one.is_within for one in outcomes) / count,
        100.0 * sum(one.took_s < one.low_s for one in outcomes) / count,
        100.0 * sum(one.took_s > one.high_s for one in outcomes) / count,
        ratios[count // 2],
        widths[count // 2],
    )
