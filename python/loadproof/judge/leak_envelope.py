"""What stays in use of a memory that is filled and freed: its lower envelope, in stretches that hold a whole turn.

Rules and measured errors: docs/method.md, "Leaks".
"""

import math
from dataclasses import dataclass

from loadproof.judge.robust_slope import FEWEST_POINTS
from loadproof.judge.service_memory import Memory

__all__ = ["FEWEST_TURNS", "Envelope", "envelope_of", "least_of_each"]

FEWEST_TURNS = 10
"""Fewer stretches that each hold a whole turn of filling and freeing show no line."""
_MOST_STRETCHES = 120
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


def envelope_of(held: Memory, span_s: float) -> Envelope:
    """The lower envelope of readings at (s since the span began, MiB) over `span_s`.

    Stretches are as long as the longest turn needs, 120 at most; ten at least must hold one each.
    """
    read_each_s = (held[-1][0] - held[0][0]) / (len(held) - 1) if len(held) > 1 else span_s
    finest_s = max(span_s / _MOST_STRETCHES, read_each_s)
    fine_s = max(span_s / _MOST_FINE, read_each_s)
    fine = least_of_each(held, fine_s)
    values = least_of_each(held, finest_s)
    turn_s, fall = _longest_turn(fine)
    turn_s *= fine_s
    rise = max(values, default=0.0) - values[0] if values else 0.0
    if _TURN_ROOM * turn_s <= finest_s or fall < _HARMLESS_PART * rise:
        return Envelope(tuple(values), finest_s, turn_s, True)
    step_s = _TURN_ROOM * turn_s
    if span_s / step_s < FEWEST_TURNS:
        return Envelope(tuple(values), finest_s, turn_s, False)
    step_s = span_s / math.floor(span_s / step_s)
    return Envelope(tuple(least_of_each(held, step_s)), step_s, turn_s, True, FEWEST_TURNS)


def least_of_each(held: Memory, step_s: float) -> list[float]:
    """The least value of each stretch up to the last reading; one without a reading has that of the one before.

    >>> least_of_each([(0.1, 5.0), (0.9, 4.0), (2.5, 6.0)], 1.0)
    [4.0, 4.0, 6.0]
    """
    least: dict[int, float] = {}
    for at_s, mib in held:
        place = int(at_s / step_s)
        least[place] = min(mib, least.get(place, math.inf))
    values: list[float] = []
    for place in range(min(least, default=0), max(least, default=-1) + 1):
        values.append(least.get(place, values[-1] if values else 0.0))
    return values


def _longest_turn(values: list[float]) -> tuple[int, float]:
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


def _freed_at(values: list[float], fall: float) -> list[int]:
    """Where the memory has fallen by `fall` from the highest since it was freed last."""
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
