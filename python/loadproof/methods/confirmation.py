"""Confirmation of a rate, by a method of its own or by the search that found the rate."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from loadproof.methods.settings_check import OF_THE_METHOD, check_settings
from loadproof.methods.trial import Purpose, Trial

__all__ = ["ConfirmSettings", "confirm_settings", "confirmation"]


@dataclass(frozen=True, slots=True)
class ConfirmSettings:
    """`rate` in calls/s (0: users alone load), times in seconds.

    Raises ValueError for settings that nothing can be run with.

    >>> ConfirmSettings(hold_s=0)
    Traceback (most recent call last):
    ...
    ValueError: hold_s: 0 leaves nothing to run; give a number above 0
    """

    rate: float | None = None
    """Rate to confirm; None: the capacity that was found. The search confirms it with this ramp and hold."""
    ramp_s: float = 30.0
    hold_s: float = 300.0
    settle_s: float = field(default=2.0, metadata=OF_THE_METHOD)
    repeats: int = field(default=2, metadata=OF_THE_METHOD)
    """Most repetitions of an invalid hold."""
    users: int | None = None
    """Closed users; None: as many as the profile counts."""

    def __post_init__(self) -> None:
        """Checks the settings."""
        check_settings(self, above_zero=("hold_s",))


def confirm_settings(asked: Mapping[str, Any]) -> ConfirmSettings | None:
    """Return the settings of the confirmation among those of all methods; None: no confirmation is asked."""
    return next((one for one in asked.values() if isinstance(one, ConfirmSettings)), None)


def confirmation(rate: float, ramp_s: float, settle_s: float, hold_s: float) -> Trial:
    """The trial of a confirmation: up from half the rate, so that no burst of the start is confirmed instead."""
    return Trial(Purpose.CONFIRM, rate, hold_s, settle_s, ramp_s, ramp_from=rate / 2.0, early_stop=False)
