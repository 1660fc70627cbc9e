"""Output of a verb on files: text, Markdown or JSON on standard output, and a page in a file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Protocol, TypeVar

import typer

from loadproof.cli.checked_path import CheckedPath, PathUse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from loadproof.render.document import Document
    from loadproof.render.progress import Progress
    from loadproof.words.catalogue import Words

__all__ = ["Asked", "HtmlOption", "MarkdownOption", "check_page", "reading", "show"]

HtmlOption = Annotated[
    Path | None,
    typer.Option(
        "--html",
        metavar="FILE",
        parser=CheckedPath("--html", PathUse.FILE),
        help="Write it also to this file, as a page.",
    ),
]
MarkdownOption = Annotated[bool, typer.Option("--markdown", help="Print it as Markdown.")]
_Found = TypeVar("_Found")
_Found_contra = TypeVar("_Found_contra", contravariant=True)


@dataclass(frozen=True, slots=True)
class Asked:
    """Requested output: page file, Markdown, JSON, full length."""

    html: Path | None
    markdown: bool
    json: bool
    full: bool
    """All of it; Markdown always is, and so is a page."""


class Draws(Protocol[_Found_contra]):
    """Function that makes a document of the findings of a verb: of all, or of the most important."""

    def __call__(self, found: _Found_contra, words: Words, /, *, is_whole: bool = ...) -> Document:
        """The document."""
        ...


def reading(paths: Sequence[str], times: int = 1) -> Progress:
    """The progress of a command that reads each of these files `times` times."""
    from loadproof.model.message import Message
    from loadproof.render.progress import FilesRead, Progress

    name = Path(paths[0]).name + (f" (+{len(paths) - 1})" if len(paths) > 1 else "")
    return Progress(Message("progress-reading", name=name), FilesRead(paths, times))


def check_page(asked: Asked) -> None:
    """Raise ReportPageMissing if a page is asked for, and none can be drawn."""
    if asked.html is not None:
        from loadproof.render.html import page_styles

        page_styles()


def show(found: _Found, draws: Draws[_Found], asked: Asked, *, has_details: bool = False) -> None:
    """Print it in English, and write the page where one is asked for. Raises FileWriteError.

    `has_details`: at full length a terminal shows the sections of details, too.
    """
    from loadproof.words.catalogue import words_of

    words = words_of("en")
    if asked.html is not None:
        _write_page(draws(found, words, is_whole=True), words, asked.html)
    if asked.json:
        from loadproof.cli.standard_streams import write_json
        from loadproof.records.json_form import plain

        write_json(plain(found))
    elif asked.markdown:
        from loadproof.render.markdown import markdown_document

        typer.echo(markdown_document(draws(found, words, is_whole=True)), nl=False)
    else:
        from loadproof.cli.standard_streams import console
        from loadproof.render.terminal import terminal_document

        document = draws(found, words, is_whole=asked.full)
        console().print(terminal_document(document, has_details=asked.full and has_details))


def _write_page(document: Document, words: Words, place: Path) -> None:
    from loadproof.render.html_document import html_document
    from loadproof.system.atomic_write import write_file

    write_file(place, html_document(document, words.language), option="--html")
