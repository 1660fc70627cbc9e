"""Quantiles stand with their intervals; what lacks samples is said once, below the table."""

from dataclasses import replace
from pathlib import Path

from loadproof.judge.verdict import State
from loadproof.methods.trial import Purpose
from loadproof.records.measurement import Bounds, CallsNeeded, Intervals
from loadproof.records.run import RunOperation
from loadproof.render.document import text_of
from loadproof.render.markdown import markdown_report
from loadproof.render.measurement_tables import lacking_intervals, quantiles_table
from loadproof.result.result import Result
from loadproof.words.catalogue import words_of

from .made_result import result_of, tried, typed

ENGLISH = words_of("en")


def made(parent: Path, intervals: Intervals | None) -> Result:
    """A result of one trial whose whole has these intervals."""
    result = typed(result_of(parent, [tried(Purpose.LOAD, 1000.0, State.PASSED)]))
    (trial,) = result.trials
    bare = {name: replace(part, response_interval_ms=None) for name, part in trial.measurement.operations.items()}
    measurement = replace(trial.measurement, operations=bare, response_interval_ms=intervals)
    return replace(result, trials=(replace(trial, measurement=measurement),))


LACKING = Intervals(
    scope="within one start",
    p50=Bounds(low=3.951, high=4.049),
    p90=None,
    p95=None,
    p99=CallsNeeded(needed_calls=13_000_000),
    p99_9=CallsNeeded(needed_calls=120_000),
)


def test_quantiles_stand_with_their_intervals_and_what_has_none_for_itself(tmp_path: Path) -> None:
    result = made(tmp_path, LACKING)
    table = quantiles_table(result.trials[0].measurement, result.run, ENGLISH)
    assert [column.title for column in table.columns] == ["Operation", "p50", "p90", "p95", "p99", "p99.9"]
    name, p50, p90, _, p99, _ = map(text_of, table.rows[-1])
    assert name == "all"
    assert p50.endswith(" (3.95–4.05)")
    assert "(" not in p90 + p99


def test_one_note_says_how_many_calls_an_interval_needs(tmp_path: Path) -> None:
    result = made(tmp_path, LACKING)
    assert lacking_intervals(result.trials[0].measurement, result.run) == [13_000_000, 120_000]
    report = markdown_report(result, ENGLISH)
    assert report.count("Without an interval: 2 figures") == 1
    assert report.count("120,000") == 1
    assert "13,000,000" not in report


def test_a_run_of_an_earlier_version_has_no_intervals(tmp_path: Path) -> None:
    result = made(tmp_path, None)
    rows = quantiles_table(result.trials[0].measurement, result.run, ENGLISH).rows
    assert all("(" not in text_of(cell) for row in rows for cell in row)
    assert lacking_intervals(result.trials[0].measurement, result.run) == []


def test_operations_that_users_call_before_their_first_flow_alone_have_the_row_of_these_calls(tmp_path: Path) -> None:
    result = made(tmp_path, None)
    whole = result.trials[0].measurement
    uncalled = replace(whole, operations={}, due=0, completed=0, response_interval_ms=LACKING)
    called = replace(uncalled, due=300, completed=300, response_interval_ms=None)
    measurement = replace(whole, operations={**whole.operations, "log in": uncalled, "before: log in": called})
    log_in = RunOperation(name="log in", weight=0.0, request="POST /login")
    operations = (*result.run.profile.operations, log_in, replace(log_in, name="before: log in", kind="before"))
    run = replace(result.run, profile=replace(result.run.profile, operations=operations))
    names = [text_of(row[0]) for row in quantiles_table(measurement, run, ENGLISH).rows]
    assert names == [*whole.operations, "before: log in", "all"]
    assert lacking_intervals(measurement, run) == []
