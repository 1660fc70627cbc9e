"""`compare: {primary: [...]}`: operations that answer a comparison, in virtual time, from the study to every report."""

import json
from pathlib import Path
from typing import Any

import pytest

from .command_line import loadproof
from .told_texts import texts_without_code

_STUDY = """\
name: repository
stand:
  driver: simulate
  simulated: {workers: 8, service_time: {exponential: 5ms}}
variants: {g1: {}, zgc: {simulated: {service_time: {exponential: 3ms}}}}
profile:
  operations:
    maven: {rate: 250, request: GET /maven}
    npm: {rate: 45, request: GET /npm}
    search: {rate: 4.9, request: GET /search}
    logout: {rate: 0.1, request: POST /logout}
  slo: p99<200ms
methods:
  compare:
    rate: 300
    rounds: 4
    primary: [maven, npm]
"""


def study_file(place: Path, primary: str = "[maven, npm]") -> Path:
    file = place / "study.yaml"
    file.write_text(_STUDY.replace("[maven, npm]", primary), encoding="utf-8")
    return file


def family(comparison: dict[str, Any], name: str) -> set[tuple[str, str]]:
    return {(pair["metric"], pair["operation"]) for pair in comparison["pairs"] if pair["family"] == name}


def test_primary_operations_answer_with_the_total_and_stand_in_every_report(tmp_path: Path) -> None:
    run = tmp_path / "run"
    result = loadproof("run", study_file(tmp_path), "--out", run, "--json", cwd=tmp_path, within_s=90).result
    (comparison,) = result["comparisons"]
    assert comparison["primary"] == ["maven", "npm"]
    primary = family(comparison, "primary")
    # Four slots of 4 s: 4,000 calls of one operation, 720 of the other.
    assert {one for one in primary if one[1]} == {("p99", "maven"), ("mean", "maven"), ("mean", "npm")}
    assert ("mean", "search") in family(comparison, "operation")
    mean = next(one for one in comparison["pairs"] if (one["metric"], one["operation"]) == ("mean", "npm"))
    assert mean["decision"] == "different"
    assert mean["low"] < mean["effect_percent"] < mean["high"] < 0.0
    assert "2 primary operations: " in result["sentence"]
    assert set(comparison["visible_of_operations"]["maven"]) == {"p99", "mean"}
    times = {(one["operation"], one["variant"]): one for one in comparison["operations"]}
    assert [name for name, variant in times if variant == "g1"] == ["", "maven", "npm", "search", "logout"]
    assert {"mean", "p50", "p95", "p99"} <= times["", "g1"]["values"].keys()
    rare = times["logout", "g1"]["too_few"]["p99"]
    assert (rare["needed_calls"], rare["calls"] < 10) == (1000, True)
    (averaged, *_) = comparison["percentile_means"]
    assert (averaged["metric"], averaged["operations"], averaged["whole"]) == ("p95", 2, 4)
    own = [times[name, "g1"]["values"]["p95"] for name in ("maven", "npm")]
    assert averaged["values"]["g1"] == pytest.approx(sum(own) / 2, abs=1e-3)
    assert texts_without_code(run) == []
    # What is stored says the same again.
    assert loadproof("report", run, "--json", cwd=tmp_path).result == result
    markdown = (run / "report.md").read_text(encoding="utf-8")
    assert "| ★ maven | g1 |" in markdown
    assert "mean of the percentiles of 2 of 4 operations" in markdown
    assert "too few calls: a run of" in markdown
    for language, words in (("ru", "среднее перцентилей"), ("zh", "百分位数的平均值")):
        assert words in loadproof("report", run, "--lang", language, "--full", cwd=tmp_path).output


def test_faults_of_the_list_are_told_together_with_file_and_line(tmp_path: Path) -> None:
    ended = loadproof("run", study_file(tmp_path, "[mavn, npm, npm]"), cwd=tmp_path)
    messages = " ".join(ended.messages.split())
    assert ended.exit_code == 2
    assert "study.yaml:17: methods.compare.primary[0]: the profile has no operation 'mavn'" in messages
    assert "did you mean maven?" in messages
    assert "methods.compare.primary[2]: 'npm' is there twice" in messages


def test_a_plan_says_what_is_seen_of_each_primary_operation(tmp_path: Path) -> None:
    plan = json.loads(loadproof("plan", study_file(tmp_path), "--json", cwd=tmp_path).output)["rounds"]
    assert set(plan["visible_of_operations"]["maven"]) == {"p99", "mean"}
    assert set(plan["visible_of_operations"]["npm"]) == {"mean"}
    file = study_file(tmp_path)
    file.write_text(file.read_text(encoding="utf-8").replace("    primary: [maven, npm]\n", ""), encoding="utf-8")
    alone = json.loads(loadproof("plan", file, "--json", cwd=tmp_path).output)["rounds"]
    assert alone["visible_percent"]["cpu"] < plan["visible_percent"]["cpu"]
