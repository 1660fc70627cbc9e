"""Capacity searches compared on services drawn from a seed: fixed steps, bisection, and the product's own."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from loadproof.judge.plateau import PlateauSettings
from loadproof.judge.verdict import State
from loadproof.method.capacity import Capacity
from loadproof.method.capacity_answer import Answer, Outcome
from loadproof.method.capacity_settings import CapacitySettings
from loadproof.method.trial import Purpose, Trial, TrialResult

from bench.method.effort import Effort
from bench.method.service_population import KINDS, ServiceCase, drawn_service
from bench.method.simulated_trial import TIMEOUT_S, SimulatedStand
from bench.method.stepped_searches import Bisection, FixedSteps, full_plateau
from bench.method.table import Claim, MethodTable
from bench.method.true_capacity import TrueCapacity, true_capacity

__all__ = ["CaseRecord", "SearchRecord", "capacity_searches", "record_of", "searched"]

_SERVICES = 340
_PRECISION = 0.03
_CALLS = 250_000
"""Calls for each of the rates near the knee that the true capacity is taken from."""
_OVERLOAD, _OVERLOADS = 1.01, 4
_LONG_EVERY = 10
"""Plateaus of 20 minutes are run on every so many services."""
_ATTEMPTS = 40
_ROUNDING = 1.0005

OURS, STEPS_2, STEPS_20, BISECTION_2, BISECTION_20 = (
    "sequential search",
    "fixed steps, 2 min",
    "fixed steps, 20 min",
    "bisection, 2 min",
    "bisection, 20 min",
)


@dataclass(frozen=True, slots=True)
class SearchRecord:
    """What a search found as parts of the true capacity, and how many seconds of load it took."""

    rate: float
    low: float
    high: float
    load_s: float
    outcome: str


@dataclass(frozen=True, slots=True)
class CaseRecord:
    """One service: its kind, its truth, the searches by name, and the verdicts of plateaus at an overload of 1 %."""

    kind: str
    drifts: bool
    truth: TrueCapacity
    searches: dict[str, SearchRecord]
    overloads: tuple[State, ...]


def known_case(number: int, seed: int) -> tuple[ServiceCase, TrueCapacity]:
    """Service `number` of the population and its capacity; drawn again where it has none that could be found."""
    for attempt in range(_ATTEMPTS):
        case = drawn_service(number, seed, attempt)
        truth = true_capacity(partial(_bad_ratio, case), case.raw_rate, _CALLS)
        if truth is not None:
            return case, truth
    raise LookupError(f"no service {number} of seed {seed} has a capacity; widen the population")


def _bad_ratio(case: ServiceCase, rate: float, calls: int, run: int) -> float:
    with SimulatedStand(case.settled_service, case.slos, 1000 * (case.number + 1) + run) as stand:
        over, failed = stand.bad_shares(rate, calls, 60)
    return max(over / case.slo.limit_share, failed / 0.01)


def searched(
    case: ServiceCase, method: Capacity | FixedSteps | Bisection, seed: int, settings: PlateauSettings | None = None
) -> tuple[Answer | float | None, float, list[TrialResult]]:
    """The answer of a method on a service that was started anew, the seconds of load it took, and its trials."""
    history: list[TrialResult] = []
    with SimulatedStand(case.service, case.slos, seed) as stand:
        while True:
            step = method.next(history)
            if not isinstance(step, Trial):
                return step, float(stand.load_s), history
            judged = None if step.purpose is Purpose.RECOVER else settings
            history.append(stand.run(step, history, judged))


def record_of(number: int, seed: int, contenders: bool = True) -> CaseRecord:
    """Everything about service `number` of the population of `seed`."""
    case, truth = known_case(number, seed)
    rng = np.random.default_rng([seed, number, 999])
    start_rate = float(f"{truth.rate / rng.uniform(4.0, 16.0):.3g}")
    first = int(rng.integers(1, 2**30))
    answer, load_s, _ = searched(case, Capacity(CapacitySettings(start_rate=start_rate)), first)
    assert isinstance(answer, Answer)
    capacity = truth.rate
    rate, low, high = (
        math.nan if value is None else value / capacity for value in (answer.rate, answer.low, answer.high)
    )
    searches = {OURS: SearchRecord(rate, low, high, load_s, answer.outcome.value)}
    if contenders and not case.drifts:
        for name, minutes in _contenders(number):
            plateau_s = 60.0 * minutes
            method = (
                FixedSteps(0.5 * capacity * rng.uniform(0.97, 1.0), 1.0 + _PRECISION, plateau_s)
                if name.startswith("fixed")
                else Bisection(start_rate, _PRECISION, plateau_s)
            )
            kept, load_s, history = searched(case, method, first, full_plateau(plateau_s, TIMEOUT_S))
            assert not isinstance(kept, Answer)
            searches[name] = _stepped(kept, history, capacity, load_s)
    return CaseRecord(case.kind, case.drifts, truth, searches, () if case.drifts else _overloaded(case, truth, first))


def _contenders(number: int) -> list[tuple[str, float]]:
    short = [(STEPS_2, 2.0), (BISECTION_2, 2.0)]
    return [*short, (STEPS_20, 20.0), (BISECTION_20, 20.0)] if number // len(KINDS) % _LONG_EVERY == 0 else short


def _stepped(rate: float | None, history: Sequence[TrialResult], capacity: float, load_s: float) -> SearchRecord:
    failed = [
        result.trial.rate or 0.0
        for result in history
        if result.verdict.state is not State.PASSED and result.trial.purpose is not Purpose.RECOVER
    ]
    high = min(failed, default=math.nan)
    value = math.nan if rate is None else rate / capacity
    return SearchRecord(value, value, high / capacity, load_s, "none_passed" if rate is None else "found")


def _overloaded(case: ServiceCase, truth: TrueCapacity, seed: int) -> tuple[State, ...]:
    """Verdicts of plateaus at 1 % more than the capacity, each on a start of its own that is warm."""
    states = []
    for run in range(_OVERLOADS):
        with SimulatedStand(case.settled_service, case.slos, seed + 1 + run) as stand:
            trial = Trial(Purpose.SEARCH, _OVERLOAD * truth.rate, 60.0, 2.0)
            states.append(stand.run(trial).verdict.state)
    return tuple(states)


def capacity_searches(effort: Effort) -> MethodTable:
    """The table of the comparison. The same services for every search."""
    count = effort.runs(_SERVICES, fewest=len(KINDS))
    records = effort.map(partial(record_of, seed=effort.seed), range(count))
    steady = [record for record in records if not record.drifts]
    rows = [_row(name, steady, name) for name in (OURS, STEPS_2, STEPS_20, BISECTION_2, BISECTION_20)]
    for label, chosen in _groups(steady):
        rows.append(_row(f"{OURS}: {label}", chosen, OURS))
    drifting = [record for record in records if record.drifts]
    return MethodTable(
        "Capacity searches on simulated services",
        (
            "search",
            "services",
            "found %",
            "bias %",
            "within 3 %",
            "within 5 %",
            "[low, high] covers %",
            "median s",
            "p90 s",
        ),
        [row for row in rows if row is not None],
        _claims(steady, drifting),
        {
            "services": f"{len(steady)} that do not drift, {len(drifting)} that do",
            "seed": str(effort.seed),
            "calls for each true capacity": f"{_CALLS:,} at each of seven rates, twice",
        },
    )


def _groups(steady: Sequence[CaseRecord]) -> list[tuple[str, list[CaseRecord]]]:
    softness: list[tuple[str, Callable[[float], bool]]] = [
        ("soft knee (share +4 to +12 % per 1 % of rate)", lambda slope: slope < 12.0),
        ("knee between", lambda slope: 12.0 <= slope < 40.0),
        ("sharp knee (more than +40 %)", lambda slope: slope >= 40.0),
    ]
    groups = [(name, [record for record in steady if fits(record.truth.slope)]) for name, fits in softness]
    groups += [(kind, [record for record in steady if record.kind == kind]) for kind in KINDS]
    return [(name, chosen) for name, chosen in groups if chosen]


def _searches(records: Sequence[CaseRecord], name: str) -> list[SearchRecord]:
    return [record.searches[name] for record in records if name in record.searches]


def _within(searches: Sequence[SearchRecord], distance: float) -> float:
    return 100.0 * float(np.mean([abs(search.rate - 1.0) <= distance * _ROUNDING for search in searches]))


def _covered(searches: Sequence[SearchRecord]) -> float:
    return 100.0 * float(np.mean([search.low <= _ROUNDING and search.high >= 1.0 / _ROUNDING for search in searches]))


def _row(label: str, records: Sequence[CaseRecord], name: str) -> list[str | float] | None:
    searches = _searches(records, name)
    if not searches:
        return None
    rates = np.array([search.rate for search in searches])
    loads_s = [search.load_s for search in searches]
    return [
        label,
        str(len(searches)),
        f"{100.0 * np.mean(~np.isnan(rates)):.1f}",
        f"{100.0 * (np.nanmean(rates) - 1.0):+.2f}",
        f"{_within(searches, 0.03):.1f}",
        f"{_within(searches, 0.05):.1f}",
        f"{_covered(searches):.1f}",
        f"{np.median(loads_s):.0f}",
        f"{np.quantile(loads_s, 0.9):.0f}",
    ]


def _claims(steady: Sequence[CaseRecord], drifting: Sequence[CaseRecord]) -> list[Claim]:
    ours = _searches(steady, OURS)
    overloads = [state for record in steady for state in record.overloads]
    alarms = [search.outcome == Outcome.DRIFTING.value for search in ours]
    caught = [record.searches[OURS].outcome == Outcome.DRIFTING.value for record in drifting]
    answered = [not math.isnan(record.searches[OURS].rate) for record in drifting]
    claims = [
        Claim("rate within ±3 % of the capacity, % of searches", _within(ours, 0.03), least=95.0),
        Claim("[low, high] covers the capacity, %", _covered(ours), least=93.0),
        Claim("plateaus passed at an overload of 1 %, %", _percent([s is State.PASSED for s in overloads]), most=2.0),
        Claim("called drifting without drift, %", _percent(alarms), most=1.0),
        Claim("drifting services that get a number, %", _percent(answered), most=5.0),
        Claim("drifting services called drifting, %", _percent(caught), least=90.0),
    ]
    for name, part in ((BISECTION_2, 0.5), (BISECTION_20, 0.5), (STEPS_2, 0.1), (STEPS_20, 0.1)):
        both = [record.searches for record in steady if name in record.searches]
        for word, level in (("median", 0.5), ("90th percentile", 0.9)):
            our_s, their_s = (
                float(np.quantile([searches[which].load_s for searches in both], level)) if both else math.nan
                for which in (OURS, name)
            )
            claims.append(Claim(f"{word} of test time over that of {name}", our_s / their_s, most=part))
    return claims


def _percent(values: Sequence[bool]) -> float:
    return 100.0 * float(np.mean(values)) if values else math.nan
