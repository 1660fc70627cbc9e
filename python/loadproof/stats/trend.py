"""Does the number of calls in flight grow? Mann-Kendall's test with a guard on the size of the growth."""

import math
from collections.abc import Sequence
from statistics import median

from loadproof.stats.distributions import normal_tail

__all__ = ["growth_of", "rising_error"]

_MOST_POINTS = 60


def _thinned(values: Sequence[float]) -> list[float]:
    """Means of equal stretches, so that hours of seconds cost no more than a minute of them."""
    length = max(1, math.ceil(len(values) / _MOST_POINTS))
    first = len(values) % length
    return [sum(values[start : start + length]) / length for start in range(first, len(values), length)]


def rising_error(values: Sequence[float]) -> float:
    """The one-sided p-value of "no upward trend" by Mann-Kendall, normal with continuity correction.

    Small: the values rise. Source: Mann 1945; Kendall 1975.

    >>> rising_error([1, 2, 3, 4, 5, 6, 7, 8]) < 0.001
    True
    """
    points = _thinned(values)
    count = len(points)
    if count < 3:
        return 1.0
    score = sum(
        (later > earlier) - (later < earlier) for index, earlier in enumerate(points) for later in points[index + 1 :]
    )
    deviation = math.sqrt(count * (count - 1) * (2 * count + 5) / 18.0)
    return normal_tail((score - 1) / deviation)


def growth_of(values: Sequence[float]) -> float:
    """Return the rise of the values from first to last, by the median of pairwise slopes (Theil, Sen).

    >>> growth_of([0, 1, 2, 3, 40, 5, 6])
    6.0
    """
    points = _thinned(values)
    slopes = [
        (points[later] - points[earlier]) / (later - earlier)
        for earlier in range(len(points))
        for later in range(earlier + 1, len(points))
    ]
    return median(slopes) * (len(points) - 1) if slopes else 0.0
