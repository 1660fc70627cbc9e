"""The series of a page: steps, gaps, merged percentiles, the heat map and thinned readings."""

import sqlite3
from bisect import bisect_left
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loadproof._engine import Delta
from loadproof.errors import RunDirectoryError
from loadproof.judge.verdict import State, Verdict
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.model.message import Message
from loadproof.records.json_form import plain
from loadproof.render.heat_map import heat_map
from loadproof.render.timeline_series import timeline_series
from loadproof.result.series import Series
from loadproof.store.reader import RunReader
from loadproof.store.window import Window
from loadproof.store.writer import RunWriter

from ..store.made_run import (
    MadeClock,
    MadeShardReading,
    MadeTick,
    answered,
    description_of,
    directory_in,
    histogram_of,
)

Writing = Callable[[RunWriter, MadeClock], None]


def series_of(place: Path, write: Writing) -> Series:
    """The series of a made-up run."""
    clock = MadeClock()
    with RunWriter(directory_in(place), description_of(), clock) as writer:
        write(writer, clock)
        with writer.reader() as reader:
            return timeline_series(reader)


@contextmanager
def trial(
    writer: RunWriter, clock: MadeClock, number: int = 1, variant: str | None = None, start: int = 1
) -> Iterator[None]:
    """A trial that ends 0.02 s into a second, as trials do."""
    planned = Trial(Purpose.LOAD, 3.0, hold_s=5.0, start=start)
    writer.trial_started(number, planned, method="load", variant=variant)
    yield
    clock.now_s += 0.02
    writer.trial_ended(
        number, TrialResult(planned, Window(0).measurement(5.0), Verdict(State.PASSED, Message.said("kept")))
    )


def hold(writer: RunWriter, clock: MadeClock, seconds: int, values_ms: list[float], number: int = 1) -> None:
    """Calls of the first operation, each second the same."""
    for second in range(seconds):
        clock.now_s += 1
        writer.tick(number, MadeTick(second, [answered(second, 0, values_ms)], [MadeShardReading(in_flight=second)]))


def test_a_short_run_has_steps_of_a_second_and_gaps_stay_gaps(tmp_path: Path) -> None:
    def write(writer: RunWriter, clock: MadeClock) -> None:
        with trial(writer, clock):
            hold(writer, clock, 3, [10.0, 20.0])
            lost = Delta(2, 1, due=5, sent=3, dropped=2, errors={"timeout": 3})
            writer.tick(1, MadeTick(3, [lost, Delta(3, 1, done=1)]))
        clock.now_s += 99.98
        with trial(writer, clock, 2):
            hold(writer, clock, 2, [30.0], 2)

    load = series_of(tmp_path, write).load
    assert load.step_s == 1
    assert load.at_s == [0.0, 1.0, 2.0, 103.0, 104.0]
    assert load.due_per_s == [2.0, 2.0, 6.863, 1.0, 0.9804]
    assert load.done_per_s == [2.0, 2.0, 2.941, 1.0, 0.9804]
    assert load.missing_per_s == [0.0, 0.0, 4.902, 0.0, 0.0]
    assert load.p50_ms == [10.0, 10.0, 10.0, 30.02, 30.02]
    assert load.in_flight == [0.0, 1.0, 2.0, 0.0, 1.0]


def test_a_second_without_calls_is_a_step_without_times(tmp_path: Path) -> None:
    def write(writer: RunWriter, clock: MadeClock) -> None:
        with trial(writer, clock):
            for second in range(4):
                clock.now_s += 1
                writer.tick(1, MadeTick(second, [answered(second, 0, [5.0])] if second in (1,) else []))

    series = series_of(tmp_path, write)
    assert series.load.due_per_s == [0.0, 1.0, 0.0, 0.0]
    assert series.load.p99_ms == [None, 5.001, None, None]
    assert [operation.p95_ms for operation in series.operations[:2]] == [[None, 5.001, None, None], [None] * 4]
    assert series.load.in_flight == [None] * 4


