"""What a state or an outcome means to a reader: the colour that it is shown in."""

from typing import Literal

__all__ = ["Tone", "TrialTone", "tone_of", "tone_of_answer", "trial_tone"]

Tone = Literal["passed", "failed", "undecided"]
TrialTone = Literal["passed", "failed", "undecided", "not_judged"]
"""`not_judged`: a recovery or a warm-up, which makes ready for the trials that say something of the service, and a slot
of a comparison, which is held and breaks nothing.
"""

_TONES: dict[str, Tone] = {
    "passed": "passed",
    "found": "passed",
    "coarse": "passed",
    "at_least": "passed",
    "steady": "passed",
    "measured": "passed",
    "failed": "failed",
    "none_passed": "failed",
    "drifting": "failed",
    "not_steady": "failed",
}


def tone_of(outcome: str) -> Tone:
    """Of an outcome, whatever the method calls it, or of a state.

    >>> tone_of("at_least"), tone_of("drifting"), tone_of("invalid")
    ('passed', 'failed', 'undecided')
    """
    return _TONES.get(outcome, "undecided")


def tone_of_answer(outcome: str, rate: float | None) -> Tone:
    """Of the outcome of one answer; a search that ended coarse has passed where it held a `rate`, and not by a guess.

    >>> tone_of_answer("coarse", 800.0), tone_of_answer("coarse", None)
    ('passed', 'undecided')
    """
    return "undecided" if outcome == "coarse" and rate is None else tone_of(outcome)


def trial_tone(state: str, *, is_judged: bool) -> TrialTone:
    """Of the state of a trial.

    >>> trial_tone("cut-short", is_judged=True), trial_tone("passed", is_judged=False)
    ('undecided', 'not_judged')
    >>> trial_tone("held", is_judged=True)
    'not_judged'
    """
    return tone_of(state) if is_judged and state != "held" else "not_judged"
