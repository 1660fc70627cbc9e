"""A trial cut into cells of time, each with the calls that were due in it."""

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from loadproof._engine import Histogram
from loadproof.store.reader import RunReader
from loadproof.store.record import ResponseRow, TrialRecord
from loadproof.store.rows import counts_of

__all__ = ["LoadCell", "OperationLoad", "cells_of"]

_MINUTE_S = 60


@dataclass(frozen=True, slots=True)
class OperationLoad:
    """Calls of one operation that were due in one cell, with the p95 in ms; None if no call was answered."""

    due: int
    p95_ms: float | None


@dataclass(slots=True)
class LoadCell:
    """One step of a trial, or one rolled-up window that is longer; `begin` and `end` in s since the trial began.

    `done` were completed in it, whenever they were due. `failed` has the calls due in it that were not completed, by
    kind of error and as `dropped` and `cut`: together they are `due - completed`.
    """

    begin: int
    end: float
    due: int = 0
    completed: int = 0
    done: int = 0
    failed: Counter[str] = field(default_factory=Counter)
    response: Histogram = field(default_factory=Histogram)
    operations: list[OperationLoad] = field(default_factory=list)

    @property
    def width_s(self) -> float:
        """Above 0."""
        return (self.end - self.begin) or 1.0


@dataclass(slots=True)
class _OpenCell:
    """A cell that is being filled: only one at a time has histograms for every operation."""

    cell: LoadCell
    due: list[int]
    responses: list[Histogram]
    calls: int
    """Rows from this index on are flows, made of calls that the cell has already."""
    sent: int = 0

    @staticmethod
    def of(begin: int, end: int, count: int, calls: int) -> "_OpenCell":
        return _OpenCell(LoadCell(begin, end), [0] * count, [Histogram() for _ in range(count)], calls)

    def add(self, row: ResponseRow) -> None:
        if row.operation < self.calls:
            self.cell.due += row.due
            self.cell.completed += row.completed
            self.cell.done += row.done
            self.sent += row.sent
            if row.errors != "{}":
                self.cell.failed.update(counts_of("window.errors", row.errors))
        self.due[row.operation] += row.due
        if row.response is not None:
            self.responses[row.operation].merge_blob(row.response)

    def closed(self) -> LoadCell:
        # As in a measurement: calls that still wait count as dropped, open ones as cut.
        errors = self.cell.failed.total()
        self.cell.failed["dropped"] += self.cell.due - self.sent
        self.cell.failed["cut"] += self.sent - self.cell.completed - errors
        for index, (due, response) in enumerate(zip(self.due, self.responses, strict=True)):
            if index < self.calls:
                self.cell.response.merge(response)
            p95_ms = response.quantile_ms(0.95) if response.count else None
            self.cell.operations.append(OperationLoad(due, p95_ms))
        return self.cell


def cells_of(reader: RunReader, record: TrialRecord, step_s: int) -> Iterator[LoadCell]:
    """A trial without gaps, in cells of `step_s`, or of a rolled-up window where that is longer.

    The closing part of a second, of which no rate can be told, belongs to the last cell. Raises RunDirectoryError.
    """
    if not record.duration_s:
        return
    last_second = max(0, math.floor(record.duration_s) - 1)
    counts = (len(reader.description.operations), reader.description.calls)
    at = 0
    taken: tuple[int, int] | None = None
    filled: _OpenCell | None = None
    with reader.damage_named():
        for row in reader.responses(record.number):
            bounds = _bounds(row, last_second, step_s)
            if filled is None or bounds != taken:
                taken = bounds
                if filled is not None:
                    at = min(int(filled.cell.end), max(bounds[0], filled.cell.begin + 1))
                    filled.cell.end = at
                    yield filled.closed()
                yield from _idle(at, bounds[0], step_s, counts)
                begin = max(bounds[0], at)
                filled = _OpenCell.of(begin, max(bounds[1], begin + 1), *counts)
            filled.add(row)
    last = [filled.closed()] if filled is not None else []
    last += _idle(int(last[0].end) if last else 0, last_second + 1, step_s, counts)
    last[-1].end = max(record.duration_s, float(last[-1].begin))
    yield from last


def _bounds(row: ResponseRow, last_second: int, step_s: int) -> tuple[int, int]:
    if row.seconds > 1 and step_s < _MINUTE_S:
        return row.second, row.second + row.seconds
    begin = min(row.second, last_second) // step_s * step_s
    return begin, begin + step_s


def _idle(at: int, until: int, step_s: int, counts: tuple[int, int]) -> Iterator[LoadCell]:
    """Cells in which nothing was due."""
    while at < until:
        end = min(until, at // step_s * step_s + step_s)
        yield _OpenCell.of(at, end, *counts).closed()
        at = end
