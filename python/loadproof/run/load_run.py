"""One plateau on a real service."""

from dataclasses import asdict
from pathlib import Path

from loadproof.judge.plateau import PlateauJudge
from loadproof.judge.timeline import Timeline
from loadproof.method.plateau_standard import plateau_settings
from loadproof.method.trial import Trial
from loadproof.run.ending import end_run
from loadproof.run.host import CpuTimes
from loadproof.run.opening import open_session
from loadproof.run.outcome import RunOutcome
from loadproof.run.request import LoadRequest
from loadproof.run.session import Judging
from loadproof.run.settings import LoadSettings

__all__ = ["run_load"]


def run_load(
    request: LoadRequest, trial: Trial, settings: LoadSettings, out: Path | None, idle_since: CpuTimes
) -> RunOutcome:
    """Holds one rate and judges it. Raises InputError before any load, EngineFault when the generator cannot go on."""
    arrivals = "closed" if trial.rate is None else settings.arrivals.value
    method = {key: value for key, value in asdict(trial).items() if key in ("rate", "hold_s")}
    with open_session("load", request, settings, out, idle_since=idle_since, arrivals=arrivals, method=method) as (
        opened,
        session,
    ):

        def judging(timeline: Timeline) -> Judging:
            judge = PlateauJudge(request.profile.slos, timeline, plateau_settings(trial, request.profile.timeout_s))
            return Judging(judge, judge.doubts)

        session.run("load", trial, judging)
        return end_run(opened)
