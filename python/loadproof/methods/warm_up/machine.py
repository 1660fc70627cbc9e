"""The warm-up of one service start: a hold that lasts until the service is warm, before anything is judged."""

from collections.abc import Sequence
from dataclasses import dataclass

from loadproof.judge.timeline import Timeline
from loadproof.methods.method import NOTHING_OBSERVED, Method, Observed
from loadproof.methods.settings_check import check_settings
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.methods.warm_up.judge import WarmUpJudge
from loadproof.model.slo import Slo
from loadproof.records.answer import Answer, Outcome
from loadproof.records.doubt import DoubtCode

__all__ = ["WarmUp", "WarmUpSettings"]


@dataclass(frozen=True, slots=True)
class WarmUpSettings:
    """`rate` in calls/s (0: users alone load), times in seconds. Raises ValueError for what nothing can be run with."""

    rate: float
    floor_s: float = 5.0
    """The steady part never begins before this."""
    most_s: float = 120.0
    """Longest hold. If the steady part has not begun by then, the service is "never steady"."""
    users: int | None = None
    """Closed users; None: as many as the profile counts."""

    def __post_init__(self) -> None:
        """Checks the settings."""
        check_settings(self, above_zero=("most_s",))


class WarmUp(Method):
    """Until when a service warms up; its doubts say where that is not known.

    >>> WarmUp(WarmUpSettings(200.0)).next(()).hold_s
    120.0
    """

    name = "warm-up"

    def __init__(self, settings: WarmUpSettings) -> None:
        """`settings` were checked when they were made."""
        self.settings = settings
        self.users = settings.users

    def next(self, history: Sequence[TrialResult], _observed: Observed = NOTHING_OBSERVED, /) -> Trial | Answer:
        """The hold, which its judge ends as soon as the service is warm; then what speaks against it."""
        settings = self.settings
        if not history:
            return Trial(Purpose.WARM_UP, settings.rate, settings.most_s)
        verdict, doubts = history[-1].verdict, history[-1].measurement.doubts
        told = tuple(doubt for doubt in doubts if doubt.code == DoubtCode.NOT_WARM or doubt.invalidates)
        return Answer(self.name, Outcome(verdict.state), settings.rate, verdict.reason, doubts=told)

    def judge(self, _trial: Trial, timeline: Timeline, _slos: Sequence[Slo], _timeout_s: float, /) -> WarmUpJudge:
        """Ends the hold once the response time keeps to a level."""
        return WarmUpJudge(timeline, self.settings.floor_s, self.settings.most_s)
