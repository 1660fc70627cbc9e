"""Response times of a comparison in total and by operation, and CPU in per cent of what the variants may use."""

from collections.abc import Sequence

from loadproof.model.message import Message, count, duration
from loadproof.records.comparison import Comparison, CpuShare, OperationTimes, PercentileMean
from loadproof.records.run import Run
from loadproof.render.cells import column, joined, time_cell, told
from loadproof.render.document import Block, CellKind, Column, Fold, Paragraph, Section, Table, TableCell
from loadproof.render.names import operation_title
from loadproof.result.plain_text import printable
from loadproof.words.catalogue import Words
from loadproof.words.figures import NOTHING

__all__ = ["cpu_table", "times_parts", "times_table", "totals_table"]

_METRICS = ("mean", "p50", "p95", "p99")
_CHANGES = ("p95", "p99")
"""Metrics whose difference against the first variant is shown beside the times, as in published tables."""
_MOST_ROWS = 200
_LONGEST_NAME = 28
_MARK = "★"
"""Mark of a primary operation."""


def times_parts(comparison: Comparison, run: Run, words: Words) -> list[Block]:
    """The total with the mean of percentiles beside it, CPU in per cent and in points, then each operation."""
    parts: list[Block] = []
    if any(not one.operation for one in comparison.operations):
        note = Paragraph(words("page-compared-total-note"), is_note=True)
        parts.append(Section(words("page-section-compared-total"), [totals_table(comparison, words), note]))
    if comparison.cpu_shares:
        note = Paragraph(words("page-cpu-share-note"), is_note=True)
        parts.append(Section(words("page-section-cpu-share"), [cpu_table(comparison.cpu_shares, words), note]))
    hidden = sum(bool(one.operation) for one in comparison.operations) - _MOST_ROWS
    if hidden > -_MOST_ROWS:
        blocks = [times_table(comparison, run, words, _MOST_ROWS), *_note(comparison, words)]
        if hidden > 0:
            blocks.append(Paragraph(words("report-more-operation-rows", count=count(hidden)), is_note=True))
        parts.append(Fold(words("page-section-compared-operations"), blocks, on_paper=True))
    return parts


def _note(comparison: Comparison, words: Words) -> list[Block]:
    codes = ["page-compared-operations-note"]
    codes += ["page-compared-primary-note"] if comparison.primary else []
    codes += ["page-compared-few-note"] if any(one.too_few for one in comparison.operations) else []
    return [Paragraph(words(code), is_note=True) for code in codes]


def totals_table(comparison: Comparison, words: Words) -> Table:
    """The whole profile with each variant, then the mean of the percentiles of its operations."""
    rows = [
        _row(words("page-all"), one, comparison, words) for one in comparison.operations if not one.operation
    ] + _mean_rows(comparison, words)
    return Table(_columns(comparison, words), rows)


def times_table(comparison: Comparison, run: Run, words: Words, most: int, *, primary_alone: bool = False) -> Table:
    """Each operation with each variant, in the order of the profile, at most so many rows; with a mark if primary."""
    shown = [one for one in comparison.operations if one.operation and (one.is_primary or not primary_alone)]
    rows = [_row(_name(one, run), one, comparison, words) for one in shown[:most]]
    return Table(_columns(comparison, words), rows, banded=[one.is_primary for one in shown[:most]])


def _name(one: OperationTimes, run: Run) -> str:
    name = operation_title(run, one.operation)
    return f"{_MARK} {name}" if one.is_primary else name


def _columns(comparison: Comparison, words: Words) -> list[Column]:
    first = printable(comparison.variants[0], limit=_LONGEST_NAME)
    return [
        column(words, "page-column-operation", figures=False, wraps=True),
        column(words, "page-column-variant", figures=False),
        column(words, "page-column-calls-per-second", detail=True),
        column(words, "page-column-mean"),
        *(Column(metric, wraps=True) for metric in _METRICS[1:]),
        *(Column(words("page-column-change", metric=metric, a=first), wraps=True) for metric in _CHANGES),
    ]


def _row(name: str, one: OperationTimes, comparison: Comparison, words: Words) -> list[TableCell | str]:
    return [
        name,
        printable(one.variant, limit=_LONGEST_NAME),
        time_cell(words, one.calls_per_s, CellKind.RATE),
        *(_time(one, metric, words) for metric in _METRICS),
        *(_change(_effect(comparison, one, metric), words) for metric in _CHANGES),
    ]


