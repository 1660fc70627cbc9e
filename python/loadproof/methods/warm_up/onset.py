"""End of the warm-up of a service: once for each start, from a series of its response time.

Rule, sources and measured errors: docs/method/warm-up.md.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from loadproof.model.message import Message, count, duration
from loadproof.stats.onset import FEWEST_VALUES, truncation_point
from loadproof.stats.randomness import moving_error, moving_hint

__all__ = ["WarmUpOnset", "warm_up_of"]

_ERROR = 0.03
"""Both tests of `moving_error` must err at once: levels are called moving in about 1 % of series."""
_HINT = 0.1
"""Error of any single test at a look that is not the last one: to go on takes less reason than to call a series
moving."""


@dataclass(frozen=True, slots=True)
class WarmUpOnset:
    """Start of the steady part, s after the start of the series; None: never, or too short to tell."""

    onset_s: float | None
    text: Message
    """Behavior of the series: a predicate, such as "still moved one way in the last 30 s of 1 min"."""


def warm_up_of(values: Sequence[float], step_s: float, floor_s: float = 0.0, *, may_go_on: bool = False) -> WarmUpOnset:
    """The warm-up of one start: `values` of its response time, one each `step_s`, of merged histograms.

    MSER-5 gives the onset, at least `floor_s`; what follows must keep to a level (`moving_error`). While the hold
    `may_go_on`, the onset must lie in the first third, and nothing must even hint at a movement (`moving_hint`): few
    values hardly show a slow one.

    >>> warm_up_of([9.0] * 10 + [1.0, 2.0, 1.5] * 20, 2.0).onset_s
    20.0
    >>> from loadproof.words.catalogue import english
    >>> english(warm_up_of([float(step) for step in range(60)], 1.0).text)
    'still moved one way in the last 30 s of 1 min'
    """
    if len(values) < FEWEST_VALUES:
        known, needed = count(len(values)), count(FEWEST_VALUES)
        return WarmUpOnset(None, Message("warm-up-few-values", values=known, step=duration(step_s), needed=needed))
    onset = max(truncation_point(values), math.ceil(floor_s / step_s))
    whole = duration(len(values) * step_s)
    rest = values[onset:]
    if 2 * len(rest) < len(values):
        needed = duration(2.0 * onset * step_s)
        return WarmUpOnset(
            None, Message("warm-up-little-left", onset=duration(onset * step_s), whole=whole, needed=needed)
        )
    is_doubtful = may_go_on and (3 * onset > len(values) or moving_hint(rest) <= _HINT)
    if is_doubtful or moving_error(rest) <= _ERROR:
        return WarmUpOnset(None, Message("warm-up-still-moved", rest=duration(len(rest) * step_s), whole=whole))
    return WarmUpOnset(onset * step_s, Message("warm-up-kept-level", onset=duration(onset * step_s), whole=whole))
