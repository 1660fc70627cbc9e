"""Folds a long trial in virtual time to minutes before it is written: seconds would be written to be rolled up at once.

The rows are those that `roll_up` would leave an hour later. Minutes that calls may still be added to are written, too,
and written anew each time, so that what a killed process leaves lacks no more than the time between two writes.
"""

from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from loadproof.judge.tick import TickReading
from loadproof.methods.trial import Trial
from loadproof.store.journal import RowBatch
from loadproof.store.kept_seconds import KeptSeconds
from loadproof.store.minutes import MINUTE_S, minute_of, planned_span
from loadproof.store.rows import INSERT_READING, INSERT_SHARD, INSERT_WINDOW, window_row
from loadproof.store.shard_total import ShardTotal
from loadproof.store.window import WindowTally

__all__ = ["MinuteFold", "StoredReading"]

_LATE_S = 60
"""Calls that settle later than this after their minute come into a row of their own, which readers add up."""

StoredReading = tuple[int, float, float, int | None]
"""Series, s since the run began, value, trial."""
Row = tuple[Any, ...]


@dataclass(slots=True)
class _MeanReading:
    """The readings of one series in one minute of the run."""

    at_s: float = 0.0
    value: float = 0.0
    count: int = 0


@dataclass(slots=True)
class MinuteFold:
    """One trial under way: the ticks of its unfinished minutes, and rows that wait for a write."""

    number: int
    trial: Trial
    _span: tuple[int, int] = (0, 0)
    _begun: int = 0
    """First second of the first unfinished minute; the rows of the minutes before are made."""
    _deleted_from: int = 0
    """First second whose written rows are replaced by the next write."""
    _seen: int = 0
    _is_over: bool = False
    _ticks: deque[TickReading] = field(default_factory=deque)
    """From the first unfinished minute on."""
    _late: list[tuple[int, TickReading]] = field(default_factory=list)
    """Ticks that say something of minutes before this second, whose rows are made."""
    _windows: list[Row] = field(default_factory=list)
    _shards: list[Row] = field(default_factory=list)
    _kept: KeptSeconds = field(default_factory=KeptSeconds)
    _left: set[int] = field(default_factory=set)
    """Seconds at which finished minutes begin that stay seconds."""
    _readings_kept: KeptSeconds = field(default_factory=KeptSeconds)
    """In seconds since the run began."""
    _readings: dict[tuple[int, int, float], _MeanReading] = field(default_factory=dict)
    """By minute, series and, where seconds stay, their instant."""
    _readings_begun_s: float = 0.0

    def __post_init__(self) -> None:
        """The span is that of the plan until the trial has ended."""
        self._span = planned_span(self.trial)

    def add(self, tick: TickReading) -> None:
        """Takes a second of the trial."""
        self._ticks.append(tick)
        self._seen = tick.second + 1
        if self._begun and any(delta.second < self._begun for delta in tick.deltas):
            self._late.append((self._begun, tick))
        if self._minute(self._begun)[1] + _LATE_S <= self._seen:
            self._finish()

    def keep(self, stretches: Mapping[tuple[str, int], tuple[float, float]], began_s: float) -> None:
        """Keep stretches of the trial, which began `began_s` after the run, as seconds."""
        self._kept.keep(stretches)
        self._readings_kept.keep(stretches, began_s)

    def add_readings(self, readings: Sequence[StoredReading]) -> None:
        """Takes what was read, in the order of time."""
        if readings and not self._readings_begun_s and not self._readings:
            self._readings_begun_s = readings[0][1]
        for series, at_s, value, _ in readings:
            minute = int(at_s // MINUTE_S)
            is_kept = self._readings_kept.holds(minute * MINUTE_S, (minute + 1) * MINUTE_S)
            key = (minute, series, at_s if is_kept else 0.0)
            mean = self._readings.get(key)
            if mean is None:
                mean = self._readings[key] = _MeanReading()
            mean.at_s += at_s
            mean.value += value
            mean.count += 1

    def ended(self, span_s: float) -> None:
        """The trial has ended, and `span_s` of it were judged."""
        self._span = (self._span[0], self._span[0] + int(span_s))
        self._is_over = True
        while self._begun < self._seen:
            self._finish()
        self._add_late()

    def batch(self) -> RowBatch:
        """Return the rows to write now: finished minutes for good, unfinished ones in place of their earlier rows."""
        windows, self._windows = self._windows, []
        shards, self._shards = self._shards, []
        begin = self._begun
        while begin < self._seen:
            minute = self._minute(begin)
            for part in self._parts(minute):
                windows += _window_rows(self.number, part, part, self._ticks)
                shards += _shard_rows(self.number, part, self._ticks)
            begin = minute[1]
        statements: list[tuple[str, Sequence[Sequence[Any]]]] = [
            (_DELETE_WINDOWS, [(self.number, self._deleted_from)]),
            (_DELETE_SHARDS, [(self.number, self._deleted_from)]),
            (INSERT_WINDOW, windows),
            (INSERT_SHARD, shards),
            (_DELETE_READINGS, [(self.number, self._readings_begun_s)]),
            (INSERT_READING, list(self._mean_readings())),
        ]
        self._deleted_from = self._begun
        self._forget_readings()
        return RowBatch(statements)

    def _minute(self, second: int) -> tuple[int, int]:
        begin, end = minute_of(second, self._span)
        return begin, min(end, self._seen) if self._is_over else end

    def _parts(self, minute: tuple[int, int]) -> list[tuple[int, int]]:
        """Return the minute as it is, or its seconds if they stay."""
        begin, end = minute
        is_left = begin in self._left if begin < self._begun else self._kept.holds(begin, end)
        return [(second, second + 1) for second in range(begin, min(end, self._seen))] if is_left else [minute]

    def _finish(self) -> None:
        """Makes the rows of the first unfinished minute, and of what came late of those before."""
        self._add_late()
        minute = self._minute(self._begun)
        if self._kept.holds(*minute):
            self._left.add(minute[0])
        for part in self._parts(minute):
            self._windows += _window_rows(self.number, part, part, self._ticks)
            self._shards += _shard_rows(self.number, part, self._ticks)
        self._begun = minute[1]
        while self._ticks and self._ticks[0].second < self._begun:
            self._ticks.popleft()

    def _add_late(self) -> None:
        """Makes rows of their own of the late answers; there are hardly ever any."""
        late, self._late = self._late, []
        for begun, tick in late:
            for minute in sorted({self._minute(delta.second) for delta in tick.deltas if delta.second < begun}):
                for part in self._parts(minute):
                    self._windows += _window_rows(self.number, part, (part[0], min(part[1], begun)), [tick])

    def _mean_readings(self) -> Iterator[StoredReading]:
        for (_, series, _), mean in sorted(self._readings.items(), key=lambda item: item[0]):
            yield (series, mean.at_s / mean.count, mean.value / mean.count, self.number)

    def _forget_readings(self) -> None:
        """Lets go of what is written for good: minutes of readings are those of the run, the last is unfinished."""
        if self._is_over or not self._readings:
            self._readings.clear()
            return
        last = max(minute for minute, *_ in self._readings)
        self._readings = {key: mean for key, mean in self._readings.items() if key[0] == last}
        self._readings_begun_s = max(self._readings_begun_s, float(last * MINUTE_S))


def _window_rows(
    trial: int, minute: tuple[int, int], seconds: tuple[int, int], ticks: Collection[TickReading]
) -> Iterator[Row]:
    """The rows of `minute` of what `ticks` say of `seconds` of it, by operation."""
    begin, end = minute
    last, operations = 0, set[int]()
    for tick in ticks:
        found = {delta.operation for delta in tick.deltas if seconds[0] <= delta.second < seconds[1]}
        if found:
            operations |= found
            last = tick.second
    tallies = [WindowTally() for _ in range(max(operations, default=-1) + 1)]
    WindowTally.add_each(tallies, [(tick.deltas, *seconds) for tick in ticks])
    for operation in sorted(operations):
        yield window_row(trial, last, (begin, end - begin), operation, tallies[operation])


def _shard_rows(trial: int, minute: tuple[int, int], ticks: Collection[TickReading]) -> Iterator[Row]:
    """The row of each shard over a minute."""
    totals: dict[int, ShardTotal] = {}
    for tick in ticks:
        if minute[0] <= tick.second < minute[1]:
            for shard in tick.shards:
                totals.setdefault(shard.shard, ShardTotal()).add(tick.second, shard)
    for _, total in sorted(totals.items()):
        yield total.row(trial)


_DELETE_WINDOWS = "DELETE FROM window WHERE trial = ? AND due_second >= ?"
_DELETE_SHARDS = "DELETE FROM shard WHERE trial = ? AND tick_second >= ?"
_DELETE_READINGS = "DELETE FROM reading WHERE trial = ? AND at_s >= ?"
