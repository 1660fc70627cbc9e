"""What a capacity search may do."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from loadproof.method.settings_check import check_settings

if TYPE_CHECKING:
    from loadproof.method.confirm import ConfirmSettings

__all__ = ["DEFAULT_MAX_RATE", "DEFAULT_START_RATE", "CapacityAsked", "CapacitySettings"]

DEFAULT_START_RATE = 100.0
DEFAULT_MAX_RATE = 100_000.0

_FINEST = 0.001


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
    confirm_ramp_s: float = 5.0
    recovery_hold_s: float = 30.0
    """Longest low load after a failed trial."""
    repeats: int = 2
    """How often a trial that was not valid is repeated."""
    max_confirmations: int = 8
    max_trials: int = 60
    max_total_s: float = 1800.0
    """Seconds of load, recoveries included."""

    def __post_init__(self) -> None:
        """Checks the settings."""
        check_settings(
            self,
            ("start_rate", "hold_s", "confirm_hold_s", "recovery_hold_s", "max_trials", "max_confirmations"),
        )
        if self.max_rate < self.start_rate:
            message = f"max_rate: {self.max_rate:g} is below start_rate, {self.start_rate:g}"
            raise ValueError(f"{message}; raise max_rate or lower start_rate")
        if self.precision < _FINEST:
            raise ValueError(
                f"precision: {self.precision:g} is finer than any trial can tell; give {_FINEST:g} or more"
            )


@dataclass(frozen=True, slots=True)
class CapacityAsked:
    """What a study says of a search, as `CapacitySettings` has it; None: nothing, so that the default holds."""

    start_rate: float | None = None
    max_rate: float | None = None
    precision: float | None = None
    hold_s: float | None = None
    settle_s: float | None = None
    confirm_hold_s: float | None = None
    max_total_s: float | None = None

    def settings(self, confirm: ConfirmSettings | None) -> CapacitySettings:
        """The settings of a search; the confirmation of the capacity that was found, if one is asked, is its own.

        A capacity is a rate that was confirmed: a search with a confirmation after it would confirm twice.
        """
        given = {name: value for name, value in asdict(self).items() if value is not None}
        if confirm is not None and confirm.rate is None:
            given |= {"confirm_hold_s": confirm.hold_s, "confirm_ramp_s": confirm.ramp_s}
        return CapacitySettings(**given)
