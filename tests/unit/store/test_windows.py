"""Deltas merge exactly, whatever their order and number."""

import random
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loadproof._engine import ApdexCounts, Delta
from loadproof.methods.trial import Purpose, Trial
from loadproof.model.user_counts import UserCount
from loadproof.store.reader import RunReader
from loadproof.store.window import Window, WindowTally
from loadproof.store.writer import RunWriter

from .made_run import (
    OPERATIONS,
    MadeShardReading,
    MadeTick,
    answered,
    description_of,
    directory_in,
    histogram_of,
    tick_of,
)

TRIAL = Trial(Purpose.LOAD, 100.0, hold_s=5.0)


def test_two_deltas_for_one_due_second_merge_exactly(tmp_path: Path) -> None:
    sent_late = Delta(
        second=0,
        operation=1,
        completed=2,
        done=0,
        errors={"timeout": 1},
        within=[1],
        response=histogram_of(9.0, 1500.0),
    )
    first = Delta(second=0, operation=1, due=5, sent=4, completed=1, dropped=1, done=1, within=[1])
    with RunWriter(directory_in(tmp_path), description_of()) as writer:
        writer.trial_started(1, TRIAL, method="load")
        writer.tick(1, MadeTick(0, [first], [MadeShardReading()]))
        writer.tick(1, MadeTick(1, [sent_late, answered(1, 1, [3.0])], [MadeShardReading()]))
        with writer.reader() as reader:
            windows = list(reader.windows(1))
    assert [window.second for window in windows] == [0, 1]
    batch = windows[0].operations["batch"]
    assert (batch.due, batch.sent, batch.completed, batch.dropped) == (5, 4, 3, 1)
    assert (batch.errors, batch.within, batch.open, batch.waiting) == ({"timeout": 1}, [2], 0, 0)
    assert batch.response.buckets() == histogram_of(9.0, 1500.0).buckets()
    assert windows[0].whole.response.buckets() == batch.response.buckets()


@given(st.lists(st.lists(st.floats(0.01, 9000.0), min_size=1, max_size=20), min_size=1, max_size=6), st.randoms())
def test_the_order_of_deltas_does_not_matter(chunks: list[list[float]], order: random.Random) -> None:
    whole = WindowTally(
        due=sum(map(len, chunks)), response=histogram_of(*(value for chunk in chunks for value in chunk))
    )
    order.shuffle(chunks)
    merged = WindowTally()
    for chunk in chunks:
        merged.add(WindowTally(due=len(chunk), response=histogram_of(*chunk)))
    assert merged.due == whole.due
    assert merged.response.buckets() == whole.response.buckets()


def test_a_made_delta_keeps_its_times_to_the_bucket() -> None:
    times = histogram_of(0.0001, 0.3, 9.0, 1500.0, 1500.0, 3_600_000.0)
    delta = Delta(3, 1, due=6, response=times)
    assert (delta.response.buckets(), delta.service.count) == (times.buckets(), 0)
    tally = WindowTally()
    tally.add_all([delta, delta], begin=3, end=4, operations=2)
    assert (tally.due, tally.response.count) == (12, 12)


def test_nothing_but_deltas_and_tallies_is_added() -> None:
    tally: Any = WindowTally()
    for wrong in (MadeTick(0, [], []), None):
        with pytest.raises(TypeError):
            tally.add(wrong)
        with pytest.raises(TypeError):
            tally.add_all([wrong])


def test_the_lists_of_thresholds_may_differ_in_length() -> None:
    tally = WindowTally(within=[3])
    tally.add(WindowTally(within=[1, 2]))
    tally.add(WindowTally())
    assert tally.within == [4, 2]


def test_counts_of_a_measurement_close_when_calls_are_still_open() -> None:
    window = Window(0)
    window.add("get", WindowTally(due=10, sent=7, completed=4, dropped=1, cut=1, errors=_errors(reset=1), done=4))
    measurement = window.measurement(2.0)
    assert measurement.due == measurement.sent + measurement.dropped == 10
    assert measurement.sent == measurement.completed + measurement.errors + measurement.cut == 7
    assert (measurement.cut, measurement.dropped, measurement.rate) == (2, 3, 2.0)
    assert measurement.operations["get"].due == 10


def test_windows_are_streamed_one_at_a_time(tmp_path: Path) -> None:
    with RunWriter(directory_in(tmp_path), description_of()) as writer:
        writer.trial_started(1, TRIAL, method="load")
        for second in range(20):
            writer.tick(1, tick_of(second, [1.0, 2.0]))
        with writer.reader() as reader:
            windows = reader.windows(1)
            first = next(windows)
            assert (first.second, first.whole.due) == (0, 2 * len(OPERATIONS))
            assert [window.second for window in windows] == list(range(1, 20))


