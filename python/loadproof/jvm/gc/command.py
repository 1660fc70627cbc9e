"""`loadproof gc`: what a log of garbage collections says, or two logs side by side."""

from __future__ import annotations

from typing import Annotated

import typer

from loadproof.cli.checked_path import CheckedPath, PathUse
from loadproof.cli.document_shown import Asked, HtmlOption, MarkdownOption, reading, show
from loadproof.cli.exit_codes import ExitCode
from loadproof.cli.options import FullOption

__all__ = ["gc"]


def gc(
    logs: Annotated[
        list[str],
        typer.Argument(
            metavar="LOG...",
            parser=CheckedPath("LOG", PathUse.INPUT, takes_stream=True),
            help="Logs of -Xlog:gc* (JDK 9 and later): one with its rotated parts (gc.log, gc.log.0), or two to be "
            "compared; - reads standard input.",
            show_default=False,
        ),
    ],
    html: HtmlOption = None,
    markdown: MarkdownOption = False,
    json: Annotated[bool, typer.Option("--json", help="Print it as JSON (loadproof schema gc).")] = False,
    full: FullOption = False,
) -> None:
    """Read a log of garbage collections: pauses by cause, allocation, live set; two logs are compared.

    Exit code 2: no log of a collector. Exit code 4: a part of a log could not be read or is missing.
    """
    from loadproof.jvm.gc.document import gc_document
    from loadproof.jvm.gc.logs import report_of_logs
    from loadproof.jvm.remark import is_read_in_part

    with reading(logs):
        found = report_of_logs(logs)
    show(found, gc_document, Asked(html, markdown, json, full))
    if any(is_read_in_part(log.remarks) for log in found.logs):
        raise typer.Exit(ExitCode.NOT_VALID)
