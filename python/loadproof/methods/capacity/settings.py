"""Settings of a capacity search."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from loadproof.methods.capacity.user_search import UserSearch
from loadproof.methods.confirmation import ConfirmSettings, confirm_settings, confirmation
from loadproof.methods.factor import Factor
from loadproof.methods.settings_check import check_settings
from loadproof.methods.trial import Purpose, Trial

__all__ = ["BETWEEN_TRIALS_S", "DEFAULT_MAX_RATE", "DEFAULT_START_RATE", "CapacityAsked", "CapacitySettings"]

DEFAULT_START_RATE = 100.0
DEFAULT_MAX_RATE = 100_000.0

_FINEST = 0.001
_LONGEST_S, _CONFIRMATIONS = 1500.0, 7.5
_SHORTEST_HOLD_S = 6.0
"""Before so many seconds no judge gives a verdict."""
_TRIALS_OF_A_BUDGET = 14.0
_TRIALS_IN_USERS = 30.0
"""Trials, with the time in which users join, that a search in users has time for."""
_LEAST_OF_STEP = 1.0 + 1e-9
"""Factor by which a precision of one step is wider than the step, as quotients of whole numbers are not exact."""
_RESERVE = 0.25
"""Part of a budget that is kept for the confirmation, where a whole one would take more than half of it."""
BETWEEN_TRIALS_S = 1.0
"""Seconds from the end of a trial's load to the begin of the next one, at most, where no call hangs."""


