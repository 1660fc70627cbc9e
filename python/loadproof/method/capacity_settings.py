"""What a capacity search may do."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING

from loadproof.method.settings_check import check_settings

if TYPE_CHECKING:
    from loadproof.method.confirm import ConfirmSettings

__all__ = ["DEFAULT_MAX_RATE", "DEFAULT_START_RATE", "CapacityAsked", "CapacitySettings"]

DEFAULT_START_RATE = 100.0
DEFAULT_MAX_RATE = 100_000.0

_FINEST = 0.001
_LONGEST_S, _CONFIRMATIONS = 1500.0, 7.5
_SHORTEST_HOLD_S = 6.0
"""Before so many seconds no judge gives a verdict."""
_TRIALS_OF_A_BUDGET = 14.0


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
    """Whether a confirmation after a refused one is longer; a length that a user asks for stands."""
    confirm_ramp_s: float = 5.0
    recovery_hold_s: float = 30.0
    """Longest low load after a failed trial."""
    repeats: int = 2
    """How often a trial that was not valid is repeated."""
    max_confirmations: int = 8
    max_trials: int = 60
    budget_s: float | None = None
    """Most seconds of load, recoveries included; None: `longest_s` follows the confirmation."""

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
        if self.budget_s is not None and self.budget_s < self.shortest_s:
            raise ValueError(
                f"budget: {self.budget_s:g} s are less than one trial takes, {self.shortest_s:g} s; give it more"
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
    def longest_s(self) -> float:
        """Most seconds of load: the budget, else 25 minutes or what the confirmations of a search need.

        >>> CapacitySettings().longest_s, CapacitySettings(confirm_hold_s=1200).longest_s
        (1500.0, 9000.0)
        """
        return max(_LONGEST_S, _CONFIRMATIONS * self.confirm_hold_s) if self.budget_s is None else self.budget_s

    @property
    def shortest_s(self) -> float:
        """What the first trial takes at least."""
        return self.settle_s + min(self.hold_s, _SHORTEST_HOLD_S)

    @property
    def confirmation_s(self) -> float:
        """What one confirmation takes."""
        return self.confirm_ramp_s + self.settle_s + self.confirm_hold_s

    @property
    def has_one_confirmation(self) -> bool:
        """Whether two confirmations and the rest between would leave the search less than half of its time."""
        return 2.0 * self.confirm_hold_s + self.recovery_hold_s > self.longest_s / 2.0

    @property
    def kept_s(self) -> float:
        """What of `longest_s` is kept for confirmations; 0: the search needs all of it."""
        if not self.has_one_confirmation:
            return 2.0 * self.confirm_hold_s + self.recovery_hold_s
        return self.confirmation_s if self.confirmation_s <= self.longest_s / 2.0 else 0.0

    @property
    def within_budget(self) -> CapacitySettings:
        """The settings, with trials so short that a budget has room for those that a search needs.

        >>> CapacitySettings(budget_s=120).within_budget.hold_s, CapacitySettings().within_budget.hold_s
        (8.0, 30.0)
        """
        if self.budget_s is None:
            return self
        longest_s = max(_SHORTEST_HOLD_S, float(math.floor((self.budget_s - self.kept_s) / _TRIALS_OF_A_BUDGET)))
        return replace(self, hold_s=min(self.hold_s, longest_s))


@dataclass(frozen=True, slots=True)
class CapacityAsked:
    """What a study says of a search, as `CapacitySettings` has it; None: nothing, so that the default holds."""

    start_rate: float | None = None
    max_rate: float | None = None
    precision: float | None = None
    hold_s: float | None = None
    settle_s: float | None = None
    confirm_hold_s: float | None = None
    budget_s: float | None = None

    def settings(self, confirm: ConfirmSettings | None) -> CapacitySettings:
        """The settings of a search; the confirmation of the capacity that was found, if one is asked, is its own.

        A capacity is a rate that was confirmed: a search with a confirmation after it would confirm twice.
        """
        given = {name: value for name, value in asdict(self).items() if value is not None}
        if confirm is not None and confirm.rate is None:
            given |= {"confirm_hold_s": confirm.hold_s, "confirm_ramp_s": confirm.ramp_s}
        return CapacitySettings(**given, confirm_grows="confirm_hold_s" not in given)
