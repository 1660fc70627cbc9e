"""Loads with stages: each that is held is judged by itself, ramps are shown, and the whole is as bad as its worst."""

import json
import re
from pathlib import Path
from typing import Any

import loadproof as package
import pytest

from .command_line import CommandLine, loadproof
from .stand import known_truth

SHAPE = "2s:60,4s:60,2s:240,4s:240,2s:0"
STUDY = """\
name: stages
stand: {driver: simulate, simulated: {workers: 1, service_time: 5ms}}
profile: {operations: {get: {request: GET /}}}
slo: [p99<100ms]
arrivals: constant
methods: {load: {stages: [5s:100, 10s:100, 5s:300, 10s:300, 5s:0]}}
"""


def result_in(run: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((run / "result.json").read_text(encoding="utf-8"))
    return found


def test_a_shape_on_a_real_service_sends_what_it_says_and_each_hold_is_judged(tmp_path: Path) -> None:
    # One worker of 5 ms serves 200/s: the second hold is over that.
    with known_truth(tmp_path, "workers", "--count", 1, "--service-us", 5000) as service:
        options = ("--stages", SHAPE, "--slo", "p90<300ms", "--arrivals", "constant", "--out", "run")
        ended = loadproof("load", service.url, *options, cwd=tmp_path)
    assert ended.exit_code == 3, ended.messages
    (trial,) = result_in(tmp_path / "run")["trials"]
    held = [(one["rate"], one["begin_s"], one["end_s"]) for one in trial["stages"]]
    assert held == [(60.0, 2.0, 6.0), (240.0, 8.0, 12.0)]
    assert [one["measurement"]["due"] for one in trial["stages"]] == [240, 960]
    # Ramps: 2 s from 0 to 60, 2 s from 60 to 240, 2 s from 240 to 0.
    assert trial["measurement"]["due"] == 60 + 240 + 300 + 960 + 240
    assert [one["verdict"]["state"] for one in trial["stages"]][1] == trial["state"] == "failed"
    assert trial["messages"]["reason"]["code"] == "verdict-of-stage"
    assert trial["messages"]["reason"]["values"]["stage"] == {"count": 2}


def test_stages_of_a_trial_that_is_killed_are_those_that_it_reached(tmp_path: Path) -> None:
    with known_truth(tmp_path, "constant", "--delay-us", 1000) as service:
        options = ("--stages", "1s:60,2s:60,0s:120,60s:120,60s:60", "--arrivals", "constant", "--out", "run")
        with CommandLine("load", service.url, *options, cwd=tmp_path) as command:
            command.wait_for_second(tmp_path / "run", 5)
    assert loadproof("report", "run", cwd=tmp_path).exit_code == 130
    (trial,) = result_in(tmp_path / "run")["trials"]
    first, second = trial["stages"]
    assert (first["begin_s"], first["end_s"], first["measurement"]["due"]) == (1.0, 3.0, 120)
    assert (second["begin_s"], second["rate"]) == (3.0, 120.0)
    assert second["measurement"]["due"] == 120 * (second["end_s"] - 3.0) >= 240
    assert [one["verdict"]["state"] for one in trial["stages"]] == ["undecided", "undecided"]


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("stages")
    (place / "study.yaml").write_text(STUDY, encoding="utf-8")
    assert loadproof("run", "study.yaml", "--out", "run", cwd=place).exit_code == 3
    return place / "run"


def test_a_study_has_stages_and_every_report_shows_them(run: Path) -> None:
    (trial,) = result_in(run)["trials"]
    assert [(one["verdict"]["state"], one["tone"]) for one in trial["stages"]] == [("passed",) * 2, ("failed",) * 2]
    assert [one["measurement"]["due"] for one in trial["stages"]] == [1000, 3000]
    assert trial["measurement"]["due"] == 250 + 1000 + 1000 + 3000 + 750
    report = (run / "report.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d) \| (\d+ s) \| (\d+ s) \| (\d+) \|.*\| (\w+) \|$", report, re.MULTILINE)
    assert rows == [("1", "5 s", "15 s", "100", "passed"), ("2", "20 s", "30 s", "300", "failed")]
    shown = loadproof("report", "run", cwd=run.parent).output
    assert re.search(r"^ +2 +20 s +30 s +300 +200 .*failed$", shown, re.MULTILINE), shown
    settings = result_in(run)["run"]["method"]
    assert settings["load_stages"] == ["5s:100", "10s:100", "5s:300", "10s:300", "5s:0"]


def test_a_plan_says_how_long_its_stages_take(run: Path) -> None:
    planned = loadproof("plan", "study.yaml", "--json", cwd=run.parent)
    (method,) = json.loads(planned.output)["methods"]
    assert method["duration_s"]["median"] == pytest.approx(35.0, abs=1.0)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--stages", "30s:100"), "--stages: no stage is held"),
        (("--stages", "30:100,30s:100"), "--stages: '30' has no unit"),
        (("--stages", SHAPE, "--rate", 5), "--rate: '5', where --stages has times and rates"),
        (("--stages", SHAPE, "--for", "5s"), "--for: '5s', where --stages has times and rates"),
    ],
)
def test_what_is_no_shape_is_refused_before_any_load(tmp_path: Path, options: tuple[object, ...], message: str) -> None:
    ended = loadproof("load", "http://127.0.0.1:9/", *options, cwd=tmp_path)
    assert (ended.exit_code, ended.output) == (2, "")
    assert message in ended.messages
    assert not (tmp_path / "runs").exists()


@pytest.mark.parametrize(
    ("stages", "message"),
    [
        ("[5s:100, 10s:fast]", "s.yaml:6: methods.load.stages[1]: 'fast' is not a rate"),
        ("[5s:100, 10s:200]", "s.yaml:6: methods.load.stages: no stage is held"),
        ("[]", "s.yaml:6: methods.load.stages: the number of stages is 0"),
        ("[5s:100, 10s:100], hold: 5s", "s.yaml:6: methods.load.hold: a hold, where stages are given"),
    ],
)
def test_faults_of_a_study_have_their_lines(tmp_path: Path, stages: str, message: str) -> None:
    text = STUDY.replace("[5s:100, 10s:100, 5s:300, 10s:300, 5s:0]", stages)
    (tmp_path / "s.yaml").write_text(text, encoding="utf-8")
    ended = loadproof("run", "s.yaml", cwd=tmp_path)
    assert ended.exit_code == 2
    assert message in ended.messages, ended.messages


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"stages": "5s:100"}, "stages: no stage is held"),
        ({"stages": SHAPE, "rate": 5}, "rate: 5, where stages has times and rates"),
    ],
)
def test_python_names_its_parameters(given: dict[str, Any], message: str) -> None:
    with pytest.raises(package.InputError) as refused:
        package.load("http://127.0.0.1:9/", **given)
    assert str(refused.value).startswith(message)
