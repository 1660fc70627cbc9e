"""What a run holds besides windows: variants, answers, events, doubts and readings."""

import dataclasses
import math
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from loadproof._engine import Delta
from loadproof.errors import RunDirectoryError
from loadproof.methods.trial import Purpose, Trial
from loadproof.model.message import Message
from loadproof.records.answer import Answer, Outcome
from loadproof.records.doubt import Doubt, DoubtCode
from loadproof.records.run import Event
from loadproof.store.reader import RunReader
from loadproof.store.run_directory import RunDirectory
from loadproof.store.schema import OLDEST_READ, SCHEMA_VERSION, TABLES_SINCE, tables_of
from loadproof.store.writer import RunWriter

from .made_run import MadeClock, MadeShardReading, MadeTick, description_of, directory_in

TRIAL = Trial(Purpose.SEARCH, 100.0, hold_s=5.0)
STUDY: dict[str, Any] = {
    "name": "status",
    "description": None,
    "file": "status.yaml",
    "preset": "smoke",
    "variants": [],
}


def test_a_study_with_its_answers_is_read_as_it_was_written(tmp_path: Path) -> None:
    directory = directory_in(tmp_path)
    description = dataclasses.replace(description_of(), verb="run", base_rate=250.5, study=STUDY)
    clock = MadeClock()
    with RunWriter(directory, description, clock) as writer:
        writer.log.event("started", "the stand is ready")
        clock.now_s += 2.0
        writer.trial_started(1, TRIAL, method="capacity", variant="sqlite")
        writer.trial_started(2, TRIAL, method="soak")
        clock.now_s += 1.5
        writer.log.event("died", "the service api ended with 137 \udcff", service="api", trial=2)
        writer.log.answer(Answer("soak", Outcome.STEADY))
        log = writer.log_of("sqlite")
        log.answer(Answer("capacity", Outcome.FOUND, 9300.0))
        log.doubt(LIMITS)
        writer.ended()
    with RunReader(directory) as reader:
        assert reader.description == description
        assert [(record.variant, record.method) for record in reader.trials()] == [
            ("sqlite", "capacity"),
            (None, "soak"),
        ]
        assert reader.answers() == [
            (None, 0, "soak", Answer("soak", Outcome.STEADY)),
            ("sqlite", 0, "capacity", Answer("capacity", Outcome.FOUND, 9300.0)),
        ]
        assert reader.events() == [
            Event(0.0, None, "started", None, Message.said("the stand is ready")),
            Event(3.5, 2, "died", "api", Message.said("the service api ended with 137 ?")),
        ]
        ((variant, start, doubt),) = reader.doubts()
        assert (variant, start) == ("sqlite", 0)
        assert doubt == LIMITS
        ending = reader.ending()
    assert ending is not None
    assert (ending.duration_s, ending.interrupted) == (3.5, False)


def test_readings_are_stored_at_their_own_times_and_asked_for_by_time(tmp_path: Path) -> None:
    clock = MadeClock()
    cpu = [(clock.now_s + second, "process:api", "cpu_cores", "cores", 0.5 * second) for second in range(5)]
    with RunWriter(directory_in(tmp_path), description_of(), clock) as writer:
        writer.readings(None, cpu[:2])
        writer.readings(1, [*cpu[2:], (clock.now_s, "process:api", "pss_mib", "MiB", 70.0)])
        writer.readings(
            1, [(clock.now_s + 9, "process:api", "pss_mib", "MiB", value) for value in (math.nan, math.inf)]
        )
        assert writer.failure is None
        with writer.reader() as reader:
            assert reader.series_names() == [("process:api", "cpu_cores", "cores"), ("process:api", "pss_mib", "MiB")]
            assert list(reader.readings("process:api", "cpu_cores")) == [(float(at), 0.5 * at) for at in range(5)]
            assert list(reader.readings("process:api", "cpu_cores", 1.0, 3.0)) == [(1.0, 0.5), (2.0, 1.0)]
            assert list(reader.readings("process:api", "pss_mib")) == [(0.0, 70.0)]
            assert list(reader.readings("process:other", "pss_mib")) == []


