"""Rolls up what is older than an hour to minutes, so that a long run stays small.

A minute of a trial becomes one row of `window` for each operation, keyed by its first due second: counts are summed
and histograms merged, so that nothing but the second is lost. Minutes end early at the begin and the end of the
trial's span, which therefore can be measured as before. A minute of a shard becomes its last row, with the lateness
merged, the faults summed and the longest turn; a minute of readings becomes its mean, also of counters.

Minutes near an injection stay seconds: its effect is judged by blocks of ten seconds, however long ago it was.
"""

import math
import sqlite3
import time
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from loadproof.methods.trial import Trial
from loadproof.store.journal import Journal, RowBatch
from loadproof.store.kept_seconds import KeptSeconds
from loadproof.store.minutes import MINUTE_S, minute_of, planned_span
from loadproof.store.rows import INSERT_READING, INSERT_SHARD, INSERT_WINDOW, shard_of, tally_of, window_row
from loadproof.store.shard_total import ShardTotal

__all__ = ["MINUTE_S", "RollUp"]

_KEPT_S = 3600.0
_STEP_S = 0.01
"""A step stops at the first row after this."""


@dataclass(slots=True)
class _RolledTrial:
    """Progress of the roll-up of one trial; seconds count from the start of the trial."""

    number: int
    started_s: float
    span: tuple[int, int]
    begun: int = 0
    """First second of the next minute; earlier minutes are rolled up or under way."""
    seen: int = 0
    """Seconds that have been written."""
    is_over: bool = False
    kept: KeptSeconds = field(default_factory=KeptSeconds)
    left: list[tuple[int, int]] = field(default_factory=list)
    """Earlier minutes that stay seconds."""

    def is_left(self, second: int) -> bool:
        """Return True if a second before `begun` is in no rolled-up minute."""
        return any(begin <= second < end for begin, end in self.left)

    def minute(self, second: int) -> tuple[int, int]:
        """Begin and end of the minute that holds `second`, cut at the span."""
        begin, end = minute_of(second, self.span)
        return begin, min(end, self.seen) if self.is_over else end


