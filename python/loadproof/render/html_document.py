"""A document as one HTML file without scripts, in the style of the page of reports."""

from html import escape

from loadproof.model.visible_text import visible, visible_line
from loadproof.render.document import Document
from loadproof.render.html import page_styles
from loadproof.render.html_blocks import html_blocks, html_sections

__all__ = ["html_document"]

_OWN_STYLE = "li{margin:.35rem 0;overflow-wrap:anywhere}h1{margin-bottom:14px}"


def html_document(document: Document, language: str) -> str:
    """Any document as a page that loads nothing and runs nothing. Raises ReportPageMissing where no style is built.

    Text from outside is escaped; a policy in the page keeps whatever would slip through from being loaded.
    """
    parts = [
        '<header><div><p class="product">loadproof</p>',
        f"<h1>{escape(document.title)}</h1></div></header>",
        f'<section class="verdict {document.tone}"><p class="sentence">{escape(document.verdict)}</p></section>',
    ]
    parts += [html_blocks(document.blocks), html_sections(document.sections)]
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    return (
        f'<!doctype html>\n<html lang="{escape(language)}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(visible_line(document.title))}</title>\n<style>{page_styles()}{_OWN_STYLE}</style>\n</head>\n"
        + '<body>\n<div id="report">\n'
        + visible("\n".join(parts))
        + "\n</div>\n</body>\n</html>\n"
    )
