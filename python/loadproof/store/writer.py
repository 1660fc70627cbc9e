"""Writes one run: each second of a trial is on disk within that second."""

from __future__ import annotations

import dataclasses
import json
import math
import sqlite3
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from loadproof.errors import PathError, RunDirectoryError
from loadproof.judge.tick import TickReading
from loadproof.methods.trial import Trial, TrialResult
from loadproof.model.message import Message
from loadproof.store.continued import CutRun, read_cut_run
from loadproof.store.description import RunDescription
from loadproof.store.failed_replies import ReplySampler
from loadproof.store.journal import Journal, RowBatch, StorageFailure
from loadproof.store.kept_seconds import seconds_around_record
from loadproof.store.last_page import LastPage
from loadproof.store.message_columns import json_column, message_column
from loadproof.store.minutes import FOLDED_FROM_S
from loadproof.store.phases import PhaseAccount
from loadproof.store.reader import RunReader
from loadproof.store.record import AlarmRecord, CampaignName, InjectionRecord, StartState
from loadproof.store.roll_up import RollUp
from loadproof.store.rows import (
    INSERT_ACTIVITY,
    INSERT_FAILED_REPLY,
    INSERT_PHASE,
    INSERT_READING,
    INSERT_SHARD,
    INSERT_WINDOW,
    shard_row,
    window_row,
)
from loadproof.store.run_axis import RunAxis
from loadproof.store.run_directory import RunDirectory
from loadproof.store.schema import PAGE_BYTES, SCHEMA_VERSION, WRITER_PRAGMAS, tables_of
from loadproof.store.start_log import Sheet, StartLog
from loadproof.system.exhausted_resource import exhausted_resource
from loadproof.system.path_lookup import identity_of
from loadproof.system.secret_mask import SecretMask

if TYPE_CHECKING:
    from loadproof.records.database_activity import DatabaseActivity
    from loadproof.store.activity_thinning import ActivityThinning
    from loadproof.store.minute_fold import MinuteFold

__all__ = ["RunWriter", "compact"]

_MOST_CHARACTERS = 10_000
_GONE = Message("run-directory-gone")
_WORTH_COMPACTING_BYTES = 32 * 2**20

_RUN = """
INSERT INTO run VALUES (:version, :verb, :command, :target, :started_at, :started_monotonic, :arrivals, :seed,
:operations, :slos, :thresholds_ms, :method, :environment, :plan, :profile_text, :base_rate, :study, :source)
"""

_INJECTION = """
INSERT INTO injection VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (trial, name, number) DO UPDATE SET
begun_s = excluded.begun_s, ended_s = excluded.ended_s, undone_s = excluded.undone_s, state = excluded.state,
fault = excluded.fault
"""
_FAILURE = "INSERT INTO storage_failure VALUES (?, ?, ?)"