@dataclass(frozen=True, slots=True)
class CapacitySettings:
    """Rates in calls per second, times in seconds. Raises ValueError for settings that no search can keep.

    >>> CapacitySettings(start_rate=500, max_rate=100)
    Traceback (most recent call last):
    ...
    ValueError: max_rate: 100 is below start_rate, 500; raise max_rate or lower start_rate
    """

    start_rate: float = DEFAULT_START_RATE
    max_rate: float = DEFAULT_MAX_RATE
    precision: float = 0.03
    """The search ends when `high / low - 1` is no larger."""
    settle_s: float = 2.0
    hold_s: float = 30.0
    """Longest span of a bracket or search trial."""
    confirm_hold_s: float = 120.0
    confirm_grows: bool = True
    """True if a confirmation after a refused one is longer; False: the user gave the length, which stays."""
    confirm_ramp_s: float = 5.0
    recovery_hold_s: float = 30.0
    """Longest low load after a failed trial."""
    repeats: int = 2
    """Most repetitions of an invalid trial."""
    max_confirmations: int = 8
    max_trials: int = 60
    budget_s: float | None = None
    """Most seconds of load, recoveries and waits for a quiet machine; None: `longest_s` follows the confirmation."""
    users: int | None = None
    """Closed users beside the searched rate; None: as many as the profile counts."""
    in_users: UserSearch | None = None
    """Numbers of users that the search varies; None: it varies the rate."""

    def __post_init__(self) -> None:
        """Checks the settings."""
        check_settings(
            self,
            (
                "start_rate",
                "hold_s",
                "confirm_hold_s",
                "recovery_hold_s",
                "max_trials",
                "max_confirmations",
                "budget_s",
            ),
        )
        if self.max_rate < self.start_rate:
            raise ValueError(
                f"max_rate: {self.max_rate:g} is below start_rate, {self.start_rate:g}; raise max_rate or lower "
                "start_rate"
            )
        if self.precision < _FINEST:
            raise ValueError(
                f"precision: {self.precision:g} is finer than any trial can tell; give {_FINEST:g} or more"
            )

    @property
    def factor(self) -> Factor:
        """Factor that the search varies."""
        return Factor.RATE if self.in_users is None else Factor.USERS

    @property
    def start(self) -> float:
        """First level of the search: a rate in calls/s, or users."""
        return self.start_rate if self.in_users is None else float(self.in_users.start)

    @property
    def most(self) -> float:
        """Highest level that may be tried."""
        return self.max_rate if self.in_users is None else float(self.in_users.most)

    def precision_at(self, level: float) -> float:
        """Return the precision near a level: no finer than one user.

        >>> round(CapacitySettings(in_users=UserSearch()).precision_at(20.0), 6), CapacitySettings().precision_at(20.0)
        (0.05, 0.03)
        """
        return max(self.precision, _LEAST_OF_STEP * self.factor.least_step / level) if level else self.precision

    def allowed(self, level: float) -> float:
        """Return the nearest level that a trial may have."""
        return min(self.most, max(self.start, self.factor.rounded(level)))

    def trial(
        self, purpose: Purpose, level: float, hold_s: float, settle_s: float, *, early_stop: bool = True
    ) -> Trial:
        """Return a trial at a level; users join or leave over a ramp before it."""
        in_users = self.in_users
        if in_users is None:
            return Trial(purpose, level, hold_s, settle_s, early_stop=early_stop)
        return self._of_users(Trial(purpose, in_users.rate, hold_s, settle_s, in_users.join_s), level, early_stop)

    def confirmation(self, level: float, hold_s: float) -> Trial:
        """Return the confirmation of a level: a ramp from half of the rate, or over which users join."""
        in_users = self.in_users
        if in_users is None:
            return confirmation(level, self.confirm_ramp_s, self.settle_s, hold_s)
        return self._of_users(confirmation(in_users.rate, self._confirm_ramp_s, self.settle_s, hold_s), level, False)

    def recovery(self, level: float) -> Trial:
        """Return the low load after a failed trial. Users beyond it leave at the end of their iteration."""
        in_users = self.in_users
        if in_users is None:
            return Trial(Purpose.RECOVER, level, self.recovery_hold_s)
        hold_s = self.recovery_hold_s + math.ceil(in_users.cycle_s)
        return self._of_users(Trial(Purpose.RECOVER, in_users.rate, hold_s), level, True)

    def _of_users(self, trial: Trial, users: float, early_stop: bool) -> Trial:
        rate = trial.rate or 0.0
        return replace(trial, ramp_from=rate, users=int(users), factor=Factor.USERS, early_stop=early_stop)

    @property
    def longest_s(self) -> float:
        """Most seconds of load: the budget, else 25 minutes or what the confirmations of a search need.

        Of users at least the time of thirty trials, with the time in which they join.

        >>> CapacitySettings().longest_s, CapacitySettings(confirm_hold_s=1200).longest_s
        (1500.0, 9000.0)
        """
        if self.budget_s is not None:
            return self.budget_s
        trials_s = 0.0 if self.in_users is None else _TRIALS_IN_USERS * self.trial_s
        return max(_LONGEST_S, _CONFIRMATIONS * self.confirm_hold_s, trials_s)

    @property
    def shortest_hold_s(self) -> float:
        """Seconds of the shortest hold of a trial of the search."""
        return min(self.hold_s, _SHORTEST_HOLD_S)

    @property
    def shortest_s(self) -> float:
        """Seconds of the shortest trial of the search."""
        return self._join_s + self.settle_s + self.shortest_hold_s

    @property
    def _join_s(self) -> float:
        return 0.0 if self.in_users is None else self.in_users.join_s

    @property
    def _confirm_ramp_s(self) -> float:
        return max(self.confirm_ramp_s, self._join_s)

    def least_confirm_hold_s(self, rate: float, arrivals: float) -> float:
        """Seconds of the shortest hold that confirms `rate`, where an SLO can be decided by `arrivals` calls.

        >>> CapacitySettings().least_confirm_hold_s(20.0, 360.0), CapacitySettings().least_confirm_hold_s(500.0, 360.0)
        (18.0, 6.0)
        """
        return float(math.ceil(min(self.confirm_hold_s, max(_SHORTEST_HOLD_S, arrivals / rate))))

    def least_end_s(self, rate: float, arrivals: float, *, climbs: bool) -> float:
        """Least seconds from a trial at `rate` to the end of a confirmation, which `arrivals` calls decide.

        A search that `climbs`, as nothing has failed yet, may double the rate: higher rates need shorter holds.
        """
        least_s, before_s = math.inf, 0.0
        while True:
            held_s = self.before_confirmation_s + self.least_confirm_hold_s(rate, arrivals)
            least_s = min(least_s, before_s + held_s)
            before_s += self.shortest_s + BETWEEN_TRIALS_S
            if not climbs or rate >= self.most or before_s >= least_s:
                return least_s
            rate = min(2.0 * rate, self.most)

    def least_budget_s(self, arrivals: float = 0.0) -> float:
        """Seconds of the shortest search with its confirmation, which `arrivals` calls decide.

        >>> CapacitySettings().least_budget_s(), CapacitySettings(start_rate=5, max_rate=5).least_budget_s(360.0)
        (22.0, 88.0)
        """
        first_s = self.shortest_s + BETWEEN_TRIALS_S
        return float(math.ceil(first_s + self.least_end_s(self.start, arrivals, climbs=True)))

    def check_budget(self, arrivals: float = 0.0) -> None:
        """Raise ValueError ("fault; hint") if the budget is too short for a search with its confirmation.

        >>> CapacitySettings(budget_s=20).check_budget()
        Traceback (most recent call last):
        ValueError: 20 s are less than the shortest search with its confirmation takes, 22 s; give 22s or more
        """
        least_s = self.least_budget_s(arrivals)
        if self.budget_s is not None and self.budget_s < least_s:
            raise ValueError(
                f"{self.budget_s:g} s are less than the shortest search with its confirmation takes, {least_s:g} s; "
                f"give {least_s:g}s or more"
            )

    @property
    def confirmation_s(self) -> float:
        """Seconds of one confirmation: ramp, settling time and hold."""
        return self.before_confirmation_s + self.confirm_hold_s

    @property
    def before_confirmation_s(self) -> float:
        """Seconds from the start of a confirmation to its hold."""
        return self._confirm_ramp_s + self.settle_s

    @property
    def trial_s(self) -> float:
        """Longest seconds of a trial of the search: the ramp of users, settling time and hold."""
        return self._join_s + self.settle_s + self.hold_s

    @property
    def has_one_confirmation(self) -> bool:
        """True if two confirmation holds and a recovery between take more than half of the time of the search."""
        return 2.0 * self.confirm_hold_s + self.recovery_hold_s > self.longest_s / 2.0

    @property
    def kept_s(self) -> float:
        """Seconds of `longest_s` that are kept for confirmations."""
        if not self.has_one_confirmation:
            return 2.0 * self.confirm_hold_s + self.recovery_hold_s
        return self.confirmation_s if self.confirmation_s <= self.longest_s / 2.0 else self.reserve_s

    @property
    def reserve_s(self) -> float:
        """Seconds of `longest_s` that no trial of the search may take while no rate is confirmed."""
        return min(self.confirmation_s, _RESERVE * self.longest_s)

    @property
    def within_budget(self) -> CapacitySettings:
        """The settings, with trials so short that a budget has room for those that a search needs.

        >>> CapacitySettings(budget_s=120).within_budget.hold_s, CapacitySettings().within_budget.hold_s
        (6.0, 30.0)
        """
        if self.budget_s is None:
            return self
        joining_s = 0.0 if self.in_users is None else self._join_s + self.settle_s
        trial_s = (self.budget_s - self.kept_s) / _TRIALS_OF_A_BUDGET - joining_s
        longest_s = max(_SHORTEST_HOLD_S, float(math.floor(trial_s)))
        return replace(self, hold_s=min(self.hold_s, longest_s))


