"""Folds a long trial in virtual time to minutes before it is written: seconds would be written to be rolled up at once.

The rows are those that `roll_up` would leave an hour later. Minutes that calls may still be added to are written, too,
and written anew each time, so that what a killed process leaves lacks no more than the time between two writes.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

from loadproof.judge.tick import DeltaReading, ShardState, TickReading
from loadproof.method.trial import Trial
from loadproof.store.journal import Batch
from loadproof.store.minutes import MINUTE_S, minute_of, planned_span
from loadproof.store.rows import INSERT_READING, INSERT_SHARD, INSERT_WINDOW, window_row
from loadproof.store.shard_total import ShardTotal
from loadproof.store.window import Tally

__all__ = ["FOLDED_FROM_S", "MinuteFold", "StoredReading"]

FOLDED_FROM_S = 3600
"""A trial that is planned to last longer is folded: its seconds would not outlive the run."""
_LATE_S = 60
"""Calls that settle later than this after their minute come into a row of their own, which readers add up."""

StoredReading = tuple[int, float, float, int | None]
"""Series, s since the run began, value, trial."""


@dataclass(slots=True)
class MinuteFold:
    """One trial under way: what its unfinished minutes were made of is held in memory, a few minutes in all."""

    number: int
    trial: Trial
    _span: tuple[int, int] = (0, 0)
    _begun: int = 0
    """Where the first unfinished minute begins; nothing before it is written anew."""
    _seen: int = 0
    _is_over: bool = False
    _deltas: deque[tuple[int, DeltaReading]] = field(default_factory=deque)
    _shards: deque[tuple[int, ShardState]] = field(default_factory=deque)
    _readings: deque[StoredReading] = field(default_factory=deque)
    _readings_begun_s: float = 0.0

    def __post_init__(self) -> None:
        """The span is that of the plan until the trial has ended."""
        self._span = planned_span(self.trial)

    def add(self, tick: TickReading) -> None:
        """Takes a second of the trial."""
        self._deltas.extend((tick.second, delta) for delta in tick.deltas)
        self._shards.extend((tick.second, shard) for shard in tick.shards)
        self._seen = tick.second + 1

    def add_readings(self, readings: Sequence[StoredReading]) -> None:
        """Takes what was read, in the order of time."""
        if readings and not self._readings_begun_s and not self._readings:
            self._readings_begun_s = readings[0][1]
        self._readings.extend(readings)

    def ended(self, span_s: float) -> None:
        """The trial has ended, and `span_s` of it were judged."""
        self._span = (self._span[0], self._span[0] + int(span_s))
        self._is_over = True

    def batch(self) -> Batch:
        """What is to be written now: finished minutes for good, the others in place of what stood there before."""
        former, finished = self._begun, self._finished()
        statements: list[tuple[str, Sequence[Sequence[Any]]]] = [
            (_DELETE_WINDOWS, [(self.number, former)]),
            (_DELETE_SHARDS, [(self.number, former)]),
            (INSERT_WINDOW, list(self._windows())),
            (INSERT_SHARD, list(self._shard_rows())),
            (_DELETE_READINGS, [(self.number, self._readings_begun_s)]),
            (INSERT_READING, list(self._mean_readings())),
        ]
        self._forget(finished)
        return Batch(statements)

    def _minute(self, second: int) -> tuple[int, int]:
        begin, end = minute_of(second, self._span)
        return begin, min(end, self._seen) if self._is_over else end

    def _finished(self) -> int:
        """The end of the last minute that is finished."""
        if self._is_over:
            return self._seen
        end = self._begun
        while (after := self._minute(end)[1]) + _LATE_S <= self._seen:
            end = after
        return end

    def _windows(self) -> Iterator[tuple[Any, ...]]:
        minutes: dict[int, tuple[int, int]] = {}
        alike: dict[tuple[tuple[int, int], int], list[DeltaReading]] = {}
        last: dict[tuple[int, int], int] = {}
        for tick_second, delta in self._deltas:
            second = delta.second
            if second not in minutes:
                minutes[second] = self._minute(second)
            minute = minutes[second]
            alike.setdefault((minute, delta.operation), []).append(delta)
            last[minute] = tick_second
        for (minute, operation), deltas in sorted(alike.items(), key=lambda item: item[0]):
            begin, end = minute
            # One after the other: what is added to stays near the processor.
            tally = Tally()
            for delta in deltas:
                tally.add(delta)
            yield window_row(self.number, last[minute], (begin, end - begin), operation, tally)

    def _shard_rows(self) -> Iterator[tuple[Any, ...]]:
        totals: dict[tuple[int, int], ShardTotal] = {}
        for second, shard in self._shards:
            key = (self._minute(second)[0], shard.shard)
            if key not in totals:
                totals[key] = ShardTotal()
            totals[key].add(second, shard)
        for _, total in sorted(totals.items()):
            yield total.row(self.number)

    def _mean_readings(self) -> Iterator[StoredReading]:
        groups: dict[tuple[int, int], list[StoredReading]] = {}
        for reading in self._readings:
            groups.setdefault((int(reading[1] // MINUTE_S), reading[0]), []).append(reading)
        for (_, series), group in sorted(groups.items()):
            at_s = sum(reading[1] for reading in group) / len(group)
            yield (series, at_s, sum(reading[2] for reading in group) / len(group), self.number)

    def _forget(self, finished: int) -> None:
        """Lets go of what is written for good."""
        self._begun = finished
        self._deltas = deque(item for item in self._deltas if item[1].second >= finished)
        self._shards = deque(item for item in self._shards if item[0] >= finished)
        if self._is_over:
            self._readings.clear()
        elif self._readings:
            # Minutes of readings are those of the run, of which the last is unfinished.
            open_s = self._readings[-1][1] // MINUTE_S * MINUTE_S
            for _ in list(takewhile(lambda reading: reading[1] < open_s, self._readings)):
                self._readings.popleft()
            self._readings_begun_s = max(self._readings_begun_s, open_s)


_DELETE_WINDOWS = "DELETE FROM window WHERE trial = ? AND due_second >= ?"
_DELETE_SHARDS = "DELETE FROM shard WHERE trial = ? AND tick_second >= ?"
_DELETE_READINGS = "DELETE FROM reading WHERE trial = ? AND at_s >= ?"
