"""Choice of differences to report, with a bound on the expected share of wrong ones among them (false discovery rate).

Sources: Benjamini, Hochberg 1995, Journal of the Royal Statistical Society B 57(1); under any dependence: Benjamini,
Yekutieli 2001, Annals of Statistics 29(4).
"""

import math
from collections.abc import Sequence
from enum import StrEnum

__all__ = ["Dependence", "allowed_error"]


class Dependence(StrEnum):
    """Assumption about the dependence between the p-values."""

    POSITIVE = "positive"
    """Benjamini-Hochberg: independent, or rising and falling together as those of one service do."""
    ANY = "any"
    """Benjamini-Yekutieli: nothing, at the price of a bound that is 5.8 times as strict for 190 rows."""


def allowed_error(p_values: Sequence[float], rate: float, dependence: Dependence = Dependence.POSITIVE) -> float:
    """The largest p-value that is reported at this false discovery rate: a row is reported if its own is at most that.

    It is rows · rate / all for the largest number of rows that keep it; where none does it is what a single row would
    have to keep. As an error of the intervals of those reported it bounds the expected share of them that miss the
    truth (Benjamini, Yekutieli 2005, Journal of the American Statistical Association 100).

    >>> allowed_error([0.001, 0.02, 0.03, 0.8], rate=0.04)
    0.03
    >>> allowed_error([0.5, 0.6], rate=0.05)
    0.025
    """
    count = len(p_values)
    if count == 0:
        return rate
    if dependence is Dependence.ANY:
        rate /= math.fsum(1.0 / rank for rank in range(1, count + 1))
    ranked = enumerate(sorted(p_values), start=1)
    reported = max((rank for rank, p_value in ranked if p_value <= rank * rate / count), default=1)
    return reported * rate / count
