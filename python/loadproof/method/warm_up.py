"""The warm-up of one service start: a hold that lasts until the service is warm, before anything is judged."""

from dataclasses import dataclass

from loadproof.method.settings_check import check_settings
from loadproof.method.trial import Purpose, Trial

__all__ = ["WarmUpSettings", "warm_up_trial"]


@dataclass(frozen=True, slots=True)
class WarmUpSettings:
    """`rate` in calls/s (0: users alone load), times in seconds. Raises ValueError for what nothing can be run with."""

    rate: float
    floor_s: float = 5.0
    """The steady part never begins before this."""
    most_s: float = 120.0
    """Where it has not begun by then, the service is "never steady"."""

    def __post_init__(self) -> None:
        """Checks the settings."""
        check_settings(self, above_zero=("most_s",))


def warm_up_trial(settings: WarmUpSettings) -> Trial:
    """The trial of a warm-up, which its judge ends as soon as the service is warm.

    >>> warm_up_trial(WarmUpSettings(200.0)).hold_s
    120.0
    """
    return Trial(Purpose.WARM_UP, settings.rate, settings.most_s)
