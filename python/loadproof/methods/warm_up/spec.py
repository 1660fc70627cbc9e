"""Warm-up in a study file."""

from dataclasses import replace
from functools import partial
from typing import Annotated

from pydantic import Field

from loadproof.methods.warm_up.machine import WarmUpSettings
from loadproof.model.duration import Duration
from loadproof.study.method_scalars import RATE, TIME, USERS, MethodSpec, Part
from loadproof.study.method_section import MethodSection
from loadproof.study.written import Scalar

__all__ = ["WarmUpSpec", "resolve"]

_SHORTEST_WARM_UP_S = 60
"""The onset of the steady part needs 50 values, of a second each, and the latest of them are not all in yet."""
_WarmUp = Annotated[Duration, Scalar(Duration, partial(Duration.parse_whole, _SHORTEST_WARM_UP_S), "2m")]


class WarmUpSpec(MethodSpec):
    """A hold after each start of the services, until their response time keeps to a level."""

    such_as = "settings such as {rate: 1N, floor: 10s, most: 2m}"
    meaning = "A load after each start of the services, until the response time keeps to a level; none unless written."

    rate: float | str | None = Field(default=None, description=f"{RATE}; that of the first method unless written")
    """The rate that warms up; that of the first method which has one unless written."""
    users: int | None = Field(default=None, description=USERS)
    """Closed users of all kinds; those of the first method unless written."""
    floor: Part | None = Field(default=None, description=f"the warm-up is never over before: {TIME}")
    """The warm-up is never over before this, at most half of most; 5s unless written."""
    most: _WarmUp | None = Field(default=None, description=f"the longest warm-up: {TIME}, at least 60s")
    """Longest warm-up; 2m unless written. If the response time has no level yet, the warm-up ends and the report says
    so."""


def resolve(section: MethodSection) -> WarmUpSettings:
    """Return the settings of the section; faults go to its log."""
    durations = section.durations("floor", "most")
    settings = WarmUpSettings(0.0, **durations)
    if 2.0 * settings.floor_s > settings.most_s:
        message = (
            f"half of a warm-up has to follow its floor, {settings.floor_s:g} s, and {settings.most_s:g} s are the most"
        )
        key = "floor" if "floor" in section.values else "most"
        section.log.add(section.place(key), message, "lower floor, or raise most to twice as much")
    written = section.users() if "users" in section.values else section.known_users
    settings = replace(settings, users=written)
    if section.users_alone:
        if "rate" in section.values:
            message = "nothing arrives by rate: users alone make the load of this profile"
            section.log.add(section.place("rate"), message, "leave the rate out")
        return settings
    if "rate" in section.values:
        return replace(settings, rate=section.rate("rate") or 0.0)
    if section.known_rate is None:
        section.log.add(section.path, "warm_up has no rate, and no method has one", "give rate: calls per second")
    return replace(settings, rate=section.known_rate or 0.0)
