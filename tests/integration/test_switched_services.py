"""An overhead of a real service: its feature is switched between slots, its cost is told, and it is off in the end."""

import json
import signal
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.contract.stand_process import binary_of

from .command_line import CommandLine, Ended
from .stand_of_tests import until
from .study_file import processes_with

pytestmark = pytest.mark.quiet_machine

SERVICE = Path(__file__).with_name("switched_service.py")
_BURNS = """\
name: a burn
stand:
  target: http://127.0.0.1:${{api.port}}
  services:
    api: {{command: [{binary}, burn, --cpu-us, "1000", --listen, "127.0.0.1:${{port}}"]}}
profile: {{operations: {{read: {{request: GET /read}}}}}}
slo: [p99<1s]
methods:
  overhead:
    rate: 200
    starts: 5
    hold: 50s
    toggle: {{on: "POST {url}=500", off: "POST {url}=0"}}
"""
_NOTES = """\
name: a feature
stand:
  target: http://127.0.0.1:${{api.port}}
  services:
    api: {{command: [{python}, -S, -u, {service}, "${{port}}", {place}/notes]}}
profile: {{operations: {{read: {{request: GET /read}}}}}}
slo: [p99<1s]
methods:
  overhead: {{rate: 50, starts: 5, hold: 40s, toggle: {{on: {on}, off: {off}, timeout: 2s}}}}
"""


def run_of(place: Path, text: str, *words: str) -> CommandLine:
    file = place / "study.yaml"
    file.write_text(text, encoding="utf-8")
    state = {"XDG_STATE_HOME": str(place / "state")}
    return CommandLine("run", file, "--out", place / "run", "--json", *words, cwd=place, environment=state)


def notes_study(place: Path, on: str = "POST URL/on", off: str = "POST URL/off") -> str:
    on, off = (json.dumps(step.replace("URL", "http://127.0.0.1:${api.port}")) for step in (on, off))
    return _NOTES.format(python=sys.executable, service=SERVICE, place=place, on=on, off=off)


def noted(place: Path) -> list[str]:
    file = place / "notes"
    return file.read_text(encoding="ascii").splitlines() if file.exists() else []


def overhead_of(ended: Ended) -> dict[str, Any]:
    (overhead,) = ended.result["overheads"]
    return dict(overhead)


def test_what_burns_half_as_much_again_is_refuted_and_what_it_costs_is_told(tmp_path: Path) -> None:
    url = "http://127.0.0.1:${api.port}/burn?more_us"
    with run_of(tmp_path, _BURNS.format(binary=binary_of("known-truth"), url=url)) as command:
        ended = command.ended(within_s=600.0)
    overhead = overhead_of(ended)
    (cpu,) = [one for one in overhead["levels"] if one["metric"] == "cpu"]
    # Half a millisecond more, beside a millisecond and what a request costs besides.
    assert cpu["on"] - cpu["off"] == pytest.approx(0.5, abs=0.1)
    assert (cpu["verdict"], overhead["verdict"], ended.exit_code) == ("refuted", "refuted", 3)
    values = [level["values"] for start in overhead["starts"] for level in start["levels"]]
    assert len(values) == 10
    assert all(one["memory"] > 0.0 for one in values)
    assert {one["level"] for one in overhead["switches"]} == {"off", "on"}
    assert all(0.0 < one["took_s"] < 1.0 for one in overhead["switches"])
    assert processes_with(str(tmp_path)) == []


