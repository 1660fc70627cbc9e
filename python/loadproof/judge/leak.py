"""Memory leak of a service, and the time until its memory is full: by line and shape of the memory that stays in use.

Rules, sources and measured errors: docs/method/leaks.md.
"""

import math
from dataclasses import dataclass, replace
from enum import StrEnum
from statistics import median

import numpy as np

from loadproof.judge.leak_collection import collection_seen
from loadproof.judge.service_memory import Memory
from loadproof.stats.leak_envelope import FEWEST_TURNS, MOST_STRETCHES, Envelope, envelope_of, least_of_each
from loadproof.stats.leak_shape import Shape, after_warm_up, shape_of
from loadproof.stats.robust_slope import Slope, robust_slope
from loadproof.stats.trend import growth_of, rising_error

__all__ = [
    "FEWEST_COLLECTIONS",
    "FEWEST_FOR_A_RISE",
    "HORIZON",
    "MemoryShape",
    "MemoryTrend",
    "Span",
    "Why",
    "live_set_trend",
    "memory_trend",
]

FEWEST_FOR_A_RISE = 6
"""Readings below which not even a rise is shown."""
_SHORTEST_S = 1.0
"""Readings of less time, such as those of one moment, have no trend."""
FEWEST_COLLECTIONS = 10
"""Live sets below which no line is shown: as many as the turns of filling and freeing."""
_STRETCHES_OF_LIVE_SET = 4
"""Stretches for which each holds, so that the end of a warm-up has a place between few collections."""
HORIZON = 10.0
"""A leak that fills the memory within so many lengths of the soak has to be found."""
_MATTERS_OF_ROOM = 0.05
"""A line of half the pace that has to be found is one: the measured pace of the other lies above it."""
_MATTERS_OF_LEVEL = 0.02
_MATTERS_LEAST_MIB = 1.0
_MISSED_OF_LEVEL = 0.06
"""Rise over the soak, as a part of the level, that "no leak" must exclude if the limit is not known."""
_CHANCE_OF_FEW = 0.01
_STARTS = (0.0, 0.25, 0.5)
"""Parts of the soak after which a warm-up may be over."""
_SLOWS = 7.0
_GOES_ON = 5.0
_HASTENS = 9.0
_BENDS = 12.0


class MemoryShape(StrEnum):
    """Course of a memory over a soak."""

    LEAK = "leak"
    """Rise along a line, beyond its noise and by an amount that matters."""
    NONE = "none"
    """No leak that would fill the memory within ten lengths of the soak."""
    LEVELLING_OFF = "levelling_off"
    """Rise whose remaining part does not matter."""
    TOO_SHORT = "too_short"
    CANNOT_TELL = "cannot_tell"
    """Garbage may be in it, and what is alive was not read."""


@dataclass(frozen=True, slots=True)
class Span:
    """The part of a trial that is judged, s since the trial began."""

    start_s: float
    stop_s: float

    @property
    def length_s(self) -> float:
        """Length of the span, s."""
        return self.stop_s - self.start_s


class Why(StrEnum):
    """Reason that decided the shape."""

    LINE = "line"
    LEVEL = "level"
    NOISE = "noise"
    """The interval of the slope holds both a leak that has to be found and none."""
    MAY_LEVEL_OFF = "may_level_off"
    NO_LINE = "no_line"
    """Rise that accelerates, or bends in both directions."""
    NO_COLLECTION = "no_collection"
    """Rise along a line: a leak, or garbage before its first collection."""
    FEW_TURNS = "few_turns"
    FEW_READINGS = "few_readings"


@dataclass(frozen=True, slots=True)
class MemoryTrend:
    """Trend of a memory: `begin` and `end` on its line, MiB; the slope in MiB/s with its 95 % interval."""

    shape: MemoryShape
    why: Why
    rises: bool
    """Beyond its noise and by what matters, whatever its shape."""
    from_s: float
    """Start of the line, s since the span began: the time before it was a warm-up."""
    span_s: float
    turn_s: float
    """The longest turn of filling and freeing that was seen."""
    begin: float
    end: float
    per_s: float
    per_s_low: float
    per_s_high: float
    limit_mib: float | None
    needed_s: float | None
    """About how long a soak has to be to tell, where this one was too short."""

    def full_after_s(self, per_s: float) -> float | None:
        """From the end until the memory is full at a pace of so many MiB/s; None: limit not known, or never."""
        if self.limit_mib is None or not 0.0 < per_s < math.inf:
            return None
        return max(0.0, self.limit_mib - self.end) / per_s


