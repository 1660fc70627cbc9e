"""Variances of many operations, each known from few starts, drawn towards what is expected of them.

Source: Smyth 2004, "Linear models and empirical Bayes methods for assessing differential expression in microarray
experiments" (limma), Statistical Applications in Genetics and Molecular Biology 3(1), article 3.
"""

import math
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import optimize, special

__all__ = ["Floats", "ShrunkenVariances", "expected_variances", "independent_operations", "shrunken"]

Floats: TypeAlias = NDArray[np.float64]

_TINY = 1e-300
_MOST_ROUNDS = 20
_MOST_DEGREES = 1e6


@dataclass(frozen=True, slots=True)
class ShrunkenVariances:
    """`variances` per operation, and the degrees of freedom that each is known with."""

    variances: Floats
    degrees: Floats


def shrunken(residuals: Floats, sampling: Floats, starts_degrees: float, own_degrees: Floats) -> ShrunkenVariances:
    """The variance of each operation from `residuals` (starts × operations) that have no mean left.

    `sampling` is the least that a variance can be, per operation; `starts_degrees` are those of the starts,
    `own_degrees` those of each operation's residuals. The degrees are never above those of as many operations as are
    independent.
    """
    raw = (residuals**2).sum(axis=0) / own_degrees
    prior = expected_variances(raw, sampling)
    prior_degrees = _prior_degrees(raw / prior, own_degrees)
    total = own_degrees + prior_degrees
    variances = (own_degrees * raw + prior_degrees * prior) / total
    most = starts_degrees * independent_operations(residuals / np.sqrt(prior), starts_degrees)
    return ShrunkenVariances(np.maximum(variances, sampling), np.maximum(np.minimum(total, most), own_degrees))


def expected_variances(variances: Floats, sampling: Floats) -> Floats:
    """Return the expectation of `variances`: between + clustering · sampling, both at least 0, never below `sampling`.

    Fitted by iterated weighted least squares, which is the likelihood of gamma variances with an identity link
    (McCullagh, Nelder, Generalized Linear Models, 2nd ed., ch. 8).

    >>> expected_variances(np.array([3.0, 5.0, 9.0]), np.array([1.0, 2.0, 4.0])).round(6).tolist()
    [3.0, 5.0, 9.0]
    """
    design = np.stack([np.ones_like(sampling), sampling], axis=1)
    fitted = np.full_like(variances, max(float(variances.mean()), _TINY))
    for _ in range(_MOST_ROUNDS):
        before = fitted
        parts, _residual = optimize.nnls(design / before[:, None], variances / before)
        fitted = np.maximum(design @ parts, _TINY)
        if bool((np.abs(fitted - before) <= 1e-3 * before).all()):
            break
    return np.maximum(fitted, np.maximum(sampling, _TINY))


def independent_operations(standardized: Floats, degrees: float) -> float:
    """Return the equivalent number of independent operations, from `standardized` residuals (starts × operations).

    (tr Σ)² / tr(Σ²), with the unbiased estimate of tr(Σ²) (Bai, Saranadasa 1996, Statistica Sinica 6).
    """
    operations = float(standardized.shape[1])
    gram = standardized @ standardized.T / degrees
    trace, square = float(np.trace(gram)), float((gram**2).sum())
    unbiased = degrees**2 / ((degrees - 1.0) * (degrees + 2.0)) * (square - trace**2 / degrees)
    return operations if unbiased <= 0.0 else float(np.clip(trace**2 / unbiased, 1.0, operations))


def _prior_degrees(ratios: Floats, degrees: Floats) -> float:
    """Return the degrees of freedom of the expectation: the less the ratios to it scatter, the more."""
    half = degrees / 2.0
    logs = np.log(np.maximum(ratios, 1e-12)) - special.digamma(half) + np.log(half)
    excess = float(logs.var(ddof=1) - special.polygamma(1, half).mean())
    return _MOST_DEGREES if excess <= 2.0 / _MOST_DEGREES else 2.0 * _inverse_trigamma(excess)


def _inverse_trigamma(value: float) -> float:
    """The argument at which trigamma has this value: Newton's method of Smyth 2004, appendix."""
    if value > 1e7:
        return 1.0 / math.sqrt(value)
    argument = 0.5 + 1.0 / value
    for _ in range(50):
        trigamma = float(special.polygamma(1, argument))
        step = trigamma * (1.0 - trigamma / value) / float(special.polygamma(2, argument))
        argument += step
        if -step < 1e-8 * argument:
            break
    return argument
