"""The tables of real comparisons from made records: false differences and truths outside of intervals are counted."""

from pathlib import Path
from typing import Any

import pytest
from loadproof.study.load_study import load_study

from bench.document import filled
from bench.method.table import MethodTable
from bench.real.__main__ import OF_ITS_OWN
from bench.real.comparisons import COMPARISON_RUNS, comparison_tables, studies
from bench.real.record import Record

METRICS = ("p99", "mean", "cpu", "memory", "errors")
TRUTHS = {"one": 0.95, "two": 1.9, "five": 4.76}


def pair(metric: str, a: str, b: str, effect: float, decision: str = "cannot tell") -> dict[str, Any]:
    told = {"metric": metric, "a": a, "b": b, "operation": "", "decision": decision, "level_a": 1.05}
    return {**told, "effect_percent": effect, "points": None, "low": effect - 0.4, "high": effect + 0.4}


def entry(*pairs: dict[str, Any]) -> dict[str, Any]:
    course = {"rounds": 3, "left_out": 0, "slots": 24, "wall_s": 290.0, "doubts": [], "by_others": []}
    return {**course, "state": "passed", "exit_code": 0, "pairs": list(pairs)}


def tables_of(place: Path, entries: dict[str, dict[str, Any]]) -> list[MethodTable]:
    record = Record(place / "comparisons.jsonl")
    for name, one in entries.items():
        record.add(name, one)
    return list(comparison_tables(record))


def same(decision: str) -> dict[str, Any]:
    return entry(*(pair(metric, "go-pgx", "go-pgx-again", 0.5, decision) for metric in METRICS))


def burns(effects: dict[str, float], decision: str) -> dict[str, Any]:
    return entry(*(pair("cpu", "none", name, effect, decision) for name, effect in effects.items()))


def test_there_are_the_runs_that_the_proof_asks_for() -> None:
    beside = [name for name in COMPARISON_RUNS if "beside" in name]
    alone = [name.rstrip("0123456789").strip() for name in COMPARISON_RUNS if name not in beside]
    assert {name: alone.count(name) for name in alone} == {
        "go-pgx against itself": 20,
        "burns": 5,
        "unchanged starts": 5,
    }
    assert len(beside) == 2


def test_their_studies_can_be_read(tmp_path: Path) -> None:
    for name, text in studies().items():
        file = tmp_path / f"{name}.yaml"
        file.write_text(text, encoding="utf-8")
        methods = load_study(file).methods
        if name == "unchanged":
            assert methods.load is not None
            continue
        assert methods.compare is not None
        assert (methods.compare.budget_s, methods.compare.slot_s) == ({"same": 540.0, "burns": 1500.0}[name], 5.0)


@pytest.mark.parametrize(("wrong", "is_met"), [(3, True), (4, False)])
def test_more_than_three_false_differences_miss(tmp_path: Path, wrong: int, is_met: bool) -> None:
    entries = {f"go-pgx against itself {n}": same("different" if n <= wrong else "equivalent") for n in range(1, 21)}
    (claim,) = tables_of(tmp_path, entries)[0].claims
    assert (claim.value, claim.is_met) == (wrong, is_met)


def test_a_truth_outside_of_its_interval_is_marked_and_not_counted(tmp_path: Path) -> None:
    entries = {f"burns {n}": burns(TRUTHS, "different") for n in range(1, 5)}
    entries["burns 5"] = burns({**TRUTHS, "two": 3.0}, "equivalent")
    table = tables_of(tmp_path, entries)[1]
    assert [(claim.value, claim.is_met) for claim in table.claims] == [(14.0, True), (4.0, True)]
    assert [str(cell).endswith("**outside**") for cell in table.rows[-1][2:5]] == [False, True, False]


def test_what_is_run_beside_others_is_shown_and_not_counted(tmp_path: Path) -> None:
    (name,) = [name for name in COMPARISON_RUNS if name.startswith("go-pgx") and "beside" in name]
    table = tables_of(tmp_path, {"go-pgx against itself 1": same("equivalent"), name: same("different")})[0]
    assert (table.claims[0].value, len(table.rows)) == (0.0, 2)


def test_pairs_of_unchanged_starts_that_are_called_worse_are_counted_by_the_rule_of_now(tmp_path: Path) -> None:
    worse = [{"baseline": "run-0", "run": "run-1", "different": {"cpu": 4.0}}]
    entries = {
        "unchanged starts 1": {**entry(), "compared": {"3": 7, "4": 49}},
        "unchanged starts 5": {**entry(), "compared": {"0": 53, "3": 3}, "called_worse": worse},
    }
    table = tables_of(tmp_path, entries)[2]
    assert [row[2:6] for row in table.rows] == [("0", "7", "49", "not kept"), ("53", "3", "0", "cpu")]
    (claim,) = table.claims
    assert claim.value == pytest.approx(100.0 * 3 / 56)
    assert not claim.is_met


def test_the_document_has_a_place_for_the_tables() -> None:
    text = OF_ITS_OWN["comparisons"].read_text(encoding="utf-8")
    assert filled(text, "x", "python -m bench.real comparisons") != text
