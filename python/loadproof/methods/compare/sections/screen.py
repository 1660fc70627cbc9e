"""Comparison on one screen."""

from loadproof.methods.compare.sections.operations import cpu_table, times_table, totals_table
from loadproof.methods.compare.sections.pairs import pairs_table
from loadproof.records.comparison import Comparison
from loadproof.records.run import Run
from loadproof.render.cells import more, told
from loadproof.render.document import Block, Paragraph
from loadproof.result.result import Result
from loadproof.words.catalogue import Words

__all__ = ["screen_blocks"]

_MOST_ROWS = 8
_MOST_TIMES = 6
"""Rows of operations with their times."""
_LONGEST_TEXT = 420


def screen_blocks(result: Result, words: Words) -> list[Block]:
    """Return the primary pairs, the times in total and of some operations, and what the rounds could see."""
    return [block for comparison in result.comparisons for block in _compared(comparison, result.run, words)]


def _compared(comparison: Comparison, run: Run, words: Words) -> list[Block]:
    hidden = len(comparison.importance) - _MOST_ROWS
    return [
        pairs_table(comparison, words, _MOST_ROWS),
        *more(hidden, words),
        *_compared_times(comparison, run, words),
        *(
            Paragraph(told(words, text, _LONGEST_TEXT))
            for text in (comparison.asked_text, comparison.design_text, comparison.visible)
            if told(words, text)
        ),
    ]


def _compared_times(comparison: Comparison, run: Run, words: Words) -> list[Block]:
    """The times in total, then of the first operations, primary ones before all others, and CPU in per cent."""
    if not comparison.operations:
        return []
    blocks: list[Block] = [Paragraph(words("page-section-compared-total")), totals_table(comparison, words)]
    primary_alone = bool(comparison.primary)
    shown = [one for one in comparison.operations if one.operation and (one.is_primary or not primary_alone)]
    if shown:
        table = times_table(comparison, run, words, _MOST_TIMES, primary_alone=primary_alone)
        blocks += [Paragraph(words("page-section-compared-operations")), table]
        blocks += more(sum(bool(one.operation) for one in comparison.operations) - len(shown[:_MOST_TIMES]), words)
    if comparison.cpu_shares:
        blocks += [Paragraph(words("page-section-cpu-share")), cpu_table(comparison.cpu_shares[:_MOST_ROWS], words)]
    return blocks
