"""Where the share of bad calls crosses its limit, as a distribution over rates, from the counts of all trials.

Formulas and sources: docs/method.md, "The crossing".
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from loadproof.judge.verdict import State
from loadproof.method.share_point import Point

__all__ = ["Crossing", "crossing", "evidence_of_fall"]

Values = NDArray[np.float64]
Mask = NDArray[np.bool_]

_SLOPES = np.tile(3.0 * 2.0 ** np.arange(11.0), 2)
"""Growth of ln share over ln rate: from a share that hardly depends on the rate to a wall."""
_FLOORS = np.repeat((0.0, 0.35), 11)
"""Bad calls at any rate, as a part of the limit: stalls and faults that the load does not make."""
_LOG_PRIOR = np.log(np.repeat((0.8, 0.2), 11) / 11.0)
_BESIDE = np.array([-0.006, -0.0015, 0.0015, 0.006])
_COARSE = 48
_FINE = 64
_FALL = 160
_NEAR = 0.15
"""Trials within this distance of the crossing, in ln rate, are fitted; those farther off only bound it."""
_BAD_OUTLIER = math.exp(-6.0)
"""One trial in some hundreds met a stall, or a service that was still cold."""
_GOOD_OUTLIER = math.exp(-9.0)
_DECIDED_ERROR = 0.01
_DECIDED_WIDTH = 0.1
_MOST_OVER = math.log(6.0)
"""A share is followed up to so many limits: a queue that is full has no line."""
_MOST_POOLED = 3.0
_NEGLIGIBLE = 12.0
_PRIOR_TRIALS = 3.0
_SLOW_NOISE = 0.7 * math.sqrt(30.0)
"""What batches of a short span cannot see (neighbours, jobs): its deviation in ln share over a span of 1 s."""
_DRAW_ERROR = 0.6
"""Tails are no exact exponentials: how far off the draw may be, for all trials alike, in ln share."""
_DRAW_REACH = 1.0
"""A count that is less than the draw by more than this, its own error and the error of the draw contradicts it."""
_OFFSETS = _DRAW_ERROR * np.array([-1.3, 0.0, 1.3])


@dataclass(frozen=True, slots=True)
class Crossing:
    """A distribution of ln rate: `masses`, which sum up to 1, between consecutive `edges`."""

    edges: Values
    masses: Values

    def quantile(self, share: float) -> float:
        """The rate that the capacity exceeds with probability 1 - `share`, in calls/s."""
        return math.exp(float(np.interp(share, np.append(0.0, np.cumsum(self.masses)), self.edges)))

    def mass_within(self, low: float, high: float) -> float:
        """The probability that the capacity lies between two rates."""
        below = np.interp(np.log([low, high]), self.edges, np.append(0.0, np.cumsum(self.masses)))
        return float(below[1] - below[0])


class _Points:
    """The points as columns, for grids of place and slope."""

    def __init__(self, points: Sequence[Point]) -> None:
        self.rate = np.log([point.rate for point in points])
        self.allowed = np.array([point.allowed for point in points])
        self.bad = np.array([point.bad for point in points])
        self.dispersion = np.array([point.dispersion for point in points])
        self.failed = np.array([point.state is State.FAILED for point in points])
        self.decided = self.failed.astype(float) - [point.state is State.PASSED for point in points]
        self.is_drawn = np.array([point.drawn is not None for point in points]) & _draws_hold(points)
        self.outlier = np.where(self.bad > self.allowed, _BAD_OUTLIER, _GOOD_OUTLIER)[:, None, None]
        drawn = [point.drawn or (0.0, 1.0) for point in points]
        self.drawn = np.array([share for share, _ in drawn])
        span_s = np.maximum(1.0, [point.span_s for point in points])
        self.deviation = np.hypot([deviation for _, deviation in drawn], _SLOW_NOISE / np.sqrt(span_s))

    def near(self, middle: float) -> Mask:
        found: Mask = np.abs(self.rate - middle) <= _NEAR
        return found

    def _at_limit(self, middle: float) -> Mask:
        """Those near it whose queue did not fill up all the time: that is one burst, and no measure of others."""
        found: Mask = self.near(middle) & (self.bad <= _MOST_POOLED * self.allowed)
        return found

    def pooled(self, middle: float) -> float:
        """Variance over mean of the bad calls of trials near the crossing, weighted by their number."""
        near = self._at_limit(middle)
        bad = float(np.sum(self.bad[near]))
        return max(1.0, float(np.sum((self.bad * self.dispersion)[near])) / bad) if bad else 1.0

    def likelihood(self, grid: Values, near: Mask, pooled: float, over: float = 1.0) -> Values:
        """Log-likelihood by place and slope, shape (grid, slopes), over the errors of the tail's draw."""
        by_count, exponent = self._by_count(grid, near, pooled * over)
        drawable = near & self.is_drawn
        if not drawable.any():
            total: Values = np.sum(np.log(np.exp(by_count) + self.outlier), axis=0)
            return total
        rest = np.sum(np.log(np.exp(by_count[~drawable]) + self.outlier[~drawable]), axis=0)
        counted = by_count[drawable]
        deviation = self.deviation[drawable][:, None, None] * math.sqrt(over)
        expected = np.log(_relative(exponent[drawable]))
        drawn = np.minimum(self.drawn[drawable], _MOST_OVER)[:, None, None]
        found = []
        for offset in _OFFSETS:
            both = counted - 0.5 * ((drawn - expected - offset) / deviation) ** 2
            values = np.sum(np.log(np.exp(both) + self.outlier[drawable]), axis=0)
            found.append(values - 0.5 * (offset / _DRAW_ERROR) ** 2)
        result: Values = rest + np.logaddexp.reduce(found)
        return result

    def _by_count(self, grid: Values, near: Mask, pooled: float) -> tuple[Values, Values]:
        exponent = _SLOPES[None, None, :] * (self.rate[:, None, None] - grid[None, :, None])
        allowed, bad = self.allowed[:, None, None] / pooled, self.bad[:, None, None] / pooled
        mean = allowed * _relative(exponent)
        most = np.minimum(bad, allowed * math.exp(_MOST_OVER))
        counted = (
            most - mean + np.where(most > 0.0, most * np.log(np.maximum(mean, 1e-300) / np.maximum(most, 1e-300)), 0.0)
        )
        bounded = -0.5 * np.maximum(0.0, 2.0 * (np.sqrt(mean) - np.sqrt(bad + 1.0))) ** 2
        is_near = near[:, None, None]
        # Bursts can make a count say nothing of its own: what a test decided still holds, if it saw some of them.
        burstless = np.exp(-np.where(self.failed, self.bad, self.allowed) / pooled)[:, None, None]
        decided = _decided(self.decided[:, None, None] * exponent, np.where(is_near, burstless, 0.0))
        far = np.where(self.failed[:, None, None], 0.0, bounded)
        return np.minimum(np.where(is_near, counted, far), decided), exponent

    def overdispersion(self, middle: float, pooled: float) -> float:
        """How much more trials differ from each other than their own batches say (Pearson's chi-square)."""
        near = self._at_limit(middle)
        if near.sum() < 3:
            return 1.0
        values = self.likelihood(np.array([middle]), near, pooled)[0]
        best = int(np.argmax(values))
        exponent = _SLOPES[best] * (self.rate[near] - middle)
        allowed = self.allowed[near]
        mean = allowed * (_FLOORS[best] + (1.0 - _FLOORS[best]) * np.exp(np.minimum(exponent, _MOST_OVER)))
        bad = np.minimum(self.bad[near], allowed * math.exp(_MOST_OVER))
        squares = float(np.sum((bad - mean) ** 2 / (np.maximum(mean, 0.2 * allowed) * pooled)))
        return max(1.0, (squares + _PRIOR_TRIALS) / (float(near.sum()) - 2.0 + _PRIOR_TRIALS))


