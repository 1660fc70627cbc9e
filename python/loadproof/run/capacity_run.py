"""A capacity search on a real service that others run."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from loadproof.methods.capacity.forecast import check_budget
from loadproof.methods.capacity.machine import Capacity
from loadproof.methods.capacity.settings import CapacitySettings
from loadproof.model.message import Message, duration
from loadproof.plan.settings import LoadSettings
from loadproof.run.caller import Caller
from loadproof.run.method_run import run_method
from loadproof.run.opening import OpenRun
from loadproof.run.request import LoadRequest
from loadproof.run.session import Session
from loadproof.run.target_run import run_on_target

if TYPE_CHECKING:
    from loadproof.run.outcome import RunOutcome

__all__ = ["run_capacity"]


def _stored(method: CapacitySettings) -> dict[str, Any]:
    """Return the settings as they are stored; a command searches rates alone."""
    return {name: value for name, value in asdict(method).items() if name != "in_users"}


def run_capacity(
    request: LoadRequest,
    method: CapacitySettings,
    settings: LoadSettings,
    out: Path | None,
    language: str = "en",
    caller: Caller | None = None,
) -> RunOutcome:
    """Searches and confirms; `caller` is the command line unless given.

    Raises InputError before any load, EngineFault when the generator cannot go on.
    """
    check_budget(method, request.profile, "--budget")

    def drive(opened: OpenRun, session: Session) -> None:
        opened.context.tell_ahead(Message("load-ahead", most=duration(method.longest_s)), method.longest_s)
        answer = run_method(opened.context, session, Capacity(method), request.profile).answer
        if answer is not None:
            opened.log.answer(answer)

    return run_on_target("capacity", request, settings, out, drive, language, caller, method=_stored(method))
