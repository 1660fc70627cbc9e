"""Rate at which the share of bad calls crosses its limit, as a distribution, from the counts of all trials.

Formulas and sources: docs/method/capacity.md, "The crossing".
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from loadproof.methods.capacity.crossing_likelihood import FLOORS, SLOPES, GridLikelihood
from loadproof.methods.capacity.share_columns import MOST_OVER, ShareColumns
from loadproof.methods.capacity.share_point import Point

__all__ = ["Crossing", "crossing", "evidence_of_fall"]

Values = NDArray[np.float64]

_LOG_PRIOR = np.log(np.repeat((0.8, 0.2), 11) / 11.0)[:, None]
_BESIDE = np.array([-0.006, -0.0015, 0.0015, 0.006])
_COARSE = 48
_FINE = 64
_FALL = 160
_NEGLIGIBLE = 12.0
_PRIOR_TRIALS = 3.0


@dataclass(frozen=True)
class Crossing:
    """A distribution of ln rate: `masses`, which sum up to 1, between consecutive `edges`."""

    edges: Values
    masses: Values

    def quantile(self, share: float) -> float:
        """The rate that the capacity exceeds with probability 1 - `share`, in calls/s."""
        return math.exp(float(np.interp(share, self._below, self.edges)))

    def mass_within(self, low: float, high: float) -> float:
        """The probability that the capacity lies between two rates."""
        return float(self.masses_within(np.array([low]), np.array([high]))[0])

    def masses_within(self, low: Values, high: Values) -> Values:
        """The probability that the capacity lies between two rates, for many pairs of them."""
        below = np.interp(np.log(np.concatenate((low, high))), self.edges, self._below)
        return below[len(low) :] - below[: len(low)]

    @cached_property
    def _below(self) -> Values:
        """The probability of a capacity below each edge."""
        return np.append(0.0, np.cumsum(self.masses))


def crossing(points: Sequence[Point], low: float, high: float) -> Crossing:
    """The distribution of the crossing between the rates `low` and `high`, all equally likely before."""
    columns = ShareColumns(points)
    coarse = _grid(math.log(low), math.log(high), _COARSE, columns.rate)
    found = _Located(columns, coarse)
    kept = np.flatnonzero(found.values > found.values.max() - _NEGLIGIBLE)
    first, last = coarse[max(0, kept[0] - 1)], coarse[min(len(coarse) - 1, kept[-1] + 1)]
    fine = _grid(first, last, _FINE, columns.rate)
    values = _marginal(GridLikelihood(columns, fine).of(columns.near(found.middle), found.pooled, found.over))
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
    before, after = (_Located(ShareColumns(points), grid).values for points in (first, second))
    best = np.maximum.accumulate(after)
    shift = max(1, math.ceil(-math.log(factor) / (grid[1] - grid[0])))
    held = np.maximum.accumulate(after[::-1])[::-1]
    common = float((before + np.append(np.full(shift, held[0]), held[:-shift])).max())
    apart = before[shift:] + best[:-shift]
    place = int(np.argmax(apart))
    lower = int(np.argmax(after[: place + 1]))
    return float(apart[place]) - common, math.exp(grid[place + shift]), math.exp(grid[lower])


class _Located:
    """About where the crossing is, how trials scatter there, and with these the log-likelihood by place."""

    def __init__(self, columns: ShareColumns, grid: Values) -> None:
        likelihood = GridLikelihood(columns, grid)
        middle = _mode(grid, _marginal(likelihood.of(np.zeros_like(columns.failed), 1.0)))
        near, pooled = columns.near(middle), columns.pooled(middle)
        values = _marginal(likelihood.of(near, pooled))
        self.middle = _mode(grid, values)
        self.pooled = columns.pooled(self.middle)
        self.over = _overdispersion(columns, self.middle, self.pooled)
        again = columns.near(self.middle)
        is_same = self.over == 1.0 and self.pooled == pooled and bool((again == near).all())
        self.values = values if is_same else _marginal(likelihood.of(again, self.pooled, self.over))


def _overdispersion(columns: ShareColumns, middle: float, pooled: float) -> float:
    """Return the overdispersion: variance between trials over variance within their batches, at least 1.

    From Pearson's chi-square; 1 for fewer than three trials near `middle`.
    """
    near = columns.at_limit(middle) & (columns.allowed > 0.0)
    if near.sum() < 3:
        return 1.0
    values = GridLikelihood(columns, np.array([middle])).of(near, pooled)[:, 0]
    best = int(np.argmax(values))
    exponent = SLOPES[best] * (columns.rate[near] - middle)
    allowed = columns.allowed[near]
    mean = allowed * (FLOORS[best] + (1.0 - FLOORS[best]) * np.exp(np.minimum(exponent, MOST_OVER)))
    bad = np.minimum(columns.bad[near], allowed * math.exp(MOST_OVER))
    squares = float(np.sum((bad - mean) ** 2 / (np.maximum(mean, 0.2 * allowed) * pooled)))
    return max(1.0, (squares + _PRIOR_TRIALS) / (float(near.sum()) - 2.0 + _PRIOR_TRIALS))


def _mode(grid: Values, values: Values) -> float:
    kept = grid[values > values.max() - 1.0]
    return float(0.5 * (kept[0] + kept[-1]))


def _marginal(values: Values) -> Values:
    """Over the shapes (axis 0)."""
    weighted = values + _LOG_PRIOR
    best = weighted.max(axis=0)
    result: Values = best + np.log(np.sum(np.exp(weighted - best), axis=0))
    return result
