"""Does a series keep to a level, or does it still move? A test that a healthy queue's memory does not fool."""

import math
from collections.abc import Sequence
from itertools import pairwise

from loadproof.stats.distributions import normal_tail
from loadproof.stats.trend import rising_error

__all__ = ["FEWEST_VALUES", "moving_error", "moving_hint"]

_BATCHES = (10, 9)
"""Few, and so long, that neighbouring means hardly remember each other where single values do.

Two numbers, as a turn of a sawtooth that is a little shorter than a batch looks like a slow movement.
"""
FEWEST_VALUES = 2 * max(_BATCHES)


def moving_error(values: Sequence[float]) -> float:
    """The p-value of "the series keeps to a level"; small: it moves one way throughout.

    The larger of two, on the means of ten batches and of nine: that of von Neumann's ratio (von Neumann 1941; Bartels
    1982 for its normal approximation), which sees any slow movement, and that of Mann and Kendall, both ways, which
    sees that it goes one way. A sawtooth that comes back does the first alone. Raises ValueError for fewer than 20
    values.

    >>> moving_error([float(step) for step in range(40)]) < 0.01 < moving_error([1.0, 2.0, 4.0, 3.0] * 10)
    True
    """
    return max(max(_errors_of_means(values, batches)) for batches in _BATCHES)


def moving_hint(values: Sequence[float]) -> float:
    """The smallest of the p-values that `moving_error` is the largest of: near 1 where nothing hints at a movement.

    Raises ValueError for fewer than 20 values.

    >>> moving_hint([1.0, 2.0, 4.0, 3.0] * 10) > 0.1 > moving_hint([step % 7 + step / 10.0 for step in range(40)])
    True
    """
    return min(min(_errors_of_means(values, batches)) for batches in _BATCHES)


def _errors_of_means(values: Sequence[float], batches: int) -> tuple[float, float]:
    if len(values) < FEWEST_VALUES:
        raise ValueError(f"{len(values)} values do not show whether they keep to a level; give {FEWEST_VALUES} or more")
    width = len(values) // batches
    first = len(values) - width * batches
    means = [sum(values[begin : begin + width]) / width for begin in range(first, len(values), width)]
    one_way = 2.0 * min(rising_error(means), rising_error([-mean for mean in means]))
    return _neighbours_error(means), min(1.0, one_way)


def _neighbours_error(values: Sequence[float]) -> float:
    """The one-sided p-value of von Neumann's ratio: small where neighbours are alike."""
    count = len(values)
    mean = sum(values) / count
    squares = sum((value - mean) ** 2 for value in values)
    if squares <= 0.0:
        return 1.0
    ratio = sum((later - earlier) ** 2 for earlier, later in pairwise(values)) / squares
    # The ratio of independent values has the mean 2 and this variance, in the scaling by n and n alone.
    deviation = math.sqrt(4.0 * (count - 2.0) / (count * count - 1.0))
    return normal_tail((2.0 - ratio) / deviation)
