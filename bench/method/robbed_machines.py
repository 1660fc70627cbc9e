"""Machines of whose processors the hypervisor takes a part whenever they are at work, and neighbours on their host.

The rule of what is usually stolen was chosen on other services, shapes and seeds, and on real services; these were
fixed before the first run on them, and no rule was changed after it.
"""

from dataclasses import replace
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

__all__ = ["ROBBED", "robbed_machines"]

_SEED = 40_264
_LOADS = (0.5, 0.65, 0.8, 1.02, 1.1, 1.5)
_SLOWING = (0.7, 1.0)
_RUNS, _TRIES = 25, 3


def _robbed(rng: np.random.Generator, _hold_s: float) -> Others:
    """The hypervisor takes a part of all that is used."""
    return Others(stolen_share=float(rng.uniform(0.08, 0.35)))


def _robbed_beside_bursts(rng: np.random.Generator, hold_s: float) -> Others:
    """And others are at work now and then."""
    return replace(_robbed(rng, hold_s), bursts=_now_and_then(rng, hold_s, 0.3, 1.0, is_stolen=False))


def _robbed_twice(rng: np.random.Generator, hold_s: float) -> Others:
    """And at times it takes much more."""
    more = _now_and_then(rng, hold_s, 0.25, 0.6, is_stolen=True)
    return Others(more, stolen_share=float(rng.uniform(0.05, 0.2)))


def _now_and_then(
    rng: np.random.Generator, hold_s: float, least: float, most: float, *, is_stolen: bool
) -> list[Burst]:
    """Bursts of lognormal length, on average every half minute."""
    bursts, begin_s = [], rng.uniform(0.0, 25.0)
    while begin_s < hold_s:
        lasts_s = float(rng.lognormal(1.2, 0.6))
        bursts.append(Burst(begin_s, lasts_s, rng.uniform(least, most), is_stolen=is_stolen))
        begin_s += lasts_s + rng.uniform(15.0, 40.0)
    return bursts


def _neighbour(rng: np.random.Generator, hold_s: float) -> Others:
    """A neighbour on the same host works for 2 to 60 s."""
    lasts_s = rng.triangular(2.0, 10.0, 60.0)
    return Others([Burst(rng.uniform(0.0, hold_s), lasts_s, rng.uniform(0.15, 0.7), is_stolen=True)])


def _neighbour_in_spikes(rng: np.random.Generator, hold_s: float) -> Others:
    """A neighbour who takes much of single seconds."""
    begins_s = np.cumsum(rng.gamma(2.0, 4.0, int(hold_s)))
    return Others(
        [
            Burst(begin_s, rng.uniform(0.2, 1.2), rng.uniform(0.3, 0.9), is_stolen=True)
            for begin_s in begins_s[begins_s < hold_s].tolist()
        ]
    )


def _neighbour_and_process(rng: np.random.Generator, hold_s: float) -> Others:
    """A neighbour begins just when a process of this machine ends."""
    bursts = []
    for begin_s in np.arange(rng.uniform(0.0, 25.0), hold_s, 35.0).tolist():
        lasts_s = rng.uniform(2.0, 6.0)
        bursts.append(Burst(begin_s, lasts_s, rng.uniform(0.3, 0.9)))
        bursts.append(Burst(begin_s + lasts_s, rng.uniform(2.0, 6.0), rng.uniform(0.15, 0.6), is_stolen=True))
    return Others(bursts)


ROBBED = Beside(
    (
        KnownService("M/D/3, 6 ms", QueueService(3, 0.006), 50.0, 451.2),
        KnownService("M/M/2, 10 ms", QueueService(2, 0.010, "exponential"), 120.0, 159.4),
        KnownService("M/LN/1, 3 ms", QueueService(1, 0.003, "lognormal"), 60.0, 206.1),
        KnownUsers("users of D/2, 6 ms", QueueService(2, 0.006), 60.0, 307.5),
    ),
    {
        "nobody": nobody,
        "stolen as long as it works": _robbed,
        "stolen as long as it works, bursts": _robbed_beside_bursts,
        "stolen as long as it works, more at times": _robbed_twice,
        "a neighbour, once": _neighbour,
        "a neighbour, in spikes": _neighbour_in_spikes,
        "a neighbour after a process": _neighbour_and_process,
    },
    range(4),
    _TRIES,
)
"""Capacities are from 5 times 1,000 s of simulated calls for each of 11 rates."""


def robbed_machines(effort: Effort) -> MethodTable:
    """The table. Its seed is its own, whatever the seed of the run."""
    runs, places = effort.runs(_RUNS, fewest=1), range(len(ROBBED.services))
    cells = [*((load, 0.0) for load in _LOADS), _SLOWING]
    asked = [
        Plateaus(place, kind, load, True, runs, _SEED, slows)
        for kind in ROBBED.kinds
        for load, slows in cells
        for place in places
    ]
    found = effort.map(partial(judged, beside=ROBBED), asked)
    rows = []
    for kind in ROBBED.kinds:
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
            "plateaus": f"{runs} of each of {len(ROBBED.services)} services in a row, one of which has closed users",
            "seed": str(_SEED),
        },
    )
