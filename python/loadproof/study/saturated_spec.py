"""Saturated seconds that a study leaves out: the key as a file may write it, and its resolution."""

from typing import Annotated

from pydantic import Field
from pydantic.config import JsonDict

from loadproof.judge.saturation import SaturatedLeaveOut
from loadproof.model.quoting import quoted
from loadproof.study.fault_log import FaultLog
from loadproof.study.written import Spec

__all__ = ["SaturatedSpec", "resolve_saturated"]

_KNOWN = ("start_up", "load")
# An editor that knows the schema offers them.
_CHOICE: JsonDict = {"enum": [*_KNOWN]}
_Part = Annotated[str, Field(description="start_up or load", json_schema_extra=_CHOICE)]


class SaturatedSpec(Spec):
    """Saturated machines: what is left out of account. A saturated machine under test never excuses a failed SLO."""

    leave_out: list[_Part] = Field(default=[], description="a list of start_up and load")
    """Parts that are left out: start_up, saturation before the judged span, raises no doubt then; load, seconds in
    which a machine with the role load is saturated, are not judged then. Nothing unless written."""


def resolve_saturated(spec: SaturatedSpec, log: FaultLog) -> SaturatedLeaveOut:
    """Return what `spec` leaves out; tell `log` of what cannot be left out."""
    for index, part in enumerate(spec.leave_out):
        if part not in _KNOWN:
            message = f"{quoted(part)} cannot be left out: a saturated machine under test never excuses a failed SLO"
            log.add(("saturated", "leave_out", index), message, "write start_up, load or both")
    start_up, load = (part in spec.leave_out for part in _KNOWN)
    return SaturatedLeaveOut(start_up, load)
