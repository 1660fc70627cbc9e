"""How long the starts of a study take together: chance averages out over them, what nobody knows does not."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Totals", "totals_of"]

_DRAWS = 2000


@dataclass(frozen=True, slots=True)
class Totals:
    """Draws of how long all starts of one variant take, and those of all variants; seconds, without pauses."""

    of_variant: Sequence[float]
    of_study: Sequence[float]


def totals_of(first: Sequence[float], second: Sequence[float], variants: int, starts: int, seed: int) -> Totals:
    """The sums over `starts` starts of each of `variants` variants.

    `first` and `second` are the durations of one start each of the same assumed services, in their order; with one
    start `second` is not looked at. What two starts of one service share is the correlation of these pairs (the
    intraclass correlation; Fisher, *Statistical Methods for Research Workers*, 1925, ch. 7): a service of which little
    is known is as slow to search in one start as in the next. Variants are services of their own.

    >>> totals_of([10.0, 10.0], [10.0, 10.0], variants=2, starts=3, seed=1).of_study[0]
    60.0
    """
    rng = np.random.default_rng(seed)
    pool = np.array(first) if starts == 1 else np.concatenate([first, second])
    if starts == 1 and variants == 1:
        return Totals(list(first), list(first))
    shared = 0.0 if starts == 1 else _shared(np.array(first), np.array(second))
    sums = np.array([_sums(pool, shared, starts, rng) for _ in range(variants)])
    return Totals(list(first) if starts == 1 else sums[0].tolist(), sums.sum(axis=0).tolist())


def _shared(first: NDArray[np.float64], second: NDArray[np.float64]) -> float:
    """The share of the variance that two starts of one service have in common, from 0 to 1."""
    pool = np.concatenate([first, second])
    variance = float(pool.var())
    if variance == 0.0:
        return 0.0
    middle = float(pool.mean())
    return min(1.0, max(0.0, float(((first - middle) * (second - middle)).mean()) / variance))


def _sums(pool: NDArray[np.float64], shared: float, starts: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """Sums of starts of one service each; a start has mean and variance of `pool`, and two of them the correlation."""
    middle = float(pool.mean())
    if starts == 1:
        return rng.choice(pool, size=_DRAWS)
    service = rng.choice(pool, size=_DRAWS) - middle
    chance = rng.choice(pool, size=(_DRAWS, starts)).sum(axis=1) - starts * middle
    sums: NDArray[np.float64] = starts * (middle + math.sqrt(shared) * service) + math.sqrt(1.0 - shared) * chance
    return sums
