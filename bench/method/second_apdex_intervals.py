"""Coverage of the interval of an Apdex score on a second population, of families that the rule was not chosen on.

The families, their ranges and the seed were fixed before the first interval on them was computed. No rule was changed
after it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy import optimize, special

from bench.method.apdex_intervals import COLUMNS, DRAWS, LEAST_COVERED_PERCENT, coverages, row_of
from bench.method.apdex_population import GROUPS, Counts, GroupedCounts, grouped
from bench.method.effort import Effort
from bench.method.table import Claim, MethodTable

__all__ = ["FAMILIES", "SEED", "SecondCell", "second_apdex_intervals", "second_cells", "user_law"]

SEED = 20_262
_SCORES = (0.7, 0.97)
_USERS = (10, 40, 300, 3000)
_CALLS = 2.0
_PLATEAU_CALLS = 40.0
_LOG_RATE_DEVIATION = 1.0
_BURSTS = 0.8
_CALLS_OF_BURST = 2.5
_SLOW_USERS = 0.1
_RATE_OF_FAST = 3.0
_TOLERATED = 0.2
"""Part of the lost points that tolerating calls lose; frustrated calls lose the rest."""
Values = NDArray[np.float64]


def _zones(score: float) -> tuple[float, float]:
    """Return the shares of calls within T and within 4T."""
    lost = 1.0 - score
    within_all = 1.0 - (1.0 - _TOLERATED) * lost
    return within_all - 2.0 * _TOLERATED * lost, within_all


@dataclass(frozen=True, slots=True)
class _UserLaw:
    """Logistic-normal law: a user of standard normal effect u has a share expit(centre + spread · u) within a limit."""

    satisfied_centre: float
    within_centre: float
    spread: float

    def shares(self, effects: Values) -> tuple[Values, Values]:
        """Return the shares within T and within 4T of users with these effects."""
        scaled = self.spread * effects
        return special.expit(self.satisfied_centre + scaled), special.expit(self.within_centre + scaled)


@lru_cache
def user_law(score: float, correlation: float) -> _UserLaw:
    """Return the law with this Apdex and this correlation of the scores of two calls of a user."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(80)
    weights = weights / weights.sum()
    satisfied, within = _zones(score)
    variance = satisfied + 0.25 * (within - satisfied) - score**2

    def law(spread: float) -> _UserLaw:
        def centre(share: float) -> float:
            found = optimize.brentq(lambda c: weights @ special.expit(c + spread * nodes) - share, -60.0, 60.0)
            return float(found)

        return _UserLaw(centre(satisfied), centre(within), spread)

    def excess(spread: float) -> float:
        first, second = law(spread).shares(nodes)
        means = 0.5 * (first + second)
        return float(weights @ (means - score) ** 2) / variance - correlation

    return law(float(optimize.brentq(excess, 1e-3, 15.0)))


def _zone_counts(rng: np.random.Generator, calls: Counts, within_t: Values, within: Values) -> tuple[Counts, Counts]:
    """Return satisfied and tolerating calls, from the shares within T and within 4T."""
    satisfied = rng.binomial(calls, within_t)
    late = np.clip((within - within_t) / np.maximum(1.0 - within_t, 1e-300), 0.0, 1.0)
    return satisfied, rng.binomial(calls - satisfied, late)


def _counts(calls: Counts, zones: tuple[Counts, Counts]) -> GroupedCounts:
    return GroupedCounts(grouped(calls), grouped(zones[0]), grouped(zones[1]), (calls > 0).sum(axis=1))


_Drawn = Callable[[np.random.Generator, float, tuple[int, int]], GroupedCounts]


def _rates(rng: np.random.Generator, mean: float, shape: tuple[int, int]) -> Values:
    """Return log-normal rates with this mean."""
    deviation = _LOG_RATE_DEVIATION
    return mean * np.exp(deviation * rng.standard_normal(shape) - 0.5 * deviation**2)


def _weakly_correlated(rng: np.random.Generator, score: float, shape: tuple[int, int]) -> GroupedCounts:
    calls = rng.poisson(_CALLS, shape)
    return _counts(calls, _zone_counts(rng, calls, *user_law(score, 0.1).shares(rng.standard_normal(shape))))


def _strongly_correlated(rng: np.random.Generator, score: float, shape: tuple[int, int]) -> GroupedCounts:
    calls = rng.poisson(_CALLS, shape)
    return _counts(calls, _zone_counts(rng, calls, *user_law(score, 0.5).shares(rng.standard_normal(shape))))


def _heavy_callers(rng: np.random.Generator, score: float, shape: tuple[int, int]) -> GroupedCounts:
    calls = rng.poisson(_rates(rng, _CALLS, shape))
    return _counts(calls, _zone_counts(rng, calls, *user_law(score, 0.1).shares(rng.standard_normal(shape))))


def _heavy_callers_of_a_plateau(rng: np.random.Generator, score: float, shape: tuple[int, int]) -> GroupedCounts:
    calls = rng.poisson(_rates(rng, _PLATEAU_CALLS, shape))
    return _counts(calls, _zone_counts(rng, calls, *user_law(score, 0.1).shares(rng.standard_normal(shape))))


