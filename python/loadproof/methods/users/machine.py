"""A number of users for some minutes: joining is left out, then every minute is judged."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from loadproof.judge.timeline import Timeline
from loadproof.methods.method import NOTHING_OBSERVED, Method, Observed
from loadproof.methods.plateau_standard import plateau_settings
from loadproof.methods.repetition import NotMeasured, repetition
from loadproof.methods.settings_check import OF_THE_METHOD, check_settings
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.methods.users.judge import Pace, UsersJudge
from loadproof.model.slo import Slo
from loadproof.records.answer import Answer, Outcome
from loadproof.records.user_minutes import UserMinutes

__all__ = ["UserLoad", "UsersDetails", "UsersSettings"]

_MINUTE_S = 60.0


@dataclass(frozen=True, slots=True)
class UsersSettings:
    """Closed users for `hold_s` seconds, beside `rate` calls/s. Raises ValueError for what nothing can be run with.

    >>> UsersSettings(3000, ramp_s=100.0).settle_s
    20.0
    """

    users: int | None = None
    """Users of all kinds; None: as many as the profile counts."""
    rate: float = 0.0
    """Rate of the arrivals beside them, in calls/s; 0: users alone load."""
    ramp_s: float = 60.0
    """Time over which users join."""
    hold_s: float = 600.0
    """Steady part, whole minutes."""
    paces: tuple[Pace, ...] = field(default=(), metadata=OF_THE_METHOD)
    """Pacing of the operations that users of one kind alone call."""
    repeats: int = field(default=1, metadata=OF_THE_METHOD)
    """Most repetitions of a load that was not valid."""

    def __post_init__(self) -> None:
        """Check the settings."""
        check_settings(self, above_zero=("hold_s",))

    @property
    def settle_s(self) -> float:
        """Time between the end of the ramp and the steady part, which begins at the next whole minute of the trial."""
        return math.ceil(self.ramp_s / _MINUTE_S) * _MINUTE_S - self.ramp_s


@dataclass(frozen=True, slots=True, kw_only=True)
class UsersDetails:
    """Details of the answer of a load of users."""

    minutes: UserMinutes | None = None


class UserLoad(Method):
    """Method that tests if a number of users is served within the SLOs, minute by minute."""

    name = "users"

    def __init__(self, settings: UsersSettings) -> None:
        """`settings` were checked when they were made."""
        self.settings = settings
        self.users = settings.users

    def next(self, history: Sequence[TrialResult], _observed: Observed = NOTHING_OBSERVED, /) -> Trial | Answer:
        """The load, again if it was not valid, then its verdict."""
        settings = self.settings
        if not history:
            return Trial(
                Purpose.USERS, settings.rate, settings.hold_s, settings.settle_s, settings.ramp_s, early_stop=False
            )
        again = repetition(history, settings.repeats)
        if isinstance(again, Trial):
            return again
        last = history[-1]
        minutes = last.details if isinstance(last.details, UserMinutes) else None
        outcome, reason = Outcome(last.verdict.state), last.verdict.reason
        if isinstance(again, NotMeasured):
            outcome, reason = Outcome.INVALID, again.reason
        doubts = again.doubts if isinstance(again, NotMeasured) else tuple(last.measurement.doubts)
        return Answer(
            self.name,
            outcome,
            settings.rate,
            reason,
            doubts=doubts,
            hold_s=settings.hold_s,
            details=UsersDetails(minutes=minutes),
        )

    def judge(self, trial: Trial, timeline: Timeline, slos: Sequence[Slo], timeout_s: float, /) -> UsersJudge:
        """Judge the SLOs over the steady part, and count its minutes."""
        return UsersJudge(slos, timeline, plateau_settings(trial, timeout_s), self.settings.paces)
