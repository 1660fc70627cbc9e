"""A written duration with the range it must keep, where a preset may still change it."""

from collections.abc import Callable
from functools import partial

from loadproof.errors import WrittenValueError
from loadproof.model.duration import Duration
from loadproof.study.fault_log import FaultLog, KeyPath

__all__ = ["bounded_seconds", "whole_seconds"]


def whole_seconds(text: str, lowest_s: int, path: KeyPath, log: FaultLog) -> float | None:
    """Whole seconds, as windows are seconds; None when what is written is wrong, which goes to `log`."""
    return _seconds(text, partial(Duration.parse_whole, lowest_s), path, log)


def bounded_seconds(text: str, highest_s: float, path: KeyPath, log: FaultLog) -> float | None:
    """Seconds above 0 and up to `highest_s`; None when what is written is wrong, which goes to `log`."""
    return _seconds(text, partial(Duration.parse_up_to, highest_s), path, log)


def _seconds(text: str, parse: Callable[[str], Duration], path: KeyPath, log: FaultLog) -> float | None:
    try:
        return parse(text).seconds
    except WrittenValueError as error:
        log.add_error(path, error)
        return None
