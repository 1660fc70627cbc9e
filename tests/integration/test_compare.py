"""`methods: {compare: ...}`: rounds of all variants in virtual time, what they say, and how they go on when cut."""

import json
import re
import signal
import sqlite3
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any

import pytest

from .command_line import CommandLine, loadproof
from .told_texts import texts_without_code

_STUDY = """\
name: three services
stand:
  driver: simulate
  simulated: {{workers: 8, service_time: {{exponential: 5ms}}, warm_up: {{factor: 1.5, decay: 2s}}}}
variants: {variants}
profile: {{operations: {{read: {{request: GET /}}, write: {{weight: 0.3, request: POST /}}}}, slo: p99<200ms}}
methods: {{compare: {{rate: 300, {settings}}}}}
"""
_THREE = "{one: {}, slow: {simulated: {service_time: {exponential: 6ms}}}, same: {}}"
PRIMARY = ["p99", "mean", "cpu", "errors"]


def study_file(place: Path, variants: str = _THREE, settings: str = "rounds: 3, slot: 5s") -> Path:
    file = place / "study.yaml"
    file.write_text(_STUDY.format(variants=variants, settings=settings), encoding="utf-8")
    return file


def compared(result: dict[str, Any]) -> dict[str, Any]:
    assert len(result["comparisons"]) == 1
    comparison: dict[str, Any] = result["comparisons"][0]
    return comparison


def decisions(comparison: dict[str, Any], metric: str) -> dict[tuple[str, str], str]:
    return {
        (pair["a"], pair["b"]): pair["decision"]
        for pair in comparison["pairs"]
        if (pair["metric"], pair["operation"]) == (metric, "")
    }


def test_a_slower_variant_is_told_from_two_that_are_alike(tmp_path: Path) -> None:
    file = study_file(tmp_path, settings="rounds: 4, slot: 5s")
    ended = loadproof("run", file, "--out", tmp_path / "run", "--json", cwd=tmp_path, within_s=60)
    result = ended.result
    comparison = compared(result)
    summary = json.loads((tmp_path / "run" / "summary.json").read_text(encoding="utf-8"))
    assert (summary["rate_per_s"], summary["leader"]) == (300.0, None)
    assert comparison["variants"] == ["one", "slow", "same"]
    rounds = len(comparison["rounds"])
    assert ended.messages.count(" of 4 counts; CPU per request: one ") == 4 * rounds
    assert ended.messages.count("each variant alone; CPU per request: one ") == rounds
    assert "held to its end" not in ended.messages
    assert {trial["state"] for trial in result["trials"]} == {"held"}
    for metric in ("cpu", "mean"):
        found = decisions(comparison, metric)
        assert (found["one", "slow"], found["slow", "same"]) == ("different", "different")
        assert found["one", "same"] in ("equivalent", "cannot tell")
    slower = next(pair for pair in comparison["pairs"] if (pair["b"], pair["metric"]) == ("slow", "mean"))
    # Nobody waits: eight workers at a fifth of what they carry.
    assert slower["effect_percent"] == pytest.approx(20.0, abs=4.0)
    assert slower["low"] < slower["effect_percent"] < slower["high"]
    assert comparison["ranks"]["mean"]["slow"] == 3
    assert set(comparison["smallest_visible"]) == set(PRIMARY)
    assert result["sentence"].startswith("Simulated, in virtual time: After ")
    assert (result["state"], ended.exit_code) == (("passed", 0) if comparison["is_settled"] else ("undecided", 4))
    assert texts_without_code(tmp_path / "run") == []
    slots = comparison["slots"]
    assert {slot["purpose"] for slot in slots} == {"warm-up", "compare", "alone"}
    # A slot ends before the next begins: one variant is loaded at a time.
    assert all(one["ended_s"] <= other["began_s"] + 0.01 for one, other in pairwise(slots))
    for round_ in comparison["rounds"]:
        assert (round_["counted_cycles"], len(round_["variants"])) == (4, 3)
        counted = [slot for slot in slots if slot["round"] == round_["number"] and slot["counts"]]
        cycles = sorted({slot["cycle"] for slot in counted})
        order = [[slot["variant"] for slot in counted if slot["cycle"] == cycle] for cycle in cycles]
        assert (order[1], order[3]) == (order[0][::-1], order[2][::-1])
    assert {one["variant"] for one in comparison["company"]} == {"one", "slow", "same"}
    # Virtual time has nobody whose company costs anything.
    assert all(one["low"] < 0.0 < one["high"] for one in comparison["company"] if one["metric"] == "cpu")


