"""Alarms on real services: an overload fires them, a quiet load does not, a stop rule ends a trial; kill -9."""

import json
import re
import signal
from pathlib import Path
from typing import Any

import pytest

from .command_line import CommandLine, loadproof
from .stand import known_truth
from .undisturbed import undisturbed

# One worker of 5 ms carries 200/s. Every second the process of the service is read.
pytestmark = pytest.mark.quiet_machine

STUDY = """\
name: alarms
stand: {target: "URL"}
profile:
  operations: {get: {request: GET /, apdex: {target: 100ms}}}
  base_rate: 60
  slo: p90<2s
methods: {load: {METHOD}}
alarms:
  slow: p90 over 5s > 500ms for 2s
  queue: {rule: in_flight > 100 for 2s, stop: STOP}
  process: process:known-truth threads > 100000
  errors: errors over 5s > 50%
"""
OVERLOAD = "stages: [12s:60, 0s:400, 8s:400, 0s:60, 10s:60]"


def text_of(url: str, method: str, stop: str = "false") -> str:
    return STUDY.replace("URL", url).replace("METHOD", method).replace("STOP", stop)


def run(place: Path, method: str, stop: str = "false") -> tuple[Path, dict[str, Any]]:
    """Run the study on a service of its own: the directory of the run and its result."""

    def attempt(directory: Path) -> tuple[Path, dict[str, Any]]:
        with known_truth(directory, "workers", "--count", 1, "--service-us", 5000) as service:
            (directory / "s.yaml").write_text(text_of(service.url, method, stop), encoding="utf-8")
            ended = loadproof("run", "s.yaml", "--out", "run", cwd=directory, within_s=120)
        assert ended.exit_code in (0, 3, 4), ended.messages
        found: dict[str, Any] = json.loads((directory / "run/result.json").read_text(encoding="utf-8"))
        return directory / "run", found

    return undisturbed(place, attempt)


def firings(result: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    return {alarm["name"]: alarm["firings"] for alarm in result["alarms"]}


def test_an_overload_fires_and_is_in_every_report(tmp_path: Path) -> None:
    place, result = run(tmp_path, OVERLOAD)
    fired = firings(result)
    assert {name for name, of_alarm in fired.items() if of_alarm} == {"slow", "queue"}
    for name in ("slow", "queue"):
        firing = fired[name][0]
        # The backlog of 1,600 calls drains until the end of the load.
        assert 12.0 < firing["pending_s"] < firing["fired_s"] <= firing["known_s"] < 30.0
    # 200/s too many: 100 wait after half a second.
    queue = fired["queue"][0]
    assert queue["pending_s"] <= 15.0
    assert queue["fired_s"] - queue["pending_s"] == 2.0
    report = (place / "report.md").read_text(encoding="utf-8")
    assert re.search(r"\| queue +\| in.{1,2}flight .{1,5} 100 for 2s \|", report), report
    assert "in_flight" in (place / "report.html").read_text(encoding="utf-8")


def test_a_load_that_the_service_carries_fires_nothing(tmp_path: Path) -> None:
    _, result = run(tmp_path, "rate: 60, hold: 20s")
    assert firings(result) == {"slow": [], "queue": [], "process": [], "errors": []}
    assert {alarm["trials"] for alarm in result["alarms"]} == {1}


def test_a_stop_rule_ends_the_load_and_open_calls_are_answered(tmp_path: Path) -> None:
    _, result = run(tmp_path, OVERLOAD, stop="true")
    (trial,) = result["trials"]
    # The load would last for 30 s.
    assert trial["duration_s"] < 27.0
    assert trial["measurement"]["cut"] == 0
    assert "stopped-by-alarm" in [doubt["code"] for doubt in trial["measurement"]["doubts"]]
    assert [firing["stopped"] for firing in firings(result)["queue"]] == [True]
    assert not result["run"]["interrupted"]


def test_what_fired_before_a_kill_is_reported(tmp_path: Path) -> None:
    with known_truth(tmp_path, "workers", "--count", 1, "--service-us", 5000) as service:
        (tmp_path / "s.yaml").write_text(text_of(service.url, "rate: 400, hold: 60s"), encoding="utf-8")
        with CommandLine("run", "s.yaml", "--out", "run", cwd=tmp_path) as command:
            command.wait_for_second(tmp_path / "run", 8, within_s=40.0)
            command.send(signal.SIGKILL)
            command.ended(within_s=10.0)
    ended = loadproof("report", "run", "--json", cwd=tmp_path)
    (queue,) = [alarm for alarm in json.loads(ended.output)["alarms"] if alarm["name"] == "queue"]
    (firing,) = queue["firings"]
    assert (firing["fired_s"] - firing["pending_s"], firing["ended_s"]) == (2.0, None)


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("postgres:db sessions_active > 40", "alarms.slow: there is no probe 'postgres:db'"),
        ("host cpu_busy > 0.9", "alarms.slow: host has no series 'cpu_busy'"),
        ("errors over 5s > 50% for 2m", "is not shorter than the longest trial, 20s: the alarm can never fire"),
    ],
)
def test_a_rule_that_cannot_work_is_refused_before_the_load(tmp_path: Path, rule: str, message: str) -> None:
    text = text_of("http://127.0.0.1:9", "rate: 60, hold: 20s")
    (tmp_path / "s.yaml").write_text(text.replace("p90 over 5s > 500ms for 2s", rule), encoding="utf-8")
    ended = loadproof("run", "s.yaml", "--out", "run", cwd=tmp_path)
    assert ended.exit_code == 2
    assert f"s.yaml:9: {message}" in ended.messages or (message in ended.messages and "s.yaml:9" in ended.messages)
    assert "Cure: " in ended.messages
    assert not (tmp_path / "run").exists()
