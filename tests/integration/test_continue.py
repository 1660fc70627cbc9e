"""`loadproof run --continue RUN`: a study that was cut gets what it lacks; nothing is lost or run twice."""

import json
import random
import signal
import sqlite3
import time
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from loadproof.store.reader import RunReader
from loadproof.store.run_directory import RunDirectory

from tests.contract.stand_process import binary_of

from .command_line import CommandLine, Ended, loadproof
from .study_file import processes_with

STARTS = 2
_SIMULATED = """\
name: model
stand: {{driver: simulate, simulated: {{workers: 2, service_time: {{exponential: 5ms}}}}}}
variants: {{a: {{}}, b: {{simulated: {{workers: 3}}}}}}
starts: {starts}
profile: {profile}
slo: p99<200ms
methods: {{load: {{rate: 100, hold: {hold}}}, soak: {{rate: 20, hold: 2m}}}}
"""
_PROFILE = "{operations: {read: {request: GET /}}}"
_REAL = """\
name: two variants
stand:
  target: http://127.0.0.1:${{api.port}}
  services:
    api: {{command: [{binary}, constant, --delay-us, "1000", --listen, "127.0.0.1:${{port}}"]}}
  reset: [bash -c "echo reset >> {place}/resets"]
variants:
  a: {{}}
  b: {{services: {{api: {{environment: {{NAME: b}}}}}}}}
starts: {starts}
profile: {{operations: {{get: {{request: GET /}}}}}}
slo: [p99<500ms, rate±50%]
methods: {{load: {{rate: 150, hold: 4s}}}}
"""


def simulated_study(place: Path, hold: str = "30m", profile: str = _PROFILE, starts: int = STARTS) -> Path:
    study = place / "study.yaml"
    study.write_text(_SIMULATED.format(hold=hold, profile=profile, starts=starts), encoding="utf-8")
    return study


def real_study(place: Path, starts: int = STARTS) -> Path:
    study = place / "study.yaml"
    text = _REAL.format(binary=binary_of("known-truth"), place=place, starts=starts)
    study.write_text(text, encoding="utf-8")
    return study


def state_of(place: Path) -> dict[str, str]:
    return {"XDG_STATE_HOME": str(place / "state")}


def continued(run: Path, *words: object) -> Ended:
    with CommandLine("run", "--continue", run, *words, cwd=run.parent, environment=state_of(run.parent)) as command:
        return command.ended(within_s=120)


def assert_complete(result: dict[str, Any], starts: int = STARTS, methods: int = 1) -> None:
    """Every variant has an answer of every start, each of trials of its own; what was cut has none."""
    answers = result["answers"]
    for variant in ("a", "b"):
        numbers = [answer["start"] for answer in answers if answer["variant"] == variant]
        assert len(set(numbers)) == starts
        assert len(numbers) == starts * methods
    used = [number for answer in answers for number in answer["trials"]]
    assert len(used) == len(set(used)), used
    trials = {trial["number"]: trial for trial in result["trials"]}
    assert len(trials) == len(result["trials"])
    for number, trial in trials.items():
        assert trial["superseded"] == (number not in used), trial
        assert trial["superseded"] or not trial["cut_short"]
    for answer in answers:
        assert {(trials[number]["variant"], trials[number]["start"]) for number in answer["trials"]} == {
            (answer["variant"], answer["start"])
        }
    spans = [(trial["started_s"], trial["started_s"] + trial["duration_s"]) for trial in result["trials"]]
    assert all(end <= begin + 0.01 for (_, end), (begin, _) in pairwise(spans)), spans
    assert (result["run"]["ended"], result["run"]["interrupted"]) == (True, False)
    assert "interrupted" not in {doubt["code"] for doubt in result["doubts"]}


@pytest.mark.parametrize("seed", range(3))
def test_however_often_it_is_cut_a_study_in_virtual_time_becomes_complete(tmp_path: Path, seed: int) -> None:
    study, run, draw = simulated_study(tmp_path), tmp_path / "run", random.Random(seed)
    words: tuple[object, ...] = ("run", study, "--out", run)
    for number in (signal.SIGKILL, signal.SIGINT, signal.SIGKILL):
        with CommandLine(*words, cwd=tmp_path) as command:
            command.wait_for_second(run, 1)
            time.sleep(draw.uniform(0.0, 1.5))
            command.send(number)
            command.ended(within_s=30)
        words = ("run", "--continue", run)
    ended = continued(run, "--json")
    # Which starts were cut depends on the moment, and of some a soak of two minutes is too short to tell.
    assert ended.exit_code == (4 if ended.result["state"] == "undecided" else 0), ended.messages
    assert_complete(ended.result, methods=2)
    assert (run / "report.html").is_file()


