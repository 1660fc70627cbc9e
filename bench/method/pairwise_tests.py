"""Tests of all pairs of means that a ranking is held against; each takes ln rates, variants × starts.

They know of no intervals within starts. Each gives, for the pairs in the order of `numpy.triu_indices`, whether they
are called different at 5 %.
"""

import numpy as np
from loadproof.stats.studentized_range import studentized_range_quantile
from loadproof.stats.variance_shrinkage import Floats
from numpy.typing import NDArray
from scipy import special

__all__ = ["games_howell", "tukey", "welch_alone"]

_ERROR = 0.05
_ROUNDING = 1e-12

Pairs = NDArray[np.bool_]


def tukey(values: Floats) -> Pairs:
    """One variance for all (Tukey 1949), which keeps the error of all pairs where all scatter alike."""
    variants, starts = values.shape
    deviation = np.sqrt(values.var(axis=1, ddof=1).mean() / starts)
    return _beyond(values, deviation * studentized_range_quantile(_ERROR, variants, variants * (starts - 1)))


def games_howell(values: Floats) -> Pairs:
    """A variance and degrees of freedom of its own for each pair (Games and Howell 1976)."""
    variants = len(values)
    deviation, degrees = _of_pairs(values)
    return _beyond(values, deviation * _quantiles(variants, degrees))


def welch_alone(values: Floats) -> Pairs:
    """Welch's t-test of each pair, as if there were no others."""
    deviation, degrees = _of_pairs(values)
    return _beyond(values, -np.sqrt(2.0) * deviation * special.stdtrit(degrees, _ERROR / 2.0))


def _beyond(values: Floats, needed: Floats) -> Pairs:
    first, second = np.triu_indices(len(values), 1)
    means = values.mean(axis=1)
    lead = np.abs(means[first] - means[second])
    return np.asarray((lead > _ROUNDING) & (lead > needed))


def _of_pairs(values: Floats) -> tuple[Floats, Floats]:
    starts, squares = values.shape[1], values.var(axis=1, ddof=1)
    first, second = np.triu_indices(len(values), 1)
    both = np.maximum(squares[first] + squares[second], 1e-300)
    degrees = (starts - 1) * both**2 / np.maximum(squares[first] ** 2 + squares[second] ** 2, 1e-300)
    return np.sqrt(0.5 * both / starts), np.clip(degrees, starts - 1.0, 2.0 * (starts - 1.0))


def _quantiles(variants: int, degrees: Floats) -> Floats:
    """The quantile of the studentized range between whole degrees, where it is nearly a line in their inverse."""
    low = np.floor(degrees + 1e-9).astype(int)
    below, above = (
        np.array([studentized_range_quantile(_ERROR, variants, int(whole)) for whole in wholes])
        for wholes in (low, low + 1)
    )
    part = (1.0 / low - 1.0 / np.maximum(degrees, low)) / (1.0 / low - 1.0 / (low + 1))
    return np.asarray(below + part * (above - below))
