"""One service of the population, every search of its capacity, and plateaus a little above it."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from loadproof.judge.plateau import PlateauSettings
from loadproof.judge.verdict import State
from loadproof.method.capacity import Capacity
from loadproof.method.capacity_answer import Answer
from loadproof.method.capacity_settings import CapacitySettings
from loadproof.method.confirm import confirmation
from loadproof.method.trial import Purpose, Trial, TrialResult

from bench.method.known_service import KnownService, known_service
from bench.method.service_population import KINDS, ServiceCase
from bench.method.simulated_plan import TIMEOUT_S
from bench.method.simulated_trial import SimulatedStand
from bench.method.stepped_searches import Bisection, FixedSteps, full_plateau
from bench.method.true_capacity import Missing, TrueCapacity

__all__ = [
    "BISECTION_2",
    "BISECTION_20",
    "OURS",
    "STEPS_2",
    "STEPS_20",
    "CaseRecord",
    "SearchRecord",
    "record_of",
    "searched",
]

OURS, STEPS_2, STEPS_20, BISECTION_2, BISECTION_20 = (
    "sequential search",
    "fixed steps, 2 min",
    "fixed steps, 20 min",
    "bisection, 2 min",
    "bisection, 20 min",
)
PRECISION = 0.03
_OVERLOAD, _OVERLOADS = 1.01, 4
_LONG_EVERY = 10
"""Plateaus of 20 minutes are run on every so many services of a kind."""
_SIMULATED_FROM = 0.5
"""Plateaus of fixed steps below this part of the capacity are counted in time, and not run."""
_START_PARTS = (4.0, 16.0)
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
    half_loads: tuple[State, ...] = ()
    """Verdicts of the plateaus of fixed steps between 50 and 60 % of the capacity."""


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


def record_of(number: int, seed: int, contenders: bool = True, cache: Path | None = None) -> CaseRecord:
    """Everything about service `number` of the population of `seed`."""
    known = known_service(number, seed, cache)
    case, capacity = known.case, known.truth.rate
    rng = np.random.default_rng(np.random.SeedSequence([seed, number, 999]))
    start_rate = float(f"{capacity / rng.uniform(*_START_PARTS):.3g}")
    first = int(rng.integers(1, 2**30))
    answer, load_s, history = searched(case, Capacity(CapacitySettings(start_rate=start_rate)), first)
    assert isinstance(answer, Answer)
    rate, low, high = (
        math.nan if value is None else value / capacity for value in (answer.rate, answer.low, answer.high)
    )
    searches = {OURS: SearchRecord(rate, low, high, load_s, answer.outcome.value, len(history))}
    overloads: dict[str, tuple[State, ...]] = {}
    if not case.drifts:
        overloads[OURS] = _overloaded(known, _confirmation(_OVERLOAD * capacity), None, first + 1)
    return CaseRecord(
        case.kind, case.drifts, case.service["workers"], known.truth, known.drawn_again, searches, overloads
    )


def _confirmation(rate: float) -> Trial:
    settings = CapacitySettings()
    return confirmation(rate, settings.confirm_ramp_s, settings.settle_s, settings.confirm_hold_s)


def _overloaded(
    known: KnownService, trial: Trial, settings: PlateauSettings | None, seed: int
) -> tuple[State, ...]:
    """Verdicts of `trial` on one start that is warm, each after a rest of its own so that no cycle is favoured."""
    case, rng = known.case, np.random.default_rng(seed)
    states = []
    with SimulatedStand(case.settled_service, case.slos, seed) as stand:
        for _ in range(_OVERLOADS):
            rest_s = math.ceil(_REST_S + 2.0 * case.cycle_s * rng.random())
            stand.run(Trial(Purpose.LOAD, 0.5 * known.truth.rate, rest_s), (), full_plateau(rest_s, TIMEOUT_S))
            states.append(stand.run(trial, (), settings).verdict.state)
    return tuple(states)
