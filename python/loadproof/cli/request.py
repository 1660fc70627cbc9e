"""What the command line asks for, read and checked."""

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from loadproof.errors import InputError, WrittenValueError
from loadproof.method.capacity_settings import CapacitySettings
from loadproof.run.request import LoadRequest
from loadproof.study.duration import parse_duration
from loadproof.study.load import load_profile, profile_of_url
from loadproof.study.profile import DEFAULT_TIMEOUT_S
from loadproof.study.target import Target, parse_target

__all__ = ["capacity_settings", "read_rate", "read_request", "read_whole_seconds"]

_HIGHEST_RATE = 10_000_000.0


def read_rate(text: str) -> float | None:
    """Calls per second; None for `max`. Raises InputError.

    >>> read_rate("max"), read_rate("1000")
    (None, 1000.0)
    """
    if text.strip().lower() == "max":
        return None
    try:
        rate = float(text)
    except ValueError:
        rate = math.nan
    if not 0 < rate <= _HIGHEST_RATE:
        raise InputError(f"--rate: {text!r} is not a rate. Cure: give calls per second above 0, such as 1000, or max")
    return rate


def read_whole_seconds(option: str, text: str) -> float:
    """A duration of one or more whole seconds, as windows are seconds. Raises InputError.

    >>> read_whole_seconds("--for", "1m30s")
    90.0
    """
    duration_s = _duration(option, text)
    if duration_s < 1 or duration_s != int(duration_s):
        raise InputError(f"{option}: {text!r} is not whole seconds. Cure: give a time such as 30s or 2m")
    return duration_s


def capacity_settings(
    *, start_rate: float, max_rate: float, precision: float, hold_s: float, confirm_hold_s: float
) -> CapacitySettings:
    """Settings of the search, as the options give them. Raises InputError."""
    try:
        return CapacitySettings(
            start_rate=start_rate,
            max_rate=max_rate,
            precision=precision,
            hold_s=hold_s,
            confirm_hold_s=confirm_hold_s,
        )
    except ValueError as error:
        option, _, fault = str(error).partition(":")
        raise InputError(f"--{option.replace('_', '-')}:{fault}. Cure: see loadproof capacity --help") from error


def read_request(url: str | None, profile: Path | None, slos: Sequence[str] | None, timeout: str | None) -> LoadRequest:
    """Target and profile of one URL, or of a profile file with a URL that replaces its target. Raises InputError."""
    timeout_s = None if timeout is None else _duration("--timeout", timeout)
    if profile is None:
        if url is None:
            raise InputError("no target. Cure: give a URL, or a profile file with --profile")
        return LoadRequest(*profile_of_url(url, slos or (), timeout_s or DEFAULT_TIMEOUT_S), None)
    if timeout_s is not None:
        raise InputError("--timeout goes with a URL. Cure: write timeout: in the profile file")
    loaded = load_profile(profile, slos or ())
    target = _target(url) if url is not None else loaded.target
    if target is None:
        raise InputError(f"{profile} names no target. Cure: give a URL, or write target: in the file")
    if target.path not in ("", "/"):
        raise InputError(
            f"URL: {url!r} has a path, and so have the operations of {profile}. Cure: give the URL without its path"
        )
    return LoadRequest(target, replace(loaded, target=target), profile.read_text(encoding="utf-8"))


def _target(url: str) -> Target:
    try:
        return parse_target(url)
    except WrittenValueError as error:
        raise InputError(f"URL: {error}") from error


def _duration(option: str, text: str) -> float:
    try:
        return parse_duration(text)
    except WrittenValueError as error:
        raise InputError(f"{option}: {error}") from error
