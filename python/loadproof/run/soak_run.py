"""Drives a soak: its trial is judged by its SLOs and by how its figures move."""

from collections.abc import Callable, Mapping

from loadproof.judge.service_memory import ServiceMemory
from loadproof.judge.soak_judge import SoakJudge, SoakTrends
from loadproof.judge.timeline import Timeline
from loadproof.method.plateau_standard import plateau_settings
from loadproof.method.soak import Soak, SoakAnswer
from loadproof.method.trial import Trial, TrialResult
from loadproof.model.profile import Profile
from loadproof.run.session import Judging, Session

__all__ = ["run_soak"]

Memory = Mapping[str, ServiceMemory]


def run_soak(session: Session, soak: Soak, profile: Profile, memory: Callable[[], Memory]) -> SoakAnswer | None:
    """The answer of a soak, or None: it was interrupted. `memory` is that of the last trial, by service."""
    history: list[TrialResult] = []
    trends: SoakTrends | None = None
    while not session.interrupted:
        step = soak.next(history, trends)
        if isinstance(step, SoakAnswer):
            return step
        judging = _SoakJudging(step, profile)
        history.append(session.run("soak", step, judging))
        trends = judging.judge.trends(memory())
    return None


class _SoakJudging:
    """Makes the judge of one soak, and keeps it for its trends."""

    judge: SoakJudge

    def __init__(self, trial: Trial, profile: Profile) -> None:
        self._trial = trial
        self._profile = profile

    def __call__(self, timeline: Timeline) -> Judging:
        settings = plateau_settings(self._trial, self._profile.timeout_s)
        self.judge = SoakJudge(self._profile.slos, timeline, settings, self._trial.rate or 0.0)
        return Judging(self.judge, self.judge.doubts, self.judge.add)
