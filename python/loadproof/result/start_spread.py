"""A figure over the starts of a variant."""

import math
from collections.abc import Sequence

from loadproof.records.ranking import Spread
from loadproof.stats.distributions import student_t_quantile

__all__ = ["no_spread", "share_spread", "size_spread"]

_FEWEST = 3
_TAIL = 0.025


def no_spread() -> Spread:
    """Return a spread without values.

    >>> no_spread()
    Spread(value=None, low=None, high=None, least=None, most=None)
    """
    return Spread(value=None, low=None, high=None, least=None, most=None)


def size_spread(values: Sequence[float | None], value: float | None = None) -> Spread:
    """Return the spread of sizes above 0, such as times: the geometric mean with Student's interval of 95 %.

    `value`, if given, replaces the mean. The interval is the interval of the logarithms (docs/method/ranking.md); None
    with fewer than three. If a size is 0 or less, the result is `share_spread`.

    >>> spread = size_spread([98.0, 100.0, 102.0])
    >>> [round(figure or 0.0, 1) for figure in (spread.value, spread.low, spread.high, spread.least, spread.most)]
    [100.0, 95.1, 105.1, 98.0, 102.0]
    """
    known = [figure for figure in values if figure is not None]
    if not known or min(known) <= 0.0:
        return share_spread(known, value)
    mean, half = _mean_and_half([math.log(figure) for figure in known])
    return Spread(
        value=math.exp(mean) if value is None else value,
        low=None if half is None else math.exp(mean - half),
        high=None if half is None else math.exp(mean + half),
        least=min(known),
        most=max(known),
    )


def share_spread(values: Sequence[float | None], value: float | None = None) -> Spread:
    """Return the spread of shares that may be 0, such as per cent of errors: the mean with its interval of 95 %.

    `value`, if given, replaces the mean. The interval is Student's, with a lower end of 0 or more; None with fewer than
    three.

    >>> share_spread([0.0, 0.0])
    Spread(value=0.0, low=None, high=None, least=0.0, most=0.0)
    """
    known = [figure for figure in values if figure is not None]
    if not known:
        return no_spread()
    mean, half = _mean_and_half(known)
    return Spread(
        value=mean if value is None else value,
        low=None if half is None else max(0.0, mean - half),
        high=None if half is None else mean + half,
        least=min(known),
        most=max(known),
    )


def _mean_and_half(values: Sequence[float]) -> tuple[float, float | None]:
    count = len(values)
    mean = math.fsum(values) / count
    if count < _FEWEST:
        return mean, None
    deviation = math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (count - 1))
    return mean, student_t_quantile(_TAIL, count - 1) * deviation / math.sqrt(count)
