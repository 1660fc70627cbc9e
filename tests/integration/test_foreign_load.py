"""What else uses the machine before a load: real processes."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from loadproof.run.host import CpuTimes, foreign_share_before_load

_CORES = os.cpu_count() or 1


@contextmanager
def busy(niceness: int) -> Iterator[None]:
    """One core is busy while this is open."""
    command = [sys.executable, "-I", "-S", "-c", f"import os; os.nice({niceness})\nwhile True: pass"]
    process = subprocess.Popen(command)
    try:
        yield
    finally:
        process.kill()
        process.wait()


def test_a_busy_process_is_foreign_load() -> None:
    with busy(0):
        assert foreign_share_before_load(CpuTimes.now()) > 0.7 / _CORES


def test_a_process_that_gives_way_is_not() -> None:
    with busy(19):
        # Its start, before it gave way, may be in the first of three readings.
        assert foreign_share_before_load(CpuTimes.now()) < 0.1
