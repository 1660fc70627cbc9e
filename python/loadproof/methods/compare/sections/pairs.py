"""The comparison in a report: what differs, the ranks that follow, what company costs, and the rounds behind it."""

from collections.abc import Mapping, Sequence

from loadproof.methods.compare.sections.operations import times_parts
from loadproof.model.message import Listing, Message, Value, count
from loadproof.records.comparison import Company, Comparison, Pair, Round
from loadproof.records.metric import PARTS_OF_MEMORY, PRIMARY, Metric
from loadproof.records.run import Run
from loadproof.render.cells import (
    column,
    count_cell,
    joined,
    more,
    named,
    number_cell,
    state_cell,
    time_cell,
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
)
from loadproof.render.effects import amount_shown, effect_cell, interval_cell_of
from loadproof.result.plain_text import printable
from loadproof.words.catalogue import Words
from loadproof.words.figures import NOTHING

__all__ = ["comparison_sections", "pairs_table"]

_TONES = {"different": "failed", "equivalent": "passed"}
_WHERE_READ = (Metric.LIVE_SET, Metric.GC, *PARTS_OF_MEMORY)
"""Shown where a probe read them of any variant."""
_MOST_PAIRS = 400
"""Pairs of operations that are shown."""
_MANY = 12
"""More pairs than these are folded, as the plot above has them all."""
_LONGEST_NAME = 28


def comparison_sections(comparisons: Sequence[Comparison], run: Run, words: Words) -> list[Section]:
    """Return the section of the comparison; []: there is none."""
    blocks = [block for place, one in enumerate(comparisons) for block in _of_one(one, str(place), run, words)]
    return [Section(words("page-section-comparison"), blocks, name="comparison")] if blocks else []


def pairs_table(comparison: Comparison, words: Words, most: int | None = None) -> Table:
    """The primary pairs, what differs first and by how many margins; `most` of them."""
    shown = [comparison.pairs[index] for index in comparison.importance[:most]]
    return _pairs_table(shown, words, of_operations=bool(comparison.primary))


def _of_one(comparison: Comparison, place: str, run: Run, words: Words) -> list[Block]:
    texts = (comparison.asked_text, comparison.design_text, comparison.visible, comparison.ended)
    below = [line for text in texts if (line := told(words, text))]
    company = [_company(one, words) for one in comparison.company]
    number = sum(len(one.variants) for one in comparison.rounds)
    rounds: list[Block] = [_rounds_table(comparison, words), Paragraph(words("page-rounds-note"), is_note=True)]
    return [
        *([Bullets(below)] if below else []),
        Chart("forest", place),
        Section(
            words("page-comparison-pairs"), _pairs(comparison, words), is_folded=len(comparison.importance) > _MANY
        ),
        Chart("forest-operations", place),
        *times_parts(comparison, run, words),
        *_other_pairs(comparison, words),
        *_ranks(comparison, words),
        Chart("curves", place),
        Section(words("page-slots"), [Chart("slots", place)], is_folded=True),
        *_company_section(company, place, words),
        Fold(words("page-comparison-rounds", count=count(number)), rounds),
    ]


def _company_section(lines: Sequence[str], place: str, words: Words) -> list[Block]:
    if not lines:
        return []
    return [Section(words("page-company-title"), [Chart("company", place), Bullets(lines)], is_folded=True)]


def _pairs(comparison: Comparison, words: Words) -> list[Block]:
    notes = [words("page-comparison-note"), words("page-comparison-levels-note")]
    return [pairs_table(comparison, words), Paragraph(joined(words, notes, Listing.SENTENCES), is_note=True)]


def _other_pairs(comparison: Comparison, words: Words) -> list[Block]:
    """Pairs of operations, and of other metrics in total, in a fold: those that differ first."""
    others = sorted(
        (pair for pair in comparison.pairs if pair.family != "primary"),
        key=lambda pair: pair.decision != "different",
    )
    if not others:
        return []
    table = _pairs_table(others[:_MOST_PAIRS], words, of_operations=True)
    note = Paragraph(words("page-comparison-operations-note"), is_note=True)
    blocks: list[Block] = [table, *more(len(others) - _MOST_PAIRS, words), note]
    return [Fold(words("page-comparison-other-pairs", count=count(len(others))), blocks)]


