"""The soak: a long hold at a working load, for what only time shows."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from loadproof.judge.doubt import Doubt
from loadproof.judge.soak_judge import SoakTrends
from loadproof.judge.steadiness import Steadiness, Trend
from loadproof.judge.verdict import State
from loadproof.method.repetition import NotMeasured, repetition
from loadproof.method.soak_settings import SoakSettings
from loadproof.method.trial import Purpose, Trial, TrialResult

__all__ = ["Soak", "SoakAnswer", "SoakOutcome"]


class SoakOutcome(StrEnum):
    """How a soak ended."""

    STEADY = "steady"
    """The SLOs were kept, and nothing rose that matters."""
    NOT_STEADY = "not_steady"
    NEVER_STEADY = "never_steady"
    """Response times or errors moved throughout: no level was reached."""
    FAILED = "failed"
    UNDECIDED = "undecided"
    INVALID = "invalid"


_OUTCOMES = {
    Steadiness.STEADY: SoakOutcome.STEADY,
    Steadiness.NOT_STEADY: SoakOutcome.NOT_STEADY,
    Steadiness.NEVER_STEADY: SoakOutcome.NEVER_STEADY,
    Steadiness.TOO_SHORT: SoakOutcome.UNDECIDED,
}


@dataclass(frozen=True, slots=True)
class SoakAnswer:
    """What a soak at `rate` calls/s showed, and how each figure moved."""

    outcome: SoakOutcome
    rate: float
    reason: str
    trends: tuple[Trend, ...] = ()
    doubts: tuple[Doubt, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """For `--json`, without the trials."""
        return {
            "outcome": self.outcome.value,
            "rate": self.rate,
            "reason": self.reason,
            "trends": [trend.as_dict() for trend in self.trends],
            "doubts": [doubt.as_dict() for doubt in self.doubts],
        }


class Soak:
    """A pure state machine: `next(history, trends)` says what to run, or answers; these are its only state."""

    def __init__(self, settings: SoakSettings) -> None:
        """`settings` were checked when they were made."""
        self.settings = settings

    def next(self, history: Sequence[TrialResult], trends: SoakTrends | None = None) -> Trial | SoakAnswer:
        """The next trial after these, or the answer; `trends` are those of the last trial (`SoakJudge.trends`)."""
        settings = self.settings
        if not history:
            ramp_from = settings.rate / 2.0
            return Trial(
                Purpose.SOAK, settings.rate, settings.hold_s, settings.settle_s, settings.ramp_s, ramp_from, False
            )
        again = repetition(history, settings.repeats)
        if isinstance(again, Trial):
            return again
        shown = trends or SoakTrends(Steadiness.TOO_SHORT, "no trends were judged")
        if isinstance(again, NotMeasured):
            return SoakAnswer(SoakOutcome.INVALID, settings.rate, again.reason, shown.trends, again.doubts)
        return self._answer(history[-1], shown)

    def _answer(self, last: TrialResult, shown: SoakTrends) -> SoakAnswer:
        verdict, doubts = last.verdict, tuple(last.measurement.doubts)
        moves = shown.steadiness in (Steadiness.NOT_STEADY, Steadiness.NEVER_STEADY)
        if verdict.state is State.FAILED:
            reason = f"{verdict.reason}; {shown.reason}" if moves else verdict.reason
            return SoakAnswer(SoakOutcome.FAILED, self.settings.rate, reason, shown.trends, doubts)
        if verdict.state is not State.PASSED and not moves:
            return SoakAnswer(SoakOutcome.UNDECIDED, self.settings.rate, verdict.reason, shown.trends, doubts)
        return SoakAnswer(_OUTCOMES[shown.steadiness], self.settings.rate, shown.reason, shown.trends, doubts)
