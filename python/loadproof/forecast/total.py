"""Total duration of the starts of a study: chance averages out over the starts, lack of knowledge does not."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["StartTimes", "Totals", "totals_of"]

_DRAWS = 2000


@dataclass(frozen=True, slots=True)
class Totals:
    """Draws of how long all starts of a variant of each kind take, and those of all variants; s, without pauses."""

    of_variants: Sequence[Sequence[float]]
    of_study: Sequence[float]


@dataclass(frozen=True, slots=True)
class StartTimes:
    """Durations of one start and of another start of each assumed service, in the order of the services, seconds.

    If each variant has one start, `second` is not read.
    """

    first: Sequence[float]
    second: Sequence[float]
    variants: int
    """So many variants take as long: the same methods are run on them."""


def totals_of(kinds: Sequence[StartTimes], starts: int, seed: int) -> Totals:
    """The sums over `starts` starts of each variant of all `kinds`, of which there is one at least.

    What two starts of one service share is the correlation of their times (the intraclass correlation; Fisher,
    *Statistical Methods for Research Workers*, 1925, ch. 7): a service of which little is known is as slow to search in
    one start as in the next. Variants are services of their own.

    >>> totals_of([StartTimes([10.0, 10.0], [10.0, 10.0], variants=2)], starts=3, seed=1).of_study[0]
    60.0
    """
    rng = np.random.default_rng(seed)
    if starts == 1 and len(kinds) == kinds[0].variants == 1:
        return Totals([list(kinds[0].first)], list(kinds[0].first))
    sums = [np.array([_sums(kind, starts, rng) for _ in range(kind.variants)]) for kind in kinds]
    of_variants = [list(kind.first) if starts == 1 else own[0].tolist() for kind, own in zip(kinds, sums, strict=True)]
    return Totals(of_variants, np.concatenate(sums).sum(axis=0).tolist())


def _shared(first: NDArray[np.float64], second: NDArray[np.float64]) -> float:
    """The share of the variance that two starts of one service have in common, from 0 to 1."""
    pool = np.concatenate([first, second])
    variance = float(pool.var())
    if variance == 0.0:
        return 0.0
    middle = float(pool.mean())
    return min(1.0, max(0.0, float(((first - middle) * (second - middle)).mean()) / variance))


def _sums(kind: StartTimes, starts: int, rng: np.random.Generator) -> NDArray[np.float64]:
    """Sums of starts of one service each; a start has mean and variance of all times, two of them the correlation."""
    if starts == 1:
        return rng.choice(np.array(kind.first), size=_DRAWS)
    pool = np.concatenate([kind.first, kind.second])
    shared, middle = _shared(np.array(kind.first), np.array(kind.second)), float(pool.mean())
    service = rng.choice(pool, size=_DRAWS) - middle
    chance = rng.choice(pool, size=(_DRAWS, starts)).sum(axis=1) - starts * middle
    sums: NDArray[np.float64] = starts * (middle + math.sqrt(shared) * service) + math.sqrt(1.0 - shared) * chance
    return sums
