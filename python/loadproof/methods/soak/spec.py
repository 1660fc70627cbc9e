"""Soak in a study file."""

from functools import partial
from typing import Annotated, Any

from pydantic import Field

from loadproof.methods.soak.machine import SoakSettings
from loadproof.model.share import Share
from loadproof.study.method_scalars import RATE, TIME, USERS, Hold, MethodSpec, Part
from loadproof.study.method_section import MethodSection
from loadproof.study.written import Scalar

__all__ = ["SoakSpec", "resolve"]

_OfCapacity = Annotated[Share, Scalar(Share, partial(Share.parse_between, 1.0, 100.0), "70%")]


class SoakSpec(MethodSpec):
    """A long hold at a working load."""

    such_as = "settings such as {share: 70%, hold: 1h}"
    meaning = "A long hold at a working load, with the trends of memory and response time; none unless written."

    rate: float | str | None = Field(default=None, description=RATE)
    """The rate that is held; share of the capacity that was found unless written. Not beside share."""
    share: _OfCapacity | None = Field(
        default=None, description="a percentage of the capacity that was found, such as 70%"
    )
    """The rate, or the users, as a part of the capacity that was found, from 1% to 100%; 70% unless written."""
    users: int | None = Field(default=None, description=USERS)
    """Closed users of all kinds; as many as the profile counts unless written, required if the kinds have shares."""
    ramp: Part | None = Field(default=None, description=TIME)
    """The time from 0 to the rate; 30s unless written."""
    settle: Part | None = Field(default=None, description=TIME)
    """Span at the start of the hold that is not judged; 10s unless written."""
    hold: Hold | None = Field(default=None, description=TIME)
    """Duration of the hold at the rate; 1h unless written."""


def resolve(section: MethodSection) -> SoakSettings:
    """Return the settings of the section; faults go to its log."""
    if "rate" in section.values and "share" in section.values:
        section.log.add(section.place("share"), "a share of the capacity, where a rate is given", "keep one of them")
    share = section.share("share")
    shares: dict[str, Any] = {} if share is None else {"share": share}
    if section.takes_found_users:
        return SoakSettings(None, **shares, **section.durations("ramp", "settle", "hold"))
    return SoakSettings(
        section.held_rate("rate"), users=section.users(), **shares, **section.durations("ramp", "settle", "hold")
    )
