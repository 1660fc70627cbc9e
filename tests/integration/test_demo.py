"""`loadproof demo`: its service ends with it, however it ends."""

import json
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.contract.stand_process import binary_of

from .command_line import CommandLine, loadproof
from .stand import wait_until_gone
from .study_file import processes_with

LONGEST_START_S = 60.0
GONE_WITHIN_S = 2.0
SERVICE = "status-sqlite"
SCRATCH = "loadproof-stand-*"


@contextmanager
def demo(place: Path, out: str = "run") -> Iterator[tuple[CommandLine, int]]:
    """`loadproof demo` with its service, which has just been started; temporary files and leases go to `place`."""
    binary_of(SERVICE)
    environment = {"TMPDIR": str(place), "XDG_STATE_HOME": str(place / "state")}
    with CommandLine("demo", "--out", out, cwd=place, environment=environment) as command:
        deadline_s = time.monotonic() + LONGEST_START_S
        # Its database is in the workspace, and so below `place`.
        while not (services := [found for found in processes_with(f"{place}/loadproof-stand-") if is_service(found)]):
            assert command.process.poll() is None, command.process.communicate()[1]
            assert time.monotonic() < deadline_s
            time.sleep(0.01)
        (service,) = services
        yield command, service


def is_service(process_id: int) -> bool:
    try:
        return Path(f"/proc/{process_id}/comm").read_text(encoding="utf-8").strip() == SERVICE
    except OSError:
        return False


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
        command.wait_for_second(tmp_path / "next", 0, within_s=LONGEST_START_S)
        command.send(signal.SIGTERM)
        assert command.ended(within_s=20).exit_code == 130
    # The next demo has cleared what the killed one could not, and says so.
    assert list(tmp_path.glob(SCRATCH)) == []
    result = json.loads((tmp_path / "next/result.json").read_text(encoding="utf-8"))
    assert "cleared" in {event["kind"] for event in result["run"]["events"]}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_demo_interrupted_before_its_load_says_that_nothing_was_measured(
    tmp_path: Path, number: signal.Signals
) -> None:
    with demo(tmp_path) as (command, service):
        command.send(number)
        ended = command.ended(within_s=15)
        assert wait_until_gone(service, GONE_WITHIN_S)
    assert ended.exit_code == 130
    assert "Traceback" not in ended.messages
    assert list(tmp_path.glob(SCRATCH)) == []
    result = json.loads((tmp_path / "run/result.json").read_text(encoding="utf-8"))
    assert (result["trials"], result["run"]["interrupted"]) == ([], True)
    assert result["sentence"].startswith("Nothing was measured")
