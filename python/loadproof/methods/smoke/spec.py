"""Smoke test in a study file."""

from pydantic import Field

from loadproof.methods.smoke.machine import SmokeSettings
from loadproof.model.user_counts import fewest_users, users_in_total
from loadproof.study.method_scalars import RATE, TIME, USERS, Hold, MethodSpec, Part, Rate
from loadproof.study.method_section import MethodSection

__all__ = ["SmokeSpec", "resolve"]

_SMOKE_RATE = 5.0


class SmokeSpec(MethodSpec):
    """A few calls, judged by their replies alone."""

    such_as = "settings such as {rate: 5, hold: 10s}"
    meaning = (
        "A smoke test: passes if each operation is answered as it expects, whatever the response times; none "
        "unless written."
    )

    rate: Rate | None = Field(default=None, description=f"{RATE}; nothing where users alone load")
    """The rate of the calls; 5 unless written."""
    users: int | None = Field(default=None, description=USERS)
    """Closed users of all kinds; as many as the profile counts unless written; of kinds with shares the fewest of
    which each kind has one."""
    ramp: Part | None = Field(default=None, description=TIME)
    """The time from 0 to the rate, which is not judged: a cold Java VM answers few calls; 0s unless written."""
    hold: Hold | None = Field(default=None, description=TIME)
    """Duration of the calls at the rate: long enough that each operation is called; 10s unless written."""


def resolve(section: MethodSection) -> SmokeSettings:
    """Return the settings of the section; faults go to its log."""
    rate = section.held_rate("rate") if section.users_alone or "rate" in section.values else _SMOKE_RATE
    return SmokeSettings(rate or 0.0, users=_users(section), **section.durations("ramp", "hold"))


def _users(section: MethodSection) -> int | None:
    """Return the users of a smoke test: of kinds with shares the fewest of which each kind has one."""
    if "users" in section.values or users_in_total(section.kinds) is not None:
        return section.users()
    return fewest_users(section.kinds) if section.kinds else None