def _time(one: OperationTimes, metric: str, words: Words) -> TableCell | str:
    """Return a time in ms, or `too few calls` with the load of a run that would have enough."""
    lacking = one.too_few.get(metric)
    if lacking is None:
        return time_cell(words, one.values.get(metric))
    if lacking.run_s is None:
        return words("page-too-few-calls")
    return words("page-too-few-calls-run", time=duration(lacking.run_s))


def _effect(comparison: Comparison, one: OperationTimes, metric: str) -> float | None:
    """Return the effect in per cent of the first variant."""
    of = (comparison.variants[0], one.variant, metric, one.operation)
    pairs = (pair for pair in comparison.pairs if (pair.a, pair.b, pair.metric, pair.operation) == of)
    return next((pair.effect_percent for pair in pairs), None)


def _mean_rows(comparison: Comparison, words: Words) -> list[list[TableCell | str]]:
    """Rows of their own for means of other numbers of operations: more have a p95 than a p99."""
    rows: list[list[TableCell | str]] = []
    for operations in dict.fromkeys(mean.operations for mean in comparison.percentile_means):
        alike = [mean for mean in comparison.percentile_means if mean.operations == operations]
        means: dict[str, PercentileMean] = {mean.metric: mean for mean in alike}
        name = words("page-percentile-mean", operations=count(operations), whole=count(alike[0].whole))
        rows += [
            [
                name,
                printable(variant, limit=_LONGEST_NAME),
                NOTHING,
                *(time_cell(words, _mean(means, metric, variant)) for metric in _METRICS),
                *(_change(_mean_change(means, metric, comparison.variants[0], variant), words) for metric in _CHANGES),
            ]
            for variant in alike[0].values
        ]
    return rows


def _mean(means: dict[str, PercentileMean], metric: str, variant: str) -> float | None:
    return means[metric].values.get(variant) if metric in means else None


def _mean_change(means: dict[str, PercentileMean], metric: str, a: str, b: str) -> float | None:
    before, after = _mean(means, metric, a), _mean(means, metric, b)
    return None if a == b or not before or after is None else 100.0 * (after / before - 1.0)


def _change(percent: float | None, words: Words) -> TableCell:
    return TableCell(NOTHING if percent is None else signed(percent, words), percent, CellKind.PERCENT)


def signed(value: float, words: Words) -> str:
    """With its sign, to three digits."""
    return ("+" if value > 0.0 else "−" if value < 0.0 else "") + words.figures.three_digits(abs(value))


def cpu_table(shares: Sequence[CpuShare], words: Words) -> Table:
    """CPU of each pair in per cent of its CPUs; the difference in points and in per cent, which are not the same."""
    columns = [
        column(words, "page-column-variant", figures=False),
        column(words, "page-column-against", figures=False),
        column(words, "page-column-cpus", figures=False, wraps=True, detail=True),
        column(words, "page-column-cpu-share", wraps=True),
        column(words, "page-column-cpu-share-against", wraps=True),
        column(words, "page-column-cpu-points", wraps=True),
        column(words, "page-column-cpu-points-interval", wraps=True, detail=True),
        column(words, "page-column-cpu-effect", wraps=True),
    ]
    rows: list[list[TableCell | str]] = [
        [
            printable(one.b, limit=_LONGEST_NAME),
            printable(one.a, limit=_LONGEST_NAME),
            TableCell(_cpus(one, words), one.cpus_b, CellKind.NUMBER),
            time_cell(words, one.b_percent, CellKind.PERCENT),
            time_cell(words, one.a_percent, CellKind.PERCENT),
            _change(one.points, words),
            TableCell(_interval(one, words), one.low, CellKind.PERCENT),
            _change(one.effect_percent, words),
        ]
        for one in shares
    ]
    return Table(columns, rows)


def _cpus(one: CpuShare, words: Words) -> str:
    numbers = dict.fromkeys((one.cpus_b, one.cpus_a))
    shown = [told(words, Message(f"page-cpus-{one.of}", cpus=words.figures.plain(cpus))) for cpus in numbers]
    return joined(words, shown)


def _interval(one: CpuShare, words: Words) -> str:
    if one.low is None or one.high is None:
        return NOTHING
    return words("page-effect-interval", low=signed(one.low, words), high=signed(one.high, words))
