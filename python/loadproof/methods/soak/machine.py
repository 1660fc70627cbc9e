"""The soak: a long hold at a working load, judged by its SLOs and by how its figures move."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from loadproof.judge.reason import clauses
from loadproof.judge.steadiness import SoakTrends
from loadproof.judge.timeline import Timeline
from loadproof.judge.verdict import State
from loadproof.methods.factor import Factor
from loadproof.methods.method import NOTHING_OBSERVED, Method, Observed, StartSoFar
from loadproof.methods.plateau_standard import plateau_settings
from loadproof.methods.repetition import NotMeasured, repetition
from loadproof.methods.settings_check import OF_THE_METHOD, check_settings
from loadproof.methods.soak.judge import SoakJudge
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.model.message import Message
from loadproof.model.slo import Slo
from loadproof.records.answer import Answer, Outcome
from loadproof.records.doubt import Doubt
from loadproof.records.trend import Steadiness, Trend

__all__ = ["Soak", "SoakDetails", "SoakSettings"]

_OUTCOMES = {
    Steadiness.STEADY: Outcome.STEADY,
    Steadiness.NOT_STEADY: Outcome.NOT_STEADY,
    Steadiness.NEVER_STEADY: Outcome.NEVER_STEADY,
    Steadiness.TOO_SHORT: Outcome.UNDECIDED,
}


@dataclass(frozen=True, slots=True)
class SoakSettings:
    """`rate` in calls/s (0: users alone load), times in seconds.

    Raises ValueError for settings that nothing can be run with.
    """

    rate: float | None = None
    """Rate of the soak, calls/s; None: `share` of the capacity that was found, a rate or users."""
    share: float = 0.7
    ramp_s: float = 30.0
    settle_s: float = 10.0
    hold_s: float = 3600.0
    repeats: int = field(default=0, metadata=OF_THE_METHOD)
    """Most repetitions of an invalid soak; 0 by default, because a repetition costs hours again."""
    users: int | None = None
    """Closed users; None: as many as the profile counts."""

    def __post_init__(self) -> None:
        """Checks the settings."""
        check_settings(self, above_zero=("hold_s",))


@dataclass(frozen=True, slots=True, kw_only=True)
class SoakDetails:
    """Details of the answer of a soak."""

    trends: tuple[Trend, ...] = ()


class Soak(Method):
    """Method that tests if a working load can be kept for long, by its SLOs and the trends of its metrics."""

    name = "soak"

    @classmethod
    def of(cls, settings: SoakSettings, start: StartSoFar) -> Method | Answer:
        """Without a rate of its own it takes its share of the capacity that was found before it."""
        if settings.rate is not None:
            return cls(settings)
        found = start.found
        if found is None or found.rate is None:
            return Answer(cls.name, Outcome.NOT_RUN, reason=Message("soak-found-nothing"))
        if found.users is None:
            return cls(replace(settings, rate=settings.share * found.rate))
        # The rate beside the users was held in their confirmation, and stays.
        beside = 0.0 if found.confirmation is None else found.confirmation.trial.rate or 0.0
        users = max(1, int(Factor.USERS.rounded(settings.share * found.users)))
        return cls(replace(settings, rate=beside, users=users))

    def __init__(self, settings: SoakSettings) -> None:
        """`settings` were checked when they were made. Raises ValueError where they have no rate."""
        if settings.rate is None:
            raise ValueError("rate: there is none to hold; give one")
        self.settings = settings
        self.users = settings.users
        self._rate = settings.rate

    def next(self, history: Sequence[TrialResult], _observed: Observed = NOTHING_OBSERVED, /) -> Trial | Answer:
        """The hold, again where it was not valid and that is allowed; then what its verdict and its trends say."""
        settings = self.settings
        if not history:
            ramp_from = self._rate / 2.0
            return Trial(
                Purpose.SOAK, self._rate, settings.hold_s, settings.settle_s, settings.ramp_s, ramp_from, False
            )
        again = repetition(history, settings.repeats)
        if isinstance(again, Trial):
            return again
        shown: SoakTrends = history[-1].details or SoakTrends(Steadiness.TOO_SHORT, Message("soak-no-trends"))
        if isinstance(again, NotMeasured):
            # Whoever used the processors, and however late calls were sent: what leaks does.
            leaks = [trend.text for trend in shown.trends if trend.is_leak]
            outcome = Outcome.NOT_STEADY if leaks else Outcome.INVALID
            return self._answer(outcome, clauses([*leaks, again.reason]), shown, again.doubts)
        return self._judged(history[-1], shown)

    def judge(self, trial: Trial, timeline: Timeline, slos: Sequence[Slo], timeout_s: float, /) -> SoakJudge:
        """Judges the SLOs over the whole span, and tells the trends."""
        return SoakJudge(slos, timeline, plateau_settings(trial, timeout_s), trial.rate or 0.0)

    def _judged(self, last: TrialResult, shown: SoakTrends) -> Answer:
        verdict, doubts = last.verdict, tuple(last.measurement.doubts)
        moves = shown.steadiness in (Steadiness.NOT_STEADY, Steadiness.NEVER_STEADY)
        if verdict.state is State.FAILED:
            reason = clauses([verdict.reason, shown.reason]) if moves else verdict.reason
            return self._answer(Outcome.FAILED, reason, shown, doubts)
        if verdict.state is not State.PASSED and not moves:
            return self._answer(Outcome.UNDECIDED, verdict.reason, shown, doubts)
        return self._answer(_OUTCOMES[shown.steadiness], shown.reason, shown, doubts)

    def _answer(self, outcome: Outcome, reason: Message, shown: SoakTrends, doubts: tuple[Doubt, ...]) -> Answer:
        hold_s = self.settings.hold_s
        details = SoakDetails(trends=tuple(shown.trends))
        return Answer(self.name, outcome, self._rate, reason, doubts=doubts, hold_s=hold_s, details=details)
