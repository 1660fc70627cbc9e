"""Effect of an intervention on a time series with a linear trend and autocorrelated noise.

Sources: Box, Tiao 1975, Journal of the American Statistical Association 70 (intervention analysis); Zellner, Tiao 1964,
the same 59 (regression with autoregressive errors, whose unknown correlation is integrated out); Harville 1974,
Biometrika 61 (the likelihood of variance parameters without the coefficients).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from loadproof.stats.distributions import student_t_quantile, student_t_tail

__all__ = ["InterventionEstimate", "estimate_intervention", "estimate_mean"]

_Floats = npt.NDArray[np.float64]

_CORRELATIONS = np.array([0.0, 0.2, 0.4, 0.6, 0.7, 0.8, 0.9, 0.95])
"""Correlations of the correlated part of the noise, from one block to the next; each counts alike beforehand.

They are denser where correlation is strong: some 40 blocks show too little of it.
"""
_WHITE_SHARES = np.array([0.0, 0.3, 0.6, 0.85])
"""Shares of the variance that are independent from block to block: the sampling error of a percentile."""
_NOISE_RATIOS = 2.0 ** np.arange(-1.0, 3.01, 0.5)
"""Standard deviations of the noise during the intervention, as multiples of the most probable one."""
_RATIO_SPREAD = 1.0
"""Standard deviation of the logarithm to base 2 of that ratio beforehand."""
_LEAST_WEIGHT = 1e-4
"""Models that are less probable than that are left out."""
_SLOPE_FROM = 4
"""Values during the intervention from which on they have a slope of their own."""
_LEAST_DEGREES = 3
_PRECISION = 1e-5
"""Precision of a bound, as a part of the largest standard error."""


@dataclass(frozen=True, slots=True)
class InterventionEstimate:
    """Shift that an intervention made: mean of its posterior distribution, interval and two-sided p-value."""

    difference: float
    low: float
    high: float
    p_value: float


def estimate_intervention(
    times: Sequence[int],
    values: Sequence[float],
    is_during: Sequence[bool],
    error: float = 0.05,
    noise_ratio: float = 1.0,
) -> InterventionEstimate | None:
    """Return the shift of `values` during the intervention; None if there are too few values.

    `times` ascend and may have gaps; `noise_ratio` is the ratio of standard deviations, during to outside, that is the
    most probable beforehand. Two values during the intervention are needed, and three more outside than the trend has
    coefficients. Model: value = a + b · time + shift · during + noise, from four values during on with a slope of their
    own; the noise is a first-order autoregression and independent error, and has another deviation during. Correlation,
    share of the independent error and ratio of the deviations are integrated out over a grid: given them the shift has
    a t distribution. Where all values outside are alike, the interval is Student's of the values during.

    >>> values = [10.0, 11.0, 9.5, 15.5, 14.5, 15.0, 10.5, 9.0, 10.0]
    >>> found = estimate_intervention(range(9), values, [3 <= time < 6 for time in range(9)])
    >>> found is not None and 3.0 < found.low < found.difference < found.high < 7.0 and found.p_value < 0.01
    True
    """
    during = np.asarray(is_during, dtype=bool)
    if during.sum() < 2 or (~during).sum() < 2 + _LEAST_DEGREES:
        return None
    at = np.asarray(times, dtype=float)
    design = _design(at, during)
    y = np.asarray(values, dtype=float)
    center, scale = float(np.mean(y[~during])), float(np.max(np.abs(y - y.mean())))
    if scale <= 1e-12 * max(1.0, abs(center)):
        return InterventionEstimate(0.0, 0.0, 0.0, 1.0)
    if float(np.ptp(y[~during])) <= 1e-9 * scale:
        return estimate_mean((y[during] - center).tolist(), error)
    models = _weighted_models(at, (y - center) / scale, design, during, noise_ratio)
    weights, shifts, errors, degrees = models
    difference = float(weights @ shifts)
    low, high = (_quantile(models, tail) for tail in (error / 2.0, 1.0 - error / 2.0))
    below = float(weights @ _student_t_cdf(-shifts / errors, degrees))
    return InterventionEstimate(difference * scale, low * scale, high * scale, min(1.0, 2.0 * min(below, 1.0 - below)))


def estimate_mean(differences: Sequence[float], error: float = 0.05) -> InterventionEstimate | None:
    """Return Student's interval of the mean of independent differences; None for fewer than two, or two that are alike.

    >>> estimate_mean([1.0, 2.0, 3.0])
    InterventionEstimate(difference=2.0, low=-0.484..., high=4.484..., p_value=0.074...)
    """
    count = len(differences)
    if count < 2:
        return None
    mean = math.fsum(differences) / count
    deviation = math.sqrt(math.fsum((one - mean) ** 2 for one in differences) / (count - 1))
    if deviation <= 1e-9 * abs(mean):
        return InterventionEstimate(mean, mean, mean, 1.0 if mean == 0.0 else 0.0) if count > 2 else None
    scale = deviation / math.sqrt(count)
    reach = student_t_quantile(error / 2.0, count - 1) * scale
    return InterventionEstimate(
        mean, mean - reach, mean + reach, min(1.0, 2.0 * student_t_tail(abs(mean) / scale, count - 1))
    )


def _design(at: _Floats, during: npt.NDArray[np.bool_]) -> _Floats:
    """Columns of the regression; the last one is that of the shift."""
    middle = at[during].mean()
    outside = np.where(during, 0.0, 1.0)
    span = max(1.0, float(np.ptp(at)))
    columns = [np.ones_like(at), (at - middle) / span]
    if during.sum() >= _SLOPE_FROM:
        # The trend is that of the values outside alone.
        columns.append((1.0 - outside) * (at - middle) / span)
    columns.append(1.0 - outside)
    return np.column_stack(columns)


@lru_cache(maxsize=64)
def _correlations(times: tuple[float, ...]) -> tuple[_Floats, _Floats]:
    """Inverse and logarithm of the determinant of the correlation matrix of each model."""
    gaps = np.abs(np.subtract.outer(times, times))
    identity = np.eye(len(times))
    matrices = []
    for correlation in _CORRELATIONS:
        correlated = identity if correlation == 0.0 else correlation**gaps
        # Without correlation all of the noise is independent.
        shares = _WHITE_SHARES[:1] if correlation == 0.0 else _WHITE_SHARES
        matrices += [(1.0 - share) * correlated + share * identity for share in shares]
    stacked = np.stack(matrices)
    return np.linalg.inv(stacked), np.linalg.slogdet(stacked)[1]


def _prior() -> _Floats:
    """Logarithm of the probability of each correlation model beforehand."""
    shares = [1 if correlation == 0.0 else len(_WHITE_SHARES) for correlation in _CORRELATIONS]
    return np.concatenate([np.full(count, -math.log(count)) for count in shares])


_Models = tuple[_Floats, _Floats, _Floats, int]


def _weighted_models(
    at: _Floats, y: _Floats, design: _Floats, during: npt.NDArray[np.bool_], noise_ratio: float
) -> _Models:
    """Return probabilities, shifts and their standard errors of all models, with the degrees of freedom."""
    inverses, log_determinants = _correlations(tuple(at))
    degrees = len(y) - design.shape[1]
    # One model for each correlation and each ratio of the noise.
    ratios = noise_ratio * _NOISE_RATIOS
    scales = np.where(during[None, :], ratios[:, None], 1.0)
    x = design[None, :, :] / scales[:, :, None]
    target = y[None, :] / scales
    left = np.einsum("rnp,mnk->mrpk", x, inverses, optimize=True)
    information = np.einsum("mrpk,rkq->mrpq", left, x, optimize=True)
    moments = np.einsum("mrpk,rk->mrp", left, target, optimize=True)
    whole = np.einsum("rn,mnk,rk->mr", target, inverses, target, optimize=True)
    covariance = np.linalg.inv(information)
    coefficients = np.einsum("mrpq,mrq->mrp", covariance, moments, optimize=True)
    squares = whole - np.einsum("mrp,mrp->mr", coefficients, moments, optimize=True)
    squares = np.maximum(squares, 1e-18)
    log_ratios = -0.5 * (np.log2(_NOISE_RATIOS) / _RATIO_SPREAD) ** 2
    log_weights = (
        _prior()[:, None]
        + log_ratios[None, :]
        - 0.5 * log_determinants[:, None]
        - float(during.sum()) * np.log(ratios)[None, :]
        - 0.5 * np.linalg.slogdet(information)[1]
        - 0.5 * degrees * np.log(squares)
    )
    weights = np.exp(log_weights - log_weights.max()).ravel()
    weights /= weights.sum()
    kept = weights > _LEAST_WEIGHT
    errors = np.sqrt(covariance[:, :, -1, -1] * squares / degrees).ravel()[kept]
    return weights[kept] / weights[kept].sum(), coefficients[:, :, -1].ravel()[kept], errors, degrees


def _quantile(models: _Models, probability: float) -> float:
    weights, shifts, errors, degrees = models
    # It lies between the least and the largest quantile of a model.
    reach = student_t_quantile(min(probability, 1.0 - probability), degrees)
    quantiles = shifts + math.copysign(reach, probability - 0.5) * errors
    low, high = float(quantiles.min()), float(quantiles.max())
    precision = _PRECISION * float(errors.max())
    while high - low > precision:
        middle = 0.5 * (low + high)
        if float(weights @ _student_t_cdf((middle - shifts) / errors, degrees)) < probability:
            low = middle
        else:
            high = middle
    return 0.5 * (low + high)


def _student_t_cdf(t: _Floats, degrees: int) -> _Floats:
    """P(T <= t) for whole degrees of freedom (Abramowitz and Stegun 26.7.3 and 26.7.4)."""
    angle = np.arctan2(t, math.sqrt(degrees))
    cosine, sine = np.cos(angle), np.sin(angle)
    is_odd = degrees % 2 == 1
    if degrees == 1:
        return 0.5 + angle / math.pi
    term = cosine if is_odd else np.ones_like(cosine)
    total = term.copy()
    for step in range(3 if is_odd else 2, degrees, 2):
        term = term * cosine * cosine * (step - 1) / step
        total += term
    inside = (2.0 / math.pi) * (angle + sine * total) if is_odd else sine * total
    return np.clip(0.5 * (1.0 + inside), 0.0, 1.0)
