"""One plateau on a real service."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from loadproof.method.load import HeldLoad, Load
from loadproof.plan.settings import LoadSettings
from loadproof.run.ending import end_run
from loadproof.run.method_run import run_method
from loadproof.run.opening import open_session
from loadproof.run.request import LoadRequest

if TYPE_CHECKING:
    from loadproof.run.outcome import RunOutcome

__all__ = ["run_load"]


def run_load(request: LoadRequest, held: HeldLoad, settings: LoadSettings, out: Path | None) -> RunOutcome:
    """Holds one rate and judges it. Raises InputError before any load, EngineFault when the generator cannot go on."""
    arrivals = "closed" if held.rate is None else settings.arrivals.value
    with open_session("load", request, settings, out, arrivals=arrivals, method=asdict(held)) as (opened, session):
        run_method(session, Load(held), request.profile)
        return end_run(opened)
