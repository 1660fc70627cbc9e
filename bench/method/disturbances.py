"""How plateaus beside others on the machine are judged: services of known capacity, of whose processor others take."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from loadproof.judge.plateau import PlateauSettings
from loadproof.judge.verdict import State

from bench.method.effort import Effort
from bench.method.table import Claim, MethodTable
from tests.unit.judge.disturbed_machine import Burst, DisturbedPlateau, at_random, periodic
from tests.unit.judge.simulated_service import KNOWN_SERVICES

__all__ = ["LOADS", "Judged", "disturbances", "judged"]

LOADS = (0.5, 0.7, 0.8, 1.02, 1.1, 1.5)
_HEALTHY = 0.8
_OVERLOAD = 1.1
_RUNS = 60
_HOLD_S = 60.0
_SERVICES = (0, 2, 4, 5)
"""Of the known ones those under 5,000 calls/s, with random arrivals."""
_LEAST_CLEAN = 1.0 / 3.0


def _random(rng: np.random.Generator) -> Sequence[Burst]:
    return at_random(rng, _HOLD_S)


def _periodic(rng: np.random.Generator) -> Sequence[Burst]:
    length_s = float(rng.uniform(2.0, 20.0))
    return periodic(length_s, 3.0 * length_s, float(rng.uniform(0.3, 1.0)), float(rng.uniform(0.0, 20.0)), _HOLD_S)


def _long(rng: np.random.Generator) -> Sequence[Burst]:
    return [Burst(float(rng.uniform(0.0, 10.0)), 60.0, float(rng.uniform(0.3, 1.0)))]


KINDS: dict[str, Callable[[np.random.Generator], Sequence[Burst]]] = {
    "nobody": lambda _: (),
    "at random": _random,
    "a third of the time": _periodic,
    "nearly all the time": _long,
}


@dataclass(frozen=True, slots=True)
class Judged:
    """Plateaus of one service at one load beside others of one kind."""

    service: str
    kind: str
    load: float
    is_watched: bool
    states: Counter[State]
    clean: Counter[State]
    """Of the plateaus of which a third or more was clean."""

    def percent(self, state: State) -> float:
        """How often, of a hundred, the verdict was `state`."""
        return 100.0 * self.states[state] / max(1, self.states.total())


def judged(item: tuple[int, str, float, bool, int, int]) -> Judged:
    """Plateaus of known service `item[0]` beside others of kind `item[1]` at load `item[2]`, watched or not."""
    index, kind, load, is_watched, runs, seed = item
    known = KNOWN_SERVICES[index]
    rng = np.random.default_rng(np.random.SeedSequence([seed, index, list(KINDS).index(kind), round(100 * load)]))
    states, clean = Counter[State](), Counter[State]()
    for _ in range(runs):
        bursts = KINDS[kind](rng)
        plateau = DisturbedPlateau(known, bursts, settings=PlateauSettings(_HOLD_S), is_watched=is_watched)
        verdict, timeline, _ = plateau.run(rng, load * known.capacity)
        states[verdict.state] += 1
        span_s = timeline.span_stop - timeline.span_start
        spoiled = timeline.disturbances.spoiled(timeline.ended_s)
        clean_s = sum(second not in spoiled for second in range(timeline.span_start, timeline.span_stop))
        if clean_s >= _LEAST_CLEAN * span_s:
            clean[verdict.state] += 1
    return Judged(known.name, kind, load, is_watched, states, clean)


def disturbances(effort: Effort) -> MethodTable:
    """A row for each kind of others and load, over the services; what an unwatched judge says stands beside it."""
    runs = effort.runs(_RUNS, fewest=3)
    items = [
        (index, kind, load, is_watched, runs, effort.seed)
        for kind in KINDS
        for load in LOADS
        for is_watched in (True, False)
        for index in _SERVICES
    ]
    found = effort.map(judged, items)
    rows = []
    for kind in KINDS:
        for load in LOADS:
            told, blind = (_sum(found, kind, load, is_watched=watched) for watched in (True, False))
            states = (State.PASSED, State.FAILED, State.UNDECIDED, State.INVALID)
            rows.append([kind, f"{load:g}", *(_percent(told, one) for one in states), _percent(blind, State.FAILED)])
    beside = [one for one in found if one.is_watched and one.kind != "nobody"]
    healthy = [one for one in beside if one.load <= _HEALTHY]
    over = [one for one in beside if one.load >= _OVERLOAD]
    clean_over = sum((one.clean for one in over), Counter[State]())
    unknown = clean_over[State.UNDECIDED] + clean_over[State.INVALID]
    return MethodTable(
        "Verdicts beside others on the machine",
        ("others", "load / capacity", "passed %", "failed %", "undecided %", "cannot tell %", "failed unwatched %"),
        rows,
        (
            Claim("a healthy service blamed, %", _share(healthy, State.FAILED), most=1.0),
            Claim("an overload of 10 % and more passed, %", _share(over, State.PASSED), most=2.0),
            Claim(
                "an overload of 10 % and more not told where a third was clean, %",
                100.0 * unknown / max(1, clean_over.total()),
                most=10.0,
            ),
        ),
        {"hold": f"{_HOLD_S:g} s, settle 2 s", "plateaus": f"{_RUNS} of each service in a row"},
    )


def _sum(found: Sequence[Judged], kind: str, load: float, *, is_watched: bool) -> Counter[State]:
    rows = [one for one in found if (one.kind, one.load, one.is_watched) == (kind, load, is_watched)]
    return sum((one.states for one in rows), Counter[State]())


def _percent(states: Counter[State], state: State) -> str:
    return f"{100.0 * states[state] / max(1, states.total()):.1f}"


def _share(rows: Sequence[Judged], state: State) -> float:
    whole = sum((one.states for one in rows), Counter[State]())
    return 100.0 * whole[state] / max(1, whole.total())
