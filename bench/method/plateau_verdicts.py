"""How the judge of one plateau decides at parts of the capacity, on queues whose capacity is known."""

from collections import Counter
from dataclasses import dataclass

import numpy as np
from loadproof.judge.plateau import PlateauSettings
from loadproof.judge.verdict import State

from bench.method.effort import Effort
from bench.method.table import Claim, MethodTable
from tests.unit.judge.simulated_service import KNOWN_SERVICES, Plateau

__all__ = ["LOADS", "Judged", "judged", "plateau_verdicts"]

LOADS = (0.6, 0.8, 0.9, 0.95, 0.97, 0.99, 1.0, 1.01, 1.03, 1.05, 1.1, 1.5)
_RUNS = 200
_SLOW_RATE = 5000.0
_HOLD_S = 60.0


@dataclass(frozen=True, slots=True)
class Judged:
    """Plateaus of one service at one load: how often each verdict was given, and how long they took, in s."""

    service: str
    load: float
    states: Counter[State]
    lengths_s: tuple[int, ...]

    def percent(self, state: State) -> float:
        """How often, of a hundred, the verdict was `state`."""
        return 100.0 * self.states[state] / len(self.lengths_s)


def judged(item: tuple[int, int, int, int]) -> Judged:
    """Plateaus of known service `item[0]` at load number `item[1]`, `item[2]` of them, from seed `item[3]`."""
    index, load_index, runs, seed = item
    known, load = KNOWN_SERVICES[index], LOADS[load_index]
    rng = np.random.default_rng(np.random.SeedSequence([seed, index, load_index]))
    plateau = Plateau(known.service, known.slos, settings=PlateauSettings(_HOLD_S))
    states, lengths_s = Counter[State](), []
    for _ in range(runs):
        verdict, timeline = plateau.run(rng, load * known.capacity)
        states[verdict.state] += 1
        lengths_s.append(timeline.ended_s)
    return Judged(known.name, load, states, tuple(lengths_s))


def plateau_verdicts(effort: Effort) -> MethodTable:
    """A row for each service and load."""
    items = [
        (index, load, effort.runs(_RUNS // 4 if known.capacity > _SLOW_RATE else _RUNS, fewest=5), effort.seed)
        for index, known in enumerate(KNOWN_SERVICES)
        for load in range(len(LOADS))
    ]
    found = effort.map(judged, items)
    rows = [
        [
            one.service,
            f"{one.load:g}",
            *(f"{one.percent(state):.1f}" for state in (State.PASSED, State.FAILED, State.UNDECIDED)),
            f"{np.median(one.lengths_s):.0f}",
            f"{np.mean(one.lengths_s):.0f}",
        ]
        for one in found
    ]
    over = [one.percent(State.PASSED) for one in found if one.load in (1.03, 1.05, 1.1, 1.5)]
    under = [one.percent(State.FAILED) for one in found if one.load <= 0.97]
    slight = [one.percent(State.PASSED) for one in found if one.load == 1.01]
    return MethodTable(
        "Verdicts of one plateau",
        ("service", "load / capacity", "passed %", "failed %", "undecided %", "median s", "mean s"),
        rows,
        (
            Claim("an overload of 1 % passed, mean over the services, %", float(np.mean(slight)), most=2.0),
            Claim("an overload of 3 % and more passed, the worst row, %", max(over), most=2.5),
            Claim("97 % of the capacity and less failed, the worst row, %", max(under), most=2.5),
        ),
        {"hold": f"{_HOLD_S:g} s, settle 2 s", "plateaus a row": f"{_RUNS}, a quarter above 5,000 calls/s"},
    )
