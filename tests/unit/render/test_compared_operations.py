"""Reports of a comparison with primary operations: totals, rare operations, CPU in points, in every language."""

from dataclasses import replace
from pathlib import Path

import pytest
from loadproof.methods.compare.sections.operations import cpu_table, times_parts, times_table, totals_table
from loadproof.methods.compare.sections.pairs import pairs_table
from loadproof.records.comparison import PercentileMean
from loadproof.render.document import Fold, Section, Table, text_of
from loadproof.result.build import build_result
from loadproof.result.result import Result
from loadproof.store.reader import RunReader
from loadproof.words.catalogue import LANGUAGES, words_of

from ..result.test_comparisons import CALLS, METHOD, STUDY, store

WORDS = words_of("en")
OPERATIONS = 4
SERVICE = {"name": "api", "command": ["api"], "cpus": 2.0, "memory_mib": None}
VARIANT = {"driver": "process", "target": "http://127.0.0.1", "placement": "shared", "cpus": 2, "services": [SERVICE]}


@pytest.fixture
def result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Result:
    """Three rounds of 80 calls of each of four operations; b spends a quarter more CPU."""
    monkeypatch.setitem(METHOD, "compare_primary", ["get"])
    monkeypatch.setitem(STUDY, "variants", [{"name": name, **VARIANT} for name in "ab"])
    writer, made = store(tmp_path)
    with writer:
        for number, luck in enumerate((1.0, 1.01, 0.99), 1):
            made.round(number, {"a": 4.0 * luck, "b": 5.0 * luck})
        writer.ended()
    with RunReader(writer._directory) as reader:
        return build_result(reader)


def cells(table: Table) -> list[list[str]]:
    return [[text_of(cell) for cell in row] for row in table.rows]


def test_the_total_has_a_row_for_each_variant_and_the_mean_of_percentiles_none_without_calls(result: Result) -> None:
    (comparison,) = result.comparisons
    rows = cells(totals_table(comparison, WORDS))
    assert [row[:2] for row in rows] == [["all", "a"], ["all", "b"]]
    assert [column.title for column in totals_table(comparison, WORDS).columns][3:] == [
        "Mean",
        "p50",
        "p95",
        "p99",
        "p95 against a, %",
        "p99 against a, %",
    ]
    # 320 calls of a round are enough for a p95, and too few for a p99.
    assert rows[0][3:5] == ["10.0", "10.0"]
    assert rows[0][6].startswith("too few calls: a run of ")


def test_each_operation_has_its_times_and_a_mark_if_it_is_primary(result: Result) -> None:
    (comparison,) = result.comparisons
    rows = cells(times_table(comparison, result.run, WORDS, 100))
    assert len(rows) == OPERATIONS * 2
    assert [row[0] for row in rows[:4:2]] == ["★ get", next(iter(rows[2]))]
    assert not rows[2][0].startswith("★")
    assert rows[0][2] == f"{CALLS}.0"
    alone = cells(times_table(comparison, result.run, WORDS, 100, primary_alone=True))
    assert [row[0] for row in alone] == ["★ get"] * 2
    assert len(times_table(comparison, result.run, WORDS, 3).rows) == 3


def test_cpu_is_told_in_per_cent_of_the_limit_in_points_and_in_per_cent(result: Result) -> None:
    (comparison,) = result.comparisons
    (row,) = cells(cpu_table(comparison.cpu_shares, WORDS))
    (share,) = comparison.cpu_shares
    assert row[:3] == ["b", "a", "2 CPUs (limit)"]
    # 40 calls/s at 20 ms each are 0.8 of 2 CPUs.
    assert share.a_percent == pytest.approx(40.0, abs=0.5)
    assert share.b_percent == pytest.approx(50.0, abs=0.5)
    assert row[5].startswith("+")
    assert share.points == pytest.approx(10.0, abs=0.3)
    assert share.effect_percent == pytest.approx(25.0, abs=0.3)


def test_the_pairs_of_primary_operations_are_named(result: Result) -> None:
    (comparison,) = result.comparisons
    assert comparison.primary == ("get",)
    named = [row for row in cells(pairs_table(comparison, WORDS)) if row[1] == "get"]
    # Its p99 has too few calls in every round.
    assert [row[0] for row in named] == ["mean response time"]
    assert set(comparison.visible_of_operations["get"]) == {"mean"}
    assert comparison.rounds[0].variants[0].operations == {"get": {"mean": pytest.approx(10.0, abs=0.1)}}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_part_is_told_in_every_language(result: Result, language: str) -> None:
    words = words_of(language)
    (comparison,) = result.comparisons
    parts = times_parts(comparison, result.run, words)
    codes = ("page-section-compared-total", "page-section-cpu-share", "page-section-compared-operations")
    assert [part.title for part in parts if isinstance(part, Section | Fold)] == [words(code) for code in codes]


def test_means_of_other_numbers_of_operations_have_rows_of_their_own(result: Result) -> None:
    (comparison,) = result.comparisons
    means = (
        PercentileMean(metric="p95", operations=4, whole=4, values={"a": 212.0, "b": 184.0}),
        PercentileMean(metric="p99", operations=3, whole=4, values={"a": 407.0, "b": 245.0}),
    )
    rows = cells(totals_table(replace(comparison, percentile_means=means), WORDS))[2:]
    assert [row[0] for row in rows] == [
        "mean of the percentiles of 4 of 4 operations",
        "mean of the percentiles of 4 of 4 operations",
        "mean of the percentiles of 3 of 4 operations",
        "mean of the percentiles of 3 of 4 operations",
    ]
    assert [row[5:] for row in rows] == [
        ["212", "–", "–", "–"],
        ["184", "–", "−13.2", "–"],
        ["–", "407", "–", "–"],
        ["–", "245", "–", "−39.8"],
    ]
