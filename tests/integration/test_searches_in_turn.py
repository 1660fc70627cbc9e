"""A study that compares and searches: the searches of all variants take turns, in virtual time and on a machine."""

import json
import signal
import sys
from pathlib import Path
from typing import Any

import pytest
from loadproof.words.catalogue import words_of

from .command_line import CommandLine, loadproof
from .told_texts import texts_without_code

_STUDY = """\
name: searches in turn
stand:
  driver: simulate
  simulated: {{workers: 8, service_time: {{exponential: 5ms}}}}
variants: {variants}
profile: {{operations: {{read: {{request: GET /}}}}, slo: p99<200ms}}
starts: {starts}
methods:
  {others}
  capacity: {{start_rate: 150, max_rate: {max_rate}, hold: 10s, confirm_hold: 10s, precision: 10%, budget: 5m}}
  compare: {{rounds: 3, slot: 5s}}
"""
_TWO = "{large: {}, small: {simulated: {workers: 3}}}"
Trial = dict[str, Any]


def study_file(
    place: Path,
    variants: str = _TWO,
    starts: int = 1,
    max_rate: int = 2400,
    others: str = "warm_up: {rate: 50, most: 1m}",
) -> Path:
    file = place / "study.yaml"
    text = _STUDY.format(variants=variants, starts=starts, max_rate=max_rate, others=others)
    file.write_text(text, encoding="utf-8")
    return file


def run(file: Path, out: Path) -> dict[str, Any]:
    return loadproof("run", file, "--out", out, "--json", cwd=file.parent, within_s=120).result


def trials_of(result: dict[str, Any], method: str) -> list[Trial]:
    return [trial for trial in result["trials"] if trial["method"] == method and not trial["superseded"]]


def capacities(result: dict[str, Any]) -> dict[tuple[str, int], dict[str, Any]]:
    return {(one["variant"], one["start"]): one for one in result["answers"] if one["method"] == "capacity"}


def assert_in_turn(trials: list[Trial], variants: list[str]) -> None:
    """Forth and back over those that have not answered yet, one trial each; who has answered has no other."""
    left = {name: sum(trial["variant"] == name for trial in trials) for name in variants}
    expected: list[str] = []
    is_forth = True
    while any(left.values()):
        turn = [name for name in variants if left[name]]
        expected += turn if is_forth else turn[::-1]
        for name in turn:
            left[name] -= 1
        is_forth = not is_forth
    assert [trial["variant"] for trial in trials] == expected


def test_searches_take_turns_trial_by_trial_and_the_rounds_get_seventy_percent_of_the_least(tmp_path: Path) -> None:
    variants = "{large: {}, small: {simulated: {workers: 3}}, middle: {simulated: {workers: 5}}}"
    result = run(study_file(tmp_path, variants, starts=2), tmp_path / "run")
    names = ["large", "small", "middle"]
    warmed = trials_of(result, "warm-up")
    assert [trial["variant"] for trial in warmed] == names * 2
    for start in (1, 2):
        own = [trial for trial in trials_of(result, "capacity") if trial["start"] == start]
        assert_in_turn(own, names)
        warm_up = [trial["number"] for trial in warmed if trial["start"] == start]
        # All are warm before the first search begins, and every search has ended before the next round.
        assert max(warm_up) < own[0]["number"]
        assert own[-1]["number"] - own[0]["number"] == len(own) - 1
    found = capacities(result)
    assert {key: one["outcome"] for key, one in found.items()} == dict.fromkeys(found, "found")
    rates = {name: [found[name, start]["rate"] for start in (1, 2)] for name in names}
    assert max(rates["small"]) < min(rates["middle"]) < max(rates["middle"]) < min(rates["large"])
    # A worker serves 200 calls/s.
    assert 400.0 < min(rates["small"]) < 600.0
    comparison = result["comparisons"][0]
    assert comparison["rate"] == pytest.approx(0.7 * min(rates["small"]))
    assert [one["number"] for one in comparison["rounds"]] == [3, 4, 5]
    assert {(one["variant"], len(one["starts"])) for one in result["rankings"][0]["variants"]} == {
        (name, 2) for name in names
    }
    assert "one limit" not in result["sentence"]
    assert texts_without_code(tmp_path / "run") == []


def test_the_log_says_whose_trial_it_is(tmp_path: Path) -> None:
    messages = loadproof("run", study_file(tmp_path), "--out", tmp_path / "run", cwd=tmp_path, within_s=120).messages
    text = " ".join(messages.split())
    assert "Round 1: 2 variants are started together, and their searches take turns, one trial each." in text
    assert "coarse search: small at 150/s" in text
    assert "small: between " in text


def test_other_methods_of_the_start_follow_the_searches_one_variant_after_the_other(tmp_path: Path) -> None:
    result = run(study_file(tmp_path, others="load: {rate: 50, hold: 5s}"), tmp_path / "run")
    searched, loaded = trials_of(result, "capacity"), trials_of(result, "load")
    assert [trial["variant"] for trial in loaded] == ["large", "small"]
    assert {trial["start"] for trial in (*searched, *loaded)} == {1}
    assert max(trial["number"] for trial in searched) < loaded[0]["number"]


