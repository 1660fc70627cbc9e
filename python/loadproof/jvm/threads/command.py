"""`loadproof threads`: who is held up by whom, from dumps of the threads of a JVM."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from loadproof.cli.checked_path import CheckedPath, PathUse
from loadproof.cli.document_shown import Asked, HtmlOption, MarkdownOption, reading, show
from loadproof.cli.exit_codes import ExitCode
from loadproof.cli.options import FullOption

if TYPE_CHECKING:
    from loadproof.jvm.threads.report import ThreadReport

__all__ = ["exit_code_of", "threads"]


def threads(
    dumps: Annotated[
        list[str],
        typer.Argument(
            metavar="DUMP...",
            parser=CheckedPath("DUMP", PathUse.INPUT, takes_stream=True),
            help="Dumps of one service, some seconds apart: text of jcmd PID Thread.print -l or jstack -l, text or "
            "JSON of Thread.dump_to_file, of VisualVM, of ThreadInfo, or of Spring Boot's actuator; - reads standard "
            "input.",
            show_default=False,
        ),
    ],
    html: HtmlOption = None,
    markdown: MarkdownOption = False,
    json: Annotated[bool, typer.Option("--json", help="Print it as JSON (loadproof schema threads).")] = False,
    full: FullOption = False,
) -> None:
    """Find in dumps of threads who waits for which lock, and who holds it where.

    Exit code 3: threads are deadlocked. Exit code 4: the dumps do not say, or a part of them was not understood.
    """
    from loadproof.jvm.threads.document import thread_document
    from loadproof.jvm.threads.dumps import report_of_dumps

    with reading(dumps):
        found = report_of_dumps(dumps)
    show(found, thread_document, Asked(html, markdown, json, full))
    raise typer.Exit(exit_code_of(found))


def exit_code_of(report: ThreadReport) -> ExitCode:
    """Return the exit code of a report: a deadlock that was found counts, whatever was not understood."""
    from loadproof.jvm.remark import is_read_in_part

    if report.state == "deadlocked":
        return ExitCode.FAILED
    is_undecided = report.state == "cannot_tell" or is_read_in_part(report.remarks)
    return ExitCode.NOT_VALID if is_undecided else ExitCode.PASSED
