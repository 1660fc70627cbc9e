"""One service of the population, every search of its capacity, and plateaus a little above it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from loadproof.judge.plateau import PlateauSettings
from loadproof.judge.verdict import State, Verdict
from loadproof.methods.capacity.machine import Capacity
from loadproof.methods.capacity.settings import CapacitySettings
from loadproof.methods.confirmation import confirmation
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.records.answer import Answer

from bench.method.known_service import KnownService, known_service, warm_calls
from bench.method.second_population import SECOND
from bench.method.service_population import KINDS, ServiceCase, log_uniform
from bench.method.stepped_searches import Bisection, FixedSteps, counted, full_plateau, plateau
from bench.method.true_capacity import Missing, TrueCapacity
from bench.method.virtual_run import TIMEOUT_S, VirtualRun

__all__ = [
    "BISECTION_2",
    "BISECTION_20",
    "BUDGET_2",
    "OURS",
    "OURS_20",
    "PRECISION",
    "STEPS_2",
    "STEPS_20",
    "TESTED",
    "TESTED_EARLY",
    "CaseRecord",
    "SearchRecord",
    "record_of",
    "record_of_second",
    "search_record",
    "searched",
    "start_of",
]

OURS, OURS_20, BUDGET_2, TESTED, TESTED_EARLY, STEPS_2, STEPS_20, BISECTION_2, BISECTION_20 = (
    "sequential search, 2 min",
    "sequential search, 20 min",
    "sequential search, a budget of 2 min",
    "a plateau of 60 s that is passed by test at its end",
    "a plateau of 60 s that is passed by test at any look",
    "fixed steps, 2 min",
    "fixed steps, 20 min",
    "bisection, 2 min",
    "bisection, 20 min",
)
PRECISION = 0.03
_OVERLOAD, _OVERLOADS = 1.01, 4
_LONG_EVERY = 10
"""Plateaus of 20 minutes are run on every so many services of a kind."""
_SIMULATED_FROM, _SIMULATED_AT_LATEST = 0.5, 0.94
_IMPROBABLE = 0.001
_SLACK = 1.3
_CALLS = 400_000.0
_START_PARTS = (4.0, 16.0)
_SECOND_START_PARTS = (3.0, 40.0)
_SETTINGS = {
    OURS: CapacitySettings(),
    OURS_20: CapacitySettings(confirm_hold_s=1200.0, confirm_grows=False),
    BUDGET_2: CapacitySettings(budget_s=120.0),
}
"""Besides where they begin: the defaults confirm for 2 minutes, and longer after a confirmation that was refused."""
_REST_S = 10.0


@dataclass(frozen=True, slots=True)
class SearchRecord:
    """What a search found as parts of the true capacity, and how many seconds of load it took."""

    rate: float
    low: float
    high: float
    load_s: float
    outcome: str
    trials: int
    estimate: float = math.nan
    """Of a search by hand: what it kept."""


@dataclass(frozen=True, slots=True)
class CaseRecord:
    """One service with its truth, the searches by name, and verdicts on an overload of 1 % by the name of a search."""

    kind: str
    drifts: bool
    workers: int
    truth: TrueCapacity
    drawn_again: tuple[Missing, ...]
    searches: dict[str, SearchRecord]
    overloads: dict[str, tuple[State, ...]]
    seen_in_passes: tuple[float, ...] = ()
    """Of plateaus that passed that overload by test at any look: the counted share of bad calls over its limit."""
    lowest_steps: tuple[State, ...] = ()
    """Verdicts of the first plateaus of fixed steps that were simulated: those below were only counted in time."""


def searched(
    case: ServiceCase, method: Capacity | FixedSteps | Bisection, seed: int, settings: PlateauSettings | None = None
) -> tuple[Answer | float | None, float, list[TrialResult]]:
    """The answer of a method on a service that was started anew, the seconds of load it took, and its trials."""
    history: list[TrialResult] = []
    with VirtualRun.of_one_call(case.service, case.slos, seed, case.weights, case.arrivals) as stand:
        while True:
            step = method.next(history)
            if not isinstance(step, Trial):
                return step, float(stand.load_s), history
            judged = None if step.purpose is Purpose.RECOVER else settings
            result = stand.run(step, history, judged)
            history.append(result if judged is None else counted(result))


def record_of(number: int, seed: int, contenders: bool = True, cache: Path | None = None) -> CaseRecord:
    """Everything about service `number` of the population of `seed`."""
    known = known_service(number, seed, cache)
    case, capacity = known.case, known.truth.rate
    start_rate, offset, first = start_of(known, seed)
    searches = _searches(known, start_rate, first)
    overloads: dict[str, tuple[State, ...]] = {}
    seen: tuple[float, ...] = ()
    lowest_steps: tuple[State, ...] = ()
    if not case.drifts:
        over = _OVERLOAD * capacity
        tested = _overloaded(known, _plateau(over, early=True), None, first + 1)
        seen = tuple(_seen(verdict) for verdict in tested if verdict.state is State.PASSED)
        overloads[TESTED_EARLY] = _states(tested)
        overloads[TESTED] = _states(_overloaded(known, _plateau(over, early=False), None, first + 1))
        overloads[OURS] = _states(_overloaded(known, _confirmation(over, _SETTINGS[OURS]), None, first + 1))
        simulated_from = _passing_part(known, seed) if contenders else 1.0
        for steps, bisection, minutes in _contenders(number) if contenders else ():
            plateau_s = 60.0 * minutes
            settings = full_plateau(plateau_s, TIMEOUT_S)
            kept, load_s, history = searched(case, Bisection(start_rate, PRECISION, plateau_s), first, settings)
            searches[bisection] = _stepped(kept, history, capacity, load_s)
            method = FixedSteps.through(capacity, PRECISION, offset, simulated_from, plateau_s)
            kept, load_s, history = searched(case.settled, method, first, settings)
            searches[steps] = _stepped(kept, history, capacity, load_s + method.skipped_s, method.skipped)
            lowest_steps += (history[0].verdict.state,)
            states = _states(_overloaded(known, plateau(over, plateau_s), settings, first + 2))
            overloads |= {steps: states, bisection: states}
    workers = int(case.service["workers"])
    return CaseRecord(
        case.kind, case.drifts, workers, known.truth, known.drawn_again, searches, overloads, seen, lowest_steps
    )


def record_of_second(number: int, seed: int, cache: Path | None = None) -> CaseRecord:
    """The searches of ours alone about service `number` of the second population of `seed`."""
    known = known_service(number, seed, cache, SECOND)
    rng = np.random.default_rng(np.random.SeedSequence([seed, number, 998]))
    start_rate = float(f"{known.truth.rate / log_uniform(rng, *_SECOND_START_PARTS):.3g}")
    searches = _searches(known, start_rate, int(rng.integers(1, 2**30)))
    workers = int(known.case.service["workers"])
    return CaseRecord(known.case.kind, known.case.drifts, workers, known.truth, known.drawn_again, searches, {})


def start_of(known: KnownService, seed: int) -> tuple[float, float, int]:
    """Where searches of a service of the published population begin, the part of a step for fixed ones, and a seed."""
    rng = np.random.default_rng(np.random.SeedSequence([seed, known.case.number, 999]))
    start_rate = float(f"{known.truth.rate / rng.uniform(*_START_PARTS):.3g}")
    return start_rate, rng.random(), int(rng.integers(1, 2**30))


def _searches(known: KnownService, start_rate: float, seed: int) -> dict[str, SearchRecord]:
    """Each search of ours, on a start of its own."""
    return {
        name: _ours(known.case, known.truth.rate, replace(settings, start_rate=start_rate), seed)
        for name, settings in _SETTINGS.items()
    }


def _contenders(number: int) -> list[tuple[str, str, float]]:
    long = [(STEPS_20, BISECTION_20, 20.0)] if number // len(KINDS) % _LONG_EVERY == 0 else []
    return [(STEPS_2, BISECTION_2, 2.0), *long]


def _stepped(
    answer: Answer | float | None, history: Sequence[TrialResult], capacity: float, load_s: float, skipped: int = 0
) -> SearchRecord:
    assert not isinstance(answer, Answer)
    failed = [
        result.trial.rate or 0.0
        for result in history
        if result.verdict.state is not State.PASSED and result.trial.purpose is not Purpose.RECOVER
    ]
    high = min(failed, default=math.nan) / capacity
    value = math.nan if answer is None else answer / capacity
    outcome = "none_passed" if answer is None else "found"
    return SearchRecord(value, value, high, load_s, outcome, skipped + len(history), value)


def _passing_part(known: KnownService, seed: int) -> float:
    """The part of the capacity below which plateaus of fixed steps need not be run, as they pass.

    Where a long simulation shows a thousandth of the share that is allowed, a plateau, of whatever length, has more
    than the share with a probability of at most a thousandth (Markov's inequality); below half the capacity in any
    case.
    """
    part = 1.0 + _SLACK * math.log(_IMPROBABLE) / known.truth.slope
    part = min(_SIMULATED_AT_LATEST, part)
    if part <= _SIMULATED_FROM:
        return _SIMULATED_FROM
    rate = part * known.truth.rate
    length_s = max(_CALLS / rate, 8.0 * known.case.cycle_s)
    shown = warm_calls(known.case, seed, rate, length_s, 999)
    return part if shown.level <= math.log(_IMPROBABLE) else _SIMULATED_FROM


def _ours(case: ServiceCase, capacity: float, settings: CapacitySettings, seed: int) -> SearchRecord:
    answer, load_s, history = searched(case, Capacity(settings), seed)
    assert isinstance(answer, Answer)
    return search_record(answer, capacity, load_s, len(history))


def search_record(answer: Answer, capacity: float, load_s: float, trials: int) -> SearchRecord:
    """What an answer is worth beside the true `capacity`."""
    rate, low, high, estimate = (
        math.nan if value is None else value / capacity
        for value in (answer.rate, answer.low, answer.high, answer.estimate)
    )
    return SearchRecord(rate, low, high, load_s, answer.outcome.value, trials, estimate)


def _confirmation(rate: float, settings: CapacitySettings) -> Trial:
    return confirmation(rate, settings.confirm_ramp_s, settings.settle_s, settings.confirm_hold_s)


def _plateau(rate: float, *, early: bool) -> Trial:
    return Trial(Purpose.SEARCH, rate, 60.0, 2.0, early_stop=early)


def _states(verdicts: Sequence[Verdict]) -> tuple[State, ...]:
    return tuple(verdict.state for verdict in verdicts)


def _seen(verdict: Verdict) -> float:
    return max((result.share / result.slo.limit_share for result in verdict.results), default=math.nan)


def _overloaded(known: KnownService, trial: Trial, settings: PlateauSettings | None, seed: int) -> list[Verdict]:
    """Verdicts of `trial` on one start that is warm, each after a rest of its own so that no cycle is favoured."""
    case, rng = known.case, np.random.default_rng(seed)
    verdicts = []
    with VirtualRun.of_one_call(case.settled_service, case.slos, seed) as stand:
        for _ in range(_OVERLOADS):
            rest_s = math.ceil(_REST_S + 2.0 * case.cycle_s * rng.random())
            # No load of a user, which is held whatever it shows: a rest that is an overload may end.
            stand.run(Trial(Purpose.SEARCH, 0.5 * known.truth.rate, rest_s), (), full_plateau(rest_s, TIMEOUT_S))
            result = stand.run(trial, (), settings)
            verdicts.append((result if settings is None else counted(result)).verdict)
    return verdicts
