"""The contract of `--json`: answer keys at the top, the rest in `run`, whatever became of the run."""

import json
import math
import sqlite3
from dataclasses import fields, replace
from pathlib import Path

import pytest
from loadproof.judge.verdict import SloResult, State, Verdict
from loadproof.methods.trial import Purpose
from loadproof.model.message import Message
from loadproof.records.doubt import Doubt, DoubtCode
from loadproof.records.json_form import MESSAGES, plain
from loadproof.records.run import Run
from loadproof.result.build import build_result
from loadproof.result.result_json import to_json
from loadproof.store.reader import RunReader
from loadproof.store.run_directory import RunDirectory

from ..store.made_run import P99, description_of
from .made_result import FOUND, measured, result_of, search, tried

RUN_KEYS = {field.name for field in fields(Run)} | {MESSAGES}


def test_a_load_has_the_keys_of_a_measurement_at_the_top(tmp_path: Path) -> None:
    trial = tried(Purpose.LOAD, 1000.0, State.PASSED, errors=9)
    result = result_of(tmp_path, [trial])
    measured = plain(trial.measurement.record())
    assert {key: result[key] for key in measured} == measured
    assert result["verdict"] == plain(trial.verdict.record())
    assert set(result["run"]) == RUN_KEYS
    assert [(trial["rate"], trial["method"]) for trial in result["trials"]] == [(1000.0, "load")]
    assert [(answer["method"], answer["outcome"]) for answer in result["answers"]] == [("load", "passed")]
    assert result["run"]["profile"]["operations"][0] == {
        "name": "get",
        "weight": 70.0,
        "kind": "operation",
        "request": "GET /status/{id}",
        "tags": {},
        "thresholds_ms": [50.0],
        "apdex_target_s": None,
        "users": [],
        "calls_per_iteration": 1,
    }
    assert result["run"]["repeat"] == "loadproof load http://127.0.0.1:8080 --slo 'p99<50ms'"
    assert (result["schema_version"], result["doubts"], result["run"]["interrupted"]) == (5, [], False)


def test_a_capacity_has_the_answer_at_the_top(tmp_path: Path) -> None:
    result = result_of(tmp_path, search(), FOUND)
    assert {key: result[key] for key in FOUND} == FOUND
    assert [(trial["number"], trial["purpose"], trial["state"]) for trial in result["trials"]] == [
        (1, "bracket", "passed"),
        (2, "bracket", "failed"),
        (3, "recover", "passed"),
        (4, "search", "failed"),
        (5, "confirm", "passed"),
    ]
    assert result["trials"][1]["measurement"]["errors_by_kind"] == {"status-503": 13, "timeout": 27}
    assert result["trials"][0]["early"]
    assert not result["trials"][4]["early"]
    assert set(result["run"]) == RUN_KEYS


def test_a_killed_search_keeps_what_its_trials_say(tmp_path: Path) -> None:
    result = result_of(tmp_path, search(), None, description_of("capacity"), ended=False)
    assert (result["outcome"], result["rate"], result["low"], result["high"]) == (
        "undecided",
        None,
        5000.0,
        9560.0,
    )
    last = result["trials"][-1]
    assert (last["state"], last["cut_short"], last["verdict"]) == ("cut-short", True, None)
    assert last["measurement"]["due"] == 2 * 12
    assert [doubt["code"] for doubt in result["doubts"]] == ["interrupted"]
    assert (result["run"]["interrupted"], result["run"]["ended"]) == (True, False)


def test_a_killed_load_keeps_what_was_measured(tmp_path: Path) -> None:
    result = result_of(tmp_path, [tried(Purpose.LOAD, 1000.0, State.PASSED)], ended=False)
    assert (result["due"], result["completed"], result["verdict"]) == (24, 24, None)
    assert [doubt["code"] for doubt in result["doubts"]] == ["interrupted"]
    assert result["run"]["duration_s"] >= 3.0


