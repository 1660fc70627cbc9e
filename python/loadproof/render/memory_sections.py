"""Memory needs of services in a report: a sentence and the parts of each."""

from collections.abc import Sequence

from loadproof.model.message import Listing, listed
from loadproof.records.memory_need import MemoryNeed
from loadproof.render.cells import column, memory_cell, named, number_cell, told
from loadproof.render.document import Block, Bullets, CellKind, Paragraph, Section, Table, TableCell
from loadproof.result.plain_text import printable
from loadproof.words.catalogue import Words
from loadproof.words.figures import NOTHING

__all__ = ["memory_lines", "memory_sections", "told_needs"]

_LONGEST_NAME = 28


def told_needs(needs: Sequence[MemoryNeed]) -> list[MemoryNeed]:
    """Return the needs that have a sentence: one of each variant and service."""
    return [need for need in needs if need.is_told]


def memory_lines(needs: Sequence[MemoryNeed], words: Words, *, is_short: bool = False) -> list[str]:
    """Return the sentences of the needs, each after its variant where there are several.

    `is_short`: without what is no part of the need.
    """
    several = len({need.variant for need in needs}) > 1
    lines = []
    for need in needs:
        sentences = [need.text] if is_short or not need.beside else [need.text, need.beside]
        text = told(words, listed(sentences, Listing.SENTENCES))
        name = printable(str(need.variant), limit=_LONGEST_NAME)
        lines.append(words("report-note-of-variants", names=name, note=text) if several else text)
    return lines


def memory_sections(needs: Sequence[MemoryNeed], words: Words) -> list[Section]:
    """Return the section of memory; none where no probe read any."""
    shown = told_needs(needs)
    if not shown:
        return []
    blocks: list[Block] = [
        Bullets(memory_lines(shown, words)),
        _table(shown, words),
        Paragraph(words("page-memory-note"), is_note=True),
    ]
    lacking = dict.fromkeys(
        words("page-memory-lacks", service=printable(need.service), why=told(words, need.lacking))
        for need in shown
        if need.lacking
    )
    if lacking:
        blocks.append(Bullets(list(lacking)))
    return [Section(words("page-section-memory"), blocks, name="memory")]


def _table(needs: Sequence[MemoryNeed], words: Words) -> Table:
    several = len({need.variant for need in needs}) > 1
    columns = [
        *([column(words, "page-column-variant", figures=False)] if several else []),
        column(words, "page-column-service", figures=False),
        column(words, "page-column-memory-needed", wraps=True),
        column(words, "page-column-heap-after", wraps=True),
        column(words, "page-column-head-room", wraps=True),
        column(words, "page-column-other-memory", wraps=True),
        column(words, "page-column-heap-committed", wraps=True, detail=True),
        column(words, "page-column-page-cache", wraps=True),
        column(words, "page-column-refaults", wraps=True, detail=True),
        column(words, "page-column-memory-pressure", wraps=True),
        column(words, "page-column-method", figures=False, detail=True),
    ]
    return Table(columns, [_row(need, several, words) for need in needs])


def _row(need: MemoryNeed, several: bool, words: Words) -> list[TableCell | str]:
    sizes = (need.heap_after_collection_mib, need.head_room_mib, need.other_mib, need.heap_committed_mib)
    return [
        *([printable(str(need.variant), limit=_LONGEST_NAME)] if several else []),
        printable(need.service, limit=_LONGEST_NAME),
        *(memory_cell(words, size) for size in (need.needed_mib, *sizes, need.page_cache_mib)),
        number_cell(words, need.file_refaults_per_s, CellKind.RATE),
        _pressure(need, words),
        named(words, f"page-method-{need.method}", need.method),
    ]


def _pressure(need: MemoryNeed, words: Words) -> TableCell | str:
    if need.pressure_percent is None or need.pressure_of is None:
        return NOTHING
    shown = words(f"page-memory-pressure-{need.pressure_of}", share=words.percent(need.pressure_percent))
    return TableCell(shown, need.pressure_percent, CellKind.PERCENT)
