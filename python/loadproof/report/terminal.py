"""A report on a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from loadproof.report.content import report_document
from loadproof.report.document import Block, Bullets, Code, Column, Document, Facts, Paragraph, Table

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, JustifyMethod, RenderableType, RenderResult

__all__ = ["terminal_document", "terminal_report"]

_TONES = {"passed": "green", "failed": "red", "undecided": "yellow"}
_STATES = {
    "passed": "green",
    "failed": "red",
    "undecided": "yellow",
    "invalid": "magenta",
    "cut-short": "yellow",
}
_NARROW = 110
_LONGEST_WORD = 24


def terminal_report(result: Mapping[str, Any]) -> RenderableType:
    """The report of a result (see `loadproof.report.result`), to be printed by a rich Console.

    Below 110 columns the details of the tables are left out.
    """
    return terminal_document(report_document(result))


def terminal_document(document: Document) -> RenderableType:
    """Any document, to be printed by a rich Console."""
    return _TerminalReport(document)


class _TerminalReport:
    def __init__(self, document: Document) -> None:
        self._document = document

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Called by rich."""
        from rich.padding import Padding
        from rich.panel import Panel
        from rich.text import Text

        document, narrow = self._document, options.max_width < _NARROW
        verdict = Text(document.verdict, style="bold")
        yield Panel(verdict, title=Text(document.title), title_align="left", border_style=_TONES[document.tone])
        for block in document.blocks:
            yield Padding(_block(block, narrow), (0, 1))
        for section in document.sections:
            if section.detail:
                continue
            yield Text(f"\n{section.title}", style="bold cyan")
            for block in section.blocks:
                yield Padding(_block(block, narrow), (0, 1))


def _block(block: Block, narrow: bool) -> RenderableType:
    from rich.text import Text

    match block:
        case Paragraph(text):
            return Text(text, style="dim")
        case Bullets(items):
            return _pairs([("•", item) for item in items], gap=1)
        case Facts(pairs):
            return _pairs(pairs, gap=2)
        case Code(text):
            # A command is copied whole: no line break of ours may come into it.
            return Text(text, style="bold", no_wrap=True, overflow="ignore")
        case Table():
            return _table(block, narrow)


def _pairs(pairs: Sequence[tuple[str, str]], gap: int) -> RenderableType:
    from rich.table import Table as Grid
    from rich.text import Text

    grid = Grid.grid(padding=(0, gap))
    for name, value in pairs:
        grid.add_row(Text(name, style="dim"), Text(value))
    return grid


def _table(table: Table, narrow: bool) -> RenderableType:
    from rich import box
    from rich.table import Table as Grid
    from rich.text import Text

    shown = [index for index, column in enumerate(table.columns) if not (narrow and column.detail)]
    # The box itself puts one space between columns.
    gap = 0 if narrow else 1
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False, header_style="dim", padding=(0, gap, 0, 0))
    for index in shown:
        column = table.columns[index]
        side: JustifyMethod = "right" if column.figures else "left"
        grid.add_column(
            Text(column.title),
            justify=side,
            overflow="fold",
            no_wrap=not column.wraps,
            min_width=_longest_word(column, [row[index] for row in table.rows]),
        )
    for row in table.rows:
        grid.add_row(*(Text(row[index], style=_STATES.get(row[index].split(" ")[0], "")) for index in shown))
    return grid


def _longest_word(column: Column, cells: Sequence[str]) -> int:
    words = [word for text in (column.title, *cells) for word in text.split()]
    return min(_LONGEST_WORD, max(map(len, words), default=1))