def _ranks(comparison: Comparison, words: Words) -> list[Block]:
    if len(comparison.variants) < 3 or not comparison.ranks:
        return []
    note = Paragraph(words("page-comparison-ranks-note"), is_note=True)
    return [Section(words("page-comparison-ranks"), [_ranks_table(comparison, words), note], is_folded=True)]


def _pairs_table(pairs: Sequence[Pair], words: Words, *, of_operations: bool = False) -> Table:
    columns = [
        column(words, "page-column-figure", figures=False, wraps=True),
        *([column(words, "page-column-operation", figures=False)] if of_operations else []),
        column(words, "page-column-variant", figures=False),
        column(words, "page-column-against", figures=False),
        column(words, "page-column-effect"),
        column(words, "page-column-effect-interval", wraps=True),
        column(words, "page-column-level", detail=True),
        column(words, "page-column-level-against", detail=True),
        column(words, "page-column-decision", figures=False, wraps=True, toned=True),
        column(words, "page-section-rounds", detail=True),
    ]
    rows: list[list[TableCell | str]] = [
        [
            told(words, Message("comparison-metric", metric=pair.metric)),
            *([printable(pair.operation or words("page-all"), limit=_LONGEST_NAME)] if of_operations else []),
            printable(pair.b, limit=_LONGEST_NAME),
            printable(pair.a, limit=_LONGEST_NAME),
            _effect(pair, words),
            interval_cell_of(pair.low, pair.high, pair.metric, words),
            number_cell(words, pair.level_b),
            number_cell(words, pair.level_a),
            _decision(pair, words),
            count_cell(words, pair.rounds),
        ]
        for pair in pairs
    ]
    return Table(columns, rows, [_TONES.get(pair.decision, "undecided") for pair in pairs])


def _effect(pair: Pair, words: Words) -> TableCell:
    """Return the effect; of a total beside it the mean of the ratios of its operations."""
    cell = effect_cell(pair.effect, pair.metric, words)
    if pair.geometric_percent is None:
        return cell
    shown = amount_shown(pair.geometric_percent, pair.metric, words)
    aside = words("page-aside", text=words("page-comparison-by-ratios", effect=shown))
    return with_interval(cell, aside)


def _decision(pair: Pair, words: Words) -> TableCell:
    shown = named(words, f"page-decision-{pair.decision}", pair.decision)
    return TableCell(shown, None, CellKind.STATE, pair.decision)


def _ranks_table(comparison: Comparison, words: Words) -> Table:
    metrics = list(comparison.ranks)
    columns = [
        column(words, "page-column-variant", figures=False),
        *(Column(told(words, Message("comparison-metric", metric=metric)), wraps=True) for metric in metrics),
    ]
    rows: list[list[TableCell | str]] = [
        [printable(name), *(_rank(comparison.ranks[metric], name) for metric in metrics)]
        for name in comparison.variants
    ]
    return Table(columns, rows)


def _rank(ranks: Mapping[str, int], name: str) -> TableCell:
    """Rank of a variant; `=2` if variants share it."""
    rank = ranks.get(name)
    if rank is None:
        return TableCell(NOTHING, None, CellKind.COUNT)
    is_shared = list(ranks.values()).count(rank) > 1
    return TableCell(f"={rank}" if is_shared else str(rank), rank, CellKind.COUNT)


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
    measured = [variant for one in comparison.rounds for variant in one.variants]
    reasons = [told(words, one.reason) if one.outcome != "measured" else "" for one in measured]
    return Table(columns, rows, details=reasons)


def _values_shown(comparison: Comparison) -> tuple[str, ...]:
    read = {metric for one in comparison.rounds for variant in one.variants for metric in variant.values}
    return (*PRIMARY, *(metric for metric in _WHERE_READ if metric in read))


def _round_rows(
    one: Round, comparison: Comparison, metrics: Sequence[str], words: Words
) -> list[list[TableCell | str]]:
    figures = words.figures
    rows: list[list[TableCell | str]] = []
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
                count_cell(words, one.number),
                printable(variant.variant),
                state_cell(words, variant.outcome),
                *(time_cell(words, value) for value in values),
                number_cell(words, variant.idle_cores),
                joined(words, [figures.three_digits(us) for us in spent_us]) if spent_us else NOTHING,
                count_cell(words, one.counted_cycles),
            ]
        )
    return rows
