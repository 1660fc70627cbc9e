"""The method plateaus: in virtual time to the call, and once on a real service."""

import json
import signal
from pathlib import Path
from typing import Any

import pytest
from loadproof._engine import Histogram
from loadproof.judge.measured_span import MeasuredSpan
from loadproof.store.reader import RunReader
from loadproof.store.run_directory import RunDirectory

from tests.contract.stand_process import binary_of

from .closing_counts import assert_counts_close
from .command_line import CommandLine, loadproof
from .undisturbed import undisturbed

STUDY = """\
name: staircase
stand: {{driver: simulate, simulated: {{workers: 4, service_time: 10ms{more}}}}}
arrivals: {arrivals}
profile: {{base_rate: 100, operations: {{get: {{request: GET /}}}}}}
slo: [p99<100ms]
methods: {{plateaus: {{rates: [{rates}], ramp: {ramp}, hold: {hold}, settle: {settle}, tail: {tail}}}{methods}}}
"""
BRIEF = {"rates": "1N, 300", "ramp": "20s", "hold": "60s", "settle": "10s", "tail": "5s"}


def climbed(
    place: Path, *, more: str = "", arrivals: str = "constant", methods: str = "", **plan: str
) -> dict[str, Any]:
    (place / "study.yaml").write_text(
        STUDY.format(more=more, arrivals=arrivals, methods=methods, **{**BRIEF, **plan}), encoding="utf-8"
    )
    ended = loadproof("run", place / "study.yaml", "--out", place / "run", "--json", cwd=place, within_s=240)
    result: dict[str, Any] = ended.result
    for trial in result["trials"]:
        assert_counts_close(trial["measurement"])
    return result


def due_by_second(place: Path, trial: int) -> dict[int, int]:
    """Calls due in each second, or minute, of a trial, as they are drawn over time."""
    with RunReader(RunDirectory.open(place / "run")) as reader:
        return {window.second: window.whole.due for window in reader.windows(trial)}


def test_spans_leave_out_ramp_settling_and_tail_and_the_timeline_leaves_out_nothing(tmp_path: Path) -> None:
    result = climbed(tmp_path)
    first, second = result["trials"]
    for trial, rate, ramp_calls in ((first, 100.0, 1000), (second, 300.0, 4000)):
        assert (trial["purpose"], trial["method"], trial["state"]) == ("plateau", "plateaus", "passed")
        assert trial["span_begin_s"] - trial["started_s"] == 30.0
        assert trial["span_end_s"] - trial["started_s"] == 75.0
        assert trial["measurement"]["duration_s"] == 45.0
        # Constant arrivals: each second has its calls to one.
        assert trial["measurement"]["due"] == pytest.approx(45 * rate, abs=1)
        due = due_by_second(tmp_path, trial["number"])
        assert sum(count for at, count in due.items() if at < 20) == pytest.approx(ramp_calls, abs=2)
        assert [due[at] for at in range(75, 80)] == pytest.approx([rate] * 5, abs=1)
        assert max(at for at, count in due.items() if count) == 79
    assert (second["started_s"] - first["started_s"]) >= 80.0
    answer = result["answers"][0]
    low = min(300.0, answer["rate"])
    assert (answer["outcome"], answer["low"], answer["high"], answer["hold_s"]) == ("at_least", low, None, 45.0)
    assert answer["rate"] == pytest.approx(300.0, rel=0.001)
    assert (answer["decisive"], answer["n"]) == (second["number"], pytest.approx(3.0, rel=0.001))
    assert "A lower bound: 300/s was the highest tried" in answer["sentence"]


def test_a_service_that_is_slow_in_the_tail_alone_keeps_its_plateau(tmp_path: Path) -> None:
    """Its only pause begins with the tail: 76 s after the begin of the only plateau, whose span ends after 75 s."""
    kept = climbed(tmp_path, rates="300", more=", pauses: [{every: 76s, lasts: 4s}]")
    assert kept["trials"][0]["state"] == "passed"
    assert kept["trials"][0]["measurement"]["response_ms"]["max"] < 1000.0
    (tmp_path / "whole").mkdir()
    whole = climbed(
        tmp_path / "whole",
        rates="300",
        tail="0s",
        more=", pauses: [{every: 76s, lasts: 4s}]",
    )
    assert whole["trials"][0]["state"] == "failed"
    assert whole["trials"][0]["measurement"]["response_ms"]["max"] > 1000.0


