"""The table of the artifact repository against itself from made records, and the study that it runs."""

from pathlib import Path
from typing import Any

from loadproof.study.load_study import load_study

from bench.real.artifactory import ARTIFACTORY_RUNS, artifactory_study, artifactory_tables
from bench.real.record import Record


def pair(metric: str, operation: str, family: str, decision: str) -> dict[str, Any]:
    return {"metric": metric, "operation": operation, "family": family, "decision": decision}


def test_runs_that_call_a_primary_pair_different_are_counted(tmp_path: Path) -> None:
    record = Record(tmp_path / "artifactory.jsonl")
    names = list(ARTIFACTORY_RUNS)
    assert len(names) == 5
    alike = [pair("p99", "", "primary", "cannot tell"), pair("p99", "/tasks", "operation", "not run")]
    wrong = [
        pair("cpu", "", "primary", "different"),
        pair("mean", "Maven", "primary", "different"),
        pair("mean", "/tasks", "operation", "different"),
    ]
    for name, pairs in zip(names, (alike, wrong, alike), strict=False):
        record.add(name, {"pairs": pairs, "rounds": 3, "wall_s": 900.0})
    (table,) = artifactory_tables(record)
    assert [(claim.name, claim.value, claim.is_met) for claim in table.claims] == [
        ("runs with any primary difference, of 3", 1.0, True)
    ]
    rows = [row[1:6] for row in table.rows]
    assert rows == [
        ("1", "–", "0", "–", "3"),
        ("2", "cpu, mean Maven", "1", "mean /tasks", "3"),
        ("1", "–", "0", "–", "3"),
    ]


def test_the_study_is_the_published_one_with_shorter_rounds(tmp_path: Path) -> None:
    file = tmp_path / "study.yaml"
    file.write_text(artifactory_study(), encoding="utf-8")
    compare = load_study(file, preset="quick").methods.compare
    assert compare is not None
    assert (compare.rounds, compare.budget_s, round(compare.rate or 0.0)) == (3, 720.0, 99)
