"""Checked request of a run: the target and its profile, the held rate, and the settings of the load.

A fault names the option of the command line; `study.parameters` tells a caller in Python its parameter instead.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from loadproof.errors import InputError, WrittenValueError
from loadproof.methods.capacity.settings import CapacityAsked, CapacitySettings
from loadproof.methods.load.machine import HeldLoad
from loadproof.model.profile import DEFAULT_TIMEOUT_S, Profile
from loadproof.model.quoting import quoted
from loadproof.model.stage import Stage, parse_stages
from loadproof.model.target import Target, parse_target
from loadproof.model.user_counts import MOST_USERS, fewest_users, users_by_kind, users_in_total
from loadproof.study.authority_file import check_authority
from loadproof.study.load import load_profile, profile_of_url
from loadproof.study.url_request import GET, UrlRequest
from loadproof.study.yaml_document import STUDY_BOUNDS
from loadproof.system.input_file import open_regular_file

__all__ = [
    "LoadRequest",
    "capacity_settings",
    "check_arrivals",
    "connections_for",
    "held_load",
    "request_of",
    "stages_of",
    "whole_seconds",
    "with_tls",
]

DEFAULT_RATE = 100.0
_SATURATING_CONNECTIONS = 64
_USERS_ALONE = "users alone make the load of this profile, and nothing arrives by rate"
_OPTIONS = {"confirm_hold_s": "--confirm", "hold_s": "--hold", "budget_s": "--budget"}


@dataclass(frozen=True, slots=True)
class LoadRequest:
    """A target, the profile to put on it, and the text that the profile was read from, if it was."""

    target: Target
    profile: Profile
    profile_text: str | None


def request_of(
    url: str | None,
    profile: Path | None,
    slos: Sequence[str],
    timeout_s: float | None,
    sent: UrlRequest = GET,
    expect: str | None = None,
) -> LoadRequest:
    """Target and profile of one URL, or of a profile file with a URL that replaces its target. Raises InputError.

    `sent` is what is sent to a URL that has no profile, `expect` lists the statuses that are accepted from it.
    """
    if profile is None:
        if url is None:
            raise InputError("no target. Cure: give a URL, or a profile file with --profile")
        given_s = DEFAULT_TIMEOUT_S if timeout_s is None else timeout_s
        return LoadRequest(*profile_of_url(url, slos, given_s, sent, expect), None)
    if timeout_s is not None:
        raise InputError("--timeout goes with a URL. Cure: write timeout: in the profile file")
    if expect is not None:
        raise InputError("--expect goes with a URL. Cure: write expect: in each operation of the profile file")
    loaded = load_profile(profile, slos)
    target = _target(url) if url is not None else loaded.target
    if target is None:
        raise InputError(f"{profile} names no target. Cure: give a URL, or write target: in the file")
    if target.path not in ("", "/"):
        raise InputError(
            f"URL: {quoted(url)} has a path, and so have the operations of {profile}. "
            "Cure: give the URL without its path"
        )
    return LoadRequest(target, replace(loaded, target=target), _text_of(profile))


def _text_of(profile: Path) -> str:
    with open_regular_file(profile, STUDY_BOUNDS.largest_bytes) as file:
        return file.read().decode("utf-8-sig")


def with_tls(request: LoadRequest, ca: Path | None, insecure: bool, server_name: str | None = None) -> LoadRequest:
    """`request` with the TLS options of its caller before those of its profile. Raises InputError."""
    if server_name is not None:
        named = replace(request.profile.tls, server_name=server_name)
        request = replace(request, profile=replace(request.profile, tls=named))
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


def _held_rate(profile: Profile, is_written: bool, rate: float | None) -> float | None:
    """Return the rate of a `load`: 0 if users alone make it, else as written, or 100. Raises InputError."""
    if not profile.users_alone:
        return rate if is_written else DEFAULT_RATE
    if is_written:
        raise InputError(f"--rate: {_USERS_ALONE}. Cure: leave --rate out, or give an operation or a flow a weight")
    return 0.0


def held_load(
    profile: Profile,
    is_written: bool,
    rate: float | None,
    hold_s: float,
    stages: Sequence[Stage] | None = None,
    users: int | None = None,
) -> HeldLoad:
    """Return what a `load` holds: `stages` if they are given, else one rate, and `users` beside. Raises InputError."""
    _check_users(profile, users)
    if stages is None:
        return HeldLoad(_held_rate(profile, is_written, rate), hold_s, users=users)
    if profile.users_alone:
        raise InputError(f"--stages: {_USERS_ALONE}. Cure: leave --stages out, or give an operation or a flow a weight")
    return replace(HeldLoad.of_stages(stages), users=users)


def _check_users(profile: Profile, users: int | None) -> None:
    """Raises InputError where a profile cannot have so many users, or needs a number of them."""
    kinds = profile.users
    if users is None:
        if users_in_total(kinds) is None:
            raise InputError(
                "--users: the users of the profile have shares of a total. Cure: give it, such as --users 300"
            )
        return
    if not kinds:
        raise InputError(
            "--users: the profile has no users. Cure: write users into a profile (--profile), or leave it out"
        )
    if not 1 <= users <= MOST_USERS:
        raise InputError(f"--users: {users} is not from 1 to {MOST_USERS}. Cure: give a number such as 300")
    if 0 in users_by_kind(kinds, users):
        without = kinds[users_by_kind(kinds, users).index(0)].name
        raise InputError(
            f"--users: of {users} users none is of the kind {without}. Cure: give {fewest_users(kinds)} or more"
        )


def stages_of(text: str, rate: object = None, duration: object = None) -> tuple[Stage, ...]:
    """Stages of a load; `rate` and `duration` are written values that they replace. Raises InputError.

    >>> [stage.rate for stage in stages_of("5s:80,10s:80")]
    [80.0, 80.0]
    """
    for option, written in (("--rate", rate), ("--for", duration)):
        if written is not None:
            raise InputError(f"{option}: {written!r}, where --stages has times and rates. Cure: keep one of them")
    try:
        return parse_stages(text)
    except WrittenValueError as error:
        raise InputError(f"--stages: {error}") from error


def check_arrivals(profile: Profile) -> None:
    """Raises InputError where a search has no rate to vary."""
    if profile.users_alone:
        raise InputError(
            f"--profile: {_USERS_ALONE}. Cure: give an operation or a flow a weight, or use loadproof load"
        )


def connections_for(rate: float | None, connections: int | None) -> int | None:
    """Most connections of a load; None: as many as its calls need. A saturating one (`rate` None) has a number."""
    return _SATURATING_CONNECTIONS if connections is None and rate is None else connections


def whole_seconds(option: str, duration_s: float, written: object) -> float:
    """A duration of one or more whole seconds, as windows are seconds. Raises InputError.

    >>> whole_seconds("--for", 90.0, "1m30s")
    90.0
    """
    if not (math.isfinite(duration_s) and duration_s >= 1 and duration_s == int(duration_s)):
        raise InputError(f"{option}: {written!r} is not whole seconds. Cure: give a time such as 30s or 2m")
    return float(duration_s)


def capacity_settings(
    *,
    start_rate: float,
    max_rate: float,
    precision: float,
    hold_s: float,
    confirm_hold_s: float | None,
    budget_s: float | None,
) -> CapacitySettings:
    """Settings of a search. Raises InputError."""
    try:
        return CapacityAsked(
            start_rate, max_rate, precision, hold_s, confirm_hold_s=confirm_hold_s, budget_s=budget_s
        ).settings(None)
    except ValueError as error:
        field, _, told = str(error).partition(":")
        option = _OPTIONS.get(field) or f"--{field.replace('_', '-')}"
        fault, _, cure = told.partition("; ")
        raise InputError(f"{option}:{fault}. Cure: {cure or 'give another value'}") from error


def _target(url: str) -> Target:
    try:
        return parse_target(url)
    except WrittenValueError as error:
        raise InputError(f"URL: {error}") from error