def test_an_interrupted_load_says_so_once(tmp_path: Path) -> None:
    told = tried(Purpose.LOAD, 1000.0, State.UNDECIDED)
    doubted = replace(
        told, measurement=measured(1000.0, doubts=[Doubt(DoubtCode.INTERRUPTED, Message.said("after 4 s"))])
    )
    for index, trial in enumerate((told, doubted)):
        (tmp_path / str(index)).mkdir()
        result = result_of(tmp_path / str(index), [trial], interrupted=True)
        assert [doubt["code"] for doubt in result["doubts"]] == ["interrupted"]
        assert (result["run"]["interrupted"], result["run"]["ended"]) == (True, True)


def test_doubts_of_the_search_stand_with_those_of_its_confirmation(tmp_path: Path) -> None:
    doubt = Doubt(DoubtCode.NOT_RECOVERED, Message.said("p99 is still 80 ms"))
    result = result_of(tmp_path, search(), {**FOUND, "outcome": "undecided", "doubts": [doubt]})
    assert [(one["code"], one["text"]) for one in result["doubts"]] == [("not-recovered", "p99 is still 80 ms")]


def test_an_answer_outlives_a_late_interruption(tmp_path: Path) -> None:
    result = result_of(tmp_path, search(), FOUND, interrupted=True)
    assert result["outcome"] == "found"
    assert result["sentence"].startswith("Holds 9,300 requests/s")


@pytest.mark.parametrize("out", [("--out", "runs/first"), ("--out=runs/first",), ()])
def test_the_command_that_repeats_the_run_takes_a_new_directory(tmp_path: Path, out: tuple[str, ...]) -> None:
    command = ("loadproof", "load", *out, "http://x/?a&b", "--slo", "p99<5ms")
    result = result_of(tmp_path, [], description=replace(description_of(), command=command))
    assert result["run"]["repeat"] == "loadproof load 'http://x/?a&b' --slo 'p99<5ms'"
    assert result["run"]["command"] == list(command)


def test_what_the_disk_refused_is_a_doubt(tmp_path: Path) -> None:
    trial = tried(Purpose.LOAD, 1000.0, State.PASSED)
    result_of(tmp_path, [trial])
    with sqlite3.connect(tmp_path / "run" / "run.db") as connection:
        connection.execute(
            "INSERT INTO storage_failure VALUES (12.3, ?, 18)", [json.dumps({"code": "disk-full", "values": {}})]
        )
    with RunReader(RunDirectory.open(tmp_path / "run")) as reader:
        result = to_json(build_result(reader))
    (doubt,) = result["doubts"]
    assert doubt["code"] == "not-stored"
    assert doubt["text"] == "from 12 s of the run on the disk is full: run.db lacks 18 s of windows"
    assert result["valid"]


@pytest.mark.parametrize("verb", ["load", "capacity"])
def test_a_run_without_trials_has_every_key(tmp_path: Path, verb: str) -> None:
    result = result_of(tmp_path, [], None, description_of(verb), ended=False)
    assert set(result["run"]) == RUN_KEYS
    if verb == "load":
        assert (result["due"], result["rate"], result["response_ms"]["p99"], result["operations"]) == (
            0,
            0.0,
            None,
            {},
        )
    else:
        assert (result["outcome"], result["low"], result["high"], result["trials"]) == (
            "undecided",
            None,
            None,
            [],
        )


def test_what_is_not_a_number_is_null(tmp_path: Path) -> None:
    unknown = SloResult(P99, State.INVALID, math.nan, 0.0, math.inf)
    result = result_of(
        tmp_path,
        [
            tried(
                Purpose.LOAD, 10.0, State.INVALID, verdict=Verdict(State.INVALID, Message.said("no calls"), (unknown,))
            )
        ],
    )
    (slo,) = result["verdict"]["slos"]
    assert (slo["over_percent"], slo["over_percent_high"]) == (None, None)
    assert json.loads(json.dumps(result, allow_nan=False)) == result


def test_rates_that_contradict_each_other_give_no_interval(tmp_path: Path) -> None:
    trials = [tried(Purpose.BRACKET, 400.0, State.FAILED), tried(Purpose.SEARCH, 800.0, State.PASSED)]
    trials.append(tried(Purpose.SEARCH, 900.0, State.PASSED))
    result = result_of(tmp_path, trials, None, description_of("capacity"), ended=False)
    assert (result["low"], result["high"]) == (800.0, None)
