"""`methods: {overhead: ...}` in virtual time: a bound is shown, refuted or neither, and what was cut goes on."""

import json
import signal
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from .command_line import CommandLine, loadproof
from .told_texts import texts_without_code

_STUDY = """\
name: a feature
stand:
  driver: simulate
  simulated:
    workers: 8
    service_time: {{log_normal: {{mean: 5ms, sigma: 0.1}}}}
    levels: {levels}
variants: {variants}
profile: {{operations: {{read: {{request: GET /}}, write: {{weight: 0.3, request: POST /}}}}, slo: p99<200ms}}
methods: {{overhead: {{{settings}}}}}
"""
_SETTINGS = "rate: 100, starts: 5, hold: 50s"


def study_file(
    place: Path, levels: str = "{on: {cpu: 20%}}", settings: str = _SETTINGS, variants: str = "{base: {}}"
) -> Path:
    file = place / "study.yaml"
    file.write_text(_STUDY.format(levels=levels, settings=settings, variants=variants), encoding="utf-8")
    return file


def overhead_of(result: dict[str, Any]) -> dict[str, Any]:
    assert len(result["overheads"]) == 1
    overhead: dict[str, Any] = result["overheads"][0]
    return overhead


def verdicts(overhead: dict[str, Any], metric: str) -> dict[tuple[str, float], str]:
    return {(one["level"], one["rate"]): one["verdict"] for one in overhead["levels"] if one["metric"] == metric}


def test_what_costs_a_fifth_is_refuted_and_what_costs_nothing_shown_beside_it(tmp_path: Path) -> None:
    levels = "{nothing: {cpu: 0%}, much: {cpu: 20%}}"
    file = study_file(tmp_path, levels, f"{_SETTINGS}, levels: {{nothing: {{}}, much: {{}}}}")
    ended = loadproof("run", file, "--out", tmp_path / "run", "--json", cwd=tmp_path, within_s=60)
    result = ended.result
    overhead = overhead_of(result)
    for metric in ("cpu", "mean", "p95"):
        assert verdicts(overhead, metric) == {("nothing", 100.0): "shown", ("much", 100.0): "refuted"}
    much = next(one for one in overhead["levels"] if (one["level"], one["metric"]) == ("much", "cpu"))
    # The time that calls spend in the service stands for its CPU, and nobody waits.
    assert much["effect_percent"] == pytest.approx(20.0, abs=3.0)
    assert much["low"] < much["effect_percent"] < much["upper"] < much["high"]
    assert (overhead["verdict"], result["state"], ended.exit_code) == ("refuted", "failed", 3)
    assert result["sentence"].startswith("Simulated, in virtual time: Over 5 starts an overhead below 5 % is refuted")
    assert "much at 100 calls/s: CPU per request" in result["sentence"]
    assert "nothing at" not in result["sentence"]
    assert (overhead["measured"], len(overhead["starts"])) == (5, 5)
    assert ended.messages.count(" counts; CPU per request: off ") == 5 * overhead["starts"][0]["counted_cycles"]
    assert texts_without_code(tmp_path / "run") == []


def test_slots_go_round_the_levels_in_mirrored_pairs_and_only_a_change_switches(tmp_path: Path) -> None:
    file = study_file(tmp_path, settings="rate: 50, starts: 1, hold: 70s")
    result = loadproof("run", file, "--out", tmp_path / "run", "--json", cwd=tmp_path, within_s=60).result
    overhead = overhead_of(result)
    slots = overhead["slots"]
    assert all(one["ended_s"] <= other["began_s"] + 0.01 for one, other in pairwise(slots))
    counted = [slot["level"] for slot in slots if slot["counts"]]
    assert len(counted) == 8
    for pair in (counted[:4], counted[4:]):
        assert pair == pair[::-1]
        assert sorted(pair) == ["off", "off", "on", "on"]
    levels = [slot["level"] for slot in slots]
    changes = sum(one != other for one, other in zip(["off", *levels], levels, strict=False))
    events = [event for event in result["run"]["events"] if event["kind"] == "switched"]
    assert len(events) == changes
    assert {one["level"] for one in overhead["switches"]} <= {"off", "on"}
    assert {trial["state"] for trial in result["trials"]} == {"held"}
    assert {trial["method"] for trial in result["trials"]} == {"overhead"}