def test_a_report_of_the_stored_rounds_says_the_same_in_every_medium(tmp_path: Path) -> None:
    run = tmp_path / "run"
    file = study_file(tmp_path, settings="rounds: 3, slot: 5s")
    first = loadproof("run", file, "--out", run, "--json", cwd=tmp_path, within_s=60).result
    again = loadproof("report", run, "--json", cwd=tmp_path).result
    assert again == first
    text = " ".join(loadproof("report", run, "--full", cwd=tmp_path).output.split())
    markdown = (run / "report.md").read_text(encoding="utf-8")
    page = (run / "report.html").read_text(encoding="utf-8")
    for medium in (text, " ".join(markdown.split()), page):
        assert "The smallest difference that this run could see" in medium
    assert "| mean response time | slow | one |" in markdown
    drawn = json.loads(re.search(r'id="series">(.*?)</script>', page, re.DOTALL)[1])  # type: ignore[index]
    # Variants of one round are up together: each has one span, from its first slot to its last.
    spans = {(one["variant"], one["start"]): (one["begin_s"], one["end_s"]) for one in drawn["starts"]}
    assert len(drawn["starts"]) == len(spans) == 9
    own = [slot for slot in compared(first)["slots"] if (slot["variant"], slot["round"]) == ("slow", 2)]
    assert spans["slow", 2] == (own[0]["began_s"], own[-1]["ended_s"])
    quantiles = compared(first)["curve_quantiles"]
    one = compared(first)["rounds"][0]["variants"][0]
    assert one["curve_ms"][quantiles.index(0.99)] == pytest.approx(one["values"]["p99"], abs=1e-3)
    assert (len(one["curve_ms"]), one["curve_ms"][-1]) == (len(quantiles), None)
    for language, word in (("ru", "Сравнение"), ("zh", "对比")):
        assert word in loadproof("report", run, "--lang", language, "--full", cwd=tmp_path).output


def test_the_same_seed_gives_the_same_comparison_and_another_seed_another(tmp_path: Path) -> None:
    file = study_file(tmp_path, "{one: {}, same: {}}", "rounds: 3, slot: 5s")
    runs = []
    for name, seed in (("first", 1), ("second", 1), ("third", 2)):
        text = file.read_text(encoding="utf-8")
        (tmp_path / f"{name}.yaml").write_text(f"{text}seed: {seed}\n", encoding="utf-8")
        ended = loadproof(
            "run", tmp_path / f"{name}.yaml", "--out", tmp_path / name, "--json", cwd=tmp_path, within_s=60
        )
        runs.append(compared(ended.result))
    assert runs[0] == runs[1]
    assert runs[0]["pairs"] != runs[2]["pairs"]
    # Two services of one kind have each their own luck.
    assert any(pair["effect_percent"] for pair in runs[0]["pairs"])


def test_it_ends_as_soon_as_all_is_told_and_not_before_three_rounds(tmp_path: Path) -> None:
    variants = "{one: {}, slow: {simulated: {service_time: 9ms}}}"
    file = study_file(tmp_path, variants, "rounds: 8, slot: 5s, margins: {response: 20%}")
    result = loadproof("run", file, "--out", tmp_path / "run", "--json", cwd=tmp_path, within_s=60).result
    comparison = compared(result)
    assert comparison["is_settled"]
    assert len(comparison["rounds"]) in (3, 5)
    assert (result["state"], comparison["ended"]) == (
        "passed",
        f"After {len(comparison['rounds'])} rounds all is told: no more are needed.",
    )


