"""The smoke test: a few calls of each operation, judged by their replies alone."""

from collections.abc import Sequence
from dataclasses import dataclass

from loadproof.judge.timeline import Timeline
from loadproof.methods.method import NOTHING_OBSERVED, Method, Observed
from loadproof.methods.settings_check import check_settings
from loadproof.methods.smoke.judge import ReplyJudge
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.model.slo import Slo
from loadproof.records.answer import Answer, Outcome

__all__ = ["Smoke", "SmokeSettings"]


@dataclass(frozen=True, slots=True)
class SmokeSettings:
    """`rate` in calls/s (0: users alone load), times in seconds. Raises ValueError for impossible settings."""

    rate: float
    hold_s: float = 10.0
    ramp_s: float = 0.0
    """Time from 0 to the rate, which is not judged: a Java VM answers few calls in its first seconds."""
    users: int | None = None
    """Closed users; None: as many as the profile counts."""

    def __post_init__(self) -> None:
        """Check the settings."""
        check_settings(self, above_zero=("hold_s",))


class Smoke(Method):
    """Test that each operation is answered as it expects.

    >>> Smoke(SmokeSettings(5.0)).next(()).purpose
    <Purpose.SMOKE: 'smoke'>
    """

    name = "smoke"

    def __init__(self, settings: SmokeSettings) -> None:
        """`settings` were checked when they were made."""
        self.settings = settings
        self.users = settings.users

    def patience_s(self, _history: Sequence[TrialResult], _waited_s: float, /) -> float:
        """0: other processes on the machine change no reply.

        >>> Smoke(SmokeSettings(5.0)).patience_s((), 0.0)
        0.0
        """
        return 0.0

    def next(self, history: Sequence[TrialResult], _observed: Observed = NOTHING_OBSERVED, /) -> Trial | Answer:
        """The hold, then its verdict."""
        settings = self.settings
        if not history:
            return Trial(
                Purpose.SMOKE, settings.rate, settings.hold_s, settle_s=0.0, ramp_s=settings.ramp_s, early_stop=False
            )
        verdict = history[-1].verdict
        outcome = Outcome(verdict.state)
        return Answer(self.name, outcome, settings.rate, verdict.reason, hold_s=settings.hold_s)

    def judge(self, _trial: Trial, timeline: Timeline, slos: Sequence[Slo], _timeout_s: float, /) -> ReplyJudge:
        """Judge the replies of every operation."""
        return ReplyJudge(slos, timeline)
