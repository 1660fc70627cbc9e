"""A resource of this machine that runs out in a run: what was measured is reported, and the run is not valid."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from loadproof.errors import InputError, LoadproofError, ResourceExhausted
from loadproof.model.message import Message
from loadproof.records.doubt import Doubt, DoubtCode
from loadproof.system.exhausted_resource import ExhaustedResource, exhausted_resource

if TYPE_CHECKING:
    from loadproof.run.opening import OpenRun

__all__ = ["cut_by_exhaustion", "exhaustion_doubt", "reported_after_exhaustion"]

_RAISED = (OSError, MemoryError, RuntimeError, ImportError, sqlite3.Error, LoadproofError)


@contextmanager
def cut_by_exhaustion(opened: OpenRun) -> Iterator[None]:
    """Ends what runs here where a resource runs out after the first second of load; the run is reported then.

    Raises InputError where nothing was measured yet. Other errors pass.
    """
    try:
        yield
    except _RAISED as error:
        exhausted = exhausted_resource(error)
        if exhausted is None or isinstance(error, InputError):
            raise
        if not opened.writer.has_seconds:
            opened.writer.log.doubt(exhaustion_doubt(exhausted))
            opened.writer.ended()
            raise InputError(exhausted.sentence) from error
        opened.context.interruption.exhaust(exhausted)
        opened.context.live.say(Message("run-cut-by-exhaustion", why=_told(exhausted)))


@contextmanager
def reported_after_exhaustion(opened: OpenRun) -> Iterator[None]:
    """Makes one sentence of a resource that runs out while the report is made: what was measured is on the disk.

    Raises ResourceExhausted, which names the directory of the run.
    """
    try:
        yield
    except _RAISED as error:
        exhausted = exhausted_resource(error)
        if exhausted is None or isinstance(error, ResourceExhausted):
            raise
        raise ResourceExhausted(exhausted.sentence, str(opened.directory.path)) from error


def exhaustion_doubt(exhausted: ExhaustedResource) -> Doubt:
    """The doubt of a run that a resource cut."""
    return Doubt(DoubtCode.RESOURCE_EXHAUSTED, Message("run-exhausted", why=_told(exhausted)))


def _told(exhausted: ExhaustedResource) -> Message:
    where = exhausted.place
    return Message("resource-exhausted", resource=exhausted.name, place=where, is_placed="yes" if where else "no")
