"""Reads one run, also while it is being written and after its process was killed."""

import json
import math
import sqlite3
from collections.abc import Collection, Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import cached_property
from types import TracebackType
from typing import Any, TypeVar

from loadproof._engine import ApdexCounts, Histogram
from loadproof.judge.apdex import apdex_rows
from loadproof.judge.measured_span import MeasuredSpan
from loadproof.methods.trial import Trial
from loadproof.model.message import Message, count, duration
from loadproof.records.answer import Answer
from loadproof.records.database_activity import DatabaseActivity
from loadproof.records.doubt import Doubt, DoubtCode
from loadproof.records.measurement import FailedReply, Measurement
from loadproof.records.run import Event, Runtime
from loadproof.records.trial import HeldStage, Verdict
from loadproof.store.connection import open_for_reading
from loadproof.store.damage import damage_named
from loadproof.store.description import RunDescription
from loadproof.store.journal import StorageFailure
from loadproof.store.json_columns import typed_in
from loadproof.store.last_page import LastPage
from loadproof.store.record import (
    AlarmRecord,
    Ending,
    InjectionRecord,
    ResponseRow,
    ShardSecond,
    StartRecord,
    TrialRecord,
    VariantUse,
)
from loadproof.store.rows import apdex_of, histogram_of, shard_of, tally_of
from loadproof.store.run_directory import RunDirectory
from loadproof.store.schema import FIRST_WITH_APDEX, FIRST_WITH_DATABASES
from loadproof.store.start_reader import StartReader
from loadproof.store.window import Window

__all__ = ["RunReader"]

T = TypeVar("T")
_TRIALS = "SELECT number, variant, method, planned, started_monotonic, ended_monotonic FROM trial ORDER BY number"
_ACTIVITIES = "SELECT activity FROM database_activity WHERE trial = ? ORDER BY at_s, service LIMIT ?"
_MOST_ACTIVITIES = 20_000
"""Activities read of one trial: five days of two databases."""
_READ_LATE_S = 1.0
"""Longest delay of a reading for the last second of a trial, seconds."""


