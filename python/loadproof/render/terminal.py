"""A report on a terminal, and as plain text for pipes, files and logs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loadproof.model.visible_text import visible
from loadproof.render.document import (
    Block,
    Bullets,
    Chart,
    Choice,
    Code,
    Column,
    Document,
    Facts,
    Flame,
    Fold,
    Paragraph,
    Picture,
    Section,
    Statements,
    Table,
    TableCell,
    plain_blocks,
    statement_line,
    text_of,
)

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, JustifyMethod, RenderableType, RenderResult
    from rich.segment import Segment
    from rich.text import Text


__all__ = ["terminal_blocks", "terminal_document"]

_TONES = {"passed": "green", "failed": "red", "undecided": "yellow"}
_HAN = re.compile(r"[\u3000-\u9fff\uff00-\uffef]")
_HAN_WIDTH = 4
"""The least width of a column with Han characters: two of them side by side."""
_LONGEST_WORD = 24
_NARROWEST_KEY = 8
"""Columns that the names of rows get at least, where a table is shown in parts."""
_UNCUT = 100_000
"""Columns for a table off a terminal: as many as it takes."""
_PLAIN_GAP = 2
_UNBROKEN = {0xA0: 0xE000, 0x202F: 0xE001}
"""rich breaks a line at any space, and a number within: its spaces are characters of private use until it is drawn."""
_SPACES = {held: space for space, held in _UNBROKEN.items()}
_PLAIN = str.maketrans("█▇▆▅▄▃▂▁╌─│┤└┴✓✕•", "####....--|++-ox*")
"""For a terminal that has ASCII alone."""


def terminal_document(document: Document, *, has_details: bool = False) -> RenderableType:
    """A document, to be printed by a rich Console; `has_details`: with its sections of details.

    On a terminal with a frame around the verdict and with colors. If a table does not fit, the details are left out; if
    it still does not fit, it is shown in parts below each other. Off a terminal without frames, rules and colors, and
    tables are as wide as they are. No line ends with spaces, and no two empty lines follow each other.
    """
    return _Report(document.blocks, document, has_details=has_details)


def terminal_blocks(blocks: Sequence[Block]) -> RenderableType:
    """Blocks without a title and a verdict, as `terminal_document` shows them."""
    return _Report(blocks, None, has_details=False)


@dataclass(frozen=True, slots=True)
class _Report:
    blocks: Sequence[Block]
    document: Document | None
    has_details: bool

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Called by rich."""
        from rich.segment import Segment

        signs = {**_SPACES, **_PLAIN} if options.ascii_only else _SPACES
        takes_gap = has_gap = False
        for part, width in self._parts(console, options):
            drawn = console.render(part, options.update(max_width=width))
            for line in map(_without_end, Segment.split_lines(drawn)):
                if not line:
                    has_gap = takes_gap
                    continue
                if has_gap:
                    yield Segment.line()
                yield from (Segment(text.translate(signs), style, control) for text, style, control in line)
                yield Segment.line()
                takes_gap, has_gap = True, False
            # What follows the title of a table is the table.
            takes_gap = takes_gap and not isinstance(part, _Title)

    def _parts(self, console: Console, options: ConsoleOptions) -> Iterator[tuple[RenderableType, int]]:
        width, is_plain = options.max_width, not console.is_terminal
        if self.document is not None:
            yield _head(self.document, is_plain), width
        for block in plain_blocks(self.blocks):
            yield from _block(block, width, is_plain)
        for section in () if self.document is None else self.document.shown_sections():
            if section.detail and not self.has_details:
                continue
            yield "", width
            yield _Title(_text(section.title, style="bold cyan")), width
            for block in plain_blocks(section.blocks):
                yield from _block(block, width, is_plain)


