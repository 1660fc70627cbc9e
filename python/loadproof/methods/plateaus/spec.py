"""Plateaus in a study file."""

import itertools
from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

from loadproof.methods.plateaus.machine import NO_RATES, PlateausSettings
from loadproof.study.method_scalars import RATE, TIME, USERS, Hold, MethodSpec, Part, Rate
from loadproof.study.method_section import MethodSection

__all__ = ["PlateausSpec", "resolve"]

_MOST_PLATEAUS = 20
_SHORTEST_SPAN_S = 10.0
_UserNumber = Annotated[int, Field(description=USERS)]


class PlateausSpec(MethodSpec):
    """A ramp to each of some rates and a hold there, in their order."""

    such_as = "settings such as {rates: [1500, 3000], ramp: 2m, hold: 5m, settle: 30s, tail: 10s}"
    meaning = "The staircase: a ramp to each rate and a hold there; none unless written."

    rates: list[Rate] | None = Field(default=None, description=f"a list of ascending rates, each {RATE}")
    """The rates that are held, one after the other: 1 to 20 of them. Required, unless users are varied."""
    rate: Rate | None = Field(default=None, description=f"one rate beside varied users: {RATE}")
    """The rate beside users that are varied, in a profile with arrivals; not beside rates."""
    users: int | list[_UserNumber] | None = Field(
        default=None, description="a number of users, or a list of ascending numbers, such as [100, 200, 300]"
    )
    """Closed users of all kinds: a list is varied, 1 to 20 plateaus, one number stays beside rates. As many as the
    profile counts unless written."""
    ramp: Part | None = Field(default=None, description=f"from one rate to the next, the first from 0: {TIME}")
    """The time from one rate to the next; 10m unless written."""
    hold: Hold | None = Field(default=None, description=f"how long each rate is held: {TIME}")
    """Duration of the hold at each rate, at least settle + tail + 10s; 20m unless written."""
    settle: Part | None = Field(default=None, description=f"what is left out at the begin of a hold: {TIME}")
    """Span at the start of a hold that is not judged; 2m unless written."""
    tail: Part | None = Field(default=None, description=f"what is left out at the end of a hold: {TIME}")
    """Span at the end of a hold that is not judged; 30s unless written."""


def resolve(section: MethodSection) -> PlateausSettings:
    """Return the settings of the section; faults go to its log."""
    users, varies_users = _users(section)
    rates = _one_rate(section) if varies_users else _rates(section)
    durations = section.durations("ramp", "hold", "settle", "tail")
    hold_s, settle_s, tail_s = (durations.get(key, getattr(NO_RATES, key)) for key in ("hold_s", "settle_s", "tail_s"))
    left_out_s = settle_s + tail_s
    if hold_s < left_out_s + _SHORTEST_SPAN_S:
        key = next((key for key in ("hold", "settle", "tail") if key in section.values), None)
        message = f"a hold of {hold_s:g} s of which {left_out_s:g} s are left out leaves too little to judge"
        cure = f"hold {left_out_s + _SHORTEST_SPAN_S:g}s or more, or shorten settle and tail"
        section.log.add(section.path if key is None else section.place(key), message, cure)
    try:
        return PlateausSettings(tuple(rates), users=tuple(users), **durations)
    except ValueError:
        # What is wrong with them was told: the methods beside it are resolved by the rates that could be read.
        return PlateausSettings(tuple(sorted(set(rates)))) if rates and min(rates) > 0.0 else NO_RATES


def _rates(section: MethodSection) -> list[float]:
    """Return the rates that are varied."""
    if "rate" in section.values:
        section.log.add(
            section.place("rate"), "one rate, where nothing else is varied", "give rates, or a list of users"
        )
    rates = section.rates("rates")
    written = section.values["rates"][0] if "rates" in section.values else []
    if "rates" not in section.values and not section.log.is_broken((*section.path, "rates")):
        or_users = ", or users: a list such as [100, 200]" if section.kinds else ""
        cure = f"give rates: a list such as [1500, 3000]{or_users}"
        section.log.add(section.path, "plateaus has no rates", cure)
    elif "rates" in section.values:
        _check_ascending(section, "rates", written, rates, "[1500, 3000]")
    return rates


def _one_rate(section: MethodSection) -> list[float]:
    """Return the rate beside users that are varied."""
    if "rates" in section.values:
        message = "rates and users are both lists: only one of them can be varied"
        section.log.add(section.place("rates"), message, "give rate: one rate, or users: one number")
        return []
    if section.users_alone:
        return [0.0]
    if "rate" not in section.values:
        message = "operations arrive beside the users that are varied, and plateaus has no rate"
        section.log.add(section.path, message, "give rate: calls per second, or a multiple such as 1N")
    rate = section.rate("rate")
    return [] if rate is None else [rate]


def _users(section: MethodSection) -> tuple[list[int], bool]:
    """Return the users of the plateaus, and True if they are varied."""
    if "users" not in section.values:
        if section.users_alone:
            message = "plateaus has no rate to vary: users alone make the load of this profile"
            section.log.add(section.path, message, "give users: a list such as [100, 200]")
            return [], True
        section.users()
        return [], False
    written, path = section.values["users"]
    if not isinstance(written, list):
        number = section.users()
        return ([] if number is None else [number]), section.users_alone
    checked = (section.checked_users(number, (*path, index)) for index, number in enumerate(written[:_MOST_PLATEAUS]))
    users = [number for number in checked if number is not None]
    _check_ascending(section, "users", written, users, "[100, 200]")
    return users, True


def _check_ascending(
    section: MethodSection, key: str, written: Sequence[object], found: Sequence[float], such_as: str
) -> None:
    """Tell of a list that is empty, too long or not ascending; `found` are the values that could be read."""
    if not 1 <= len(written) <= _MOST_PLATEAUS:
        message = f"the number of {key} is {len(written)}"
        section.log.add(section.place(key), message, f"give 1 to {_MOST_PLATEAUS}, such as {such_as}")
    elif len(found) == len(written):
        for index, (low, high) in enumerate(itertools.pairwise(found)):
            if high <= low:
                before = "the rate before it" if key == "rates" else "the number before it"
                message = f"{high:g} is not above {before}, {low:g}"
                section.log.add((*section.place(key), index + 1), message, f"write the {key} in ascending order")
