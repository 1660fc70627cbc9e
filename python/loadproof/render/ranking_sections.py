"""The ranking in a report: its table, what shares a rank and why, the starts that it rests on, and what they ran in."""

from collections.abc import Sequence
from itertools import groupby

from loadproof.model.message import Listing, Value, count, listed, mebibytes, rate, share, slo
from loadproof.records.ranking import RankedVariant, Ranking, StartFigures
from loadproof.render.cells import column, joined, per_second, percentile, told
from loadproof.render.document import Block, Bullets, Column, Paragraph, Section, Table
from loadproof.render.runtime_sections import runtime_sections
from loadproof.render.study_sections import outcome_words
from loadproof.result.plain_text import printable
from loadproof.result.result import Result
from loadproof.words.catalogue import Words
from loadproof.words.figures import NOTHING

__all__ = ["carried", "ranking_sections"]

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
    """One section for each ranking, the main one first, and the conditions that all of them ran in."""
    rankings = sorted(result.rankings, key=lambda ranking: (not ranking.is_ranked, ranking.method))
    sections = [section for ranking in rankings for section in _of_one(ranking, len(rankings) > 1, words)]
    return [*sections, *runtime_sections(result.run, words)] if sections else []


def _of_one(ranking: Ranking, several: bool, words: Words) -> list[Section]:
    def title(code: str) -> str:
        own = words(code)
        by = words(f"page-ranking-by-{ranking.method}")
        return words("report-title-of", title=own, what=by[:1].lower() + by[1:]) if several else own

    notes = [*_shared_ranks(ranking, words), *_bounds(ranking, words), *_unranked(ranking, words)]
    below = joined(words, [words("report-ranking-note"), *_read_notes(ranking, words)], Listing.SENTENCES)
    blocks: list[Block] = [_table(ranking, words), Paragraph(below)]
    if notes:
        blocks.append(Bullets(notes))
    starts: list[Block] = [
        _starts_table(ranking, words),
        Paragraph(words("report-starts-note")),
        _spread_table(ranking, words),
    ]
    return [Section(title("page-section-ranking"), blocks), Section(title("report-section-starts"), starts)]


def _table(ranking: Ranking, words: Words) -> Table:
    columns = {
        "page-ranking-scenario": Column("", figures=False, detail=True),
        "page-ranking-slo": Column("", figures=False, wraps=True, detail=True),
        "page-column-variant": Column("", figures=False),
        "page-column-rank": Column(""),
        "page-column-carried": Column("", wraps=True),
        "p95": Column("p95", detail=True),
        "p99": Column("p99"),
        "page-column-error-percent": Column(""),
        "page-column-cpu-percent": Column("", wraps=True),
        "page-column-memory": Column("", wraps=True),
        "page-column-cpu-per-request": Column("", wraps=True, detail=True),
        "page-column-rate-per-memory": Column("", wraps=True, detail=True),
        "page-column-working": Column("", wraps=True),
    }
    return _without_unread(columns, [_row(variant, ranking, words) for variant in ranking.variants], words)


def _without_unread(columns: dict[str, Column], rows: Sequence[Sequence[str]], words: Words) -> Table:
    """The table without columns of what no probe read; each column has its title by its code."""
    titled = [
        Column(one.title or words(code), one.figures, one.wraps, one.detail, one.toned) for code, one in columns.items()
    ]
    kept = [
        index for index, code in enumerate(columns) if code not in _READ or any(row[index] != NOTHING for row in rows)
    ]
    return Table([titled[index] for index in kept], [[row[index] for index in kept] for row in rows])


def _row(variant: RankedVariant, ranking: Ranking, words: Words) -> list[str]:
    calls = sum(start.completed for start in variant.starts)
    figures = words.figures
    return [
        printable(ranking.scenario, limit=40),
        told(words, listed([slo(text) for text in ranking.slos])),
        printable(variant.variant),
        NOTHING if variant.rank is None else str(variant.rank),
        carried(variant, words),
        percentile(words, variant.p95_ms.value, "p95", calls),
        percentile(words, variant.p99_ms.value, "p99", calls),
        words.percent(variant.error_percent.value),
        _percent(variant.cpu_percent.value, words),
        _memory(variant.memory_mib.value, words),
        figures.plain(variant.cpu_ms_per_request.value),
        figures.plain(variant.requests_per_s_per_mib.value),
        figures.plain(variant.working_rate),
    ]


def _percent(percent: float | None, words: Words) -> str:
    return NOTHING if percent is None else words("unit-percent", number=words.figures.plain(percent))


def _memory(memory_mib: float | None, words: Words) -> str:
    return NOTHING if memory_mib is None else words.value(mebibytes(memory_mib))


def carried(row: RankedVariant | StartFigures, words: Words, *, is_short: bool = False) -> str:
    """Return the rate in calls/s, without its unit: with its interval, or as a bound; a dash if it is unknown.

    If `is_short`, the interval is left out.
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
    notes = []
    for variant in ranking.variants:
        told_by: dict[str, Value] = {
            "name": printable(variant.variant),
            "rate": rate(variant.rate.value),
            "bounded": count(sum(start.bound == variant.bound for start in variant.starts)),
            "starts": count(len(variant.starts)),
        }
        if variant.bound == "at_least":
            notes.append(words("report-bound-at-least", **told_by))
        if variant.bound == "below":
            notes.append(words("report-bound-below", **told_by))
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
        "page-column-rate": Column("", wraps=True),
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
    return Table(table.columns, table.rows, [start.tone for _, start in starts])


def _start_row(variant: RankedVariant, start: StartFigures, words: Words) -> list[str]:
    calls, figures = start.completed, words.figures
    low, high = start.p99_low_ms, start.p99_high_ms
    within = "" if low is None else f" ({figures.three_digits(low)}–{figures.three_digits(high)})"
    return [
        printable(variant.variant),
        str(start.start),
        outcome_words(words, start.outcome),
        carried(start, words),
        figures.plain(start.throughput),
        percentile(words, start.p50_ms, "p50", calls),
        percentile(words, start.p95_ms, "p95", calls),
        percentile(words, start.p99_ms, "p99", calls) + within,
        words.percent(start.error_percent),
        _percent(start.cpu_percent, words),
        _memory(start.memory_mib, words),
        _percent(start.machine_percent, words),
        NOTHING if start.trial is None else str(start.trial),
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


def _spread_row(variant: RankedVariant, words: Words) -> Sequence[str]:
    starts, least, most = variant.starts, variant.rate.least, variant.rate.most
    rated = sum(start.rate is not None for start in starts)
    return [
        printable(variant.variant),
        words("report-so-many-of", some=count(rated), all=count(len(starts))),
        NOTHING if least is None else words("from-to", low=rate(least), high=rate(most)),
        words.percent(variant.spread_between_percent),
        words.percent(variant.spread_within_percent),
        per_second(words, variant.breaks_at),
    ]
