"""`loadproof audit`: a published comparison, recomputed from its own figures."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from loadproof.cli.checked_path import CheckedPath, PathUse
from loadproof.cli.document_shown import Asked, HtmlOption, MarkdownOption, reading, show
from loadproof.cli.exit_codes import ExitCode
from loadproof.cli.options import FullOption

__all__ = ["audit"]


def audit(
    table: Annotated[
        str,
        typer.Argument(
            metavar="TABLE",
            parser=CheckedPath("TABLE", PathUse.INPUT, takes_stream=True),
            help="A table (CSV, semicolons, tabs, pipes of Markdown), or a report of Locust, JMeter, k6, Gatling, wrk, "
            "hey, oha, ab or vegeta; - reads standard input.",
            show_default=False,
        ),
    ],
    columns: Annotated[
        Path | None,
        typer.Option(
            "--map",
            metavar="FILE",
            parser=CheckedPath("--map", PathUse.INPUT),
            help="What the headers do not say, as YAML (schema audit-map).",
        ),
    ] = None,
    encoding: Annotated[
        str | None, typer.Option(metavar="NAME", help="Such as windows-1251. [default: UTF-8, else guessed]")
    ] = None,
    html: HtmlOption = None,
    markdown: MarkdownOption = False,
    json: Annotated[bool, typer.Option("--json", help="Print it as JSON (loadproof schema audit).")] = False,
    full: FullOption = False,
) -> None:
    """Recompute a table from its own figures: exit code 0 it closes, 3 it contradicts itself, 4 read in part."""
    from loadproof.tools.audit.audit import audit_file
    from loadproof.tools.audit.document import audit_document

    with reading([table]):
        found = audit_file(table, columns, encoding)
    show(found, audit_document, Asked(html, markdown, json, full))
    codes = {"contradicted": ExitCode.FAILED, "incomplete": ExitCode.NOT_VALID}
    raise typer.Exit(codes.get(found.state, ExitCode.PASSED))