def test_the_rounds_share_the_budget_and_end_within_it(tmp_path: Path) -> None:
    file = study_file(tmp_path, "{one: {}, same: {}}", "rounds: 5, budget: 8m")
    result = loadproof("run", file, "--out", tmp_path / "run", "--json", cwd=tmp_path, within_s=120).result
    comparison = compared(result)
    assert 3 <= len(comparison["rounds"]) <= 5
    assert all(one["counted_cycles"] > 4 for one in comparison["rounds"])
    assert result["run"]["duration_s"] <= 480.0
    if len(comparison["rounds"]) == 5:
        assert result["run"]["duration_s"] > 400.0


def test_three_of_the_shortest_rounds_are_run_where_no_longer_ones_fit(tmp_path: Path) -> None:
    file = study_file(tmp_path, "{one: {}, same: {}}", "rounds: 8, slot: 5s, budget: 2m")
    result = loadproof("run", file, "--out", tmp_path / "run", "--json", cwd=tmp_path, within_s=60).result
    comparison = compared(result)
    assert len(comparison["rounds"]) == 3
    assert {slot["ended_s"] - slot["began_s"] < 5.0 for slot in comparison["slots"]} == {True}
    assert result["run"]["duration_s"] <= 120.0


def test_a_budget_without_room_for_three_rounds_is_refused_before_any_start(tmp_path: Path) -> None:
    file = study_file(tmp_path, "{one: {}, same: {}}", "rounds: 8, budget: 1m")
    refused = loadproof("run", file, "--out", tmp_path / "run", cwd=tmp_path)
    assert refused.exit_code == 2
    told = re.search(
        r"60 s are less than 3 rounds of 2 variants take, 84 s of load.*give (\d+m)", " ".join(refused.messages.split())
    )
    assert told, refused.messages
    assert not (tmp_path / "run").exists()
    longer = study_file(tmp_path, "{one: {}, same: {}}", f"rounds: 8, budget: {told[1]}")
    again = loadproof("run", longer, "--out", tmp_path / "again", "--json", cwd=tmp_path, within_s=60).result
    assert len(compared(again)["rounds"]) >= 3


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_rounds_that_were_cut_go_on(tmp_path: Path, number: signal.Signals) -> None:
    run = tmp_path / "run"
    with CommandLine("run", study_file(tmp_path), "--out", run, cwd=tmp_path) as command:
        command.wait_for_second(run, 1, trial=30)
        command.send(number)
        command.ended(within_s=30)
    cut = loadproof("report", run, "--json", cwd=tmp_path).result
    assert cut["doubts"][-1]["code"] == "interrupted" or "interrupted" in {one["code"] for one in cut["doubts"]}
    ended = loadproof("run", "--continue", run, "--json", cwd=tmp_path, within_s=60)
    result = ended.result
    comparison = compared(result)
    assert len(comparison["rounds"]) == 3
    numbers = [one["number"] for one in comparison["rounds"]]
    assert len(set(numbers)) == 3
    assert all(one["outcome"] == "measured" for each in comparison["rounds"] for one in each["variants"])
    superseded = {trial["number"] for trial in result["trials"] if trial["superseded"]}
    assert superseded.isdisjoint({slot["trial"] for slot in comparison["slots"]})
    assert "nothing is missing" in loadproof("run", "--continue", run, cwd=tmp_path, within_s=60).messages


