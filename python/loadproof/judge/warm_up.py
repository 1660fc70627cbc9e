"""When a service is warm: once for each start, from a series of its response time.

Rule, sources and measured errors: docs/method.md, "Steady state".
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from loadproof.judge.onset import FEWEST_VALUES, truncation_point
from loadproof.judge.randomness import moving_error

__all__ = ["MOVING_ERROR", "WarmUp", "warm_up_of"]

MOVING_ERROR = 0.03
"""Both tests of `moving_error` must err at once: levels are called moving in about 1 % of series."""


@dataclass(frozen=True, slots=True)
class WarmUp:
    """When the steady part began, in s after the series did; None: never, or too short to tell."""

    onset_s: float | None
    text: str
    """What the series did: a predicate, such as "still moved one way in the last 30 s of 60 s"."""


def warm_up_of(
    values: Sequence[float], step_s: float, floor_s: float = 0.0, moving_from: float = MOVING_ERROR
) -> WarmUp:
    """The warm-up of one start: `values` of its response time, one each `step_s`, of merged histograms.

    MSER-5 gives the onset, at least `floor_s`; what follows must keep to a level: its `moving_error` must be above
    `moving_from`.

    >>> warm_up_of([9.0] * 10 + [1.0, 2.0, 1.5] * 20, 2.0).onset_s
    20.0
    >>> warm_up_of([float(step) for step in range(60)], 1.0).text
    'still moved one way in the last 30 s of 60 s'
    """
    if len(values) < FEWEST_VALUES:
        text = f"has {len(values)} values of {step_s:g} s where {FEWEST_VALUES} are needed"
        return WarmUp(None, text)
    onset = max(truncation_point(values), math.ceil(floor_s / step_s))
    length_s = len(values) * step_s
    rest = values[onset:]
    if 2 * len(rest) < len(values):
        needed_s = 2.0 * onset * step_s
        text = f"has too little left after {onset * step_s:g} s of {length_s:g} s: {needed_s:g} s are needed"
        return WarmUp(None, text)
    if moving_error(rest) <= moving_from:
        return WarmUp(None, f"still moved one way in the last {len(rest) * step_s:g} s of {length_s:g} s")
    return WarmUp(onset * step_s, f"kept to a level from {onset * step_s:g} s of {length_s:g} s on")
