"""Activity of databases in the store: read back by trial, thinned out after an hour, bounded in size, masked."""

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from loadproof.errors import RunDirectoryError
from loadproof.methods.trial import Purpose, Trial
from loadproof.model.message import Message
from loadproof.postgres.activity import reduced, shifted
from loadproof.records.database_activity import (
    DatabaseActivity,
    DatabaseCounts,
    DatabaseLevels,
    LockedSession,
    LockTree,
    StatementPlan,
    StatementUse,
)
from loadproof.records.json_form import of_json, plain
from loadproof.store.reader import RunReader
from loadproof.store.writer import RunWriter

from .made_run import MadeClock, MadeTick, description_of, directory_in

TRIAL = Trial(Purpose.LOAD, 10.0, 100_000.0, early_stop=False)


def activity(begin_s: float, text: str = "SELECT $1", statements: int = 3) -> DatabaseActivity:
    """Activity of 10 s with lists of every kind."""
    session = LockedSession(
        process_id=7, blocked_by=(), state="active", application="app", text=text, wait=None, transaction_s=1.0
    )
    return DatabaseActivity(
        service="db",
        begin_s=begin_s,
        end_s=begin_s + 10.0,
        samples=10,
        counts=DatabaseCounts(commits=5),
        levels=DatabaseLevels(sessions=2.0),
        statements=tuple(
            StatementUse(query_id=str(one), text=text, calls=1, execution_ms=100.0 - one) for one in range(statements)
        ),
        locks=LockTree(at_s=begin_s + 3.0, waiting=1, sessions=(session,) * min(statements, 50)),
        plans=(StatementPlan(query_id="1", joined=2, cost=3.0, lines=(text,) * 5),),
        shortfalls=(Message("postgres-no-statements"),),
    )


def test_what_was_written_is_read_by_trial_on_the_axis_of_the_run(tmp_path: Path) -> None:
    clock = MadeClock(1000.0)
    with RunWriter(directory_in(tmp_path), description_of(), clock) as writer:
        clock.now_s = 1005.0
        writer.trial_started(1, TRIAL, method="load")
        writer.database_activity(1, activity(1005.0))
        writer.database_activity(2, activity(1020.0))
        with writer.reader() as reader:
            assert reader.databases() == [(1, "db"), (2, "db")]
            (read,) = reader.database_activities(1)
    assert read == shifted(activity(1005.0), -1000.0)
    assert read.locks is not None
    assert (read.begin_s, read.locks.at_s) == (5.0, 8.0)
    assert read.shortfalls == (Message("postgres-no-statements"),)


def test_secrets_are_masked_in_every_text(tmp_path: Path) -> None:
    with RunWriter(directory_in(tmp_path), description_of()) as writer:
        writer.hide(["hunter2-secret"])
        writer.database_activity(1, replace(activity(0.0, "SELECT hunter2-secret"), service="hunter2-secret"))
    assert b"hunter2-secret" not in (tmp_path / "run/run.db").read_bytes()


def test_what_is_older_than_an_hour_becomes_a_minute_and_nothing_is_lost(tmp_path: Path) -> None:
    clock = MadeClock(0.0)
    with RunWriter(directory_in(tmp_path), description_of(), clock) as writer:
        writer.trial_started(1, TRIAL, method="load")
        for second in range(7200):
            clock.now_s = second + 1.0
            if second % 10 == 9:
                writer.database_activity(1, activity(second - 9.0))
            if second % 5 == 0:
                writer.tick(1, MadeTick(second, []))
        with writer.reader() as reader:
            read = list(reader.database_activities(1))
    lengths = [round(one.end_s - one.begin_s) for one in read]
    assert lengths[:50] == [60] * 50
    assert lengths[-355:] == [10] * 355
    assert sum(one.counts.commits for one in read) == 720 * 5
    assert sum(one.samples for one in read) == 7200
    assert [one.begin_s for one in read] == sorted(one.begin_s for one in read)


def test_a_run_that_goes_on_keeps_and_thins_what_there_was(tmp_path: Path) -> None:
    clock = MadeClock(0.0)
    directory = directory_in(tmp_path)
    writer = RunWriter(directory, description_of(), clock)
    writer.trial_started(1, TRIAL, method="load")
    for begin_s in range(0, 120, 10):
        writer.database_activity(1, activity(float(begin_s)))
    writer.close()
    with RunWriter(directory, None, clock) as again:
        again.trial_started(2, TRIAL, method="load")
        for second in range(5):
            clock.now_s += 1000.0
            again.tick(2, MadeTick(second, []))
        again.database_activity(2, activity(clock.now_s))
        for second in range(5, 10):
            again.tick(2, MadeTick(second, []))
        with again.reader() as reader:
            assert [round(one.end_s - one.begin_s) for one in reader.database_activities(1)] == [60, 60]
            (second_trial,) = reader.database_activities(2)
    assert second_trial.begin_s > 5000.0


def test_a_row_is_bounded_however_much_a_server_says(tmp_path: Path) -> None:
    large = activity(0.0, "x" * 1000, statements=20)
    large = replace(
        large, locks=None if large.locks is None else replace(large.locks, sessions=large.locks.sessions * 3)
    )
    with RunWriter(directory_in(tmp_path), description_of()) as writer:
        writer.database_activity(1, large)
    with closing(sqlite3.connect(tmp_path / "run/run.db")) as database:
        (text,) = database.execute("SELECT activity FROM database_activity").fetchone()
    # A day of minutes is 1440 rows.
    assert len(text) * 1440 < 60e6
    total_ms = sum(one.execution_ms for one in large.statements)
    held = json.loads(text)
    kept_ms = sum(one["execution_ms"] for one in (*held["statements"], held["other_statements"]))
    assert kept_ms == pytest.approx(total_ms)


def test_reduced_keeps_the_sum_of_all_statements() -> None:
    full = activity(0.0, statements=20)
    small = reduced(full, 5)
    assert len(small.statements) == 5
    assert small.other_statements is not None
    assert small.other_statements.calls == 15
    assert reduced(small, 5) == small


def test_a_damaged_activity_is_named(tmp_path: Path) -> None:
    directory = directory_in(tmp_path)
    with RunWriter(directory, description_of()) as writer:
        writer.database_activity(1, activity(0.0))
    with closing(sqlite3.connect(directory.database)) as database, database:
        database.execute("UPDATE database_activity SET activity = json_set(activity, '$.samples', 'many')")
    with RunReader(directory) as reader, pytest.raises(RunDirectoryError, match="database_activity"):
        list(reader.database_activities(1))


def test_shortfalls_keep_their_codes_in_json() -> None:
    whole = replace(activity(0.0), shortfalls=(Message.said("as it is"), Message("postgres-elsewhere")))
    written = plain(whole)
    assert written["shortfalls"][0] == "as it is"
    assert of_json(DatabaseActivity, json.loads(json.dumps(written))) == whole
