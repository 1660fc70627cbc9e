"""A written duration with the range it must keep."""

from loadproof.errors import WrittenValueError
from loadproof.model.duration import format_duration, parse_duration
from loadproof.model.quoting import quoted
from loadproof.study.fault_log import FaultLog, KeyPath

__all__ = ["bounded_seconds", "whole_seconds"]


def whole_seconds(text: str, lowest_s: int, path: KeyPath, log: FaultLog) -> float | None:
    """Whole seconds, as windows are seconds; None when what is written is wrong, which goes to `log`."""
    seconds = _seconds(text, path, log)
    if seconds is None or (seconds == int(seconds) and seconds >= lowest_s):
        return seconds
    least = ", 1s or more" if lowest_s else ""
    log.add(path, f"{quoted(text)} is not a time of whole seconds{least}", "write a time such as 30s or 2m")
    return None


def bounded_seconds(text: str, highest_s: float, path: KeyPath, log: FaultLog) -> float | None:
    """Seconds above 0 and up to `highest_s`; None when what is written is wrong, which goes to `log`."""
    seconds = _seconds(text, path, log)
    if seconds is None or 0 < seconds <= highest_s:
        return seconds
    highest = format_duration(highest_s)
    log.add(path, f"{quoted(text)} is not above 0 and at most {highest}", "write a duration such as 10s")
    return None


def _seconds(text: str, path: KeyPath, log: FaultLog) -> float | None:
    try:
        return parse_duration(text)
    except WrittenValueError as error:
        log.add_error(path, error)
        return None
