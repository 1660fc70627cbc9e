"""`loadproof gc`: what a log of garbage collections says, or two logs side by side."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from loadproof.cli.options import DEFAULT_LANGUAGE, FullOption, LanguageOption

if TYPE_CHECKING:
    from loadproof.diagnosis.gc_report import GcReport
    from loadproof.words.catalogue import Words

__all__ = ["gc"]


def gc(
    logs: Annotated[
        list[str],
        typer.Argument(
            metavar="LOG...",
            help="Logs of -Xlog:gc* (JDK 9 and later): one with its rotated parts (gc.log, gc.log.0), or two to be "
            "compared; - reads standard input.",
            show_default=False,
        ),
    ],
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write it also to this file, as a page.")
    ] = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print it as Markdown.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print it as JSON (loadproof schema gc).")] = False,
    lang: LanguageOption = DEFAULT_LANGUAGE,
    full: FullOption = False,
) -> None:
    """Read a log of garbage collections: pauses by cause, allocation, live set; two logs are compared."""
    from loadproof.diagnosis.gc_logs import report_of_logs
    from loadproof.words.catalogue import words_of

    found, words = report_of_logs(logs), words_of(lang)
    if html is not None:
        _write_page(found, words, html)
    _show(found, words, as_json=json, as_markdown=markdown, is_full=full)


def _show(found: GcReport, words: Words, *, as_json: bool, as_markdown: bool, is_full: bool) -> None:
    if as_json:
        from loadproof.cli.standard_streams import write_json
        from loadproof.result.json_form import plain

        write_json(plain(found))
        return
    from loadproof.cli.document_shown import show_document
    from loadproof.render.gc_document import gc_document

    show_document(gc_document(found, words, is_whole=as_markdown or is_full), as_markdown=as_markdown)


def _write_page(found: GcReport, words: Words, place: Path) -> None:
    from loadproof.cli.document_shown import write_page
    from loadproof.render.gc_document import gc_document

    write_page(gc_document(found, words), words, place)
