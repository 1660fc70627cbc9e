"""Series that a page draws over time, made from the windows and readings of a run.

If a run has one start, the page draws the whole run at once. If it has several starts, the page draws one at a time.
Percentiles are those of merged histograms. A window that was rolled up and is longer than a step is drawn as steps of
equal height: the rates and percentiles of its minute.
"""

import math
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import accumulate, groupby

from loadproof._engine import Histogram
from loadproof.render.heat_map import heat_map
from loadproof.render.load_cells import LoadCell, cells_of
from loadproof.render.response_curves import NO_CURVES, response_curves
from loadproof.render.timeline_steps import heat_step_s, load_step_s, reading_step_s
from loadproof.result.result import Result
from loadproof.result.series import FailureSeries, LoadSeries, OperationSeries, ReadingSeries, Series, StartSpan
from loadproof.store.reader import RunReader
from loadproof.store.record import TrialRecord

__all__ = ["timeline_series"]

Trials = Sequence[tuple[TrialRecord, Sequence[LoadCell]]]
_MOST_KINDS = 6
_OTHER = "other"


def timeline_series(reader: RunReader, result: Result | None = None) -> Series:
    """The series of a run, finished or not, none between trials. Raises RunDirectoryError.

    `result` is that of the run: its answers choose the trials with a response curve. Without it there are none. One
    start has about 720 steps at most, several have together as many as keep the page small; readings between them
    are left out.
    """
    records = reader.trials()
    starts = _start_spans(records)
    step_s = load_step_s(starts, records)
    trials = [(record, list(cells_of(reader, record, step_s))) for record in records]
    is_rolled = any(cell.width_s >= 2 * step_s for _, cells in trials for cell in cells)
    column_s = heat_step_s(starts, records, step_s, is_rolled=is_rolled)
    times: dict[tuple[float, ...], int] = {}
    readings = _readings(reader, reading_step_s(starts, len(reader.series_names()), step_s), starts, times)
    return Series(
        starts=starts,
        load=_load(reader, trials, step_s),
        failures=_failures(trials, step_s),
        operations=_operations(reader, trials, step_s),
        heat=heat_map(column_s, list(_columns(trials, column_s))),
        curves=NO_CURVES if result is None else response_curves(reader, result),
        reading_times=[list(at_s) for at_s in times],
        readings=readings,
    )


def _load(reader: RunReader, trials: Trials, step_s: int) -> LoadSeries:
    drawn = [
        (at_s, cell, in_flight)
        for record, cells in trials
        for cell, in_flight in zip(cells, _backlogs(reader, record, cells), strict=True)
        for at_s in _drawn_at(record, cell, step_s)
    ]
    cells = [cell for _, cell, _ in drawn]
    users = [
        count
        for record, of_trial in trials
        for cell, count in zip(of_trial, _at_ends(reader.users(record.number), of_trial), strict=True)
        for _ in _drawn_at(record, cell, step_s)
    ]
    return LoadSeries(
        step_s=float(step_s),
        at_s=[at_s for at_s, _, _ in drawn],
        due_per_s=[_rounded(cell.due / cell.width_s) for cell in cells],
        done_per_s=[_rounded(cell.done / cell.width_s) for cell in cells],
        missing_per_s=[_rounded((cell.due - cell.completed) / cell.width_s) for cell in cells],
        p50_ms=[_quantile(cell.response, 0.50) for cell in cells],
        p95_ms=[_quantile(cell.response, 0.95) for cell in cells],
        p99_ms=[_quantile(cell.response, 0.99) for cell in cells],
        in_flight=[in_flight for _, _, in_flight in drawn],
        users=users if any(users) else (),
    )


