"""The commands of `reset` run before the services of every start, the first one too, whatever the method."""

import json
import signal
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from loadproof.methods.registry import METHODS

from .command_line import CommandLine, Ended
from .study_file import processes_with

_SERVICE = """
import http.server, sys
port, notes, name = sys.argv[1:]
called = []
def note(what):
    with open(notes, "a") as file:
        file.write(f"{what}\\n")
class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def do_GET(self):
        if not called:
            called.append(note("call"))
        self.send_response(200); self.send_header("Content-Length", "0"); self.end_headers()
    def log_message(self, *_): pass
server = http.server.ThreadingHTTPServer(("127.0.0.1", int(port)), Handler)
note(f"start {name}")
server.serve_forever()
"""
_SETTINGS: dict[str, str] = {
    "smoke": "{rate: 50, hold: 20s}",
    "plateaus": "{rates: [50], ramp: 1s, settle: 1s, tail: 1s, hold: 60s}",
    "capacity": "{start_rate: 50, max_rate: 100, hold: 10s}",
    "confirm": "{rate: 50, hold: 20s}",
    "soak": "{rate: 50, hold: 60s}",
    "spike": "{rate: 100, base: 50, for: 5s, repeat: 1, before: 20s, after: 15s}",
    "users": "{users: 5, rate: 50, ramp: 5s, hold: 1m}",
    "load": "{rate: 50, hold: 20s}",
    "compare": "{rate: 50, rounds: 3, slot: 5s}",
    "overhead": "{rate: 50, starts: 5, hold: 40s, toggle: {on: 'true', off: 'true'}}",
}
_OF_ONE = ["reset", "start a", "call"]
_OF_ROUND = ["reset", "reset", "start a", "start b", "call"]


def study_file(
    place: Path, methods: dict[str, str], reset: str = "echo reset >> {place}/notes", more: str = ""
) -> Path:
    """A study of the variants a and b; each service notes in `place`/notes that it starts, and its first call."""
    service = place / "service.py"
    service.write_text(_SERVICE, encoding="utf-8")
    variants = {
        name: {
            "services": {"api": {"command": [sys.executable, "-S", str(service), "${port}", f"{place}/notes", name]}}
        }
        for name in ("ab" if "compare" in methods else "a")
    }
    stand = {
        "target": "http://127.0.0.1:${api.port}",
        "services": {"api": {"command": "true"}},
        "reset": [["sh", "-c", reset.format(place=place)]],
    }
    file = place / "study.yaml"
    users = ", walk: {request: GET /}}, flows: {f: {steps: [walk]}}, users: {u: {flow: f, count: 5, pacing: 1s}}}"
    profile = f"{{operations: {{read: {{request: GET /}}{users if 'users' in methods else '}}'}"
    text = (
        f"name: reset\nstand: {json.dumps(stand)}\nvariants: {json.dumps(variants)}\n"
        f"profile: {profile}\nslo: [p99<2s]\npause: 0s\n"
        f"methods: {{{', '.join(f'{name}: {settings}' for name, settings in methods.items())}}}\n{more}"
    )
    file.write_text(text, encoding="utf-8")
    return file


def cut_in_trial(place: Path, trial: int, *words: object) -> Ended:
    """Run the command until `trial` has lasted two seconds, then interrupt it."""
    state = {"XDG_STATE_HOME": str(place / "state")}
    with CommandLine("run", *words, "--json", cwd=place, environment=state) as running:
        running.wait_for_second(place / "run", 1, trial=trial, within_s=60)
        running.send(signal.SIGINT)
        ended = running.ended(within_s=60)
    assert ended.exit_code == 130, ended.messages
    return ended


def noted(place: Path) -> list[str]:
    """What has happened, in its order; of first calls in a row, which several services may have had, one."""
    notes = (place / "notes").read_text(encoding="ascii").splitlines()
    return [note for before, note in pairwise(["", *notes]) if not before == note == "call"]


def test_every_method_has_its_case() -> None:
    assert _SETTINGS.keys() == {row.name for row in METHODS}


@pytest.mark.parametrize("method", _SETTINGS)
def test_the_first_start_of_every_method_is_reset(tmp_path: Path, method: str) -> None:
    cut_in_trial(tmp_path, 1, study_file(tmp_path, {method: _SETTINGS[method]}), "--out", tmp_path / "run")
    assert noted(tmp_path) == (_OF_ROUND if method == "compare" else _OF_ONE)
    assert processes_with(str(tmp_path)) == []


@pytest.mark.parametrize("method", ["load", "compare", "overhead"])
def test_the_start_that_repeats_an_interrupted_one_is_reset(tmp_path: Path, method: str) -> None:
    run = tmp_path / "run"
    cut_in_trial(tmp_path, 1, study_file(tmp_path, {method: _SETTINGS[method]}), "--out", run)
    cut_in_trial(tmp_path, 2, "--continue", run)
    assert noted(tmp_path) == 2 * (_OF_ROUND if method == "compare" else _OF_ONE)


def test_each_start_of_a_study_and_each_kind_of_start_is_reset(tmp_path: Path) -> None:
    methods = {"load": "{rate: 50, hold: 2s}", "overhead": _SETTINGS["overhead"]}
    cut_in_trial(tmp_path, 3, study_file(tmp_path, methods, more="starts: 2\n"), "--out", tmp_path / "run")
    assert noted(tmp_path) == _OF_ONE * 3


def test_variants_whose_searches_take_turns_are_all_reset_before_any_service_is_up(tmp_path: Path) -> None:
    methods = {name: _SETTINGS[name] for name in ("capacity", "compare")}
    cut_in_trial(tmp_path, 1, study_file(tmp_path, methods), "--out", tmp_path / "run")
    assert noted(tmp_path) == _OF_ROUND


@pytest.mark.parametrize("method", ["load", "compare", "overhead"])
def test_a_reset_that_fails_before_the_first_start_is_an_error_of_the_study(tmp_path: Path, method: str) -> None:
    file = study_file(tmp_path, {method: _SETTINGS[method]}, "echo no such table; exit 7")
    state = {"XDG_STATE_HOME": str(tmp_path / "state")}
    words = ("run", file, "--out", tmp_path / "run")
    with CommandLine(*words, cwd=tmp_path, environment=state) as running:
        ended = running.ended(within_s=60)
    assert ended.exit_code == 2, ended.messages
    assert "ended with exit code 7" in ended.messages
    assert "no such table" in ended.messages
    assert not (tmp_path / "notes").exists()
