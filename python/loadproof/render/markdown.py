"""A report as Markdown (GitHub's kind, for its tables)."""

import re
from collections.abc import Sequence
from urllib.parse import quote

from loadproof.model.visible_text import visible
from loadproof.render.content import report_document
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
    plain_blocks,
    statement_line,
    text_of,
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
    lead = [document.warning, document.plain]
    parts = [f"# {_escaped(document.title)}", *(_escaped(line) for line in lead if line)]
    parts.append(f"**{_escaped(document.verdict)}**")
    if document.figures:
        figures = [(one.name, f"{one.value} ({one.note})" if one.note else one.value) for one in document.figures]
        parts.append(_block(Facts(figures), document))
    parts += (_block(block, document) for block in plain_blocks(document.blocks))
    for section in document.shown_sections():
        parts.append(f"## {_escaped(section.title)}")
        parts += (_block(block, document) for block in plain_blocks(section.blocks))
    return visible("\n\n".join(parts) + "\n")


def _block(block: Block, document: Document) -> str:
    match block:
        case Paragraph(text) | Flame(text, _):
            return _escaped(text)
        case Bullets() | Statements():
            return _list(block)
        case Facts() | Table():
            return _table(_of_facts(block, document) if isinstance(block, Facts) else block)
        case Code(text) | Picture(text):
            fence = "`" * (1 + max([2, *(len(run) for run in re.findall("`+", text))]))
            return f"{fence}{'sh' if isinstance(block, Code) else ''}\n{text}\n{fence}"
        case Fold(title, blocks) | Section(title, blocks):
            inner = "\n\n".join(_block(one, document) for one in plain_blocks(blocks))
            if isinstance(block, Section):
                return f"### {_escaped(title)}\n\n{inner}"
            return f"<details>\n<summary>{_escaped(title)}</summary>\n\n{inner}\n\n</details>"
        case Chart() | Choice():
            raise TypeError("left out by plain_blocks")


def _list(block: Bullets | Statements) -> str:
    if isinstance(block, Bullets):
        return "\n".join(f"- {_linked(_escaped(item), block.files)}" for item in block.items)
    lines = [_linked(_escaped(statement_line(point, block.hint_label)), block.files) for point in block.statements]
    points = "\n".join(f"- {line}" for line in lines)
    return f"{_escaped(block.title)}\n\n{points}" if block.title else points


def _of_facts(block: Facts, document: Document) -> Table:
    return Table([Column(title, figures=False) for title in document.fact_titles], block.pairs)


def _table(table: Table) -> str:
    titles = [column.title for column in table.columns]
    rule = ["---:" if column.figures else ":---" for column in table.columns]
    rows = [[_escaped(text_of(cell)) for cell in row] for row in (titles, *table.rows)]
    lines = ["| " + " | ".join(row) + " |" for row in (rows[0], rule, *rows[1:])]
    below = [f"- {_escaped(detail)}" for detail in table.details if detail]
    return "\n".join([*lines, "", *below] if below else lines)


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
