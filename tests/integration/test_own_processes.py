"""A supervisor that dies or is stopped: its trial is not valid, no service is blamed, and `--continue` goes on."""

import os
import signal
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.contract.stand_process import binary_of

from .command_line import CommandLine, Ended, loadproof
from .process_tree import left_behind, own_processes, tokens_in
from .stand import children_of
from .stand_of_tests import until

CODE = "own-process-failed"
_STUDY = """\
name: kept
stand:
  target: http://127.0.0.1:${{api.port}}
  services:
    api: {{command: [{binary}, constant, --delay-us, "1000", --listen, "127.0.0.1:${{port}}"]{prepare}}}
    helper: {{command: [sleep, "600"], ready: {{command: "{ready}"}}}}
variants: {{a: {{}}, b: {{services: {{api: {{environment: {{NAME: b}}}}}}}}}}
profile: {{operations: {{get: {{request: GET /}}}}}}
slo: [p99<2s, rate±50%]
methods: {{load: {{rate: 100, hold: {hold}}}}}
"""


def study_in(place: Path, *, hold: str = "4s", prepare: str = "", ready: str = "true") -> Path:
    study = place / "study.yaml"
    text = _STUDY.format(binary=binary_of("known-truth"), hold=hold, prepare=prepare, ready=ready)
    study.write_text(text, encoding="utf-8")
    return study


def surroundings(place: Path) -> dict[str, str]:
    (place / "scratch").mkdir(exist_ok=True)
    return {"XDG_STATE_HOME": str(place / "state"), "TMPDIR": str(place / "scratch")}


def running(place: Path, *words: object) -> CommandLine:
    return CommandLine("run", *words, "--json", cwd=place, environment=surroundings(place))


def states_of_starts(run: Path) -> dict[tuple[str, int], str]:
    with closing(sqlite3.connect(run / "run.db")) as connection:
        rows = connection.execute("SELECT variant, number, state FROM start").fetchall()
    return {(variant, number): state for variant, number, state in rows}


def assert_nothing_left(place: Path, tokens: set[str]) -> None:
    def is_clear() -> bool:
        return not left_behind(place / "state", tokens, place / "scratch")

    assert until(is_clear, 3.0), left_behind(place / "state", tokens, place / "scratch")


def assert_goes_on(place: Path) -> dict[str, Any]:
    """`--continue` repeats the start that was cut, and finishes."""
    with running(place, "--continue", place / "run") as command:
        ended = command.ended(within_s=90)
    result = ended.result
    # 4: others on the machine disturbed a trial.
    assert ended.exit_code in (0, 4), ended.messages
    assert {answer["variant"] for answer in result["answers"]} == {"a", "b"}
    assert set(states_of_starts(place / "run").values()) == {"superseded", "complete"}
    assert CODE not in {doubt["code"] for doubt in result["doubts"]}
    return result


def assert_blames_nobody(ended: Ended) -> None:
    result = ended.result
    assert (ended.exit_code, result["state"]) == (4, "undecided"), ended.messages
    assert "Traceback" not in ended.messages
    assert CODE in {doubt["code"] for doubt in result["doubts"]}
    assert "service-died" not in ended.output
    assert {event["kind"] for event in result["run"]["events"]}.isdisjoint({"died", "oom-killed", "not-started"})
    assert [finding for finding in result["findings"] if finding["cause"] == "died"] == []
    assert (result["run"]["ended"], result["run"]["interrupted"]) == (True, False)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP], ids=["killed", "stopped"])
