"""A capacity search on a real service."""

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from loadproof.judge.plateau import PlateauJudge
from loadproof.judge.recovery import RecoveryJudge
from loadproof.judge.timeline import Timeline
from loadproof.method.capacity import Capacity, baseline
from loadproof.method.capacity_answer import Answer
from loadproof.method.capacity_settings import CapacitySettings
from loadproof.method.plateau_standard import plateau_settings
from loadproof.method.trial import Purpose, Trial, TrialResult
from loadproof.run.ending import end_run
from loadproof.run.host import CpuTimes
from loadproof.run.opening import open_run
from loadproof.run.outcome import RunOutcome
from loadproof.run.request import LoadRequest
from loadproof.run.session import Judging
from loadproof.run.settings import LoadSettings
from loadproof.study.profile import Profile

__all__ = ["run_capacity"]


def run_capacity(
    request: LoadRequest,
    method: CapacitySettings,
    settings: LoadSettings,
    out: Path | None,
    idle_since: CpuTimes,
) -> RunOutcome:
    """Searches and confirms. Raises InputError before any load, EngineFault when the generator cannot go on."""
    capacity = Capacity(method)
    arrivals = settings.arrivals.value
    with open_run(
        "capacity", request, settings, out, idle_since=idle_since, arrivals=arrivals, method=asdict(method)
    ) as opened:
        history: list[TrialResult] = []
        while not opened.session.interrupted:
            step = capacity.next(history)
            if isinstance(step, Answer):
                return end_run(opened, step.as_dict())
            history.append(opened.session.run(step, _Judges(step, request.profile, history)))
        return end_run(opened, None)


class _Judges:
    """Chooses who judges a trial."""

    def __init__(self, trial: Trial, profile: Profile, history: Sequence[TrialResult]) -> None:
        self._trial = trial
        self._profile = profile
        self._history = history

    def __call__(self, timeline: Timeline) -> Judging:
        before = baseline(self._history)
        slos = self._profile.slos
        if self._trial.purpose is Purpose.RECOVER and before is not None:
            return Judging(RecoveryJudge(slos, timeline, before.measurement), lambda: ())
        judge = PlateauJudge(slos, timeline, plateau_settings(self._trial, self._profile.timeout_s))
        return Judging(judge, judge.doubts)
