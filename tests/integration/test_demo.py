"""`loadproof demo` answers as its service is made; and the service of a whole study ends with it, however it ends."""

import json
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.contract.stand_process import STANDS, binary_of

from .closing_counts import assert_counts_close
from .command_line import CommandLine, Ended, loadproof
from .stand import wait_until_gone
from .stand_of_tests import MARK, carriers
from .undisturbed import undisturbed

LONGEST_S = 180.0
LONGEST_START_S = 60.0
GONE_WITHIN_S = 2.0
SCRATCH = "loadproof-stand-*"
CAN_DO = 1000.0
"""Calls/s of the demo's service: ten workers, 10 ms for each call."""
DEMO = ("demo",)
OVER_SQLITE = ("run", str(STANDS.parent / "studies/status-sqlite.yaml"))
"""Its service takes seconds to make its table before it is ready."""
SERVICES = {DEMO: "known-truth", OVER_SQLITE: "status-sqlite"}


def whole_demo(place: Path) -> Ended:
    binary_of(SERVICES[DEMO])
    environment = {"XDG_STATE_HOME": str(place / "state")}
    with CommandLine("demo", "--out", "run", "--json", cwd=place, environment=environment) as command:
        return command.ended(within_s=LONGEST_S)


@pytest.mark.quiet_machine
def test_the_demo_finds_what_its_service_can_do_and_names_why_not_more(tmp_path: Path) -> None:
    ended = undisturbed(tmp_path, whole_demo)
    assert ended.exit_code == 0, ended.messages
    assert "of load ahead" in ended.messages.partition("starting the stand")[0]
    result = ended.result
    answers = {answer["method"]: answer for answer in result["answers"]}
    outcomes = {method: answer["outcome"] for method, answer in answers.items()}
    assert outcomes.pop("capacity") in ("found", "coarse")
    assert outcomes == {"confirm": "passed", "soak": "steady"}
    # The rate was held: no more than there are workers for, and below it by what a search that is asked for 10 % may.
    assert 0.8 * CAN_DO <= answers["capacity"]["rate"] <= 1.01 * CAN_DO
    assert answers["capacity"]["estimate"] == pytest.approx(CAN_DO, rel=0.1)
    found = {finding["cause"] for finding in result["findings"] if finding["kind"] == "fact"}
    assert "thread-queue" in found, result["findings"]
    assert "connection-limit" not in found, result["findings"]
    for trial in result["trials"]:
        assert_counts_close(trial["measurement"])
        assert trial["measurement"]["operations"].keys() == {"get", "list", "create", "update"}


def test_the_broken_demo_ends_with_exit_code_3_and_names_the_leak_and_the_standstills(tmp_path: Path) -> None:
    # Never repeated: what is wrong with its service is no chance, whatever else the machine does.
    binary_of(SERVICES[DEMO])
    with CommandLine("demo", "--broken", "--out", "run", "--json", cwd=tmp_path) as command:
        ended = command.ended(within_s=LONGEST_S)
    assert ended.exit_code == 3, ended.messages
    (answer,) = ended.result["answers"]
    assert answer["outcome"] in ("failed", "not_steady"), answer
    (memory,) = (trend for trend in answer["trends"] if trend["name"] == "memory_mib of sample")
    # 300 calls/s leave 16 KiB each.
    assert memory["per_hour"] / 3600.0 == pytest.approx(300 * 16 / 1024, rel=0.1)
    causes = {finding["cause"] for finding in ended.result["findings"]}
    assert answer["outcome"] != "failed" or {"memory-growth", "stood-still"} <= causes
    shown = loadproof("show", "run", cwd=tmp_path)
    assert shown.exit_code == 3
    # Cut to one screen: its first lines are the verdict, the strongest facts stand below.
    assert "memory of sample" in shown.output
    assert answer["outcome"] != "failed" or "stood still" in shown.output
    assert len(shown.output.splitlines()) <= 40


@contextmanager
def started(words: tuple[str, ...], place: Path, out: str = "run") -> Iterator[tuple[CommandLine, int]]:
    """`loadproof WORDS` with its service, which has just been started; temporary files and leases go to `place`."""
    binary_of(SERVICES[words])
    mark = f"{place}/{out}"
    environment = {"TMPDIR": str(place), "XDG_STATE_HOME": str(place / "state"), MARK: mark}
    with CommandLine(*words, "--out", out, cwd=place, environment=environment) as command:
        deadline_s = time.monotonic() + LONGEST_START_S
        while not (services := [found for found in carriers(mark) if is_called(SERVICES[words], found)]):
            assert command.process.poll() is None, command.process.communicate()[1]
            assert time.monotonic() < deadline_s
            time.sleep(0.01)
        (service,) = services
        yield command, service


def is_called(name: str, process_id: int) -> bool:
    try:
        return Path(f"/proc/{process_id}/comm").read_text(encoding="utf-8").strip() == name
    except OSError:
        return False


@pytest.mark.parametrize("words", SERVICES, ids=SERVICES.values())
def test_a_killed_run_leaves_no_service(tmp_path: Path, words: tuple[str, ...]) -> None:
    with started(words, tmp_path) as (command, service):
        command.send(signal.SIGKILL)
        assert wait_until_gone(service, GONE_WITHIN_S)


@pytest.mark.parametrize("words", SERVICES, ids=SERVICES.values())
def test_a_run_killed_under_load_leaves_no_service_and_a_report(tmp_path: Path, words: tuple[str, ...]) -> None:
    with started(words, tmp_path) as (command, service):
        command.wait_for_second(tmp_path / "run", 3, within_s=LONGEST_START_S)
        command.send(signal.SIGKILL)
        assert wait_until_gone(service, GONE_WITHIN_S)
    assert len(list(tmp_path.glob(SCRATCH))) == 1
    report = loadproof("report", "run", "--json", cwd=tmp_path)
    assert report.exit_code == 130, report.messages
    (trial,) = report.result["trials"]
    assert trial["measurement"]["due"] > 500
    assert trial["measurement"]["operations"].keys() >= {"get", "create", "update"}
    with started(words, tmp_path, out="next") as (command, _):
        command.wait_for_second(tmp_path / "next", 0, within_s=LONGEST_START_S)
        command.send(signal.SIGTERM)
        assert command.ended(within_s=20).exit_code == 130
    # The next run has cleared what the killed one could not, and says so.
    assert list(tmp_path.glob(SCRATCH)) == []
    result = json.loads((tmp_path / "next/result.json").read_text(encoding="utf-8"))
    assert "cleared" in {event["kind"] for event in result["run"]["events"]}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_run_interrupted_before_its_load_says_that_nothing_was_measured(
    tmp_path: Path, number: signal.Signals
) -> None:
    with started(OVER_SQLITE, tmp_path) as (command, service):
        command.send(number)
        ended = command.ended(within_s=15)
        assert wait_until_gone(service, GONE_WITHIN_S)
    assert ended.exit_code == 130
    assert "Traceback" not in ended.messages
    assert list(tmp_path.glob(SCRATCH)) == []
    result = json.loads((tmp_path / "run/result.json").read_text(encoding="utf-8"))
    assert (result["trials"], result["run"]["interrupted"]) == ([], True)
    assert result["sentence"].startswith("Nothing was measured")
