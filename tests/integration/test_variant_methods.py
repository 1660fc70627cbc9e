"""Variants with methods of their own, in virtual time: who is started, who is compared, and what `--continue` adds."""

import json
from pathlib import Path
from typing import Any

from .command_line import loadproof

_STUDY = """\
name: several
stand: {driver: simulate, simulated: {workers: 4, service_time: {exponential: 10ms}}}
variants:
  faulty: {}
  small: {simulated: {workers: 2}, only: [soak]}
  mended: {simulated: {service_time: {exponential: 6ms}}, only: [compare]}
profile: {operations: {get: {request: GET /}}, slo: p99<500ms}
starts: 2
methods:
  capacity: {start_rate: 50, max_rate: 800, precision: 10%, hold: 10s, budget: 5m}
  soak: {rate: 50, ramp: 0s, settle: 5s, hold: 1m}
  compare: {rate: 50, rounds: 3}
"""


def run(place: Path, *options: str | Path) -> dict[str, Any]:
    file = place / "study.yaml"
    file.write_text(_STUDY, encoding="utf-8")
    return loadproof("run", file, "--out", place / "run", "--json", *options, cwd=place, within_s=120).result


def answered(result: dict[str, Any]) -> set[tuple[str, str, int]]:
    answers = [one for one in result["answers"] if one["method"] != "compare"]
    return {(one["variant"], one["method"], one["start"]) for one in answers}


def test_each_variant_is_run_through_its_own_methods_alone(tmp_path: Path) -> None:
    result = run(tmp_path)
    starts = (1, 2)
    expected = {("faulty", method, start) for method in ("capacity", "soak") for start in starts}
    assert answered(result) == expected | {("small", "soak", start) for start in starts}
    # Its search stood alone: no other variant was up beside it.
    assert not [event for event in result["run"]["events"] if "take turns" in event["text"]]
    (comparison,) = result["comparisons"]
    assert sorted(comparison["variants"]) == ["faulty", "mended"]
    # Nothing is missing, though two variants lack methods of the study.
    again = loadproof("run", "--continue", tmp_path / "run", "--json", cwd=tmp_path, within_s=60)
    assert answered(again.result) == answered(result)
    assert len(again.result["trials"]) == len(result["trials"])


def test_the_plan_counts_each_variant_with_its_own_methods(tmp_path: Path) -> None:
    (tmp_path / "study.yaml").write_text(_STUDY, encoding="utf-8")
    plan = json.loads(loadproof("plan", tmp_path / "study.yaml", "--json", cwd=tmp_path, within_s=60).output)
    planned = [(one["variant"], one["method"]) for one in plan["methods"]]
    assert planned == [("faulty", "capacity"), ("faulty", "confirm"), ("faulty", "soak"), ("small", "soak")]
    assert plan["starts"]["in_all"] == 4
    assert plan["rounds"]["variants"] == 2
    of_variant = {one["variant"]: one["duration_s"]["median"] for one in plan["variants"]}
    assert of_variant.keys() == {"faulty", "small"}
    # Two soaks of 65 s, and no search.
    assert of_variant["small"] < 150.0 < of_variant["faulty"]