def test_percentiles_of_a_step_are_merged_and_not_averaged(tmp_path: Path) -> None:
    def write(writer: RunWriter, clock: MadeClock) -> None:
        with trial(writer, clock):
            for second in range(1440):
                clock.now_s += 1
                values_ms = [1.0] * 97 if second % 2 else [100.0] * 3
                writer.tick(1, MadeTick(second, [answered(second, second % 4, values_ms)]))

    load = series_of(tmp_path, write).load
    assert (load.step_s, len(load.at_s)) == (5, 288)
    assert set(load.p50_ms) == {1.0}
    assert set(load.p99_ms) == {round(histogram_of(100.0).max_ms, 1)}
    assert load.due_per_s[:2] == [40.6, 59.4]


def test_what_was_rolled_up_is_drawn_as_level_steps_and_counted_once(tmp_path: Path) -> None:
    def write(writer: RunWriter, clock: MadeClock) -> None:
        with trial(writer, clock):
            hold(writer, clock, 3900, [2.0, 4.0, 8.0])

    series = series_of(tmp_path, write)
    assert series.load.step_s == 10
    assert series.load.at_s == [0.0, 5.0, *(10.0 * step for step in range(1, 390))]
    assert set(series.load.due_per_s[:-1]) == {3.0}
    assert set(series.load.p50_ms) == {4.002}
    assert series.heat.step_s == 60
    assert sum(map(sum, series.heat.counts)) == 3900 * 3
    assert all(len(column) == len(series.heat.edges_ms) - 1 == 40 for column in series.heat.counts)


def test_the_heat_map_holds_every_call_in_its_row(tmp_path: Path) -> None:
    def write(writer: RunWriter, clock: MadeClock) -> None:
        with trial(writer, clock):
            hold(writer, clock, 3, [0.5, 5.0, 5.0, 500.0])

    heat = series_of(tmp_path, write).heat
    assert heat.at_s == [0.0, 1.0, 2.0]
    assert heat.edges_ms == sorted(set(heat.edges_ms))
    for column in heat.counts:
        assert (column[0], column[-1], sum(column)) == (1, 1, 4)
        (row,) = [row for row, count in enumerate(column) if count == 2]
        assert heat.edges_ms[row] < 5.001 <= heat.edges_ms[row + 1]


def test_readings_are_thinned_by_mean(tmp_path: Path) -> None:
    def write(writer: RunWriter, clock: MadeClock) -> None:
        begin_s = clock.now_s
        rows = [(begin_s + second, "host", "cpu_busy_share", "share", second % 2 / 3) for second in range(1440)]
        writer.readings(None, rows)
        with trial(writer, clock):
            hold(writer, clock, 1440, [1.0])

    series = series_of(tmp_path, write)
    (reading,) = series.readings
    at_s = series.reading_times[reading.times]
    assert (reading.probe, reading.name, reading.unit) == ("host", "cpu_busy_share", "share")
    assert at_s[:2] == [2.0, 7.0]
    assert reading.value[:2] == [0.1333, 0.2]
    assert len(at_s) == len(reading.value) == 288


def interleaved(writer: RunWriter, clock: MadeClock, seconds: int, series: int) -> None:
    """Three starts of each of two variants, A B B A A B, ten seconds apart, with readings all the while."""
    for number, (variant, start) in enumerate([("a", 1), ("b", 1), ("b", 2), ("a", 2), ("a", 3), ("b", 3)], 1):
        clock.now_s += 9.98
        began_s = clock.now_s
        for second in range(-5, seconds + 5):
            at_s = began_s + second + 0.25
            writer.readings(None, [(at_s, "process:api", f"series_{place}", "", 2.0) for place in range(series)])
        with trial(writer, clock, number, variant, start):
            hold(writer, clock, seconds, [1.0, 2.0], number)


def test_each_start_of_each_variant_has_its_span(tmp_path: Path) -> None:
    series = series_of(tmp_path, lambda writer, clock: interleaved(writer, clock, 20, 1))
    assert [(span.variant, span.start) for span in series.starts] == [
        *(("a", 1), ("b", 1), ("b", 2)),
        *(("a", 2), ("a", 3), ("b", 3)),
    ]
    assert [(span.begin_s, span.end_s) for span in series.starts[:2]] == [(9.98, 30.0), (39.98, 60.0)]


