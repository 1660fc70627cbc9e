"""The slope of a series whose noise may be autocorrelated: Theil and Sen's, with an interval that allows for it.

Formulas, sources and measured coverage: docs/method/soak.md.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from loadproof.stats.distributions import student_t_quantile

__all__ = ["FEWEST_POINTS", "Slope", "neighbour_correlation", "robust_slope"]

FEWEST_POINTS = 20
"""Fewer points do not tell how far their noise remembers."""
_ERROR = 0.05
_LONGEST_MEMORY = 0.95


@dataclass(frozen=True, slots=True)
class Slope:
    """The line through a series: change per step with its interval of 95 %, and the value at the first point."""

    per_step: float
    low: float
    high: float
    first: float


def robust_slope(values: Sequence[float], fewest: int = FEWEST_POINTS) -> Slope:
    """The median of all pairwise slopes (Theil 1950, Sen 1968), its interval widened as Hamed and Rao (1998).

    Raises ValueError for fewer than `fewest` values.

    >>> slope = robust_slope([1.0 + 0.5 * step for step in range(20)])
    >>> slope.per_step, slope.low, slope.high, slope.first
    (0.5, 0.5, 0.5, 1.0)
    """
    count = len(values)
    if count < fewest:
        raise ValueError(f"{count} values have no slope that can be trusted; give {fewest} or more")
    slopes = sorted(
        (values[later] - values[earlier]) / (later - earlier)
        for earlier in range(count)
        for later in range(earlier + 1, count)
    )
    per_step = median(slopes)
    residuals = [value - per_step * step for step, value in enumerate(values)]
    memory = neighbour_correlation(residuals)
    independent = max(3.0, count / _variance_factor(count, memory))
    deviation = math.sqrt(count * (count - 1) * (2 * count + 5) / 18.0 * _variance_factor(count, memory))
    reach = student_t_quantile(_ERROR / 2.0, max(1, math.floor(independent) - 2)) * deviation
    pairs = len(slopes)
    below = max(0, math.floor((pairs - reach) / 2.0))
    above = min(pairs - 1, math.ceil((pairs + reach) / 2.0))
    return Slope(per_step, slopes[below], slopes[above], median(residuals))


def neighbour_correlation(residuals: Sequence[float]) -> float:
    """The correlation of neighbours by rank (0 to 0.95), as of a first-order autoregression.

    A fitted line takes some of it away, by about (2 + 4 r) / n (Marriott and Pope 1954): that is given back.
    """
    count = len(residuals)
    ranks = _ranks(residuals)
    centre = (count - 1) / 2.0
    spread = sum((rank - centre) ** 2 for rank in ranks)
    if spread == 0.0:
        return 0.0
    together = sum((ranks[step] - centre) * (ranks[step + 1] - centre) for step in range(count - 1))
    seen = together / spread
    return min(_LONGEST_MEMORY, max(0.0, (count * seen + 2.0) / (count - 4.0)))


def _ranks(values: Sequence[float]) -> list[float]:
    """Ranks from 0; equal values share their mean rank."""
    places: dict[float, list[int]] = {}
    for place, value in enumerate(sorted(values)):
        places.setdefault(value, []).append(place)
    return [(places[value][0] + places[value][-1]) / 2.0 for value in values]


def _variance_factor(count: int, memory: float) -> float:
    """Return the factor of autocorrelation in the variance of Kendall's score (Hamed and Rao 1998, equation 14)."""
    weighted = sum((count - lag) * (count - lag - 1) * (count - lag - 2) * memory**lag for lag in range(1, count - 2))
    return 1.0 + 2.0 * weighted / (count * (count - 1) * (count - 2))