def test_a_killed_study_of_real_services_goes_on(tmp_path: Path) -> None:
    study, run = real_study(tmp_path), tmp_path / "run"
    with CommandLine("run", study, "--out", run, cwd=tmp_path, environment=state_of(tmp_path)) as command:
        command.wait_for_second(run, 1, trial=2)
        command.send(signal.SIGKILL)
        command.ended(within_s=5)
    report = loadproof("report", run, "--json", cwd=tmp_path)
    assert report.exit_code == 130
    before = report.result["trials"]
    ended = continued(run, "--json")
    result = ended.result
    assert ended.exit_code in (0, 4), ended.messages
    assert_complete(result)
    assert [(trial["variant"], trial["start"]) for trial in result["trials"]] == [
        ("a", 1),
        ("b", 1),
        ("b", 2),
        ("b", 3),
        ("a", 2),
    ]
    assert result["trials"][0] == before[0]
    assert result["trials"][1]["measurement"]["due"] == before[1]["measurement"]["due"]
    (event,) = [event for event in result["run"]["events"] if event["kind"] == "continued"]
    cut = before[1]
    assert event["at_s"] == pytest.approx(cut["started_s"] + cut["duration_s"], abs=2.1)
    # Before and after each start, but for the one that was killed.
    with RunReader(RunDirectory.open(run)) as reader:
        assert [len(start.work_us) for start in reader.starts()] == [2, 1, 2, 2, 2]
    # Every start is reset before.
    assert len((tmp_path / "resets").read_text(encoding="utf-8").splitlines()) == 5
    assert processes_with(str(tmp_path)) == []


def test_an_interrupted_study_goes_on(tmp_path: Path) -> None:
    study, run = real_study(tmp_path, starts=1), tmp_path / "run"
    with CommandLine("run", study, "--out", run, cwd=tmp_path, environment=state_of(tmp_path)) as command:
        command.wait_for_second(run, 1, trial=1)
        command.send(signal.SIGINT)
        assert command.ended(within_s=30).exit_code == 130
    ended = continued(run, "--json")
    assert ended.exit_code in (0, 4), ended.messages
    assert_complete(ended.result, starts=1)
    assert [answer["start"] for answer in ended.result["answers"]] == [2, 1]


def test_starts_that_did_not_run_are_run_again(tmp_path: Path) -> None:
    study, run = real_study(tmp_path, starts=1), tmp_path / "run"
    flag = tmp_path / "now-it-runs"
    text = study.read_text(encoding="utf-8")
    service = f"{binary_of('known-truth')} constant --delay-us 1000 --listen 127.0.0.1:${{port}}"
    command = f'bash, -c, "test -e {flag} || exit 3; exec {service}"'
    text = text.replace("environment: {NAME: b}", f"command: [{command}]")
    study.write_text(text, encoding="utf-8")
    first = loadproof("run", study, "--out", run, "--json", cwd=tmp_path)
    assert {answer["variant"]: answer["outcome"] for answer in first.result["answers"]}["b"] == "not_run"
    with closing(sqlite3.connect(run / "run.db")) as connection:
        (environment,) = connection.execute("SELECT environment FROM run").fetchone()
        other = json.dumps({**json.loads(environment), "cores_allowed": 1000})
        for stored, says in ((other, "another machine (cores_allowed was 1000"), (environment, "")):
            connection.execute("UPDATE run SET environment = ?", (stored,))
            connection.commit()
            if says:
                refused = continued(run)
                assert (refused.exit_code, says in refused.messages) == (2, True), refused.messages
    flag.touch()
    ended = continued(run, "--json")
    assert_complete(ended.result, starts=1)
    assert [(trial["variant"], trial["start"]) for trial in ended.result["trials"]] == [("a", 1), ("b", 2)]


def test_a_complete_run_lacks_nothing(tmp_path: Path) -> None:
    run = tmp_path / "run"
    assert loadproof("run", simulated_study(tmp_path, "10s"), "--out", run, cwd=tmp_path).exit_code == 0
    (run / "report.md").unlink()
    before = (run / "result.json").read_bytes()
    ended = continued(run, "--json")
    assert ended.exit_code == 0
    assert "nothing is missing" in ended.messages
    assert (run / "result.json").read_bytes() == before
    assert (run / "report.md").is_file()


def test_what_was_cut_after_its_last_answer_gets_its_end(tmp_path: Path) -> None:
    run = tmp_path / "run"
    loadproof("run", simulated_study(tmp_path, "10s"), "--out", run, cwd=tmp_path)
    with closing(sqlite3.connect(run / "run.db")) as connection:
        connection.executescript("DELETE FROM ending; UPDATE start SET state = 'under-way' WHERE began_s > 100")
    ended = continued(run, "--json")
    assert ended.exit_code == 0
    assert_complete(ended.result, methods=2)