def test_starts_with_other_methods_come_before_the_rounds(tmp_path: Path) -> None:
    file = study_file(tmp_path, "{one: {}, slow: {simulated: {service_time: 9ms}}}", "rounds: 3, slot: 5s")
    text = file.read_text(encoding="utf-8").replace("methods: {", "methods: {load: {rate: 50, hold: 5s}, ")
    file.write_text(text, encoding="utf-8")
    result = loadproof("run", file, "--out", tmp_path / "run", "--json", cwd=tmp_path, within_s=60).result
    methods = [trial["method"] for trial in result["trials"]]
    assert methods[:2] == ["load", "load"]
    assert set(methods[2:]) == {"compare"}
    assert len(compared(result)["rounds"]) == 3
    only = loadproof("run", file, "--method", "load", "--json", "--out", tmp_path / "load", cwd=tmp_path).result
    assert only["comparisons"] == []


@pytest.mark.parametrize(
    ("variants", "settings", "told"),
    [
        ("{one: {}}", "rounds: 3", "there is one variant, and nothing to compare it with"),
        (_THREE, "rounds: 13", "13 is not from 1 to 12"),
        (_THREE, "slot: 1s", "methods.compare.slot"),
        (_THREE, "margins: {cpu: 200%}", "methods.compare.margins.cpu"),
        (_THREE, "margins: {latency: 5%}", "methods.compare.margins.latency"),
    ],
)
def test_what_cannot_be_compared_is_refused_before_any_load(
    tmp_path: Path, variants: str, settings: str, told: str
) -> None:
    ended = loadproof("run", study_file(tmp_path, variants, settings), "--out", tmp_path / "run", cwd=tmp_path)
    assert ended.exit_code == 2
    assert told in " ".join(ended.messages.split())
    assert not (tmp_path / "run").exists()


def test_a_port_that_all_variants_would_share_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "study.yaml"
    file.write_text(
        "name: one port\n"
        "stand: {target: 'http://127.0.0.1:8080', services: {api: {command: sleep 60, port: 8080}}}\n"
        "variants: {a: {}, b: {}}\n"
        "profile: {operations: {get: {request: GET /}}}\n"
        "methods: {compare: {rate: 100}}\n",
        encoding="utf-8",
    )
    ended = loadproof("run", file, cwd=tmp_path)
    assert (ended.exit_code, "port 8080 in each" in " ".join(ended.messages.split())) == (2, True)


def test_the_published_schema_holds_a_comparison() -> None:
    schema = json.loads((Path(__file__).parents[2] / "schema/result.schema.json").read_text(encoding="utf-8"))
    assert "comparisons" in schema["properties"]


def test_without_a_rate_it_takes_that_of_the_least_capacity_found(tmp_path: Path) -> None:
    file = study_file(tmp_path, "{one: {}, small: {simulated: {workers: 3}}}", "rounds: 3, slot: 5s")
    text = file.read_text(encoding="utf-8")
    search = "capacity: {start_rate: 300, max_rate: 1200, hold: 10s, confirm_hold: 10s, precision: 10%}"
    file.write_text(
        text.replace("methods: {", f"methods: {{{search}, ").replace("rate: 300, rounds", "rounds"), "utf-8"
    )
    result = loadproof("run", file, "--out", tmp_path / "run", "--json", cwd=tmp_path, within_s=120).result
    found = {answer["variant"]: answer["rate"] for answer in result["answers"] if answer["method"] == "capacity"}
    assert found["small"] < found["one"]
    assert compared(result)["rate"] == pytest.approx(0.7 * found["small"])
    assert {trial["rate"] for trial in result["trials"] if trial["method"] == "compare"} == {compared(result)["rate"]}
    alone = text.replace("rate: 300, ", "")
    file.write_text(alone, encoding="utf-8")
    refused = loadproof("run", file, cwd=tmp_path)
    assert (refused.exit_code, "no capacity is searched" in " ".join(refused.messages.split())) == (2, True)