@pytest.mark.parametrize(
    ("levels", "starts", "verdict", "state", "exit_code"),
    [("{on: {cpu: 1%}}", 5, "shown", "passed", 0), ("{on: {cpu: 1%}}", 2, "not shown", "undecided", 4)],
)
def test_the_exit_code_says_what_becomes_of_the_claim(
    tmp_path: Path, levels: str, starts: int, verdict: str, state: str, exit_code: int
) -> None:
    file = study_file(tmp_path, levels, f"rate: 100, starts: {starts}, hold: 50s")
    ended = loadproof("run", file, "--out", tmp_path / "run", "--json", cwd=tmp_path, within_s=60)
    overhead = overhead_of(ended.result)
    assert (overhead["verdict"], ended.result["state"], ended.exit_code) == (verdict, state, exit_code)
    needed = 5 if starts < 5 else None
    assert overhead["starts_needed"] == needed


def test_a_report_of_the_stored_starts_says_the_same_in_every_medium(tmp_path: Path) -> None:
    run = tmp_path / "run"
    first = loadproof("run", study_file(tmp_path), "--out", run, "--json", cwd=tmp_path, within_s=60).result
    assert loadproof("report", run, "--json", cwd=tmp_path).result == first
    text = " ".join(loadproof("report", run, "--full", cwd=tmp_path).output.split())
    markdown = (run / "report.md").read_text(encoding="utf-8")
    for medium in (text, markdown):
        assert "What a switch costs" in medium
        assert "refuted" in medium
        assert "Nothing was measured" not in medium
    assert "| CPU per request | on |" in markdown
    for language, word in (("ru", "Накладные расходы"), ("zh", "开销")):
        assert word in loadproof("report", run, "--lang", language, "--full", cwd=tmp_path).output


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_starts_that_were_cut_go_on(tmp_path: Path, number: signal.Signals) -> None:
    run = tmp_path / "run"
    file = study_file(tmp_path, settings="rate: 100, starts: 3, hold: 50s")
    with CommandLine("run", file, "--out", run, cwd=tmp_path) as command:
        command.wait_for_second(run, 1, trial=15)
        command.send(number)
        command.ended(within_s=30)
    result = loadproof("run", "--continue", run, "--json", cwd=tmp_path, within_s=60).result
    overhead = overhead_of(result)
    assert (overhead["measured"], [one["outcome"] for one in overhead["starts"]]) == (3, ["measured"] * 3)
    superseded = {trial["number"] for trial in result["trials"] if trial["superseded"]}
    assert superseded.isdisjoint({slot["trial"] for slot in overhead["slots"]})
    assert "nothing is missing" in loadproof("run", "--continue", run, cwd=tmp_path, within_s=60).messages


def test_each_variant_has_an_overhead_of_its_own_after_all_other_methods(tmp_path: Path) -> None:
    variants = "{one: {}, worse: {simulated: {levels: {on: {cpu: 40%}}}}}"
    file = study_file(tmp_path, "{on: {cpu: 0%}}", "rate: 100, starts: 5, hold: 50s", variants)
    text = file.read_text(encoding="utf-8").replace("methods: {", "methods: {load: {rate: 50, hold: 5s}, ")
    file.write_text(text, encoding="utf-8")
    ended = loadproof("run", file, "--out", tmp_path / "run", "--json", cwd=tmp_path, within_s=90)
    result = ended.result
    assert [one["variant"] for one in result["overheads"]] == ["one", "worse"]
    assert [one["verdict"] for one in result["overheads"]][1] == "refuted"
    methods = [trial["method"] for trial in result["trials"]]
    assert (methods[:2], set(methods[2:])) == (["load", "load"], {"overhead"})
    starts = dict.fromkeys(
        (trial["variant"], trial["start"]) for trial in result["trials"] if trial["method"] == "overhead"
    )
    assert "".join(name[0] for name, _ in starts) == "owwoowwoow"
    only = loadproof("run", file, "--method", "load", "--json", "--out", tmp_path / "load", cwd=tmp_path).result
    assert only["overheads"] == []


def test_a_plan_says_how_long_it_takes_and_which_bound_it_shows(tmp_path: Path) -> None:
    file = study_file(tmp_path, settings="rate: 300")
    plan = json.loads(loadproof("plan", file, "--json", cwd=tmp_path).output)
    overhead = plan["overhead"]
    assert (overhead["starts"], overhead["levels"], overhead["rates"]) == (5, ["on"], [300.0])
    # Six cycles of warm-up and 44 that count, of two slots of 5 s.
    assert overhead["start_s"] == 500.0
    assert plan["duration_s"]["median"] == 5 * 500.0
    assert 0.0 < overhead["shown_from_percent"]["cpu"] < overhead["shown_from_percent"]["mean"] < 5.0
    text = " ".join(loadproof("plan", file, cwd=tmp_path).output.split())
    assert "The overhead takes 5 starts of about 8 min 20 s each" in text
    few = study_file(tmp_path, settings="rate: 300, starts: 3")
    assert "which show no bound: five are needed" in " ".join(loadproof("plan", few, cwd=tmp_path).output.split())