def _failures(trials: Trials, step_s: int) -> list[FailureSeries]:
    calls: Counter[str] = sum((cell.failed for _, cells in trials for cell in cells), Counter())
    drawn = [cell for record, cells in trials for cell in cells for _ in _drawn_at(record, cell, step_s)]
    named = [kind for kind, _ in calls.most_common(_MOST_KINDS)]
    series = [
        FailureSeries(kind=kind, per_s=[_rounded(cell.failed[kind] / cell.width_s) for cell in drawn]) for kind in named
    ]
    if len(calls) > len(named):
        rest = [cell.failed.total() - sum(cell.failed[kind] for kind in named) for cell in drawn]
        per_s = [_rounded(count / cell.width_s) for count, cell in zip(rest, drawn, strict=True)]
        series.append(FailureSeries(kind=_OTHER, per_s=per_s))
    return series


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
    """Yield the start of each step of a cell, in s since the run began; a closing part of a second is no step."""
    yield round(record.started_s + cell.begin, 1)
    for second in range((cell.begin // step_s + 1) * step_s, math.floor(cell.end), step_s):
        yield round(record.started_s + second, 1)


def _backlogs(reader: RunReader, record: TrialRecord, cells: Sequence[LoadCell]) -> Iterator[float | None]:
    """Calls in flight or waiting at the end of each cell."""
    return _at_ends(list(reader.backlog(record.number)), cells)


def _at_ends(gauges: Sequence[tuple[float, int]], cells: Sequence[LoadCell]) -> Iterator[float | None]:
    """Yield the last of the gauges, (s since the trial began, number), up to the end of each cell; None within none."""
    ends = [at_s for at_s, _ in gauges]
    for cell in cells:
        index = bisect_right(ends, math.ceil(cell.end)) - 1
        yield float(gauges[index][1]) if index >= 0 and ends[index] > cell.begin else None


def _columns(trials: Trials, column_s: int) -> Iterator[tuple[float, Histogram]]:
    for record, cells in trials:
        columns: dict[int, Histogram] = defaultdict(Histogram)
        for cell in cells:
            columns[cell.begin // column_s * column_s].merge(cell.response)
        for begin, histogram in sorted(columns.items()):
            yield record.started_s + begin, histogram


def _readings(
    reader: RunReader, step_s: int, starts: Sequence[StartSpan], times: dict[tuple[float, ...], int]
) -> list[ReadingSeries]:
    """All that was read; `times` gets the times that readings share, each with its place."""
    units = {(probe, name): unit for probe, name, unit in reader.series_names()}
    begins_s = [start.begin_s for start in starts]
    ends_s = list(accumulate((start.end_s for start in starts), max))
    found: list[ReadingSeries] = []
    for (probe, name), points in groupby(reader.mean_readings(step_s), key=lambda point: point[:2]):
        drawn = [(at, value) for _, _, at, value in points if len(starts) <= 1 or _is_within(at, begins_s, ends_s)]
        at_s = tuple(round(at, 1) for at, _ in drawn)
        place = times.setdefault(at_s, len(times))
        values = [_rounded(value) for _, value in drawn]
        found.append(ReadingSeries(probe=probe, name=name, unit=units[probe, name], times=place, value=values))
    return found


def _is_within(at_s: float, begins_s: Sequence[float], ends_s: Sequence[float]) -> bool:
    """`ends_s` are the latest so far: starts may be up together."""
    place = bisect_right(begins_s, at_s) - 1
    return place >= 0 and at_s <= ends_s[place]


def _quantile(histogram: Histogram, quantile: float) -> float | None:
    return _rounded(histogram.quantile_ms(quantile)) if histogram.count else None


def _optional(value: float | None) -> float | None:
    return None if value is None else _rounded(value)


def _rounded(value: float) -> float:
    """Four significant digits: finer than any screen, and half the bytes."""
    return float(f"{value:.4g}")


def _start_spans(records: Sequence[TrialRecord]) -> list[StartSpan]:
    """Each start from the begin of its first trial to the end of its last, in the order in which they were begun.

    Those of a comparison are up together: the spans of one round lie over one another.
    """
    of_start: dict[tuple[str | None, int], list[TrialRecord]] = {}
    for record in sorted(records, key=lambda record: record.number):
        of_start.setdefault((record.variant, record.trial.start), []).append(record)
    return [
        StartSpan(
            variant=variant,
            start=start,
            begin_s=round(trials[0].started_s, 3),
            end_s=round(max(trial.started_s + trial.duration_s for trial in trials), 3),
        )
        for (variant, start), trials in of_start.items()
    ]
