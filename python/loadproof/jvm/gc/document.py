"""Logs of garbage collections as a document: what stands out, the figures, two logs side by side, pauses by cause."""

from collections.abc import Iterator, Sequence

from loadproof.jvm.gc.report import (
    FigureDifference,
    GcLog,
    GcReport,
    LiveSet,
    LogComparison,
    PauseFigures,
    RateFigure,
    SafepointFigures,
)
from loadproof.jvm.remark import Remark
from loadproof.model.message import Message, count, duration, mebibytes, milliseconds, number, share
from loadproof.records.measurement import Bounds
from loadproof.render.cells import column, count_cell, interval, joined, named, number_cell, percentile, told
from loadproof.render.document import Block, Bullets, CellKind, Column, Document, Facts, Section, Table, TableCell
from loadproof.words.catalogue import Words
from loadproof.words.figures import NOTHING

__all__ = ["gc_document", "log_sections"]

_LONGEST_NAME = 60
_LONGEST_TEXT = 600
_MOST_GROUPS = 12
_TONES = {"higher": "undecided", "lower": "undecided", "cannot_tell": "", "not_judged": ""}


def gc_document(report: GcReport, words: Words, *, is_whole: bool = True) -> Document:
    """The document of one log or two; unless `is_whole` the rarer kinds of pauses are left out."""
    first = report.logs[0]
    title = Message("gc-title", log=first.name)
    if report.comparison is not None:
        title = Message("gc-title-two", a=report.comparison.a, b=report.comparison.b)
    sections = [] if report.comparison is None else list(_comparison(report.comparison, words))
    for log in report.logs:
        sections += log_sections(log, words, is_whole=is_whole, is_named=len(report.logs) > 1)
    pressed = any(one.kind in ("pressure", "unread") for log in report.logs for one in log.remarks)
    return Document(
        title=told(words, title),
        verdict=told(words, report.sentence, _LONGEST_TEXT),
        tone="undecided" if pressed or report.comparison is not None else "passed",
        sections=sections,
        fact_titles=(words("gc-column-figure"), words("gc-column-value")),
    )


def log_sections(log: GcLog, words: Words, *, is_whole: bool, is_named: bool) -> Iterator[Section]:
    """Yield the sections of one log; if `is_named`, each title starts with the name of the log."""
    name = f"{told(words, log.name, _LONGEST_NAME)}: " if is_named else ""
    for title, kinds in (("pressure", ("pressure",)), ("doubt", ("unread", "doubt"))):
        remarks = [one for kind in kinds for one in log.remarks if one.kind == kind]
        if remarks:
            yield Section(name + words(f"gc-section-{title}"), [_bullets(remarks, words)])
    yield Section(name + words("gc-section-figures"), [Facts(list(_facts(log, words)))])
    if log.groups:
        yield Section(name + words("gc-section-pauses"), _pauses(log, words, is_whole=is_whole))


def _bullets(remarks: Sequence[Remark], words: Words) -> Bullets:
    return Bullets([told(words, one.text, _LONGEST_TEXT) for one in remarks])


def _facts(log: GcLog, words: Words) -> Iterator[tuple[str, str]]:
    if len(log.files) > 1:
        yield words("gc-fact-files"), joined(words, [told(words, file, _LONGEST_NAME) for file in log.files])
    yield words("gc-fact-collector"), told(words, log.collector or Message("gc-collector-unknown"))
    if log.version:
        yield words("gc-fact-version"), told(words, log.version, _LONGEST_NAME)
    if log.span_s is not None:
        yield words("gc-fact-span"), told(words, duration(log.span_s))
    if log.stopped_share is not None and log.throughput is not None:
        yield words("gc-fact-throughput"), told(words, share(log.throughput))
        yield words("gc-fact-stopped"), _share_with_interval(log.stopped_share, words)
    yield from _memory_facts(log, words)
    yield words("gc-fact-full"), told(words, count(log.full_collections))
    if log.stalls is not None:
        stalls = log.stalls
        values = {"number": count(stalls.count), "max": milliseconds(stalls.max_ms)}
        yield words("gc-fact-stalls"), words("gc-stalls-told", **values)
    if log.safepoints is not None:
        yield words("gc-fact-safepoints"), _safepoints(log.safepoints, words)


def _memory_facts(log: GcLog, words: Words) -> Iterator[tuple[str, str]]:
    if log.allocation_mib_per_s is not None:
        yield words("gc-fact-allocation"), _pace(log.allocation_mib_per_s, words)
    if log.promotion_mib_per_s is not None:
        yield words("gc-fact-promotion"), _pace(log.promotion_mib_per_s, words)
    if log.heap_mib is not None or log.heap_max_mib is not None:
        yield words("gc-fact-heap"), _heap(log, words)
    if log.live_set is not None:
        yield words("gc-fact-live-set"), _live_set(log.live_set, words)


def _share_with_interval(figure: RateFigure, words: Words) -> str:
    written = told(words, share(figure.value))
    if figure.low is None or figure.high is None:
        return written
    return written + interval(words, Bounds(low=100.0 * figure.low, high=100.0 * figure.high))


def _pace(figure: RateFigure, words: Words) -> str:
    written = words("gc-per-second", size=mebibytes(figure.value))
    if figure.low is None or figure.high is None:
        return written
    return written + interval(words, Bounds(low=figure.low, high=figure.high))


