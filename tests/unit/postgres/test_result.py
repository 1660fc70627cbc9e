"""Databases of a run: what belongs to the time before an injection, and what to the time during it."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
from loadproof.model.message import Message
from loadproof.postgres.result import activities_in
from loadproof.records.database_activity import DatabaseActivity, ProblemActivity
from loadproof.records.injection import Injection, InjectionState, Occurrence
from loadproof.records.trial import Trial
from loadproof.store.reader import RunReader

from ..render.made_result import FOUND, result_of, search, typed
from .made_databases import BUSY

BEGIN_S = 100.0
"""Start of the trial on the axis of the run."""


class _MadeReader:
    """Intervals of 10 s from 100 s to 800 s of the run."""

    def databases(self) -> list[tuple[int, str]]:
        return [(1, "db")]

    def database_activities(self, _trial: int) -> Iterator[DatabaseActivity]:
        for begin_s in range(100, 800, 10):
            yield replace(BUSY, begin_s=float(begin_s), end_s=begin_s + 10.0, samples=10)


@pytest.fixture
def trial(tmp_path: Path) -> Trial:
    (trial, *_) = typed(result_of(tmp_path, search(), FOUND)).trials
    return replace(
        trial, number=1, started_s=BEGIN_S, span_begin_s=160.0, span_end_s=800.0, stages=(), superseded=False
    )


def occurrence(begun_s: float, undone_s: float | None, state: InjectionState = InjectionState.UNDONE) -> Occurrence:
    """An occurrence by seconds of the run."""
    ended_s = None if undone_s is None else undone_s - BEGIN_S
    return Occurrence(
        trial=1,
        number=1,
        begun_s=begun_s - BEGIN_S,
        ended_s=ended_s,
        undone_s=ended_s,
        state=state,
        fault=None,
        effect=None,
    )


def injection(name: str, *occurrences: Occurrence) -> Injection:
    return Injection(
        name=name,
        kind="sql",
        problem=Message.said(name),
        variant=None,
        occurrences=occurrences,
        effects=(),
        repetitions=len(occurrences),
        recovery_s=None,
        operations=(),
        alarms=(),
    )


def problems_of(trial: Trial, *injections: Injection) -> list[ProblemActivity]:
    (database,) = activities_in(cast(RunReader, _MadeReader()), [trial], injections)
    return list(database.problems)


def test_seconds_of_injections_and_after_them_are_not_before_another(trial: Trial) -> None:
    queries = injection("queries", occurrence(300.0, 362.0), occurrence(450.0, 500.0))
    table = injection("table", occurrence(600.0, 640.0))
    first, second = problems_of(trial, queries, table)
    assert (first.injection, first.occurrences, second.injection, second.occurrences) == ("queries", 2, "table", 1)
    # From the start of the judged seconds on; six intervals and five.
    assert (first.before.begin_s, first.before.end_s, first.before.samples) == (160.0, 300.0, 140)
    assert first.during.samples == 110
    # In the five minutes before it are 400 to 450 s, and 530 to 600 s: 30 s after each undo are left out.
    assert (second.before.begin_s, second.before.end_s, second.before.samples) == (400.0, 600.0, 120)
    assert (second.during.begin_s, second.during.samples) == (600.0, 40)


def test_what_was_not_made_or_has_nothing_before_it_is_left_out(trial: Trial) -> None:
    failed = injection("failed", occurrence(300.0, 310.0, InjectionState.FAILED))
    at_once = injection("at once", occurrence(120.0, 200.0))
    elsewhere = injection("elsewhere", replace(occurrence(300.0, 310.0), trial=2))
    unread = injection("unread", occurrence(1000.0, 1010.0))
    assert problems_of(trial, failed, at_once, elsewhere, unread) == []


def test_a_problem_that_was_never_undone_lasts_to_the_end(trial: Trial) -> None:
    (problem,) = problems_of(trial, injection("kept", occurrence(700.0, None, InjectionState.NOT_UNDONE)))
    assert (problem.during.begin_s, problem.during.end_s) == (700.0, 800.0)
