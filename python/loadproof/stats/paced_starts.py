"""Covariance of the starts per minute of a user with pacing, whose phase is random.

Formulas and sources: docs/method/evenness.md.
"""

import math
from collections.abc import Callable, Iterator
from functools import lru_cache
from statistics import NormalDist

from loadproof.model.pause import Pause, PauseKind
from loadproof.stats.distributions import normal_tail

__all__ = ["MINUTE_S", "start_covariances"]

MINUTE_S = 60.0
_FAR_DEVIATIONS = 8.0
_QUANTILES = tuple((number + 0.5) / 16 for number in range(16))


@lru_cache(maxsize=64)
def start_covariances(pacing: Pause, delay_deviation_s: float, minutes: int) -> tuple[float, ...]:
    """Return covariances of the starts of one user in two minutes, by the minutes between them.

    They follow from the variance of the starts within longer and longer stretches.
    """
    if pacing.kind is PauseKind.EXPONENTIAL:
        return (MINUTE_S / pacing.first_s, *(0.0 for _ in range(minutes - 1)))
    variances = [_variance(pacing, delay_deviation_s, MINUTE_S * count) for count in range(minutes + 1)]
    pairs = (0.5 * (variances[lag + 1] - 2.0 * variances[lag] + variances[lag - 1]) for lag in range(1, minutes))
    return (variances[1], *pairs)


def _variance(pacing: Pause, delay_deviation_s: float, length_s: float) -> float:
    """Return the variance of the starts of one user within a stretch of time.

    The times between starts are a stationary renewal process whose points are displaced by delays (Cox and Lewis 1966,
    *The Statistical Analysis of Series of Events*, ch. 4): with the sum S_k of k times between starts,
    E N (N - 1) = 2 / mean · Σ E max(0, length - |S_k|). Sums of log-normal times count as log-normal (Fenton 1960); in
    all other sums one time between starts is as distributed, and the others and the delays count as normal.
    """
    mean_s = pacing.mean_s
    iterations, gaps_s = length_s / mean_s, _gaps_s(pacing)

    def deviation_s(number: float) -> float:
        return math.sqrt(number * _pause_variance(pacing) + 2.0 * delay_deviation_s**2)

    # Surely within the stretch, by an arithmetic series: the first sums of times between starts.
    number = max(0, math.floor((length_s - _FAR_DEVIATIONS * deviation_s(iterations)) / mean_s))
    near = max(0, min(number, math.ceil(_FAR_DEVIATIONS * deviation_s(iterations) / mean_s)))
    pairs_s = (number - near) * length_s - mean_s * 0.5 * (number * (number + 1) - near * (near + 1))
    for count in (*range(1, near + 1), *_later(number, length_s, mean_s, deviation_s)):
        if pacing.kind is PauseKind.LOGNORMAL:
            pairs_s += _log_normal_room(length_s, count * mean_s, deviation_s(count))
        else:
            others_s, spread_s = (count - 1) * mean_s, deviation_s(count - 1)
            pairs_s += sum(_room(length_s, others_s + gap_s, spread_s) for gap_s in gaps_s) / len(gaps_s)
    return max(0.0, iterations + 2.0 / mean_s * pairs_s - iterations * iterations)


def _gaps_s(pacing: Pause) -> tuple[float, ...]:
    """Return equally likely lengths of a pause, with its mean."""
    match pacing.kind:
        case PauseKind.UNIFORM:
            return tuple(pacing.first_s + share * (pacing.second - pacing.first_s) for share in _QUANTILES)
        case PauseKind.NORMAL:
            return tuple(pacing.first_s + pacing.second * NormalDist().inv_cdf(share) for share in _QUANTILES)
        case _:
            return (pacing.mean_s,)


def _later(number: int, length_s: float, mean_s: float, deviation_s: Callable[[float], float]) -> Iterator[int]:
    """Yield numbers of times between starts after `number`, while their sum may lie within the stretch."""
    count = number + 1
    while count * mean_s - length_s <= _FAR_DEVIATIONS * deviation_s(count):
        yield count
        count += 1


def _room(length_s: float, mean_s: float, deviation_s: float) -> float:
    """Return the mean of max(0, length - |S|) of a normal S."""
    parts = (_positive_part(length_s - mean_s, deviation_s), _positive_part(-length_s - mean_s, deviation_s))
    return sum(parts) - 2.0 * _positive_part(-mean_s, deviation_s)


def _log_normal_room(length_s: float, mean_s: float, deviation_s: float) -> float:
    """Return the mean of max(0, length - S) of a log-normal S with this mean and standard deviation.

    >>> round(_log_normal_room(10.0, 8.0, 0.01), 3), round(_log_normal_room(8.0, 8.0, 2.0), 3)
    (2.0, 0.784)
    """
    if length_s <= 0.0:
        return 0.0
    sigma = math.sqrt(math.log1p((deviation_s / mean_s) ** 2))
    if sigma <= 0.0:
        return max(0.0, length_s - mean_s)
    score = (math.log(length_s / mean_s) + 0.5 * sigma * sigma) / sigma
    return length_s * (1.0 - normal_tail(score)) - mean_s * (1.0 - normal_tail(score - sigma))


def _positive_part(mean: float, deviation: float) -> float:
    """Return the mean of max(0, X) of a normal X.

    >>> round(_positive_part(0.0, 1.0), 4), _positive_part(3.0, 0.0), _positive_part(-3.0, 0.0)
    (0.3989, 3.0, 0.0)
    """
    if abs(mean) >= _FAR_DEVIATIONS * deviation:
        return max(0.0, mean)
    score = mean / deviation
    density = math.exp(-0.5 * score * score) / math.sqrt(2.0 * math.pi)
    return mean * normal_tail(-score) + deviation * density


def _pause_variance(pacing: Pause) -> float:
    """Return the variance of a pause, s²."""
    match pacing.kind:
        case PauseKind.CONSTANT:
            return 0.0
        case PauseKind.UNIFORM:
            return (pacing.second - pacing.first_s) ** 2 / 12.0
        case PauseKind.EXPONENTIAL:
            return pacing.first_s**2
        case PauseKind.NORMAL:
            return pacing.second**2
        case PauseKind.LOGNORMAL:
            return pacing.mean_s**2 * math.expm1(pacing.second**2)
