"""Machines of whose processors the hypervisor takes a part whenever they are at work, beside others of further shapes.

The rule of what is usually stolen was chosen on other services, shapes and seeds; these were fixed before the first run
on them, and no rule was changed after it.
"""

import math
from functools import partial

import numpy as np

from bench.method.disturbances import (
    HOLD_S,
    STATES,
    Beside,
    Others,
    Plateaus,
    claims_of,
    judged,
    nobody,
    percents,
    states_of,
)
from bench.method.effort import Effort
from bench.method.table import MethodTable
from tests.unit.judge.disturbed_machine import Burst, KnownUsers
from tests.unit.judge.simulated_service import KnownService, QueueService

__all__ = ["THIRD", "third_disturbances"]

_SEED = 30_263
_LOADS = (0.5, 0.65, 0.8, 1.02, 1.1, 1.5)
_SLOWING = (0.7, 1.0)
_RUNS, _TRIES = 25, 3


def _usual_share(rng: np.random.Generator) -> float:
    return float(rng.uniform(0.1, 0.3))


def _robbed(rng: np.random.Generator, _hold_s: float) -> Others:
    """The hypervisor takes a part of all that is used."""
    return Others(stolen_share=_usual_share(rng))


def _robbed_beside_bursts(rng: np.random.Generator, hold_s: float) -> Others:
    """And others are at work now and then."""
    bursts, begin_s = [], rng.exponential(15.0)
    while begin_s < hold_s:
        lasts_s = rng.gamma(2.0, 2.0)
        bursts.append(Burst(begin_s, lasts_s, rng.uniform(0.3, 1.0)))
        begin_s += lasts_s + rng.gamma(2.0, 12.0)
    return Others(bursts, stolen_share=_usual_share(rng))


def _robbed_twice(rng: np.random.Generator, hold_s: float) -> Others:
    """And at times it takes much more."""
    bursts, begin_s = [], rng.exponential(15.0)
    while begin_s < hold_s:
        lasts_s = rng.gamma(2.0, 2.0)
        bursts.append(Burst(begin_s, lasts_s, rng.uniform(0.3, 0.6), is_stolen=True))
        begin_s += lasts_s + rng.gamma(2.0, 12.0)
    return Others(bursts, stolen_share=float(rng.uniform(0.05, 0.15)))


def _stolen_once(rng: np.random.Generator, hold_s: float) -> Others:
    """A neighbour on the same host works for 2 to 60 s."""
    lasts_s = math.exp(rng.uniform(math.log(2.0), math.log(60.0)))
    return Others([Burst(rng.uniform(0.0, hold_s), lasts_s, rng.uniform(0.15, 0.7), is_stolen=True)])


def _both(rng: np.random.Generator, hold_s: float) -> Others:
    """A process of ours and a neighbour begin together, and end by themselves."""
    bursts = []
    for begin_s in np.arange(rng.uniform(0.0, 20.0), hold_s, 30.0).tolist():
        bursts.append(Burst(begin_s, rng.uniform(2.0, 6.0), rng.uniform(0.2, 0.8)))
        bursts.append(Burst(begin_s, rng.uniform(2.0, 10.0), rng.uniform(0.15, 0.5), is_stolen=True))
    return Others(bursts)


def _doubling(rng: np.random.Generator, hold_s: float) -> Others:
    """Twice as much every few seconds, and then nothing."""
    bursts, begin_s = [], rng.uniform(0.0, 30.0)
    while begin_s < hold_s:
        for cores in (0.1, 0.2, 0.4, 0.8):
            step_s = rng.uniform(1.0, 4.0)
            bursts.append(Burst(begin_s, step_s, cores))
            begin_s += step_s
        begin_s += rng.uniform(20.0, 40.0)
    return Others(bursts)


THIRD = Beside(
    (
        KnownService("M/LN/3, 8 ms", QueueService(3, 0.008, "lognormal"), 150.0, 328.1),
        KnownService("M/D/1, 4 ms", QueueService(1, 0.004), 40.0, 192.9),
        KnownService("M/M/4, 20 ms", QueueService(4, 0.020, "exponential"), 200.0, 173.5),
        KnownUsers("users of M/4, 10 ms", QueueService(4, 0.010, "exponential"), 100.0, 375.5),
    ),
    {
        "nobody": nobody,
        "stolen as long as it works": _robbed,
        "stolen as long as it works, bursts": _robbed_beside_bursts,
        "stolen as long as it works, more at times": _robbed_twice,
        "stolen once": _stolen_once,
        "stolen and taken together": _both,
        "doubling": _doubling,
    },
    range(4),
    _TRIES,
)
"""Capacities are from 6 times 1,500 s of simulated calls for each of 12 rates."""


def third_disturbances(effort: Effort) -> MethodTable:
    """The table. Its seed is its own, whatever the seed of the run."""
    runs, places = effort.runs(_RUNS, fewest=1), range(len(THIRD.services))
    cells = [*((load, 0.0) for load in _LOADS), _SLOWING]
    asked = [
        Plateaus(place, kind, load, True, runs, _SEED, slows)
        for kind in THIRD.kinds
        for load, slows in cells
        for place in places
    ]
    found = effort.map(partial(judged, beside=THIRD), asked)
    rows = []
    for kind in THIRD.kinds:
        for load, slows in cells:
            of_row = [
                one for one in found if (one.asked.kind, one.asked.load, one.asked.slowing) == (kind, load, slows)
            ]
            shown = f"{load:g}, slows by {100.0 * slows:.0f} %" if slows else f"{load:g}"
            rows.append([kind, shown, *percents(states_of(of_row))])
    beside = [one for one in found if one.asked.kind != "nobody"]
    return MethodTable(
        "Verdicts where the hypervisor takes a part of what is used",
        ("others", "load / capacity", *STATES),
        rows,
        claims_of(beside, [one for one in beside if one.asked.slowing]),
        {
            "hold": f"{HOLD_S:g} s, settle 2 s; one that cannot tell is run again, {_TRIES} times in all",
            "plateaus": f"{runs} of each of {len(THIRD.services)} services in a row, one of which has closed users",
            "seed": str(_SEED),
        },
    )
