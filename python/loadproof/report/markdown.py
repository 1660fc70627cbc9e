"""A report as Markdown (GitHub's kind, for its tables)."""

import re
from collections.abc import Mapping
from typing import Any

from loadproof.report.content import report_document
from loadproof.report.document import Block, Bullets, Code, Column, Document, Facts, Paragraph, Table

__all__ = ["markdown_document", "markdown_report"]

_SPECIAL = re.compile(r"([\\`*_\[\]|<>~$&])")
_BEGINS_BLOCK = re.compile(r"^\s*([-+]|\d+[.)]|#+)(\s|$)|^\s*[-=]+\s*$")
_BLOCK_START = re.compile(r"^(\s*\d*)([-=+#.)])")


def markdown_report(result: Mapping[str, Any]) -> str:
    """The report of a result (see `loadproof.report.result`); text from outside cannot format anything."""
    return markdown_document(report_document(result))


def markdown_document(document: Document) -> str:
    """Any document as Markdown."""
    parts = [f"# {_escaped(document.title)}", f"**{_escaped(document.verdict)}**"]
    parts += [_block(block) for block in document.blocks]
    for section in document.sections:
        parts.append(f"## {_escaped(section.title)}")
        parts += [_block(block) for block in section.blocks]
    return "\n\n".join(parts) + "\n"


def _block(block: Block) -> str:
    match block:
        case Paragraph(text):
            return _escaped(text)
        case Bullets(items):
            return "\n".join(f"- {_escaped(item)}" for item in items)
        case Facts(pairs):
            return _table(Table([Column("What", figures=False), Column("Value", figures=False)], pairs))
        case Code(text):
            fence = "`" * (1 + max([2, *(len(run) for run in re.findall("`+", text))]))
            return f"{fence}sh\n{text}\n{fence}"
        case Table():
            return _table(block)


def _table(table: Table) -> str:
    titles = [column.title for column in table.columns]
    rule = ["---:" if column.figures else ":---" for column in table.columns]
    rows = [[_escaped(cell) for cell in row] for row in (titles, *table.rows)]
    return "\n".join("| " + " | ".join(row) + " |" for row in (rows[0], rule, *rows[1:]))


def _escaped(text: str) -> str:
    escaped = _SPECIAL.sub(r"\\\1", text.replace("\n", " "))
    # What would begin a list, a heading or a rule were it at the start of a line; `3.5` begins none.
    return _BLOCK_START.sub(r"\1\\\2", escaped) if _BEGINS_BLOCK.match(escaped) else escaped
