"""Calls of users with known Apdex, from which the rule of the Apdex interval was chosen."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "GROUPS",
    "ApdexCell",
    "Counts",
    "GroupedCounts",
    "Pattern",
    "first_cells",
    "grouped",
    "user_shares",
    "zones_of",
]

GROUPS = 32
"""A user is in the group of its number modulo 32, as the engine counts."""
Counts = NDArray[np.int64]
_Probabilities = NDArray[np.float64]
_USERS = (5, 20, 100, 1000)
_SCORES = (0.5, 0.85, 0.94, 0.99, 1.0)
_CORRELATIONS = (0.0, 0.3)
_OPEN_CALLS = (10, 50, 300, 3000)


@dataclass(frozen=True, slots=True)
class GroupedCounts:
    """Counts of some draws: one row per draw, one column per group. `users` that made calls, by draw; None: open."""

    due: Counts
    satisfied: Counts
    tolerating: Counts
    users: Counts | None


class ApdexCell(Protocol):
    """Population of calls with a known Apdex, from which a cell of a heat map is drawn."""

    @property
    def truth(self) -> float:
        """Apdex of the population."""

    @property
    def labels(self) -> tuple[str, str, str]:
        """Apdex, users and kind of users, as columns of the table."""

    def draw(self, rng: np.random.Generator, draws: int) -> GroupedCounts:
        """Return the counts of so many cells."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """Calls of a user within a cell: their mean, and whether the rate differs between users (exponentially)."""

    name: str
    mean_calls: float
    is_unequal: bool = False

    def calls(self, rng: np.random.Generator, shape: tuple[int, int]) -> Counts:
        """Return calls by draw and user: Poisson around the rate of the user."""
        rates = rng.standard_exponential(shape) if self.is_unequal else np.ones(shape)
        return rng.poisson(self.mean_calls * rates)


_PATTERNS = (
    Pattern("1 call a user", 1.0),
    Pattern("2.5 calls, unequal", 2.5, is_unequal=True),
    Pattern("4 calls", 4.0),
    Pattern("plateau of 25 calls, unequal", 25.0, is_unequal=True),
    Pattern("plateau of 400 calls, unequal", 400.0, is_unequal=True),
)


def zones_of(score: float) -> tuple[float, float, float]:
    """Return the shares of satisfied, tolerating and frustrated calls: half of what is lost is lost by tolerating.

    >>> zones_of(0.5), zones_of(1.0)
    ((0.25, 0.5, 0.25), (1.0, 0.0, 0.0))
    """
    lost = 1.0 - score
    return 1.0 - 1.5 * lost, lost, 0.5 * lost


def grouped(values: Counts) -> Counts:
    """Return sums by group of counts by draw (rows) and user (columns)."""
    padded = np.pad(values, ((0, 0), (0, -values.shape[1] % GROUPS)))
    sums: Counts = padded.reshape(len(values), -1, GROUPS).sum(axis=1)
    return sums


@dataclass(frozen=True, slots=True)
class _UsersCell:
    """Users with their own shares of the three zones, drawn from a Dirichlet law with this correlation of calls."""

    score: float
    users: int
    correlation: float
    pattern: Pattern

    @property
    def truth(self) -> float:
        return self.score

    @property
    def labels(self) -> tuple[str, str, str]:
        return f"{self.score:g}", f"{self.users}", f"correlation {self.correlation:g}, {self.pattern.name}"

    def draw(self, rng: np.random.Generator, draws: int) -> GroupedCounts:
        shape = (draws, self.users)
        calls = self.pattern.calls(rng, shape)
        satisfied_share, tolerating_share = user_shares(rng, shape, zones_of(self.score), self.correlation)
        satisfied = rng.binomial(calls, satisfied_share)
        tolerating = rng.binomial(calls - satisfied, tolerating_share)
        return GroupedCounts(grouped(calls), grouped(satisfied), grouped(tolerating), (calls > 0).sum(axis=1))


def user_shares(
    rng: np.random.Generator, shape: tuple[int, int], zones: Sequence[float], correlation: float
) -> tuple[_Probabilities, _Probabilities]:
    """Return the share of satisfied calls of each user, and that of tolerating calls among all others."""
    if correlation == 0.0 or zones[0] == 1.0:
        return np.full(shape, zones[0]), np.full(shape, 2.0 / 3.0)
    # Scores of two calls of a user correlate by 1 / (1 + concentration).
    concentration = 1.0 / correlation - 1.0
    satisfied = rng.beta(zones[0] * concentration, (1.0 - zones[0]) * concentration, shape)
    tolerating = rng.beta(zones[1] * concentration, zones[2] * concentration, shape)
    return satisfied, tolerating


@dataclass(frozen=True, slots=True)
class _OpenCell:
    """Independent calls of open arrivals, each in a group by chance."""

    score: float
    calls: int

    @property
    def truth(self) -> float:
        return self.score

    @property
    def labels(self) -> tuple[str, str, str]:
        return f"{self.score:g}", "open", f"{self.calls} independent calls"

    def draw(self, rng: np.random.Generator, draws: int) -> GroupedCounts:
        due = rng.poisson(self.calls / GROUPS, (draws, GROUPS))
        satisfied = rng.binomial(due, zones_of(self.score)[0])
        return GroupedCounts(due, satisfied, rng.binomial(due - satisfied, 2.0 / 3.0), None)


def first_cells(patterns: Sequence[Pattern] = _PATTERNS) -> Sequence[ApdexCell]:
    """Return the cells of the first population, of users and of open arrivals."""
    build: Callable[..., ApdexCell] = _UsersCell
    of_users = [
        build(score, users, correlation, pattern)
        for users in _USERS
        for score in _SCORES
        for correlation in _CORRELATIONS
        for pattern in patterns
    ]
    return [*of_users, *(_OpenCell(score, calls) for calls in _OPEN_CALLS for score in _SCORES)]