def _heap(log: GcLog, words: Words) -> str:
    sizes = {
        "end": mebibytes(log.heap_mib),
        "largest": mebibytes(log.heap_largest_mib),
        "limit": mebibytes(log.heap_max_mib),
    }
    return told(words, Message("gc-heap-told", **sizes))


def _live_set(live: LiveSet, words: Words) -> str:
    by = joined(words, [words("gc-live-told-by", kind=kind) for kind in live.told_by])
    return words(
        "gc-live-set-told",
        median=mebibytes(live.median_mib),
        first=mebibytes(live.first_mib),
        last=mebibytes(live.last_mib),
        collections=count(live.collections),
        by=by,
    )


def _safepoints(found: SafepointFigures, words: Words) -> str:
    return words(
        "gc-safepoints-told",
        number=count(found.count),
        share=share(found.share),
        max=milliseconds(found.max_ms),
        reaching=milliseconds(found.max_reaching_ms),
    )


def _pauses(log: GcLog, words: Words, *, is_whole: bool) -> list[Block]:
    columns = [
        column(words, "gc-column-kind", figures=False, wraps=True),
        column(words, "gc-column-cause", figures=False, wraps=True),
        column(words, "gc-column-pauses"),
        column(words, "gc-column-total"),
        column(words, "gc-column-mean", detail=True),
        *(Column(name) for name in ("p50", "p95", "p99")),
        Column("p99.9", detail=True),
        column(words, "gc-column-max"),
    ]
    shown = log.groups if is_whole else log.groups[:_MOST_GROUPS]
    rows: list[list[TableCell | str]] = [
        [
            told(words, one.kind, _LONGEST_NAME),
            told(words, one.cause or NOTHING, _LONGEST_NAME),
            *_times(one.pauses, words),
        ]
        for one in shown
    ]
    if len(log.groups) > 1:
        rows.append([words("gc-all-pauses"), NOTHING, *_times(log.pauses, words)])
    left = len(log.groups) - len(shown)
    more = [Bullets([words("gc-more-kinds", kinds=count(left))])] if left else []
    return [Table(columns, rows), *more]


def _times(pauses: PauseFigures, words: Words) -> list[TableCell]:
    names = (("p50", pauses.p50_ms), ("p95", pauses.p95_ms), ("p99", pauses.p99_ms), ("p99_9", pauses.p99_9_ms))
    return [
        count_cell(words, pauses.count),
        number_cell(words, pauses.total_ms, CellKind.MILLISECONDS),
        number_cell(words, pauses.mean_ms, CellKind.MILLISECONDS),
        *(percentile(words, value_ms, name, pauses.count) for name, value_ms in names),
        number_cell(words, pauses.max_ms, CellKind.MILLISECONDS),
    ]


def _comparison(comparison: LogComparison, words: Words) -> Iterator[Section]:
    columns = [
        column(words, "gc-column-figure", figures=False, wraps=True),
        Column(told(words, comparison.a, _LONGEST_NAME), wraps=True),
        Column(told(words, comparison.b, _LONGEST_NAME), wraps=True),
        column(words, "gc-column-difference"),
        column(words, "gc-column-verdict", figures=False, toned=True),
        column(words, "gc-column-reason", figures=False, wraps=True),
    ]
    rows: list[list[TableCell | str]] = [
        [
            told(words, Message("gc-figure", figure=one.figure)),
            _level(one, one.a, one.a_low, one.a_high, words),
            _level(one, one.b, one.b_low, one.b_high, words),
            _difference(one, words),
            named(words, f"gc-verdict-{one.verdict}", one.verdict),
            told(words, one.reason, _LONGEST_TEXT),
        ]
        for one in comparison.figures
    ]
    table = Table(columns, rows, [_TONES[one.verdict] for one in comparison.figures])
    yield Section(words("gc-section-comparison"), [table])
    yield Section(words("gc-section-comparison-doubts"), [_bullets(comparison.doubts, words)])


def _level(one: FigureDifference, value: float | None, low: float | None, high: float | None, words: Words) -> str:
    if value is None:
        return NOTHING
    factor = 100.0 if one.figure.endswith("_share") else 1.0
    bounds = None if low is None or high is None else Bounds(low=factor * low, high=factor * high)
    return _with_unit(one.figure, value, words) + interval(words, bounds)


def _with_unit(figure: str, value: float, words: Words) -> str:
    if figure.endswith("_share"):
        return told(words, share(value))
    if figure.endswith("_ms"):
        return told(words, milliseconds(value))
    if figure.endswith("_mib_per_s"):
        return words("gc-per-second", size=mebibytes(value))
    return told(words, mebibytes(value)) if figure.endswith("_mib") else words.figures.plain(value)


def _difference(one: FigureDifference, words: Words) -> str:
    if one.difference is None:
        return NOTHING
    sign = "+" if one.difference > 0.0 else ""
    if one.figure.endswith("_share"):
        return words("gc-points", points=sign + words.value(number(100.0 * one.difference)))
    if one.percent is None:
        return sign + _with_unit(one.figure, one.difference, words)
    return sign + told(words, share(one.percent / 100.0))
