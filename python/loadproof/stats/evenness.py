"""Test for even load: starts of an operation per minute against the dispersion that its arrivals allow.

Formulas, sources and measured error rates: docs/method/evenness.md.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from statistics import NormalDist, median
from typing import TypeAlias

from loadproof.model.pause import Pause
from loadproof.stats.distributions import gamma_lower, gamma_upper
from loadproof.stats.holm import sharing_error
from loadproof.stats.paced_starts import MINUTE_S, start_covariances

__all__ = ["Evenness", "PacedStarts", "PoissonStarts", "StartExpectation", "evenness"]

_ERROR = 0.05
_FEWEST_MINUTES = 5
_FEWEST_STARTS = 5.0
"""Mean starts per minute below which there is no statement."""
_LEAST_DISPERSION = 0.1
"""Pacing that divides the minute has almost the same starts each minute; what is left depends on a few users."""


@dataclass(frozen=True, slots=True)
class PoissonStarts:
    """Independent starts: open arrivals, or users without pacing."""


@dataclass(frozen=True, slots=True)
class PacedStarts:
    """Starts of users with pacing, at random phases of their pacing."""

    users: int
    pacing: Pause
    calls_per_iteration: float
    """Mean number of calls of the operation; an iteration makes the next lower or the next higher whole number."""
    delay_deviation_s: float = 1.0
    """Standard deviation of the time from the start of an iteration to the call: responses and think times before."""


StartExpectation: TypeAlias = PoissonStarts | PacedStarts


@dataclass(frozen=True, slots=True)
class Evenness:
    """Spread of the starts of one operation over minutes, and its test at an error of 5 % over all operations."""

    dispersion: float
    """Index of dispersion: variance of the starts per minute over their mean."""
    expected_dispersion: float
    """Index of dispersion of an even load: 1 for Poisson starts, less for constant pacing."""
    p_value: float
    """Chance that an even load looks so uneven: twice the smaller p-value of the two tests."""
    is_uneven: bool
    minutes: tuple[int, ...]
    """Minutes, from 0, whose starts no even load explains; none if the load is not shown to be uneven."""


def evenness(
    starts: Mapping[str, Sequence[int]], expected: Mapping[str, StartExpectation]
) -> dict[str, Evenness | None]:
    """Return the evenness of each operation, from its starts per minute; None without a statement.

    There is no statement for fewer than 5 minutes, or for a mean of fewer than 5 starts per minute. All operations with
    a statement share an error of 5 % by Holm's rule, so pass all operations of a plateau at once.

    >>> found = evenness({"open": [50, 48, 103, 51, 47, 55]}, {"open": PoissonStarts()})["open"]
    >>> found and (round(found.dispersion, 1), found.is_uneven, found.minutes)
    (8.0, True, (2,))
    """
    tests = {
        name: _EvennessTest.of(counts, expected[name])
        for name, counts in starts.items()
        if len(counts) >= _FEWEST_MINUTES and sum(counts) >= _FEWEST_STARTS * len(counts)
    }
    p_values = {name: test.p_value for name, test in tests.items()}
    shared = sharing_error(tests, _ERROR, lambda name, error: p_values[name] <= error)
    found: dict[str, Evenness | None] = {}
    for name in starts:
        if name not in tests:
            found[name] = None
            continue
        test = tests[name]
        is_uneven = p_values[name] <= _ERROR / shared[name]
        minutes = test.outlying_minutes() if is_uneven else ()
        found[name] = Evenness(test.dispersion, test.expected_dispersion, test.p_value, is_uneven, minutes)
    return found


@dataclass(frozen=True, slots=True)
class _EvennessTest:
    """Spread of the starts per minute, and their most extreme minute, against the laws of an even load."""

    counts: Sequence[int]
    covariances: Sequence[float]
    """Covariance of the starts of two minutes of an even load, by the number of minutes between them."""

    @classmethod
    def of(cls, counts: Sequence[int], expected: StartExpectation) -> "_EvennessTest":
        """Return the test of these counts."""
        if isinstance(expected, PoissonStarts) or expected.pacing.mean_s <= 0.0:
            return cls(counts, (sum(counts) / len(counts), *(0.0 for _ in counts[1:])))
        of_user = start_covariances(expected.pacing, expected.delay_deviation_s, len(counts))
        calls = expected.calls_per_iteration
        part = calls - math.floor(calls)
        iterations = MINUTE_S / expected.pacing.mean_s
        covariances = [expected.users * calls * calls * covariance for covariance in of_user]
        covariances[0] += expected.users * iterations * part * (1.0 - part)
        covariances[0] = max(covariances[0], _LEAST_DISPERSION * expected.users * iterations * calls)
        return cls(counts, tuple(covariances))

    @property
    def mean(self) -> float:
        """Mean starts per minute."""
        return sum(self.counts) / len(self.counts)

    @property
    def squares(self) -> float:
        """Sum of squares about the mean."""
        mean = self.mean
        return sum((count - mean) ** 2 for count in self.counts)

    @property
    def dispersion(self) -> float:
        """Index of dispersion."""
        return self.squares / (len(self.counts) - 1) / self.mean

    @property
    def expected_dispersion(self) -> float:
        """Index of dispersion of an even load."""
        return self._moments()[0] / (len(self.counts) - 1) / self.mean

    @property
    def p_value(self) -> float:
        """Twice the smaller p-value of the two tests (Bonferroni)."""
        return min(1.0, 2.0 * min(self._dispersion_p_value(), self._minute_p_value()))

    def _dispersion_p_value(self) -> float:
        """Return the tail of the sum of squares: chi-square with its mean and variance matched (Box 1954)."""
        mean, variance = self._moments()
        if mean <= 0.0:
            return 1.0 if self.squares <= 0.0 else 0.0
        scale, degrees = variance / (2.0 * mean), 2.0 * mean * mean / variance
        return gamma_upper(degrees / 2.0, self.squares / (2.0 * scale))

    def _minute_p_value(self) -> float:
        """Return the quasi-Poisson tail of the largest or the smallest count against the other minutes (Bonferroni)."""
        minutes, total = len(self.counts), sum(self.counts)
        tails = [1.0]
        for count in (max(self.counts), min(self.counts)):
            others = (total - count) / (minutes - 1)
            dispersion = self.covariances[0] / self.mean * minutes / (minutes - 1)
            if dispersion <= 0.0 or others <= 0.0:
                continue
            shape, rate = count / dispersion, others / dispersion
            tails.append(gamma_lower(shape, rate) if count > others else gamma_upper(shape + 1.0, rate))
        return min(1.0, 2.0 * minutes * min(tails))

    def _moments(self) -> tuple[float, float]:
        """Return mean and variance of the sum of squares: tr(HC) and 2 tr(HCHC), with centering H and covariance C."""
        minutes = len(self.counts)
        sums = tuple(accumulate(self.covariances))
        rows = [
            (sums[minute] + sums[minutes - 1 - minute] - self.covariances[0]) / minutes for minute in range(minutes)
        ]
        total = sum(rows) / minutes
        mean = minutes * (self.covariances[0] - total)
        squares = minutes * self.covariances[0] ** 2
        squares += 2.0 * sum((minutes - lag) * self.covariances[lag] ** 2 for lag in range(1, minutes))
        centered = squares - 2.0 * minutes * sum(row * row for row in rows) + minutes * minutes * total * total
        return mean, 2.0 * max(centered, mean * mean / (minutes - 1))

    def outlying_minutes(self) -> tuple[int, ...]:
        """Return minutes whose count differs from the median beyond a normal bound of 5 % over all minutes.

        The median, as one minute moves the mean of few minutes. Its own error adds π / 2 / minutes of the variance.
        """
        minutes, centre = len(self.counts), median(self.counts)
        reach = NormalDist().inv_cdf(1.0 - _ERROR / (2.0 * minutes))
        allowed = reach * math.sqrt(self.covariances[0] * (1.0 + 0.5 * math.pi / minutes)) + 0.5
        return tuple(minute for minute, count in enumerate(self.counts) if abs(count - centre) > allowed)
