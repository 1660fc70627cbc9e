"""One measurement by operation, and by the parts of its response time."""

from collections.abc import Mapping, Sequence

from loadproof.model.message import byte_size
from loadproof.model.profile import BEFORE
from loadproof.records.measurement import Measurement, Times
from loadproof.records.run import Run
from loadproof.records.trial import Trial
from loadproof.render.cells import (
    column,
    count_cell,
    interval,
    joined,
    needed_calls,
    number_cell,
    percent_cell,
    percentile,
    percentiles,
    time_cell,
    with_interval,
)
from loadproof.render.document import CellKind, Column, Table, TableCell
from loadproof.render.names import operation_title
from loadproof.result.plain_text import printable
from loadproof.words.catalogue import Words
from loadproof.words.figures import NOTHING

__all__ = [
    "before_table",
    "bytes_per_reply",
    "calls_by_operation",
    "flows_table",
    "lacking_intervals",
    "operations_table",
    "quantiles_table",
    "targets_table",
    "time_parts_table",
]

_SHOWN = ("p50", "p95", "p99", "p99_9")
_QUANTILES = ("p50", "p90", "p95", "p99", "p99_9")
_PARTS = ("wait", "lateness", "service")


def operations_table(trial: Trial, run: Run, words: Words, most: int | None = None) -> Table:
    """A row per operation and one for all: calls, rate, times in ms, bytes, share over each threshold, errors by kind.

    Tags if there are any. `most`: at most so many operations, those with the most calls.
    """
    operations = calls_by_operation(trial, run)
    if most is not None and len(operations) > most:
        kept = sorted(operations, key=lambda name: -operations[name].due)[:most]
        operations = {name: part for name, part in operations.items() if name in kept}
    return _Operations(operations, run, words).table(trial.measurement)


def flows_table(trial: Trial, run: Run, words: Words) -> Table | None:
    """Return the table of flows, in the form of `operations_table`; None if there are no flows.

    If a trial stops early, flows under way count as cut, not as slow.
    """
    rows = _rows_of(trial, run, "flow")
    return _Operations(rows, run, words, are_flows=True, stopped_early=trial.early).table(None) if rows else None


def before_table(trial: Trial, run: Run, words: Words) -> Table | None:
    """Return the table of calls that users make once per session, as that of the operations; None if there are none."""
    rows = _rows_of(trial, run, "before")
    return _Operations(rows, run, words).table(None) if rows else None


def targets_table(trial: Trial, run: Run, words: Words) -> Table | None:
    """Return the table of several targets, as that of the operations; None if there is one target."""
    rows = _rows_of(trial, run, "target")
    return _Operations(rows, run, words, are_targets=True).table(None) if rows else None


def calls_by_operation(trial: Trial, run: Run) -> dict[str, Measurement]:
    """The measurement of each operation, by its name, without flows and targets.

    Operations that users call before their first flow alone have no row: no call of them counts.
    """
    return _counted(_rows_of(trial, run, "operation"), run)


def bytes_per_reply(part: Measurement, words: Words) -> TableCell:
    """Mean bytes received for an answered call, with their unit."""
    received = part.bytes_per_reply
    return TableCell(NOTHING if received is None else words.value(byte_size(received)), received, CellKind.BYTES)


def _rows_of(trial: Trial, run: Run, kind: str) -> dict[str, Measurement]:
    kinds = {row.name: row.kind for row in run.profile.operations}
    return {name: part for name, part in trial.measurement.operations.items() if kinds.get(name, "operation") == kind}


def _counted(parts: Mapping[str, Measurement], run: Run) -> dict[str, Measurement]:
    """Measurements without operations that occur before the first flow alone; "before: NAME" has their calls."""
    before = {row.name.removeprefix(BEFORE) for row in run.profile.operations if row.kind == "before"}
    return {name: part for name, part in parts.items() if part.due or name not in before}