def memory_trend(
    readings: Memory, span: Span, limit_mib: float | None, *, waits_for_collector: bool = False
) -> MemoryTrend | None:
    """The trend of what stays in use of a memory over `span`; None: fewer than six readings, or less than a second.

    With `waits_for_collector` there may be any amount of garbage in it: a rise is a leak only if a collection was seen.
    """
    read = np.asarray(readings, dtype=np.float64).reshape(-1, 2)
    held = read[(read[:, 0] >= span.start_s) & (read[:, 0] < span.stop_s)]
    if len(held) < FEWEST_FOR_A_RISE:
        return None
    # A service that died is judged to its death.
    read_s = float(held[-1, 0] - held[0, 0]) * len(held) / (len(held) - 1)
    span_s = min(span.length_s, read_s)
    if span_s < _SHORTEST_S:
        return None
    found = _Judgement(envelope_of(held[:, 0] - held[0, 0], held[:, 1], span_s), span_s, limit_mib).trend()
    if found.shape is MemoryShape.LEAK and waits_for_collector and not collection_seen(held[:, 1]):
        return replace(found, shape=MemoryShape.TOO_SHORT, why=Why.NO_COLLECTION, needed_s=2.0 * span_s)
    return found


def live_set_trend(alive: Memory, span: Span, limit_mib: float | None) -> MemoryTrend | None:
    """The trend of what was alive after each collection over `span`; None: too few collections to tell.

    There is no garbage in it that comes and goes. What was alive holds until the next collection.
    """
    read = np.asarray(alive, dtype=np.float64).reshape(-1, 2)
    held = read[(read[:, 0] >= span.start_s) & (read[:, 0] < span.stop_s)]
    if len(held) < FEWEST_COLLECTIONS:
        return None
    each_s = float(held[-1, 0] - held[0, 0]) / (len(held) - 1)
    step_s = max(each_s / _STRETCHES_OF_LIVE_SET, each_s * len(held) / MOST_STRETCHES)
    values = least_of_each(held[:, 0] - held[0, 0], held[:, 1], step_s)
    span_s = min(span.length_s, each_s * len(held))
    return _Judgement(Envelope(values, step_s, 0.0, True, FEWEST_COLLECTIONS), span_s, limit_mib).trend()