@dataclass(frozen=True, slots=True)
class _Title:
    """A line above others, without an empty line between them."""

    line: RenderableType

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Called by rich."""
        yield self.line


def _without_end(line: Sequence[Segment]) -> list[Segment]:
    """The segments of a line without the spaces at its end."""
    from rich.segment import Segment

    kept = list(line)
    while kept and not kept[-1].control:
        last = kept.pop()
        text = last.text.rstrip(" ")
        if text:
            kept.append(Segment(text, last.style))
            break
    return kept


def _head(document: Document, is_plain: bool) -> RenderableType:
    from rich.console import Group
    from rich.panel import Panel

    # What everybody understands is in bold; without such a sentence the verdict is.
    lead = [_text(document.warning)] if document.warning else []
    lead += [_text(document.plain, style="bold")] if document.plain else []
    verdict = _text(document.verdict, style="" if document.plain else "bold")
    if is_plain:
        return Group(_text(document.title), *lead, verdict, "")
    return Panel(
        Group(*lead, verdict), title=_text(document.title), title_align="left", border_style=_TONES[document.tone]
    )


def _text(text: str, style: str = "") -> Text:
    from rich.text import Text

    return Text(visible(text).translate(_UNBROKEN), style=style)


def _block(block: Block, width: int, is_plain: bool) -> Iterator[tuple[RenderableType, int]]:
    """The block with the width that it gets, indented by a column on a terminal."""
    from rich.padding import Padding

    if isinstance(block, Section):
        if not block.detail:
            yield "", width
            yield _Title(_text(block.title, style="bold")), width
            for inner in plain_blocks(block.blocks):
                yield from _block(inner, width, is_plain)
        return
    if isinstance(block, Statements) and block.title:
        yield _Title(_text(block.title, style="dim")), width
    if isinstance(block, Table) and is_plain:
        yield from ((part, _UNCUT) for part in ("", _plain_table(block), ""))
        yield from _details(block, width, is_plain)
        return
    indent = 0 if is_plain else 1
    if isinstance(block, Code):
        # A command is copied whole: no line break of ours may come into it.
        yield _text(f"{' ' * indent}{block.text}", style="bold"), _UNCUT
        return
    parts = _tables(block, width - 2 * indent) if isinstance(block, Table) else [_running(block, width - 2 * indent)]
    for part in parts:
        padded = Padding(part, (0, indent))
        yield _Title(padded) if isinstance(block, Paragraph) else padded, width
    if isinstance(block, Table):
        yield from _details(block, width, is_plain)


def _details(table: Table, width: int, is_plain: bool) -> Iterator[tuple[RenderableType, int]]:
    if details := [detail for detail in table.details if detail]:
        yield from _block(Bullets(details), width, is_plain)


def _running(block: Block, width: int) -> RenderableType:
    from rich.text import Text

    match block:
        case Paragraph(text) | Fold(text, _) | Flame(text, _):
            return _text(text, style="dim")
        case Bullets(items):
            return _pairs([("•", item) for item in items], gap=1)
        case Statements():
            return _pairs([("•", statement_line(point, block.hint_label)) for point in block.statements], gap=1)
        case Facts(pairs):
            return _pairs(pairs, gap=2)
        case Picture(text, smaller):
            drawn = next((one for one in (text, *smaller) if _widest(one) <= width), (text, *smaller)[-1])
            # A stack or a way from a root may have long lines, and has no smaller form.
            return Text(drawn, no_wrap=bool(smaller), overflow="crop" if smaller else "fold")
        case Table() | Code() | Section():
            raise TypeError("drawn by _block")
        case Chart() | Choice():
            raise TypeError("left out by plain_blocks")


def _widest(picture: str) -> int:
    return max(map(len, picture.splitlines()), default=0)


def _pairs(pairs: Sequence[tuple[str, str]], gap: int) -> RenderableType:
    from rich.table import Table as Grid

    grid = Grid.grid(padding=(0, gap))
    grid.add_column()
    # Where a line of Han characters ends rich would put an ellipsis for what does not fit.
    grid.add_column(overflow="fold")
    for name, value in pairs:
        grid.add_row(_text(name, style="dim"), _text(value))
    return grid


def _plain_table(table: Table) -> RenderableType:
    """A row on a line each, with two spaces between columns."""
    from rich.table import Table as Grid

    grid = Grid(box=None, pad_edge=False, padding=(0, _PLAIN_GAP, 0, 0))
    for column in table.columns:
        grid.add_column(_text(column.title), justify=_side(column), no_wrap=True)
    for row in table.rows:
        grid.add_row(*(_text(text_of(cell)) for cell in row))
    return grid


def _side(column: Column) -> JustifyMethod:
    return "right" if column.figures else "left"


def _tables(table: Table, width: int) -> Iterator[RenderableType]:
    """The table, or parts of it that fit, each with the names of the rows."""
    sizes = [_size(column, [row[index] for row in table.rows]) for index, column in enumerate(table.columns)]
    least = [size.least for size in sizes]
    shown = [index for index, column in enumerate(table.columns) if not column.detail]
    for columns, gap in ((list(range(len(least))), 1), (shown, 1), (shown, 0)):
        if _needed(columns, least, gap) <= width:
            yield _grid(table, columns, sizes, width, gap)
            return
    has_key = len(shown) > 1 and not table.columns[shown[0]].figures
    key, others = (shown[:1], shown[1:]) if has_key else ([], shown)
    if key:
        room = width - _needed([max(others, key=least.__getitem__)], least, 0) - 1
        least[key[0]] = min(least[key[0]], max(_NARROWEST_KEY, room))
        sizes[key[0]] = _Size(least[key[0]], sizes[key[0]].whole)
    part: list[int] = []
    for index in others:
        if part and _needed([*key, *part, index], least, 0) > width:
            yield _grid(table, [*key, *part], sizes, width, 0)
            part = []
        part.append(index)
    yield _grid(table, [*key, *part], sizes, width, 0)


def _needed(columns: Sequence[int], widths: Sequence[int], gap: int) -> int:
    """The width of a table: the rule puts one space between columns, and one at each side."""
    return sum(widths[index] for index in columns) + (gap + 1) * len(columns) + 1


def _grid(table: Table, shown: Sequence[int], sizes: Sequence[_Size], width: int, gap: int) -> RenderableType:
    from rich import box
    from rich.table import Table as Grid

    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False, header_style="dim", padding=(0, gap, 0, 0))
    widths = [size.least for size in sizes]
    while grows := [at for at in shown if widths[at] < sizes[at].whole and _needed(shown, widths, gap) < width]:
        widths[min(grows, key=widths.__getitem__)] += 1
    for index in shown:
        column = table.columns[index]
        grid.add_column(_text(column.title), justify=_side(column), overflow="fold", width=widths[index])
    for row, tone in zip(table.rows, table.tones or [""] * len(table.rows), strict=True):
        styles = [_TONES.get(tone, "") if column.toned else "" for column in table.columns]
        grid.add_row(*(_text(text_of(row[index]), style=styles[index]) for index in shown))
    return grid


@dataclass(frozen=True, slots=True)
class _Size:
    """Width of a column in cells of the terminal: the least that it can have, and that of its longest text."""

    least: int
    whole: int


def _size(column: Column, cells: Sequence[TableCell | str]) -> _Size:
    """Han characters take two cells, and a line may break between any of them, but not within a number."""
    from rich.cells import cell_len

    texts = (column.title, *map(text_of, cells))
    whole = max(map(cell_len, texts))
    if not column.wraps:
        return _Size(whole, whole)
    words = [word for text in texts for word in _HAN.sub(" ", text).split(" ")]
    hans = [_HAN_WIDTH] if any(_HAN.search(text) for text in texts) else []
    return _Size(min(_LONGEST_WORD, max([*map(cell_len, words), *hans, 1])), whole)