def test_a_plateau_that_failed_is_held_to_its_end_and_the_profile_goes_on(tmp_path: Path) -> None:
    """Four workers of 10 ms carry 400/s: 405/s is a little too much, so most calls of it are late, yet all are made."""
    result = climbed(tmp_path, rates="200, 405, 500", ramp="0s")
    states = [(trial["rate"], trial["state"], trial["duration_s"] >= 60.0) for trial in result["trials"]]
    assert states[:2] == [(200.0, "passed", True), (405.0, "failed", True)]
    answer = result["answers"][0]
    assert (answer["outcome"], answer["low"], answer["high"]) == ("found", min(200.0, answer["rate"]), 405.0)
    # More than half of the calls of 405/s were late: what 500/s would show is known.
    assert [(trial["purpose"], trial["rate"]) for trial in result["trials"][2:]] == [("recover", 200.0)]
    assert result["trials"][2]["state"] == "passed"
    assert answer["reason"].endswith("; not run after that: 500/s")


def test_a_death_ends_the_staircase_and_the_next_method_has_a_new_start(tmp_path: Path) -> None:
    result = climbed(tmp_path, rates="50, 100, 200", more=", death: 130s", methods=", load: {rate: 200, hold: 10s}")
    staircase, load = result["answers"]
    low = min(50.0, staircase["rate"])
    assert (staircase["outcome"], staircase["low"], staircase["high"]) == ("found", low, 100.0)
    assert staircase["reason"] == "100/s failed: the service simulated died; not run after that: 200/s"
    assert load["outcome"] == "passed"
    assert [event["kind"] for event in result["run"]["events"]] == ["ready", "died", "restarted"]


def test_the_source_profile_lasts_its_hours_and_is_kept_by_the_minute(tmp_path: Path) -> None:
    """Ten minutes up, twenty held: no minute of the store crosses the begin or the end of a span."""
    result = climbed(tmp_path, arrivals="poisson", rates="10, 20", ramp="50m", hold="20m", settle="2m10s", tail="30s")
    assert result["answers"][0]["outcome"] == "at_least"
    for trial in result["trials"]:
        span_begin, span_end = 3000 + 130, 3000 + 1200 - 30
        begins = list(due_by_second(tmp_path, trial["number"]))
        assert {span_begin, span_end} <= set(begins)
        assert len(begins) < 80
        assert trial["measurement"]["duration_s"] == span_end - span_begin
        with RunReader(RunDirectory.open(tmp_path / "run")) as reader:
            (record,) = (record for record in reader.trials() if record.number == trial["number"])
            rebuilt: MeasuredSpan = reader.rebuilt(record)
        assert isinstance(rebuilt.response, Histogram)
        told = trial["measurement"]
        assert (rebuilt.due, rebuilt.completed, rebuilt.duration_s) == (told["due"], told["completed"], 1040.0)


REAL = """\
name: staircase
stand:
  target: http://127.0.0.1:${{api.port}}
  services:
    api: {{command: [{binary}, workers, --count, "2", --service-us, "10000", --listen, "127.0.0.1:${{port}}"]}}
profile: {{operations: {{get: {{request: GET /, timeout: 3s}}}}}}
slo: [p99<1s]
methods: {{plateaus: {{rates: [40, 80, 300], ramp: 1s, hold: 13s, settle: 1s, tail: 2s}}}}
"""


def real_study(place: Path) -> Path:
    """Two workers of 10 ms: 200/s at the most."""
    study = place / "study.yaml"
    study.write_text(REAL.format(binary=binary_of("known-truth")), encoding="utf-8")
    return study


def test_a_real_service_climbs_until_it_cannot(tmp_path: Path) -> None:
    def run(place: Path) -> Any:
        return loadproof("run", real_study(place), "--out", place / "run", "--json", cwd=place, within_s=120)

    ended = undisturbed(tmp_path, run)
    result = ended.result
    answer = result["answers"][0]
    low = min(80.0, answer["rate"])
    assert (answer["outcome"], answer["low"], answer["high"]) == ("found", low, 300.0), answer["reason"]
    assert answer["rate"] == pytest.approx(80.0, rel=0.1)
    for trial in result["trials"]:
        assert_counts_close(trial["measurement"])
        assert trial["purpose"] == "recover" or (trial["measurement"]["duration_s"], trial["duration_s"]) >= (
            10.0,
            14.0,
        )


def test_an_interrupted_staircase_says_what_it_had_reached(tmp_path: Path) -> None:
    words = ("run", real_study(tmp_path), "--out", tmp_path / "run", "--json")
    with CommandLine(*words, cwd=tmp_path) as command:
        # In the tail of the second plateau, which begins after 12 s.
        command.wait_for_second(tmp_path / "run", 12, trial=2, within_s=90)
        command.send(signal.SIGINT)
        ended = command.ended(within_s=30)
    assert ended.exit_code == 130, ended.messages
    result = json.loads((tmp_path / "run/result.json").read_text(encoding="utf-8"))
    last = result["trials"][-1]
    assert (last["number"], last["state"]) == (2, "undecided")
    # The span was over: what came after it is in no measurement.
    assert last["measurement"]["duration_s"] == 10.0
    assert_counts_close(last["measurement"])
    assert result["answers"][0]["outcome"] == "undecided"
