"""Lower envelope of a memory that is filled and freed: the least memory of stretches that each hold a whole turn.

Rules and measured errors: docs/method/leaks.md.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from loadproof.stats.robust_slope import FEWEST_POINTS

__all__ = ["FEWEST_TURNS", "MOST_STRETCHES", "Envelope", "envelope_of", "least_of_each"]

FEWEST_TURNS = 10
"""Fewer stretches that each hold a whole turn of filling and freeing show no line."""
MOST_STRETCHES = 120
_MOST_FINE = 960
"""Stretches in which falls are looked for: those of a second or two need not be seen."""
_TURN_ROOM = 1.25
"""A stretch is so much longer than the longest turn, that it holds a least value whatever its phase."""
_FALL_PART = 0.5
"""A fall counts as freeing from this part of the largest fall on."""
_HARMLESS_PART = 0.5
"""Falls below this part of the whole rise cannot explain it."""


@dataclass(frozen=True, slots=True)
class Envelope:
    """The least memory of each stretch of `step_s`, MiB; `turn_s` is the longest turn of filling and freeing seen.

    `whole` says whether each stretch holds a turn; where not, the values show pieces of turns.
    """

    values: tuple[float, ...]
    step_s: float
    turn_s: float
    whole: bool
    fewest: int = FEWEST_POINTS
    """Values that a line needs: fewer where each holds a turn, so that noise is small."""


def envelope_of(at_s: NDArray[np.float64], mib: NDArray[np.float64], span_s: float) -> Envelope:
    """The lower envelope of readings at `at_s` since the span began, ascending, over `span_s`.

    Stretches are as long as the longest turn needs, 120 at most; ten at least must hold one each.
    """
    read_each_s = float(at_s[-1] - at_s[0]) / (len(at_s) - 1) if len(at_s) > 1 else span_s
    finest_s = max(span_s / MOST_STRETCHES, read_each_s)
    fine_s = max(span_s / _MOST_FINE, read_each_s)
    values = least_of_each(at_s, mib, finest_s)
    turn, fall = _longest_turn(least_of_each(at_s, mib, fine_s))
    turn_s = turn * fine_s
    if _TURN_ROOM * turn_s <= finest_s or fall < _HARMLESS_PART * (max(values) - values[0]):
        return Envelope(values, finest_s, turn_s, True)
    step_s = _TURN_ROOM * turn_s
    if span_s / step_s < FEWEST_TURNS:
        return Envelope(values, finest_s, turn_s, False)
    step_s = span_s / math.floor(span_s / step_s)
    return Envelope(least_of_each(at_s, mib, step_s), step_s, turn_s, True, FEWEST_TURNS)


def least_of_each(at_s: NDArray[np.float64], mib: NDArray[np.float64], step_s: float) -> tuple[float, ...]:
    """The least value of each stretch, first to last reading; one without a reading has that of the one before.

    >>> least_of_each(np.array([0.1, 0.9, 2.5]), np.array([5.0, 4.0, 6.0]), 1.0)
    (4.0, 4.0, 6.0)
    """
    places = np.floor(at_s / step_s).astype(np.int64)
    starts = np.flatnonzero(np.diff(places, prepend=places[0] - 1))
    least = np.minimum.reduceat(mib, starts)
    held_for = np.diff(places[starts], append=int(places[-1]) + 1)
    values: list[float] = np.repeat(least, held_for).tolist()
    return tuple(values)


def _longest_turn(values: tuple[float, ...]) -> tuple[int, float]:
    """The longest way from one freeing to the next, in values, and the largest fall; 0 where nothing falls.

    The ways from the start to the first freeing and from the last to the end count too, as pieces of a turn.
    """
    peak, largest = -math.inf, 0.0
    for value in values:
        peak = max(peak, value)
        largest = max(largest, peak - value)
    if largest <= 0.0:
        return 0, 0.0
    freed = _freed_at(values, _FALL_PART * largest)
    ways = [later - earlier for earlier, later in zip([0, *freed], [*freed, len(values)], strict=True)]
    return max(ways), largest


def _freed_at(values: tuple[float, ...], fall: float) -> list[int]:
    """Return the places where the memory has fallen by `fall` from its highest value since it was last freed."""
    places: list[int] = []
    peak = -math.inf
    least = math.inf
    falling = False
    for place, value in enumerate(values):
        if falling:
            least = min(least, value)
            if value >= least + fall / 2.0:
                falling, peak = False, value
        else:
            peak = max(peak, value)
            if value <= peak - fall:
                places.append(place)
                falling, least = True, value
    return places
