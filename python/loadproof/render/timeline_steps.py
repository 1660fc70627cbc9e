"""Step widths of a page: narrow enough to show what happened, wide enough to keep the page small."""

import math
from collections.abc import Sequence

from loadproof.result.series import StartSpan
from loadproof.store.record import TrialRecord

__all__ = ["heat_step_s", "load_step_s", "reading_step_s"]

_STEPS_S = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600)
_MOST_STEPS = 720
_MOST_COLUMNS = 360
# Over all starts of a run: what keeps the page of 18 starts with 60 readings each below 3 MB.
_MOST_STEPS_TOGETHER = 2880
_MOST_COLUMNS_TOGETHER = 1440
_MOST_READINGS_TOGETHER = 75_000
_LEAST_STEPS = 24
_MINUTE_S = 60


def load_step_s(starts: Sequence[StartSpan], records: Sequence[TrialRecord]) -> int:
    """Return the step width of the load, s: wide enough for the start with the most load time."""
    return _step_s(_longest_load_s(starts, records), _most(_MOST_STEPS, _MOST_STEPS_TOGETHER, len(starts)))


def heat_step_s(starts: Sequence[StartSpan], records: Sequence[TrialRecord], step_s: int, *, is_rolled: bool) -> int:
    """Return the column width of the heat map, s: whole steps of the load; whole minutes if windows were rolled up."""
    most = _most(_MOST_COLUMNS, _MOST_COLUMNS_TOGETHER, len(starts))
    return _step_s(_longest_load_s(starts, records), most, step_s, _MINUTE_S if is_rolled else 1)


def reading_step_s(starts: Sequence[StartSpan], series: int, step_s: int) -> int:
    """Return the step width of so many series of readings, s; at least `step_s`.

    If there is one start, the axis begins with the run; with several starts, each has its own axis.
    """
    if len(starts) <= 1:
        return max(step_s, _step_s(max((start.end_s for start in starts), default=0.0), _MOST_STEPS))
    longest_s = max(start.end_s - start.begin_s for start in starts)
    most = _most(_MOST_STEPS, _MOST_READINGS_TOGETHER // max(1, series), len(starts))
    return max(step_s, _step_s(longest_s, most))


def _most(of_one: int, together: int, starts: int) -> int:
    """The steps that one start of so many may have.

    >>> _most(720, 2880, 1), _most(720, 2880, 18), _most(720, 2880, 600)
    (720, 160, 24)
    """
    return of_one if starts <= 1 else max(_LEAST_STEPS, min(of_one, together // starts))


def _longest_load_s(starts: Sequence[StartSpan], records: Sequence[TrialRecord]) -> float:
    loads_s = {(start.variant, start.start): 0.0 for start in starts}
    for record in records:
        loads_s[record.variant, record.trial.start] += record.duration_s
    return max(loads_s.values(), default=0.0)


def _step_s(length_s: float, most: int, multiple_of_s: int = 1, at_least_s: int = 1) -> int:
    for step_s in _STEPS_S:
        if step_s % multiple_of_s == 0 and step_s >= at_least_s and length_s <= most * step_s:
            return step_s
    unit_s = max(_STEPS_S[-1], multiple_of_s)
    return unit_s * math.ceil(length_s / most / unit_s)
