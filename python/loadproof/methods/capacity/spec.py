"""Search of the capacity in a study file."""

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any, Literal

from pydantic import Field

from loadproof.methods.capacity.settings import DEFAULT_MAX_RATE, DEFAULT_START_RATE, CapacityAsked
from loadproof.methods.capacity.user_search import DEFAULT_MOST_USERS, DEFAULT_START_USERS, UserSearch, cycle_of
from loadproof.model.share import Share
from loadproof.model.user_counts import fewest_users
from loadproof.study.method_scalars import RATE, TIME, USERS, Hold, MethodSpec, Part, SearchTime
from loadproof.study.method_section import MethodSection
from loadproof.study.written import Scalar

__all__ = ["CapacitySpec", "check", "resolve"]

_Precision = Annotated[Share, Scalar(Share, partial(Share.parse_between, 0.1, 100.0), "5%")]


_OF_RATES = ("start_rate", "max_rate", "users")
_OF_USERS = ("start", "most", "rate", "ramp")
"""Keys of a search in users alone."""


class CapacitySpec(MethodSpec):
    """Search of the highest rate, or of the most users, that keep the SLOs."""

    such_as = "settings such as {start_rate: 100, hold: 30s}"
    meaning = "The search of the highest rate, or of the most users, that keep the SLOs; none unless written."

    in_: Literal["rate", "users"] | None = Field(default=None, alias="in", description="rate or users")
    """Quantity that is varied: the rate of arrivals, or the number of closed users. rate unless written."""
    start_rate: float | str | None = Field(default=None, description=f"the first rate: {RATE}")
    """First rate of the search; 100 unless written."""
    max_rate: float | str | None = Field(default=None, description=f"the highest rate that is tried: {RATE}")
    """The highest rate that is tried, no lower than start_rate; 100000 unless written."""
    users: int | None = Field(default=None, description=USERS)
    """Closed users beside the searched rate; as many as the profile counts unless written, required if the kinds have
    shares."""
    start: int | None = Field(default=None, description=USERS)
    """First number of users; 100 unless written. Only with in: users."""
    most: int | None = Field(default=None, description=USERS)
    """Most users that are tried, no fewer than start; 5000 unless written. Only with in: users."""
    rate: float | str | None = Field(default=None, description=f"one rate beside varied users: {RATE}")
    """The rate beside users that are varied, in a profile with arrivals. Only with in: users."""
    ramp: Part | None = Field(default=None, description=TIME)
    """The time over which users join or leave before a trial; one mean iteration unless written, 5s at least. Only with
    in: users."""
    precision: _Precision | None = Field(default=None, description="a percentage, such as 5%")
    """The search ends when the interval of the capacity is no wider than this, from 0.1% to 100%; 3% unless written."""
    hold: Hold | None = Field(default=None, description=f"the longest span of a trial: {TIME}")
    """The longest time that a trial of the search is judged, which ends earlier when its verdict is sure; 30s unless
    written. With in: users two mean iterations where that is longer. A budget shortens it."""
    settle: Part | None = Field(default=None, description=f"what is left out at the begin of a trial: {TIME}")
    """Span at the start of a trial that is not judged; 2s unless written. With in: users it follows the ramp, and is
    three mean iterations unless written, 5s at least."""
    confirm_hold: Hold | None = Field(default=None, description=f"the span of the confirmation: {TIME}")
    """Duration of the hold that confirms the rate that was found; 2m unless written, or the hold of confirm if confirm
    has no rate. With in: users six mean iterations where that is longer."""
    budget: SearchTime | None = Field(
        default=None, description="the most time of load and waits: a duration, such as 30m"
    )
    """The most time for load and for waits for a quiet machine. The confirmation shrinks to what is left of it. A study
    is refused if this is too short for a search with its confirmation. Unless written it follows confirm_hold."""


def resolve(section: MethodSection) -> CapacityAsked:
    """Return the settings of the section; faults go to its log."""
    in_users = section.values.get("in", ("rate", ()))[0] == "users"
    _check_keys(section, in_users=in_users)
    durations = section.durations("hold", "settle", "confirm_hold", "budget")
    precision = section.share("precision")
    if in_users:
        return CapacityAsked(precision=precision, in_users=_user_search(section), **durations)
    start_rate, max_rate = section.rate("start_rate"), section.rate("max_rate")
    first = DEFAULT_START_RATE if start_rate is None else start_rate
    highest = DEFAULT_MAX_RATE if max_rate is None else max_rate
    if highest < first:
        key = "start_rate" if max_rate is None else "max_rate"
        message = f"the highest rate, {highest:g}, is below the first one, {first:g}"
        section.log.add(section.place(key), message, "raise max_rate or lower start_rate")
    users = None if section.users_alone else section.users()
    return CapacityAsked(start_rate=start_rate, max_rate=max_rate, precision=precision, users=users, **durations)


def _check_keys(section: MethodSection, *, in_users: bool) -> None:
    """Report each key that belongs to a search of the other quantity."""
    for key in _OF_RATES if in_users else _OF_USERS:
        if key in section.values:
            what = "users" if in_users else "the rate"
            cure = "leave it out, or search in: rate" if in_users else "leave it out, or add in: users"
            other = {"start_rate": "start", "max_rate": "most", "start": "start_rate", "most": "max_rate"}.get(key)
            cure = cure if other is None else f"write {other}, or{cure.partition('or')[2]}"
            section.log.add(section.place(key), f"{key} does not belong to a search that varies {what}", cure)


def _user_search(section: MethodSection) -> UserSearch | None:
    """Return the numbers of users to search between; None: a fault keeps them from being known."""
    log, values = section.log, section.values
    if not section.kinds:
        log.add(section.place("in"), "the profile has no users", "add users to the profile, or search in: rate")
        return None
    start = _number(section, "start", max(DEFAULT_START_USERS, fewest_users(section.kinds)))
    most = _number(section, "most", max(DEFAULT_MOST_USERS, start or 0))
    if start is not None and most is not None and most < start:
        key = "start" if "most" not in values else "most"
        log.add(section.place(key), f"most, {most}, is below start, {start}", "raise most or lower start")
        most = start
    rate = 0.0
    if section.users_alone:
        if "rate" in values:
            message = "nothing arrives by rate: users alone make the load of this profile"
            log.add(section.place("rate"), message, "leave rate out, or give an operation or a flow a weight")
    elif "rate" not in values:
        message = "operations arrive beside the users that are varied, and capacity has no rate"
        log.add(section.path, message, "give rate: calls per second, or a multiple such as 1N")
    else:
        rate = section.rate("rate") or 0.0
    if start is None or most is None:
        return None
    return UserSearch(
        start,
        most,
        rate,
        section.seconds("ramp"),
        cycle_of(section.kinds, section.flows),
        tuple(section.kinds),
        tuple(flow.name for flow in section.flows if flow.weight),
    )


def _number(section: MethodSection, key: str, default: int) -> int | None:
    """Return the users that are written at `key`; None: they are none that the kinds can have."""
    if key not in section.values:
        return default
    number, path = section.values[key]
    return section.checked_users(number, path)


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
