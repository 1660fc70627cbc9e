"""The tables of real overheads from made records: what was told rightly is counted, and a truth outside is marked."""

from pathlib import Path
from typing import Any

import pytest
from loadproof.study.load_study import load_study

from bench.document import filled
from bench.method.table import MethodTable
from bench.real.__main__ import OF_ITS_OWN
from bench.real.overhead import OVERHEAD_RUNS, overhead_study, overhead_tables
from bench.real.record import Record

TRUTHS = {"zero": 0.0, "two": 1.9, "five": 4.76, "eight": 7.62}
VERDICTS = {"zero": "shown", "two": "shown", "five": "not shown", "eight": "refuted"}


def entry(truths: dict[str, float], verdicts: dict[str, str]) -> dict[str, Any]:
    levels = [
        {
            "level": level,
            "metric": metric,
            "verdict": verdicts[level],
            "effect_percent": percent,
            "low": percent - 0.4,
            "high": percent + 0.4,
            "off": 1.05,
        }
        for level, percent in truths.items()
        for metric in ("cpu", "mean", "memory")
    ]
    switch = {"level": "eight", "switches": 80, "took_s": 0.004, "cpu_ms": 0.1, "cpu_low_ms": -0.2, "cpu_high_ms": 0.4}
    course = {"left_out": 0, "slots": 400, "wall_s": 2600.0, "doubts": [], "by_others": [], "measured": 5}
    return {**course, "state": "failed", "exit_code": 3, "levels": levels, "switches": [switch]}


def tables_of(place: Path, entries: list[dict[str, Any]]) -> list[MethodTable]:
    record = Record(place / "overhead.jsonl")
    for name, one in zip(OVERHEAD_RUNS, entries, strict=False):
        record.add(name, one)
    return list(overhead_tables(record))


def test_there_are_four_runs_of_a_study_that_can_be_read(tmp_path: Path) -> None:
    assert len(OVERHEAD_RUNS) == 4
    file = tmp_path / "study.yaml"
    file.write_text(overhead_study(), encoding="utf-8")
    study = load_study(file)
    assert study.methods.overhead is not None
    assert (study.methods.overhead.starts, study.methods.overhead.hold_s) == (5, 480.0)
    assert study.methods.overhead.start_s <= 480.0
    assert [toggle.on.words[1].rpartition("=")[2] for toggle in study.toggles.values()] == ["0", "20", "50", "80"]


def test_what_is_told_in_three_of_four_runs_is_met(tmp_path: Path) -> None:
    unsure = {**VERDICTS, "zero": "not shown", "eight": "not shown"}
    table, switches = tables_of(tmp_path, [entry(TRUTHS, VERDICTS)] * 3 + [entry(TRUTHS, unsure)])
    assert [(claim.value, claim.is_met) for claim in table.claims] == [(3, True), (3, True), (0, True), (16, True)]
    assert len(table.rows) == 4
    assert "some 5 %, the bound itself" in table.markdown()
    assert len(switches.rows) == 4


@pytest.mark.parametrize(
    ("verdicts", "met"),
    [
        ({**VERDICTS, "two": "refuted"}, [True, True, False, True]),
        ({**VERDICTS, "zero": "not shown"}, [False, True, True, True]),
        ({**VERDICTS, "eight": "not shown"}, [True, False, True, True]),
    ],
)
def test_what_is_told_wrongly_misses(tmp_path: Path, verdicts: dict[str, str], met: list[bool]) -> None:
    table = tables_of(tmp_path, [entry(TRUTHS, verdicts)] * 4)[0]
    assert [claim.is_met for claim in table.claims] == met


def test_a_truth_outside_of_its_interval_is_marked(tmp_path: Path) -> None:
    table = tables_of(tmp_path, [entry({**TRUTHS, "two": 3.0}, VERDICTS)])[0]
    assert [str(cell).endswith("**outside**") for cell in table.rows[0][2:6]] == [False, True, False, False]


def test_before_any_run_there_are_tables_of_none(tmp_path: Path) -> None:
    assert [table.rows for table in tables_of(tmp_path, [])] == [[], []]


def test_the_document_has_a_place_for_the_tables() -> None:
    text = OF_ITS_OWN["overhead"].read_text(encoding="utf-8")
    assert filled(text, "x", "python -m bench.real overhead") != text
