"""Resolves written pauses: think times and pacing."""

import math

from loadproof.errors import WrittenValueError
from loadproof.model.duration import parse_duration
from loadproof.model.quoting import quoted
from loadproof.model.scenario import Pause, PauseKind
from loadproof.study.fault_log import FaultLog, KeyPath
from loadproof.study.flow_spec import PauseSpec
from loadproof.study.written_duration import bounded_seconds

__all__ = ["resolve_pause"]

_LONGEST_S = 3600.0
_LARGEST_SIGMA = 5.0
_STAND_IN = Pause(PauseKind.CONSTANT, 1.0)


def resolve_pause(written: str | PauseSpec, path: KeyPath, log: FaultLog) -> Pause:
    """The pause that is written, with parts of up to an hour; what is wrong goes to `log`."""
    if isinstance(written, str):
        return _range(written, path, log) if "-" in written else _constant(written, path, log)
    kinds = [key for key in ("exponential", "normal", "lognormal") if getattr(written, key) is not None]
    if len(kinds) != 1:
        if not log.is_broken(path):
            log.add(path, "a pause has one distribution", "write one of exponential, normal and lognormal")
        return _STAND_IN
    if written.normal is not None:
        mean_s = bounded_seconds(written.normal.mean, _LONGEST_S, (*path, "normal", "mean"), log)
        deviation_s = bounded_seconds(written.normal.deviation, _LONGEST_S, (*path, "normal", "deviation"), log)
        return Pause(PauseKind.NORMAL, mean_s or 1.0, deviation_s or 1.0)
    if written.lognormal is not None:
        sigma = written.lognormal.sigma
        if not (math.isfinite(sigma) and 0 < sigma <= _LARGEST_SIGMA):
            place = (*path, "lognormal", "sigma")
            log.add(place, f"{sigma:g} is not above 0 and at most {_LARGEST_SIGMA:g}", "give a number such as 0.5")
        median_s = bounded_seconds(written.lognormal.median, _LONGEST_S, (*path, "lognormal", "median"), log)
        return Pause(PauseKind.LOGNORMAL, median_s or 1.0, sigma)
    mean_s = bounded_seconds(written.exponential or "", _LONGEST_S, (*path, "exponential"), log)
    return Pause(PauseKind.EXPONENTIAL, mean_s or 1.0)


def _constant(written: str, path: KeyPath, log: FaultLog) -> Pause:
    seconds = bounded_seconds(written, _LONGEST_S, path, log)
    return _STAND_IN if seconds is None else Pause(PauseKind.CONSTANT, seconds)


def _range(written: str, path: KeyPath, log: FaultLog) -> Pause:
    low, _, high = written.partition("-")
    try:
        least_s, most_s = parse_duration(low), parse_duration(high)
    except WrittenValueError as error:
        log.add_error(path, error)
        return _STAND_IN
    if not least_s <= most_s or not 0 < most_s <= _LONGEST_S:
        message = f"{quoted(written)} is not a range of pauses, ascending and at most 1h"
        log.add(path, message, "write the shorter pause first, such as 1s-3s")
        return _STAND_IN
    return Pause(PauseKind.UNIFORM, least_s, most_s)
