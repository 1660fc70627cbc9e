"""Writes one run: each second of a trial is on disk within that second."""

import dataclasses
import json
import sqlite3
import time
from collections.abc import Mapping
from types import TracebackType
from typing import Any

from loadproof._engine import Histogram
from loadproof.errors import RunDirectoryError
from loadproof.judge.tick import DeltaReading, ShardState, TickReading
from loadproof.method.trial import Trial, TrialResult
from loadproof.store.description import RunDescription
from loadproof.store.journal import Batch, Journal, StorageFailure
from loadproof.store.reader import RunReader
from loadproof.store.run_directory import RunDirectory
from loadproof.store.schema import SCHEMA_VERSION, TABLES

__all__ = ["RunWriter"]

_WINDOW = "INSERT INTO window VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_SHARD = "INSERT INTO shard VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_RUN = """
INSERT INTO run VALUES (:version, :verb, :command, :target, :started_at, :started_monotonic, :arrivals, :seed,
:operations, :slos, :thresholds_ms, :method, :environment, :plan, :profile_text)
"""


class RunWriter:
    """Writes one run, from one thread; a context manager.

    Only the start can fail (RunDirectoryError). Once the run is under way nothing here raises for the
    disk's sake: `failure` says what the disk lacks, the data stay in memory and are tried again each second,
    and `reader` still sees all of them.
    """

    def __init__(self, directory: RunDirectory, description: RunDescription) -> None:
        """Makes `run.db`."""
        self._started_monotonic = time.monotonic()
        self._directory = directory
        self._connection = sqlite3.connect(directory.database, isolation_level=None, timeout=1.0)
        try:
            self._create(description)
        except sqlite3.Error as error:
            self._connection.close()
            raise RunDirectoryError(
                f"{directory.database}: the database of the run cannot be made ({error}). "
                "Cure: free some space, or give another place with --out"
            ) from error
        self._journal = Journal(self._connection, self._started_monotonic)

    def __enter__(self) -> "RunWriter":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def failure(self) -> StorageFailure | None:
        """What the disk lacks and why; None when it has everything."""
        return self._journal.failure

    def trial_started(self, number: int, trial: Trial) -> None:
        """Notes that trial `number` (from 1) begins now."""
        row = (
            number,
            trial.purpose.value,
            json.dumps(dataclasses.asdict(trial)),
            time.time(),
            time.monotonic(),
        )
        self._write(
            "INSERT INTO trial VALUES (?, ?, ?, ?, ?, NULL, NULL, NULL)",
            row,
        )

    def tick(self, number: int, tick: TickReading) -> None:
        """Commits one second of trial `number`."""
        windows = [_window_row(number, tick.second, delta) for delta in tick.deltas]
        shards = [_shard_row(number, tick.second, reading) for reading in tick.shards]
        self._journal.write(Batch([(_WINDOW, windows), (_SHARD, shards)], is_tick=True))

    def reading(self, number: int | None, probe: str, name: str, value: float) -> None:
        """Notes what a probe read now; `number` is the trial under way, None between trials."""
        row = (number, time.monotonic() - self._started_monotonic, probe, name, value)
        self._write("INSERT INTO reading VALUES (?, ?, ?, ?, ?)", row)

    def trial_ended(self, number: int, result: TrialResult) -> None:
        """Notes that trial `number` ended now, with its measurement and verdict."""
        verdict, measurement = result.verdict.as_dict(), result.measurement.as_dict()
        row = (time.monotonic(), json.dumps(verdict), json.dumps(measurement), number)
        self._write("UPDATE trial SET ended_monotonic = ?, verdict = ?, measurement = ? WHERE number = ?", row)

    def ended(self, answer: Mapping[str, Any] | None, interrupted: bool = False) -> None:
        """Notes that the run ended now.

        `answer` is that of a capacity search (`outcome, rate, low, high, reason`), None for a plain load.
        """
        text = None if answer is None else json.dumps(dict(answer))
        self._write("INSERT INTO answer VALUES (?, ?, ?)", (time.monotonic(), interrupted, text))

    def reader(self) -> RunReader:
        """A reader of this run as it is now, including what the disk has refused."""
        failure = self.failure
        if failure is None:
            return RunReader(self._directory)
        memory = sqlite3.connect(":memory:", isolation_level=None)
        self._connection.backup(memory)
        self._journal.apply_pending(memory)
        memory.execute(
            "INSERT INTO storage_failure VALUES (?, ?, ?)", (failure.at_s, failure.text, failure.lost_seconds)
        )
        return RunReader(self._directory, memory)

    def close(self) -> None:
        """Leaves one plain file, which can be read from a read-only place too."""
        self._journal.write(Batch([]))
        failure = self.failure
        if failure is not None:
            row = (failure.at_s, failure.text, failure.lost_seconds)
            self._write("INSERT INTO storage_failure VALUES (?, ?, ?)", row)
        try:
            self._connection.execute("PRAGMA journal_mode = DELETE")
        except sqlite3.Error:
            # A reader has it open, or the disk is full: the -wal file keeps the last seconds for readers.
            self._connection.close()
        else:
            self._connection.close()

    def _create(self, description: RunDescription) -> None:
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = NORMAL")
        self._connection.executescript(f"BEGIN IMMEDIATE;{TABLES}PRAGMA user_version = {SCHEMA_VERSION};")
        row = description.as_row() | {"started_monotonic": self._started_monotonic}
        self._connection.execute(_RUN, row)
        self._connection.execute("COMMIT")

    def _write(self, statement: str, row: tuple[Any, ...]) -> None:
        self._journal.write(Batch([(statement, [row])]))


def _window_row(number: int, second: int, delta: DeltaReading) -> tuple[Any, ...]:
    return (
        number,
        second,
        delta.second,
        delta.operation,
        delta.due,
        delta.sent,
        delta.completed,
        delta.dropped,
        delta.cut,
        delta.done,
        json.dumps(dict(delta.errors)),
        json.dumps(list(delta.within)),
        _blob(delta.response),
        _blob(delta.service),
        _blob(delta.wait),
        _blob(delta.lateness),
    )


def _shard_row(number: int, second: int, reading: ShardState) -> tuple[Any, ...]:
    return (
        number,
        second,
        reading.shard,
        reading.cpu_s,
        reading.in_flight,
        reading.waiting,
        reading.connections,
        reading.longest_turn_ms,
        _blob(reading.lateness),
        json.dumps(dict(reading.faults)),
    )


def _blob(histogram: Histogram) -> bytes | None:
    return histogram.to_blob() if histogram.count else None
