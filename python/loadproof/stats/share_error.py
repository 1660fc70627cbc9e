"""Chance error of a share of calls, if calls over a level come in bursts.

Formulas, sources and measured coverage: docs/method/quantile-intervals.md.
"""

import math
import operator
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

__all__ = ["DEGREES", "FEWEST_BATCHES", "ShareError", "mean_error", "missed_by_frequencies", "share_error"]

FEWEST_BATCHES = 20
_LOWEST_FREQUENCIES = 3
DEGREES = 2 * _LOWEST_FREQUENCIES - 1
"""Degrees of freedom of `ShareError.dispersion`: one is given up, as bursts are no normal variables."""
_KEPT = 0.7
_SEEN_DEVIATIONS = 2.33
_LONGEST_MEMORY = 0.97
_CAUTIOUS_DEVIATIONS = 1.64


@dataclass(frozen=True, slots=True)
class ShareError:
    """`dispersion`: the variance of the number of calls over a level, as a multiple of that of independent calls.

    `usual` is the same from all frequencies but the strongest, so that a periodic pause does not count and that it
    varies less; `memory` is the correlation of neighbouring batches, 0 where it may be none.
    """

    dispersion: float
    usual: float
    memory: float


def share_error(over: Sequence[int], calls: Sequence[int]) -> ShareError:
    """The error of `sum(over) / sum(calls)` from equal stretches of time: calls over a level, and all calls, of each.

    The periodogram of the residuals at the lowest three frequencies (Heidelberger and Welch 1981; Lazarus, Lewis, Stock
    and Watson 2018) is the variance of their sum. Raises ValueError below 20 batches.

    >>> error = share_error([3, 1, 2, 2, 1, 3, 2, 2, 3, 1] * 3, [100] * 30)
    >>> error.dispersion < 0.5 and error.memory == 0.0
    True
    """
    batches, whole, beyond = len(over), sum(calls), sum(over)
    if batches < FEWEST_BATCHES:
        raise ValueError(f"{batches} batches do not show how calls depend on each other; give {FEWEST_BATCHES} or more")
    share = beyond / whole if whole else 0.0
    residuals = [part - share * count for part, count in zip(over, calls, strict=True)]
    squares = sum(value * value for value in residuals)
    if squares <= 0.0 or not 0 < beyond < whole:
        return ShareError(1.0, 1.0, 0.0)
    powers = [_power(residuals, frequency) for frequency in range(1, batches // 2 + 1)]
    variance = beyond * (1.0 - share)
    return ShareError(
        dispersion=sum(powers[:_LOWEST_FREQUENCIES]) / _LOWEST_FREQUENCIES / variance,
        usual=_trimmed_mean(powers) / variance,
        memory=_memory(residuals, squares),
    )


def mean_error(values: Sequence[float]) -> float:
    """The standard error of the mean of a series of equal stretches of time, with `DEGREES` degrees of freedom.

    As `share_error`, by the periodogram at the lowest three frequencies. Raises ValueError below 20 values.

    >>> mean_error([1.0, 3.0] * 20) < 0.01 < mean_error([1.0] * 20 + [3.0] * 20)
    True
    """
    number = len(values)
    if number < FEWEST_BATCHES:
        raise ValueError(f"{number} values do not show how they depend on each other; give {FEWEST_BATCHES} or more")
    mean = math.fsum(values) / number
    residuals = [value - mean for value in values]
    squares = _product(residuals, residuals)
    if squares <= 0.0:
        return 0.0
    lowest = (_power(residuals, frequency) for frequency in range(1, _LOWEST_FREQUENCIES + 1))
    missed = missed_by_frequencies(_memory(residuals, squares), number, _CAUTIOUS_DEVIATIONS)
    return math.sqrt(missed * math.fsum(lowest) / _LOWEST_FREQUENCIES) / number


def missed_by_frequencies(memory: float, batches: int, deviations: float) -> float:
    """By what factor the lowest frequencies see too little where batches remember the ones before them; 1 for none.

    The spectrum of a first-order autoregression at 0 over its mean at the lowest frequencies, for a memory that is so
    many standard errors larger than the one that was seen.

    >>> round(missed_by_frequencies(0.0, 60, 1.64), 3), round(missed_by_frequencies(0.8, 60, 0.0), 2)
    (1.0, 1.77)
    """
    if memory <= 0.0:
        return 1.0
    memory = min(_LONGEST_MEMORY, memory + deviations * math.sqrt((1.0 - memory * memory) / batches))
    angles = (2.0 * math.pi * frequency / batches for frequency in range(1, _LOWEST_FREQUENCIES + 1))
    seen = sum((1.0 - memory) ** 2 / (1.0 - 2.0 * memory * math.cos(angle) + memory * memory) for angle in angles)
    return _LOWEST_FREQUENCIES / seen


def _power(residuals: Sequence[float], frequency: int) -> float:
    cosines, sines = _waves(len(residuals), frequency)
    real, imaginary = _product(residuals, cosines), _product(residuals, sines)
    return real * real + imaginary * imaginary


def _product(first: Sequence[float], second: Sequence[float]) -> float:
    return math.fsum(map(operator.mul, first, second))


@lru_cache(maxsize=8192)
def _waves(batches: int, frequency: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    angles = [2.0 * math.pi * frequency * batch / batches for batch in range(batches)]
    return tuple(map(math.cos, angles)), tuple(map(math.sin, angles))


def _trimmed_mean(powers: Sequence[float]) -> float:
    """The level of a periodogram from its weaker 70 %, which are those of as many exponential variables."""
    count = len(powers)
    kept = math.floor(_KEPT * count)
    expected, at = 0.0, 0.0
    for rank in range(kept):
        at += 1.0 / (count - rank)
        expected += at
    return sum(sorted(powers)[:kept]) / expected


def _memory(residuals: Sequence[float], squares: float) -> float:
    """The correlation of neighbours (0 to 0.97), 0 where chance gives as much once in a hundred series.

    1 / n of bias is given back (Marriott and Pope 1954).
    """
    count = len(residuals)
    seen = _product(residuals[1:], residuals[:-1]) / squares
    memory = min(_LONGEST_MEMORY, (count * seen + 1.0) / (count - 3.0))
    return memory if memory > _SEEN_DEVIATIONS / math.sqrt(count) else 0.0
