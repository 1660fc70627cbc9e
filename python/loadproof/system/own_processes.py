"""Child processes that a run needs while it measures: which of them died, or were stopped, through no order of ours."""

import os
import threading
import weakref
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from loadproof.system.kernel_file import read_kernel_file
from loadproof.system.process_identity import ProcessIdentity

__all__ = [
    "FailedProcess",
    "OwnProcess",
    "ProcessFault",
    "StopWatch",
    "failed_processes",
    "forget_process",
    "identity_fault",
    "watch_process",
]

_STOPPED = (b"T", b"t")
"""States of proc(5): stopped by a signal, stopped by a tracer."""


class ProcessFault(Enum):
    """Fate of a process that should be running."""

    DIED = "died"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class FailedProcess:
    """Name and fate of a child process that the run lost."""

    role: str
    """Key that the message `own-process-failed` knows: `supervisor`, `command` or `awake`."""
    service: str
    """Name of the service that it supervised; empty for others."""
    fault: ProcessFault


class OwnProcess(Protocol):
    """Handle of a child process that must live and run while a trial runs."""

    def failure(self) -> FailedProcess | None:
        """Return what happened to the process; None if it runs, or ended because this process told it to."""


class _Watched(threading.local):
    """Handles by thread: each run has a thread of its own, and their handles serve one thread at a time."""

    def __init__(self) -> None:
        self.processes: weakref.WeakSet[OwnProcess] = weakref.WeakSet()


_WATCHED = _Watched()


def watch_process(process: OwnProcess) -> None:
    """Watch `process` in this thread, until it is forgotten or its handle is gone."""
    _WATCHED.processes.add(process)


def forget_process(process: OwnProcess) -> None:
    """Stop watching `process`: it is about to end, or has ended, as it was told."""
    _WATCHED.processes.discard(process)


def failed_processes() -> list[FailedProcess]:
    """Return the watched processes of this thread that died or were stopped, in the order of their names."""
    failures = (process.failure() for process in list(_WATCHED.processes))
    found = {failed for failed in failures if failed is not None}
    return sorted(found, key=lambda failed: (failed.role, failed.service, failed.fault.value))


def identity_fault(identity: ProcessIdentity) -> ProcessFault | None:
    """Return the fault of the process `identity` as /proc shows it now.

    >>> identity_fault(ProcessIdentity.of(os.getpid())), identity_fault(ProcessIdentity(os.getpid(), 0))
    (None, <ProcessFault.DIED: 'died'>)
    """
    if not identity.alive:
        return ProcessFault.DIED
    try:
        state = read_kernel_file(f"/proc/{identity.process_id}/stat").rpartition(b")")[2].split()[0]
    except (OSError, IndexError):
        return ProcessFault.DIED
    return ProcessFault.STOPPED if state in _STOPPED else None


class StopWatch:
    """Stops of one child process, also those that ended before anybody looked (waitid(2))."""

    def __init__(self, process_id: int) -> None:
        """`process_id` is a child of this process that has not been reaped."""
        self._process_id = process_id
        self._is_stopped = False

    def was_stopped(self) -> bool:
        """Return true if the process is stopped, or was stopped since the last call."""
        was_stopped = self._is_stopped
        while (code := self._next_change()) is not None:
            self._is_stopped = code == os.CLD_STOPPED
            was_stopped = True
        return was_stopped

    def _next_change(self) -> int | None:
        """Return `CLD_STOPPED` or `CLD_CONTINUED`, whichever came last; None if nothing changed since."""
        try:
            change = os.waitid(os.P_PID, self._process_id, os.WSTOPPED | os.WCONTINUED | os.WNOHANG)
        except ChildProcessError:
            return None
        return None if change is None else change.si_code
