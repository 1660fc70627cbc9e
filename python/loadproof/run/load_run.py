"""One plateau on a real service."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from loadproof.methods.load.machine import HeldLoad, Load
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

__all__ = ["run_load"]


def run_load(
    request: LoadRequest,
    held: HeldLoad,
    settings: LoadSettings,
    out: Path | None,
    language: str = "en",
    caller: Caller | None = None,
) -> RunOutcome:
    """Holds one rate and judges it; `caller` is the command line unless given.

    Raises InputError before any load, EngineFault when the generator cannot go on.
    """
    arrivals = "closed" if held.rate is None else settings.arrivals.value

    def drive(opened: OpenRun, session: Session) -> None:
        opened.context.tell_ahead(Message("load-ahead", most=duration(held.hold_s)), held.hold_s)
        run_method(opened.context, session, Load(held), request.profile)

    return run_on_target(
        "load", request, settings, out, drive, language, caller, arrivals=arrivals, method=_shown(held)
    )


def _shown(held: HeldLoad) -> dict[str, Any]:
    """Settings of the load as a report shows them."""
    if held.stages:
        return {"stages": [str(stage) for stage in held.stages], "hold_s": held.hold_s}
    return {"rate": held.rate, "hold_s": held.hold_s}
