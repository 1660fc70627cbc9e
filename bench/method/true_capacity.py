"""The capacity of a simulated service, from long exact simulation."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from bench.method.long_simulation import BadCalls

__all__ = ["LongSimulation", "Missing", "TrueCapacity", "true_capacity"]

LongSimulation = Callable[[float, float, int], BadCalls]
"""Rate in calls/s, length in s, number of the run: what a warm start of the service shows at that rate."""
_SOFTEST = 4.0
_LEAST_PART, _MOST_PART = 0.05, 1.1
_BRACKET = 0.04
_NEAR = 1.5
"""Levels, ln(share / limit), that the line is drawn through."""
_AT_CROSSING = 0.3
_WALL = 0.001
_TARGET = 0.0025
_MOST_TURNS = 12
_RUNS_A_TURN = 3
_LONGEST_GROWTH = 6.0
_MOST_CALLS = 60_000_000


class Missing(StrEnum):
    """Why a service has no capacity that a search could be held against."""

    NEVER_KEPT = "the SLO is not kept at a twentieth of the raw rate"
    NEVER_BROKEN = "the SLO is kept beyond the raw rate"
    TOO_SOFT = "its share of bad calls grows by less than 4 % for 1 % of rate"


@dataclass(frozen=True, slots=True)
class TrueCapacity:
    """The rate in calls/s at which the share of bad calls crosses its limit, and d ln share / d ln rate there."""

    rate: float
    slope: float
    error: float
    """Standard error of ln(rate)."""
    calls: int
    """What was simulated for it."""


class _Levels:
    """Simulations of one service, each with ln(rate) and what it showed; lengths in multiples of `unit_s(rate)`."""

    def __init__(self, simulate: LongSimulation, unit_s: Callable[[float], float]) -> None:
        self._simulate, self._unit_s = simulate, unit_s
        self.places: list[float] = []
        self.found: list[BadCalls] = []

    def add(self, place: float, units: float = 1.0) -> BadCalls:
        rate = math.exp(place)
        found = self._simulate(rate, units * self._unit_s(rate), len(self.found))
        self.places.append(place)
        self.found.append(found)
        return found

    @property
    def calls(self) -> int:
        return sum(found.calls for found in self.found)

    def arrays(self, since: int = 0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """ln(rate), level and its error of the simulations from number `since` on."""
        found = self.found[since:]
        levels, errors = [one.level for one in found], [one.error for one in found]
        return np.array(self.places[since:]), np.array(levels), np.array(errors)


def true_capacity(
    simulate: LongSimulation, raw_rate: float, threshold_s: float, cycle_s: float = 0.0
) -> TrueCapacity | Missing:
    """Bisection, a line through the levels around it, then simulations at the crossing until it is known to 0.25 %.

    Where the share leaps from next to nothing to most calls within 0.1 % of the rate (a wall), bisection to 0.1 %.
    A capacity is looked for between 5 % and 110 % of `raw_rate`. A service whose share grows by less than 4 % for
    each 1 % of rate is no case: no test of hours could tell its capacity within 3 %.
    """
    levels = _Levels(simulate, lambda rate: max(40_000 / rate, 8.0 * cycle_s, 100.0 * threshold_s))
    low, high = math.log(_LEAST_PART * raw_rate), math.log(_MOST_PART * raw_rate)
    if levels.add(low).level > 0.0:
        return Missing.NEVER_KEPT
    if levels.add(high).level < 0.0:
        return Missing.NEVER_BROKEN
    while high - low > _BRACKET:
        middle = 0.5 * (low + high)
        low, high = (low, middle) if levels.add(middle).level > 0.0 else (middle, high)
    found = _line(levels, 0.5 * (low + high))
    if isinstance(found, TrueCapacity):
        return found
    place, slope = found
    if slope < _SOFTEST:
        return Missing.TOO_SOFT
    return _crossing(levels, place, slope)


def _line(levels: _Levels, place: float) -> tuple[float, float] | TrueCapacity:
    """About where the levels cross 0, and how steep they are there; the capacity at once where it is a wall."""
    width, units = 0.01, 1.0
    slope = 0.0
    fits = 0
    for _ in range(_MOST_TURNS):
        since = len(levels.found)
        for step in (-2.0, -1.0, 0.0, 1.0, 2.0):
            levels.add(place + step * width, units)
        places, logs, errors = levels.arrays(since)
        kept = (np.abs(logs) < _NEAR) & (errors < 1.0)
        if kept.sum() >= 3 and np.ptp(logs[kept]) > 0.0:
            slope, level = np.polyfit(places[kept] - place, logs[kept], 1, w=1.0 / np.maximum(errors[kept], 0.05))
            slope = max(float(slope), 1.0)
            place -= float(np.clip(level / slope, -3.0 * width, 3.0 * width))
            width = float(np.clip(0.5 / slope, 0.0002, 0.05))
            units, fits = 2.0 * units, fits + 1
            if fits == 2:
                return place, slope
            continue
        below, above = places[logs <= 0.0], places[logs > 0.0]
        if not len(below) or not len(above):
            place += 3.0 * width * (1.0 if len(below) else -1.0)
            continue
        least, most = sorted((float(below.max()), float(above.min())))
        if most - least <= _WALL and width <= _WALL:
            steep = float(np.ptp(logs)) / (4.0 * width)
            return TrueCapacity(math.exp(0.5 * (least + most)), steep, (most - least) / math.sqrt(12.0), levels.calls)
        place, width = 0.5 * (least + most), max(0.25 * (most - least), 0.25 * _WALL)
    return place, max(slope, 1.0 / width)


def _crossing(levels: _Levels, place: float, slope: float) -> TrueCapacity:
    """Simulations at the crossing itself, each of which says where it is: a fault of the slope hardly matters there."""
    units, since = 2.0, len(levels.found)
    near = max(_AT_CROSSING, 0.0015 * slope)
    error = math.inf
    for _ in range(_MOST_TURNS):
        for _ in range(_RUNS_A_TURN):
            levels.add(place, units)
        places, logs, errors = levels.arrays(since)
        close = np.abs(places - place) * slope < near
        crossings, weights = (places - logs / slope)[close], (slope / errors[close]) ** 2
        place = float(np.average(crossings, weights=weights))
        spread = float(weights @ (crossings - place) ** 2) / max(1, len(crossings) - 1)
        error = math.sqrt(max(1.0, spread) / float(weights.sum()))
        if error <= _TARGET and len(crossings) >= _RUNS_A_TURN or levels.calls > _MOST_CALLS:
            break
        units *= min(_LONGEST_GROWTH, max(1.0, (error / _TARGET) ** 2 - 1.0) * len(crossings) / _RUNS_A_TURN)
    return TrueCapacity(math.exp(place), slope, error, levels.calls)


def largest_error(truths: Sequence[TrueCapacity]) -> float:
    """The largest standard error of ln(capacity)."""
    return max((truth.error for truth in truths), default=math.nan)