def test_of_several_starts_steps_are_those_of_one_and_no_reading_is_between_them(tmp_path: Path) -> None:
    """Together the six starts last 1,440 s, of which a run of one start is drawn in steps of five seconds."""
    series = series_of(tmp_path, lambda writer, clock: interleaved(writer, clock, 240, 3))
    assert (series.load.step_s, len(series.load.at_s)) == (1, 6 * 240)
    assert (series.heat.step_s, len(series.heat.at_s)) == (2, 6 * 120)
    (at_s,) = series.reading_times
    assert [reading.times for reading in series.readings] == [0, 0, 0]
    assert len(series.readings[0].value) == len(at_s) == 6 * 240
    assert all(any(span.begin_s <= at <= span.end_s for span in series.starts) for at in at_s)


def test_many_readings_of_many_starts_are_thinned_together(tmp_path: Path) -> None:
    series = series_of(tmp_path, lambda writer, clock: interleaved(writer, clock, 240, 60))
    (at_s,) = series.reading_times
    assert len(at_s) == 6 * 120
    assert len(at_s) * len(series.readings) <= 75_000


def test_a_run_without_a_second_has_an_empty_series(tmp_path: Path) -> None:
    def write(writer: RunWriter, _clock: MadeClock) -> None:
        writer.trial_started(1, Trial(Purpose.LOAD, 3.0, hold_s=5.0), method="load")

    series = series_of(tmp_path, write)
    assert (series.load.at_s, series.heat.counts, series.readings) == ([], [], [])
    assert plain(series)["operations"][0]["p95_ms"] == []


def test_a_histogram_that_cannot_be_read_is_a_damaged_run(tmp_path: Path) -> None:
    clock = MadeClock()
    directory = directory_in(tmp_path)
    with RunWriter(directory, description_of(), clock) as writer, trial(writer, clock):
        hold(writer, clock, 3, [10.0])
    with sqlite3.connect(directory.database) as connection:
        connection.execute("UPDATE window SET response = x'00ff' WHERE due_second = 1")
    with RunReader(directory) as reader, pytest.raises(RunDirectoryError, match=r"is damaged.*Cure"):
        timeline_series(reader)


def test_the_heat_map_counts_as_its_buckets_do() -> None:
    values_ms = [[0.0004, 0.3, 0.7, 12.0], [], [3.0, 3.001, 900.0, 12.0, 12.5]]
    columns = [(float(at), histogram_of(*column)) for at, column in enumerate(values_ms)]
    heat = heat_map(1.0, columns)
    for (_, histogram), counts in zip(columns, heat.counts, strict=True):
        rows = [0] * len(counts)
        for value_ms, count in histogram.buckets():
            rows[min(max(bisect_left(heat.edges_ms, value_ms) - 1, 0), len(rows) - 1)] += count
        assert counts == rows


@given(st.lists(st.floats(0.0, 5000.0), max_size=60), st.lists(st.floats(0.0, 5000.0), max_size=60))
def test_a_blob_is_added_as_its_histogram_would_be(first_ms: list[float], then_ms: list[float]) -> None:
    added, merged = histogram_of(*first_ms), histogram_of(*first_ms)
    added.count  # noqa: B018 - what was read before must not stay
    added.merge_blob(histogram_of(*then_ms).to_blob())
    merged.merge(histogram_of(*then_ms))
    assert added.equals(merged)
    assert added.count == len(first_ms) + len(then_ms)
    assert [added.quantile_ms(share) for share in (0.5, 0.95, 1.0)] == pytest.approx(
        [merged.quantile_ms(share) for share in (0.5, 0.95, 1.0)], abs=0, nan_ok=True
    )


def test_what_is_no_blob_is_refused() -> None:
    with pytest.raises(ValueError, match="not a V2-deflate HdrHistogram"):
        histogram_of(1.0).merge_blob(b"\x00\xff")


@pytest.mark.parametrize("limits_ms", [[2.0, 1.0], [-1.0], [float("nan")]])
def test_limits_that_do_not_ascend_or_are_no_times_are_refused(limits_ms: list[float]) -> None:
    with pytest.raises(ValueError, match=r"ascend|milliseconds"):
        histogram_of(1.0).counts_up_to(limits_ms)