def _draws_hold(points: Sequence[Point]) -> bool:
    """Whether no count contradicts its draw: a tail that does in one trial is of another shape in all."""
    for point in points:
        if point.drawn is None:
            continue
        share, deviation = point.drawn
        expected = point.allowed * math.exp(min(share, _MOST_OVER)) / point.dispersion
        counted, room = point.bad / point.dispersion, math.exp(_DRAW_REACH + 2.0 * deviation)
        if counted < expected / room - 2.0 * math.sqrt(expected):
            return False
    return True


def crossing(points: Sequence[Point], low: float, high: float) -> Crossing:
    """The distribution of the crossing between the rates `low` and `high`, all equally likely before."""
    columns = _Points(points)
    coarse = _grid(math.log(low), math.log(high), _COARSE, columns.rate)
    middle, pooled = _located(columns, coarse)
    over = columns.overdispersion(middle, pooled)
    values = _marginal(columns.likelihood(coarse, columns.near(middle), pooled, over))
    kept = np.flatnonzero(values > values.max() - _NEGLIGIBLE)
    first, last = coarse[max(0, kept[0] - 1)], coarse[min(len(coarse) - 1, kept[-1] + 1)]
    fine = _grid(first, last, _FINE, columns.rate)
    values = _marginal(columns.likelihood(fine, columns.near(middle), pooled, over))
    edges = np.concatenate((fine[:1], 0.5 * (fine[:-1] + fine[1:]), fine[-1:]))
    weights = np.exp(values - values.max()) * np.diff(edges)
    return Crossing(edges, weights / weights.sum())