@dataclass(slots=True)
class RollUp:
    """Rolls up one run in small steps, each minute in one transaction; all times are of the writer's clock."""

    connection: sqlite3.Connection
    journal: Journal
    started_s: float
    """Start of the run, in seconds of the writer's clock."""
    _trials: deque[_RolledTrial] = field(default_factory=deque)
    _under_way: _RolledTrial | None = None
    _work: Iterator[RowBatch | None] | None = None
    _readings_begun: int = 0
    _readings_kept: KeptSeconds = field(default_factory=KeptSeconds)
    """In seconds since the run began, of all its trials."""

    def goes_on(self, at_s: float, kept_s: Mapping[tuple[str, int], tuple[float, float]]) -> None:
        """The run was cut and goes on `at_s` after it began: readings older than an hour were rolled up before.

        `kept_s` are the stretches around its injections, since it began.
        """
        self._readings_begun = max(0, int((at_s - _KEPT_S) // MINUTE_S - 1) * MINUTE_S)
        self._readings_kept.keep(kept_s)

    def keep(self, stretches: Mapping[tuple[str, int], tuple[float, float]], began_s: float) -> None:
        """Keep stretches of the trial that began `began_s` after the run."""
        if self._under_way is not None:
            self._under_way.kept.keep(stretches)
        # Trials of a run have the same names.
        self._readings_kept.keep({(f"{began_s} {name}", at): one for (name, at), one in stretches.items()}, began_s)

    def trial_started(self, number: int, trial: Trial, started_s: float) -> None:
        """A trial begins at `started_s`; one that is still under way has no end."""
        self._close()
        self._under_way = _RolledTrial(number, started_s, planned_span(trial))
        self._trials.append(self._under_way)

    def trial_ended(self, span_s: float) -> None:
        """The trial under way has ended, and `span_s` of it were judged."""
        if self._under_way is not None:
            begin, _ = self._under_way.span
            self._under_way.span = (begin, begin + math.floor(span_s))
        self._close()

    def ticked(self, second: int) -> None:
        """`second` of the trial under way was written."""
        if self._under_way is not None:
            self._under_way.seen = second + 1

    def _close(self) -> None:
        if self._under_way is not None:
            self._under_way.is_over = True
            self._under_way = None

    def key(self, second: int) -> tuple[int, int]:
        """(due_second, seconds) of a delta of the trial under way: its own, or those of its rolled-up minute."""
        trial = self._under_way
        if trial is None or second >= trial.begun or trial.is_left(second):
            return second, 1
        begin, end = trial.minute(second)
        return begin, end - begin

    def step(self, now_s: float) -> None:
        """Goes on for about 10 ms; gives up the trials so far where the database cannot be read."""
        if self.journal.failure is not None:
            return
        try:
            self._go_on(now_s)
        except (sqlite3.Error, ValueError, TypeError):
            # The raw rows stay, and a reader names the damage: the run is larger, nothing is lost.
            self._work = iter(())
            self._trials.clear()

    def _go_on(self, now_s: float) -> None:
        until_s = time.perf_counter() + _STEP_S
        self._work = self._work or self._next(now_s - _KEPT_S)
        while self._work is not None:
            try:
                batch = next(self._work)
            except StopIteration:
                self._work = None
                return
            if batch is not None:
                self.journal.write(batch)
            if time.perf_counter() > until_s:
                return

    def _next(self, old_s: float) -> Iterator[RowBatch | None] | None:
        """The next minute that was over by `old_s`."""
        while self.started_s + (begin := self._readings_begun) + MINUTE_S <= old_s:
            self._readings_begun += MINUTE_S
            if not self._readings_kept.holds(begin, begin + MINUTE_S):
                return self._roll_readings(begin, begin + MINUTE_S)
            self._readings_kept.forget(begin)
        while self._trials:
            trial = self._trials[0]
            if trial.is_over and trial.begun >= trial.seen:
                self._trials.popleft()
                continue
            begin, end = trial.minute(trial.begun)
            if trial.started_s + end > old_s or not (trial.is_over or trial.seen >= end):
                return None
            trial.begun = end
            if trial.kept.holds(begin, end):
                trial.left.append((begin, end))
                continue
            return self._roll_windows(trial.number, begin, end)
        return None

    def _roll_windows(self, trial: int, begin: int, end: int) -> Iterator[RowBatch | None]:
        """Yields None after every row that was taken, and at the end what is to be written."""
        where = (trial, begin, end)
        windows = self.connection.execute(_WINDOWS, where).fetchall()
        shards = self.connection.execute(_SHARDS, where).fetchall()
        tallies: dict[int, Any] = {}
        for row in windows:
            tally = tally_of(row)
            if row["operation"] in tallies:
                tallies[row["operation"]].add(tally)
            else:
                tallies[row["operation"]] = tally
            yield None
        rolled = []
        last = max((row["tick_second"] for row in windows), default=0)
        for operation, tally in sorted(tallies.items()):
            rolled.append(window_row(trial, last, (begin, end - begin), operation, tally))
            yield None
        totals: dict[int, ShardTotal] = {}
        for row in shards:
            second = shard_of(row)
            totals.setdefault(second.shard, ShardTotal()).add(second.second, second)
            yield None
        turned = [totals[shard].row(trial) for shard in sorted(totals)]
        newest = [max((row["rowid"] for row in rows), default=0) for rows in (windows, shards)]
        yield RowBatch(
            [
                (INSERT_WINDOW, rolled),
                (INSERT_SHARD, turned),
                (
                    "DELETE FROM window WHERE trial = ? AND due_second >= ? AND due_second < ? AND rowid <= ?",
                    [(*where, newest[0])],
                ),
                (
                    "DELETE FROM shard WHERE trial = ? AND tick_second >= ? AND tick_second < ? AND rowid <= ?",
                    [(*where, newest[1])],
                ),
            ]
        )

    def _roll_readings(self, begin_s: int, end_s: int) -> Iterator[RowBatch | None]:
        means = self.connection.execute(_READING_MEANS, (begin_s, end_s)).fetchall()
        yield RowBatch([(_DELETE_READINGS, [(begin_s, end_s)]), (INSERT_READING, [tuple(row) for row in means])])


_WINDOWS = "SELECT rowid, * FROM window WHERE trial = ? AND due_second >= ? AND due_second < ?"
_SHARDS = "SELECT rowid, * FROM shard WHERE trial = ? AND tick_second >= ? AND tick_second < ? ORDER BY tick_second"
_READING_MEANS = (
    "SELECT series, AVG(at_s), AVG(value), trial FROM reading WHERE at_s >= ? AND at_s < ? GROUP BY series, trial"
)
_DELETE_READINGS = "DELETE FROM reading WHERE at_s >= ? AND at_s < ?"
