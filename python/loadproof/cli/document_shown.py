"""A document on standard output, on a terminal or as Markdown, and as a page in a file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from loadproof.errors import InputError

if TYPE_CHECKING:
    from loadproof.render.document import Document
    from loadproof.words.catalogue import Words

__all__ = ["show_document", "write_page"]


def show_document(document: Document, *, as_markdown: bool) -> None:
    """Prints it."""
    if as_markdown:
        from loadproof.render.markdown import markdown_document

        typer.echo(markdown_document(document), nl=False)
        return
    from loadproof.cli.standard_streams import console
    from loadproof.render.terminal import terminal_document

    console().print(terminal_document(document))


def write_page(document: Document, words: Words, place: Path) -> None:
    """Writes what --html asks for. Raises InputError."""
    from loadproof.render.html_document import html_document

    page = html_document(document, words.language)
    try:
        place.write_text(page, encoding="utf-8")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(
            f"--html: {place} cannot be written ({reason}). Cure: name a file in a directory of yours"
        ) from error
