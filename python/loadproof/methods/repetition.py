"""Repetition of a trial that was not valid: the same trial again, until it is given up."""

from collections.abc import Sequence
from dataclasses import dataclass

from loadproof.judge.verdict import State
from loadproof.methods.factor import Factor
from loadproof.methods.trial import Trial, TrialResult
from loadproof.model.message import Message, count
from loadproof.records.doubt import Doubt, DoubtCode

__all__ = ["NotMeasured", "given_up", "is_of_its_moment", "repetition", "unmeasured"]

_OF_THE_MACHINE = (DoubtCode.DISTURBED, DoubtCode.STEAL, DoubtCode.GENERATOR_STALLED)


@dataclass(frozen=True, slots=True)
class NotMeasured:
    """A trial that was given up, why, and the doubts of its last run."""

    reason: Message
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
    return NotMeasured(unmeasured(last, invalid), tuple(last.measurement.doubts))


def unmeasured(last: TrialResult, trials: int = 1) -> Message:
    """Says that the level of `last` could not be measured in so many trials, and why."""
    trial = last.trial
    # A load of users alone varies nothing; its level is their number all the same.
    factor = Factor.USERS if trial.users and not trial.rate else trial.factor
    return factor.message(
        "rate-unmeasured", {"rate": factor.level(trial)}, trials=count(trials), why=last.verdict.reason
    )


def given_up(history: Sequence[TrialResult], repeats: int) -> int:
    """Return how many times a trial of `history` was given up, because no repetition of it was valid."""
    so_far = (history[:place] for place in range(1, len(history) + 1))
    return sum(isinstance(repetition(part, repeats), NotMeasured) for part in so_far)


def is_of_its_moment(history: Sequence[TrialResult]) -> bool:
    """Return True if the machine at that time, not the limit of the generator, made the last trial invalid.

    Either other processes or the hypervisor disturbed the trial, or its generator was stopped,
    or an earlier trial with at least the same level was valid.
    """
    last = history[-1]
    disturbed = any(doubt.code in _OF_THE_MACHINE for doubt in last.measurement.doubts)
    return disturbed or any(
        one.trial.factor_level >= last.trial.factor_level and one.verdict.state is not State.INVALID for one in history
    )
