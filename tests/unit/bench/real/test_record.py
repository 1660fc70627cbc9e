"""A bench that was ended goes on where it was: nothing is run twice, and a line that was cut spoils no other."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from bench.error import BenchError
from bench.real.case import capacities, capacity_of
from bench.real.record import Record, Run, run_missing

ENTRY: Mapping[str, Any] = {"state": "passed", "exit_code": 0, "by_others": [], "wall_s": 1.0}


def runs(begun: list[str], *names: str, broken: str = "") -> dict[str, Run]:
    def run_of(name: str) -> Run:
        def run(record: Record, place: Path) -> Mapping[str, Any]:
            assert place.is_dir()
            begun.append(name)
            if name == broken:
                raise BenchError("it does not start")
            return ENTRY

        return run

    return {name: run_of(name) for name in names}


def test_what_was_run_is_not_run_again(tmp_path: Path) -> None:
    begun: list[str] = []
    told: list[str] = []
    all_of_them = runs(begun, "first", "second", "third")
    run_missing(all_of_them, ["second"], Record(tmp_path / "record.jsonl"), None, told.append)
    run_missing(all_of_them, list(all_of_them), record := Record(tmp_path / "record.jsonl"), None, told.append)
    assert begun == ["second", "first", "third"]
    assert told[-1] == "2 of 2, third: passed, exit 0, undisturbed, 1 s"
    assert [entry["name"] for entry in record] == ["second", "first", "third"]
    assert [entry["name"] for entry in record.of(["third", "fourth", "first"])] == ["third", "first"]


def test_what_cannot_be_run_keeps_no_other_from_it_and_is_run_again(tmp_path: Path) -> None:
    begun: list[str] = []
    told: list[str] = []
    all_of_them = runs(begun, "first", "second", broken="first")
    for expected in (["first", "second"], ["first", "second", "first"]):
        with pytest.raises(BenchError, match=r"could not be run: first\. Cure"):
            run_missing(all_of_them, list(all_of_them), Record(tmp_path / "record.jsonl"), None, told.append)
        assert begun == expected
    assert "first: it does not start" in told


def test_none_begins_when_the_time_is_over(tmp_path: Path) -> None:
    begun: list[str] = []
    all_of_them = runs(begun, "first", "second")
    run_missing(all_of_them, list(all_of_them), Record(tmp_path / "record.jsonl"), 0.0, lambda _: None)
    assert not begun


def test_a_line_that_was_cut_spoils_no_other(tmp_path: Path) -> None:
    path = tmp_path / "of/tests/record.jsonl"
    Record(path).add("whole", ENTRY)
    with path.open("a", encoding="utf-8") as file:
        file.write('{"name": "cut", "sta')
    record = Record(path)
    assert "whole" in record
    assert "cut" not in record
    record.add("next", ENTRY)
    assert [entry["name"] for entry in Record(path)] == ["whole", "next"]


def test_a_capacity_is_measured_once_and_says_who_was_beside(tmp_path: Path) -> None:
    rates = iter([(400.0, True), (500.0, False), (450.0, False)])

    def measure() -> Mapping[str, Any]:
        rate, is_disturbed = next(rates)
        return {"completed_per_s": rate, "by_others": ["disturbed-seconds"] if is_disturbed else []}

    for _ in range(2):
        record = Record(tmp_path / "record.jsonl")
        assert capacity_of("a queue", record, measure) == 500.0
    assert list(capacities(record)) == [
        "capacity of a queue: 500/s (the largest of 400, 500, 450; others at work in 1 of them)"
    ]


def test_a_service_that_answers_nothing_has_no_capacity(tmp_path: Path) -> None:
    record = Record(tmp_path / "record.jsonl")
    with pytest.raises(BenchError, match="a queue answered nothing"):
        capacity_of("a queue", record, lambda: {"completed_per_s": 0.0, "by_others": []})
    assert "capacity of a queue" not in record


def test_a_record_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(BenchError, match="Cure: give another --records"):
        Record(tmp_path / "file/record.jsonl")
