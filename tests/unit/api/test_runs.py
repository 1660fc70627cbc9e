"""Runs that a program asks for: they give typed results, print nothing, and leave signals and threads alone."""

import json
import logging
import os
import shlex
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from loadproof import (
    InputError,
    Result,
    RunDirectoryError,
    Study,
    StudyFaults,
    TargetError,
    WrittenValueError,
    api,
    capacity,
    load,
    open_run,
    run,
    text_of,
)
from loadproof.cli.main import app
from loadproof.methods.trial import Purpose, Trial
from loadproof.render.timeline_series import timeline_series
from loadproof.run import capacity_run, load_run
from loadproof.run.caller import Caller
from loadproof.run.outcome import RunOutcome
from loadproof.store.reader import RunReader
from loadproof.store.run_directory import RunDirectory
from loadproof.store.writer import RunWriter
from typer.main import get_command

from ..store.made_run import P99, description_of, directory_in, tick_of
from .short_study import LOAD, study_file

PRESETS = "presets: {quick: {starts: 2}}\n"


class _Answer(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"ok")

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Says nothing."""


@pytest.fixture
def url() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Answer)
    serving = threading.Thread(target=server.serve_forever, daemon=True)
    serving.start()
    yield f"http://127.0.0.1:{server.server_port}/status"
    server.shutdown()
    serving.join()
    server.server_close()


def test_a_load_gives_its_result_and_prints_nothing(
    tmp_path: Path, url: str, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    handlers = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)]
    result = load(url, rate=20, for_s=2, slos="p99<5s", timeout_s=8.0, out="run", connections=4)
    assert capfd.readouterr() == ("", "")
    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)] == handlers
    (trial,) = result.trials
    assert (trial.rate, trial.purpose, trial.number) == (20.0, "load", 1)
    assert trial.measurement.completed == trial.measurement.due
    assert result.directory == Path("run")
    assert json.loads((tmp_path / "run/result.json").read_text())["state"] == result.state
    assert (tmp_path / "run/report.md").is_file()
    options = "--rate 20 --for 2s --slo 'p99<5s' --connections 4 --timeout 8s"
    assert result.run.repeat == f"loadproof load {url} {options}"
    # What a busy machine took out of the measurement was sent all the same.
    seconds = result.table("seconds").to_dicts()
    left_out = {second for begin, end in trial.measurement.left_out_s for second in range(begin, end)}
    assert sum(row["due"] for row in seconds if row["second"] not in left_out) == trial.measurement.due
    assert sum(row["completed"] for row in seconds) > 0


def test_a_study_that_was_read_gives_what_its_file_gives_and_can_be_opened_again(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file = study_file(tmp_path, "{load: {rate: 50, hold: 10s}, confirm: {rate: 50, hold: 20s}}", more=PRESETS)
    study = Study.read(file, "quick", "load", "p50<1s")
    assert (study.preset, study.starts, list(study.methods.asked())) == ("quick", 2, ["load"])
    of_study = run(study, out=tmp_path / "one")
    of_file = run(str(file), preset="quick", methods=["load"], slos=["p50<1s"], out=str(tmp_path / "two"))
    assert capfd.readouterr() == ("", "")
    assert [answer.method for answer in of_study.answers] == ["load", "load"]
    assert of_study.trials == of_file.trials
    assert "p50<1s" in [slo.text for slo in of_study.run.slos]
    assert of_study.run.repeat == f"loadproof run {file} --preset quick --method load --slo 'p50<1s'"
    before = (tmp_path / "one/report.md").stat().st_mtime_ns
    again = open_run(tmp_path / "one")
    assert again == of_study
    assert again.directory == of_study.directory == tmp_path / "one"
    assert (tmp_path / "one/report.md").stat().st_mtime_ns == before


def test_the_live_view_is_drawn_where_it_is_asked_for(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    run(study_file(tmp_path), out=tmp_path / "run", live=True)
    shown = capfd.readouterr()
    assert shown.out == ""
    assert "trial 1" in shown.err


def test_runs_go_on_beside_each_other_on_other_threads(tmp_path: Path) -> None:
    file = study_file(tmp_path)
    found: dict[str, Result] = {}

    def work(name: str) -> None:
        found[name] = run(file, out=tmp_path / name)

    threads = [threading.Thread(target=work, args=(name,)) for name in ("a", "b")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert found.keys() == {"a", "b"}
    assert found["a"].trials == found["b"].trials
    assert found["a"].answers[0].outcome == "passed"


def test_ctrl_c_ends_a_run_gently_and_the_result_says_so(tmp_path: Path, url: str) -> None:
    of_the_program = signal.getsignal(signal.SIGINT)

    def press() -> None:
        # Before the run listens it would end the tests.
        while signal.getsignal(signal.SIGINT) is of_the_program:
            time.sleep(0.01)
        time.sleep(1.0)
        os.kill(os.getpid(), signal.SIGINT)

    pressing = threading.Thread(target=press, daemon=True)
    pressing.start()
    result = load(url, rate=20, for_s=60, out=tmp_path / "run")
    pressing.join()
    assert result.run.interrupted
    assert result.trials[0].duration_s < 30
    assert open_run(tmp_path / "run").run.interrupted


def test_a_run_that_was_killed_can_be_opened(tmp_path: Path) -> None:
    directory = directory_in(tmp_path)
    writer = RunWriter(directory, description_of())
    writer.trial_started(1, Trial(Purpose.LOAD, 12.0, 30.0, early_stop=False), method="load")
    for second in range(3):
        writer.tick(1, tick_of(second, [1.0, 2.0, 70.0]))
    writer.close()
    result = open_run(directory.path)
    assert not result.run.ended
    assert result.trials[0].state == "cut-short"
    assert result.table("seconds").column("due") == (12, 12, 12)
    assert not (directory.path / "report.md").exists()


REFUSED: list[tuple[str, Callable[[], object]]] = [
    ("rate: 'fast' is not a rate", lambda: load("http://h/", rate="fast")),
    ("rate: -1 is not above 0", lambda: load("http://h/", rate=-1)),
    ("rate: nan is not above 0", lambda: load("http://h/", rate=float("nan"))),
    ("for_s: 0.5 is not whole seconds", lambda: load("http://h/", for_s=0.5)),
    ("expect: '4xx-5xx' is no status", lambda: load("http://h/", expect=[200, "4xx-5xx"])),
    ("expect goes with a URL", lambda: capacity(profile="p.yaml", expect=301)),
    ("timeout_s: 0 s is not a timeout", lambda: load("http://h/", timeout_s=0)),
    ("slos: 'fast' limits neither", lambda: load("http://h/", slos="fast")),
    ("slos: 'p99<1s' is not under the timeout", lambda: load("http://h/", slos=["p99<1s"], timeout_s=1.0)),
    ("arrivals: 'bursts' is not known", lambda: load("http://h/", arrivals="bursts")),  # type: ignore[arg-type]
    ("connections: 0 is not allowed", lambda: load("http://h/", connections=0)),
    ("shards: 257 is not allowed", lambda: load("http://h/", shards=257)),
    ("seed: -1 is not allowed", lambda: load("http://h/", seed=-1)),
    ("insecure: the target", lambda: load("http://h/", insecure=True)),
    ("url: ", lambda: load("ftp://h/")),
    ("no target", load),
    ("max_rate: 1 is below start_rate", lambda: capacity("http://h/", start_rate=5, max_rate=1)),
    ("precision: 0 is finer", lambda: capacity("http://h/", precision=0)),
    ("hold_s: 0.1 is not whole seconds", lambda: capacity("http://h/", hold_s=0.1)),
    ("confirm_s: 0 is not whole seconds", lambda: capacity("http://h/", confirm_s=0)),
    ("budget_s?: 3 s are less than the shortest search", lambda: capacity("http://h/", budget_s=3)),
]


@pytest.mark.parametrize(("told", "call"), REFUSED, ids=[told for told, _ in REFUSED])
def test_what_cannot_be_run_is_an_input_error_that_names_the_parameter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: str, call: Callable[[], object]
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=rf"^{told}.* Cure: ") as raised:
        call()
    assert "--" not in str(raised.value).replace("--profile", "")
    assert list(tmp_path.iterdir()) == []


def test_faults_of_a_study_and_of_what_is_chosen_of_it(tmp_path: Path) -> None:
    file = study_file(tmp_path, more=PRESETS)
    with pytest.raises(StudyFaults) as raised:
        run(file, preset="slow", methods="soak", slos="fast")
    assert [fault.file for fault in raised.value.faults] == ["methods", "preset", "slos"]
    assert str(raised.value) == "\n".join(map(str, raised.value.faults))
    with pytest.raises(InputError, match=r"Study\.read"):
        run(Study.read(file), preset="quick")
    with pytest.raises(StudyFaults, match=r"no such file|cannot be read|does not exist"):
        Study.read(tmp_path / "none.yaml")


def test_errors_of_targets_and_directories_have_their_types(tmp_path: Path) -> None:
    with pytest.raises(TargetError, match="connection refused"):
        load("http://127.0.0.1:1/", out=tmp_path / "run")
    with pytest.raises(RunDirectoryError, match="does not exist"):
        open_run(tmp_path / "none")
    (tmp_path / "full").mkdir()
    (tmp_path / "full/file").touch()
    with pytest.raises(RunDirectoryError, match="is not empty"):
        run(study_file(tmp_path), out=tmp_path / "full")


class _Asked(Exception):
    """Carries what a run was asked for, in place of the run."""


def asked_of(monkeypatch: pytest.MonkeyPatch, call: Callable[[], object]) -> tuple[Any, ...]:
    """What `call` would have run."""

    def ask(*given: Any, caller: Caller | None = None) -> RunOutcome:
        # Request, method, settings and place; the language of what is shown is that of the command line alone.
        raise _Asked(*given[:4], caller)

    for place in (load_run, api):
        monkeypatch.setattr(place, "run_load", ask)
    for place in (capacity_run, api):
        monkeypatch.setattr(place, "run_capacity", ask)
    with pytest.raises(_Asked) as raised:
        call()
    return raised.value.args


CALLS: list[Callable[[], object]] = [
    lambda: load("http://127.0.0.1:8080/a%20b"),
    lambda: load("http://127.0.0.1/", rate="max", for_s=90, slos=["p99<50ms", "errors<2%"], timeout_s=1.5),
    lambda: load("https://127.0.0.1/", rate=12.5, arrivals="constant", insecure=True, seed=7, shards=2, awake=True),
    lambda: load("http://127.0.0.1/", shared_machine=True),
    lambda: load(profile="p.yaml", connections=3, out="there"),
    lambda: capacity("http://127.0.0.1/"),
    lambda: capacity("http://127.0.0.1/", slos="p95<1s", start_rate=10, max_rate=99.5, precision=0.1, hold_s=20),
    lambda: capacity("http://127.0.0.1/", confirm_s=60, budget_s=600, connections=9, out=Path("there")),
    lambda: capacity("http://127.0.0.1/", shared_machine=True),
]


@pytest.mark.parametrize("call", CALLS)
def test_the_command_of_a_run_does_what_the_call_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Callable[[], object]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.yaml").write_text("target: http://127.0.0.1/\noperations: {get: {request: GET /}}\n")
    *of_python, caller = asked_of(monkeypatch, call)
    assert len(of_python) == 4
    assert not caller.is_live
    program, *words = caller.command
    assert program == "loadproof"
    of_command = asked_of(monkeypatch, lambda: get_command(app).main(words, standalone_mode=False))
    assert of_command == (*of_python, None), shlex.join(caller.command)


def test_a_run_that_was_lost_says_so_to_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    result = run(study_file(tmp_path), out=tmp_path / "run")
    directory = RunDirectory(tmp_path / "run")
    with RunReader(directory) as reader:
        series = timeline_series(reader)
    lost = RunOutcome(directory, result, series, unwritten="the directory is gone", is_lost=True)
    monkeypatch.setattr(api, "run_load", lambda *_, caller: lost)
    with caplog.at_level(logging.WARNING, "loadproof"):
        assert load("http://127.0.0.1/").directory is None
    assert caplog.messages == ["the directory is gone"]
    kept = replace(lost, unwritten=None, is_lost=False)
    monkeypatch.setattr(api, "run_load", lambda *_, caller: kept)
    assert load("http://127.0.0.1/").directory == tmp_path / "run"


def test_texts_are_told_in_every_language(tmp_path: Path) -> None:
    result = run(study_file(tmp_path), out=tmp_path / "run")
    reason = result.trials[0].reason
    told = {text_of(reason, language) for language in ("en", "ru", "zh")}
    assert len(told) == 3
    assert text_of(reason) == json.loads((tmp_path / "run/result.json").read_text())["trials"][0]["reason"]
    with pytest.raises(WrittenValueError, match="'xx' is no language"):
        text_of(reason, "xx")


def test_a_study_that_was_made_in_python_is_repeated_by_its_program(tmp_path: Path) -> None:
    study = replace(Study.read(study_file(tmp_path, LOAD)), source=None)
    result = run(study, out=tmp_path / "run")
    assert result.run.command == (sys.executable, *sys.argv)
    assert P99.text not in result.run.repeat
