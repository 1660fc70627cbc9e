"""Blocks of a document as HTML that runs nothing: all text is escaped, whoever it comes from."""

from collections.abc import Iterator, Sequence
from html import escape

from loadproof.model.visible_text import visible
from loadproof.render.document import (
    Block,
    Bullets,
    Chart,
    Choice,
    Code,
    Facts,
    Flame,
    Fold,
    Frame,
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

__all__ = ["html_blocks", "html_sections"]

_ROW_PX = 17


def html_sections(sections: Sequence[Section]) -> str:
    """Sections alone, to stand in a page that has the styles; text from outside is escaped."""
    parts = []
    for section in sections:
        parts.append(f"<section><h2>{escape(section.title)}</h2>\n{html_blocks(section.blocks)}\n</section>")
    return visible("\n".join(parts))


def html_blocks(blocks: Sequence[Block]) -> str:
    """Blocks as they follow each other."""
    return visible("\n".join(map(_block, plain_blocks(blocks))))


def _block(block: Block) -> str:
    match block:
        case Paragraph(text):
            return f"<p>{escape(text)}</p>"
        case Bullets() | Statements():
            return _list(block)
        case Facts(pairs):
            rows = "".join(f"<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>" for name, value in pairs)
            return f"<table>{rows}</table>"
        case Code(text) | Picture(text):
            return f"<pre>{escape(text)}</pre>"
        case Fold(title, blocks) | Section(title, blocks):
            head = f"<h3>{escape(title)}</h3>" if isinstance(block, Section) else f"<summary>{escape(title)}</summary>"
            inner = head + html_blocks(blocks)
            return inner if isinstance(block, Section) else f"<details>{inner}</details>"
        case Flame() | Table():
            return _flame(block) if isinstance(block, Flame) else _table(block)
        case Chart() | Choice():
            raise TypeError("left out by plain_blocks")


def _list(block: Bullets | Statements) -> str:
    if isinstance(block, Bullets):
        return _items(block.items)
    title = f"<p>{escape(block.title)}</p>" if block.title else ""
    return title + _items([statement_line(point, block.hint_label) for point in block.statements])


def _items(items: Sequence[str]) -> str:
    return "<ul>" + "".join(f"<li>{escape(item)}</li>" for item in items) + "</ul>"


def _flame(flame: Flame) -> str:
    """Each call as wide as its part of what is around it, below who made it. A page that forbids styles has it, too."""
    whole = max(1, sum(frame.weight for frame in flame.roots))
    cells = list(_cells(flame.roots, 0.0, 100.0 / whole, 0))
    deep = 1 + max((depth for _, _, depth, _ in cells), default=0)
    drawn = "".join(_cell(*cell) for cell in cells)
    caption = f"<figcaption>{escape(flame.caption)}</figcaption>"
    return f'<figure>{caption}<svg class="flame" width="100%" height="{deep * _ROW_PX}">{drawn}</svg></figure>'


def _cells(
    frames: Sequence[Frame], left: float, per_thread: float, depth: int
) -> Iterator[tuple[float, float, int, Frame]]:
    """Yield (left edge, width, depth, frame) of each frame and its calls; edge and width in per cent."""
    for frame in frames:
        width = per_thread * frame.weight
        yield left, width, depth, frame
        yield from _cells(frame.calls, left, per_thread, depth + 1)
        left += width


def _cell(left: float, width: float, depth: int, frame: Frame) -> str:
    name = escape(frame.name)
    title = f"<title>{name}: {frame.weight}</title>"
    shape = f'<rect width="100%" height="{_ROW_PX - 1}"/><text x="3" y="{_ROW_PX - 5}">{name}</text>'
    place = f'x="{left:.3f}%" y="{depth * _ROW_PX}" width="{width:.3f}%" height="{_ROW_PX}"'
    return f"<svg {place}>{title}{shape}</svg>"


def _table(table: Table) -> str:
    kinds = [
        ("figures" if column.figures else "words") + (" wraps" if column.wraps else "") for column in table.columns
    ]
    heads = "".join(
        f'<th scope="col" class="{kind}">{escape(column.title)}</th>'
        for column, kind in zip(table.columns, kinds, strict=True)
    )
    tones = table.tones or [""] * len(table.rows)
    rows = "".join(_row(table, row, kinds, tone) for row, tone in zip(table.rows, tones, strict=True))
    details = [detail for detail in table.details if detail]
    below = _items(details) if details else ""
    frame = f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
    return f'<div class="table-frame">{frame}</div>{below}'


def _row(table: Table, row: Sequence[TableCell | str], kinds: Sequence[str], tone: str) -> str:
    cells = (
        f'<td class="{kind}{f" {tone}" if column.toned else ""}">{escape(text_of(cell))}</td>'
        for cell, kind, column in zip(row, kinds, table.columns, strict=True)
    )
    return f"<tr>{''.join(cells)}</tr>"