@pytest.mark.parametrize("changed", ["study.yaml", "status.profile.yaml", "ids.csv"])
def test_a_study_that_was_changed_since_is_refused(tmp_path: Path, changed: str) -> None:
    run = tmp_path / "run"
    (tmp_path / "ids.csv").write_text("id\n1\n2\n", encoding="utf-8")
    (tmp_path / "status.profile.yaml").write_text(
        'feeders: {ids: {csv: ids.csv}}\noperations: {read: {request: "GET /${ids.id}"}}\n', encoding="utf-8"
    )
    study = simulated_study(tmp_path, "10s", profile="status.profile.yaml")
    assert loadproof("run", study, "--out", run, cwd=tmp_path).exit_code == 0
    file = tmp_path / changed
    was = file.read_text(encoding="utf-8")
    file.write_text(was + "\n# another\n" if changed != "ids.csv" else was + "3\n", encoding="utf-8")
    ended = continued(run)
    assert ended.exit_code == 2
    assert f"{file}: this file has changed since the run began" in ended.messages
    kept = [path for path in (run / "artifacts/study").iterdir() if path.name.endswith(changed)]
    if changed.endswith(".yaml"):
        assert str(kept[0]) in ended.messages
        file.write_bytes(kept[0].read_bytes())
    else:
        assert kept == []
        file.write_text(was, encoding="utf-8")
    assert continued(run).exit_code == 0


def test_what_is_kept_of_a_study_has_no_password_and_says_so(tmp_path: Path) -> None:
    study, run = simulated_study(tmp_path, "10s"), tmp_path / "run"
    text = study.read_text(encoding="utf-8") + "# postgresql://u:hunter2@h/d, postgresql://u:${env:PASSWORD}@h/d\n"
    study.write_text(text, encoding="utf-8")
    assert loadproof("run", study, "--out", run, cwd=tmp_path).exit_code == 0
    (kept,) = (run / "artifacts/study").iterdir()
    assert kept.read_text(encoding="utf-8") == text.replace("hunter2", "***")
    study.write_text(text + "# another\n", encoding="utf-8")
    ended = continued(run)
    assert (ended.exit_code, f"{kept} with the secrets that are *** there" in ended.messages) == (2, True)
    study.write_text(kept.read_text(encoding="utf-8").replace("***", "hunter2"), encoding="utf-8")
    assert continued(run).exit_code == 0


def test_a_run_that_is_under_way_is_refused(tmp_path: Path) -> None:
    run = tmp_path / "run"
    with CommandLine("run", simulated_study(tmp_path, "240h"), "--out", run, cwd=tmp_path) as command:
        command.wait_for_second(run, 1)
        ended = continued(run)
        assert ended.exit_code == 2
        assert "still under way" in ended.messages


def test_a_run_of_an_older_loadproof_and_one_without_a_study_are_refused(tmp_path: Path) -> None:
    run = tmp_path / "run"
    loadproof("run", simulated_study(tmp_path, "10s"), "--out", run, cwd=tmp_path)
    with closing(sqlite3.connect(run / "run.db")) as connection:
        connection.execute("UPDATE run SET source = NULL")
        connection.commit()
        ended = continued(run)
        assert (ended.exit_code, "only a study can be continued" in ended.messages) == (2, True)
        connection.execute("PRAGMA user_version = 4")
    ended = continued(run)
    assert ended.exit_code == 2
    assert "written by an older loadproof (schema 4, " in ended.messages


def test_the_command_line_cannot_change_what_is_continued(tmp_path: Path) -> None:
    for words in (
        [tmp_path / "study.yaml"],
        ["--method", "load"],
        ["--preset", "a"],
        ["--slo", "p99<1s"],
        ["--out", "x"],
    ):
        ended = continued(tmp_path / "run", *words)
        assert ended.exit_code == 2
        assert "--continue: the run has its study" in ended.messages
    nothing = loadproof("run", cwd=tmp_path)
    assert (nothing.exit_code, "give a study file" in nothing.messages) == (2, True)


def test_the_choice_of_the_command_line_is_kept(tmp_path: Path) -> None:
    run = tmp_path / "run"
    words = ("--method", "load", "--slo", "p99<150ms", "--out", run)
    with CommandLine("run", simulated_study(tmp_path, "240h", starts=1), *words, cwd=tmp_path) as command:
        command.wait_for_second(run, 1)
        command.send(signal.SIGKILL)
        command.ended(within_s=5)
    with CommandLine("run", "--continue", run, "--json", cwd=tmp_path) as command:
        command.wait_for_second(run, 1, trial=2)
        command.send(signal.SIGINT)
        result = command.ended(within_s=30).result
    assert {answer["method"] for answer in result["answers"]} == {"load"}
    assert "p99<150ms" in {slo["text"] for slo in result["run"]["slos"]}
    assert {trial["start"] for trial in result["trials"]} == {1, 2}
