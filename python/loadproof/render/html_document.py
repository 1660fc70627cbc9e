"""A document as one HTML file without scripts, in the style of the page of reports."""

from collections.abc import Sequence
from html import escape

from loadproof.render.document import Block, Bullets, Code, Document, Facts, Fold, Paragraph, Picture, Table
from loadproof.render.html import page_styles

__all__ = ["html_document"]

_OWN_STYLE = (
    "li{margin:.35rem 0;overflow-wrap:anywhere}h1{margin-bottom:14px}"
    "details>details{margin:.15rem 0 .15rem 1.1rem}summary{overflow-wrap:anywhere}"
)


def html_document(document: Document, language: str) -> str:
    """Any document as a page that loads nothing and runs nothing. Raises ReportPageMissing where no style is built.

    Text from outside is escaped; a policy in the page keeps whatever would slip through from being loaded.
    """
    parts = [
        '<header><div><p class="product">loadproof</p>',
        f"<h1>{escape(document.title)}</h1></div></header>",
        f'<section class="verdict {document.tone}"><p class="sentence">{escape(document.verdict)}</p></section>',
    ]
    parts += [_block(block, document) for block in document.blocks]
    for section in document.sections:
        parts.append(f"<section><h2>{escape(section.title)}</h2>")
        parts += [_block(block, document) for block in section.blocks]
        parts.append("</section>")
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    return (
        f'<!doctype html>\n<html lang="{escape(language)}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(document.title)}</title>\n<style>{page_styles()}{_OWN_STYLE}</style>\n</head>\n"
        + '<body>\n<div id="report">\n'
        + "\n".join(parts)
        + "\n</div>\n</body>\n</html>\n"
    )


def _block(block: Block, document: Document) -> str:
    match block:
        case Paragraph(text):
            return f"<p>{escape(text)}</p>"
        case Bullets(items):
            return "<ul>" + "".join(f"<li>{escape(item)}</li>" for item in items) + "</ul>"
        case Facts(pairs):
            rows = "".join(f"<tr><th>{escape(name)}</th><td>{escape(value)}</td></tr>" for name, value in pairs)
            return f"<table>{rows}</table>"
        case Code(text) | Picture(text, _):
            return f"<pre>{escape(text)}</pre>"
        case Fold(title, blocks):
            inner = "".join(_block(one, document) for one in blocks)
            return f"<details><summary>{escape(title)}</summary>{inner}</details>"
        case Table():
            return _table(block)


def _table(table: Table) -> str:
    kinds = ["figures" if column.figures else "words" for column in table.columns]
    heads = "".join(
        f'<th scope="col" class="{kind}">{escape(column.title)}</th>'
        for column, kind in zip(table.columns, kinds, strict=True)
    )
    tones = table.tones or [""] * len(table.rows)
    rows = "".join(_row(table, row, kinds, tone) for row, tone in zip(table.rows, tones, strict=True))
    return f'<div class="table-frame"><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>'


def _row(table: Table, row: Sequence[str], kinds: Sequence[str], tone: str) -> str:
    cells = (
        f'<td class="{kind}{f" {tone}" if column.toned else ""}">{escape(cell)}</td>'
        for cell, kind, column in zip(row, kinds, table.columns, strict=True)
    )
    return f"<tr>{''.join(cells)}</tr>"