def test_no_start_begins_that_would_not_end_within_the_budget(tmp_path: Path) -> None:
    file = study_file(tmp_path, settings="rate: 50, starts: 5, hold: 50s, budget: 2m")
    result = loadproof("run", file, "--out", tmp_path / "run", "--json", cwd=tmp_path, within_s=60).result
    overhead = overhead_of(result)
    assert 1 <= overhead["measured"] <= 2
    assert overhead["ended"].startswith("Another start would not end within the budget of 2 min")


def test_a_level_that_is_not_there_is_refused_before_any_load(tmp_path: Path) -> None:
    file = study_file(tmp_path, settings=f"{_SETTINGS}, levels: {{oen: {{}}}}")
    ended = loadproof("run", file, "--out", tmp_path / "run", cwd=tmp_path)
    assert (ended.exit_code, (tmp_path / "run").exists()) == (2, False)
    told = " ".join(ended.messages.split())
    assert "study.yaml:10: methods.overhead.levels.oen: there is no level 'oen' in the simulated service" in told
    assert "did you mean on?" in told


def test_without_a_rate_it_takes_that_of_the_least_capacity_found(tmp_path: Path) -> None:
    file = study_file(tmp_path, settings="starts: 1, hold: 30s")
    refused = loadproof("run", file, cwd=tmp_path)
    assert (refused.exit_code, "no capacity is searched" in " ".join(refused.messages.split())) == (2, True)
    search = "capacity: {start_rate: 300, max_rate: 1200, hold: 10s, confirm_hold: 10s, precision: 10%}"
    text = file.read_text(encoding="utf-8").replace("methods: {", f"methods: {{{search}, ")
    file.write_text(text, encoding="utf-8")
    result = loadproof("run", file, "--out", tmp_path / "run", "--json", cwd=tmp_path, within_s=90).result
    found = next(answer["rate"] for answer in result["answers"] if answer["method"] == "capacity")
    (rate,) = {trial["rate"] for trial in result["trials"] if trial["method"] == "overhead"}
    assert rate == pytest.approx(0.7 * found)
    assert {one["rate"] for one in overhead_of(result)["levels"]} == {rate}


def test_variants_are_held_against_each_other_by_themselves_and_by_what_a_level_costs(tmp_path: Path) -> None:
    variants = (
        "{a: {}, b: {simulated: {service_time: {log_normal: {mean: 6ms, sigma: 0.1}}, levels: {on: {cpu: 40%}}}}}"
    )
    file = study_file(tmp_path, "{on: {cpu: 10%}}", variants=variants)
    result = loadproof("run", file, "--out", tmp_path / "run", "--json", cwd=tmp_path, within_s=120).result
    first, second = result["overheads"]
    assert (first["contrasts"], second["variant"]) == ([], "b")
    told = {one["level"]: one for one in second["contrasts"] if one["metric"] == "cpu"}
    assert told["off"]["effect_percent"] == pytest.approx(20.0, abs=2.0)
    # 1.4 / 1.1: what the level costs in one against what it costs in the other.
    assert told["on"]["effect_percent"] == pytest.approx(27.3, abs=3.0)
    assert all(one["differs"] for one in told.values())
    assert all(one["low"] < one["effect_percent"] < one["high"] for one in told.values())
    text = " ".join(loadproof("report", tmp_path / "run", "--full", cwd=tmp_path).output.split())
    assert "b against a, feature off" in text
    for medium in (text, loadproof("report", tmp_path / "run", cwd=tmp_path).output):
        assert medium.index("a: Overhead") < medium.index("b: Overhead")
    assert texts_without_code(tmp_path / "run") == []


def test_a_gentle_start_goes_before_the_first_slot_and_is_in_no_figure(tmp_path: Path) -> None:
    settings = "rate: 100, starts: 1, hold: 50s, gentle_start: {rate: 20, hold: 10s}"
    result = loadproof(
        "run", study_file(tmp_path, settings=settings), "--out", tmp_path / "run", "--json", cwd=tmp_path
    ).result
    overhead = overhead_of(result)
    first, second = overhead["slots"][:2]
    assert (first["level"], first["rate"], first["counts"], first["cycle"]) == ("off", 20.0, False, 0)
    assert first["ended_s"] - first["began_s"] == pytest.approx(10.0, abs=0.5)
    assert (second["rate"], second["cycle"]) == (100.0, 1)
    assert {one["rate"] for one in overhead["levels"]} == {100.0}
