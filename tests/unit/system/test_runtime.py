"""Which processes free garbage by a collector at times of its own."""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from loadproof.system.runtime import Collector, collector_of


@contextmanager
def running(program: Path | str, *words: str) -> Iterator[int]:
    process = subprocess.Popen([str(program), *words], stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None
        process.stdout.readline()
        yield process.pid
    finally:
        process.kill()
        process.wait()


def test_a_program_that_frees_at_once_waits_for_no_collector() -> None:
    assert collector_of([os.getpid()]) is Collector.NONE


def test_a_runtime_is_known_by_its_program(tmp_path: Path) -> None:
    sleep = shutil.which("sleep")
    assert sleep is not None
    java = tmp_path / "java"
    shutil.copy(sleep, java)
    process = subprocess.Popen([java, "60"])
    try:
        until_s = time.monotonic() + 5.0
        while os.path.basename(os.readlink(f"/proc/{process.pid}/exe")) != "java":
            assert time.monotonic() < until_s
        assert collector_of([os.getpid(), process.pid]) is Collector.JAVA
    finally:
        process.kill()
        process.wait()


def test_a_runtime_is_known_by_its_library(tmp_path: Path) -> None:
    library = tmp_path / "libjvm.so"
    library.write_bytes(bytes(4096))
    code = """
import mmap, sys, time
library = open(sys.argv[1], "rb")
held = mmap.mmap(library.fileno(), 0, access=mmap.ACCESS_READ)
print("mapped", flush=True)
time.sleep(60)
"""
    with running(sys.executable, "-c", code, str(library)) as process:
        assert collector_of([process]) is Collector.JAVA


def test_a_process_that_is_gone_tells_nothing() -> None:
    ended = subprocess.Popen(["true"])
    ended.wait()
    assert collector_of([ended.pid]) is Collector.UNKNOWN
    assert collector_of([os.getpid(), ended.pid]) is Collector.UNKNOWN
    assert collector_of([]) is Collector.UNKNOWN