def test_where_all_end_at_the_highest_rate_the_report_says_that_it_is_what_the_rate_ranks(tmp_path: Path) -> None:
    slow = "{quick: {}, slow: {simulated: {service_time: 7ms}}}"
    result = run(study_file(tmp_path, slow, max_rate=400), tmp_path / "run")
    assert {one["outcome"] for one in capacities(result).values()} == {"at_least"}
    told = "The searches of all variants ended at one limit, the highest rate that is tried (max_rate)"
    assert told in result["sentence"]
    assert "CPU per request ranks the variants, least first: quick; then slow." in result["sentence"]
    page = (tmp_path / "run" / "report.html").read_text(encoding="utf-8")
    assert told in page
    for language, words in (("en", told), ("ru", "упёрлись в один предел"), ("zh", "止于同一个限制")):
        shown = loadproof("report", tmp_path / "run", "--lang", language, cwd=tmp_path).output
        # Without the frame, and wherever its lines end.
        assert "".join(words.split()) in "".join(shown.replace("│", "").split())


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_a_round_of_searches_that_was_cut_is_run_again_as_a_whole(tmp_path: Path, number: signal.Signals) -> None:
    out = tmp_path / "run"
    with CommandLine("run", study_file(tmp_path, starts=2), "--out", out, cwd=tmp_path) as command:
        command.wait_for_second(out, 1, trial=8)
        command.send(number)
        command.ended(within_s=30)
    ended = loadproof("run", "--continue", out, "--json", cwd=tmp_path, within_s=120)
    result = ended.result
    by_start: dict[int, list[Trial]] = {}
    for trial in trials_of(result, "capacity"):
        by_start.setdefault(trial["start"], []).append(trial)
    assert len(by_start) == 2
    for own in by_start.values():
        assert_in_turn(own, ["large", "small"])
    assert {one["outcome"] for one in capacities(result).values()} == {"found"}
    assert len(capacities(result)) == 4
    assert len(result["comparisons"][0]["rounds"]) == 3
    assert any(trial["superseded"] for trial in result["trials"])
    assert "nothing is missing" in loadproof("run", "--continue", out, cwd=tmp_path, within_s=60).messages


def test_the_plan_counts_a_pause_for_each_round(tmp_path: Path) -> None:
    file = study_file(tmp_path, starts=3)
    plain = json.loads(loadproof("plan", file, "--json", cwd=tmp_path).output)
    file.write_text(file.read_text(encoding="utf-8") + "pause: 1m\n", encoding="utf-8")
    paused = json.loads(loadproof("plan", file, "--json", cwd=tmp_path).output)
    assert paused["starts"]["in_all"] == 6
    assert paused["duration_s"]["median"] - plain["duration_s"]["median"] == pytest.approx(120.0, abs=0.2)


_SERVER = """\
import http.server, os, pathlib, sys
marker, calls = pathlib.Path(sys.argv[2]), 0
if marker.exists():
    sys.exit("it has died before")
class Quick(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def do_GET(self):
        global calls
        calls += 1
        if calls == int(sys.argv[3]):
            marker.touch()
            os._exit(1)
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()
    def log_message(self, *_): pass
http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Quick).serve_forever()
"""


def test_a_variant_that_does_not_start_and_one_that_dies_for_good_leave_the_others_going_on(tmp_path: Path) -> None:
    (tmp_path / "server.py").write_text(_SERVER, encoding="utf-8")
    (tmp_path / "broken").touch()
    served = {"broken": 0, "mortal": 90, "one": 0}
    variants = {
        name: {"services": {"api": {"command": f"{sys.executable} server.py ${{port}} {name} {calls}"}}}
        for name, calls in served.items()
    }
    search = {"start_rate": 20, "max_rate": 40, "hold": "2s", "settle": "1s", "confirm_hold": "2s", "precision": "50%"}
    study = {
        "name": "one goes on",
        "stand": {"target": "http://127.0.0.1:${api.port}", "services": {"api": {"command": "true"}}},
        "variants": variants,
        "profile": {"operations": {"get": {"request": "GET /"}}, "slo": "p90<500ms"},
        "methods": {"capacity": search, "compare": {"slot": "5s"}},
    }
    # JSON is YAML.
    file = tmp_path / "study.yaml"
    file.write_text(json.dumps(study), encoding="utf-8")
    ended = loadproof("run", file, "--out", tmp_path / "run", "--json", cwd=tmp_path, within_s=120)
    result = ended.result
    trials = trials_of(result, "capacity")
    assert [trial["variant"] for trial in trials[:2]] == ["mortal", "one"]
    assert {trial["variant"] for trial in trials} == {"mortal", "one"}
    last = {trial["variant"]: trial["number"] for trial in trials}
    assert last["mortal"] < last["one"]
    outcomes = {name: one["outcome"] for (name, _), one in capacities(result).items()}
    assert (outcomes["broken"], outcomes["mortal"]) == ("not_run", "not_run")
    assert outcomes["one"] not in ("not_run", "none_passed")
    reasons = {name: one["reason"] for (name, _), one in capacities(result).items()}
    assert "it has died before" in reasons["mortal"]


def test_messages_of_shared_limits_are_in_every_language() -> None:
    for limit in ("highest-rate", "generator", "disk", "database"):
        texts = {words_of(language)(f"limit-of-{limit}") for language in ("en", "ru", "zh")}
        assert len(texts) == 3
