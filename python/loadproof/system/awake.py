"""Keeps processors awake: one that sleeps comes back late, in a virtual machine when its host finds the time.

Sources: Documentation/power/pm_qos_interface.rst (the request), cgroups(7) and sched(7) (`cpu.idle`, SCHED_IDLE).
"""

import os
import select
import signal
import struct
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from loadproof.system.control_group import control_group_directories
from loadproof.system.own_processes import FailedProcess, ProcessFault, forget_process, identity_fault, watch_process
from loadproof.system.process_files import ProcessStat
from loadproof.system.process_identity import ProcessIdentity

__all__ = ["Awake", "Spinners", "is_spinner", "kept_awake"]

_LATENCY = Path("/dev/cpu_dma_latency")
_DRIVER = Path("/sys/devices/system/cpu/cpuidle/current_driver")
_NAME = "loadproof-awake"
_PATIENCE_S = 5.0
_SPIN = f"""
import os, select
with open("/proc/self/comm", "w") as name: name.write("{_NAME}")
made = [os.getpid()]
for _ in range(1, len(os.sched_getaffinity(0))):
    child = os.fork()
    if not child: break
    made.append(child)
else:
    print(*made, flush=True)
if not os.read(0, 1): os._exit(0)
end = select.poll()
end.register(0, select.POLLHUP)
while not end.poll(0):
    for _ in range(20000): pass
os._exit(0)
"""
"""Program of the spinning processes, standard library only: each ends without a signal when its pipe ends."""


@dataclass(frozen=True, slots=True)
class Awake:
    """State of the processors: True if kept awake, how or why not in words, and the spinning processes, if any."""

    is_kept: bool
    told: str
    spinners: tuple[int, ...] = ()


def is_spinner(stat: ProcessStat) -> bool:
    """Return True if the process keeps a processor awake, for any run: it is no load, and uses only idle time."""
    return stat.name == _NAME and stat.policy == os.SCHED_IDLE


@contextmanager
def kept_awake(*, may_request: bool = True) -> Iterator[Awake]:
    """While open, idle processors wait and do not sleep, where this user may ask for it.

    A request to the kernel is made first: the file holds it, 0 µs, as long as it is open, and no process runs for it.
    Where the kernel governs no sleep, as in most virtual machines, one process for each processor spins in a control
    group that gets only what nobody else wants. Without `may_request` that is so everywhere.

    >>> with kept_awake() as awake:
    ...     assert awake.told
    """
    request = _request() if may_request else "no request is wanted"
    if isinstance(request, int):
        try:
            yield Awake(True, f"by a request to the kernel ({_LATENCY})")
        finally:
            os.close(request)
        return
    with _spinning(request) as awake:
        yield awake


def _why(error: OSError) -> str:
    return f"{error.filename}: {error.strerror}" if error.filename else str(error)


def _request() -> int | str:
    """The open file, or why it cannot be had, or would change nothing."""
    try:
        driver = _DRIVER.read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        driver = "none"
    if driver == "none":
        return "the kernel governs no sleep of its processors"
    try:
        request = os.open(_LATENCY, os.O_WRONLY | os.O_CLOEXEC)
    except OSError as error:
        return _why(error)
    try:
        os.write(request, struct.pack("@i", 0))
    except OSError as error:
        os.close(request)
        return f"{_LATENCY}: {error.strerror}"
    return request


@contextmanager
def _spinning(no_request: str) -> Iterator[Awake]:
    group = _idle_group()
    if isinstance(group, str):
        yield Awake(False, f"{no_request}; {group}")
        return
    asked, ask = os.pipe2(os.O_CLOEXEC)
    try:
        first = _first(asked)
        if isinstance(first, str):
            yield Awake(False, f"{no_request}; {first}")
            return
        with first:
            spinners = _ready(first)
            watched = Spinners(spinners)
            try:
                awake = _begun(spinners, ask, group, no_request)
                if awake.is_kept:
                    watch_process(watched)
                yield awake
            finally:
                forget_process(watched)
                _end(spinners or (first.pid,), group.parent)
    finally:
        os.close(ask)
        # Another run may spin in it, too.
        with suppress(OSError):
            group.rmdir()


class Spinners:
    """The processes that spin, as the run watches them."""

    def __init__(self, process_ids: Sequence[int]) -> None:
        """All of them run."""
        self._identities = tuple(map(ProcessIdentity.of, process_ids))

    def failure(self) -> FailedProcess | None:
        """Return the first that died or was stopped; None if all of them run."""
        for identity in self._identities:
            fault = ProcessFault.DIED if identity is None else identity_fault(identity)
            if fault is not None:
                return FailedProcess("awake", "", fault)
        return None


def _first(asked: int) -> subprocess.Popen[bytes] | str:
    """The process that makes the others, or why it cannot be had; closes `asked`, which is its standard input."""
    try:
        return subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", _SPIN],
            stdin=asked,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError as error:
        return _why(error)
    finally:
        os.close(asked)


def _ready(first: subprocess.Popen[bytes]) -> tuple[int, ...]:
    """The processes that are to spin, and wait for a byte each."""
    if first.stdout is None or not select.select([first.stdout], [], [], _PATIENCE_S)[0]:
        return ()
    return tuple(int(process_id) for process_id in first.stdout.readline().split())


def _begun(spinners: Sequence[int], ask: int, group: Path, no_request: str) -> Awake:
    """Lets them begin once they are in their group: none must ever spin outside of it."""
    if not spinners:
        return Awake(False, f"{no_request}; the processes that were to do it did not begin")
    try:
        for process_id, cpu in zip(spinners, sorted(os.sched_getaffinity(0)), strict=True):
            _move(process_id, group)
            os.sched_setaffinity(process_id, {cpu})
            os.sched_setscheduler(process_id, os.SCHED_IDLE, os.sched_param(0))
        os.write(ask, b"." * len(spinners))
    except OSError as error:
        return Awake(False, f"{no_request}; {_why(error)}")
    return Awake(True, "by a process of idle priority on each processor", tuple(spinners))


def _end(spinners: Sequence[int], place: Path) -> None:
    """Ends them. On a machine without an idle moment they would not come to hear of the end of their pipe."""
    for process_id in spinners:
        with suppress(OSError):
            _move(process_id, place)
        with suppress(OSError):
            os.sched_setscheduler(process_id, os.SCHED_OTHER, os.sched_param(0))
        with suppress(OSError):
            os.kill(process_id, signal.SIGKILL)


def _move(process_id: int, group: Path) -> None:
    with (group / "cgroup.procs").open("r+", encoding="ascii") as members:
        members.write(str(process_id))


def _idle_group() -> Path | str:
    """A group whose processes run where nobody else wants to, or why there can be none.

    It must stand beside the topmost groups. The policy SCHED_IDLE alone is weighed within a group only (that of a
    session counts as one, sched(7) "The autogroup feature"): between groups such a process has the whole weight of its
    group. A service of another session gave about half of what it can (docs/guides/machine.md).
    """
    own = control_group_directories()
    place = own.get("cpu", own.get(""))
    if place is None:
        return "there are no control groups"
    while (place.parent / "cgroup.procs").exists():
        place = place.parent
    group = place / _NAME
    try:
        group.mkdir(exist_ok=True)
        # Without creating: a file that is not there is a kernel, or a group, that cannot do it.
        with (group / "cpu.idle").open("r+", encoding="ascii") as idle:
            idle.write("1")
    except OSError as error:
        with suppress(OSError):
            group.rmdir()
        return _why(error)
    return group
