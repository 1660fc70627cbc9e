"""The rate that one start of a variant carries within its SLOs, and those of all starts of a variant."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

__all__ = ["Bound", "StartRate", "VariantRates", "Within", "bound_of"]

_ESTIMATE_DEVIATIONS = 2.0 * 2.0537
"""The interval of a search leaves 2 % out on each side: it is so many normal deviations wide."""
_STEP_DEVIATIONS = math.sqrt(12.0)
"""An even distribution is so many of its deviations wide."""


class Bound(StrEnum):
    """Relation of the rate that the variant carries to a measured rate."""

    EXACT = "exact"
    AT_LEAST = "at_least"
    """The highest rate that was tried passed: it carries that much or more."""
    BELOW = "below"
    """The lowest rate that was tried did not pass: it carries less."""


class Within(StrEnum):
    """Kind of the interval within a start."""

    ESTIMATE = "estimate"
    """96 % interval of a search: its error differs from start to start, so the scatter of starts includes it."""
    STEP = "step"
    """From a rate that passed to the next one of a grid, which did not: all starts have the same grid, so that equal
    values do not show how far they are from the truth."""

    def deviation(self, low: float, high: float) -> float:
        """Return the uncertainty of an interval in calls/s, as a standard deviation of the logarithm."""
        return math.log(high / low) / (_STEP_DEVIATIONS if self is Within.STEP else _ESTIMATE_DEVIATIONS)


@dataclass(frozen=True, slots=True)
class StartRate:
    """Calls per second that one start carries, with the interval within that start where there is one.

    Raises ValueError for rates that are not above 0, and where the interval does not hold the rate.

    >>> round(StartRate(2000.0, 1950.0, 2060.0).deviation(Within.ESTIMATE), 4)
    0.0134
    """

    rate: float
    low: float | None = None
    high: float | None = None
    bound: Bound = Bound.EXACT

    def __post_init__(self) -> None:
        """Checks the numbers."""
        if not 0.0 < self.rate < math.inf:
            raise ValueError(f"a rate of {self.rate} calls/s cannot be ranked; give one above 0")
        if self.interval is not None and not self.interval[0] <= self.rate <= self.interval[1]:
            raise ValueError(f"the interval {self.interval} does not hold the rate {self.rate}; give one that does")

    @property
    def interval(self) -> tuple[float, float] | None:
        """Both ends; None of a bound, and where one is not known."""
        if self.bound is not Bound.EXACT or self.low is None or self.high is None or self.low <= 0.0:
            return None
        return self.low, self.high

    def deviation(self, within: Within) -> float | None:
        """Return the uncertainty of the interval, as a standard deviation of the logarithm; None: no interval."""
        return None if self.interval is None else within.deviation(*self.interval)


@dataclass(frozen=True, slots=True)
class VariantRates:
    """The rates of a variant's starts, and the outcomes of its starts that gave none, such as `none_passed`."""

    name: str
    rates: tuple[StartRate, ...]
    without: tuple[str, ...] = ()


def bound_of(rates: Sequence[StartRate]) -> Bound | None:
    """Return the kind of bound that the mean of rates is; None without rates, or with bounds to both sides.

    >>> bound_of([StartRate(9.0), StartRate(10.0, bound=Bound.AT_LEAST)])
    <Bound.AT_LEAST: 'at_least'>
    """
    bounds = {rate.bound for rate in rates} - {Bound.EXACT}
    if not rates or len(bounds) > 1:
        return None
    return bounds.pop() if bounds else Bound.EXACT
