"""Makes a process stand still: stopped by a signal, frozen with its control group, or starved of its core."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

__all__ = ["KINDS", "frozen", "may_freeze", "may_starve", "starved", "stopped"]

_GROUPS_V1 = Path("/sys/fs/cgroup/freezer")
_GROUPS_V2 = Path("/sys/fs/cgroup")
_BURN = """
import os, time
os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(10))
end_s = time.monotonic() + {length_s}
while time.monotonic() < end_s:
    pass
"""


@contextlib.contextmanager
def stopped(process_id: int, _core: int) -> Iterator[Callable[[float], None]]:
    """By SIGSTOP and SIGCONT."""

    def stand_still(length_s: float) -> None:
        os.kill(process_id, signal.SIGSTOP)
        time.sleep(length_s)
        os.kill(process_id, signal.SIGCONT)

    yield stand_still


@contextlib.contextmanager
def frozen(process_id: int, _core: int) -> Iterator[Callable[[float], None]]:
    """By the freezer of a control group of its own (cgroups 1, else 2). Raises OSError without the rights."""
    is_v1 = _GROUPS_V1.is_dir()
    group = (_GROUPS_V1 if is_v1 else _GROUPS_V2) / f"loadproof-standstill-{process_id}"
    switch, on, off = ("freezer.state", "FROZEN", "THAWED") if is_v1 else ("cgroup.freeze", "1", "0")
    group.mkdir()
    try:
        (group / "cgroup.procs").write_text(str(process_id), encoding="ascii")

        def stand_still(length_s: float) -> None:
            (group / switch).write_text(on, encoding="ascii")
            time.sleep(length_s)
            (group / switch).write_text(off, encoding="ascii")

        yield stand_still
    finally:
        with contextlib.suppress(OSError):
            (group.parent / "cgroup.procs").write_text(str(process_id), encoding="ascii")
        with contextlib.suppress(OSError):
            group.rmdir()


@contextlib.contextmanager
def starved(_process_id: int, core: int) -> Iterator[Callable[[float], None]]:
    """By a busy process of real-time priority on its core; the kernel leaves the others 5 % of each second."""

    def stand_still(length_s: float) -> None:
        burn = [sys.executable, "-c", _BURN.format(length_s=length_s)]
        subprocess.run(burn, check=True, timeout=length_s + 20.0, preexec_fn=lambda: os.sched_setaffinity(0, {core}))

    yield stand_still


KINDS = {"stopped": stopped, "frozen": frozen, "starved": starved}


def may_freeze() -> bool:
    """Whether a control group can be made and frozen here."""
    groups = _GROUPS_V1 if _GROUPS_V1.is_dir() else _GROUPS_V2
    return os.access(groups, os.W_OK) and os.geteuid() == 0


def may_starve() -> bool:
    """Whether this user may ask for real-time priority, and there is a core to spare."""
    return os.geteuid() == 0 and len(os.sched_getaffinity(0)) > 1