class RunWriter:
    """Writes one run, from one thread; a context manager.

    Only the start can fail (RunDirectoryError). Once the run is under way nothing here raises for the
    disk's sake: `failure` says what the disk lacks, the data stay in memory and are tried again each second,
    and `reader` still sees all of them.
    """

    def __init__(
        self,
        directory: RunDirectory,
        description: RunDescription | None,
        clock: Callable[[], float] = time.monotonic,
        *,
        folds: bool = False,
    ) -> None:
        """Makes `run.db`; `clock` gives s, by that of `time.monotonic` unless the run is made up.

        With `folds`, for virtual time, a trial that is planned to last more than an hour is folded to minutes in memory
        and written once a second of real time. Without a description the run that is there goes on, at the second after
        its last; what it had of the last hour stays in seconds.
        """
        self._directory = directory
        self._connection = sqlite3.connect(directory.database, isolation_level=None, timeout=1.0)
        try:
            cut = self._begun(description, clock, folds)
        except sqlite3.Error as error:
            self._connection.close()
            exhausted = exhausted_resource(error)
            cure = "free some space, or give another place with --out" if exhausted is None else exhausted.cure
            raise RunDirectoryError(
                f"{directory.database}: the database of the run cannot be {'made' if description else 'written'} "
                f"({error}). Cure: {cure}"
            ) from error
        except RunDirectoryError:
            self._connection.close()
            raise
        self._connection.row_factory = sqlite3.Row
        self._journal = Journal(self._connection, self._axis.origin_s, clock=lambda: self._axis.now_s)
        self._roll_up = RollUp(self._connection, self._journal, self._axis.origin_s)
        self._thinning: ActivityThinning | None = None
        self._folds = folds
        self._fold: MinuteFold | None = None
        self._folded_at_s = time.monotonic()
        self._phases = PhaseAccount()
        self._series = dict(cut.series) if cut else {}
        self._mask = SecretMask()
        self._names: dict[tuple[str, str], tuple[str, str]] = {}
        self._replies = ReplySampler(self._mask, cut.failed_replies if cut else 0)
        self.log = StartLog(Sheet(self._write, self._kept, lambda: self._axis.since_began_s), None, 0)
        """Log of the run, for rows that belong to no start."""
        self._hear: tuple[int, float, Callable[[str, str, float, float], None]] | None = None
        """Hearer of the readings of one trial: number of the trial, its start on the axis, and the function."""
        self._began: tuple[int, float] = (0, 0.0)
        """Number of the last trial that began, and its start in seconds since the run began."""
        self._seconds = 0
        self.has_seconds = False
        """True once a second of a trial was measured."""
        self._file = _identity(directory.database)
        self._gone_at_s: float | None = None
        self._ended: tuple[float, bool] | None = None
        LastPage.reserve(directory.path)
        self.stood_s = cut.stood_s if cut else 0.0
        """Time for which a continued run had stood still, seconds; 0 for a new run."""
        if cut is not None:
            self._roll_up.goes_on(cut.goes_on_at_s, cut.kept_s)

    def _begun(self, description: RunDescription | None, clock: Callable[[], float], folds: bool) -> CutRun | None:
        """Makes the tables, or reads where the run goes on. Raises sqlite3.Error, RunDirectoryError."""
        if description is not None:
            self._axis = RunAxis(clock)
            self._create(description)
            return None
        cut = read_cut_run(self._connection, self._directory.database, virtual=folds)
        self._axis = RunAxis(clock, cut.origin_s, cut.goes_on_at_s)
        for pragma in WRITER_PRAGMAS:
            self._connection.execute(pragma)
        self._connection.execute("DELETE FROM ending")
        return cut

    def __enter__(self) -> RunWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def directory(self) -> RunDirectory:
        """Directory that the run is written to."""
        return self._directory

    @property
    def failure(self) -> StorageFailure | None:
        """Storage failure: what the disk lacks and why; None if the disk has everything."""
        if self._gone_at_s is not None:
            return StorageFailure(self._gone_at_s, _GONE, self._seconds)
        return self._journal.failure

    @property
    def is_gone(self) -> bool:
        """True if the run directory was gone at the last look: nothing of the run is on disk."""
        return self._gone_at_s is not None

    @property
    def since_began_s(self) -> float:
        """Seconds since the run began, without the time in which it stood."""
        return self._axis.since_began_s

    def looked_at(self) -> StorageFailure | None:
        """`failure`, after a look at whether the run directory is still there; else open files and memory have it."""
        if self._gone_at_s is None and _identity(self._directory.database) != self._file:
            self._gone_at_s = self._axis.since_began_s
        return self.failure

    def hide(self, secrets: Iterable[str]) -> None:
        """Has `***` in place of each of `secrets` in every text from outside that is stored from now on."""
        self._mask.add(secrets)

    def trial_started(self, number: int, trial: Trial, *, method: str, variant: str | None = None) -> None:
        """Notes that trial `number` (from 1) begins now, for `method` (such as `capacity`) on `variant`."""
        started_s = self._axis.now_s
        planned = json.dumps(dataclasses.asdict(trial))
        row = (number, variant, method, trial.purpose.value, planned, time.time(), started_s)
        self._phases = PhaseAccount()
        self._began = (number, started_s - self._axis.origin_s)
        if self._folds and trial.load_s > FOLDED_FROM_S:
            # Not at the top: only hours of virtual time are folded, and no load waits for it.
            from loadproof.store.minute_fold import MinuteFold

            self._fold = MinuteFold(number, trial)
        elif not trial.cycle:
            # The seconds of a slot are looked into after the round, however long ago it was.
            self._roll_up.trial_started(number, trial, started_s)
        self._write("INSERT INTO trial VALUES (?, ?, ?, ?, ?, ?, ?, NULL, NULL, NULL, NULL)", row)

    def tick(self, number: int, tick: TickReading) -> None:
        """Commits one second of trial `number`, and goes on to roll up what is old."""
        self._seconds += 1
        self.has_seconds = True
        self._phases.add(tick.shards)
        if self._fold is not None:
            self._fold.add(tick)
            if time.monotonic() - self._folded_at_s >= 1.0:
                self._write_fold(self._fold)
        else:
            self._write_second(number, tick)
        replies = self._replies.rows(number, tick.failed_replies)
        if replies:
            self._journal.write(RowBatch([(INSERT_FAILED_REPLY, replies)]))
        self._roll_up.step(self._axis.now_s)
        if self._thinning is not None:
            self._thinning.step(self._axis.since_began_s)

    def _write_fold(self, fold: MinuteFold) -> None:
        batch = fold.batch()
        self._journal.write(RowBatch([*batch.statements, (INSERT_PHASE, self._phases.rows(fold.number))]))
        self._folded_at_s = time.monotonic()

    def _write_second(self, number: int, tick: TickReading) -> None:
        windows = [
            window_row(number, tick.second, self._roll_up.key(delta.second), delta.operation, delta)
            for delta in tick.deltas
        ]
        shards = [shard_row(number, tick.second, reading) for reading in tick.shards]
        statements = [
            (INSERT_WINDOW, windows),
            (INSERT_SHARD, shards),
            (INSERT_PHASE, self._phases.rows(number)),
        ]
        self._journal.write(RowBatch(statements, is_tick=True))
        self._roll_up.ticked(tick.second)

    def hear_readings(self, number: int, hear: Callable[[str, str, float, float], None]) -> None:
        """Have `hear` told of each reading of trial `number`, which began last: probe, name, s of the trial, value."""
        self._hear = (number, self._axis.now_s, hear)

    def alarms(self, rows: Sequence[AlarmRecord]) -> None:
        """Notes changes of alarms."""
        written = [
            (
                row.trial,
                self._kept(row.name),
                row.phase,
                row.at_s,
                row.known_s,
                row.since_s,
                None if row.value is None else message_column(row.value, self._kept),
            )
            for row in rows
        ]
        self._journal.write(RowBatch([("INSERT INTO alarm VALUES (?, ?, ?, ?, ?, ?, ?)", written)]))

    def injection(self, record: InjectionRecord) -> None:
        """Notes an occurrence of an injection, or what has become of it; the seconds around it stay."""
        row = (
            record.trial,
            self._kept(record.name),
            record.number,
            record.begun_s,
            record.ended_s,
            record.undone_s,
            record.state,
            None if record.fault is None else message_column(record.fault, self._kept),
        )
        self._write(_INJECTION, row)
        self.keep_seconds(record.trial, {(record.name, record.number): seconds_around_record(record)})

    def keep_seconds(self, number: int, stretches: Mapping[tuple[str, int], tuple[float, float]]) -> None:
        """Keep stretches of trial `number`, which began last, as seconds for as long as the run is kept.

        Stretches are seconds of the trial by the name of an injection and the number of its occurrence. Stretches that
        are planned are told when the trial begins; `injection` tells what has become of them.
        """
        if number != self._began[0]:
            return
        self._roll_up.keep(stretches, self._began[1])
        if self._fold is not None:
            self._fold.keep(stretches, self._began[1])

    def readings(self, number: int | None, rows: Sequence[tuple[float, str, str, str, float]]) -> None:
        """Notes what probes read, as (s of the clock `time.monotonic`, probe, name, unit, value).

        `number` is the trial under way, None between trials. What is not finite is no reading and is left out.
        """
        series = []
        readings = []
        for at_monotonic_s, probe, name, unit, value in rows:
            # Every second the same.
            key = self._names.get((probe, name))
            if key is None:
                key = self._names[probe, name] = (self._kept(probe), self._kept(name))
            if key not in self._series:
                self._series[key] = len(self._series) + 1
                series.append((self._series[key], *key, self._kept(unit)))
            if math.isfinite(value):
                if self._hear is not None and self._hear[0] == number:
                    _, began_s, hear = self._hear
                    hear(probe, name, self._axis.of(at_monotonic_s) - began_s, value)
                readings.append((self._series[key], self._axis.of(at_monotonic_s) - self._axis.origin_s, value, number))
        if self._fold is not None and number == self._fold.number:
            self._fold.add_readings(readings)
            readings = []
        if series or readings:
            self._journal.write(
                RowBatch([("INSERT INTO series VALUES (?, ?, ?, ?)", series), (INSERT_READING, readings)])
            )

    def database_activity(self, number: int, activity: DatabaseActivity) -> None:
        """Notes what a database did in an interval of trial `number`, its instants on the clock `time.monotonic`."""
        # Not at the top: most runs have no database.
        from loadproof.postgres.activity import shifted
        from loadproof.store.activity_thinning import ActivityThinning, activity_row

        if self._thinning is None:
            self._thinning = ActivityThinning(self._connection, self._journal, self._kept)
        by_s = self._axis.of(activity.begin_s) - self._axis.origin_s - activity.begin_s
        self._write(INSERT_ACTIVITY, activity_row(number, shifted(activity, by_s), self._kept))

    def trial_ended(self, number: int, result: TrialResult) -> None:
        """Notes that trial `number` ended now, with its measurement and verdict."""
        verdict, measurement = result.verdict.record(), result.measurement.record()
        held = json_column([one.held_stage() for one in result.spans], self._kept) if result.spans else None
        columns = (json_column(verdict, self._kept), json_column(measurement, self._kept), held)
        row = (self._axis.now_s, *columns, number)
        if self._fold is not None:
            self._fold.ended(result.measurement.span_s)
            self._end_fold(self._fold)
        elif not result.trial.cycle:
            self._roll_up.trial_ended(result.measurement.span_s)
        self._write(
            "UPDATE trial SET ended_monotonic = ?, verdict = ?, measurement = ?, held = ? WHERE number = ?", row
        )

    def _end_fold(self, fold: MinuteFold) -> None:
        self._fold = None
        self._write_fold(fold)

    def begin(self, campaign: CampaignName, variant: str, number: int, work_us: float | None = None) -> StartLog:
        """Notes that the `number`th start of `variant` (from 1) begins now; its log.

        `work_us` is what a fixed piece of work took just before, as in `StartLog.end` just after.
        """
        row = (variant, number, campaign.value, self._axis.since_began_s, StartState.UNDER_WAY.value, work_us, None)
        self._write("INSERT INTO start VALUES (?, ?, ?, ?, ?, ?, ?)", row)
        return self.log_of(variant, number)

    def log_of(self, variant: str, number: int = 0) -> StartLog:
        """The log of a start that was begun, or of a variant."""
        return replace(self.log, variant=variant, number=number)

    def variant_use(
        self, trial: int | None, boundary: str, used: Iterable[tuple[str, int, float | None, float | None]]
    ) -> None:
        """Notes what variants have used by now, as (variant, start, s of CPU, MiB); None: not known."""
        at_s = self._axis.since_began_s
        rows = [(trial, boundary, at_s, *one) for one in used]
        self._journal.write(RowBatch([("INSERT INTO variant_use VALUES (?, ?, ?, ?, ?, ?, ?)", rows)]))

    def ended(self, interrupted: bool = False) -> None:
        """Notes that the run ended now."""
        self._ended = (self._axis.since_began_s, interrupted)
        self._write("INSERT INTO ending VALUES (?, ?)", (self._axis.now_s, interrupted))

    def reader(self) -> RunReader:
        """A reader of this run as it is now, including what the disk has refused."""
        failure = self.looked_at()
        if failure is None:
            return RunReader(self._directory)
        memory = sqlite3.connect(":memory:", isolation_level=None)
        self._connection.backup(memory)
        self._journal.apply_pending(memory)
        memory.execute(_FAILURE, _failure_row(failure))
        return RunReader(self._directory, memory)

    def close(self) -> None:
        """Leaves one plain file, which can be read from a read-only place too."""
        if self._fold is not None:
            self._end_fold(self._fold)
        self._journal.write(RowBatch([]))
        failure = self.failure
        if failure is not None:
            self._write(_FAILURE, _failure_row(failure))
        if failure is None or self._journal.is_written:
            LastPage.release(self._directory.path)
        else:
            LastPage(failure, *(self._ended or (None, False))).write(self._directory.path)
        try:
            compact(self._connection)
            self._connection.execute("PRAGMA journal_mode = DELETE")
        except sqlite3.Error:
            # A reader has it open, or the disk is full: the -wal file keeps the last seconds for readers.
            self._connection.close()
        else:
            self._connection.close()

    def _create(self, description: RunDescription) -> None:
        self._connection.execute(f"PRAGMA page_size = {PAGE_BYTES}")
        for pragma in WRITER_PRAGMAS:
            self._connection.execute(pragma)
        self._connection.executescript(
            f"BEGIN IMMEDIATE;{tables_of(SCHEMA_VERSION)}PRAGMA user_version = {SCHEMA_VERSION};"
        )
        row = description.as_row() | {"started_monotonic": self._axis.origin_s}
        self._connection.execute(_RUN, row)
        self._connection.execute("COMMIT")

    def _kept(self, text: str) -> str:
        """Texts come from services too: replaces secrets and what SQLite cannot store, and cuts what is too long."""
        return self._mask.text(text)[:_MOST_CHARACTERS].encode("utf-8", "replace").decode("utf-8")

    def _write(self, statement: str, row: tuple[Any, ...]) -> None:
        self._journal.write(RowBatch([(statement, [row])]))


def _failure_row(failure: StorageFailure) -> tuple[float, str, int]:
    return failure.at_s, message_column(failure.text), failure.lost_seconds


def compact(connection: sqlite3.Connection) -> None:
    """Gives back the room that rolled-up rows have left, about a twentieth of a long run. Raises sqlite3.Error."""
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    if pages * PAGE_BYTES > _WORTH_COMPACTING_BYTES:
        connection.execute("VACUUM")


def _identity(path: Path) -> tuple[int, int] | None:
    """Return the (device, inode) of the file at `path`; None if there is no file, or no access."""
    try:
        return identity_of(path)
    except PathError:
        return None