@dataclass(frozen=True, slots=True)
class CapacityAsked:
    """Settings of a search that a study states, as in `CapacitySettings`; None: not stated, the default holds."""

    start_rate: float | None = None
    max_rate: float | None = None
    precision: float | None = None
    hold_s: float | None = None
    settle_s: float | None = None
    confirm_hold_s: float | None = None
    budget_s: float | None = None
    users: int | None = None
    in_users: UserSearch | None = None

    def beside(self, asked: Mapping[str, Any]) -> CapacitySettings:
        """Return the settings of the search beside those of all methods, by name."""
        return self.settings(confirm_settings(asked))

    def settings(self, confirm: ConfirmSettings | None) -> CapacitySettings:
        """The settings of a search; the confirmation of the capacity that was found, if one is asked, is its own.

        A capacity is a rate that was confirmed: a search with a confirmation after it would confirm twice.
        """
        own = {field.name: getattr(self, field.name) for field in fields(self)}
        given = {name: value for name, value in own.items() if value is not None}
        if confirm is not None and confirm.rate is None:
            given |= {"confirm_hold_s": confirm.hold_s, "confirm_ramp_s": confirm.ramp_s}
        grows = "confirm_hold_s" not in given
        if self.in_users is not None:
            defaults = {name: getattr(self.in_users, name) for name in ("settle_s", "hold_s", "confirm_hold_s")}
            given = {**defaults, **given}
        return CapacitySettings(**given, confirm_grows=grows)
