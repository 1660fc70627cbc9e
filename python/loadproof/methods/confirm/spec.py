"""Confirmation in a study file."""

from pydantic import Field

from loadproof.methods.confirmation import ConfirmSettings
from loadproof.study.method_scalars import RATE, TIME, USERS, Hold, MethodSpec, Part
from loadproof.study.method_section import MethodSection

__all__ = ["ConfirmSpec", "resolve"]


class ConfirmSpec(MethodSpec):
    """A gentle ramp to a rate, then a long hold."""

    such_as = "settings such as {ramp: 30s, hold: 5m}"
    meaning = "A hold at the capacity that was found, or at a rate; none unless written."

    rate: float | str | None = Field(default=None, description=f"{RATE}; the capacity that was found unless written")
    """The rate that is held; the capacity that was found unless written."""
    users: int | None = Field(default=None, description=USERS)
    """Closed users of all kinds; as many as the profile counts unless written, required if the kinds have shares."""
    ramp: Part | None = Field(default=None, description=TIME)
    """The time from 0 to the rate; 30s unless written."""
    hold: Hold | None = Field(default=None, description=TIME)
    """Duration of the hold at the rate; 5m unless written."""


def resolve(section: MethodSection) -> ConfirmSettings:
    """Return the settings of the section; faults go to its log."""
    times = section.durations("ramp", "hold")
    if section.takes_found_users:
        return ConfirmSettings(None, **times)
    return ConfirmSettings(section.held_rate("rate"), users=section.users(), **times)
