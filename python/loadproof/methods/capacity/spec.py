"""Search of the capacity in a study file."""

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any

from pydantic import Field

from loadproof.methods.capacity.settings import DEFAULT_MAX_RATE, DEFAULT_START_RATE, CapacityAsked
from loadproof.model.share import Share
from loadproof.study.method_scalars import RATE, TIME, USERS, Hold, MethodSpec, Part, SearchTime
from loadproof.study.method_section import MethodSection
from loadproof.study.written import Scalar

__all__ = ["CapacitySpec", "check", "resolve"]

_Precision = Annotated[Share, Scalar(Share, partial(Share.parse_between, 0.1, 100.0), "5%")]


class CapacitySpec(MethodSpec):
    """Search of the highest rate that keeps the SLOs."""

    such_as = "settings such as {start_rate: 100, hold: 30s}"
    meaning = "The search of the highest rate that keeps the SLOs; none unless written."

    start_rate: float | str | None = Field(default=None, description=f"the first rate: {RATE}")
    """First rate of the search; 100 unless written."""
    max_rate: float | str | None = Field(default=None, description=f"the highest rate that is tried: {RATE}")
    """The highest rate that is tried, no lower than start_rate; 100000 unless written."""
    users: int | None = Field(default=None, description=USERS)
    """Closed users beside the searched rate; as many as the profile counts unless written, required if the kinds have
    shares."""
    precision: _Precision | None = Field(default=None, description="a percentage, such as 5%")
    """The search ends when the interval of the capacity is no wider than this, from 0.1% to 100%; 3% unless written."""
    hold: Hold | None = Field(default=None, description=f"the longest span of a trial: {TIME}")
    """The longest time that a trial of the search is judged, which ends earlier when its verdict is sure; 30s unless
    written. A budget shortens it."""
    settle: Part | None = Field(default=None, description=f"what is left out at the begin of a trial: {TIME}")
    """Span at the start of a trial that is not judged; 2s unless written."""
    confirm_hold: Hold | None = Field(default=None, description=f"the span of the confirmation: {TIME}")
    """Duration of the hold that confirms the rate that was found; 2m unless written, or the hold of confirm if confirm
    has no rate."""
    budget: SearchTime | None = Field(
        default=None, description="the most time of load and waits: a duration, such as 30m"
    )
    """The most time for load and for waits for a quiet machine. The confirmation shrinks to what is left of it. A study
    is refused if this is too short for a search with its confirmation. Unless written it follows confirm_hold."""


def resolve(section: MethodSection) -> CapacityAsked:
    """Return the settings of the section; faults go to its log."""
    start_rate, max_rate = section.rate("start_rate"), section.rate("max_rate")
    first = DEFAULT_START_RATE if start_rate is None else start_rate
    highest = DEFAULT_MAX_RATE if max_rate is None else max_rate
    if highest < first:
        key = "start_rate" if max_rate is None else "max_rate"
        message = f"the highest rate, {highest:g}, is below the first one, {first:g}"
        section.log.add(section.place(key), message, "raise max_rate or lower start_rate")
    durations = section.durations("hold", "settle", "confirm_hold", "budget")
    users = None if section.users_alone else section.users()
    precision = section.share("precision")
    return CapacityAsked(start_rate=start_rate, max_rate=max_rate, precision=precision, users=users, **durations)


def check(section: MethodSection, own: CapacityAsked, asked: Mapping[str, Any]) -> None:
    """Report a budget that is too short for a search with its confirmation, whatever the SLOs."""
    try:
        settings = own.beside(asked)
    except ValueError:
        return  # The fault of the rates was reported.
    try:
        settings.check_budget()
    except ValueError as fault:
        message, _, hint = str(fault).partition("; ")
        section.log.add(section.place("budget"), message, hint)
