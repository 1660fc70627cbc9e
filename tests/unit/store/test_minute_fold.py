"""A trial that is folded before it is written leaves what a roll-up would leave an hour later."""

import random
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from loadproof._engine import Delta
from loadproof.judge.verdict import State, Verdict
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.model.message import Message
from loadproof.store import minutes, writer
from loadproof.store.reader import RunReader
from loadproof.store.rows import histogram_of
from loadproof.store.window import Window
from loadproof.store.writer import RunWriter

from .made_run import MadeClock, MadeShardReading, MadeTick, answered, description_of, directory_in
from .made_run import histogram_of as times_of

HOUR_S = 3600
SECONDS = 200


@pytest.fixture(autouse=True)
def short_trials_are_folded(monkeypatch: pytest.MonkeyPatch) -> None:
    """An hour of ticks would only take longer."""
    monkeypatch.setattr(writer, "FOLDED_FROM_S", 60)


def drawn_tick(second: int, draw: random.Random, last: bool = False) -> MadeTick:
    """Calls of this second, some of an earlier one that settle only now."""
    deltas = [answered(second, 0, [draw.uniform(0.1, 90.0) for _ in range(draw.randrange(4))])]
    late = Delta(max(0, second - draw.randrange(12)), 1, completed=1, within=[0], response=times_of(9000.0))
    deltas += [Delta(second, 1, due=3, sent=2, dropped=1, errors={"reset": 1}), late]
    reading = MadeShardReading(cpu_s=second / 10, lateness=times_of(0.02), faults={"ports": 1}, in_flight=second)
    return MadeTick(second, deltas, [reading], last)


def written(place: Path, seed: int, trial: Trial, *, folds: bool, ended: int) -> sqlite3.Connection:
    """A run of one trial that was ended after `ended` seconds; without `folds` it rests until all is rolled up."""
    draw, clock = random.Random(seed), MadeClock(0.0)
    place.mkdir()
    directory = directory_in(place)
    with RunWriter(directory, description_of(), clock, folds=folds) as store:
        store.trial_started(1, trial, method="soak")
        for second in range(ended + 1):
            is_last = second == ended
            clock.now_s += not is_last
            store.tick(1, drawn_tick(second, draw, is_last))
            if not is_last:
                store.readings(1, [(clock.now_s, "simulated:simulated", "memory_mib", "MiB", float(second % 7))])
            if folds and second % 37 == 0:
                store._folded_at_s = 0.0
        span_s = max(0.0, min(trial.hold_s, ended - trial.settle_s))
        measurement = Window(0).measurement(span_s)
        store.trial_ended(1, TrialResult(trial, measurement, Verdict(State.PASSED, Message.said(""))))
        if not folds:
            clock.now_s += 2 * HOUR_S
            store.trial_started(2, Trial(Purpose.LOAD, 1.0, 10.0), method="load")
            for _ in range(4 * SECONDS):
                store._roll_up.step(clock.now_s)
    connection = sqlite3.connect(directory.database)
    connection.row_factory = sqlite3.Row
    return connection


def content(connection: sqlite3.Connection, table: str, order: str) -> list[dict[str, Any]]:
    rows = connection.execute(f"SELECT * FROM {table} WHERE trial = 1 ORDER BY {order}").fetchall()  # noqa: S608
    blobs = {"response", "service", "wait", "lateness"}

    def plain(name: str, value: Any) -> Any:
        if name in blobs:
            return histogram_of(value or None).buckets()
        return round(value, 6) if isinstance(value, float) else value

    return [{name: plain(name, row[name]) for name in row.keys()} for row in rows]  # noqa: SIM118


@settings(max_examples=4, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 70), st.integers(61, 190), st.integers(61, SECONDS))
def test_a_folded_run_holds_the_rows_of_one_that_was_rolled_up(
    tmp_path_factory: pytest.TempPathFactory, seed: int, settle_s: int, hold_s: int, ended: int
) -> None:
    place = tmp_path_factory.mktemp("runs")
    trial = Trial(Purpose.SOAK, 3.0, hold_s=float(hold_s), settle_s=float(settle_s))
    ended = min(ended, settle_s + hold_s)
    folded = written(place / "folded", seed, trial, folds=True, ended=ended)
    rolled = written(place / "rolled", seed, trial, folds=False, ended=ended)
    for table, order in (
        ("window", "due_second, operation, due DESC"),
        ("shard", "tick_second"),
        ("reading", "at_s, series"),
    ):
        assert content(folded, table, order) == content(rolled, table, order), table
    for connection in (folded, rolled):
        connection.close()


def test_what_is_under_way_is_on_disk_and_written_anew(tmp_path: Path) -> None:
    draw, clock = random.Random(1), MadeClock(0.0)
    directory = directory_in(tmp_path)
    trial = Trial(Purpose.SOAK, 3.0, hold_s=3000.0)
    with RunWriter(directory, description_of(), clock, folds=True) as store:
        store.trial_started(1, trial, method="soak")
        due = 0
        for second in range(150):
            tick = drawn_tick(second, draw)
            due += sum(delta.due for delta in tick.deltas)
            store._folded_at_s = 0.0
            store.tick(1, tick)
            if second % 50 == 49:
                # As a reader sees it after the writer was killed.
                with RunReader(directory) as reader:
                    windows = list(reader.windows(1))
                    assert sum(window.whole.due for window in windows) == due
                    assert {window.seconds for window in windows} == {60}


def test_a_short_trial_is_written_second_by_second(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "FOLDED_FROM_S", minutes.FOLDED_FROM_S)
    connection = written(tmp_path / "run", 1, Trial(Purpose.LOAD, 3.0, 120.0), folds=True, ended=120)
    assert {row["seconds"] for row in content(connection, "window", "due_second")} == {1}
    connection.close()
