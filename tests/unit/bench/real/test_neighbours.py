"""The table of first runs beside a busy neighbour, from made records."""

from pathlib import Path
from typing import Any

from bench.real.neighbours import neighbour_runs, neighbour_tables
from bench.real.record import Record


def entry(state: str) -> dict[str, Any]:
    code = 0 if state == "passed" else 4
    return {"state": state, "exit_code": code, "sentence": f"It ended {state}.", "doubts": [{"code": "late-sends"}] * 2}


def test_runs_without_a_verdict_are_counted_in_each_version_that_was_run(tmp_path: Path) -> None:
    record = Record(tmp_path / "neighbours.jsonl")
    for name, state in zip(neighbour_runs(None), ("passed", "undecided", "invalid", "failed"), strict=False):
        record.add(name, entry(state))
    (alone,) = neighbour_tables(record)
    assert [claim.value for claim in alone.claims] == [2.0]
    assert "not valid or undecided in the earlier version" not in alone.facts
    assert [row[2:] for row in alone.rows[:2]] == [
        ("passed (0)", "It ended passed.", "late-sends"),
        ("undecided (4)", "It ended undecided.", "late-sends"),
    ]
    (earlier, *_) = neighbour_runs(Path("python"))
    record.add(earlier, entry("invalid"))
    (both,) = neighbour_tables(record)
    assert both.facts["not valid or undecided in the earlier version"] == "1 of 1"
    assert [len(row) for row in both.rows] == [8] * 4
    assert len(both.columns) == 8
    assert both.rows[0][2:] == (
        "invalid (4)",
        "It ended invalid.",
        "late-sends",
        "passed (0)",
        "It ended passed.",
        "late-sends",
    )
    assert both.rows[1][2:5] == ("", "", "")