def test_reading_goes_on_while_the_run_is_written(tmp_path: Path) -> None:
    directory = directory_in(tmp_path)
    with RunWriter(directory, description_of()) as writer:
        writer.trial_started(1, TRIAL, method="load")
        writer.tick(1, tick_of(0, [1.0]))
        with RunReader(directory) as reader:
            assert len(list(reader.windows(1))) == 1
            windows = reader.windows(1)
            next(windows)
            writer.tick(1, tick_of(1, [1.0]))
            assert writer.failure is None
            assert list(windows) == []
            assert [window.second for window in reader.windows(1)] == [0, 1]
            assert reader.ending() is None


def test_what_a_trial_gave_is_read_as_it_was_written(tmp_path: Path) -> None:
    directory = directory_in(tmp_path)
    description = description_of()
    trial = Trial(Purpose.CONFIRM, None, hold_s=5.0, settle_s=1.0, ramp_s=2.0, ramp_from=3.0, early_stop=False)
    with RunWriter(directory, description) as writer:
        writer.trial_started(1, trial, method="load")
        writer.tick(1, tick_of(0, [1.0]))
        writer.readings(1, [(time.monotonic(), "host", "steal_share", "share", 0.025)])
        writer.ended(interrupted=True)
    with RunReader(directory) as reader:
        assert reader.description == description
        (record,) = reader.trials()
        assert (record.trial, record.cut_short, record.duration_s) == (trial, True, 1.0)
        (shard,) = reader.shards(1)
        assert (shard.cpu_s, shard.connections, shard.lateness.count) == (0.2, 8, 1)
        assert [value for _, value in reader.readings("host", "steal_share")] == [0.025]
        ending = reader.ending()
        assert ending is not None
        assert ending.interrupted


@pytest.mark.parametrize(("seconds", "due", "duration_s"), [(10, 20, 5.0), (5, 8, 2.0), (2, 8, 2.0)])
def test_a_trial_cut_short_is_measured_over_its_span_or_else_whole(
    tmp_path: Path, seconds: int, due: int, duration_s: float
) -> None:
    trial = Trial(Purpose.LOAD, 4.0, hold_s=5.0, settle_s=1.0, ramp_s=2.0)
    with RunWriter(directory_in(tmp_path), description_of()) as writer:
        writer.trial_started(1, trial, method="load")
        for second in range(seconds):
            writer.tick(1, tick_of(second, [1.0]))
        with writer.reader() as reader:
            (record,) = reader.trials()
            measurement = reader.measurement(record)
    assert (measurement.due, measurement.duration_s, measurement.rate) == (due, duration_s, 4.0)
    assert [doubt.code for doubt in measurement.doubts] == ["interrupted"]
    assert measurement.doubts[0].text.values["reached"] == ("ramp" if seconds == 2 else "span")


def _errors(**kinds: int) -> Counter[str]:
    return Counter(kinds)


def test_apdex_and_users_are_read_as_they_were_written(tmp_path: Path) -> None:
    """Counts of a span are those of its seconds; T, kinds and users come with the run and the trial."""

    def counts(group: int, due: int, satisfied: int, tolerating: int) -> ApdexCounts:
        columns = [[0] * 32 for _ in range(3)]
        for column, number in zip(columns, (due, satisfied, tolerating), strict=True):
            column[group] = number
        return ApdexCounts(*columns)

    timed = replace(OPERATIONS[0], apdex_target_s=0.05, users=("clerks",))
    description = replace(description_of(), operations=(timed, *OPERATIONS[1:]))
    trial = replace(TRIAL, users=40, user_kinds=(UserCount("clerks", 30), UserCount("analysts", 10)))
    with RunWriter(directory_in(tmp_path), description) as writer:
        writer.trial_started(1, trial, method="load")
        for second in range(5):
            delta = Delta(second, 0, due=4, sent=4, completed=3, apdex=counts(second, 4, 2, 1))
            other = Delta(second, 1, due=1, sent=1, completed=1)
            writer.tick(1, MadeTick(second, [delta, other], [MadeShardReading(users=8 * second)]))
        writer.tick(1, MadeTick(5, [Delta(4, 0, apdex=counts(31, 1, 0, 0))], [], last=True))
        with writer.reader() as reader:
            (record,) = reader.trials()
            measured = reader.measurement(record)
            users = reader.users(1)
    assert (record.trial.users, record.trial.user_kinds) == (40, trial.user_kinds)
    assert users == [(second + 1.0, 8 * second) for second in range(5)]
    apdex = measured.operations["get"].apdex
    assert apdex is not None
    assert (apdex.target_s, apdex.samples, apdex.satisfied, apdex.tolerating) == (0.05, 21, 10, 5)
    assert apdex.score == pytest.approx(12.5 / 21, abs=1e-4)
    assert measured.operations["batch"].apdex is None
    assert measured.apdex == apdex
