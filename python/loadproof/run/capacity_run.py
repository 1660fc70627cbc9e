"""A capacity search on a real service that others run."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from loadproof.method.capacity import Capacity
from loadproof.method.capacity_settings import CapacitySettings
from loadproof.plan.settings import LoadSettings
from loadproof.run.ending import end_run
from loadproof.run.method_run import run_method
from loadproof.run.opening import open_session
from loadproof.run.request import LoadRequest

if TYPE_CHECKING:
    from loadproof.run.outcome import RunOutcome

__all__ = ["run_capacity"]


def run_capacity(
    request: LoadRequest,
    method: CapacitySettings,
    settings: LoadSettings,
    out: Path | None,
) -> RunOutcome:
    """Searches and confirms. Raises InputError before any load, EngineFault when the generator cannot go on."""
    with open_session("capacity", request, settings, out, method=asdict(method)) as (
        opened,
        session,
    ):
        answer = run_method(session, Capacity(method), request.profile).answer
        if answer is not None:
            opened.writer.answer("capacity", answer.as_dict())
        return end_run(opened)
