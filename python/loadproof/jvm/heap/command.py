"""`loadproof heap`: what keeps the memory of a JVM alive, from dumps of its heap."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from loadproof.cli.checked_path import CheckedPath, PathUse
from loadproof.cli.document_shown import Asked, HtmlOption, MarkdownOption, reading, show
from loadproof.cli.exit_codes import ExitCode
from loadproof.cli.options import FullOption

if TYPE_CHECKING:
    from loadproof.jvm.heap.report import HeapReport

__all__ = ["exit_code_of", "heap"]

_READINGS = 3
"""Times that the engine reads a dump from its start to its end."""


def heap(
    dumps: Annotated[
        list[str],
        typer.Argument(
            metavar="DUMP...",
            parser=CheckedPath("DUMP", PathUse.INPUT),
            help="Heap dumps of one service (HPROF, plain or in gzip): of jcmd PID GC.heap_dump FILE, or of "
            "-XX:+HeapDumpOnOutOfMemoryError; three, some minutes apart, tell what grows.",
            show_default=False,
        ),
    ],
    html: HtmlOption = None,
    markdown: MarkdownOption = False,
    json: Annotated[bool, typer.Option("--json", help="Print it as JSON (loadproof schema heap).")] = False,
    full: FullOption = False,
) -> None:
    """Find in heap dumps which field of which class keeps what, and what grows.

    Exit code 3: a field grows. Exit code 4: the dumps do not say what keeps what, or one of them was read in part.
    """
    from loadproof.jvm.heap.document import heap_document
    from loadproof.jvm.heap.dumps import report_of_heap_dumps

    with reading(dumps, _READINGS):
        found = report_of_heap_dumps(dumps)
    show(found, heap_document, Asked(html, markdown, json, full))
    raise typer.Exit(exit_code_of(found))


def exit_code_of(report: HeapReport) -> ExitCode:
    """Return the exit code of a report: a field that grows counts, whatever was not read."""
    from loadproof.jvm.remark import is_read_in_part

    if report.state == "grows":
        return ExitCode.FAILED
    is_undecided = report.state == "cannot_tell" or is_read_in_part(report.remarks)
    return ExitCode.NOT_VALID if is_undecided else ExitCode.PASSED
