"""Scatter of the rates of starts, and so of the means of variants; all on the scale of logarithms."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from loadproof.judge.start_rate import Bound, StartRate, VariantRates, Within
from loadproof.stats.studentized_range import KNOWN

__all__ = ["MeanRate", "RateSpread", "between_starts", "within_start"]


def between_starts(rates: Sequence[StartRate]) -> float | None:
    """The standard deviation of ln rate over starts; None with fewer than two, and where one is a bound.

    >>> round(between_starts([StartRate(98.0), StartRate(100.0), StartRate(102.0)]), 4)
    0.02
    """
    if len(rates) < 2 or any(rate.bound is not Bound.EXACT for rate in rates):
        return None
    return math.sqrt(_squares(rates) / (len(rates) - 1))


def within_start(rates: Sequence[StartRate], within: Within) -> float | None:
    """Return the uncertainty from the intervals within starts, as a standard deviation of ln rate; None: not known."""
    known = [deviation for rate in rates if (deviation := rate.deviation(within)) is not None]
    return math.sqrt(math.fsum(deviation**2 for deviation in known) / len(known)) if known else None


def _mean(rates: Sequence[StartRate]) -> float:
    return math.fsum(math.log(rate.rate) for rate in rates) / len(rates)


def _squares(rates: Sequence[StartRate]) -> float:
    mean = _mean(rates)
    return math.fsum((math.log(rate.rate) - mean) ** 2 for rate in rates)


@dataclass(frozen=True, slots=True)
class MeanRate:
    """The mean of ln rate over `starts`; its variance is `scatter + rounding`, of which `scatter` was estimated."""

    mean: float
    starts: int
    scatter: float
    rounding: float


@dataclass(frozen=True, slots=True)
class RateSpread:
    """Scatter between starts, from all variants together: their pooled variance with its degrees of freedom.

    If every start of every variant is a bound, `degrees` is 0 and the scatter is not known.
    """

    pooled: float
    degrees: int
    within: Within

    @classmethod
    def of(cls, variants: Sequence[VariantRates], within: Within) -> Self:
        """Pooled over the variants; starts that are all bounds say nothing of how starts differ."""
        telling = [variant.rates for variant in variants if any(rate.bound is Bound.EXACT for rate in variant.rates)]
        degrees = sum(len(rates) - 1 for rates in telling)
        pooled = math.fsum(_squares(rates) for rates in telling) / degrees if degrees else 0.0
        return cls(pooled, degrees, within)

    def mean_of(self, variant: VariantRates) -> MeanRate:
        """The mean of a variant, two starts or more: its own scatter counts where it is larger than the pooled one."""
        rates = variant.rates
        own, left_open = _squares(rates) / (len(rates) - 1), within_start(rates, self.within) or 0.0
        is_step = self.within is Within.STEP
        scatter = max(own, self.pooled, 0.0 if is_step else left_open**2)
        rounding = left_open**2 if is_step else 0.0
        return MeanRate(_mean(rates), len(rates), scatter / len(rates), rounding / len(rates))

    def deviation(self, a: MeanRate, b: MeanRate) -> float:
        """The standard error of a difference of means over √2, as the studentized range has it (Kramer 1956)."""
        return math.sqrt(0.5 * (a.scatter + b.scatter) + _rounding(a, b))

    def degrees_of(self, a: MeanRate, b: MeanRate) -> int:
        """Return the degrees of freedom of `deviation`.

        The scatter gives its own; if rounding, which is known, is a part of the variance, there are more.
        """
        scatter = a.scatter + b.scatter
        whole = scatter + 2.0 * _rounding(a, b)
        # Satterthwaite 1946, with a part that has any number of degrees.
        found = self.degrees * (whole / scatter) ** 2 if scatter > 0.0 else math.inf
        return KNOWN if found >= KNOWN else math.floor(found)


def _rounding(a: MeanRate, b: MeanRate) -> float:
    """The coarser of two: means that differ by one step may be those of the same rate, on either side of it."""
    return max(a.rounding, b.rounding)
