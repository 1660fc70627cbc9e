"""Rankings in a report: the table of each, why ranks are shared, and the starts that it rests on."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from loadproof.methods.factor import Factor
from loadproof.model.message import Listing, Value, count, listed, rate, share, slo
from loadproof.records.ranking import RankedVariant, Ranking, StartFigures
from loadproof.render.cells import (
    column,
    joined,
    memory_cell,
    number_cell,
    per_second,
    percent_cell,
    percentile,
    start_cell,
    state_cell,
    told,
    with_interval,
)
from loadproof.render.document import (
    Block,
    Bullets,
    CellKind,
    Chart,
    Column,
    Fold,
    Paragraph,
    Section,
    Table,
    TableCell,
    text_of,
)
from loadproof.result.plain_text import printable
from loadproof.result.result import Result
from loadproof.words.catalogue import Words
from loadproof.words.figures import NOTHING

__all__ = ["carried", "in_unit", "ranking_sections"]

_READ = frozenset(
    {
        "page-column-cpu-percent",
        "page-column-memory",
        "page-column-cpu-per-request",
        "page-column-rate-per-memory",
        "page-column-machine-percent",
    }
)
"""Columns that are empty where nothing was read."""


def ranking_sections(result: Result, words: Words) -> list[Section]:
    """The section of rankings, the one that leads the result first; []: there is none."""
    rankings = sorted(
        result.rankings,
        key=lambda ranking: (ranking.method != result.leading_ranking, not ranking.is_ranked, ranking.method),
    )
    if not rankings:
        return []
    if len(rankings) == 1:
        return [Section(words("page-section-ranking"), _of_one(rankings[0], words), name="ranking")]
    parts = [Section(words(f"page-ranking-by-{ranking.method}"), _of_one(ranking, words)) for ranking in rankings]
    return [Section(words("page-section-ranking"), parts, name="ranking")]


def _of_one(ranking: Ranking, words: Words) -> list[Block]:
    notes = [*_shared_ranks(ranking, words), *_bounds(ranking, words), *_unranked(ranking, words)]
    below = joined(words, [words("report-ranking-note"), *_read_notes(ranking, words)], Listing.SENTENCES)
    starts: list[Block] = [
        _starts_table(ranking, words),
        Paragraph(words("report-starts-note"), is_note=True),
        _spread_table(ranking, words),
    ]
    number = sum(len(variant.starts) for variant in ranking.variants)
    return [
        _scenario(ranking, words),
        _table(ranking, words),
        Chart("rate-spread", ranking.method),
        *([Bullets(notes)] if notes else []),
        Paragraph(below, is_note=True),
        Fold(words("page-ranking-starts", count=count(number)), starts),
    ]


def _scenario(ranking: Ranking, words: Words) -> Block:
    slos = told(words, listed([slo(text) for text in ranking.slos])) or words("page-no-slo")
    named = [(words("page-ranking-scenario"), printable(ranking.scenario, limit=80)), (words("page-ranking-slo"), slos)]
    texts = [words("page-label", label=name) + text for name, text in named if text]
    return Paragraph(joined(words, texts, Listing.CLAUSES))


def _table(ranking: Ranking, words: Words) -> Table:
    columns = {
        "page-column-variant": Column("", figures=False),
        "page-column-rank": Column(""),
        ("page-column-carried" if ranking.unit is None else "page-column-users-carried"): Column("", wraps=True),
        "p95": Column("p95", detail=True),
        "p99": Column("p99"),
        "page-column-error-percent": Column(""),
        "page-column-cpu-percent": Column("", wraps=True),
        "page-column-memory": Column("", wraps=True),
        "page-column-cpu-per-request": Column("", wraps=True, detail=True),
        "page-column-rate-per-memory": Column("", wraps=True, detail=True),
        ("page-column-working" if ranking.unit is None else "page-column-users-working"): Column("", wraps=True),
    }
    ranks = Counter(variant.rank for variant in ranking.variants if variant.rank is not None)
    table = _without_unread(columns, [_row(variant, ranks, words) for variant in ranking.variants], words)
    return replace(table, banded=[ranks[variant.rank or 0] > 1 for variant in ranking.variants])


def _without_unread(columns: dict[str, Column], rows: Sequence[Sequence[TableCell | str]], words: Words) -> Table:
    """The table without columns of what no probe read; each column has its title by its code."""
    titled = [
        Column(one.title or words(code), one.figures, one.wraps, one.detail, one.toned) for code, one in columns.items()
    ]
    kept = [
        index
        for index, code in enumerate(columns)
        if code not in _READ or any(text_of(row[index]) != NOTHING for row in rows)
    ]
    return Table([titled[index] for index in kept], [[row[index] for index in kept] for row in rows])


def _row(variant: RankedVariant, ranks: Mapping[int, int], words: Words) -> list[TableCell | str]:
    calls = sum(start.completed for start in variant.starts)
    return [
        printable(variant.variant),
        _rank(variant, ranks),
        TableCell(carried(variant, words), variant.rate.value, CellKind.RATE),
        percentile(words, variant.p95_ms.value, "p95", calls),
        percentile(words, variant.p99_ms.value, "p99", calls),
        percent_cell(words, variant.error_percent.value),
        _percent(variant.cpu_percent.value, words),
        memory_cell(words, variant.memory_mib.value),
        number_cell(words, variant.cpu_ms_per_request.value, CellKind.MILLISECONDS),
        number_cell(words, variant.requests_per_s_per_mib.value),
        number_cell(words, variant.working_rate, CellKind.RATE),
    ]


def _rank(variant: RankedVariant, ranks: Mapping[int, int]) -> TableCell:
    """Rank of a variant; `=2` if variants share it."""
    if variant.rank is None:
        return TableCell(NOTHING, None, CellKind.COUNT)
    return TableCell(f"={variant.rank}" if ranks[variant.rank] > 1 else str(variant.rank), variant.rank, CellKind.COUNT)


def _percent(percent: float | None, words: Words) -> TableCell:
    shown = NOTHING if percent is None else words("unit-percent", number=words.figures.plain(percent))
    return TableCell(shown, percent, CellKind.PERCENT)


def in_unit(words: Words, shown: str, unit: str | None) -> str:
    """Return a rate or a number of users, as it is shown, with its unit."""
    return words("page-per-second", rate=shown) if unit is None else words("figure-users", number=shown)


def carried(row: RankedVariant | StartFigures, words: Words, *, is_short: bool = False) -> str:
    """Return the rate in calls/s, or the users, without the unit; a dash if the value is unknown.

    It has its interval, or is a bound. If `is_short`, the interval is left out.
    """
    if isinstance(row, RankedVariant):
        value, low, high = row.rate.value, row.rate.low, row.rate.high
    else:
        value, low, high = row.rate, row.low if row.high is not None else None, row.high
    if value is None:
        return NOTHING
    if row.bound in ("at_least", "below"):
        return words("report-bound", bound=row.bound, rate=rate(value))
    if is_short or low is None or high is None:
        return words.figures.plain(value)
    return words("report-rate-with-interval", rate=rate(value), low=rate(low), high=rate(high))


def _read_notes(ranking: Ranking, words: Words) -> list[str]:
    kinds = sorted({variant.memory_kind for variant in ranking.variants} & {"cgroup", "pss"})
    notes = []
    if kinds or any(variant.cpu_percent.value is not None for variant in ranking.variants):
        notes.append(words("report-ranking-read"))
    if kinds:
        notes.append(words("report-ranking-memory", kinds="both" if len(kinds) > 1 else kinds[0]))
    return notes


def _shared_ranks(ranking: Ranking, words: Words) -> list[str]:
    ranked = [variant for variant in ranking.variants if variant.rank is not None]
    notes = []
    for place, group in groupby(ranked, key=lambda variant: variant.rank):
        sharing = list(group)
        if len(sharing) > 1:
            names = listed([printable(variant.variant) for variant in sharing], Listing.AND)
            why = "bounds" if any(variant.bound != "exact" for variant in sharing) else "scatter"
            notes.append(words("report-rank-shared", names=names, rank=str(place), why=why))
    if len(ranked) > 1:
        sure = ranking.confidence_percent / 100.0
        notes.append(words("report-rank-sure", confidence=share(sure), wrong=share(round(1.0 - sure, 6))))
    return notes


def _bounds(ranking: Ranking, words: Words) -> list[str]:
    notes, factor = [], Factor.of_unit(ranking.unit)
    for variant in ranking.variants:
        told_by: dict[str, Value] = {
            "name": printable(variant.variant),
            "bounded": count(sum(start.bound == variant.bound for start in variant.starts)),
            "starts": count(len(variant.starts)),
        }
        if variant.bound in ("at_least", "below"):
            code = "report-bound-at-least" if variant.bound == "at_least" else "report-bound-below"
            notes.append(told(words, factor.message(code, {"rate": variant.rate.value}, **told_by)))
    return notes


def _unranked(ranking: Ranking, words: Words) -> list[str]:
    return [
        words("report-unranked", name=printable(variant.variant), why=told(words, variant.unranked))
        for variant in ranking.variants
        if variant.rank is None
    ]


def _starts_table(ranking: Ranking, words: Words) -> Table:
    columns = {
        "page-column-variant": Column("", figures=False),
        "page-column-start": Column(""),
        "page-column-outcome": Column("", figures=False, toned=True),
        ("page-column-rate" if ranking.unit is None else "page-column-users-carried"): Column("", wraps=True),
        "page-column-done": Column("", detail=True),
        "p50": Column("p50", detail=True),
        "p95": Column("p95", detail=True),
        "p99": Column("p99", wraps=True),
        "page-column-error-percent": Column(""),
        "page-column-cpu-percent": Column(""),
        "page-column-memory": Column(""),
        "page-column-machine-percent": Column("", wraps=True),
        "report-column-trial": Column(""),
    }
    starts = [(variant, start) for variant in ranking.variants for start in variant.starts]
    table = _without_unread(columns, [_start_row(variant, start, words) for variant, start in starts], words)
    return replace(table, tones=[start.tone for _, start in starts])


def _start_row(variant: RankedVariant, start: StartFigures, words: Words) -> list[TableCell | str]:
    calls, figures = start.completed, words.figures
    low, high = start.p99_low_ms, start.p99_high_ms
    within = "" if low is None else f" ({figures.three_digits(low)}–{figures.three_digits(high)})"
    return [
        printable(variant.variant),
        start_cell(variant.variant, start.start),
        state_cell(words, start.outcome),
        TableCell(carried(start, words), start.rate, CellKind.RATE),
        number_cell(words, start.throughput, CellKind.RATE),
        percentile(words, start.p50_ms, "p50", calls),
        percentile(words, start.p95_ms, "p95", calls),
        with_interval(percentile(words, start.p99_ms, "p99", calls), within),
        percent_cell(words, start.error_percent),
        _percent(start.cpu_percent, words),
        memory_cell(words, start.memory_mib),
        _percent(start.machine_percent, words),
        TableCell(NOTHING if start.trial is None else str(start.trial), start.trial, CellKind.COUNT),
    ]


def _spread_table(ranking: Ranking, words: Words) -> Table:
    columns = [
        column(words, "page-column-variant", figures=False),
        column(words, "report-column-rated-starts", wraps=True),
        column(words, "report-column-range", wraps=True),
        column(words, "report-column-spread-between", wraps=True),
        column(words, "report-column-spread-within", wraps=True),
        column(words, "report-column-breaks-at", wraps=True),
    ]
    return Table(columns, [_spread_row(variant, words) for variant in ranking.variants])


def _spread_row(variant: RankedVariant, words: Words) -> Sequence[TableCell | str]:
    starts, least, most = variant.starts, variant.rate.least, variant.rate.most
    rated = sum(start.rate is not None for start in starts)
    return [
        printable(variant.variant),
        TableCell(words("report-so-many-of", some=count(rated), all=count(len(starts))), rated, CellKind.COUNT),
        NOTHING if least is None else words("from-to", low=rate(least), high=rate(most)),
        percent_cell(words, variant.spread_between_percent),
        percent_cell(words, variant.spread_within_percent),
        TableCell(per_second(words, variant.breaks_at), variant.breaks_at, CellKind.RATE),
    ]
