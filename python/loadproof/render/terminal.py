"""A report on a terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from loadproof.model.visible_text import visible
from loadproof.render.document import (
    Block,
    Bullets,
    Code,
    Column,
    Document,
    Facts,
    Flame,
    Fold,
    Paragraph,
    Picture,
    Table,
)

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, JustifyMethod, RenderableType, RenderResult
    from rich.text import Text


__all__ = ["terminal_document"]

_TONES = {"passed": "green", "failed": "red", "undecided": "yellow"}
_NARROW = 110
_HAN = re.compile(r"[\u3000-\u9fff\uff00-\uffef]")
_HAN_WIDTH = 4
"""The least width of a column with Han characters: two of them side by side."""
_LONGEST_WORD = 24
_UNBROKEN = {0xA0: 0xE000, 0x202F: 0xE001}
"""rich breaks a line at any space, and a number within: its spaces are characters of private use until it is drawn."""
_SPACES = {held: space for space, held in _UNBROKEN.items()}
_PLAIN = str.maketrans("█▇▆▅▄▃▂▁╌─│┤└✓✕•", "####....--|++ox*")
"""For a terminal that has ASCII alone."""


def terminal_document(document: Document) -> RenderableType:
    """A document, to be printed by a rich Console.

    Below 110 columns the details of the tables are left out.
    """
    return _TerminalReport(document)


class _TerminalReport:
    def __init__(self, document: Document) -> None:
        self._document = document

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Called by rich."""
        from rich.segment import Segment

        signs = {**_SPACES, **_PLAIN} if options.ascii_only else _SPACES
        for part in self._parts(options):
            for text, style, control in console.render(part, options):
                yield Segment(text.translate(signs), style, control)

    def _parts(self, options: ConsoleOptions) -> Iterator[RenderableType]:
        from rich.padding import Padding
        from rich.panel import Panel

        document, narrow = self._document, options.max_width < _NARROW
        verdict = _text(document.verdict, style="bold")
        yield Panel(verdict, title=_text(document.title), title_align="left", border_style=_TONES[document.tone])
        for block in document.blocks:
            yield Padding(_block(block, narrow, options.max_width), (0, 1))
        for section in document.sections:
            if section.detail:
                continue
            yield _text(f"\n{section.title}", style="bold cyan")
            for block in section.blocks:
                yield Padding(_block(block, narrow, options.max_width), (0, 1))


def _text(text: str, style: str = "") -> Text:
    from rich.text import Text

    return Text(visible(text).translate(_UNBROKEN), style=style)


def _block(block: Block, narrow: bool, width: int) -> RenderableType:
    from rich.text import Text

    match block:
        case Paragraph(text) | Fold(text, _) | Flame(text, _):
            return _text(text, style="dim")
        case Bullets(items):
            return _pairs([("•", item) for item in items], gap=1)
        case Facts(pairs):
            return _pairs(pairs, gap=2)
        case Code(text):
            # A command is copied whole: no line break of ours may come into it.
            return Text(visible(text), style="bold", no_wrap=True, overflow="ignore")
        case Picture(text, small):
            fits = all(len(line) <= width - 2 for line in text.splitlines())
            return Text(text if fits else small, no_wrap=True, overflow="crop")
        case Table():
            return _table(block, narrow, width)


def _pairs(pairs: Sequence[tuple[str, str]], gap: int) -> RenderableType:
    from rich.table import Table as Grid

    grid = Grid.grid(padding=(0, gap))
    grid.add_column()
    # Where a line of Han characters ends rich would put an ellipsis for what does not fit.
    grid.add_column(overflow="fold")
    for name, value in pairs:
        grid.add_row(_text(name, style="dim"), _text(value))
    return grid


def _table(table: Table, narrow: bool, width: int) -> RenderableType:
    from rich import box
    from rich.table import Table as Grid

    least = [_least_width(column, [row[index] for row in table.rows]) for index, column in enumerate(table.columns)]
    # The box itself puts one space between columns.
    gap = 0 if narrow else 1
    is_crowded = narrow or sum(least) + (gap + 1) * len(least) + 2 > width
    shown = [index for index, column in enumerate(table.columns) if not (is_crowded and column.detail)]
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False, header_style="dim", padding=(0, gap, 0, 0))
    for index in shown:
        column = table.columns[index]
        side: JustifyMethod = "right" if column.figures else "left"
        title, is_whole = _text(column.title), not column.wraps
        grid.add_column(title, justify=side, overflow="fold", no_wrap=is_whole, min_width=least[index])
    for row, tone in zip(table.rows, table.tones or [""] * len(table.rows), strict=True):
        styles = [_TONES.get(tone, "") if column.toned else "" for column in table.columns]
        grid.add_row(*(_text(row[index], style=styles[index]) for index in shown))
    return grid


def _least_width(column: Column, cells: Sequence[str]) -> int:
    """In cells of the terminal: Han characters take two, and a line may break between any of them.

    The spaces within a number are no place to break it.
    """
    from rich.cells import cell_len

    texts = (column.title, *cells)
    if not column.wraps:
        return max(map(cell_len, texts))
    words = [word for text in texts for word in _HAN.sub(" ", text).split(" ")]
    hans = [_HAN_WIDTH] if any(_HAN.search(text) for text in texts) else []
    return min(_LONGEST_WORD, max([*map(cell_len, words), *hans, 1]))
