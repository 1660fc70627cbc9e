"""Answers of the methods in a report: their table, metrics and trends, and the replies of smoke tests."""

from collections.abc import Callable, Mapping, Sequence

from loadproof.methods.factor import Factor
from loadproof.model.message import (
    Value,
    count,
    duration,
    mebibytes,
    milliseconds,
    share,
)
from loadproof.records.answer_metric import AnswerMetric
from loadproof.records.trend import Trend
from loadproof.render.cells import (
    capitalized,
    column,
    duration_cell,
    joined,
    load,
    named,
    number_cell,
    start_cell,
    state_cell,
    told,
)
from loadproof.render.document import Block, CellKind, Fold, Section, Table, TableCell
from loadproof.result.plain_text import printable
from loadproof.result.result import Answer, Result
from loadproof.result.sentence import answer_load
from loadproof.words.catalogue import Words
from loadproof.words.figures import NOTHING

__all__ = ["answer_sections", "estimate_cell", "interval_cell", "load_cell", "reply_lines"]

_FAILED_FIRST = ("failed", "undecided", "passed")
_KINDS = {"s": CellKind.SECONDS, "ms": CellKind.MILLISECONDS, "share": CellKind.NUMBER}
_MOST_UNFOLDED = 8
"""Answers that a reader takes in at a glance."""
_IN_UNITS: Mapping[str, Callable[[float], Value]] = {"s": duration, "ms": milliseconds, "share": share}


def reply_lines(answers: Sequence[Answer], words: Words, longest: int = 200) -> list[str]:
    """A line for each operation of each smoke test, failed ones first; with variant and start if there are several."""
    several = len({(answer.variant, answer.start) for answer in answers}) > 1
    lines: list[tuple[str, str]] = []
    for answer in answers:
        whose = printable(str(answer.variant)) if several and answer.variant is not None else ""
        if whose and answer.start > 1:
            whose = words("report-part-of", whole=whose, part=words("page-start-name", start=str(answer.start)))
        for one in answer.replies:
            line = told(words, one.text, longest)
            lines.append((one.tone, words("report-finding", where=whose, text=line) if whose else line))
    return [line for _, line in sorted(lines, key=lambda one: _FAILED_FIRST.index(one[0]))]


def answer_sections(result: Result, words: Words) -> list[Section]:
    """Return the section of answers: their table if there are several, and the metrics and trends of each answer.

    Answers that a comparison, an overhead or a leading ranking covers are in a fold.
    """
    beside = _beside(result)
    blocks: list[Block] = [_answers(beside, words)] if len(beside) > 1 else []
    if len(result.answers) > max(1, len(beside)):
        title = words("page-all-answers", count=count(len(result.answers)))
        blocks.append(Fold(title, [_answers(result.answers, words)]))
    for answer in result.answers:
        if answer.metrics:
            blocks.append(Section(_title_of(words("page-metrics"), answer, words), [_metrics(answer.metrics, words)]))
        if answer.trends:
            blocks.append(Section(_title_of(words("page-trends"), answer, words), [_trends(answer.trends, words)]))
    is_long = len({(one.variant, one.start) for one in result.answers}) > 1 or len(beside) > _MOST_UNFOLDED
    return [Section(words("page-section-answers"), blocks, name="answers", is_folded=is_long)] if blocks else []


def _beside(result: Result) -> list[Answer]:
    told_of: set[str] = {ranking.method for ranking in result.rankings} if result.leading_ranking else set()
    told_of |= {comparison.method for comparison in result.comparisons}
    told_of |= {overhead.method for overhead in result.overheads}
    return [answer for answer in result.answers if answer.method not in told_of]


def _answers(answers: Sequence[Answer], words: Words) -> Table:
    several = len({answer.variant for answer in answers}) > 1
    of_starts = len({answer.start for answer in answers}) > 1
    is_estimated = any(answer.estimate is not None for answer in answers)
    columns = [
        *([column(words, "page-column-variant", figures=False)] if several else []),
        *([column(words, "page-column-start")] if of_starts else []),
        column(words, "page-column-method", figures=False),
        column(words, "page-column-outcome", figures=False, toned=True),
        column(words, "page-column-rate"),
        column(words, "page-column-n"),
        *([column(words, "page-column-estimate")] if is_estimated else []),
        column(words, "page-column-interval"),
        column(words, "page-column-held", detail=True),
    ]
    rows = [
        [
            *([printable(str(answer.variant))] if several else []),
            *([start_cell(answer.variant, answer.start)] if of_starts else []),
            named(words, f"page-method-{answer.method}", answer.method),
            state_cell(words, answer.outcome),
            load_cell(answer, words),
            number_cell(words, answer.n),
            *([estimate_cell(answer, words)] if is_estimated else []),
            interval_cell(answer, words),
            duration_cell(words, answer.hold_s),
        ]
        for answer in answers
    ]
    return Table(columns, rows, [one.tone for one in answers], [_reason(one, words) for one in answers])


