"""Spike in a study file."""

import re
from dataclasses import replace
from typing import Annotated

from pydantic import Field

from loadproof.errors import InputError, WrittenValueError
from loadproof.methods.spike.judge import SHORTEST_WATCH_S
from loadproof.methods.spike.machine import AFTER_S, SpikeSettings
from loadproof.model.duration import Duration
from loadproof.model.quoting import quoted
from loadproof.model.user_counts import users_in_total
from loadproof.study.method_scalars import RATE, TIME, USERS, Hold, MethodSpec, Rate
from loadproof.study.method_section import MethodSection
from loadproof.study.study import Study
from loadproof.study.written import Scalar

__all__ = ["SpikeSpec", "check_slos", "resolve"]

_MOST_SPIKES = 100
_SUCH_AS = "recovery<20s"
_UNREADABLE = SpikeSettings(2.0, 1.0)
"""Settings of a section without rates that can be read."""


def _recovery_limit(text: str) -> Duration:
    written = re.fullmatch(r"\s*recovery\s*<\s*(\S+)\s*", text)
    if written is None:
        raise WrittenValueError(f"{quoted(text)} is no SLO on the recovery", f"write one such as {_SUCH_AS}")
    return Duration.parse_whole(1, written[1])


class SpikeSpec(MethodSpec):
    """A sudden load from a baseline, and the recovery from it."""

    such_as = "settings such as {rate: 5N, for: 30s, repeat: 5}"
    meaning = "A sudden load from a baseline, repeated, and the time until the service is back; none unless written."

    rate: Rate | None = Field(default=None, description=RATE)
    """The rate of the spike, above the base. Required, unless users are varied."""
    users: int | None = Field(default=None, description=USERS)
    """Closed users of the spike, above base_users: they are varied, and the rate is not. Unless written the number of
    users does not change."""
    base_users: int | None = Field(default=None, description=USERS)
    """Closed users before and after the spike; as many as the profile counts unless written."""
    for_: Hold | None = Field(default=None, alias="for", description=TIME)
    """Duration of the spike; 30s unless written."""
    repeat: int | None = Field(default=None, description=f"a number from 1 to {_MOST_SPIKES}, such as 5")
    """Number of spikes; one alone has no interval. 5 unless written."""
    base: Rate | None = Field(default=None, description=RATE)
    """The rate before and after the spike; that of the profile unless written."""
    before: Hold | None = Field(default=None, description=TIME)
    """Duration of the baseline before the spike; 30s unless written."""
    after: Hold | None = Field(default=None, description=TIME)
    """Longest time for which the recovery is waited for, 15s or more; 1m, or 15s more than the limit of the SLO,
    unless written."""
    slo: Annotated[Duration, Scalar(Duration, _recovery_limit, _SUCH_AS)] | None = Field(
        default=None, description=f"a limit such as {_SUCH_AS}"
    )
    """The limit of the mean recovery, which is judged by its interval over the spikes; none unless written."""


def resolve(section: MethodSection) -> SpikeSettings:
    """Return the settings of the section; faults go to its log."""
    log = section.log
    users, base_users = _users(section)
    varies_users = "users" in section.values or section.users_alone
    rate, base_rate = _held_rates(section) if varies_users else _varied_rates(section)
    number = section.number("repeat", _MOST_SPIKES, 5)
    limit_s = section.seconds("slo")
    shortest_s = SHORTEST_WATCH_S + (limit_s or 0.0)
    times = section.durations("for", "before", "after")
    times.setdefault("after_s", max(AFTER_S, shortest_s))
    if times["after_s"] < shortest_s:
        message = f"{times['after_s']:g} s after a spike are too short to see the recovery"
        log.add(section.place("after"), message, f"give {shortest_s:g}s or more")
        times["after_s"] = shortest_s
    if rate is None or base_rate is None:
        return _UNREADABLE
    found = SpikeSettings(rate, base_rate, **times, **number, recovery_limit_s=limit_s)
    return replace(found, users=users, base_users=base_users)


def _varied_rates(section: MethodSection) -> tuple[float | None, float | None]:
    """Return the rates of spike and baseline."""
    log, path = section.log, section.path
    if "rate" not in section.values and not log.is_broken((*path, "rate")):
        cure = "give rate: calls per second above the base, such as 5N, or users above base_users"
        log.add(path, "spike has no rate", cure)
    if "base" not in section.values and section.base_rate is None and not log.is_broken((*path, "base")):
        log.add(
            path,
            "spike has no base, and the rate of the profile at N = 1 is not known",
            "give base: calls per second, such as 100",
        )
    rate = section.rate("rate")
    base_rate = section.rate("base") if "base" in section.values else section.base_rate
    if rate is not None and base_rate is not None and rate <= base_rate:
        log.add(section.place("rate"), f"{rate:g} is not above the base, {base_rate:g}", "give a higher rate")
    return rate, base_rate


def _held_rates(section: MethodSection) -> tuple[float | None, float | None]:
    """Return the rate that stays beside users that are varied, twice."""
    if "rate" in section.values and not section.users_alone:
        message = "rate and users are both given: only one of them can be varied"
        section.log.add(section.place("rate"), message, "keep one of them, and give base for a rate that stays")
    rate = 0.0 if section.users_alone else section.rate("base") if "base" in section.values else section.base_rate
    if rate is None and not section.log.is_broken((*section.path, "base")):
        message = "operations arrive beside the users that are varied, and spike has no base"
        section.log.add(section.path, message, "give base: calls per second, such as 100")
    return rate, rate


def _users(section: MethodSection) -> tuple[int | None, int | None]:
    """Return the users of spike and baseline."""
    base = section.users("base_users")
    if "users" not in section.values:
        if section.users_alone:
            message = "spike has no users to vary: users alone make the load of this profile"
            section.log.add(section.path, message, "give users: a number above that of the baseline")
        return None, base
    users = section.users("users")
    before = users_in_total(section.kinds) if base is None else base
    if users is not None and before is not None and users <= before:
        message = f"{users} is not above the users of the baseline, {before}"
        section.log.add(section.place("users"), message, "give more users, or lower base_users")
    return users, before


def check_slos(study: Study) -> None:
    """Raise InputError if a variant has the method, and the profile no SLO on a response time.

    A service that queues without a failure would count as recovered at once.
    """
    has_time = any(slo.threshold_ms is not None for slo in study.profile.slos)
    if not has_time and any("spike" in study.methods_of(one.name).of_starts() for one in study.started):
        message = "methods.spike: the profile has no SLO on a response time, by which a queue is seen"
        raise InputError(f"{study.file}: {message}. Cure: give slo, such as [p99<100ms]")
