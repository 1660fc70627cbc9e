"""The confirmation of a rate: a gentle ramp to it, then a hold that is judged at its end."""

from collections.abc import Sequence
from dataclasses import replace

from loadproof.methods.confirmation import ConfirmSettings, confirmation
from loadproof.methods.factor import Factor
from loadproof.methods.method import NOTHING_OBSERVED, Method, Observed, StartSoFar
from loadproof.methods.repetition import NotMeasured, repetition
from loadproof.methods.trial import Trial, TrialResult
from loadproof.model.message import Message
from loadproof.records.answer import Answer, Outcome
from loadproof.records.doubt import Doubt

__all__ = ["Confirm"]


class Confirm(Method):
    """Method that tests if a rate, in calls/s, keeps every SLO through a long hold."""

    name = "confirm"

    @classmethod
    def of(cls, settings: ConfirmSettings, start: StartSoFar) -> Method | Answer:
        """Without a rate of its own it is answered by the last confirmation of the search before it."""
        if settings.rate is not None:
            return cls(settings)
        held = None if start.found is None else start.found.confirmation
        if held is None:
            return Answer(cls.name, Outcome.NOT_RUN, reason=Message("confirm-found-nothing"))
        outcome, trial = Outcome(held.verdict.state), held.trial
        # Its doubts are in the trial of the search.
        answer = Answer(cls.name, outcome, trial.rate, held.verdict.reason, hold_s=trial.hold_s)
        if trial.factor is Factor.RATE:
            return answer
        return replace(answer, rate=held.measurement.rate, unit=trial.factor.unit, users=trial.users)

    def __init__(self, settings: ConfirmSettings) -> None:
        """`settings` were checked when they were made. Raises ValueError where they have no rate."""
        if settings.rate is None:
            raise ValueError("rate: there is none to confirm; give one")
        self.settings = settings
        self.users = settings.users
        self._rate = settings.rate

    def next(self, history: Sequence[TrialResult], _observed: Observed = NOTHING_OBSERVED, /) -> Trial | Answer:
        """The hold, again where it was not valid, then its verdict."""
        settings = self.settings
        if not history:
            return confirmation(self._rate, settings.ramp_s, settings.settle_s, settings.hold_s)
        again = repetition(history, settings.repeats)
        if isinstance(again, Trial):
            return again
        if isinstance(again, NotMeasured):
            return self._answer(Outcome.INVALID, again.reason, again.doubts)
        last = history[-1]
        return self._answer(Outcome(last.verdict.state), last.verdict.reason, tuple(last.measurement.doubts))

    def _answer(self, outcome: Outcome, reason: Message, doubts: tuple[Doubt, ...]) -> Answer:
        return Answer(self.name, outcome, self._rate, reason, doubts=doubts, hold_s=self.settings.hold_s)