def test_a_trial_that_lost_its_supervisor_is_not_valid_and_its_start_is_repeated(
    tmp_path: Path, number: signal.Signals
) -> None:
    with running(tmp_path, study_in(tmp_path, hold="30s"), "--out", tmp_path / "run") as command:
        command.wait_for_second(tmp_path / "run", 1)
        tokens = tokens_in(tmp_path / "state")
        supervisor = own_processes(command.process.pid)[0]
        began_s = time.monotonic()
        os.kill(supervisor, number)
        ended = command.ended(within_s=30)
    # The rest of the hold would measure nothing.
    assert time.monotonic() - began_s < 15.0
    assert_blames_nobody(ended)
    (trial,) = ended.result["trials"]
    assert (trial["state"], trial["measurement"]["valid"]) == ("invalid", False)
    assert CODE in {doubt["code"] for doubt in trial["measurement"]["doubts"]}
    assert states_of_starts(tmp_path / "run") == {("a", 1): "under-way"}
    assert_nothing_left(tmp_path, tokens)


def test_what_a_lost_supervisor_cut_goes_on(tmp_path: Path) -> None:
    with running(tmp_path, study_in(tmp_path), "--out", tmp_path / "run") as command:
        command.wait_for_second(tmp_path / "run", 1, trial=2, within_s=60)
        os.kill(own_processes(command.process.pid)[-1], signal.SIGKILL)
        ended = command.ended(within_s=30)
    assert_blames_nobody(ended)
    first, second = ended.result["trials"]
    assert second["state"] == "invalid"
    assert states_of_starts(tmp_path / "run") == {("a", 1): "complete", ("b", 1): "under-way"}
    result = assert_goes_on(tmp_path)
    assert result["trials"][0] == first
    assert [(trial["variant"], trial["start"], trial["superseded"]) for trial in result["trials"]] == [
        ("a", 1, False),
        ("b", 1, True),
        ("b", 2, False),
    ]
    listed = loadproof("runs", "--json", cwd=tmp_path)
    assert listed.exit_code == 0, listed.messages


@pytest.mark.parametrize(
    ("prepare", "ready"),
    [(', prepare: [touch {place}/begun, "sleep 3"]', "true"), ("", "sh -c 'touch {place}/begun; sleep 3'")],
    ids=["a command before the start", "the ready check"],
)
def test_a_supervisor_that_dies_before_its_service_is_ready_is_no_fault_of_the_service(
    tmp_path: Path, prepare: str, ready: str
) -> None:
    place = str(tmp_path)
    study = study_in(tmp_path, prepare=prepare.format(place=place), ready=ready.format(place=place))
    with running(tmp_path, study, "--out", tmp_path / "run") as command:
        assert until((tmp_path / "begun").exists, 20.0)
        tokens = tokens_in(tmp_path / "state")
        time.sleep(0.3)
        os.kill(own_processes(command.process.pid)[-1], signal.SIGKILL)
        ended = command.ended(within_s=30)
    assert_blames_nobody(ended)
    assert ended.result["trials"] == []
    assert states_of_starts(tmp_path / "run") == {("a", 1): "under-way"}
    assert_nothing_left(tmp_path, tokens)
    assert_goes_on(tmp_path)


def test_a_service_that_dies_under_a_supervisor_that_lives_is_told_as_before(tmp_path: Path) -> None:
    with running(tmp_path, study_in(tmp_path), "--out", tmp_path / "run") as command:
        command.wait_for_second(tmp_path / "run", 1)
        (service,) = (
            process
            for supervisor in own_processes(command.process.pid)
            for process in children_of(supervisor, "known-truth")
        )
        os.kill(service, signal.SIGKILL)
        ended = command.ended(within_s=60)
    result = ended.result
    assert CODE not in {doubt["code"] for doubt in result["doubts"]}
    assert [event["service"] for event in result["run"]["events"] if event["kind"] == "died"] == ["api"]


def test_a_doctor_goes_on_without_the_process_that_sleeps(tmp_path: Path) -> None:
    with CommandLine("doctor", "--for", "5s", "--json", cwd=tmp_path, environment=surroundings(tmp_path)) as command:
        assert until(lambda: bool(own_processes(command.process.pid)), 20.0)
        for process in own_processes(command.process.pid):
            os.kill(process, signal.SIGKILL)
        ended = command.ended(within_s=60)
    assert ended.exit_code in (0, 4), ended.messages
    assert "Traceback" not in ended.messages