class RunReader:
    """Reads one run; a context manager. Every method raises RunDirectoryError where the data are damaged.

    Texts for people are messages; those of a run of an earlier schema are told as they are. `plain` of
    `words.catalogue` makes JSON for scripts of what is given.
    """

    def __init__(self, directory: RunDirectory, connection: sqlite3.Connection | None = None) -> None:
        """Opens `run.db` and checks it, or takes a `connection` that holds the same tables."""
        self.directory = directory
        self._last_page = None if connection else LastPage.read(directory.path)
        self._connection = connection or open_for_reading(directory)
        self._connection.row_factory = sqlite3.Row
        self._of_starts = StartReader(self._connection)
        self._records: dict[tuple[str, int], Any] = {}

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
        """Description of the run."""
        with self.damage_named():
            return RunDescription.from_row(self._run_row)

    @property
    def _names(self) -> list[str]:
        return [operation.name for operation in self.description.operations]

    @cached_property
    def _run_row(self) -> sqlite3.Row:
        row: sqlite3.Row = self._connection.execute("SELECT * FROM run").fetchone()
        return row

    def trials(self) -> list[TrialRecord]:
        """All trials in the order in which they were run."""
        with self.damage_named():
            superseded = self._of_starts.superseded()
            rows = self._connection.execute(_TRIALS)
            return [self._trial_record(row, superseded) for row in rows]

    def windows(self, trial: int) -> Iterator[Window]:
        """The windows of a trial by due second, or minute, merged from their deltas; one is held at a time."""
        names, flows = self._names, self.description.flows
        with self.damage_named():
            query = "SELECT * FROM window WHERE trial = ? ORDER BY due_second, operation, rowid"
            window: Window | None = None
            for row in self._connection.execute(query, (trial,)):
                if window is not None and window.second != row["due_second"]:
                    yield window
                    window = None
                window = window or Window(row["due_second"], flows=flows)
                window.seconds = max(window.seconds, row["seconds"])
                window.add(names[row["operation"]], tally_of(row))
            if window is not None:
                yield window

    def shards(self, trial: int) -> Iterator[ShardSecond]:
        """The readings of the generator's shards, second by second."""
        with self.damage_named():
            # A minute that was rolled up has a later row number than the seconds after it.
            query = "SELECT * FROM shard WHERE trial = ? ORDER BY tick_second, shard"
            for row in self._connection.execute(query, (trial,)):
                yield shard_of(row)

    def responses(self, trial: int) -> Iterator[ResponseRow]:
        """The deltas of a trial by due second, without what a chart over time does not need; see `windows`.

        Whoever reads their histograms and errors does so within `damage_named`.
        """
        with self.damage_named():
            query = (
                "SELECT due_second, seconds, operation, due, sent, completed, done, errors, response, dropped, cut "
                "FROM window WHERE trial = ? ORDER BY due_second, operation"
            )
            # Tuples: a row of names costs as much as its histogram.
            cursor = self._connection.cursor()
            cursor.row_factory = None
            yield from map(ResponseRow._make, cursor.execute(query, (trial,)))

    def response_of(self, trial: int, begin: int, end: int) -> Histogram:
        """The response times of the calls of a trial that were due from second `begin` and before `end`."""
        merged = Histogram()
        with self.damage_named():
            query = (
                "SELECT response FROM window WHERE trial = ? AND due_second >= ? AND due_second < ? "
                "AND operation < ? AND response IS NOT NULL"
            )
            for (blob,) in self._connection.execute(query, (trial, begin, end, self.description.calls)):
                merged.merge_blob(blob)
        return merged

    def apdex_seconds(self, trial: int) -> Iterator[tuple[int, int, str, ApdexCounts]]:
        """Yield (first due second, seconds, operation or flow, counts) of rows with a target time, in order."""
        names = self._names
        with self.damage_named():
            columns = "due_second, seconds, operation, apdex"
            query = f"SELECT {columns} FROM window WHERE trial = ? AND apdex NOTNULL ORDER BY due_second"  # noqa: S608
            for second, seconds, operation, blob in self._connection.execute(query, (trial,)):
                if (counts := apdex_of(blob)) is not None:
                    yield second, seconds, names[operation], counts

    def phases(self, trial: int) -> dict[str, Histogram]:
        """The parts of connections and calls over a whole trial, by the names of `store.phases.PHASES`."""
        with self.damage_named():
            rows = self._connection.execute("SELECT name, histogram FROM phase WHERE trial = ?", (trial,))
            return {name: histogram_of(blob) for name, blob in rows}

    def failed_replies(self, trial: int) -> list[FailedReply]:
        """The first replies of each operation and kind that were not as expected, as they came."""
        names = self._names
        with self.damage_named():
            query = (
                "SELECT operation, kind, due_s, service_ms, head, body, body_bytes FROM failed_reply "
                "WHERE trial = ? ORDER BY rowid"
            )
            return [FailedReply(names[index], *rest) for index, *rest in self._connection.execute(query, (trial,))]

    def backlog(self, trial: int) -> Iterator[tuple[float, int]]:
        """(s since the trial began, calls in flight or waiting) at the end of every second of a trial."""
        return ((at_s, calls) for at_s, calls, _ in self._gauges(trial))

    def connections(self, trial: int) -> Iterator[tuple[float, int]]:
        """(s since the trial began, connections of the generator) at the end of every second of a trial."""
        return ((at_s, connections) for at_s, _, connections in self._gauges(trial))

    def users(self, trial: int) -> list[tuple[float, int]]:
        """(s since the trial began, closed users at work) at the end of each second; [] in runs of earlier versions."""
        with self.damage_named():
            (version,) = self._connection.execute("PRAGMA user_version").fetchone()
            if version < FIRST_WITH_APDEX:
                return []
            query = "SELECT tick_second + 1.0, SUM(users) FROM shard WHERE trial = ? GROUP BY tick_second ORDER BY 1"
            return [(at_s, users) for at_s, users in self._connection.execute(query, (trial,))]

    def _gauges(self, trial: int) -> Iterator[tuple[float, int, int]]:
        with self.damage_named():
            query = (
                "SELECT tick_second + 1.0, SUM(in_flight + waiting), SUM(connections) FROM shard "
                "WHERE trial = ? GROUP BY tick_second ORDER BY tick_second"
            )
            yield from map(tuple, self._connection.execute(query, (trial,)))

    def answered(self, trial: int) -> Iterator[tuple[int, int, int]]:
        """(second, calls due, calls answered in it whenever they were due) of each second that was not rolled up."""
        with self.damage_named():
            query = (
                "SELECT due_second, SUM(due), SUM(done) FROM window "
                "WHERE trial = ? AND operation < ? AND seconds = 1 GROUP BY due_second ORDER BY due_second"
            )
            yield from map(tuple, self._connection.execute(query, (trial, self.description.calls)))

    def series_names(self) -> list[tuple[str, str, str]]:
        """(probe, name, unit) of all that was read."""
        with self.damage_named():
            query = "SELECT probe, name, unit FROM series ORDER BY id"
            return [(probe, name, unit) for probe, name, unit in self._connection.execute(query)]

    def readings(
        self, probe: str, name: str, begin_s: float | None = None, end_s: float | None = None
    ) -> Iterator[tuple[float, float]]:
        """Yield the readings of one series as (s since the run began, value), from `begin_s` to before `end_s`.

        None as `begin_s` or `end_s`: no bound.
        """
        with self.damage_named():
            query = (
                "SELECT at_s, value FROM reading WHERE series = (SELECT id FROM series WHERE probe = ? AND name = ?) "
                "AND at_s >= ? AND at_s < ? ORDER BY at_s"
            )
            bounds = (-math.inf if begin_s is None else begin_s, math.inf if end_s is None else end_s)
            yield from map(tuple, self._connection.execute(query, (probe, name, *bounds)))

    def readings_of_trial(self, record: TrialRecord, names: Collection[str]) -> Iterator[tuple[str, str, float, float]]:
        """(probe, name, s since the trial began, value) of the series of these names, in order of time."""
        with self.damage_named():
            query = (
                "SELECT probe, name, at_s, value FROM reading CROSS JOIN series ON series.id = reading.series "
                "WHERE trial = ? AND at_s >= ? AND at_s < ? AND name IN (SELECT value FROM json_each(?)) "
                "ORDER BY at_s, series"
            )
            begin_s, end_s = record.started_s, record.started_s + record.duration_s + _READ_LATE_S
            for probe, name, at_s, value in self._connection.execute(
                query, (record.number, begin_s, end_s, json.dumps(list(names)))
            ):
                yield probe, name, at_s - begin_s, value

    def all_readings(self) -> Iterator[tuple[int | None, float, str, str, str, float]]:
        """(trial, s since the run began, probe, name, unit, value) of all that was read, in order of time."""
        with self.damage_named():
            query = (
                "SELECT trial, at_s, probe, name, unit, value FROM reading "
                "CROSS JOIN series ON series.id = reading.series ORDER BY at_s, series"
            )
            # Tuples: there are a hundred of these a second, of which a row of names each would take twice as long.
            cursor = self._connection.cursor()
            cursor.row_factory = None
            yield from cursor.execute(query)

    def mean_reading(self, probe: str, name: str, begin_s: float, end_s: float) -> float | None:
        """The mean of what a probe read from `begin_s` and before `end_s`; None where it read nothing."""
        with self.damage_named():
            query = (
                "SELECT AVG(value) FROM reading WHERE series = (SELECT id FROM series WHERE probe = ? AND name = ?) "
                "AND at_s >= ? AND at_s < ?"
            )
            mean: float | None = self._connection.execute(query, (probe, name, begin_s, end_s)).fetchone()[0]
            return mean if mean is None or math.isfinite(mean) else None

    def mean_readings(self, step_s: float) -> Iterator[tuple[str, str, float, float]]:
        """(probe, name, s since the run began, value): means over steps, series by series in order of time."""
        with self.damage_named():
            query = (
                "SELECT probe, name, at_s, value FROM series JOIN ("
                "SELECT series, AVG(at_s) AS at_s, AVG(value) AS value FROM reading "
                "GROUP BY series, CAST(at_s / ? AS INTEGER)) ON series = id ORDER BY id, at_s"
            )
            yield from map(tuple, self._connection.execute(query, (step_s,)))

    def starts(self) -> list[StartRecord]:
        """All starts of variants, in the order in which they began; none without a study."""
        with self.damage_named():
            return self._of_starts.starts()

    def answers(self) -> list[tuple[str | None, int, str, Answer]]:
        """(variant, start, method, answer) in the order in which they were found; none of a superseded start."""
        with self.damage_named():
            return self._of_starts.answers()

    def variant_uses(self) -> list[VariantUse]:
        """Return the use of the variants of a comparison, in the order of reading; none of a superseded start."""
        with self.damage_named():
            return self._of_starts.variant_uses()

    def events(self) -> list[Event]:
        """Return all events of the run, such as the death of a service, in order."""
        with self.damage_named():
            return self._of_starts.events()

    def alarms(self) -> list[AlarmRecord]:
        """Return the changes of alarms, in order."""
        with self.damage_named():
            return self._of_starts.alarms()

    def injections(self) -> list[InjectionRecord]:
        """Return the occurrences of injections, by trial and start; also those of superseded trials."""
        with self.damage_named():
            return self._of_starts.injections()

    def databases(self) -> list[tuple[int, str]]:
        """Return (trial, database) of all whose activity was observed, in order; [] in runs of earlier versions."""
        with self.damage_named():
            if not self._has_databases:
                return []
            query = "SELECT DISTINCT trial, service FROM database_activity ORDER BY trial, service LIMIT ?"
            return [(trial, service) for trial, service in self._connection.execute(query, (_MOST_ACTIVITIES,))]

    def database_activities(self, trial: int) -> Iterator[DatabaseActivity]:
        """Yield the activity of databases in a trial, in order of time: 10 s each, or a minute where it is old."""
        # For runs with a database alone.
        from loadproof.store.activity_thinning import activity_of

        with self.damage_named():
            if self._has_databases:
                for (text,) in self._connection.execute(_ACTIVITIES, (trial, _MOST_ACTIVITIES)):
                    yield activity_of(text)

    @cached_property
    def _has_databases(self) -> bool:
        (version,) = self._connection.execute("PRAGMA user_version").fetchone()
        return bool(version >= FIRST_WITH_DATABASES)

    def doubts(self) -> list[tuple[str | None, int, Doubt]]:
        """Doubts of the stand and the probes as (variant, start, doubt); none of a superseded start."""
        with self.damage_named():
            return self._of_starts.doubts()

    def runtimes(self) -> list[Runtime]:
        """The facts that runtimes of services reported, in the order of the starts."""
        with self.damage_named():
            return self._of_starts.runtimes()

    def verdict(self, record: TrialRecord) -> Verdict | None:
        """The verdict of a trial; None without an end."""
        return self._stored("verdict", Verdict, record)

    def measurement(self, record: TrialRecord) -> Measurement:
        """The measurement of a trial: as stored, or else rebuilt."""
        return self._stored("measurement", Measurement, record) or self.rebuilt(record).record()

    def stages(self, record: TrialRecord) -> tuple[HeldStage, ...]:
        """Return the stages of a trial that were held, rebuilt from windows if it was cut short; (): it has none."""
        if not record.trial.stages:
            return ()
        found: tuple[HeldStage, ...] | None = self._stored("held", tuple[HeldStage, ...], record)
        return tuple(self._cut_stages(record)) if found is None else found

    def _cut_stages(self, record: TrialRecord) -> Iterator[HeldStage]:
        ended_s = self._last_due_second(record.number) + 1
        for span in record.trial.spans:
            if span.begin_s < ended_s:
                measured = self.rebuilt(replace(record, trial=record.trial.of_span(span))).record()
                verdict = Verdict(state="undecided", reason=Message("trial-unfinished"), early=False, slos=())
                rate, end_s = span.rate or 0.0, min(span.end_s, float(ended_s))
                yield HeldStage(rate=rate, begin_s=span.begin_s, end_s=end_s, verdict=verdict, measurement=measured)

    def _stored(self, column: str, kind: type[T], record: TrialRecord) -> T | None:
        """Record of a trial that ended: from the database once, as nothing changes it."""
        key = column, record.number
        if record.cut_short:
            return None
        if key not in self._records:
            with self.damage_named():
                query = f"SELECT {column} FROM trial WHERE number = ?"  # noqa: S608
                (text,) = self._connection.execute(query, (record.number,)).fetchone()
                self._records[key] = None if text is None else typed_in(f"trial.{column}", kind, text)
        found: T | None = self._records[key]
        return found

    def rebuilt(self, record: TrialRecord) -> MeasuredSpan:
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
        rows = apdex_rows(self.description.operations, record.trial.user_kinds)
        span = Window(begin, flows=self.description.flows, apdex_rows=rows)
        names = self._names
        with self.damage_named():
            query = "SELECT * FROM window WHERE trial = ? AND due_second >= ? AND due_second < ?"
            for row in self._connection.execute(query, (record.number, begin, end)):
                span.add(names[row["operation"]], tally_of(row))
        unstored = self.storage_failures()
        text = Message(
            "trial-not-stored-whole" if unstored else "trial-cut-short",
            trial=str(record.number),
            held=duration(round(record.duration_s)),
            reached="span" if reached else "ramp",
            open=count(span.whole.open),
            waiting=count(span.whole.waiting),
        )
        return span.measurement(
            float(end - begin), [Doubt(DoubtCode.NOT_STORED if unstored else DoubtCode.INTERRUPTED, text)]
        )

    def ending(self) -> Ending | None:
        """Return the end of the run; None if the run is under way or its process died."""
        with self.damage_named():
            row = self._connection.execute("SELECT * FROM ending").fetchone()
            page = self._last_page
            if row is None:
                return None if page is None or page.ended_s is None else Ending(page.ended_s, page.interrupted)
            duration_s = row["ended_monotonic"] - self._run_row["started_monotonic"]
            return Ending(duration_s, bool(row["interrupted"]))

    def storage_failures(self) -> list[StorageFailure]:
        """Return the storage failures: when and why the disk refused the run's data."""
        with self.damage_named():
            failures = self._of_starts.storage_failures()
        return failures or ([] if self._last_page is None else [self._last_page.failure])

    def _last_second(self, trial: int) -> int:
        with self.damage_named():
            query = (
                "SELECT MAX(second) FROM (SELECT MAX(tick_second) AS second FROM shard WHERE trial = :trial "
                "UNION SELECT MAX(tick_second) FROM window WHERE trial = :trial)"
            )
            last = self._connection.execute(query, {"trial": trial}).fetchone()[0]
            return -1 if last is None else int(last)

    def _last_due_second(self, trial: int) -> int:
        with self.damage_named():
            query = "SELECT MAX(due_second + seconds - 1) FROM window WHERE trial = ? AND due > 0"
            last = self._connection.execute(query, (trial,)).fetchone()[0]
            return -1 if last is None else int(last)

    def _trial_record(self, row: sqlite3.Row, superseded: Collection[tuple[str, int]]) -> TrialRecord:
        trial = typed_in("trial.planned", Trial, row["planned"])
        ended = row["ended_monotonic"]
        return TrialRecord(
            number=row["number"],
            variant=row["variant"],
            method=row["method"],
            trial=trial,
            started_s=row["started_monotonic"] - self._run_row["started_monotonic"],
            duration_s=self._last_second(row["number"]) + 1.0 if ended is None else ended - row["started_monotonic"],
            cut_short=ended is None,
            superseded=(row["variant"], trial.start) in superseded,
        )

    def damage_named(self) -> AbstractContextManager[None]:
        """Guard that turns what cannot be read of the data within its block into a RunDirectoryError."""
        return damage_named(self.directory.database, connection=self._connection)
