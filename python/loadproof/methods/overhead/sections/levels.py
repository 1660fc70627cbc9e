"""The overhead of a feature in a report: each figure against its bound, what a switch costs, the starts behind it."""

from collections.abc import Sequence
from dataclasses import replace

from loadproof.model.cell import OFF
from loadproof.model.message import Message, count
from loadproof.records.overhead import LevelFigure, Overhead, Switch, VariantContrast
from loadproof.records.tone import Tone
from loadproof.render.cells import column, told
from loadproof.render.document import Block, Bullets, Column, Paragraph, Section, Table
from loadproof.render.effects import amount_shown
from loadproof.render.study_sections import outcome_words
from loadproof.result.plain_text import printable
from loadproof.words.catalogue import Words
from loadproof.words.figures import NOTHING

__all__ = ["levels_table", "overhead_sections"]

_TONES: dict[str, Tone] = {"shown": "passed", "refuted": "failed"}
_VALUES = ("cpu", "mean", "p95", "p99", "memory", "errors")
_LONGEST_NAME = 28


def overhead_sections(overheads: Sequence[Overhead], words: Words) -> list[Section]:
    """Figures against their bounds, what switches cost, each start; of each variant, named if there are several."""
    sections = [(overhead.variant, section) for overhead in overheads for section in _of_one(overhead, words)]
    if len(overheads) < 2:
        return [section for _, section in sections]
    return [
        replace(section, title=words("of-variant", variant=printable(variant, limit=_LONGEST_NAME), told=section.title))
        for variant, section in sections
    ]


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
    rows = [
        [
            told(words, Message("comparison-metric", metric=figure.metric)),
            printable(figure.level, limit=_LONGEST_NAME),
            *([words.figures.three_digits(figure.rate)] if several else []),
            _amount(figure, figure.points if figure.effect_percent is None else figure.effect_percent, words),
            _interval(figure, words),
            _amount(figure, figure.upper, words),
            amount_shown(figure.bound, figure.metric, words).removeprefix("+"),
            words(f"page-claim-{figure.verdict.replace(' ', '-')}"),
            str(figure.starts),
        ]
        for figure in shown
    ]
    return Table(columns, rows, [_TONES.get(figure.verdict, "undecided") for figure in shown])


def _of_one(overhead: Overhead, words: Words) -> list[Section]:
    title = words("page-section-overhead")
    blocks: list[Block] = [levels_table(overhead, words)] if overhead.levels else []
    blocks.append(Paragraph(words("page-overhead-note")))
    ended = told(words, overhead.ended)
    unmeasured = [_unmeasured(overhead, words)] if overhead.measured < len(overhead.starts) else []
    if lines := [line for line in (ended, *unmeasured, *_lost(overhead, words)) if line]:
        blocks.append(Bullets(lines))
    sections = [Section(title, blocks)]
    if limited := [figure for figure in overhead.levels if figure.of_limit is not None]:
        shares: list[Block] = [_limits_table(limited, words), Paragraph(words("page-of-limit-note"))]
        sections.append(Section(words("page-section-of-limit"), shares))
    if overhead.contrasts:
        contrasts: list[Block] = [_contrasts_table(overhead.contrasts, words), Paragraph(words("page-contrasts-note"))]
        sections.append(Section(words("page-section-contrasts"), contrasts))
    if overhead.evidence:
        sections.append(Section(words("page-section-level-evidence"), [_evidence_table(overhead, words)]))
    if overhead.switches:
        switches: list[Block] = [_switches_table(overhead.switches, words), Paragraph(words("page-switches-note"))]
        sections.append(Section(words("page-section-switches"), switches))
    if overhead.measured:
        sections.append(Section(words("page-section-switched-starts"), [_starts_table(overhead, words)], detail=True))
    return sections


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
    digits = words.figures.three_digits
    rows = [
        [
            words(f"page-of-limit-{figure.metric}", limit=digits(of_limit.limit)),
            printable(figure.level, limit=_LONGEST_NAME),
            digits(figure.rate),
            digits(of_limit.off_percent),
            digits(of_limit.on_percent),
            digits(of_limit.points),
            _between(of_limit.low, of_limit.high, words),
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
    rows = [
        [
            told(words, Message("comparison-metric", metric=one.metric)),
            _contrast_name(one, words),
            words.figures.three_digits(one.rate),
            _shown(one.points if one.effect_percent is None else one.effect_percent, one.metric, words),
            *_interval_cells(one, words),
        ]
        for one in contrasts
    ]
    return Table(columns, rows)


def _interval_cells(one: VariantContrast, words: Words) -> tuple[str, str]:
    if one.low is None or one.high is None:
        return NOTHING, NOTHING
    low, high = (amount_shown(value, one.metric, words) for value in (one.low, one.high))
    return words("page-effect-interval", low=low, high=high), words(f"page-differs-{'yes' if one.differs else 'no'}")


def _shown(value: float | None, metric: str, words: Words) -> str:
    return NOTHING if value is None else amount_shown(value, metric, words)


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


def _amount(figure: LevelFigure, value: float | None, words: Words) -> str:
    return _shown(value, figure.metric, words)


def _interval(figure: LevelFigure, words: Words) -> str:
    if figure.low is None or figure.high is None:
        return NOTHING
    low, high = (amount_shown(value, figure.metric, words) for value in (figure.low, figure.high))
    return words("page-effect-interval", low=low, high=high)


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
    digits = words.figures.three_digits
    rows = [
        [
            printable(one.level, limit=_LONGEST_NAME),
            digits(one.rate),
            digits(one.took_s),
            _between(one.took_low_s, one.took_high_s, words),
            digits(one.cpu_ms),
            _between(one.cpu_low_ms, one.cpu_high_ms, words),
            str(one.switches),
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
    rows = [
        [
            str(start.number),
            outcome_words(words, start.outcome),
            printable(level.level, limit=_LONGEST_NAME),
            words.figures.three_digits(level.rate),
            *(words.figures.three_digits(level.values.get(metric)) for metric in _VALUES),
            str(start.counted_cycles),
        ]
        for start in overhead.starts
        for level in start.levels
    ]
    return Table(columns, rows)
