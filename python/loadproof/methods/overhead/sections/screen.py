"""Overhead on one screen."""

from loadproof.methods.overhead.sections.levels import levels_table
from loadproof.records.overhead import Overhead
from loadproof.render.cells import more
from loadproof.render.document import Block, Paragraph
from loadproof.result.plain_text import printable
from loadproof.result.result import Result
from loadproof.words.catalogue import Words

__all__ = ["screen_blocks"]

_MOST_ROWS = 8
_LONGEST_NAME = 28


def screen_blocks(result: Result, words: Words) -> list[Block]:
    """Return the metrics that decide, of each variant."""
    several = len(result.overheads) > 1
    return [block for one in result.overheads for block in _overhead(one, words, is_named=several)]


def _overhead(overhead: Overhead, words: Words, *, is_named: bool) -> list[Block]:
    deciding = sum(figure.decides for figure in overhead.levels)
    if not overhead.levels:
        return []
    variant = printable(overhead.variant, limit=_LONGEST_NAME)
    title = words("of-variant", variant=variant, told=words("page-section-overhead"))
    named = [Paragraph(title)] if is_named else []
    return [*named, levels_table(overhead, words, _MOST_ROWS), *more(deciding - _MOST_ROWS, words)]