@pytest.mark.parametrize(
    ("on", "off", "told"),
    [
        ("POST URL/fails", "POST URL/off", "status 500"),
        ("POST URL/hangs", "POST URL/off", "could not be switched to on"),
        ("POST URL/on", "POST URL/fails", "could not be switched to off"),
    ],
)
def test_a_toggle_that_fails_or_hangs_counts_for_nothing_and_two_in_a_row_end_it(
    tmp_path: Path, on: str, off: str, told: str
) -> None:
    with run_of(tmp_path, notes_study(tmp_path, on, off)) as command:
        ended = command.ended(within_s=120.0)
    overhead = overhead_of(ended)
    assert (overhead["verdict"], overhead["measured"], ended.exit_code) == ("not shown", 0, 4)
    assert [one["outcome"] for one in overhead["starts"]] == ["invalid", "invalid"]
    assert all(told in one["reason"] for one in overhead["starts"])
    assert overhead["ended"] == "2 starts in a row gave nothing: no more are run."
    assert "nothing is told of the overhead" in ended.result["sentence"]
    if off.endswith("/off"):
        # At the begin of each start, and after what failed.
        assert noted(tmp_path).count("off") == 4
    assert (tmp_path / "run/artifacts/toggles/base/start-1.log").stat().st_size > 0


def test_levels_that_are_not_reached_are_named_and_the_others_go_on(tmp_path: Path) -> None:
    mark = tmp_path / "recording"
    levels = {
        "good": {"on": "true", "off": "sh -c 'echo samples: cpu=7'", "ready": "sh -c 'echo engine: a timer'"},
        "broken": {"on": "sh -c 'echo no agent >&2; exit 3'", "off": "true"},
        # Off succeeds where nothing runs, and says that the recording had no samples.
        "empty": {"on": f"touch {mark}", "off": f"sh -c 'test ! -e {mark} || {{ rm {mark}; exit 1; }}'"},
    }
    before, _, after = notes_study(tmp_path).replace("starts: 5", "starts: 1").partition("toggle: {")
    text = f"{before}levels: {json.dumps(levels)}{after.partition('timeout: 2s}')[2]}"
    with run_of(tmp_path, text) as command:
        ended = command.ended(within_s=180.0)
    overhead = overhead_of(ended)
    (start,) = overhead["starts"]
    assert start["outcome"] == "measured"
    assert {one["level"] for one in start["levels"]} == {"off", "good"}
    assert {one["level"] for one in start["lost"]} == {"broken", "empty"}
    assert "exit code 3" in next(one["reason"] for one in start["lost"] if one["level"] == "broken")
    assert {(one["level"], one["reached"], one["left"]) for one in overhead["evidence"]} >= {
        ("good", "engine: a timer", "samples: cpu=7")
    }
    assert overhead["verdict"] == "not shown"
    assert not mark.exists()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_however_a_run_ends_the_feature_is_off(tmp_path: Path, number: signal.Signals) -> None:
    with run_of(tmp_path, notes_study(tmp_path)) as command:
        assert until(lambda: noted(tmp_path)[-1:] == ["on"], 60.0)
        command.send(number)
        command.ended(within_s=30.0)
    assert until(lambda: noted(tmp_path)[-1:] == ["off"], 10.0)
    assert noted(tmp_path).count("off") == noted(tmp_path).count("on") + 1
    assert until(lambda: processes_with(str(tmp_path)) == [], 10.0)


def test_a_switch_is_an_event_and_its_steps_are_not_stored_with_their_secrets(tmp_path: Path) -> None:
    text = notes_study(tmp_path, on='sh -c "echo ${env:KEY}"', off='sh -c "true ${env:KEY}"').replace(
        "starts: 5", "starts: 1"
    )
    (tmp_path / "study.yaml").write_text(text, encoding="utf-8")
    environment = {"XDG_STATE_HOME": str(tmp_path / "state"), "KEY": "a-key-that-is-hidden"}
    with CommandLine("run", "study.yaml", "--out", "run", "--json", cwd=tmp_path, environment=environment) as command:
        ended = command.ended(within_s=180.0)
    assert ended.exit_code == 4
    events = [event["text"] for event in ended.result["run"]["events"] if event["kind"] == "switched"]
    assert events
    assert all("ended with exit code 0" in text for text in events)
    with closing(sqlite3.connect(tmp_path / "run/run.db")) as connection:
        dump = "\n".join(connection.iterdump())
    files = [path for path in tmp_path.rglob("*") if path.is_file() and path.name != "study.yaml"]
    assert "a-key-that-is-hidden" not in dump
    assert [path for path in files if b"a-key-that-is-hidden" in path.read_bytes()] == []
