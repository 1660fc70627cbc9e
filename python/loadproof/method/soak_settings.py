"""What a soak is."""

from dataclasses import dataclass

from loadproof.method.settings_check import check_settings

__all__ = ["SoakSettings"]


@dataclass(frozen=True, slots=True)
class SoakSettings:
    """`rate` in calls/s, times in seconds. Raises ValueError for settings that nothing can be run with."""

    rate: float
    ramp_s: float = 30.0
    settle_s: float = 10.0
    hold_s: float = 3600.0
    repeats: int = 0
    """How often a soak that was not valid is repeated: hours are not spent twice unasked."""

    def __post_init__(self) -> None:
        """Checks the settings."""
        check_settings(self, above_zero=("rate", "hold_s"))