class _Operations:
    """The table of operations, flows or targets."""

    def __init__(
        self,
        parts: Mapping[str, Measurement],
        run: Run,
        words: Words,
        *,
        are_flows: bool = False,
        are_targets: bool = False,
        stopped_early: bool = False,
    ) -> None:
        self._parts = parts
        self._run = run
        self._words = words
        self._are_flows = are_flows
        self._are_targets = are_targets
        self._stopped_early = stopped_early
        self._thresholds_of = {row.name: row.thresholds_ms for row in run.profile.operations if row.name in parts}
        self._of_all = tuple(slo.threshold_ms for slo in run.slos if slo.threshold_ms and slo.operation is None)
        asked = dict.fromkeys(limit_ms for limits_ms in self._thresholds_of.values() for limit_ms in limits_ms)
        self._thresholds = [
            (run.thresholds_ms.index(limit_ms), limit_ms) for limit_ms in asked if limit_ms in run.thresholds_ms
        ]
        self._tags = {row.name: row.tags for row in run.profile.operations if row.name in parts}

    def table(self, whole: Measurement | None) -> Table:
        """A row each, and one for the whole where there is more than one."""
        rows = [
            self._row(
                operation_title(self._run, name), part, self._tags.get(name, {}), self._thresholds_of.get(name, ())
            )
            for name, part in self._parts.items()
        ]
        has_total = whole is not None and len(rows) != 1
        if whole is not None and has_total:
            rows.append(self._row(self._words("page-all"), whole, {}, self._of_all))
        return Table(self._columns(), rows, totals=int(has_total))

    def _columns(self) -> list[Column]:
        words, figures = self._words, self._words.figures
        first = "page-column-flow" if self._are_flows else "page-column-operation"
        first = "page-column-target" if self._are_targets else first
        return [
            column(words, first, figures=False, wraps=True),
            *([column(words, "page-column-tags", figures=False, wraps=True, detail=True)] if self._is_tagged else []),
            column(words, "page-column-runs" if self._are_flows else "page-column-calls", wraps=True),
            column(words, "page-column-done", wraps=True),
            column(words, "page-column-mean"),
            *([column(words, "report-column-min")] if self._has_least else []),
            *(Column(title) for title in ("p50", "p95", "p99")),
            Column("p99.9", detail=True),
            column(words, "page-column-max"),
            *([column(words, "page-column-bytes")] if self._has_bytes else []),
            *(Column(words("report-over", limit=figures.plain(limit_ms))) for _, limit_ms in self._thresholds),
            column(words, "page-column-errors", figures=False, wraps=True),
            column(words, "page-column-dropped", detail=not any(part.dropped for part in self._parts.values())),
            column(words, "page-column-cut", detail=not any(part.cut for part in self._parts.values())),
        ]

    @property
    def _is_tagged(self) -> bool:
        return any(self._tags.values())

    @property
    def _has_least(self) -> bool:
        """False for runs of earlier versions."""
        return any(part.response_ms.min is not None for part in self._parts.values())

    @property
    def _has_bytes(self) -> bool:
        """False for flows: their bytes are those of calls, and a flow may fail after many replies."""
        return not self._are_flows and any(part.bytes_per_reply is not None for part in self._parts.values())

    def _row(
        self, name: str, part: Measurement, tags: Mapping[str, str], limits_ms: Sequence[float]
    ) -> list[TableCell | str]:
        words = self._words
        shown = [printable(f"{key}={value}", limit=40) for key, value in tags.items()]
        return [
            name,
            *([joined(words, shown)] if self._is_tagged else []),
            count_cell(words, part.due),
            number_cell(words, part.rate, CellKind.RATE),
            time_cell(words, part.response_ms.mean),
            *([time_cell(words, part.response_ms.min)] if self._has_least else []),
            *percentiles(words, part.response_ms, _SHOWN, part.completed),
            time_cell(words, part.response_ms.max),
            *([bytes_per_reply(part, words)] if self._has_bytes else []),
            *(self._over(part, index) if limit in limits_ms else NOTHING for index, limit in self._thresholds),
            self._errors(part),
            count_cell(words, part.dropped),
            count_cell(words, part.cut),
        ]

    def _over(self, part: Measurement, threshold: int) -> TableCell | str:
        if not part.due or threshold >= len(part.within):
            return NOTHING
        cut = part.cut if self._are_flows and self._stopped_early else 0
        return percent_cell(self._words, 100.0 * (part.due - part.within[threshold] - cut) / part.due)

    def _errors(self, part: Measurement) -> TableCell:
        kinds = sorted(part.errors_by_kind.items(), key=lambda item: (-item[1], item[0]))
        whole = self._words.figures.whole
        shown = [f"{printable(kind, limit=30)} {whole(calls)}" for kind, calls in kinds if calls]
        return TableCell(joined(self._words, shown) if shown else whole(0), part.errors, CellKind.COUNT)


def quantiles_table(measurement: Measurement, run: Run, words: Words) -> Table:
    """Quantiles of the response time with their intervals: of all calls, and of each operation and flow.

    Operations that users call before their first flow alone have one row, that of these calls.
    """
    parts = _counted(measurement.operations, run)
    rows = [_quantiles_row(operation_title(run, name), part, words) for name, part in parts.items()]
    if len(parts) != 1:
        rows.append(_quantiles_row(words("page-all"), measurement, words))
    titles = [name.replace("_", ".") for name in _QUANTILES]
    first = column(words, "page-column-operation", figures=False, wraps=True)
    return Table([first, *(Column(title, wraps=True) for title in titles)], rows, totals=int(len(parts) != 1))


def _quantiles_row(name: str, part: Measurement, words: Words) -> list[TableCell | str]:
    intervals = part.response_interval_ms
    return [
        name,
        *(
            with_interval(
                percentile(words, getattr(part.response_ms, quantile), quantile, part.completed),
                interval(words, getattr(intervals, quantile, None)),
            )
            for quantile in _QUANTILES
        ),
    ]


def lacking_intervals(measurement: Measurement, run: Run) -> list[int]:
    """Return about how many calls each percentile of `quantiles_table` needs, if its sample size gives no interval."""
    operations = _counted(measurement.operations, run).values()
    parts = [*operations, *([measurement] if len(operations) != 1 else [])]
    return needed_calls([getattr(part.response_interval_ms, name, None) for part in parts for name in _QUANTILES])


def time_parts_table(measurement: Measurement, words: Words) -> Table:
    """Response time and its three parts."""
    parts = (measurement.wait_ms, measurement.lateness_ms, measurement.service_ms)
    total = sum(times.mean or 0.0 for times in parts)
    columns = [
        column(words, "page-column-part", figures=False),
        column(words, "page-column-share", wraps=True),
        column(words, "page-column-mean"),
        *(Column(title) for title in ("p50", "p95", "p99")),
        column(words, "page-column-max"),
    ]
    rows = [
        _part_row(words(f"page-part-{name}"), times, measurement.sent, total, words)
        for name, times in zip(_PARTS, parts, strict=True)
    ]
    whole = _part_row(words("page-part-response"), measurement.response_ms, measurement.completed, None, words)
    return Table(columns, [*rows, whole], totals=1)


def _part_row(name: str, times: Times, calls: int, total: float | None, words: Words) -> Sequence[TableCell | str]:
    return [
        name,
        percent_cell(words, 100.0 * (times.mean or 0.0) / total) if total else "",
        time_cell(words, times.mean),
        *percentiles(words, times, ("p50", "p95", "p99"), calls),
        time_cell(words, times.max),
    ]
