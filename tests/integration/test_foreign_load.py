"""What else uses the machine before a load: real processes."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from loadproof.run.host import CpuTimes, foreign_share_before_load

_CORES = os.cpu_count() or 1


@contextmanager
def busy() -> Iterator[None]:
    """One core is busy while this is open."""
    command = [sys.executable, "-I", "-S", "-c", "while True: pass"]
    process = subprocess.Popen(command)
    try:
        yield
    finally:
        process.kill()
        process.wait()


def test_a_busy_process_is_foreign_load() -> None:
    with busy():
        assert foreign_share_before_load(CpuTimes.now()) > 0.7 / _CORES
