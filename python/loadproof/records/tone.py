"""Tone of a state or an outcome: the colour in which it is drawn."""

from typing import Literal

__all__ = ["Tone", "TrialTone", "tone_of", "tone_of_answer", "trial_tone"]

Tone = Literal["passed", "failed", "undecided"]
TrialTone = Literal["passed", "failed", "undecided", "not_judged"]
"""`not_judged`: a recovery, a warm-up, or a slot of a comparison, which no SLO judges."""

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
    """Tone of an outcome of any method, or of a state.

    >>> tone_of("at_least"), tone_of("drifting"), tone_of("invalid")
    ('passed', 'failed', 'undecided')
    """
    return _TONES.get(outcome, "undecided")


def tone_of_answer(outcome: str, rate: float | None) -> Tone:
    """Tone of the outcome of one answer; a coarse search has passed if it held a `rate`, not if the rate is a guess.

    >>> tone_of_answer("coarse", 800.0), tone_of_answer("coarse", None)
    ('passed', 'undecided')
    """
    return "undecided" if outcome == "coarse" and rate is None else tone_of(outcome)


def trial_tone(state: str, *, is_judged: bool) -> TrialTone:
    """Tone of the state of a trial.

    >>> trial_tone("cut-short", is_judged=True), trial_tone("passed", is_judged=False)
    ('undecided', 'not_judged')
    >>> trial_tone("held", is_judged=True)
    'not_judged'
    """
    return tone_of(state) if is_judged and state != "held" else "not_judged"
