"""Other disturbances of other services than those that the rules of a disturbed second were chosen on.

Shapes, services and the seed were fixed before the first run on them, and no rule was changed after it.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from loadproof.judge.verdict import State
from loadproof.records.trend import Steadiness

from bench.method.disturbances import (
    HOLD_S,
    STATES,
    Beside,
    Judged,
    Others,
    Plateaus,
    claims_of,
    judged,
    nobody,
    percents,
    states_of,
)
from bench.method.effort import Effort
from bench.method.table import Claim, MethodTable
from tests.unit.judge.disturbed_machine import Burst, KnownUsers, periodic
from tests.unit.judge.simulated_service import KnownService, QueueService
from tests.unit.judge.simulated_soak import SimulatedSoak

__all__ = ["SECOND", "second_disturbances"]

_SEED = 20_262
_HEALTHY, _OVER = (0.5, 0.65, 0.8), (1.02, 1.1, 1.5)
_HARDLY_OVER = 1.02
_SLOWING = (0.7, 1.0)
"""A service that drifts: at this part of its capacity, and by so much more work in each call at the end."""
_RUNS, _RUNS_OF_SOAKS = 15, 20
_SOAK_S = 300
_AT_WORK = "bursts beside others at work all the time"
"""There the service is measured as it is, with a doubt: no claim is made of it."""


def _exponential(rng: np.random.Generator, hold_s: float) -> Others:
    """Lengths and gaps that are exponential."""
    length_s, gap_s, bursts = rng.uniform(2.0, 8.0), rng.uniform(8.0, 25.0), []
    begin_s = rng.exponential(gap_s)
    while begin_s < hold_s:
        lasts_s = max(0.2, rng.exponential(length_s))
        bursts.append(Burst(begin_s, lasts_s, rng.uniform(0.2, 1.0)))
        begin_s += lasts_s + rng.exponential(gap_s)
    return Others(bursts)


def _out_of_phase(rng: np.random.Generator, hold_s: float) -> Others:
    """Two, each with a period of its own."""
    bursts: list[Burst] = []
    for least_s, most_s in ((9.0, 15.0), (21.0, 33.0)):
        period_s = rng.uniform(least_s, most_s)
        length_s, cores = period_s * rng.uniform(0.1, 0.25), rng.uniform(0.3, 0.9)
        bursts += periodic(length_s, period_s, cores, rng.uniform(0.0, period_s), hold_s)
    return Others(bursts)


def _ramps(rng: np.random.Generator, hold_s: float) -> Others:
    """Up and down again in steps of a second, once a minute."""
    bursts = []
    for begin_s in np.arange(rng.uniform(0.0, 30.0), hold_s, 60.0).tolist():
        up_s, down_s = (int(rng.integers(4, 12)) for _ in range(2))
        most = rng.uniform(0.4, 1.0)
        heights = [*np.linspace(0.0, most, up_s + 1)[1:], *np.linspace(most, 0.0, down_s + 1)[:-1]]
        bursts += [Burst(begin_s + step, 1.0, float(cores)) for step, cores in enumerate(heights)]
    return Others(bursts)


def _stolen(rng: np.random.Generator, hold_s: float) -> Others:
    """By the hypervisor."""
    bursts, begin_s = [], rng.uniform(0.0, 30.0)
    while begin_s < hold_s:
        lasts_s = rng.uniform(1.5, 12.0)
        bursts.append(Burst(begin_s, lasts_s, rng.uniform(0.15, 0.7), is_stolen=True))
        begin_s += lasts_s + rng.uniform(10.0, 40.0)
    return Others(bursts)


def _pulses(rng: np.random.Generator, hold_s: float) -> Others:
    """Shorter than what a second tells."""
    bursts, begin_s = [], rng.uniform(0.0, 8.0)
    while begin_s < hold_s:
        bursts.append(Burst(begin_s, rng.uniform(0.5, 2.0), rng.uniform(0.5, 1.0)))
        begin_s += rng.uniform(5.0, 18.0)
    return Others(bursts)


def _on_background(rng: np.random.Generator, hold_s: float, least: float, most: float) -> Others:
    bursts, begin_s = [], rng.uniform(0.0, 20.0)
    while begin_s < hold_s:
        lasts_s = rng.uniform(2.0, 8.0)
        bursts.append(Burst(begin_s, lasts_s, rng.uniform(0.4, 0.9)))
        begin_s += lasts_s + rng.uniform(12.0, 40.0)
    return Others(bursts, rng.uniform(least, most), 300)


SECOND = Beside(
    (
        KnownService("M/LN/2, 3 ms", QueueService(2, 0.003, "lognormal"), 80.0, 582.6),
        KnownService("M/M/8, 12 ms", QueueService(8, 0.012, "exponential"), 120.0, 622.7),
        KnownService("M/D/2, 6 ms", QueueService(2, 0.006), 60.0, 293.0),
        KnownService("M/M/1, 4 ms", QueueService(1, 0.004, "exponential"), 200.0, 226.97),
        KnownUsers("users of M/2, 5 ms", QueueService(2, 0.005, "exponential"), 60.0, 331.7),
        KnownUsers("users of D/1, 8 ms", QueueService(1, 0.008), 70.0, 192.4, pause_s=2.0),
    ),
    {
        "nobody": nobody,
        "bursts of exponential length": _exponential,
        "two out of phase": _out_of_phase,
        "ramps up and down": _ramps,
        "stolen by the hypervisor": _stolen,
        "pulses of 0.5 to 2 s": _pulses,
        "bursts on a light background": partial(_on_background, least=0.03, most=0.08),
        _AT_WORK: partial(_on_background, least=0.15, most=0.35),
    },
    range(6),
)
"""Capacities of M/M/1 by formula, of the others from simulated calls (`tests/unit/bench/method`)."""
_BESIDE_SOAKS = (
    "nobody",
    "bursts of exponential length",
    "two out of phase",
    "ramps up and down",
    "pulses of 0.5 to 2 s",
)
_SOAKS = {"steady": (0.0, 0.0), "gets slower by 60 %": (0.6, 0.0), "leaks 30 % of its memory": (0.0, 0.3)}
"""By how much the median response time and the memory grow over a soak."""


@dataclass(frozen=True, slots=True)
class _Soaks:
    """Soaks of one kind of service beside others of one kind."""

    kind: str
    service: str
    states: Counter[Steadiness]

    @property
    def as_verdicts(self) -> Counter[State]:
        """As the columns of the table have them: steady is passed, not or never steady failed."""
        found = Counter[State]()
        told = {Steadiness.STEADY: State.PASSED, Steadiness.TOO_SHORT: State.INVALID}
        for steadiness, count in self.states.items():
            found[told.get(steadiness, State.FAILED)] += count
        return found


def second_disturbances(effort: Effort) -> MethodTable:
    """The table. Its seed is its own, whatever the seed of the run."""
    runs = effort.runs(_RUNS, fewest=1)
    places = range(len(SECOND.services))
    asked = [
        Plateaus(place, kind, load, is_watched, runs, _SEED)
        for kind in SECOND.kinds
        for load in (*_HEALTHY, *_OVER)
        for is_watched in (True, False)
        for place in places
        if is_watched or load in _HEALTHY
    ]
    load, slowing = _SLOWING
    asked += [Plateaus(place, kind, load, True, runs, _SEED, slowing) for kind in SECOND.kinds for place in places]
    found = effort.map(partial(judged, beside=SECOND), asked)
    soaks = effort.map(
        partial(_soaks, runs=effort.runs(_RUNS_OF_SOAKS, fewest=1)),
        [(kind, service) for kind in _BESIDE_SOAKS for service in _SOAKS],
    )
    rows = [_row(found, kind, load, slows) for kind in SECOND.kinds for load, slows in _loads()]
    rows += [[f"a soak of {_SOAK_S} s: {one.kind}", one.service, *percents(one.as_verdicts), ""] for one in soaks]
    return MethodTable(
        "Verdicts beside others of other shapes",
        ("others", "load / capacity", *STATES, "failed unwatched %"),
        rows,
        (*_claims(found), *_soak_claims([one for one in soaks if one.kind != "nobody"])),
        {
            "hold": f"{HOLD_S:g} s, settle 2 s",
            "plateaus": f"{runs} of each of {len(SECOND.services)} services in a row, two of which have closed users",
            "of soaks": "passed is steady, failed is not or never steady, cannot tell is too little to tell",
            "seed": str(_SEED),
        },
    )


def _loads() -> list[tuple[float, float]]:
    return [*((load, 0.0) for load in (*_HEALTHY, *_OVER)), _SLOWING]


def _row(found: Sequence[Judged], kind: str, load: float, slows: float) -> list[str]:
    of_row = [one for one in found if (one.asked.kind, one.asked.load, one.asked.slowing) == (kind, load, slows)]
    blind = states_of(of_row, is_watched=False)
    shown = f"{load:g}, slows by {100.0 * slows:.0f} %" if slows else f"{load:g}"
    return [kind, shown, *percents(states_of(of_row)), percents(blind)[1] if blind else ""]


def _claims(found: Sequence[Judged]) -> list[Claim]:
    watched = [one for one in found if one.asked.is_watched]
    beside = [one for one in watched if one.asked.kind not in ("nobody", _AT_WORK)]
    hardly, undisturbed = (
        states_of([one for one in of if one.asked.load == _HARDLY_OVER])
        for of in (beside, [one for one in watched if one.asked.kind == "nobody"])
    )
    return [
        *claims_of(beside, [one for one in beside if one.asked.slowing]),
        Claim(
            "an overload of 2 % passed, % (at most as often as where nobody else is)",
            _percent(hardly[State.PASSED], hardly.total()),
            most=_percent(undisturbed[State.PASSED], undisturbed.total()),
        ),
    ]


def _soak_claims(soaks: Sequence[_Soaks]) -> list[Claim]:
    steady, others = (
        sum((one.as_verdicts for one in soaks if (one.service == "steady") is is_steady), Counter[State]())
        for is_steady in (True, False)
    )
    return [
        Claim("a steady soak blamed, %", _percent(steady[State.FAILED], steady.total()), most=1.0),
        Claim(
            "a soak that leaks or gets slower called steady, %",
            _percent(others[State.PASSED], others.total()),
            most=2.0,
        ),
        Claim("the same not told, %", _percent(others[State.INVALID], others.total()), most=10.0),
    ]


def _percent(count: int, of: int) -> float:
    return 100.0 * count / max(1, of)


def _soaks(item: tuple[str, str], runs: int) -> _Soaks:
    """Soaks of a service beside others of a kind; its calls take longer by what others take of the core."""
    kind, service = item
    slower, leaks = _SOAKS[service]
    place = list(SECOND.kinds).index(kind), list(_SOAKS).index(service)
    rng = np.random.default_rng(np.random.SeedSequence([_SEED, *place, 77]))
    states = Counter[Steadiness]()
    for _ in range(runs):
        taken = _taken(SECOND.kinds[kind](rng, float(_SOAK_S)).bursts)
        states[_soaked(taken, slower, leaks, rng)] += 1
    return _Soaks(kind, service, states)


def _soaked(taken: np.ndarray, slower: float, leaks: float, rng: np.random.Generator) -> Steadiness:
    medians_ms = 5.0 * (1.0 + slower * np.arange(_SOAK_S) / _SOAK_S) / np.maximum(1.0 - taken, 0.5)
    of_memory = np.random.default_rng(rng.integers(2**31))

    def median_ms(second: float) -> float:
        return float(medians_ms[min(_SOAK_S - 1, int(second))])

    def taken_cores(second: float) -> float:
        return float(taken[int(second)]) if 0 <= second < _SOAK_S else 0.0

    def memory_mib(second: float) -> float:
        return 200.0 * (1.0 + leaks * second / _SOAK_S) + float(of_memory.normal(0.0, 1.0))

    soak = SimulatedSoak(_SOAK_S, median_ms=median_ms, taken_cores=taken_cores)
    return soak.run(memory_mib, seed=int(rng.integers(2**31)))[1].steadiness


def _taken(bursts: Sequence[Burst]) -> np.ndarray:
    """What others take in each second of a soak, in cores."""
    taken = np.zeros(_SOAK_S)
    for burst in bursts:
        for second in range(int(burst.begin_s), min(_SOAK_S, int(burst.begin_s + burst.length_s) + 1)):
            within = min(second + 1.0, burst.begin_s + burst.length_s) - max(float(second), burst.begin_s)
            taken[second] += burst.cores * max(0.0, within)
    return np.minimum(taken, 1.0)
