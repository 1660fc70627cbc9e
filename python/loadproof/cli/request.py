"""What the command line asks for, read and checked."""

import math
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from loadproof.errors import InputError, WrittenValueError
from loadproof.method.capacity_settings import CapacityAsked, CapacitySettings
from loadproof.model.duration import parse_duration
from loadproof.model.profile import DEFAULT_TIMEOUT_S, Profile
from loadproof.model.quoting import quoted
from loadproof.model.target import Target, parse_target
from loadproof.run.request import LoadRequest
from loadproof.study.authority_file import check_authority
from loadproof.study.load import load_profile, profile_of_url

__all__ = [
    "capacity_settings",
    "check_arrivals",
    "rate_for",
    "read_rate",
    "read_request",
    "read_whole_seconds",
    "with_tls",
]

_HIGHEST_RATE = 10_000_000.0
_DEFAULT_RATE = 100.0
_USERS_ALONE = "users alone make the load of this profile, and nothing arrives by rate"


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


def rate_for(profile: Profile, is_written: bool, rate: float | None) -> float | None:
    """The rate of a `load`: 0 where users alone make it, else as written, or 100. Raises InputError."""
    if not profile.users_alone:
        return rate if is_written else _DEFAULT_RATE
    if is_written:
        raise InputError(f"--rate: {_USERS_ALONE}. Cure: leave --rate out, or give an operation or a flow a weight")
    return 0.0


def check_arrivals(profile: Profile) -> None:
    """Raises InputError where a search has no rate to vary."""
    if profile.users_alone:
        raise InputError(
            f"--profile: {_USERS_ALONE}. Cure: give an operation or a flow a weight, or use loadproof load"
        )


def with_tls(request: LoadRequest, ca: Path | None, insecure: bool) -> LoadRequest:
    """`request` with the TLS options of the command line before those of its profile. Raises InputError."""
    if ca is None and not insecure:
        return request
    option = "--ca" if ca is not None else "--insecure"
    if ca is not None and insecure:
        raise InputError("--insecure: any certificate is taken, and so --ca says nothing. Cure: keep one of them")
    if not request.target.tls:
        raise InputError(f"{option}: the target {request.target.url} speaks no TLS. Cure: give its https:// address")
    if ca is not None:
        try:
            check_authority(ca)
        except WrittenValueError as error:
            raise InputError(f"{option}: {quoted(str(ca))}: {error}") from error
    tls = replace(request.profile.tls, authorities=() if ca is None else (ca,), insecure=insecure)
    return replace(request, profile=replace(request.profile, tls=tls))


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
    *,
    start_rate: float,
    max_rate: float,
    precision: float,
    hold_s: float,
    confirm_hold_s: float | None,
    budget_s: float | None,
) -> CapacitySettings:
    """Settings of the search, as the options give them. Raises InputError."""
    try:
        return CapacityAsked(
            start_rate, max_rate, precision, hold_s, confirm_hold_s=confirm_hold_s, budget_s=budget_s
        ).settings(None)
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
