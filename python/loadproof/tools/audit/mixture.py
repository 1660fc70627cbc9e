"""Bounds of a percentile of a whole, from percentiles of its parts and their shares of the calls.

Some quantiles of each part are known, so the distribution function of the part lies between two step functions. The
distribution function of the whole is the mean of the parts' functions, weighted by their shares of the calls. The
function of the whole also lies between two step functions. These two step functions cross the share of the quantile at
the least and the largest value that the quantile can have. No shape is assumed.
"""

import math
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from loadproof.tools.audit.printed import PrintedSpan

__all__ = ["Part", "likely_quantile", "quantile_bounds"]

_LEAST_LOG = -700.0
_ALIKE = 1e-12
"""Relative tolerance within which two sums of shares count as equal."""


@dataclass(frozen=True, slots=True)
class Part:
    """One operation: its calls, in any unit, and what is known of its response times."""

    calls: PrintedSpan
    quantiles: Mapping[float, PrintedSpan]
    """By the share of calls that take no longer; 1.0 is the longest time."""

    @property
    def weight(self) -> float:
        """In the middle of what it may be."""
        return (self.calls.low + self.calls.high) / 2.0


def quantile_bounds(parts: Sequence[Part], quantile: float, unknown_share: float = 0.0) -> PrintedSpan:
    """The least and the most that `quantile` of all calls together can be; the most is infinite where nothing says.

    `unknown_share` of the calls belong to no part, and may take any time.

    >>> quick = Part(PrintedSpan(90, 90), {0.95: PrintedSpan(10, 10)})
    >>> slow = Part(PrintedSpan(10, 10), {0.95: PrintedSpan(500, 500)})
    >>> quantile_bounds([quick, slow], 0.95)
    PrintedSpan(low=10, high=500)
    >>> quantile_bounds([quick, slow], 0.5).high
    10
    """
    whole = math.fsum(part.weight for part in parts)
    if whole <= 0.0:
        return PrintedSpan(0.0, math.inf)
    # Shares are as sure as the calls that they are reckoned from.
    doubt = math.fsum(part.calls.width for part in parts) / 2.0 / whole + unknown_share
    places = sorted({end for part in parts for span in part.quantiles.values() for end in (span.low, span.high)})
    # Below a known quantile there is less than its share, so that to be equal is not enough.
    least = (quantile - doubt) * whole * (1.0 + _ALIKE)
    most = (quantile + doubt) * whole * (1.0 - _ALIKE)
    low = _first((0.0, *places), lambda place: _most_below(parts, place) > least)
    return PrintedSpan(low, _first(places, lambda place: _least_below(parts, place) >= most))


def _first(places: Sequence[float], holds: Callable[[float], bool]) -> float:
    """The first of ascending `places` from which on it holds; infinite where there is none."""
    at = bisect_left(places, True, key=holds)
    return places[at] if at < len(places) else math.inf


def _least_below(parts: Sequence[Part], time: float) -> float:
    """Return the least number of calls that take no longer than `time`, in the unit of `Part.calls`."""
    return math.fsum(
        part.weight * max((share for share, span in part.quantiles.items() if span.high <= time), default=0.0)
        for part in parts
    )


def _most_below(parts: Sequence[Part], time: float) -> float:
    """Return the largest number of calls that can take no longer than `time`, in the unit of `Part.calls`."""
    return math.fsum(
        part.weight * min((share for share, span in part.quantiles.items() if span.low > time), default=1.0)
        for part in parts
    )


def likely_quantile(parts: Sequence[Part], quantile: float) -> float | None:
    """About what `quantile` of the whole is, if each part is log-linear between its quantiles; None: nothing says.

    It accuses nobody: it says whether a coincidence is one.

    >>> part = Part(PrintedSpan(1, 1), {0.5: PrintedSpan(10, 10), 0.9: PrintedSpan(90, 90)})
    >>> round(likely_quantile([part, part], 0.9))
    90
    """
    known = [part for part in parts if len(part.quantiles) > 1]
    whole = math.fsum(part.weight for part in parts)
    if whole <= 0.0 or math.fsum(part.weight for part in known) < 0.9 * whole:
        return None
    ends = [span.high for part in known for span in part.quantiles.values()]
    low, high = 1e-3 * min(ends), 1e3 * max(ends)
    if low <= 0.0:
        return None
    for _ in range(60):
        middle = math.sqrt(low * high)
        below = math.fsum(part.weight * _share_below(part, middle) for part in known)
        low, high = (middle, high) if below < quantile * math.fsum(part.weight for part in known) else (low, middle)
    return math.sqrt(low * high)


def _share_below(part: Part, time: float) -> float:
    """Log of what is left against log of the time, a line through the two nearest quantiles."""
    points = sorted(((span.low + span.high) / 2.0, max(1.0 - share, 1e-6)) for share, span in part.quantiles.items())
    index = next((place for place, (at, _) in enumerate(points[1:], 1) if time <= at), len(points) - 1)
    (time_a, left_a), (time_b, left_b) = points[index - 1], points[index]
    if time_a <= 0.0 or time_b <= time_a or left_a <= left_b:
        return 1.0 - (left_a if time < time_b else left_b)
    slope = math.log(left_b / left_a) / math.log(time_b / time_a)
    # Times that lie close together make a slope that no power can hold.
    return 1.0 - math.exp(min(0.0, max(_LEAST_LOG, math.log(left_a) + slope * math.log(time / time_a))))
