"""What a verdict, its sentence, `valid` and the exit code say together, where something was odd beside the load."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from loadproof.model.message import Message
from loadproof.run.machine_watch import OURS

from tests.contract.stand_process import binary_of

from .command_line import FORGIVING, CommandLine, Ended, loadproof
from .stand import known_truth, wait_until_gone
from .stand_of_tests import LISTEN, python_service, stand_of

_CORES = os.cpu_count() or 1


@contextmanager
def busy() -> Iterator[list[subprocess.Popen[bytes]]]:
    """Every core that has nothing else to do is kept busy while this is open, or until the processes are killed."""
    command = [sys.executable, "-I", "-S", "-c", "import os; os.nice(19)\nwhile True: pass"]
    processes = [subprocess.Popen(command) for _ in range(_CORES)]
    try:
        yield processes
    finally:
        for process in processes:
            process.kill()
            process.wait()


def report_of(run: Path) -> str:
    return (run / "report.md").read_text(encoding="utf-8")


def assert_a_failure_that_is_valid(ended: Ended, run: Path) -> None:
    assert ended.exit_code == 3, ended.messages
    assert ended.result["state"] == "failed"
    for trial in ended.result["trials"]:
        assert (trial["state"], trial["measurement"]["valid"]) == ("failed", True), trial["reason"]
    assert "Breaks" in ended.result["sentence"] or "at none of the rates" in ended.result["sentence"]
    for text in (ended.result["sentence"], report_of(run), loadproof("report", run, "--full", cwd=run).output):
        assert "not valid" not in text.lower(), text
        assert "says nothing of the service" not in text


RARE = """\
operations:
  get: {request: GET /, weight: 97, timeout: 2s}
  browse: {request: GET /browse, weight: 3, timeout: 2s}
slo: [p99<20ms, "browse:p95<20ms"]
"""


def test_an_overload_that_was_stopped_early_is_a_failure_whatever_a_rare_operation_lacks(tmp_path: Path) -> None:
    profile, run = tmp_path / "rare.profile.yaml", tmp_path / "run"
    profile.write_text(RARE, encoding="utf-8")
    words = ("--profile", profile, "--start-rate", 300, "--max-rate", 300, "--hold", "10s", "--out", run, "--json")
    with known_truth(tmp_path, "workers", "--count", 1, "--service-us", 50_000) as service:
        ended = loadproof("capacity", service.url, *words, cwd=tmp_path, within_s=120)
    assert_a_failure_that_is_valid(ended, run)
    trial = ended.result["trials"][0]
    # So few came due because the judge saw enough.
    assert (trial["early"], trial["measurement"]["operations"]["browse"]["due"] < 72) == (True, True)
    assert "too-few-samples" not in {doubt["code"] for doubt in trial["measurement"]["doubts"]}


@pytest.mark.parametrize("rate", ["300", "max"])
def test_a_storm_of_404_breaks_its_slo_and_is_valid(tmp_path: Path, rate: str) -> None:
    run = tmp_path / "run"
    words = ("--rate", rate, "--for", "3s", "--slo", "errors<1%", "--slo", "p99<50ms", "--out", run, "--json")
    with known_truth(tmp_path, "status", "--code", 404) as service:
        ended = loadproof("load", service.url, *words, cwd=tmp_path)
    assert_a_failure_that_is_valid(ended, run)
    assert "errors < 1 %" in ended.result["sentence"]
    assert set(ended.result["errors_by_kind"]) == {"status-404"}


def test_what_was_busy_before_a_load_rejects_nothing(tmp_path: Path) -> None:
    words = ("--rate", 100, "--for", "4s", *FORGIVING, "--out", tmp_path / "run", "--json")
    with known_truth(tmp_path, "constant", "--delay-us", 1000) as service, busy() as processes:
        time.sleep(0.5)
        with CommandLine("load", service.url, *words, cwd=tmp_path) as command:
            command.wait_for_second(tmp_path / "run", 0)
            for process in processes:
                process.kill()
            ended = command.ended(within_s=30)
    assert ended.exit_code == 0, ended.result["sentence"]
    # The service is found by its socket: what others took of the first second is told, and no more. Where other tests
    # use the rest of the machine, it is saturated.
    of_the_machine = {"foreign-load", "disturbed-seconds", "saturated-machine"}
    assert {doubt["code"] for doubt in ended.result["doubts"]} <= of_the_machine


STAND = """\
name: with a helper
stand:
  target: http://127.0.0.1:${{api.port}}
  services:
    api: {{command: [{binary}, {api}, --listen, "127.0.0.1:${{port}}"]}}
    helper: {{command: [{python}, -S, -c, "{code}"], ready: {{line: ready}}}}
