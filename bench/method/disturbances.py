"""How plateaus beside others on the machine are judged: services of known capacity, of whose processor others take."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from loadproof.judge.plateau import PlateauSettings
from loadproof.judge.timeline import Timeline
from loadproof.judge.verdict import State, Verdict

from bench.method.effort import Effort
from bench.method.table import Claim, MethodTable
from tests.unit.judge.disturbed_machine import Burst, DisturbedPlateau, KnownUsers, at_random, periodic
from tests.unit.judge.simulated_service import KNOWN_SERVICES, KnownService

__all__ = [
    "FIRST",
    "HOLD_S",
    "LOADS",
    "STATES",
    "Beside",
    "Judged",
    "Kind",
    "Others",
    "Plateaus",
    "claims_of",
    "disturbances",
    "judged",
    "nobody",
    "percents",
    "states_of",
]

LOADS = (0.5, 0.7, 0.8, 1.02, 1.1, 1.5)
_HEALTHY = 0.8
_OVERLOAD = 1.1
_RUNS = 60
HOLD_S = 60.0
STATES = ("passed %", "failed %", "undecided %", "cannot tell %")
_SERVICES = (0, 2, 4, 5)
"""Of the known ones those under 5,000 calls/s, with random arrivals."""
_LEAST_CLEAN = 1.0 / 3.0


@dataclass(frozen=True, slots=True)
class Others:
    """What others take beside one plateau; `usual_cores` all the time, and for `known_s` before it.

    The hypervisor takes `stolen_share` of what the service would use: such a machine is slower, and that is judged.
    """

    bursts: Sequence[Burst] = ()
    usual_cores: float = 0.0
    known_s: int = 0
    stolen_share: float = 0.0


Kind = Callable[[np.random.Generator, float], Others]
"""Others drawn for a hold of so many seconds."""


def nobody(_rng: np.random.Generator, _hold_s: float) -> Others:
    """Nobody else is there."""
    return Others()


def _random(rng: np.random.Generator, hold_s: float) -> Others:
    return Others(at_random(rng, hold_s))


def _periodic(rng: np.random.Generator, hold_s: float) -> Others:
    length_s = float(rng.uniform(2.0, 20.0))
    cores, first_s = float(rng.uniform(0.3, 1.0)), float(rng.uniform(0.0, 20.0))
    return Others(periodic(length_s, 3.0 * length_s, cores, first_s, hold_s))


def _long(rng: np.random.Generator, _hold_s: float) -> Others:
    return Others([Burst(float(rng.uniform(0.0, 10.0)), 60.0, float(rng.uniform(0.3, 1.0)))])


@dataclass(frozen=True, slots=True)
class Beside:
    """Services, and who else is on their machine."""

    services: Sequence[KnownService | KnownUsers]
    kinds: Mapping[str, Kind]
    numbers: Sequence[int]
    """Of the services, which their luck grows from."""
    tries: int = 1
    """A plateau that cannot tell is run again, so many times in all, beside others drawn anew."""


FIRST = Beside(
    [KNOWN_SERVICES[index] for index in _SERVICES],
    {"nobody": nobody, "at random": _random, "a third of the time": _periodic, "nearly all the time": _long},
    _SERVICES,
)


@dataclass(frozen=True, slots=True)
class Plateaus:
    """What is run: so many plateaus of a service at a part of its capacity beside others of one kind."""

    place: int
    """Of the service."""
    kind: str
    load: float
    is_watched: bool
    runs: int
    seed: int
    slowing: float = 0.0
    """By so much longer is each call at the end; such a plateau is held to it."""


@dataclass(frozen=True, slots=True)
class Judged:
    """Plateaus of one service at one load beside others of one kind."""

    asked: Plateaus
    states: Counter[State]
    clean: Counter[State]
    """Of the plateaus of which a third or more was clean."""


def judged(asked: Plateaus, beside: Beside = FIRST) -> Judged:
    """The verdicts of the plateaus that are asked for."""
    place = list(beside.kinds).index(asked.kind)
    rng = np.random.default_rng(
        np.random.SeedSequence([asked.seed, beside.numbers[asked.place], place, round(100 * asked.load)])
    )
    states, clean = Counter[State](), Counter[State]()
    for _ in range(asked.runs):
        verdict, timeline = _tried(asked, beside, rng)
        states[verdict.state] += 1
        span_s = timeline.span_stop - timeline.span_start
        spoiled = timeline.disturbances.spoiled(timeline.ended_s)
        clean_s = sum(second not in spoiled for second in range(timeline.span_start, timeline.span_stop))
        if clean_s >= _LEAST_CLEAN * span_s:
            clean[verdict.state] += 1
    return Judged(asked, states, clean)


def _tried(asked: Plateaus, beside: Beside, rng: np.random.Generator) -> tuple[Verdict, Timeline]:
    """The last plateau of one that is repeated while it cannot tell."""
    known, settings = beside.services[asked.place], PlateauSettings(HOLD_S, early_pass=asked.slowing == 0.0)
    others = beside.kinds[asked.kind](rng, HOLD_S)
    stolen_share, background = others.stolen_share, None
    slower, capacity = _on_slower_machine(known, 1.0 - stolen_share)
    for number in range(beside.tries):
        if number:
            # Others come and go, the machine stays.
            others = beside.kinds[asked.kind](rng, HOLD_S)
        plateau = DisturbedPlateau(
            slower,
            others.bursts,
            settings=settings,
            slowing=asked.slowing,
            usual_cores=others.usual_cores,
            known_s=others.known_s,
            stolen_share=stolen_share,
            is_watched=asked.is_watched,
        )
        background = background or plateau.background()
        verdict, timeline, _ = plateau.run(rng, asked.load * capacity, background)
        if verdict.state is not State.INVALID:
            break
    return verdict, timeline


def _on_slower_machine(known: KnownService | KnownUsers, speed: float) -> tuple[KnownService | KnownUsers, float]:
    """The same with all times longer alike, and what its capacity is there."""
    threshold_ms = known.threshold_ms / speed
    if isinstance(known, KnownUsers):
        return replace(known, threshold_ms=threshold_ms, pause_s=known.pause_s / speed), known.capacity
    return replace(known, threshold_ms=threshold_ms), known.capacity * speed


def disturbances(effort: Effort) -> MethodTable:
    """A row for each kind of others and load, over the services; what an unwatched judge says stands beside it."""
    runs = effort.runs(_RUNS, fewest=3)
    asked = [
        Plateaus(place, kind, load, is_watched, runs, effort.seed)
        for kind in FIRST.kinds
        for load in LOADS
        for is_watched in (True, False)
        for place in range(len(FIRST.services))
    ]
    found = effort.map(judged, asked)
    rows = []
    for kind in FIRST.kinds:
        for load in LOADS:
            of_row = [one for one in found if (one.asked.kind, one.asked.load) == (kind, load)]
            told, blind = (states_of(of_row, is_watched=watched) for watched in (True, False))
            rows.append([kind, f"{load:g}", *percents(told), _percent(blind, State.FAILED)])
    beside = [one for one in found if one.asked.is_watched and one.asked.kind != "nobody"]
    return MethodTable(
        "Verdicts beside others on the machine",
        ("others", "load / capacity", *STATES, "failed unwatched %"),
        rows,
        claims_of(beside, []),
        {"hold": f"{HOLD_S:g} s, settle 2 s", "plateaus": f"{_RUNS} of each service in a row"},
    )


def percents(states: Counter[State]) -> list[str]:
    """The columns of `STATES`."""
    return [_percent(states, one) for one in (State.PASSED, State.FAILED, State.UNDECIDED, State.INVALID)]


def claims_of(beside: Sequence[Judged], drifting: Sequence[Judged]) -> list[Claim]:
    """The targets of plateaus beside others; `drifting` are those of services that get too slow while it lasts."""
    steady = [one for one in beside if one not in drifting]
    healthy = [one for one in steady if one.asked.load <= _HEALTHY]
    over = [*(one for one in steady if one.asked.load >= _OVERLOAD), *drifting]
    clean_over = sum((one.clean for one in over), Counter[State]())
    unknown = clean_over[State.UNDECIDED] + clean_over[State.INVALID]
    what = "an overload of 10 % and more" + (", or a service that gets too slow," if drifting else "")
    return [
        Claim("a healthy service blamed, %", _share(healthy, State.FAILED), most=1.0),
        Claim(f"{what} passed, %", _share(over, State.PASSED), most=2.0),
        Claim(
            f"{what} not told where a third was clean, %",
            100.0 * unknown / max(1, clean_over.total()),
            most=10.0,
        ),
    ]


def states_of(found: Sequence[Judged], *, is_watched: bool = True) -> Counter[State]:
    """All verdicts of those that were watched, or not."""
    return sum((one.states for one in found if one.asked.is_watched == is_watched), Counter[State]())


def _percent(states: Counter[State], state: State) -> str:
    return f"{100.0 * states[state] / max(1, states.total()):.1f}"


def _share(rows: Sequence[Judged], state: State) -> float:
    whole = sum((one.states for one in rows), Counter[State]())
    return 100.0 * whole[state] / max(1, whole.total())
