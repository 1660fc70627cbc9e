"""What a page draws over time, made from the windows and readings of a run.

Percentiles are those of merged histograms. A window that was rolled up and is longer than a step is drawn as steps of
equal height: the rates and percentiles of its minute.
"""

import math
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby

from loadproof._engine import Histogram
from loadproof.report.heat_map import heat_map
from loadproof.report.load_cells import LoadCell, cells_of
from loadproof.report.series_model import LoadSeries, OperationSeries, ReadingSeries, Series
from loadproof.store.reader import RunReader
from loadproof.store.record import TrialRecord

__all__ = ["timeline_series"]

_STEPS_S = (1, 2, 5, 10, 15, 30, 60, 120, 300, 600)
_MOST_STEPS = 720
_MOST_COLUMNS = 360
_MINUTE_S = 60

Trials = Sequence[tuple[TrialRecord, Sequence[LoadCell]]]


def timeline_series(reader: RunReader) -> Series:
    """The series of a run, finished or not: at most about 720 steps, none between trials. Raises RunDirectoryError."""
    records = reader.trials()
    length_s = sum(record.duration_s for record in records)
    step_s = _step(length_s, _MOST_STEPS)
    trials = [(record, list(cells_of(reader, record, step_s))) for record in records]
    is_rolled = any(cell.width_s >= 2 * step_s for _, cells in trials for cell in cells)
    column_s = _step(length_s, _MOST_COLUMNS, step_s, _MINUTE_S if is_rolled else 1)
    ended_s = max((record.started_s + record.duration_s for record in records), default=0.0)
    return Series(
        load=_load(reader, trials, step_s),
        operations=_operations(reader, trials, step_s),
        heat=heat_map(column_s, list(_columns(trials, column_s))),
        readings=_readings(reader, max(step_s, _step(ended_s, _MOST_STEPS))),
    )


def _step(length_s: float, most: int, multiple_of_s: int = 1, at_least_s: int = 1) -> int:
    for step_s in _STEPS_S:
        if step_s % multiple_of_s == 0 and step_s >= at_least_s and length_s <= most * step_s:
            return step_s
    unit_s = max(_STEPS_S[-1], multiple_of_s)
    return unit_s * math.ceil(length_s / most / unit_s)


def _load(reader: RunReader, trials: Trials, step_s: int) -> LoadSeries:
    drawn = [
        (at_s, cell, in_flight)
        for record, cells in trials
        for cell, in_flight in zip(cells, _backlogs(reader, record, cells), strict=True)
        for at_s in _drawn_at(record, cell, step_s)
    ]
    cells = [cell for _, cell, _ in drawn]
    return LoadSeries(
        step_s=step_s,
        at_s=[at_s for at_s, _, _ in drawn],
        due_per_s=[_rounded(cell.due / cell.width_s) for cell in cells],
        done_per_s=[_rounded(cell.done / cell.width_s) for cell in cells],
        missing_per_s=[_rounded((cell.due - cell.completed) / cell.width_s) for cell in cells],
        p50_ms=[_quantile(cell.response, 0.50) for cell in cells],
        p95_ms=[_quantile(cell.response, 0.95) for cell in cells],
        p99_ms=[_quantile(cell.response, 0.99) for cell in cells],
        in_flight=[in_flight for _, _, in_flight in drawn],
    )


def _operations(reader: RunReader, trials: Trials, step_s: int) -> list[OperationSeries]:
    drawn = [cell for record, cells in trials for cell in cells for _ in _drawn_at(record, cell, step_s)]
    return [
        OperationSeries(
            name=operation.name,
            due_per_s=[_rounded(cell.operations[index].due / cell.width_s) for cell in drawn],
            p95_ms=[_optional(cell.operations[index].p95_ms) for cell in drawn],
        )
        for index, operation in enumerate(reader.description.operations)
    ]


def _drawn_at(record: TrialRecord, cell: LoadCell, step_s: int) -> Iterator[float]:
    """When the steps of a cell begin, in s since the run began; a closing part of a second is no step of its own."""
    yield round(record.started_s + cell.begin, 1)
    for second in range((cell.begin // step_s + 1) * step_s, math.floor(cell.end), step_s):
        yield round(record.started_s + second, 1)


def _backlogs(reader: RunReader, record: TrialRecord, cells: Sequence[LoadCell]) -> Iterator[float | None]:
    """Calls in flight or waiting at the end of each cell."""
    backlog = list(reader.backlog(record.number))
    ends = [at_s for at_s, _ in backlog]
    for cell in cells:
        index = bisect_right(ends, math.ceil(cell.end)) - 1
        yield float(backlog[index][1]) if index >= 0 and ends[index] > cell.begin else None


def _columns(trials: Trials, column_s: int) -> Iterator[tuple[float, Histogram]]:
    for record, cells in trials:
        columns: dict[int, Histogram] = defaultdict(Histogram)
        for cell in cells:
            columns[cell.begin // column_s * column_s].merge(cell.response)
        for begin, histogram in sorted(columns.items()):
            yield record.started_s + begin, histogram


def _readings(reader: RunReader, step_s: int) -> list[ReadingSeries]:
    units = {(probe, name): unit for probe, name, unit in reader.series_names()}
    found: list[ReadingSeries] = []
    for (probe, name), points in groupby(reader.mean_readings(step_s), key=lambda point: point[:2]):
        at_s, values = [], []
        for _, _, at, value in points:
            at_s.append(round(at, 1))
            values.append(_rounded(value))
        found.append(ReadingSeries(probe=probe, name=name, unit=units[probe, name], at_s=at_s, value=values))
    return found


def _quantile(histogram: Histogram, quantile: float) -> float | None:
    return _rounded(histogram.quantile_ms(quantile)) if histogram.count else None


def _optional(value: float | None) -> float | None:
    return None if value is None else _rounded(value)


def _rounded(value: float) -> float:
    """Four significant digits: finer than any screen, and half the bytes."""
    return float(f"{value:.4g}")