profile: {{operations: {{get: {{request: GET /, timeout: 2s}}}}}}
slo: [p99<1s, rate±50%]
methods: {{{methods}}}
"""
CONSTANT = 'constant, --delay-us, "1000"'
STAYS = "import time; print('ready', flush=True); time.sleep(600)"
LOAD = "load: {rate: 100, hold: 6s}"


def run_study(
    place: Path, *, api: str = CONSTANT, code: str = STAYS, methods: str = LOAD, ours: str | None = None
) -> dict[str, Any]:
    """The result of a load on a stand of a server and a helper that nobody calls, with the exit code in it.

    `ours` names the processes that are ours besides; None: all of the machine.
    """
    study = place / "study.yaml"
    text = STAND.format(binary=binary_of("known-truth"), python=sys.executable, api=api, code=code, methods=methods)
    study.write_text(text, encoding="utf-8")
    words = ("run", study, "--out", place / "run", "--json")
    environment = {"XDG_STATE_HOME": str(place / "state"), **({} if ours is None else {OURS: ours})}
    with CommandLine(*words, cwd=place, environment=environment) as command:
        ended = command.ended(within_s=90)
    return {**ended.result, "exit_code": ended.exit_code}


def test_strangers_beside_a_stand_of_ours_are_a_doubt_and_no_more(tmp_path: Path) -> None:
    with busy():
        result = run_study(tmp_path, ours="")
    doubts = {doubt["code"]: doubt["text"] for doubt in result["doubts"]}
    assert doubts.keys() & {"foreign-load", "disturbed-seconds"}, doubts
    assert (result["exit_code"], result["trials"][0]["measurement"]["valid"]) == (0, True), result["sentence"]


def test_a_pass_in_which_a_service_died_is_not_valid_and_the_death_is_a_finding(tmp_path: Path) -> None:
    result = run_study(tmp_path, code=STAYS.replace("600)", "4); raise SystemExit(7)"))
    (trial,) = result["trials"]
    assert (result["exit_code"], result["state"]) == (4, "undecided")
    assert (trial["state"], trial["measurement"]["valid"]) == ("invalid", False)
    assert trial["reason"] == "the service helper died during the trial"
    assert "is not valid: the service helper died during the trial" in result["sentence"]
    (found,) = [finding for finding in result["findings"] if finding["cause"] == "died"]
    assert (found["trial"], found["kind"]) == (trial["number"], "fact")
    assert "helper ended with exit code 7" in found["text"]
    assert "no verdict can rest on the measurement." in report_of(tmp_path / "run")


def test_a_death_in_mid_plateau_that_fails_it_is_a_failure_and_a_finding(tmp_path: Path) -> None:
    methods = "plateaus: {rates: [100], ramp: 1s, hold: 12s, settle: 1s, tail: 1s}"
    result = run_study(tmp_path, api='die, --after-ms, "6000", --delay-us, "1000"', methods=methods)
    (trial,) = result["trials"]
    assert (result["exit_code"], trial["state"], trial["measurement"]["valid"]) == (3, "failed", True)
    assert [doubt["code"] for doubt in trial["measurement"]["doubts"] if doubt["code"] == "service-died"]
    assert [finding["trial"] for finding in result["findings"] if finding["cause"] == "died"] == [trial["number"]]
    assert "100/s failed: the service api died" in result["answers"][0]["reason"]


def test_a_death_in_the_last_moment_is_seen(tmp_path: Path) -> None:
    with stand_of(tmp_path, python_service("api", tmp_path, LISTEN, "${port}")) as stand:
        for _ in range(5):
            service = stand.services["api"].process_id
            os.kill(service, signal.SIGKILL)
            assert wait_until_gone(service, 5)
            assert [death.how for death in stand.deaths(2.0)] == [Message("killed-by-signal", signal="SIGKILL")]
            stand.restart("api")
        began_s = time.monotonic()
        assert stand.deaths(2.0) == []
        # What lives is not waited for.
        assert time.monotonic() - began_s < 1.0
