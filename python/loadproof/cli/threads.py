"""`loadproof threads`: who is held up by whom, from dumps of the threads of a JVM."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from loadproof.cli.exit_codes import ExitCode
from loadproof.cli.options import DEFAULT_LANGUAGE, FullOption, LanguageOption

if TYPE_CHECKING:
    from loadproof.diagnosis.thread_report import ThreadReport
    from loadproof.words.catalogue import Words

__all__ = ["threads"]


def threads(
    dumps: Annotated[
        list[str],
        typer.Argument(
            metavar="DUMP...",
            help="Dumps of one service, some seconds apart: text of jcmd PID Thread.print -l or jstack -l, or JSON of "
            "Thread.dump_to_file; - reads standard input.",
            show_default=False,
        ),
    ],
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write it also to this file, as a page.")
    ] = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print it as Markdown.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print it as JSON (loadproof schema threads).")] = False,
    lang: LanguageOption = DEFAULT_LANGUAGE,
    full: FullOption = False,
) -> None:
    """Find in dumps of threads who waits for which lock, and who holds it where: exit code 3 of a deadlock."""
    from loadproof.diagnosis.thread_dumps import report_of_dumps
    from loadproof.words.catalogue import words_of

    found, words = report_of_dumps(dumps), words_of(lang)
    if html is not None:
        _write_page(found, words, html)
    _show(found, words, as_json=json, as_markdown=markdown, is_full=full)
    raise typer.Exit(ExitCode.FAILED if found.state == "deadlocked" else ExitCode.PASSED)


def _show(found: ThreadReport, words: Words, *, as_json: bool, as_markdown: bool, is_full: bool) -> None:
    if as_json:
        from loadproof.cli.standard_streams import write_json
        from loadproof.result.json_form import plain

        write_json(plain(found))
        return
    from loadproof.cli.document_shown import show_document
    from loadproof.render.thread_document import thread_document

    show_document(thread_document(found, words, is_whole=as_markdown or is_full), as_markdown=as_markdown)


def _write_page(found: ThreadReport, words: Words, place: Path) -> None:
    from loadproof.cli.document_shown import write_page
    from loadproof.render.thread_document import thread_document

    write_page(thread_document(found, words), words, place)
