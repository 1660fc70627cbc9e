"""Failures by kind over the steps of a page: which calls they are, and by which second they are counted."""

import sqlite3
from pathlib import Path

import pytest
from loadproof._engine import Delta
from loadproof.errors import RunDirectoryError
from loadproof.render.timeline_series import timeline_series
from loadproof.result.series import Series
from loadproof.store.reader import RunReader
from loadproof.store.writer import RunWriter

from ..store.made_run import MadeClock, MadeTick, answered, description_of, directory_in
from .test_timeline_series import hold, series_of, trial


def by_kind(series: Series) -> dict[str, list[float]]:
    """Failures per second of each kind."""
    return {failure.kind: list(failure.per_s) for failure in series.failures}


def failed(second: int, errors: dict[str, int], dropped: int = 0, cut: int = 0) -> Delta:
    """Calls of the second operation that were not completed."""
    sent = sum(errors.values()) + cut
    return Delta(second, 1, due=sent + dropped, sent=sent, dropped=dropped, cut=cut, errors=errors)


def test_without_a_failed_call_there_is_no_series_of_failures(tmp_path: Path) -> None:
    def write(writer: RunWriter, clock: MadeClock) -> None:
        with trial(writer, clock):
            hold(writer, clock, 3, [10.0, 20.0])

    assert by_kind(series_of(tmp_path, write)) == {}


def test_kinds_with_dropped_and_cut_calls_are_the_missing_ones(tmp_path: Path) -> None:
    def write(writer: RunWriter, clock: MadeClock) -> None:
        with trial(writer, clock):
            hold(writer, clock, 4, [10.0, 20.0])
            lost = [failed(0, {"timeout": 3, "status-503": 1}, dropped=2), failed(2, {"status-503": 8}, cut=1)]
            writer.tick(1, MadeTick(4, lost, last=True))

    series = series_of(tmp_path, write)
    kinds = by_kind(series)
    assert list(kinds) == ["status-503", "timeout", "dropped", "cut"]
    assert kinds["status-503"] == [1.0, 0.0, 8.0, 0.0]
    assert kinds["dropped"] == [2.0, 0.0, 0.0, 0.0]
    assert kinds["cut"] == [0.0, 0.0, 1.0, 0.0]
    together = [sum(step) for step in zip(*kinds.values(), strict=True)]
    assert together == pytest.approx(list(series.load.missing_per_s), rel=1e-3)


def test_a_call_counts_in_the_second_in_which_it_was_due(tmp_path: Path) -> None:
    def write(writer: RunWriter, clock: MadeClock) -> None:
        with trial(writer, clock):
            clock.now_s += 1
            writer.tick(1, MadeTick(0, [Delta(0, 1, due=4, sent=4)]))
            hold(writer, clock, 4, [10.0])
            # The answer to what was due in second 0 came in second 4.
            writer.tick(1, MadeTick(4, [Delta(0, 1, errors={"timeout": 4})]))

    assert by_kind(series_of(tmp_path, write)) == {"timeout": [4.0, 0.0, 0.0, 0.0, 0.0]}


def test_what_was_open_when_the_process_died_counts_as_cut_and_what_waited_as_dropped(tmp_path: Path) -> None:
    clock, directory = MadeClock(), directory_in(tmp_path)
    with RunWriter(directory, description_of(), clock) as writer, trial(writer, clock):
        clock.now_s += 1
        writer.tick(1, MadeTick(0, [Delta(0, 1, due=5, sent=3, completed=1)]))
        with writer.reader() as reader:
            series = timeline_series(reader)
    assert by_kind(series) == {"dropped": [2.0], "cut": [2.0]}
    assert series.load.missing_per_s == [4.0]


def test_six_kinds_have_a_series_and_the_others_one_together(tmp_path: Path) -> None:
    def write(writer: RunWriter, clock: MadeClock) -> None:
        with trial(writer, clock):
            hold(writer, clock, 1, [10.0])
            writer.tick(1, MadeTick(1, [failed(0, {f"status-50{digit}": 10 - digit for digit in range(9)})]))

    kinds = by_kind(series_of(tmp_path, write))
    assert list(kinds) == [*(f"status-50{digit}" for digit in range(6)), "other"]
    assert kinds["other"] == pytest.approx([(4 + 3 + 2) / 1.02], rel=1e-3)


def test_failures_that_were_rolled_up_are_level_steps(tmp_path: Path) -> None:
    def write(writer: RunWriter, clock: MadeClock) -> None:
        with trial(writer, clock):
            for second in range(3900):
                clock.now_s += 1
                lost = failed(second, {"refused": 6}) if second % 60 == 30 else failed(second, {})
                writer.tick(1, MadeTick(second, [answered(second, 0, [2.0]), lost]))

    series = series_of(tmp_path, write)
    (refused,) = series.failures
    assert len(refused.per_s) == len(series.load.at_s)
    assert refused.per_s == series.load.missing_per_s
    # Of 65 minutes those older than an hour are one window each; the first ends with the judged span.
    assert set(refused.per_s[8:20]) == {0.1}
    assert set(refused.per_s[-60:]) == {0.0, 0.6}


def test_errors_that_cannot_be_read_are_a_damaged_run(tmp_path: Path) -> None:
    clock, directory = MadeClock(), directory_in(tmp_path)
    with RunWriter(directory, description_of(), clock) as writer, trial(writer, clock):
        hold(writer, clock, 2, [10.0])
        writer.tick(1, MadeTick(2, [failed(1, {"timeout": 1})]))
    with sqlite3.connect(directory.database) as connection:
        connection.execute("UPDATE window SET errors = '[1]' WHERE operation = 1")
    with RunReader(directory) as reader, pytest.raises(RunDirectoryError, match=r"is damaged.*Cure"):
        timeline_series(reader)
