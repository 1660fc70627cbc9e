"""Identifies a process: process ids are reused, so the number alone is not enough."""

import os
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Self

__all__ = [
    "ProcessIdentity",
    "children_of",
    "descendants_of",
    "kill_all",
    "process_ids",
    "state_of",
    "ticks_since_boot",
]

_PROC = Path("/proc")
_TICKS_PER_S = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class ProcessIdentity:
    """A process by its id and the clock ticks from boot to its start (proc(5), field 22 of stat); both never recur."""

    process_id: int
    start_ticks: int

    @classmethod
    def of(cls, process_id: int) -> Self | None:
        """The process that has the id now; None where there is none, or one that has only to be reaped.

        >>> import os
        >>> ProcessIdentity.of(os.getpid()).alive
        True
        """
        fields = _stat_fields(process_id)
        if fields is None or fields[0] in "ZX":
            return None
        return cls(process_id, int(fields[19]))

    @property
    def alive(self) -> bool:
        """True if this very process still runs."""
        return ProcessIdentity.of(self.process_id) == self

    def kill(self) -> bool:
        """Kills this very process, and no other that has its id by now; whether it was there to be killed."""
        return self.send(signal.SIGKILL)

    def send(self, number: signal.Signals) -> bool:
        """Send a signal to this very process, and to no other that has its id by now. Return True if it was sent."""
        try:
            descriptor = os.pidfd_open(self.process_id)
        except OSError:
            return False
        try:
            # The descriptor holds on to one process: if that is the right one now, it is when the signal arrives.
            if not self.alive:
                return False
            signal.pidfd_send_signal(descriptor, number)
        except OSError:
            return False
        finally:
            os.close(descriptor)
        return True


def state_of(process_id: int) -> str:
    """Return the state of a process, one letter (proc(5)), such as `T` if a signal stopped it; empty: it has gone.

    >>> state_of(os.getpid())
    'R'
    """
    fields = _stat_fields(process_id)
    return fields[0] if fields else ""


def ticks_since_boot() -> float:
    """Now, as the start of a process is counted.

    >>> ProcessIdentity.of(os.getpid()).start_ticks <= ticks_since_boot()
    True
    """
    return time.clock_gettime(time.CLOCK_BOOTTIME) * _TICKS_PER_S


def process_ids() -> Iterator[int]:
    """Ids of all processes that can be seen."""
    with os.scandir(_PROC) as entries:
        for entry in entries:
            if entry.name.isdigit():
                yield int(entry.name)


def children_of(process_id: int) -> set[int]:
    """Ids of the children of `process_id`, also of those that have only to be reaped."""
    return set(_children_by_parent().get(process_id, ()))


def descendants_of(process_id: int) -> set[int]:
    """Ids of the children of `process_id`, their children, and so on, also of those that have only to be reaped."""
    children = _children_by_parent()
    found: set[int] = set()
    waiting = [process_id]
    while waiting:
        for child in children.get(waiting.pop(), ()):
            if child not in found:
                found.add(child)
                waiting.append(child)
    return found


def kill_all(process_ids: set[int]) -> None:
    """Kills those that are still there; the caller must hold them fast, as their parent or by what marks them."""
    for process_id in process_ids:
        try:
            os.kill(process_id, signal.SIGKILL)
        except OSError:
            continue


def _children_by_parent() -> dict[int, list[int]]:
    children: dict[int, list[int]] = {}
    for candidate in process_ids():
        fields = _stat_fields(candidate)
        if fields is not None:
            children.setdefault(int(fields[1]), []).append(candidate)
    return children


def _stat_fields(process_id: int) -> list[str] | None:
    """Fields of /proc/PID/stat from the third, the state, on: the second, a name, may hold spaces and brackets."""
    try:
        text = (_PROC / str(process_id) / "stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    return text.rpartition(")")[2].split() or None
