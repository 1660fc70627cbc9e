"""Keeps the processors of a virtual machine awake: one that sleeps comes back when its host finds the time."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

__all__ = ["kept_awake"]

_QUOTA = Path("/sys/fs/cgroup/cpu.max")
_SPIN = """\
import ctypes, os
ctypes.CDLL(None).prctl(1, 9)
os.sched_setaffinity(0, {%d})
os.nice(19)
os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
while True: pass
"""
"""At idle priority (sched(7)): whatever else wants the processor has it at once. Ends with its parent."""


@contextmanager
def kept_awake() -> Iterator[None]:
    """While open, each processor is busy with nothing; not under a quota of CPU time, which that would use up.

    What it is worth is in docs/accuracy.md.
    """
    if _has_quota():
        yield
        return
    with ExitStack() as spinning:
        for processor in sorted(os.sched_getaffinity(0)):
            spinner = subprocess.Popen([sys.executable, "-I", "-S", "-c", _SPIN % processor])
            spinning.callback(_end, spinner)
        yield


def _end(spinner: subprocess.Popen[bytes]) -> None:
    spinner.kill()
    spinner.wait()


def _has_quota() -> bool:
    try:
        return not _QUOTA.read_text(encoding="ascii").startswith("max")
    except OSError:
        return False
