"""`loadproof demo`: its service ends with it, however it ends."""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.contract.stand_process import binary_of

from .command_line import CommandLine, loadproof
from .stand import children_of, wait_until_gone

LONGEST_START_S = 60.0
GONE_WITHIN_S = 2.0
SERVICE = "status-sqlite"
SCRATCH = "loadproof-sample-*"


@contextmanager
def demo(place: Path, out: str = "run") -> Iterator[tuple[CommandLine, int]]:
    """`loadproof demo` with its service, which has just been started; temporary files go to `place`."""
    binary_of(SERVICE)
    with CommandLine("demo", "--out", out, cwd=place, environment={"TMPDIR": str(place)}) as command:
        deadline_s = time.monotonic() + LONGEST_START_S
        while not (services := children_of(command.process.pid, SERVICE)):
            assert command.process.poll() is None, command.process.communicate()[1]
            assert time.monotonic() < deadline_s
            time.sleep(0.01)
        (service,) = services
        yield command, service


def test_a_killed_demo_leaves_no_service(tmp_path: Path) -> None:
    with demo(tmp_path) as (command, service):
        command.send(signal.SIGKILL)
        assert wait_until_gone(service, GONE_WITHIN_S)


def test_a_demo_killed_under_load_leaves_no_service_and_a_report(tmp_path: Path) -> None:
    with demo(tmp_path) as (command, service):
        command.wait_for_second(tmp_path / "run", 1, within_s=LONGEST_START_S)
        command.send(signal.SIGKILL)
        assert wait_until_gone(service, GONE_WITHIN_S)
    assert len(list(tmp_path.glob(SCRATCH))) == 1
    report = loadproof("report", "run", "--json", cwd=tmp_path)
    assert report.exit_code == 130, report.messages
    (trial,) = report.result["trials"]
    assert trial["measurement"]["due"] > 1000
    assert trial["measurement"]["operations"].keys() == {"get", "batch", "create", "update"}
    with demo(tmp_path, out="next") as (command, _):
        command.send(signal.SIGTERM)
        assert command.ended(within_s=10).exit_code == 130
    # The next demo has cleared what the killed one could not.
    assert list(tmp_path.glob(SCRATCH)) == []


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_demo_interrupted_before_its_load_leaves_nothing(tmp_path: Path, number: signal.Signals) -> None:
    with demo(tmp_path) as (command, service):
        command.send(number)
        ended = command.ended(within_s=10)
        assert wait_until_gone(service, GONE_WITHIN_S)
    assert ended.exit_code == 130
    assert "Traceback" not in ended.messages
    assert os.listdir(tmp_path) == []
