"""The comparison in a report: what differs, the ranks that follow, what company costs, and the rounds behind it."""

from collections.abc import Sequence

from loadproof.methods.compare.sections.operations import times_sections
from loadproof.model.message import Message, Value
from loadproof.records.comparison import Company, Comparison, Pair, Round
from loadproof.records.metric import PARTS_OF_MEMORY, PRIMARY, Metric
from loadproof.records.run import Run
from loadproof.render.cells import column, joined, named, told
from loadproof.render.document import Block, Bullets, Column, Paragraph, Section, Table
from loadproof.render.effects import amount_shown, effect_shown, interval_shown
from loadproof.render.study_sections import outcome_words
from loadproof.result.plain_text import printable
from loadproof.words.catalogue import Words
from loadproof.words.figures import NOTHING

__all__ = ["comparison_sections", "pairs_table"]

_TONES = {"different": "failed", "equivalent": "passed"}
_WHERE_READ = (Metric.LIVE_SET, Metric.GC, *PARTS_OF_MEMORY)
"""Shown where a probe read them of any variant."""
_MOST_OPERATIONS = 40
_LONGEST_NAME = 28


def comparison_sections(comparisons: Sequence[Comparison], run: Run, words: Words) -> list[Section]:
    """Return the sections of each comparison: pairs, times in total and by operation, differing operations, rounds."""
    return [section for comparison in comparisons for section in _of_one(comparison, run, words)]


def pairs_table(comparison: Comparison, words: Words, most: int | None = None) -> Table:
    """The primary pairs, what differs first and by how many margins; `most` of them."""
    shown = [comparison.pairs[index] for index in comparison.importance[:most]]
    return _pairs_table(shown, words, of_operations=bool(comparison.primary))


def _of_one(comparison: Comparison, run: Run, words: Words) -> list[Section]:
    texts = (comparison.design_text, comparison.visible, comparison.ended)
    below = [told(words, text) for text in texts]
    blocks: list[Block] = [
        pairs_table(comparison, words),
        Paragraph(words("page-comparison-note")),
        Bullets([line for line in below if line]),
    ]
    if len(comparison.variants) > 2:
        blocks.append(_ranks_table(comparison, words))
    company = [_company(one, words) for one in comparison.company]
    if company:
        blocks.append(Bullets(company))
    sections = [Section(words("page-section-comparison"), blocks), *times_sections(comparison, run, words)]
    operations = [pair for pair in comparison.pairs if pair.family == "operation" and pair.decision == "different"]
    if operations:
        table = _pairs_table(operations[:_MOST_OPERATIONS], words, of_operations=True)
        note = Paragraph(words("page-comparison-operations-note"))
        sections.append(Section(words("page-section-comparison-operations"), [table, note], detail=True))
    rounds: list[Block] = [_rounds_table(comparison, words), Paragraph(words("page-rounds-note"))]
    sections.append(Section(words("page-section-rounds"), rounds, detail=True))
    return sections


def _pairs_table(pairs: Sequence[Pair], words: Words, *, of_operations: bool = False) -> Table:
    columns = [
        column(words, "page-column-figure", figures=False, wraps=True),
        *([column(words, "page-column-operation", figures=False)] if of_operations else []),
        column(words, "page-column-variant", figures=False),
        column(words, "page-column-against", figures=False),
        column(words, "page-column-effect"),
        column(words, "page-column-effect-interval", wraps=True),
        column(words, "page-column-decision", figures=False, wraps=True, toned=True),
        column(words, "page-section-rounds", detail=True),
    ]
    rows = [
        [
            told(words, Message("comparison-metric", metric=pair.metric)),
            *([printable(pair.operation or words("page-all"), limit=_LONGEST_NAME)] if of_operations else []),
            printable(pair.b, limit=_LONGEST_NAME),
            printable(pair.a, limit=_LONGEST_NAME),
            effect_shown(pair, words),
            interval_shown(pair, words),
            named(words, f"page-decision-{pair.decision}", pair.decision),
            str(pair.rounds),
        ]
        for pair in pairs
    ]
    return Table(columns, rows, [_TONES.get(pair.decision, "undecided") for pair in pairs])


def _ranks_table(comparison: Comparison, words: Words) -> Table:
    metrics = list(comparison.ranks)
    columns = [
        column(words, "page-column-variant", figures=False),
        *(Column(told(words, Message("comparison-metric", metric=metric)), wraps=True) for metric in metrics),
    ]
    rows = [
        [printable(name), *(str(comparison.ranks[metric].get(name, NOTHING)) for metric in metrics)]
        for name in comparison.variants
    ]
    return Table(columns, rows)


def _company(one: Company, words: Words) -> str:
    told_of: dict[str, Value] = {
        "variant": printable(one.variant),
        "metric": Message("comparison-metric", metric=one.metric),
        "percent": amount_shown(one.percent, one.metric, words),
    }
    if one.low is None or one.high is None:
        return words("page-company-unsure", **told_of)
    low, high = (amount_shown(value, one.metric, words) for value in (one.low, one.high))
    return words("page-company", **told_of, low=low, high=high)


def _rounds_table(comparison: Comparison, words: Words) -> Table:
    metrics = _values_shown(comparison)
    columns = [
        column(words, "page-column-round"),
        column(words, "page-column-variant", figures=False),
        column(words, "page-column-outcome", figures=False),
        Column("p99"),
        *(Column(told(words, Message("comparison-metric", metric=metric)), wraps=True) for metric in metrics[1:]),
        column(words, "page-column-idle", wraps=True),
        column(words, "page-column-generator", wraps=True),
        column(words, "report-column-cycles", wraps=True),
    ]
    rows = [row for one in comparison.rounds for row in _round_rows(one, comparison, metrics, words)]
    return Table(columns, rows)


def _values_shown(comparison: Comparison) -> tuple[str, ...]:
    read = {metric for one in comparison.rounds for variant in one.variants for metric in variant.values}
    return (*PRIMARY, *(metric for metric in _WHERE_READ if metric in read))


def _round_rows(one: Round, comparison: Comparison, metrics: Sequence[str], words: Words) -> list[list[str]]:
    figures = words.figures
    rows = []
    for variant in one.variants:
        spent_us = [
            slot.generator_us_per_call
            for slot in comparison.slots
            if slot.round == one.number and slot.variant == variant.variant and slot.counts
            if slot.generator_us_per_call is not None
        ]
        values = [variant.values.get(metric) for metric in metrics]
        rows.append(
            [
                str(one.number),
                printable(variant.variant),
                outcome_words(words, variant.outcome),
                *(figures.three_digits(value) for value in values),
                NOTHING if variant.idle_cores is None else figures.plain(variant.idle_cores),
                joined(words, [figures.three_digits(us) for us in spent_us]) if spent_us else NOTHING,
                str(one.counted_cycles),
            ]
        )
    return rows
