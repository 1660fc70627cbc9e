"""What follows a trial that was not valid: the same again, until it is given up."""

from collections.abc import Sequence
from dataclasses import dataclass

from loadproof.judge.doubt import Doubt
from loadproof.judge.verdict import State
from loadproof.method.trial import Trial, TrialResult

__all__ = ["NotMeasured", "repetition"]


@dataclass(frozen=True, slots=True)
class NotMeasured:
    """A trial that was given up, why, and the doubts of its last run."""

    reason: str
    doubts: tuple[Doubt, ...]


def repetition(history: Sequence[TrialResult], repeats: int) -> Trial | NotMeasured | None:
    """The last trial again where it was not valid, at most `repeats` times; None: it was valid, or there is none."""
    invalid = 0
    for result in reversed(history):
        if result.trial != history[-1].trial or result.verdict.state is not State.INVALID:
            break
        invalid += 1
    if invalid == 0:
        return None
    last = history[-1]
    if invalid <= repeats:
        return last.trial
    trials = "one trial" if invalid == 1 else f"{invalid} trials"
    reason = f"{last.trial.rate or 0.0:g} calls/s could not be measured in {trials}: {last.verdict.reason}"
    return NotMeasured(reason, tuple(last.measurement.doubts))
