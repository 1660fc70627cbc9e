"""One plateau on a real service."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from loadproof.method.trial import Trial
from loadproof.plan.settings import LoadSettings
from loadproof.run.ending import end_run
from loadproof.run.method_run import judging_of
from loadproof.run.opening import open_session
from loadproof.run.request import LoadRequest

if TYPE_CHECKING:
    from loadproof.run.outcome import RunOutcome

__all__ = ["run_load"]


def run_load(request: LoadRequest, trial: Trial, settings: LoadSettings, out: Path | None) -> RunOutcome:
    """Holds one rate and judges it. Raises InputError before any load, EngineFault when the generator cannot go on."""
    arrivals = "closed" if trial.rate is None else settings.arrivals.value
    method = {key: value for key, value in asdict(trial).items() if key in ("rate", "hold_s")}
    with open_session("load", request, settings, out, arrivals=arrivals, method=method) as (
        opened,
        session,
    ):
        session.run("load", trial, partial(judging_of, trial, request.profile, ()))
        return end_run(opened)
