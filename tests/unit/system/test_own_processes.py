"""Child processes that die or are stopped are found by this thread alone, and by nobody who told them to end."""

import os
import signal
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from loadproof.stand.supervised_command import SupervisedCommand
from loadproof.stand.supervised_process import SupervisedProcess
from loadproof.system.awake import Spinners
from loadproof.system.own_processes import (
    FailedProcess,
    ProcessFault,
    StopWatch,
    failed_processes,
    forget_process,
    watch_process,
)

DIED = FailedProcess("supervisor", "api", ProcessFault.DIED)


@contextmanager
def sleeping() -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(["sleep", "60"]) as process:
        try:
            yield process
        finally:
            process.kill()


def supervised(place: Path) -> SupervisedProcess:
    cpus = tuple(sorted(os.sched_getaffinity(0)))
    told = SupervisedCommand(("sleep", "60"), str(place), {"PATH": os.environ["PATH"]}, cpus)
    return SupervisedProcess(told, f"test-{os.getpid()}-{time.monotonic_ns()}/api")


def seen(within_s: float = 5.0) -> list[FailedProcess]:
    deadline_s = time.monotonic() + within_s
    while not (found := failed_processes()) and time.monotonic() < deadline_s:
        time.sleep(0.01)
    return found


def test_a_stop_is_seen_also_after_it_has_ended() -> None:
    with sleeping() as process:
        stops = StopWatch(process.pid)
        assert not stops.was_stopped()
        process.send_signal(signal.SIGSTOP)
        os.waitid(os.P_PID, process.pid, os.WSTOPPED | os.WNOWAIT)
        assert [stops.was_stopped() for _ in range(2)] == [True, True]
        process.send_signal(signal.SIGCONT)
        os.waitid(os.P_PID, process.pid, os.WCONTINUED | os.WNOWAIT)
        assert [stops.was_stopped() for _ in range(2)] == [True, False]
        process.kill()
        process.wait()
        assert not stops.was_stopped()


def test_a_supervisor_that_dies_is_found_by_its_own_thread_until_it_is_stopped(tmp_path: Path) -> None:
    process = supervised(tmp_path)
    assert failed_processes() == []
    os.kill(process.supervisor_id, signal.SIGKILL)
    assert seen() == [DIED]
    elsewhere: list[list[FailedProcess]] = []
    other = threading.Thread(target=lambda: elsewhere.append(failed_processes()))
    other.start()
    other.join()
    assert elsewhere == [[]]
    process.stop()
    assert failed_processes() == []


@pytest.mark.parametrize("number", [signal.SIGSTOP, signal.SIGTERM])
def test_a_supervisor_that_is_told_to_end_has_not_failed(tmp_path: Path, number: signal.Signals) -> None:
    process = supervised(tmp_path)
    os.kill(process.supervisor_id, number)
    began_s = time.monotonic()
    process.stop()
    # One that was stopped is woken, and does not keep us waiting.
    assert time.monotonic() - began_s < 5.0
    assert failed_processes() == []


def test_a_process_that_keeps_processors_awake_fails_when_it_dies_or_stops() -> None:
    with sleeping() as one, sleeping() as other:
        spinners = Spinners([one.pid, other.pid])
        watch_process(spinners)
        assert failed_processes() == []
        other.send_signal(signal.SIGSTOP)
        assert seen() == [FailedProcess("awake", "", ProcessFault.STOPPED)]
        one.kill()
        one.wait()
        assert seen() == [FailedProcess("awake", "", ProcessFault.DIED)]
        forget_process(spinners)
        assert failed_processes() == []
