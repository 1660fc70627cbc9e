"""Clearing of injections whose controller and supervisor are dead, by their traces on disk.

What has to log in to clear itself has a line in `_CLEARED_BY_KIND`.
"""

from collections.abc import Callable, Mapping
from importlib import import_module

from loadproof.injections.traces import Traces
from loadproof.injections.undo import continue_processes, remove_directories, stopped_processes
from loadproof.model.message import Message, count

__all__ = ["clear", "undone_by_supervisor"]

_WITHIN_S = 5.0
_CLEARED_BY_KIND: Mapping[str, str] = {
    "sql": "loadproof.injections.kinds.sql_termination:clear_sessions",
    # KIND: "module:function", which takes the traces and the user's environment and returns a Message.
}


def undone_by_supervisor(traces: Traces) -> Message:
    """Say that the supervisor undid the injection after its controller had died."""
    return Message("injection-was-undone", injection=traces.name, kind=traces.kind)


def clear(traces: Traces, environment: Mapping[str, str], prefix: str) -> Message:
    """Clear what is left of one injection, and say what became of it.

    `prefix` is `loadproof-` and the start of the token of its lease. Never raises: a run must start.
    """
    try:
        place = _CLEARED_BY_KIND.get(traces.kind)
        if place is not None:
            module, _, function = place.partition(":")
            found: Callable[[Traces, Mapping[str, str]], Message] = getattr(import_module(module), function)
            return found(traces, environment)
        return _cleared(traces, prefix)
    except Exception as error:
        return _unknown(traces, type(error).__name__)


def _cleared(traces: Traces, prefix: str) -> Message:
    if traces.processes:
        return _continued(traces)
    if traces.directories:
        is_gone = remove_directories(traces.directories, prefix, _WITHIN_S)
        if is_gone:
            return Message("injection-was-cleared", injection=traces.name, kind=traces.kind)
        return _unknown(traces, ", ".join(traces.directories))
    return _unknown(traces)


def _continued(traces: Traces) -> Message:
    stopped = stopped_processes(traces.processes)
    if not stopped:
        return Message("injection-left-nothing", injection=traces.name, kind=traces.kind)
    if continue_processes(stopped, _WITHIN_S):
        return Message("injection-was-continued", injection=traces.name, count=count(len(stopped)))
    still = " ".join(str(process.process_id) for process in stopped_processes(stopped))
    return Message("injection-still-stopped", injection=traces.name, processes=still)


def _unknown(traces: Traces, why: str = "") -> Message:
    if not why:
        return Message("injection-state-unknown", injection=traces.name, kind=traces.kind)
    return Message("injection-state-unknown-of", injection=traces.name, kind=traces.kind, why=why)
