"""Occurrences of an injection within the trials that have it: each needs steady load before and around it."""

from collections.abc import Sequence

from loadproof.injections.settings import Injection
from loadproof.model.duration import format_duration
from loadproof.study.fault_log import FaultLog, KeyPath

__all__ = ["check_schedule", "least_interval_s", "usual_interval_s"]

_LEAST_BEFORE_S = 30.0
"""Steady seconds before the first occurrence: three blocks of 10 s, the fewest that have a scatter to compare with."""
_LEAST_BETWEEN_S = 20.0
_USUAL_INTERVALS = 3.0


def least_interval_s(for_s: float, undo_within_s: float) -> float:
    """Return the least time from the start of one occurrence to the start of the next.

    >>> least_interval_s(60.0, 10.0), least_interval_s(60.0, 45.0)
    (80.0, 105.0)
    """
    return for_s + max(_LEAST_BETWEEN_S, undo_within_s)


def usual_interval_s(for_s: float, undo_within_s: float) -> float:
    """Return the time between the starts of two occurrences where the study writes none.

    >>> usual_interval_s(60.0, 10.0), usual_interval_s(5.0, 10.0)
    (180.0, 25.0)
    """
    return max(_USUAL_INTERVALS * for_s, least_interval_s(for_s, undo_within_s))


def check_schedule(
    injection: Injection, method: str, spans_s: Sequence[tuple[float, float]], path: KeyPath, log: FaultLog
) -> None:
    """Report the first occurrence that does not fit into the shortest trial of a method.

    `spans_s` are start and end of its judged parts; none of them: nothing is known, and nothing is reported.
    """
    if len(spans_s) == 1:
        _check_hold(injection, method, *spans_s[0], path, log)
    elif spans_s:
        _check_stages(injection, method, spans_s, path, log)


def _check_hold(injection: Injection, method: str, begin_s: float, end_s: float, path: KeyPath, log: FaultLog) -> None:
    earliest_s = begin_s + _LEAST_BEFORE_S
    if injection.after_s < earliest_s:
        before = format_duration(max(0.0, injection.after_s - begin_s))
        message = f"{before} of steady load in {method} come before the first occurrence, and 30s are needed"
        log.add((*path, "after"), message, f"write {format_duration(earliest_s)} or more")
    last_s = injection.begins_s()[-1] + injection.for_s
    if last_s >= end_s:
        is_one = injection.repeat == 1
        told = f"the {'' if is_one else 'last '}occurrence ends at {format_duration(last_s)}"
        message = f"{told}, and has to end before the judged part of {method}, which ends at {format_duration(end_s)}"
        cure = "begin earlier, shorten for" if is_one else "begin earlier, shorten for or every, repeat less often"
        log.add((*path, "for" if is_one else "repeat"), message, f"{cure}, or hold the load for longer")


def _check_stages(
    injection: Injection, method: str, spans_s: Sequence[tuple[float, float]], path: KeyPath, log: FaultLog
) -> None:
    """Report the first occurrence that is not in a held stage, or comes too early in one."""
    met: set[int] = set()
    for number, begin_s in enumerate(injection.begins_s(), 1):
        last_s = begin_s + injection.for_s
        place = next((at for at, (low_s, high_s) in enumerate(spans_s) if low_s <= begin_s and last_s < high_s), None)
        told = f"occurrence {number}, {format_duration(begin_s)} to {format_duration(last_s)}"
        held = ", ".join(f"{format_duration(low_s)} to {format_duration(high_s)}" for low_s, high_s in spans_s[:5])
        if place is None:
            message = f"{told}, is not within one held stage of {method}"
            log.add((*path, "after"), message, f"move it into a held stage: {held}")
            return
        if place not in met and begin_s < spans_s[place][0] + _LEAST_BEFORE_S:
            message = f"{told}, has less than 30s of its held stage of {method} before it"
            earliest = format_duration(spans_s[place][0] + _LEAST_BEFORE_S)
            log.add((*path, "after"), message, f"let it begin after {earliest}, or later")
            return
        met.add(place)