def test_a_plan_says_how_long_the_rounds_take_and_what_they_see(tmp_path: Path) -> None:
    file = study_file(tmp_path, settings="rounds: 8, slot: 10s, budget: 25m")
    plan = json.loads(loadproof("plan", file, "--json", cwd=tmp_path).output)
    # All rounds share the budget, with slots that are shorter than was asked for.
    assert (plan["rounds"]["round_s"], plan["rounds"]["least"], plan["rounds"]["most"]) == (187.5, 3, 8)
    assert plan["rounds"]["slot_s"] == 7.0
    assert plan["duration_s"] == {"low": 562.5, "median": 1500.0, "high": 1500.0}
    assert 0.0 < plan["rounds"]["visible_percent"]["cpu"] < plan["rounds"]["visible_percent"]["p99"]
    text = " ".join(loadproof("plan", file, cwd=tmp_path).output.split())
    assert "The comparison takes 3 to 8 rounds of about 3 min 8 s each" in text


def test_a_variant_against_itself_differs_by_its_name_alone(tmp_path: Path) -> None:
    file = study_file(tmp_path)
    file.write_text(file.read_text(encoding="utf-8").replace("methods: {", "methods: {load: {rate: 100}, "), "utf-8")
    ended = loadproof("run", file, "--aa", "--out", tmp_path / "run", "--json", cwd=tmp_path, within_s=60)
    comparison, result = compared(ended.result), ended.result
    assert (comparison["against_itself"], comparison["variants"]) == ("one", ["one", "one-again"])
    one, again = result["run"]["study"]["variants"]
    assert {**one, "name": ""} == {**again, "name": ""}
    # Of the other methods of the study nothing is asked.
    assert {trial["method"] for trial in result["trials"]} == {"compare"}
    alarms = sum(pair["decision"] == "different" for pair in comparison["pairs"] if pair["family"] == "primary")
    assert f"An A/A, both variants are one: {alarms or 'no false alarm'}" in result["sentence"]
    assert texts_without_code(tmp_path / "run") == []
    assert loadproof("run", "--continue", tmp_path / "run", "--json", cwd=tmp_path).result == result


def test_the_named_variant_is_taken_and_a_study_of_one_has_a_twin_too(tmp_path: Path) -> None:
    named = study_file(tmp_path)
    plan = json.loads(loadproof("plan", named, "--aa", "--variant", "slow", "--json", cwd=tmp_path).output)
    assert plan["study"]["variants"] == ["slow", "slow-again"]
    assert "--aa --variant slow" in loadproof("plan", named, "--aa", "--variant", "slow", cwd=tmp_path).output
    alone = study_file(tmp_path, "{}")
    plan = json.loads(loadproof("plan", alone, "--aa", "--json", cwd=tmp_path).output)
    assert plan["study"]["variants"] == ["base", "base-again"]


@pytest.mark.parametrize(
    ("options", "methods", "told"),
    [
        (["--aa", "--variant", "slwo"], "compare: {rate: 300}", "'slwo' is not among the variants"),
        (["--variant", "slow"], "compare: {rate: 300}", "add --aa"),
        (["--aa"], "load: {rate: 300}", "an A/A is a comparison"),
        (["--aa", "--method", "load"], "load: {rate: 300}, compare: {rate: 300}", "an A/A is a comparison"),
    ],
)
def test_what_cannot_be_compared_with_itself_is_refused(
    tmp_path: Path, options: list[str], methods: str, told: str
) -> None:
    file = study_file(tmp_path)
    kept = file.read_text(encoding="utf-8").split("methods:")[0]
    file.write_text(f"{kept}methods: {{{methods}}}\n", encoding="utf-8")
    ended = loadproof("run", file, *options, cwd=tmp_path)
    assert (ended.exit_code, told in " ".join(ended.messages.split())) == (2, True), ended.messages
    assert "Cure: " in ended.messages


def test_a_run_that_goes_on_takes_no_other_variants(tmp_path: Path) -> None:
    ended = loadproof("run", "--continue", "run", "--aa", cwd=tmp_path)
    assert (ended.exit_code, "give --continue RUN alone" in " ".join(ended.messages.split())) == (2, True)