class _Judgement:
    """One envelope against what matters."""

    def __init__(self, envelope: Envelope, span_s: float, limit_mib: float | None) -> None:
        self.envelope = envelope
        self.values = envelope.values
        self.span_s = span_s
        self.limit_mib = limit_mib
        level = median(self.values)
        room = math.inf if limit_mib is None else max(0.0, limit_mib - self.values[-1])
        self.matters = max(_MATTERS_LEAST_MIB, min(_MATTERS_OF_LEVEL * level, _MATTERS_OF_ROOM * room))
        of_level = max(3.0 * _MATTERS_LEAST_MIB, _MISSED_OF_LEVEL * level)
        # Of a small heap that is nearly full a tenth of the room is less than a mebibyte, and fills it all the same.
        of_noise = min(_MATTERS_LEAST_MIB, _MATTERS_OF_LEVEL * level)
        self.missed = of_level if limit_mib is None else max(of_noise, room / HORIZON)

    def trend(self) -> MemoryTrend:
        """The shape first, then its line."""
        if len(self.values) < self.envelope.fewest:
            return self._of_few()
        if not self.envelope.whole:
            return self._of_pieces()
        starts = [round(part * len(self.values)) for part in _STARTS]
        for start in (start for start in starts if len(self.values) - start >= FEWEST_TURNS):
            shape = shape_of(self.values[start:])
            slows = shape.slows >= _SLOWS and shape.remaining > 0.0
            # What bends after a warm-up is its end.
            if not slows and (start in (0, starts[-1]) or shape.bends < _BENDS):
                return self._of_line(start, shape)
        return self._slowing(start, shape)

    def _of_line(self, start: int, shape: Shape) -> MemoryTrend:
        slope = robust_slope(self.values[start:], FEWEST_TURNS)
        no_leak = MemoryShape.LEVELLING_OFF if start else MemoryShape.NONE
        if self._rises(slope):
            slope, why = self._why_rising(start, slope, shape)
            if why is Why.LINE:
                return self._told(MemoryShape.LEAK, why, start, slope)
            # Whatever it is, it cannot fill a memory of which the limit is known.
            if self.limit_mib is not None and self._over_span(slope.high) < self.missed:
                return self._told(no_leak, Why.LEVEL, start, slope)
            return self._told(MemoryShape.TOO_SHORT, why, start, slope, 2.0 * self.span_s)
        if self._over_span(slope.high) < self.missed:
            return self._told(no_leak, Why.LEVEL, start, slope)
        if self._stays_within():
            return self._told(MemoryShape.NONE, Why.LEVEL, start, slope)
        reach = self._over_span(slope.high - slope.low) / 2.0
        longer = max(1.5, (2.0 * reach / self.missed) ** (2.0 / 3.0))
        return self._told(MemoryShape.TOO_SHORT, Why.NOISE, start, slope, longer * self.span_s)

    def _why_rising(self, start: int, slope: Slope, shape: Shape) -> tuple[Slope, Why]:
        """The slope of what rises, without its warm-up, and whether it is a line that goes on."""
        if start == 0 and (shape.hastens >= _HASTENS or shape.bends >= _BENDS):
            return slope, Why.NO_LINE
        goes_on = shape.goes_on
        if start:
            slope, goes_on = self._beside_warm_up(start)
        return slope, Why.LINE if goes_on >= _GOES_ON and self._rises(slope) else Why.MAY_LEVEL_OFF

    def _slowing(self, start: int, shape: Shape) -> MemoryTrend:
        slope = robust_slope(self.values[start:], FEWEST_TURNS)
        if start and self._rises(slope):
            beside, goes_on = self._beside_warm_up(start)
            if goes_on >= _GOES_ON and self._rises(beside):
                return self._told(MemoryShape.LEAK, Why.LINE, start, beside)
        if shape.remaining_high < self.missed or self._over_span(slope.high) < self.missed or self._stays_within():
            return self._told(MemoryShape.LEVELLING_OFF, Why.LEVEL, start, slope)
        needed_s = self.span_s + 3.0 * shape.decay_high * self.envelope.step_s
        return self._told(MemoryShape.TOO_SHORT, Why.MAY_LEVEL_OFF, start, slope, needed_s)

    def _beside_warm_up(self, start: int) -> tuple[Slope, float]:
        """The slope without what is left of the warm-up, and whether a line goes on there rather than a cache."""
        found = after_warm_up(self.values)
        rest = [value - warm_up for value, warm_up in zip(self.values, found.warm_up, strict=True)]
        return robust_slope(rest[start:], FEWEST_TURNS), found.goes_on

    def _of_pieces(self) -> MemoryTrend:
        """Too few turns of filling and freeing for a line through what stays in use."""
        slope = robust_slope(self.values, FEWEST_TURNS)
        if self._stays_within():
            return self._told(MemoryShape.NONE, Why.LEVEL, 0, slope)
        needed_s = 1.5 * FEWEST_TURNS * self.envelope.turn_s
        return self._told(MemoryShape.TOO_SHORT, Why.FEW_TURNS, 0, slope, needed_s, rises=False)

    def _of_few(self) -> MemoryTrend:
        growth = growth_of(self.values)
        rises = growth >= self.matters and rising_error(self.values) <= _CHANCE_OF_FEW
        steps = max(1, len(self.values) - 1)
        unknown = Slope(growth / steps, -math.inf, math.inf, self.values[-1] - growth)
        needed_s = self.span_s * max(1.5, self.envelope.fewest / len(self.values))
        return self._told(MemoryShape.TOO_SHORT, Why.FEW_READINGS, 0, unknown, needed_s, rises=rises)

    def _over_span(self, per_step: float) -> float:
        return per_step * self.span_s / self.envelope.step_s

    def _rises(self, slope: Slope) -> bool:
        return slope.low > 0.0 and self._over_span(slope.per_step) >= self.matters

    def _stays_within(self) -> bool:
        """Return True if the whole movement of the memory is smaller than a rise that had to be found."""
        return max(self.values) - min(self.values) < self.missed

    def _within_movement(self, start: int, slope: Slope) -> Slope:
        """The slope from a value on of a memory that stays within: not steeper than all of its movement.

        Where few values jump between neighbours the interval of the slopes reaches to a single jump.
        """
        steepest = (max(self.values) - min(self.values)) / (len(self.values) - 1 - start)
        per_step, low, high = (max(-steepest, min(steepest, one)) for one in (slope.per_step, slope.low, slope.high))
        return replace(slope, per_step=per_step, low=low, high=high)

    def _told(
        self,
        shape: MemoryShape,
        why: Why,
        start: int,
        slope: Slope,
        needed_s: float | None = None,
        rises: bool | None = None,
    ) -> MemoryTrend:
        if why is Why.LEVEL and self._stays_within():
            slope = self._within_movement(start, slope)
        step_s = self.envelope.step_s
        end = slope.first + slope.per_step * (len(self.values) - 1 - start)
        return MemoryTrend(
            shape=shape,
            why=why,
            rises=self._rises(slope) if rises is None else rises,
            from_s=start * step_s,
            span_s=self.span_s,
            turn_s=self.envelope.turn_s,
            begin=slope.first,
            end=end,
            per_s=slope.per_step / step_s,
            per_s_low=slope.low / step_s,
            per_s_high=slope.high / step_s,
            limit_mib=self.limit_mib,
            needed_s=needed_s,
        )
