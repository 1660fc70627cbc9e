"""Estimates of one metric of several variants over rounds: each pair's mean difference and its standard error.

An effect that a round has on all its variants alike (the machine, the hour) cancels in each difference. If there are
more than two variants, the residuals after rounds and variants give one pooled variance with all their degrees of
freedom, and the range of the variants is studentized (Tukey 1953). A pair that scatters more counts with its own
variance, because one variant may follow the machine more than another. docs/method/comparison.md has the reasons and
the measured errors.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from loadproof.stats.comparison_looks import FEWEST_ROUNDS
from loadproof.stats.distributions import student_t_quantile, student_t_tail
from loadproof.stats.studentized_range import studentized_range_quantile, studentized_range_tail

__all__ = ["Known", "PairEstimate", "Values", "pair_estimates", "residuals_of"]

_NOTHING = 1e-9
"""Equal values differ by so little, by rounding."""
_LEAST_TAIL = 1e-6
_POWER_DEVIATIONS = 1.2816
"""A normal value exceeds minus this with a probability of 90 %."""

Values = Mapping[str, Mapping[int, float]]
"""One figure on its scale (a logarithm, or points), by variant and round."""


@dataclass(frozen=True, slots=True)
class Known:
    """The standard error of a pair's difference with its degrees of freedom, among so many `variants`."""

    deviation: float
    degrees: int
    variants: int

    def half_width(self, error: float) -> float:
        """Half of the interval that misses this pair's difference with probability `error`."""
        return student_t_quantile(max(error / 2.0, _LEAST_TAIL), self.degrees) * self.deviation

    def critical(self, error: float) -> float:
        """The distance that any pair of equal variants exceeds with probability `error`, in all at most."""
        if self.variants == 2:
            return self.half_width(error)
        return studentized_range_quantile(error, self.variants, self.degrees) / math.sqrt(2.0) * self.deviation

    def p_value(self, difference: float) -> float:
        """The error at which this difference would just be critical."""
        statistic = abs(difference) / self.deviation
        if self.variants == 2:
            return 2.0 * student_t_tail(statistic, self.degrees)
        return max(0.0, studentized_range_tail(math.sqrt(2.0) * statistic, self.variants, self.degrees))

    def seen(self, error: float) -> float:
        """The difference that is beyond `critical` with a probability of 90 %, by the normal law of a noncentral t.

        Abramowitz, Stegun, Handbook of Mathematical Functions, 26.7.10.
        """
        critical = self.critical(error) / self.deviation
        spread = math.sqrt(1.0 + critical**2 / (2.0 * self.degrees))
        return self.deviation * (critical * (1.0 - 0.25 / self.degrees) + _POWER_DEVIATIONS * spread)

    def after(self, rounds: int, more: int) -> "Known":
        """Return the forecast for `more` rounds in total, if they scatter like these `rounds`."""
        degrees = max(1, self.degrees * (more - 1) // max(1, rounds - 1))
        return Known(self.deviation * math.sqrt(rounds / more), degrees, self.variants)


@dataclass(frozen=True, slots=True)
class PairEstimate:
    """B against A over the `rounds` that both have; `known` is None where they are too few."""

    a: str
    b: str
    rounds: int
    difference: float | None
    level_a: float | None
    level_b: float | None
    known: Known | None


def pair_estimates(variants: Sequence[str], values: Values, least: Mapping[str, float]) -> list[PairEstimate]:
    """Each pair of `variants`, in their order.

    `least` is the variance, by variant, that independent calls alone give one round's value: the least that is
    believed. A round in which a variant lacks is left out of that variant's pairs alone.

    >>> a, b = {1: 0.0, 2: 0.1, 3: 0.2}, {1: 0.5, 2: 0.62, 3: 0.68}
    >>> (found,) = pair_estimates("ab", {"a": a, "b": b}, {})
    >>> round(found.difference, 3), found.known.degrees, round(found.known.half_width(0.05), 3)
    (0.5, 2, 0.05)
    """
    compared = [variant for variant in variants if len(values.get(variant, {})) >= FEWEST_ROUNDS]
    pooled, degrees = _pooled(compared, values) if len(compared) > 2 else (0.0, 0)
    found = []
    for a, b in combinations(variants, 2):
        own_a, own_b = values.get(a, {}), values.get(b, {})
        both = sorted(own_a.keys() & own_b.keys())
        if not both:
            found.append(PairEstimate(a, b, 0, None, None, None, None))
            continue
        differences = [own_b[number] - own_a[number] for number in both]
        known = None
        if len(both) >= FEWEST_ROUNDS:
            own = _variance(differences)
            variance = max(own, 2.0 * pooled, least.get(a, 0.0) + least.get(b, 0.0), _NOTHING**2)
            known = Known(math.sqrt(variance / len(both)), degrees or len(both) - 1, max(2, len(compared)))
        levels = [math.fsum(own[number] for number in both) / len(both) for own in (own_a, own_b)]
        found.append(PairEstimate(a, b, len(both), levels[1] - levels[0], levels[0], levels[1], known))
    return found


def _variance(values: Sequence[float]) -> float:
    mean = math.fsum(values) / len(values)
    return math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)


def _pooled(variants: Sequence[str], values: Values) -> tuple[float, int]:
    """The variance of one value after rounds and variants, and its degrees of freedom."""
    numbers = sorted({number for variant in variants for number in values[variant]})
    table = np.array([[values[variant].get(number, math.nan) for variant in variants] for number in numbers])
    table = table[(~np.isnan(table)).sum(axis=1) >= 2]
    left, degrees = residuals_of(table)
    return (float(np.nansum(left**2)) / degrees, degrees) if degrees > 0 else (0.0, 0)


def residuals_of(table: NDArray[np.float64]) -> tuple[NDArray[np.float64], int]:
    """Return the residuals of rounds × variants (× operations) after rounds and variants, with degrees of freedom.

    A cell that is not a number is missing; a table without missing cells needs no fit.
    """
    rounds, variants = table.shape[:2]
    if not np.isnan(table).any():
        left = table - table.mean(axis=0) - table.mean(axis=1, keepdims=True) + table.mean(axis=(0, 1))
        return left, (rounds - 1) * (variants - 1)
    at_round, at_variant = np.nonzero(~np.isnan(table))
    design = np.zeros((len(at_round), rounds + variants))
    design[np.arange(len(at_round)), at_round] = 1.0
    design[np.arange(len(at_round)), rounds + at_variant] = 1.0
    told = table[at_round, at_variant]
    fitted, _, rank, _ = np.linalg.lstsq(design, told, rcond=None)
    left = np.full_like(table, np.nan)
    left[at_round, at_variant] = told - design @ fitted
    return left, len(told) - int(rank)