def test_a_plan_of_single_starts_sees_only_what_is_larger_than_the_drift(tmp_path: Path) -> None:
    plans = {}
    for together in ("true", "false"):
        file = study_file(tmp_path, settings=f"rounds: 8, slot: 10s, together: {together}")
        plans[together] = json.loads(loadproof("plan", file, "--json", cwd=tmp_path).output)["rounds"]
    # Nobody is beside a single start, so that no slot goes without the others.
    assert plans["true"]["round_s"] - plans["false"]["round_s"] == 30.0
    for metric, percent in plans["true"]["visible_percent"].items():
        assert plans["false"]["visible_percent"][metric] > 4.0 * percent


_HELD = ", memory: {base: 1000GiB}"
"""More than any machine has half of."""


def singly(place: Path, settings: str = "rounds: 3, slot: 5s", memory: str = _HELD) -> Path:
    file = study_file(place, "{one: {}, slow: {simulated: {service_time: {exponential: 6ms}}}}", settings)
    text = file.read_text(encoding="utf-8").replace("decay: 2s}", f"decay: 2s}}{memory}")
    file.write_text(text, encoding="utf-8")
    return file


def test_variants_that_hold_too_much_memory_together_are_started_one_at_a_time(tmp_path: Path) -> None:
    run = tmp_path / "run"
    ended = loadproof("run", singly(tmp_path, "rounds: 4, slot: 5s"), "--out", run, cwd=tmp_path, within_s=60)
    assert ended.messages.index("All variants together hold") < ended.messages.index(", warm-up cycle 1;")
    result = loadproof("report", run, "--json", cwd=tmp_path).result
    comparison = compared(result)
    assert comparison["design"] == "single starts"
    page, markdown = ((run / name).read_text(encoding="utf-8") for name in ("report.html", "report.md"))
    for medium in (" ".join(ended.output.split()), " ".join(markdown.split()), page):
        assert "each is started by itself, in turn (A B, B A)" in medium
    slots = comparison["slots"]
    assert {slot["purpose"] for slot in slots} == {"warm-up", "compare"}
    orders = []
    for one in comparison["rounds"]:
        own = [slot for slot in slots if slot["round"] == one["number"]]
        turns = [name for name, _ in groupby(slot["variant"] for slot in own)]
        # Once each: the slots of a variant follow one another.
        assert sorted(turns) == ["one", "slow"]
        assert all(sum(slot["counts"] for slot in own if slot["variant"] == name) == 4 for name in turns)
        orders.append(turns)
    assert (orders[1], orders[3]) == (orders[0][::-1], orders[2][::-1])
    assert decisions(comparison, "cpu")["one", "slow"] == "different"
    assert texts_without_code(run) == []


def test_a_study_may_ask_for_single_starts_and_keeps_them_when_it_goes_on(tmp_path: Path) -> None:
    run = tmp_path / "run"
    file = singly(tmp_path, "rounds: 3, slot: 5s, together: false", memory="")
    first = compared(loadproof("run", file, "--out", run, "--json", cwd=tmp_path, within_s=60).result)
    last = first["slots"][-1]
    own = [slot["trial"] for slot in first["slots"] if slot["round"] == 3 and slot["variant"] == last["variant"]]
    with sqlite3.connect(run / "run.db") as store:
        # As if it had been cut between the two starts of its last round.
        store.execute("DELETE FROM event WHERE kind = 'comparison-ended'")
        store.execute("DELETE FROM start WHERE number = 3 AND variant = ?", (last["variant"],))
        store.execute("DELETE FROM answer WHERE start = 3 AND variant = ?", (last["variant"],))
        store.execute("DELETE FROM trial WHERE number >= ?", (min(own),))
    ended = loadproof("run", "--continue", run, "--json", cwd=tmp_path, within_s=60)
    comparison = compared(ended.result)
    assert comparison["design"] == "single starts"
    assert [one["number"] for one in comparison["rounds"]] == [1, 2, 4]
    assert {slot["purpose"] for slot in comparison["slots"]} == {"warm-up", "compare"}