def load_cell(answer: Answer, words: Words) -> TableCell | str:
    """Return the load of an answer; of a search in users its users, with the rate that they complete."""
    if answer.rate is None:
        return NOTHING
    if answer.unit is None:
        return load(words, answer.rate, answer.users)
    return TableCell(words.value(answer_load(answer)), answer.rate, CellKind.RATE)


def estimate_cell(answer: Answer, words: Words) -> TableCell:
    """Return the estimate of an answer; users have their unit, as the column is one of rates."""
    if answer.unit is None or answer.estimate is None:
        return number_cell(words, answer.estimate, CellKind.RATE)
    return TableCell(words.value(Factor.USERS.words(answer.estimate)), answer.estimate, CellKind.COUNT)


def interval_cell(answer: Answer, words: Words) -> TableCell:
    """Return the bounds of an answer, sorted by the lower one; users have their unit."""
    shown = NOTHING
    if answer.low is not None and answer.high is not None:
        shown = words("from-to", low=words.figures.plain(answer.low), high=words.figures.plain(answer.high))
    if answer.unit is not None:
        shown = shown if shown == NOTHING else words("figure-users", number=shown)
        return TableCell(shown, answer.low, CellKind.COUNT)
    return TableCell(shown, answer.low, CellKind.RATE)


def _reason(answer: Answer, words: Words) -> str:
    if not answer.reason:
        return ""
    where = _title_of(named(words, f"page-method-{answer.method}", answer.method), answer, words)
    return words("report-finding", where=capitalized(where), text=told(words, answer.reason))


def _title_of(title: str, answer: Answer, words: Words) -> str:
    if not answer.variant:
        return title
    whose = printable(answer.variant)
    if answer.start > 1:
        whose = words("report-part-of", whole=whose, part=words("page-start-name", start=str(answer.start)))
    return words("report-title-of", title=title, what=whose)


def _metrics(metrics: Sequence[AnswerMetric], words: Words) -> Block:
    columns = [
        column(words, "page-column-metric", figures=False),
        column(words, "page-column-mean"),
        column(words, "page-column-mean-interval"),
        column(words, "page-column-each", figures=False, wraps=True),
    ]
    return Table(columns, [_metric_row(one, words) for one in metrics])


def _metric_row(metric: AnswerMetric, words: Words) -> list[TableCell | str]:
    def shown(value: float | None) -> str:
        return NOTHING if value is None else words.value(_IN_UNITS[metric.unit](value))

    interval = NOTHING
    if metric.low is not None and metric.high is not None:
        interval = words("from-to", low=shown(metric.low), high=shown(metric.high))
    each = joined(words, [shown(value) for value in metric.each]) or NOTHING
    value = TableCell(shown(metric.value), metric.value, _KINDS[metric.unit])
    return [told(words, metric.name), value, interval, each]


def _trends(trends: Sequence[Trend], words: Words) -> Block:
    columns = [
        column(words, "page-column-figure", figures=False),
        column(words, "page-column-begin"),
        column(words, "page-column-end"),
        column(words, "page-column-per-hour"),
        column(words, "page-column-interval95"),
        column(words, "page-column-says", figures=False, wraps=True, toned=True),
    ]
    tones = ["failed" if trend.rises else "" for trend in trends]
    return Table(columns, [_trend_row(trend, words) for trend in trends], tones)


def _trend_row(trend: Trend, words: Words) -> list[TableCell | str]:
    low, high = words.figures.plain(trend.per_hour_low), words.figures.plain(trend.per_hour_high)
    per_hour = words.figures.plain(trend.per_hour)
    # A figure that stood in one bucket of its histogram moved by less than can be told, which is no slope of zero.
    unmoved = {per_hour, low, high} <= {"0", "-0"}
    moved = [words("page-unmoved"), NOTHING] if unmoved else [_figure(trend.per_hour, trend, words), ""]
    if not unmoved:
        moved[1] = words("from-to", low=low, high=high)
    if trend.shape == "cannot_tell":
        moved = [NOTHING, NOTHING]
    begin, end = (TableCell(_figure(value, trend, words), value, CellKind.NUMBER) for value in (trend.begin, trend.end))
    per_hour_cell = TableCell(moved[0], trend.per_hour, CellKind.NUMBER)
    says = TableCell(told(words, trend.text), float(trend.rises), CellKind.STATE, trend.shape or "")
    return [told(words, trend.figure), begin, end, per_hour_cell, moved[1], says]


def _figure(value: float, trend: Trend, words: Words) -> str:
    unit = told(words, trend.unit)
    if unit == "MiB":
        return words.value(mebibytes(value))
    if unit == "%":
        return words("unit-percent", number=words.figures.plain(value))
    if unit == "ms":
        return words("unit-millisecond", number=words.figures.plain(value))
    return f"{words.figures.plain(value)} {unit}".rstrip()
