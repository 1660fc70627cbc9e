"""The confirmation of a rate: a gentle ramp to it, then a hold that is judged at its end."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from loadproof.judge.verdict import State
from loadproof.method.method import NOTHING_OBSERVED, Method, Observed, StartSoFar
from loadproof.method.repetition import NotMeasured, repetition
from loadproof.method.search_evidence import SearchEvidence
from loadproof.method.settings_check import OF_THE_METHOD, check_settings
from loadproof.method.trial import Purpose, Trial, TrialResult
from loadproof.model.message import Message
from loadproof.records.answer import Answer, Outcome
from loadproof.records.doubt import Doubt

__all__ = ["Confirm", "ConfirmSettings", "confirmation", "confirmation_of"]


@dataclass(frozen=True, slots=True)
class ConfirmSettings:
    """`rate` in calls/s, times in seconds. Raises ValueError for settings that nothing can be run with.

    >>> ConfirmSettings(rate=0)
    Traceback (most recent call last):
    ...
    ValueError: rate: 0 leaves nothing to run; give a number above 0
    """

    rate: float | None = None
    """Rate to confirm; None: the capacity that was found. The search confirms it with this ramp and hold."""
    ramp_s: float = 30.0
    hold_s: float = 300.0
    settle_s: float = field(default=2.0, metadata=OF_THE_METHOD)
    repeats: int = field(default=2, metadata=OF_THE_METHOD)
    """Most repetitions of an invalid hold."""

    def __post_init__(self) -> None:
        """Checks the settings."""
        check_settings(self, above_zero=("rate", "hold_s"))


class Confirm(Method):
    """Method that tests if a rate, in calls/s, keeps every SLO through a long hold."""

    name = "confirm"

    @classmethod
    def of(cls, settings: ConfirmSettings, start: StartSoFar) -> Method | Answer:
        """Without a rate of its own it is answered by the last confirmation of the search before it."""
        if settings.rate is not None:
            return cls(settings)
        searched = start.driven.get("capacity")
        held = None if searched is None else confirmation_of(searched.history)
        if held is None:
            return Answer(cls.name, Outcome.NOT_RUN, reason=Message("confirm-found-nothing"))
        outcome, trial = Outcome(held.verdict.state), held.trial
        # Its doubts are in the trial of the search.
        return Answer(cls.name, outcome, trial.rate, held.verdict.reason, hold_s=trial.hold_s)

    def __init__(self, settings: ConfirmSettings) -> None:
        """`settings` were checked when they were made. Raises ValueError where they have no rate."""
        if settings.rate is None:
            raise ValueError("rate: there is none to confirm; give one")
        self.settings = settings
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


def confirmation(rate: float, ramp_s: float, settle_s: float, hold_s: float) -> Trial:
    """The trial of a confirmation: up from half the rate, so that no burst of the start is confirmed instead."""
    return Trial(Purpose.CONFIRM, rate, hold_s, settle_s, ramp_s, ramp_from=rate / 2.0, early_stop=False)


def confirmation_of(history: Sequence[TrialResult]) -> TrialResult | None:
    """The confirmation that a capacity search rests on: of the rate it answered, else its last; None: there is none."""
    confirmations = [result for result in history if result.trial.purpose is Purpose.CONFIRM]
    confirmed = SearchEvidence.of(history).confirmed
    kept = [
        result for result in confirmations if result.trial.rate == confirmed and result.verdict.state is State.PASSED
    ]
    return next(reversed(kept or confirmations), None)
