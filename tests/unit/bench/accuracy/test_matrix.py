"""Which loads of the matrix are run, and which again."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from bench.accuracy import matrix
from bench.accuracy.case import Case, cases_of
from bench.accuracy.modes import MODES
from bench.accuracy.row import Row


def told(monkeypatch: pytest.MonkeyPatch, invalid: Sequence[Case], deadline_s: float) -> list[Case]:
    """The cases of which was told, in their order, where all loads of `invalid` are disturbed."""

    def once(case: Case, place: Path) -> Row:
        return Row(case, (), (), ("late-sends",) if case in invalid else (), ())

    seen: list[Case] = []
    monkeypatch.setattr(matrix, "_row_once", once)
    cases = list(cases_of([MODES["freeze"]]))
    rows = matrix.run_cases(cases, Path(), 1, deadline_s, lambda row: seen.append(row.case))
    assert [row.case for row in rows] == (cases if seen else [])
    return seen


def test_all_are_run_before_any_is_run_again(monkeypatch: pytest.MonkeyPatch) -> None:
    cases = list(cases_of([MODES["freeze"]]))
    disturbed = [cases[0], cases[5]]
    assert told(monkeypatch, disturbed, float("inf")) == [*cases, *disturbed, *disturbed]


def test_none_begins_after_the_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    assert told(monkeypatch, (), 0.0) == []
