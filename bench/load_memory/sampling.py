"""Private memory of a command and its processes, sampled while the command runs."""

import contextlib
import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.error import BenchError

__all__ = ["Sample", "run_sampled", "served"]

_EVERY_S = 5.0
_ROWS, _COLUMNS = 40, 140
_PRIVATE = re.compile(r"^Private_(?:Clean|Dirty):\s+(\d+) kB", re.MULTILINE)
_ACCEPTED = (0, 3, 4)


@dataclass(frozen=True, slots=True)
class Sample:
    """Private memory at one moment: pages that only these processes map."""

    at_s: float
    controller_bytes: int
    supervisors_bytes: int
    """Children of the controller; 0 where there is none."""


@contextlib.contextmanager
def served() -> Iterator[str]:
    """URL of a service of `varied_errors`, which lives as long as the context."""
    command = [sys.executable, "-m", "bench.load_memory.varied_errors"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as service:
        assert service.stdin is not None
        assert service.stdout is not None
        try:
            port = service.stdout.readline().strip()
            if not port:
                raise BenchError("the service of the bench did not start. Cure: see its messages above")
            yield f"http://127.0.0.1:{port}/"
        finally:
            service.stdin.close()


def run_sampled(command: Sequence[str], place: Path, *, live: bool) -> list[Sample]:
    """Run `command` in `place` to its end and sample its memory every 5 s; with `live` its terminal is a screen.

    Raises BenchError when the command has no verdict.
    """
    with _terminal(place, live=live) as output:
        process = subprocess.Popen(command, cwd=place, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
        began_s, samples = time.monotonic(), list[Sample]()
        while True:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(_EVERY_S)
                break
            # A process that ends meanwhile has no memory any more.
            with contextlib.suppress(OSError):
                samples.append(_sample(process.pid, time.monotonic() - began_s))
    if process.returncode not in _ACCEPTED:
        raise BenchError(f"{' '.join(command)} ended with {process.returncode}. Cure: see {place / 'output'}")
    return samples


@contextlib.contextmanager
def _terminal(place: Path, *, live: bool) -> Iterator[int]:
    """A descriptor that takes the output: a file, or the end of a pseudo-terminal that a thread empties."""
    with open(place / "output", "wb") as file:
        if not live:
            yield file.fileno()
            return
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", _ROWS, _COLUMNS, 0, 0))
        reader = threading.Thread(target=_empty, args=(ours,))
        reader.start()
        try:
            yield theirs
        finally:
            os.close(theirs)
            reader.join()
            os.close(ours)


def _empty(descriptor: int) -> None:
    # The kernel answers EIO once the other end is closed.
    with contextlib.suppress(OSError):
        while os.read(descriptor, 65536):
            pass


def _sample(process_id: int, at_s: float) -> Sample:
    return Sample(at_s, _private_bytes(process_id), sum(map(_private_bytes, _children(process_id))))


def _private_bytes(process_id: int) -> int:
    text = Path(f"/proc/{process_id}/smaps_rollup").read_text(encoding="ascii")
    return 1024 * sum(int(kilobytes) for kilobytes in _PRIVATE.findall(text))


def _children(process_id: int) -> list[int]:
    threads = Path(f"/proc/{process_id}/task").iterdir()
    return [int(child) for thread in threads for child in (thread / "children").read_text(encoding="ascii").split()]
