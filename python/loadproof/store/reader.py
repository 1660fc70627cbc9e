"""Reads one run, also while it is being written and after its process was killed."""

import json
import math
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from types import TracebackType
from typing import Any

from loadproof._engine import Histogram
from loadproof.errors import RunDirectoryError
from loadproof.judge.doubt import Doubt, DoubtCode
from loadproof.judge.measurement import Measurement
from loadproof.method.trial import Purpose, Trial
from loadproof.store.connection import open_for_reading
from loadproof.store.description import RunDescription
from loadproof.store.journal import StorageFailure
from loadproof.store.record import Ending, ShardSecond, TrialRecord
from loadproof.store.run_directory import RunDirectory
from loadproof.store.window import Tally, Window

__all__ = ["RunReader"]


class RunReader:
    """Reads one run; a context manager. Every method raises RunDirectoryError where the data are damaged."""

    def __init__(self, directory: RunDirectory, connection: sqlite3.Connection | None = None) -> None:
        """Opens `run.db` and checks it, or takes a `connection` that holds the same tables."""
        self.directory = directory
        self._connection = connection or open_for_reading(directory)
        self._connection.row_factory = sqlite3.Row

    def __enter__(self) -> "RunReader":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the database."""
        self._connection.close()

    @cached_property
    def description(self) -> RunDescription:
        """What the run is."""
        with self._damage_named():
            return RunDescription.from_row(self._run_row)

    @cached_property
    def _run_row(self) -> sqlite3.Row:
        row: sqlite3.Row = self._connection.execute("SELECT * FROM run").fetchone()
        return row

    def trials(self) -> list[TrialRecord]:
        """All trials in the order in which they were run."""
        with self._damage_named():
            return [self._trial_record(row) for row in self._connection.execute("SELECT * FROM trial ORDER BY number")]

    def windows(self, trial: int) -> Iterator[Window]:
        """The windows of a trial by due second, merged from their deltas; one is held at a time."""
        names = [operation.name for operation in self.description.operations]
        with self._damage_named():
            query = "SELECT * FROM window WHERE trial = ? ORDER BY due_second, operation, rowid"
            window: Window | None = None
            for row in self._connection.execute(query, (trial,)):
                if window is not None and window.second != row["due_second"]:
                    yield window
                    window = None
                window = window or Window(row["due_second"])
                window.add(names[row["operation"]], _tally(row))
            if window is not None:
                yield window

    def shards(self, trial: int) -> Iterator[ShardSecond]:
        """What the generator's shards said of themselves, second by second."""
        with self._damage_named():
            for row in self._connection.execute("SELECT * FROM shard WHERE trial = ? ORDER BY rowid", (trial,)):
                yield ShardSecond(
                    second=row["tick_second"],
                    shard=row["shard"],
                    cpu_s=row["cpu_s"],
                    in_flight=row["in_flight"],
                    waiting=row["waiting"],
                    connections=row["connections"],
                    longest_turn_ms=row["longest_turn_ms"],
                    lateness=_histogram(row["lateness"]),
                    faults=json.loads(row["faults"]),
                )

    def readings(self, probe: str, name: str) -> Iterator[tuple[float, float]]:
        """What a probe read, as (s since the run began, value)."""
        with self._damage_named():
            query = "SELECT at_s, value FROM reading WHERE probe = ? AND name = ? ORDER BY at_s"
            for row in self._connection.execute(query, (probe, name)):
                yield row["at_s"], row["value"]

    def measurement(self, record: TrialRecord) -> dict[str, Any]:
        """The measurement of a trial by the contract of `--json`: as stored, or else rebuilt."""
        return record.measurement if record.measurement is not None else self.rebuilt(record).as_dict()

    def rebuilt(self, record: TrialRecord) -> Measurement:
        """The measurement of a trial's planned span, rebuilt from its windows.

        Meant for a trial that was cut short, and says so in a doubt. When it did not reach its span,
        the whole of it is taken.
        """
        last = self._last_due_second(record.number)
        begin = math.ceil(record.trial.ramp_s + record.trial.settle_s)
        end = min(last + 1, begin + math.floor(record.trial.hold_s))
        reached = begin < end
        if not reached:
            begin, end = 0, last + 1
        span = Window(begin)
        for window in self.windows(record.number):
            if begin <= window.second < end:
                span.merge(window)
        text = (
            f"trial {record.number} was cut short after {record.duration_s:.0f} s"
            + ("" if reached else ", before its span began: ramp and settling are counted")
            + f"; {span.whole.open} open calls count as cut, {span.whole.waiting} waiting ones as dropped"
        )
        return span.measurement(float(end - begin), [Doubt(DoubtCode.INTERRUPTED, text)])

    def ending(self) -> Ending | None:
        """How the run ended; None when it is under way, or its process died."""
        with self._damage_named():
            row = self._connection.execute("SELECT * FROM answer").fetchone()
            if row is None:
                return None
            duration_s = row["ended_monotonic"] - self._run_row["started_monotonic"]
            answer = None if row["answer"] is None else json.loads(row["answer"])
            return Ending(duration_s, bool(row["interrupted"]), answer)

    def storage_failures(self) -> list[StorageFailure]:
        """When and why the disk refused the run's data."""
        with self._damage_named():
            rows = self._connection.execute("SELECT at_s, text, lost_seconds FROM storage_failure").fetchall()
            return [StorageFailure(**row) for row in rows]

    def _last_second(self, trial: int) -> int:
        with self._damage_named():
            query = (
                "SELECT MAX(second) FROM (SELECT MAX(tick_second) AS second FROM shard WHERE trial = :trial "
                "UNION SELECT MAX(tick_second) FROM window WHERE trial = :trial)"
            )
            last = self._connection.execute(query, {"trial": trial}).fetchone()[0]
            return -1 if last is None else int(last)

    def _last_due_second(self, trial: int) -> int:
        with self._damage_named():
            query = "SELECT MAX(due_second) FROM window WHERE trial = ? AND due > 0"
            last = self._connection.execute(query, (trial,)).fetchone()[0]
            return -1 if last is None else int(last)

    def _trial_record(self, row: sqlite3.Row) -> TrialRecord:
        planned = json.loads(row["planned"])
        ended = row["ended_monotonic"]
        return TrialRecord(
            number=row["number"],
            trial=Trial(**{**planned, "purpose": Purpose(planned["purpose"])}),
            started_s=row["started_monotonic"] - self._run_row["started_monotonic"],
            duration_s=self._last_second(row["number"]) + 1.0 if ended is None else ended - row["started_monotonic"],
            cut_short=ended is None,
            verdict=None if row["verdict"] is None else json.loads(row["verdict"]),
            measurement=None if row["measurement"] is None else json.loads(row["measurement"]),
        )

    @contextmanager
    def _damage_named(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.Error, ValueError, TypeError, KeyError, IndexError) as error:
            raise RunDirectoryError(
                f"{self.directory.database}: the database of the run is damaged ({error}). "
                "Cure: result.json and report.md beside it may still hold the answer; else repeat the run"
            ) from error


def _tally(row: sqlite3.Row) -> Tally:
    return Tally(
        due=row["due"],
        sent=row["sent"],
        completed=row["completed"],
        dropped=row["dropped"],
        cut=row["cut"],
        done=row["done"],
        errors=Counter(json.loads(row["errors"])),
        within=json.loads(row["within"]),
        response=_histogram(row["response"]),
        service=_histogram(row["service"]),
        wait=_histogram(row["wait"]),
        lateness=_histogram(row["lateness"]),
    )


def _histogram(blob: bytes | None) -> Histogram:
    return Histogram() if blob is None else Histogram.from_blob(blob)
