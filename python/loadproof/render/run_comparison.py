"""A comparison of stored runs on one screen: the sentence, the primary figures, and what it cannot know."""

from collections.abc import Sequence

from loadproof.model.message import Message
from loadproof.records.comparison import Pair
from loadproof.records.metric import PARTS_OF_MEMORY
from loadproof.render.cells import column, named, told
from loadproof.render.document import Block, Bullets, CellKind, Column, Document, Paragraph, Section, Table, TableCell
from loadproof.render.effects import effect_cell, interval_cell_of
from loadproof.result.run_comparison import ComparedRun, RunsComparison
from loadproof.words.catalogue import Words

__all__ = ["run_comparison_document"]

_TONES = {"worse": "failed", "no worse": "passed", "cannot tell": "undecided"}
_LONGEST_SENTENCE = 600
_LONGEST_NAME = 28
_LONGEST_NOTE = 400
_UNITS = {"errors": "unit-percent"} | dict.fromkeys(("memory", *PARTS_OF_MEMORY), "unit-mebibyte")


def run_comparison_document(comparison: RunsComparison, words: Words) -> Document:
    """All of it, for a terminal."""
    return Document(
        title=words("runs-title", run=comparison.baseline),
        verdict=told(words, comparison.sentence, _LONGEST_SENTENCE),
        tone=_TONES[comparison.state],
        blocks=[_claims(one, words) for one in comparison.comparisons if one.pairs],
        sections=[*_memory(comparison, words), *_notes(comparison, words)],
    )


def _claims(one: ComparedRun, words: Words) -> Table:
    standings = [one.standings[pair.metric] for pair in one.pairs]
    decided = [named(words, f"runs-standing-{standing}", standing) for standing in standings]
    return _table(one.pairs, decided, words, [_TONES[standing] for standing in standings])


def _table(pairs: Sequence[Pair], decided: Sequence[str], words: Words, tones: Sequence[str] = ()) -> Table:
    columns = [
        column(words, "page-column-figure", figures=False),
        Column(told(words, pairs[0].a, _LONGEST_NAME), wraps=True),
        Column(told(words, pairs[0].b, _LONGEST_NAME), wraps=True),
        column(words, "page-column-effect"),
        column(words, "page-column-effect-interval"),
        column(words, "page-column-decision", figures=False, toned=True),
    ]
    rows: list[list[TableCell | str]] = [
        [
            told(words, Message("comparison-metric", metric=pair.metric)),
            _level(pair.level_a, pair.metric, words),
            _level(pair.level_b, pair.metric, words),
            effect_cell(pair.effect, pair.metric, words),
            interval_cell_of(pair.low, pair.high, pair.metric, words),
            decision,
        ]
        for pair, decision in zip(pairs, decided, strict=True)
    ]
    return Table(columns, rows, tones)


def _level(value: float | None, metric: str, words: Words) -> TableCell:
    shown = words(_UNITS.get(metric, "unit-millisecond"), number=words.figures.plain(value))
    return TableCell(shown, value, CellKind.NUMBER)


def _memory(comparison: RunsComparison, words: Words) -> list[Section]:
    """The parts of memory, of all runs that have them."""
    tables = [
        _table(parts, [named(words, f"page-decision-{pair.decision}", pair.decision) for pair in parts], words)
        for one in comparison.comparisons
        if (parts := one.memory_parts)
    ]
    return [Section(words("runs-section-memory"), tables)] if tables else []


def _notes(comparison: RunsComparison, words: Words) -> list[Section]:
    """Each once, whichever runs it is of."""
    found = []
    for title, notes in (
        (words("runs-section-unlike"), [note for one in comparison.comparisons for note in one.unlike]),
        (words("runs-section-unknown"), [note for one in comparison.comparisons for note in one.unknown]),
    ):
        texts = list(dict.fromkeys(told(words, note.text, _LONGEST_NOTE) for note in notes))
        blocks: list[Block] = [Bullets(texts)] if len(texts) > 1 else [Paragraph(text) for text in texts]
        if blocks:
            found.append(Section(title, blocks))
    return found
