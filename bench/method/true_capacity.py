"""The capacity of a simulated service, from long exact simulation."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

__all__ = ["BadRatio", "TrueCapacity", "true_capacity"]

BadRatio = Callable[[float, int, int], float]
"""Rate in calls/s, calls, number of the run: the share of bad calls over its limit, of the SLO nearest to it."""
_SOFTEST = 4.0
_BISECTIONS = (30_000, 30_000, 60_000, 60_000, 120_000, 200_000)
_STEPS = np.arange(-3.0, 4.0)
_LEAST, _MOST = math.log(0.15), math.log(6.0)


@dataclass(frozen=True, slots=True)
class TrueCapacity:
    """The rate in calls/s at which the share of bad calls crosses its limit, and d ln share / d ln rate there."""

    rate: float
    slope: float


def true_capacity(ratio: BadRatio, raw_rate: float, calls: int) -> TrueCapacity | None:
    """Bisection, then a line through ln(share / limit) of seven rates around it, `calls` each.

    None where the service has no capacity between 15 % and 105 % of `raw_rate`, or where its share grows by less
    than 4 % for each 1 % of rate: then no test of hours could tell its capacity within 3 %.
    """
    low, high = 0.15 * raw_rate, 1.05 * raw_rate
    if ratio(low, _BISECTIONS[-1], 0) > 0.8:
        return None
    for run, count in enumerate(_BISECTIONS):
        middle = math.sqrt(low * high)
        low, high = (low, middle) if ratio(middle, count, 1 + run) > 1.0 else (middle, high)
    place, width = 0.5 * math.log(low * high), 0.01
    slope = 0.0
    for turn in range(2):
        rates = place + width * _STEPS
        found = [ratio(math.exp(rate), calls // (2 - turn), 10 + 10 * turn + run) for run, rate in enumerate(rates)]
        logs = np.log(np.maximum(found, 1e-6))
        kept = (logs > _LEAST) & (logs < _MOST)
        if kept.sum() < 3:
            # A wall: the share leaps from next to nothing to most calls within a step.
            over = rates[logs > 0.0]
            below = rates[logs <= 0.0]
            if not len(over) or not len(below):
                place += width * (3.0 if not len(over) else -3.0)
                continue
            place, slope, width = 0.5 * (float(below.max()) + float(over.min())), 1.0 / width, width / 4.0
            continue
        slope, level = np.polyfit(rates[kept] - place, logs[kept], 1)
        if slope < _SOFTEST:
            return None
        place -= float(np.clip(level / slope, -4.0 * width, 4.0 * width))
        width = float(np.clip(0.5 / slope, 0.002, 0.03))
    return TrueCapacity(math.exp(place), float(slope))
