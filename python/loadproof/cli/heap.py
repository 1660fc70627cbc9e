"""`loadproof heap`: what keeps the memory of a JVM alive, from dumps of its heap."""

from __future__ import annotations

from typing import Annotated

import typer

from loadproof.cli.document_shown import Asked, HtmlOption, MarkdownOption, show
from loadproof.cli.exit_codes import ExitCode
from loadproof.cli.options import DEFAULT_LANGUAGE, FullOption, LanguageOption

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
    html: HtmlOption = None,
    markdown: MarkdownOption = False,
    json: Annotated[bool, typer.Option("--json", help="Print it as JSON (loadproof schema heap).")] = False,
    lang: LanguageOption = DEFAULT_LANGUAGE,
    full: FullOption = False,
) -> None:
    """Find in dumps of a heap which field of which class keeps what, and what grows: exit code 3 where one does."""
    from loadproof.diagnosis.heap_dumps import report_of_heap_dumps
    from loadproof.render.heap_document import heap_document

    found = report_of_heap_dumps(dumps)
    show(found, heap_document, Asked(html, markdown, json, full, lang))
    raise typer.Exit(ExitCode.FAILED if found.state == "grows" else ExitCode.PASSED)
