"""A report as Markdown (GitHub's kind, for its tables)."""

import re
from collections.abc import Sequence
from urllib.parse import quote

from loadproof.model.visible_text import visible
from loadproof.render.content import report_document
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
from loadproof.result.result import Result
from loadproof.words.catalogue import Words

__all__ = ["markdown_document", "markdown_report"]

_SPECIAL = re.compile(r"([\\`*_\[\]|<>~$&])")
_BEGINS_BLOCK = re.compile(r"^\s*([-+]|\d+[.)]|#+)(\s|$)|^\s*[-=]+\s*$")
_BLOCK_START = re.compile(r"^(\s*\d*)([-=+#.)])")


def markdown_report(result: Result, words: Words) -> str:
    """The report of a result in a language; text from outside cannot format anything."""
    return markdown_document(report_document(result, words))


def markdown_document(document: Document) -> str:
    """Any document as Markdown."""
    parts = [f"# {_escaped(document.title)}", f"**{_escaped(document.verdict)}**"]
    parts += [_block(block, document) for block in document.blocks]
    for section in document.sections:
        parts.append(f"## {_escaped(section.title)}")
        parts += [_block(block, document) for block in section.blocks]
    return visible("\n\n".join(parts) + "\n")


def _block(block: Block, document: Document) -> str:
    match block:
        case Paragraph(text) | Flame(text, _):
            return _escaped(text)
        case Bullets(items, files):
            return "\n".join(f"- {_linked(_escaped(item), files)}" for item in items)
        case Facts(pairs):
            return _table(Table([Column(title, figures=False) for title in document.fact_titles], pairs))
        case Code(text) | Picture(text):
            fence = "`" * (1 + max([2, *(len(run) for run in re.findall("`+", text))]))
            return f"{fence}{'sh' if isinstance(block, Code) else ''}\n{text}\n{fence}"
        case Fold(title, blocks):
            folded = "\n\n".join(_block(inner, document) for inner in blocks)
            return f"<details>\n<summary>{_escaped(title)}</summary>\n\n{folded}\n\n</details>"
        case Table():
            return _table(block)


def _table(table: Table) -> str:
    titles = [column.title for column in table.columns]
    rule = ["---:" if column.figures else ":---" for column in table.columns]
    rows = [[_escaped(cell) for cell in row] for row in (titles, *table.rows)]
    return "\n".join("| " + " | ".join(row) + " |" for row in (rows[0], rule, *rows[1:]))


def _linked(escaped: str, files: Sequence[str]) -> str:
    """The escaped text with each of the files that it names as a link."""
    # The longest first: one name may begin another.
    names = {_escaped(file): file for file in sorted(files, key=len, reverse=True)}
    if not names:
        return escaped
    return re.sub("|".join(map(re.escape, names)), lambda match: f"[{match[0]}]({quote(names[match[0]])})", escaped)


def _escaped(text: str) -> str:
    escaped = _SPECIAL.sub(r"\\\1", text.replace("\n", " "))
    # What would begin a list, a heading or a rule were it at the start of a line; `3.5` begins none.
    return _BLOCK_START.sub(r"\1\\\2", escaped) if _BEGINS_BLOCK.match(escaped) else escaped
