"""False alarms of the test for even load over ten operations, and the share of doubled minutes that it finds."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from loadproof.model.pause import Pause, PauseKind
from loadproof.stats.evenness import PacedStarts, PoissonStarts, StartExpectation, evenness
from numpy.typing import NDArray

from bench.method.effort import Effort
from bench.method.table import Claim, MethodTable

__all__ = ["LOADS", "Load", "evenness_table", "starts_of"]

_FAMILIES = 2000
_FAMILIES_EACH = 250
_OPERATIONS = 10
_WARM_UP_PAUSES = 20
_DELAY_SHAPE = 4.0
_MOST_FALSE_PERCENT = 6.0
"""5 % and two standard errors of 2,000 families."""
_LEAST_FOUND_PERCENT = 90.0
_CLAIMED_MEAN = 50.0
_CLAIMED_MINUTES = 10
Counts = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Load:
    """Even load of ten operations: Poisson starts with this mean per minute, or users with pacing."""

    expected: StartExpectation
    minutes: int
    mean: float

    def draw(self, rng: np.random.Generator) -> Counts:
        """Return starts by operation and minute. All operations are called in the same iterations."""
        if isinstance(self.expected, PoissonStarts):
            return rng.poisson(self.mean, (_OPERATIONS, self.minutes))
        return starts_of(rng, self.expected, self.minutes)


def _paced(pacing: Pause, minutes: int, calls_per_iteration: float = 0.5, mean: float = 50.0) -> Load:
    users = round(mean * pacing.mean_s / 60.0 / calls_per_iteration)
    return Load(PacedStarts(users, pacing, calls_per_iteration), minutes, mean)


LOADS: Mapping[str, Load] = {
    "Poisson": Load(PoissonStarts(), 10, 50.0),
    "Poisson, few starts": Load(PoissonStarts(), 10, 5.0),
    "Poisson, many starts": Load(PoissonStarts(), 10, 1000.0),
    "Poisson, few minutes": Load(PoissonStarts(), 5, 50.0),
    "Poisson, many minutes": Load(PoissonStarts(), 120, 50.0),
    "constant 45 s": _paced(Pause(PauseKind.CONSTANT, 45.0), 10),
    "constant 45 s, 1 call": _paced(Pause(PauseKind.CONSTANT, 45.0), 10, 1.0),
    "constant 60 s": _paced(Pause(PauseKind.CONSTANT, 60.0), 10),
    "constant 60 s, 1 call": _paced(Pause(PauseKind.CONSTANT, 60.0), 10, 1.0),
    "constant 300 s, 1.5 calls": _paced(Pause(PauseKind.CONSTANT, 300.0), 30, 1.5),
    "uniform 30 s to 90 s": _paced(Pause(PauseKind.UNIFORM, 30.0, 90.0), 10),
    "normal 40 s ± 8 s, 1 call": _paced(Pause(PauseKind.NORMAL, 40.0, 8.0), 10, 1.0),
    "exponential 50 s": _paced(Pause(PauseKind.EXPONENTIAL, 50.0), 10),
    "lognormal 40 s, deviation 0.8": _paced(Pause(PauseKind.LOGNORMAL, 40.0, 0.8), 30, 1.0),
}


def _gaps_s(rng: np.random.Generator, pacing: Pause, shape: tuple[int, int]) -> NDArray[np.float64]:
    match pacing.kind:
        case PauseKind.CONSTANT:
            return np.full(shape, pacing.first_s)
        case PauseKind.UNIFORM:
            return rng.uniform(pacing.first_s, pacing.second, shape)
        case PauseKind.EXPONENTIAL:
            return rng.exponential(pacing.first_s, shape)
        case PauseKind.NORMAL:
            return np.maximum(0.0, rng.normal(pacing.first_s, pacing.second, shape))
        case PauseKind.LOGNORMAL:
            return pacing.first_s * np.exp(pacing.second * rng.standard_normal(shape))


def starts_of(rng: np.random.Generator, paced: PacedStarts, minutes: int) -> Counts:
    """Return starts by operation and minute of users with pacing, after pauses enough to reach random phases."""
    mean_s = paced.pacing.mean_s
    warm_up_s = _WARM_UP_PAUSES * mean_s
    pauses = round(1.3 * (60.0 * minutes + 2.0 * warm_up_s) / mean_s) + 60
    starts_s = np.cumsum(_gaps_s(rng, paced.pacing, (paced.users, pauses)), axis=1) - warm_up_s
    starts_s += rng.uniform(0.0, mean_s, (paced.users, 1))
    counts = np.zeros((_OPERATIONS, minutes), dtype=np.int64)
    near = starts_s[(starts_s > -_WARM_UP_PAUSES * paced.delay_deviation_s) & (starts_s < 60.0 * minutes)]
    whole = int(paced.calls_per_iteration)
    for number in range(_OPERATIONS):
        delays_s = rng.gamma(_DELAY_SHAPE, paced.delay_deviation_s / np.sqrt(_DELAY_SHAPE), near.shape)
        calls = whole + (rng.random(near.shape) < paced.calls_per_iteration - whole)
        minute = np.floor((near + delays_s) / 60.0).astype(np.int64)
        inside = (minute >= 0) & (minute < minutes)
        counts[number] = np.bincount(minute[inside], calls[inside], minlength=minutes).astype(np.int64)
    return counts


@dataclass(frozen=True, slots=True)
class _Found:
    """Families with a false alarm, and of those with one doubled minute: found, and named without another minute."""

    families: int
    alarmed: int
    found: int
    named: int

    def __add__(self, other: "_Found") -> "_Found":
        return _Found(
            self.families + other.families,
            self.alarmed + other.alarmed,
            self.found + other.found,
            self.named + other.named,
        )


def _found(item: tuple[str, tuple[int, ...], int]) -> _Found:
    name, seed, families = item
    load, rng = LOADS[name], np.random.default_rng(seed)
    operations = [f"operation {number}" for number in range(_OPERATIONS)]
    expected = dict.fromkeys(operations, load.expected)
    sums = _Found(0, 0, 0, 0)
    for _ in range(families):
        counts = load.draw(rng)
        even = evenness(dict(zip(operations, counts.tolist(), strict=True)), expected)
        doubled = int(rng.integers(load.minutes))
        counts[0, doubled] += rng.poisson(load.mean)
        first = evenness(dict(zip(operations, counts.tolist(), strict=True)), expected)[operations[0]]
        sums += _Found(
            1,
            int(any(one is not None and one.is_uneven for one in even.values())),
            int(first is not None and first.is_uneven),
            int(first is not None and first.minutes == (doubled,)),
        )
    return sums


def evenness_table(effort: Effort) -> MethodTable:
    """Return the table of even loads: false alarms of ten operations, and doubled minutes found."""
    count = effort.runs(_FAMILIES)
    sizes = [min(_FAMILIES_EACH, count - first) for first in range(0, count, _FAMILIES_EACH)]
    items = [
        (name, (effort.seed, 4, number, part), size)
        for number, name in enumerate(LOADS)
        for part, size in enumerate(sizes)
    ]
    found = effort.map(_found, items)
    rows: list[list[str | float]] = []
    false_percents, found_percents, found_of_few = [], [], []
    for number, (name, load) in enumerate(LOADS.items()):
        sums = sum(found[number * len(sizes) : (number + 1) * len(sizes)], _Found(0, 0, 0, 0))
        alarmed, right, named = (100.0 * one / sums.families for one in (sums.alarmed, sums.found, sums.named))
        false_percents.append(alarmed)
        if load.mean >= _CLAIMED_MEAN:
            found_percents.append(right)
            if load.minutes <= _CLAIMED_MINUTES:
                found_of_few.append(right)
        rows.append([name, f"{load.minutes}", f"{load.mean:g}", f"{alarmed:.1f}", f"{right:.1f}", f"{named:.1f}"])
    doubled = "doubled minutes found, %: worst load with 50 starts or more"
    claims = (
        Claim("false alarms of ten operations, %: worst even load", max(false_percents), most=_MOST_FALSE_PERCENT),
        Claim(f"{doubled}, at most 10 minutes", min(found_of_few), least=_LEAST_FOUND_PERCENT),
        Claim(f"{doubled}, any length", min(found_percents), least=_LEAST_FOUND_PERCENT),
    )
    columns = (
        "even load",
        "minutes",
        "mean starts per minute",
        "false alarms of ten operations, %",
        "doubled minute found, %",
        "doubled minute named, and no other, %",
    )
    facts = {"families each": str(count), "operations": str(_OPERATIONS), "seed": str(effort.seed)}
    return MethodTable("Test for even load", columns, rows, claims, facts)
