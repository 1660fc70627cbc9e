"""Settings of the judge for a trial of a method."""

from loadproof.judge.plateau import PlateauSettings, Standard
from loadproof.methods.trial import Purpose, Trial

__all__ = ["plateau_settings"]

_HELD = (
    *(Purpose.CONFIRM, Purpose.SOAK, Purpose.WARM_UP, Purpose.COMPARE),
    *(Purpose.PLATEAU, Purpose.USERS, Purpose.DIAGNOSE),
)


def plateau_settings(trial: Trial, timeout_s: float, alpha: float = 0.05) -> PlateauSettings:
    """The judge's settings for `trial`: what is held to its end passes by count.

    >>> plateau_settings(Trial(Purpose.CONFIRM, 700.0, 30.0, early_stop=False), 10.0).standard
    <Standard.HELD: 'held'>
    """
    standard = Standard.HELD if trial.purpose in _HELD else Standard.SHOWN
    return PlateauSettings(trial.hold_s, alpha, timeout_s, early_pass=trial.early_stop, standard=standard)
