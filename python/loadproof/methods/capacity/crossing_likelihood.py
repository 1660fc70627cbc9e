"""Likelihood of each place and shape of a crossing, given the counts of trials, on one grid of places.

Formulas and sources: docs/method/capacity.md, "The crossing".
"""

import math

import numpy as np
from numpy.typing import NDArray

from loadproof.methods.capacity.share_columns import MOST_OVER, ShareColumns

__all__ = ["FLOORS", "SLOPES", "GridLikelihood"]

Values = NDArray[np.float64]
Mask = NDArray[np.bool_]

_DOUBLINGS = 11
SLOPES = np.tile(3.0 * 2.0 ** np.arange(float(_DOUBLINGS)), 2)
"""Growth of ln share over ln rate: from a share that hardly depends on the rate to a wall."""
FLOORS = np.repeat((0.0, 0.35), _DOUBLINGS)
"""Bad calls at any rate, as a part of the limit: stalls and faults that the load does not make."""
_LEAST = -50.0
_DECIDED_ERROR = 0.01
_DECIDED_WIDTH = 0.1
_DRAW_ERROR = 0.6
"""Tails are no exact exponentials: how far off the draw may be, for all trials alike, in ln share."""
_OFFSETS = (-1.3 * _DRAW_ERROR, 0.0, 1.3 * _DRAW_ERROR)
_ROWS_PER_PRODUCT = 64
"""No product of so many probabilities, of which none is below exp(-9), is too small for a number."""


class GridLikelihood:
    """Likelihoods on one grid of places, with the shares by shape, trial and place computed once.

    Each slope is twice the previous slope, so its exponentials are squares of the previous exponentials.
    """

    def __init__(self, columns: ShareColumns, grid: Values) -> None:
        """`grid` holds ln rates."""
        self._columns = columns
        away = columns.rate[:, None] - grid
        rise = _powers(np.exp(np.clip(SLOPES[0] * away, _LEAST, MOST_OVER)), math.exp(_LEAST), math.exp(MOST_OVER))
        shape = (len(FLOORS), *away.shape)
        # Shapes × trials × places; the share over its limit.
        self._relative = np.concatenate((rise, FLOORS[-1] + (1.0 - FLOORS[-1]) * rise))
        self._logarithm = np.empty(shape)
        np.clip(SLOPES[:_DOUBLINGS, None, None] * away, _LEAST, MOST_OVER, out=self._logarithm[:_DOUBLINGS])
        np.log(self._relative[_DOUBLINGS:], out=self._logarithm[_DOUBLINGS:])
        self._has_decided = columns.decided != 0.0
        self._right = _right(away[self._has_decided], columns.decided[self._has_decided])
        self._is_there = away[self._has_decided] == 0.0

    def of(self, near: Mask, pooled: float, over: float = 1.0) -> Values:
        """Log-likelihood by shape and place over the errors of the tail's draw; `near` trials count as they are."""
        columns = self._columns
        explained = self._by_count(near, pooled * over)
        outlier = columns.outlier[:, None]
        drawable = near & columns.is_drawn
        if not drawable.any():
            return _log_product(explained + outlier)
        rest = ~drawable
        total = _log_product(explained[:, rest] + outlier[rest]) if rest.any() else 0.0
        counted = explained[:, drawable]
        deviation = columns.deviation[drawable][:, None] * math.sqrt(over)
        drawn = np.minimum(columns.drawn[drawable], MOST_OVER)[:, None]
        missed = (drawn - self._logarithm[:, drawable]) / deviation
        found = []
        for offset in _OFFSETS:
            both = np.exp(-0.5 * np.square(missed - offset / deviation))
            both *= counted
            both += outlier[drawable]
            found.append(_log_product(both) - 0.5 * (offset / _DRAW_ERROR) ** 2)
        result: Values = total + np.logaddexp.reduce(found)
        return result

    def _by_count(self, near: Mask, pooled: float) -> Values:
        """The probability of each count over that of the likeliest one, or what a test that decided leaves of it."""
        columns = self._columns
        allowed, bad = columns.allowed / pooled, columns.bad / pooled
        explained = np.ones_like(self._relative)
        if near.any():
            explained[:, near] = self._counted(near, allowed[near], bad[near])
        # A trial far off only says that no more calls are to be expected bad there than it had.
        far = ~(near | columns.failed) & (allowed * math.exp(MOST_OVER) > bad + 1.0)
        if far.any():
            beyond = np.sqrt(self._relative[:, far] * allowed[far][:, None]) - np.sqrt(bad[far] + 1.0)[:, None]
            explained[:, far] = np.exp(-2.0 * np.square(np.maximum(beyond, 0.0, out=beyond), out=beyond), out=beyond)
        if self._has_decided.any():
            # Bursts can make a count say nothing of its own: what a test decided holds, if it saw some of them.
            burstless = np.where(near, np.exp(-np.where(columns.failed, bad, allowed)), 0.0)
            wrong = np.maximum(_DECIDED_ERROR, burstless)[self._has_decided][:, None]
            decided = np.where(self._is_there, 1.0, wrong + (1.0 - wrong) * self._right)
            both = np.concatenate((decided, decided))
            explained[:, self._has_decided] = np.minimum(explained[:, self._has_decided], both)
        return explained

    def _counted(self, near: Mask, allowed: Values, bad: Values) -> Values:
        most = np.minimum(bad, allowed * math.exp(MOST_OVER))
        scale = np.log(np.maximum(allowed, 1e-300)) - np.log(np.maximum(most, 1e-300))
        exponent = self._logarithm[:, near] * most[:, None]
        exponent -= self._relative[:, near] * allowed[:, None]
        exponent += (most + most * scale)[:, None]
        result: Values = np.exp(exponent, out=exponent)
        return result


def _powers(first: Values, least: float, most: float) -> Values:
    """`first` to the powers 1, 2, 4, ..., each within its bounds."""
    powers = np.empty((_DOUBLINGS, *first.shape))
    powers[0] = first
    for doubling in range(1, _DOUBLINGS):
        np.square(powers[doubling - 1], out=powers[doubling])
        np.clip(powers[doubling], least, most, out=powers[doubling])
    return powers


def _right(away: Values, side: Values) -> Values:
    """Return the probability, by slope, that a test decided for the side on which the crossing lies."""
    exponent = np.clip(-SLOPES[0] / _DECIDED_WIDTH * side[:, None] * away, _LEAST, -_LEAST)
    result: Values = 1.0 / (1.0 + _powers(np.exp(exponent), math.exp(_LEAST), math.exp(-_LEAST)))
    return result


def _log_product(values: Values) -> Values:
    """The sum of logarithms over trials (axis 1)."""
    parts = range(0, values.shape[1], _ROWS_PER_PRODUCT)
    products = [np.log(values[:, first : first + _ROWS_PER_PRODUCT].prod(axis=1)) for first in parts]
    result: Values = np.sum(products, axis=0)
    return result
