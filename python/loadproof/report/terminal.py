"""A report on a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from loadproof.report.content import report_document
from loadproof.report.document import Block, Bullets, Code, Paragraph, Table

if TYPE_CHECKING:
    from rich.console import Group, RenderableType

__all__ = ["terminal_report"]

_TONES = {"passed": "green", "failed": "red", "undecided": "yellow"}
_STATES = {
    "passed": "green",
    "failed": "red",
    "undecided": "yellow",
    "invalid": "magenta",
    "cut-short": "yellow",
}


def terminal_report(result: Mapping[str, Any]) -> Group:
    """The report of a result (see `loadproof.report.result`), to be printed by a rich Console."""
    from rich.console import Group
    from rich.padding import Padding
    from rich.panel import Panel
    from rich.text import Text

    document = report_document(result)
    tone = _TONES[document.tone]
    parts: list[RenderableType] = [
        Panel(
            Text(document.verdict, style="bold"),
            title=Text(document.title),
            title_align="left",
            border_style=tone,
        )
    ]
    parts += [Padding(_block(block), (0, 1)) for block in document.blocks]
    for section in document.sections:
        parts += [Text(f"\n{section.title}", style="bold cyan")]
        parts += [Padding(_block(block), (0, 1)) for block in section.blocks]
    return Group(*parts)


def _block(block: Block) -> RenderableType:
    from rich.text import Text

    match block:
        case Paragraph(text):
            return Text(text, style="dim")
        case Bullets(items):
            return _bullets(items)
        case Code(text):
            # A command is copied whole: no line break of ours may come into it.
            return Text(text, style="bold", no_wrap=True, overflow="ignore")
        case Table():
            return _table(block)


def _bullets(items: object) -> RenderableType:
    from rich.table import Table as Grid
    from rich.text import Text

    grid = Grid.grid(padding=(0, 1))
    for item in items if isinstance(items, list | tuple) else ():
        grid.add_row(Text("•"), Text(item))
    return grid


def _table(table: Table) -> RenderableType:
    from rich import box
    from rich.table import Table as Grid
    from rich.text import Text

    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False, header_style="dim", padding=(0, 1))
    for column in table.columns:
        grid.add_column(Text(column.title), justify="right" if column.figures else "left", overflow="fold")
    for row in table.rows:
        grid.add_row(*(Text(cell, style=_STATES.get(cell.split(" ")[0], "")) for cell in row))
    return grid
