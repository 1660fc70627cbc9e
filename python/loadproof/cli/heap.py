"""`loadproof heap`: what keeps the memory of a JVM alive, from dumps of its heap."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from loadproof.cli.exit_codes import ExitCode
from loadproof.cli.options import DEFAULT_LANGUAGE, FullOption, LanguageOption

if TYPE_CHECKING:
    from loadproof.diagnosis.heap_report import HeapReport
    from loadproof.words.catalogue import Words

__all__ = ["heap"]


def heap(
    dumps: Annotated[
        list[str],
        typer.Argument(
            metavar="DUMP...",
            help="Heap dumps of one service (HPROF, plain or in gzip): of jcmd PID GC.heap_dump FILE, or of "
            "-XX:+HeapDumpOnOutOfMemoryError; three, some minutes apart, tell what grows.",
            show_default=False,
        ),
    ],
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write it also to this file, as a page.")
    ] = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print it as Markdown.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print it as JSON (loadproof schema heap).")] = False,
    lang: LanguageOption = DEFAULT_LANGUAGE,
    full: FullOption = False,
) -> None:
    """Find in dumps of a heap which field of which class keeps what, and what grows: exit code 3 where one does."""
    from loadproof.diagnosis.heap_dumps import report_of_heap_dumps
    from loadproof.words.catalogue import words_of

    found, words = report_of_heap_dumps(dumps), words_of(lang)
    if html is not None:
        _write_page(found, words, html)
    _show(found, words, as_json=json, as_markdown=markdown, is_full=full)
    raise typer.Exit(ExitCode.FAILED if found.state == "grows" else ExitCode.PASSED)


def _show(found: HeapReport, words: Words, *, as_json: bool, as_markdown: bool, is_full: bool) -> None:
    if as_json:
        from loadproof.cli.standard_streams import write_json
        from loadproof.result.json_form import plain

        write_json(plain(found))
        return
    from loadproof.cli.document_shown import show_document
    from loadproof.render.heap_document import heap_document

    show_document(heap_document(found, words, is_whole=as_markdown or is_full), as_markdown=as_markdown)


def _write_page(found: HeapReport, words: Words, place: Path) -> None:
    from loadproof.cli.document_shown import write_page
    from loadproof.render.heap_document import heap_document

    write_page(heap_document(found, words), words, place)