def test_backlog_and_connections_are_those_of_all_shards(tmp_path: Path) -> None:
    with RunWriter(directory_in(tmp_path), description_of()) as writer:
        writer.trial_started(1, TRIAL, method="capacity")
        for second in range(2):
            shards = [MadeShardReading(shard, in_flight=second + 1, waiting=10 * shard) for shard in range(2)]
            writer.tick(1, MadeTick(second, shards=shards))
        with writer.reader() as reader:
            assert list(reader.backlog(1)) == [(1.0, 12), (2.0, 14)]
            assert list(reader.connections(1)) == [(1.0, 16), (2.0, 16)]


@pytest.mark.parametrize("version", range(1, OLDEST_READ))
def test_a_run_of_an_older_schema_is_refused_with_a_cure(tmp_path: Path, version: int) -> None:
    directory = directory_in(tmp_path)
    RunWriter(directory, description_of()).close()
    with sqlite3.connect(directory.database) as connection:
        connection.execute(f"PRAGMA user_version = {version}")
    with pytest.raises(
        RunDirectoryError,
        match=rf"older loadproof \(schema {version}.*reads {OLDEST_READ} to {SCHEMA_VERSION}.*Cure: .*report.md",
    ):
        RunReader(directory)


def test_many_readings_of_one_second_are_cheap(tmp_path: Path) -> None:
    with RunWriter(directory_in(tmp_path), description_of()) as writer:
        rows = [(time.monotonic(), f"process:{index}", "threads", "threads", 1.0) for index in range(500)]
        began_s = time.process_time()
        writer.readings(None, rows)
        assert time.process_time() - began_s < 0.1


LIMITS = Doubt(DoubtCode.LIMITS, Message.said("no right to use cgroups"))
COUNTED = {"retried": 2, "bytes_received": 5_000_000_000, "bytes_sent": 400}
"""Counts that older schemas lack."""


def _counted(directory: RunDirectory) -> dict[str, int]:
    with RunReader(directory) as reader:
        (window,) = reader.windows(1)
        assert (window.whole.due, window.whole.completed) == (5, 5)
        return {name: getattr(window.whole, name) for name in COUNTED}


@pytest.mark.parametrize(("version", "kept"), [(7, set()), (8, {"retried"})])
def test_a_run_of_a_schema_without_a_column_is_read(tmp_path: Path, version: int, kept: set[str]) -> None:
    written, older = directory_in(tmp_path), RunDirectory.create("load", path=tmp_path / "older")
    with RunWriter(written, description_of()) as writer:
        writer.trial_started(1, TRIAL, method="load")
        delta = Delta(
            0, due=5, sent=5, completed=5, retried=2, bytes_received=COUNTED["bytes_received"], bytes_sent=400, done=5
        )
        writer.tick(1, MadeTick(0, [delta]))
        writer.log.doubt(LIMITS)
    with closing(sqlite3.connect(older.database)) as connection, connection:
        connection.executescript(f"{tables_of(version)}PRAGMA user_version = {version};")
        for table in (name for name, since in TABLES_SINCE.items() if version < since):
            connection.execute(f"DROP TABLE {table}")
        connection.execute("ATTACH ? AS newer", (str(written.database),))
        for (table,) in connection.execute("SELECT name FROM main.sqlite_master WHERE type = 'table'").fetchall():
            names = [row[1] for row in connection.execute(f"PRAGMA main.table_info({table})")]
            # Hints were stored beside their doubts.
            columns = ", ".join("'\"get it\"'" if name == "cure" else name for name in names)
            connection.execute(f"INSERT INTO main.{table} SELECT {columns} FROM newer.{table}")  # noqa: S608
    assert _counted(written) == COUNTED
    assert _counted(older) == {name: value if name in kept else 0 for name, value in COUNTED.items()}
    with RunReader(older) as reader:
        assert reader.doubts() == [(None, 0, LIMITS)]
        assert reader.injections() == []
        (window,) = reader.windows(1)
        measured = window.measurement(1.0).record()
    assert (measured.bytes_received, measured.bytes_sent, measured.bytes_per_reply) == (None, None, None)
