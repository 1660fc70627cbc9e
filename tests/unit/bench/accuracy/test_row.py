"""What passes, what fails, and what a disturbed machine may excuse."""

from pathlib import Path
from typing import Any

import pytest

from bench.accuracy.case import Case, cases_of
from bench.accuracy.document import generated_part, write_tables
from bench.accuracy.modes import MODES
from bench.accuracy.observation import Observed
from bench.accuracy.row import QUANTILES, Row, row_of
from bench.accuracy.server_log import Served, ServerLog

MS = 1_000_000
CASE = Case(MODES["constant-delay"], poisson=False, shards=2, few=False)
CALLS = 6000


def row(shift_ms: float = 0.0, doubts: tuple[str, ...] = (), late_ms: float = 0.1, **counts: int) -> Row:
    """A load on a server that took 20 ms for each call, as a result that is off by so much has it."""
    calls = {number: Served("200", 0, 0, 20 * MS, 20 * MS) for number in range(CALLS)}
    result: dict[str, Any] = dict.fromkeys(("dropped", "cut", "errors", "retried"), 0)
    result |= dict.fromkeys(("due", "sent", "completed"), CALLS)
    result["errors_by_kind"] = {}
    result["response_ms"] = dict.fromkeys(QUANTILES, 20 + shift_ms)
    result["lateness_ms"] = dict.fromkeys(QUANTILES, late_ms)
    result["doubts"] = [{"code": code} for code in doubts]
    return row_of(Observed(CASE, result | counts, ServerLog(calls, None), Path()))


@pytest.mark.parametrize("shift_ms", [0.0, 0.9, -0.9])
def test_within_a_millisecond_is_met(shift_ms: float) -> None:
    assert row(shift_ms).outcome == "met"
    assert row(shift_ms, ("steal",)).outcome == "met"


def test_a_doubted_row_is_neither_a_pass_nor_a_failure() -> None:
    for shift_ms in (0.0, 5.0):
        assert row(shift_ms, ("late-sends",)).outcome == "not valid: late-sends"
    assert row(5.0).outcome.startswith("MISSED: p50 25.0 ms, truth 20 ms (± 1)")
    assert row(5.0, ("steal",)).outcome == "not valid: steal"
    assert row(5.0, ("connection-limit",)).outcome.startswith("MISSED")


def test_a_lateness_that_the_result_admits_explains_a_miss() -> None:
    assert row(1.5, late_ms=1.6).outcome.startswith("not valid: p50 of our own lateness 1.6 ms")
    assert row(1.5, late_ms=0.4).outcome.startswith("MISSED")


def test_nothing_excuses_times_that_are_too_short() -> None:
    assert row(-5.0, ("late-sends", "generator-cpu")).outcome.startswith("MISSED")


@pytest.mark.parametrize(
    "counts", [{"due": CALLS - 1}, {"completed": CALLS - 1}, {"errors": 1}, {"cut": 1}, {"retried": 1}]
)
def test_nothing_excuses_counts_that_do_not_close(counts: dict[str, int]) -> None:
    assert row(0.0, ("late-sends",), **counts).outcome.startswith("MISSED")


def test_the_matrix_is_whole() -> None:
    names = {case.name for case in cases_of(MODES.values())}
    assert len(names) == 12 * 2 * 2 * 4
    assert all(sum(case.connections_of_shards) == case.connections for case in cases_of(MODES.values()))


def test_the_document_takes_the_tables(tmp_path: Path) -> None:
    document = tmp_path / "accuracy.md"
    document.write_text("a\n<!-- begin: written by make accuracy -->\n<!-- end: written by make accuracy -->\nb\n")
    write_tables(generated_part(["a fact"], [row(), row(5.0), row(0.0, ("late-sends",))], []), document)
    text = document.read_text()
    assert "| constant delay | 3 | 1 | **1** | 1 | 1 | p50 +5.00 ms of 20 ms | ≤ max(2 %, 1 ms) | 5.00 |" in text
    assert "25 / 20" in text