def _bursts(rng: np.random.Generator, score: float, shape: tuple[int, int]) -> GroupedCounts:
    """Return calls in bursts; calls of a burst correlate by 0.5, and bursts of a user are independent."""
    bursts = rng.poisson(_BURSTS, shape)
    calls, satisfied, tolerating = (np.zeros(shape, dtype=np.int64) for _ in range(3))
    for number in range(int(bursts.max())):
        of_burst = np.where(bursts > number, rng.geometric(1.0 / _CALLS_OF_BURST, shape), 0)
        zones = _zone_counts(rng, of_burst, *user_law(score, 0.5).shares(rng.standard_normal(shape)))
        calls, satisfied, tolerating = calls + of_burst, satisfied + zones[0], tolerating + zones[1]
    return _counts(calls, (satisfied, tolerating))


def _kinds(score: float) -> tuple[float, float]:
    """Return the Apdex of fast users and of slow users, which are a tenth of all users."""
    slow = 0.75 if score > 0.9 else 0.25
    return (score - _SLOW_USERS * slow) / (1.0 - _SLOW_USERS), slow


def _of_kinds(rng: np.random.Generator, score: float, is_slow: NDArray[np.bool_], calls: Counts) -> GroupedCounts:
    fast, slow = (_zones(kind) for kind in _kinds(score))
    within_t, within = (np.where(is_slow, slow[limit], fast[limit]) for limit in (0, 1))
    return _counts(calls, _zone_counts(rng, calls, within_t, within))


def _two_kinds(rng: np.random.Generator, score: float, shape: tuple[int, int]) -> GroupedCounts:
    is_slow = rng.random(shape) < _SLOW_USERS
    return _of_kinds(rng, score, is_slow, rng.poisson(_CALLS, shape))


def _slow_users_call_less(rng: np.random.Generator, score: float, shape: tuple[int, int]) -> GroupedCounts:
    is_slow = rng.random(shape) < _SLOW_USERS
    return _of_kinds(rng, score, is_slow, rng.poisson(np.where(is_slow, 1.0, _RATE_OF_FAST)))


def _open_arrivals(rng: np.random.Generator, score: float, shape: tuple[int, int]) -> GroupedCounts:
    due = rng.poisson(_CALLS * shape[1] / GROUPS, (shape[0], GROUPS))
    satisfied, within = _zones(score)
    zones = _zone_counts(rng, due, np.full(due.shape, satisfied), np.full(due.shape, within))
    return GroupedCounts(due, *zones, None)


_LESS = "slow users call less"
_OPEN = "open arrivals, 2 calls instead of each user"
FAMILIES: Mapping[str, _Drawn] = {
    "logistic-normal, correlation 0.1": _weakly_correlated,
    "logistic-normal, correlation 0.5": _strongly_correlated,
    "log-normal rates, correlation 0.1": _heavy_callers,
    "plateau of 40 calls, log-normal rates, correlation 0.1": _heavy_callers_of_a_plateau,
    "bursts, correlation 0.5 within a burst": _bursts,
    "two kinds of users": _two_kinds,
    _LESS: _slow_users_call_less,
    _OPEN: _open_arrivals,
}


@dataclass(frozen=True, slots=True)
class SecondCell:
    """Users of one family; where slow users call less, the Apdex of all calls is above the mean of all users."""

    family: str
    score: float
    users: int

    @property
    def truth(self) -> float:
        """Apdex of all calls of the population."""
        if self.family != _LESS:
            return self.score
        fast, slow = _kinds(self.score)
        of_fast = _RATE_OF_FAST * (1.0 - _SLOW_USERS)
        return (of_fast * fast + _SLOW_USERS * slow) / (of_fast + _SLOW_USERS)

    @property
    def labels(self) -> tuple[str, str, str]:
        """Apdex, users and family."""
        return f"{self.truth:.3g}", f"{self.users}", self.family

    def draw(self, rng: np.random.Generator, draws: int) -> GroupedCounts:
        """Return the counts of so many cells."""
        return FAMILIES[self.family](rng, self.score, (draws, self.users))


def second_cells(users: Sequence[int] = _USERS) -> list[SecondCell]:
    """Return all cells of the second population."""
    return [SecondCell(family, score, count) for family in FAMILIES for count in users for score in _SCORES]


def second_apdex_intervals(effort: Effort) -> MethodTable:
    """Return the table of the second population; its seed is fixed, whatever the seed of the run."""
    fixed = Effort(effort.scale, effort.processes, SEED)
    cells = second_cells()
    found = coverages(fixed, cells, 2)
    claims = []
    for family in FAMILIES:
        worst = min(seen.covered_percent for cell, seen in zip(cells, found, strict=True) if cell.family == family)
        claims.append(Claim(f"coverage of the worst cell, %: {family}", worst, least=LEAST_COVERED_PERCENT))
    rows = [row_of(cell, seen) for cell, seen in zip(cells, found, strict=True)]
    facts = {"draws of a cell": str(fixed.runs(DRAWS)), "cells": str(len(cells)), "seed": str(SEED)}
    return MethodTable("Intervals of an Apdex score on a second population", COLUMNS, rows, claims, facts)
