"""One run of a program, and what the kernel says it used."""

import contextlib
import os
import resource
import select
import subprocess
import tempfile
import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from bench.error import BenchError

__all__ = ["ChildRun", "pinned_to", "run_child"]

_LOOK_S = 0.1
_KILOBYTE = 1024


@dataclass(frozen=True, slots=True)
class ChildRun:
    """What a program printed and used, from exec to its end: interpreter, libraries and report included."""

    stdout: str
    stderr: str
    exit_code: int
    wall_s: float
    cpu_s: float
    """User and system time of the process and its reaped children (wait4(2))."""
    peak_rss_mb: float
    """Largest resident set, in units of 10^6 bytes."""


@contextlib.contextmanager
def pinned_to(cpus: Collection[int] | None) -> Iterator[None]:
    """Processes started inside are bound to `cpus`; None leaves them free."""
    before = os.sched_getaffinity(0)
    if cpus is not None:
        os.sched_setaffinity(0, cpus)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def run_child(
    command: Sequence[str | Path],
    *,
    timeout_s: float,
    cpus: Collection[int] | None = None,
    accepted: Collection[int] = (0,),
) -> ChildRun:
    """Runs a program to its end. Raises BenchError when it outlasts `timeout_s` or its exit code is not accepted."""
    with tempfile.TemporaryFile() as stdout, tempfile.TemporaryFile() as stderr:
        with pinned_to(cpus):
            began_s = time.monotonic()
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr)
        high_water_kb = _follow(process, began_s + timeout_s)
        _, status, usage = os.wait4(process.pid, 0)
        wall_s = time.monotonic() - began_s
        # Popen would otherwise wait for a process that is gone.
        process.returncode = os.waitstatus_to_exitcode(status)
        ended = ChildRun(
            _text(stdout),
            _text(stderr),
            process.returncode,
            wall_s,
            usage.ru_utime + usage.ru_stime,
            _peak_kb(usage.ru_maxrss, high_water_kb) * _KILOBYTE / 1e6,
        )
    if ended.exit_code not in accepted:
        shown = (ended.stderr or ended.stdout).strip()[-500:]
        raise BenchError(f"{' '.join(map(str, command))} ended with {ended.exit_code} after {wall_s:.1f} s: {shown}")
    return ended


def _text(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode("utf-8", "replace")


def _follow(process: subprocess.Popen[bytes], deadline_s: float) -> int:
    """Waits until the process can be reaped, killing it at the deadline; its last seen high-water mark in KiB."""
    descriptor = os.pidfd_open(process.pid)
    high_water_kb = 0
    try:
        poller = select.poll()
        poller.register(descriptor, select.POLLIN)
        while not poller.poll(_LOOK_S * 1000):
            high_water_kb = _high_water_kb(process.pid) or high_water_kb
            if time.monotonic() > deadline_s:
                process.kill()
    finally:
        os.close(descriptor)
    return high_water_kb


def _high_water_kb(pid: int) -> int:
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1])
    return 0


def _peak_kb(maxrss_kb: int, high_water_kb: int) -> int:
    """The peak from wait4, unless it is only what the child held of this process between fork and exec."""
    inherited_kb = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return maxrss_kb if maxrss_kb > inherited_kb or high_water_kb == 0 else high_water_kb
