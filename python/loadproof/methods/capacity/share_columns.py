"""The counts of trials as columns, for grids of places and shapes of a crossing."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from loadproof.judge.verdict import State
from loadproof.methods.capacity.share_point import Point

__all__ = ["MOST_OVER", "ShareColumns"]

Values = NDArray[np.float64]
Mask = NDArray[np.bool_]

MOST_OVER = math.log(6.0)
"""A share is followed up to so many limits, in ln: a queue that is full has no line."""
_NEAR = 0.15
"""Trials within this distance of the crossing, in ln rate, are fitted; those farther off only bound it."""
_BAD_OUTLIER = math.exp(-6.0)
"""One trial in some hundreds met a stall, or a service that was still cold."""
_GOOD_OUTLIER = math.exp(-9.0)
_MOST_POOLED = 3.0
_SLOW_NOISE = 0.7 * math.sqrt(30.0)
"""Deviation in ln share over a span of 1 s, from noise that batches of a short span miss (neighbors, jobs)."""
_DRAW_REACH = 1.0
"""A count that is less than the draw by more than this, its own error and the error of the draw contradicts it."""


class ShareColumns:
    """One entry for each trial; rates and shares in ln."""

    def __init__(self, points: Sequence[Point]) -> None:
        self.rate = np.log([point.rate for point in points])
        self.allowed = np.array([point.allowed for point in points])
        self.bad = np.array([point.bad for point in points])
        self.dispersion = np.array([point.dispersion for point in points])
        self.failed = np.array([point.state is State.FAILED for point in points])
        self.decided = self.failed.astype(float) - [point.state is State.PASSED for point in points]
        """1 where a test decided that the rate lies above the crossing, -1 below it, 0 where none decided."""
        self.is_drawn = np.array([point.drawn is not None for point in points]) & _draws_hold(points)
        self.outlier = np.where(self.bad > self.allowed, _BAD_OUTLIER, _GOOD_OUTLIER)
        drawn = [point.drawn or (0.0, 1.0) for point in points]
        self.drawn = np.array([share for share, _ in drawn])
        span_s = np.maximum(1.0, [point.span_s for point in points])
        self.deviation = np.hypot([deviation for _, deviation in drawn], _SLOW_NOISE / np.sqrt(span_s))

    def near(self, middle: float) -> Mask:
        """Return a mask of the trials used to fit a crossing near `middle`."""
        found: Mask = np.abs(self.rate - middle) <= _NEAR
        return found

    def at_limit(self, middle: float) -> Mask:
        """Return a mask of the trials near `middle` whose queue did not fill up all the time.

        A trial with more than three times the allowed bad calls is one burst, and no measure of other bursts.
        """
        found: Mask = self.near(middle) & (self.bad <= _MOST_POOLED * self.allowed)
        return found

    def pooled(self, middle: float) -> float:
        """Variance over mean of the bad calls of trials near the crossing, weighted by their number."""
        near = self.at_limit(middle)
        bad = float(np.sum(self.bad[near]))
        return max(1.0, float(np.sum((self.bad * self.dispersion)[near])) / bad) if bad else 1.0


def _draws_hold(points: Sequence[Point]) -> bool:
    """Return True if no count contradicts its draw: if one does, the tail has another shape in all trials."""
    for point in points:
        if point.drawn is None:
            continue
        share, deviation = point.drawn
        expected = point.allowed * math.exp(min(share, MOST_OVER)) / point.dispersion
        counted, room = point.bad / point.dispersion, math.exp(_DRAW_REACH + 2.0 * deviation)
        if counted < expected / room - 2.0 * math.sqrt(expected):
            return False
    return True