def _grid(first: float, last: float, count: int, rates: Values) -> Values:
    """Equidistant places, and close ones about each trial: a wall between two of them is narrower than any step."""
    beside = (rates[:, None] + _BESIDE).ravel()
    inside = beside[(beside > first) & (beside < last)]
    return np.unique(np.concatenate((np.linspace(first, last, count), inside)))


def evidence_of_fall(
    first: Sequence[Point], second: Sequence[Point], low: float, high: float, factor: float
) -> tuple[float, float, float]:
    """Ln of the odds for a crossing that fell below `factor` of itself from the first trials to the second.

    With it the two crossings that fit best: the ratio of the likelihoods of that and of no such fall.
    """
    grid = np.linspace(math.log(low), math.log(high), _FALL)
    before, after = (_values(_Points(points), grid) for points in (first, second))
    best = np.maximum.accumulate(after)
    shift = max(1, math.ceil(-math.log(factor) / (grid[1] - grid[0])))
    held = np.maximum.accumulate(after[::-1])[::-1]
    common = float((before + np.append(np.full(shift, held[0]), held[:-shift])).max())
    apart = before[shift:] + best[:-shift]
    place = int(np.argmax(apart))
    lower = int(np.argmax(after[: place + 1]))
    return float(apart[place]) - common, math.exp(grid[place + shift]), math.exp(grid[lower])


def _values(columns: _Points, grid: Values) -> Values:
    middle, pooled = _located(columns, grid)
    over = columns.overdispersion(middle, pooled)
    return _marginal(columns.likelihood(grid, columns.near(middle), pooled, over))


def _located(columns: _Points, coarse: Values) -> tuple[float, float]:
    """About where the crossing is, and the dispersion of the trials there."""
    middle = _mode(coarse, _marginal(columns.likelihood(coarse, np.zeros_like(columns.failed), 1.0)))
    pooled = columns.pooled(middle)
    middle = _mode(coarse, _marginal(columns.likelihood(coarse, columns.near(middle), pooled)))
    return middle, columns.pooled(middle)


def _mode(grid: Values, values: Values) -> float:
    kept = grid[values > values.max() - 1.0]
    return float(0.5 * (kept[0] + kept[-1]))


def _marginal(values: Values) -> Values:
    weighted = values + _LOG_PRIOR
    best = weighted.max(axis=1, keepdims=True)
    result: Values = best[:, 0] + np.log(np.sum(np.exp(weighted - best), axis=1))
    return result


def _relative(exponent: Values) -> Values:
    """The share over its limit, by place and shape."""
    result: Values = _FLOORS + (1.0 - _FLOORS) * np.exp(np.clip(exponent, -50.0, _MOST_OVER))
    return result


def _decided(exponent: Values, error: Values) -> Values:
    """That a test found the share on the side where the exponent is above 0, or erred; 0 where none was decided."""
    right = 1.0 / (1.0 + np.exp(np.clip(-exponent / _DECIDED_WIDTH, -50.0, 50.0)))
    wrong = np.maximum(_DECIDED_ERROR, error)
    result: Values = np.where(exponent == 0.0, 0.0, np.log(wrong + (1.0 - wrong) * right))
    return result
