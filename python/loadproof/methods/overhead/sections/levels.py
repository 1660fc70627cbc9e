"""The overhead of a feature in a report: each figure against its bound, what a switch costs, the starts behind it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from loadproof.model.cell import OFF
from loadproof.model.message import Message, count
from loadproof.records.overhead import LevelFigure, Overhead, Switch, VariantContrast
from loadproof.records.tone import Tone
from loadproof.render.cells import column, count_cell, start_cell, state_cell, time_cell, told
from loadproof.render.document import (
    Block,
    Bullets,
    CellKind,
    Chart,
    Column,
    Paragraph,
    Section,
    Table,
    TableCell,
)
from loadproof.render.effects import amount_shown, effect_cell, interval_cell_of
from loadproof.result.plain_text import printable
from loadproof.words.catalogue import Words
from loadproof.words.figures import NOTHING

__all__ = ["levels_table", "overhead_sections"]

_TONES: dict[str, Tone] = {"shown": "passed", "refuted": "failed"}
_VALUES = ("cpu", "mean", "p95", "p99", "memory", "errors")
_LONGEST_NAME = 28


def overhead_sections(overheads: Sequence[Overhead], words: Words) -> list[Section]:
    """Return the section of overheads, with a part for each of several variants; []: there is none."""
    title = words("page-section-overhead")
    if not overheads:
        return []
    if len(overheads) == 1:
        return [Section(title, _of_one(overheads[0], "0", words), name="overhead")]
    parts = [
        Section(
            words("of-variant", variant=printable(one.variant, limit=_LONGEST_NAME), told=title),
            _of_one(one, str(place), words),
        )
        for place, one in enumerate(overheads)
    ]
    return [Section(title, parts, name="overhead")]


def levels_table(overhead: Overhead, words: Words, most: int | None = None) -> Table:
    """Each figure of each level at each rate; with `most` those that decide, and so many of them."""
    shown = [figure for figure in overhead.levels if most is None or figure.decides][:most]
    several = len({figure.rate for figure in overhead.levels}) > 1
    columns = [
        column(words, "page-column-figure", figures=False, wraps=True),
        column(words, "page-column-level", figures=False),
        *([column(words, "page-column-rate")] if several else []),
        column(words, "page-column-effect"),
        column(words, "page-column-effect-interval", wraps=True),
        column(words, "page-column-surely-below", wraps=True),
        column(words, "page-column-bound"),
        column(words, "page-column-claim", figures=False, toned=True),
        column(words, "page-column-starts-of-both", detail=True),
    ]
    rows: list[list[TableCell | str]] = [
        [
            told(words, Message("comparison-metric", metric=figure.metric)),
            printable(figure.level, limit=_LONGEST_NAME),
            *([time_cell(words, figure.rate, CellKind.RATE)] if several else []),
            effect_cell(_effect(figure), figure.metric, words),
            interval_cell_of(figure.low, figure.high, figure.metric, words),
            effect_cell(figure.upper, figure.metric, words),
            TableCell(
                amount_shown(figure.bound, figure.metric, words).removeprefix("+"), figure.bound, CellKind.PERCENT
            ),
            TableCell(words(f"page-claim-{figure.verdict.replace(' ', '-')}"), None, CellKind.STATE, figure.verdict),
            count_cell(words, figure.starts),
        ]
        for figure in shown
    ]
    return Table(columns, rows, [_TONES.get(figure.verdict, "undecided") for figure in shown])


def _of_one(overhead: Overhead, place: str, words: Words) -> list[Block]:
    ended = told(words, overhead.ended)
    unmeasured = [_unmeasured(overhead, words)] if overhead.measured < len(overhead.starts) else []
    lines = [line for line in (ended, *unmeasured, *_lost(overhead, words)) if line]
    return [
        Chart("levels", place),
        *([levels_table(overhead, words)] if overhead.levels else []),
        Paragraph(words("page-overhead-note"), is_note=True),
        *([Bullets(lines)] if lines else []),
        *_parts(overhead, words),
    ]


def _parts(overhead: Overhead, words: Words) -> Iterator[Section]:
    def part(title: str, table: Table, note: str = "", *, is_folded: bool = True) -> Section:
        notes = [Paragraph(words(note), is_note=True)] if note else []
        return Section(words(title), [table, *notes], is_folded=is_folded)

    if limited := [figure for figure in overhead.levels if figure.of_limit is not None]:
        yield part("page-section-of-limit", _limits_table(limited, words), "page-of-limit-note", is_folded=False)
    if overhead.contrasts:
        contrasts = _contrasts_table(overhead.contrasts, words)
        yield part("page-section-contrasts", contrasts, "page-contrasts-note", is_folded=False)
    if overhead.evidence:
        yield part("page-section-level-evidence", _evidence_table(overhead, words))
    if overhead.switches:
        yield part("page-section-switches", _switches_table(overhead.switches, words), "page-switches-note")
    if overhead.measured:
        starts = part("page-section-switched-starts", _starts_table(overhead, words))
        yield replace(starts, detail=True)


def _unmeasured(overhead: Overhead, words: Words) -> str:
    """Return the number of starts that do not count, and the reason of the last one."""
    lost = [start for start in overhead.starts if start.outcome != "measured"]
    return words("page-overhead-unmeasured", starts=count(len(lost)), why=told(words, lost[-1].reason))


def _lost(overhead: Overhead, words: Words) -> list[str]:
    """Levels that were not reached: in how many starts, and why in the last of them."""
    lost: dict[str, list[Message]] = {}
    for start in overhead.starts:
        for one in start.lost:
            lost.setdefault(one.level, []).append(one.reason)
    return [
        words(
            "page-overhead-level-lost",
            level=printable(level, limit=_LONGEST_NAME),
            starts=count(len(reasons)),
            why=told(words, reasons[-1]),
        )
        for level, reasons in lost.items()
    ]


def _limits_table(figures: Sequence[LevelFigure], words: Words) -> Table:
    columns = [
        column(words, "page-column-figure", figures=False, wraps=True),
        column(words, "page-column-level", figures=False),
        column(words, "page-column-rate"),
        column(words, "page-column-off-of-limit", wraps=True),
        column(words, "page-column-on-of-limit", wraps=True),
        column(words, "page-column-points-of-limit", wraps=True),
        column(words, "page-column-effect-interval", wraps=True),
    ]
    rows: list[list[TableCell | str]] = [
        [
            words(f"page-of-limit-{figure.metric}", limit=words.figures.three_digits(of_limit.limit)),
            printable(figure.level, limit=_LONGEST_NAME),
            time_cell(words, figure.rate, CellKind.RATE),
            *(
                time_cell(words, percent, CellKind.PERCENT)
                for percent in (of_limit.off_percent, of_limit.on_percent, of_limit.points)
            ),
            TableCell(_between(of_limit.low, of_limit.high, words), of_limit.low, CellKind.PERCENT),
        ]
        for figure in figures
        if (of_limit := figure.of_limit) is not None
    ]
    return Table(columns, rows)


def _contrast_name(one: VariantContrast, words: Words) -> str:
    """Return the name of a contrast: two variants with the feature off, or the cost of one level in each variant."""
    a, b, level = (printable(name, limit=_LONGEST_NAME) for name in (one.a, one.b, one.level))
    if one.level == OFF:
        return words("page-contrast-of-variants", a=a, b=b)
    return words("page-contrast-of-level", a=a, b=b, level=level)


def _contrasts_table(contrasts: Sequence[VariantContrast], words: Words) -> Table:
    columns = [
        column(words, "page-column-figure", figures=False, wraps=True),
        column(words, "page-column-contrast", figures=False, wraps=True),
        column(words, "page-column-rate"),
        column(words, "page-column-effect"),
        column(words, "page-column-effect-interval", wraps=True),
        column(words, "page-column-differs", figures=False),
    ]
    rows: list[list[TableCell | str]] = [
        [
            told(words, Message("comparison-metric", metric=one.metric)),
            _contrast_name(one, words),
            time_cell(words, one.rate, CellKind.RATE),
            effect_cell(_effect(one), one.metric, words),
            interval_cell_of(one.low, one.high, one.metric, words),
            NOTHING if one.low is None else words(f"page-differs-{'yes' if one.differs else 'no'}"),
        ]
        for one in contrasts
    ]
    return Table(columns, rows)


def _effect(one: LevelFigure | VariantContrast) -> float | None:
    return one.points if one.effect_percent is None else one.effect_percent


def _between(low: float | None, high: float | None, words: Words) -> str:
    if low is None or high is None:
        return NOTHING
    digits = words.figures.three_digits
    return words("page-effect-interval", low=digits(low), high=digits(high))


def _evidence_table(overhead: Overhead, words: Words) -> Table:
    columns = [
        column(words, "page-column-level", figures=False),
        column(words, "page-column-reached", figures=False, wraps=True),
        column(words, "page-column-left", figures=False, wraps=True),
    ]
    rows = [
        [printable(one.level, limit=_LONGEST_NAME), *(printable(line) or NOTHING for line in (one.reached, one.left))]
        for one in overhead.evidence
    ]
    return Table(columns, rows)


def _switches_table(switches: Sequence[Switch], words: Words) -> Table:
    columns = [
        column(words, "page-column-switched-to", figures=False),
        column(words, "page-column-rate"),
        column(words, "page-column-switch-took"),
        column(words, "page-column-effect-interval", wraps=True),
        column(words, "page-column-switch-cpu", wraps=True),
        column(words, "page-column-effect-interval", wraps=True),
        column(words, "page-column-switches"),
    ]
    rows: list[list[TableCell | str]] = [
        [
            printable(one.level, limit=_LONGEST_NAME),
            time_cell(words, one.rate, CellKind.RATE),
            time_cell(words, one.took_s, CellKind.SECONDS),
            TableCell(_between(one.took_low_s, one.took_high_s, words), one.took_low_s, CellKind.SECONDS),
            time_cell(words, one.cpu_ms),
            TableCell(_between(one.cpu_low_ms, one.cpu_high_ms, words), one.cpu_low_ms, CellKind.MILLISECONDS),
            count_cell(words, one.switches),
        ]
        for one in switches
    ]
    return Table(columns, rows)


def _starts_table(overhead: Overhead, words: Words) -> Table:
    columns = [
        column(words, "page-column-start"),
        column(words, "page-column-outcome", figures=False),
        column(words, "page-column-level", figures=False),
        column(words, "page-column-rate"),
        *(Column(told(words, Message("comparison-metric", metric=metric)), wraps=True) for metric in _VALUES),
        column(words, "report-column-cycles", wraps=True),
    ]
    rows: list[list[TableCell | str]] = [
        [
            start_cell(overhead.variant, start.number),
            state_cell(words, start.outcome),
            printable(level.level, limit=_LONGEST_NAME),
            time_cell(words, level.rate, CellKind.RATE),
            *(time_cell(words, level.values.get(metric)) for metric in _VALUES),
            count_cell(words, start.counted_cycles),
        ]
        for start in overhead.starts
        for level in start.levels
    ]
    return Table(columns, rows)
