"""`loadproof audit`: a published comparison, recomputed from its own figures."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from loadproof.cli.exit_codes import ExitCode
from loadproof.cli.options import DEFAULT_LANGUAGE, FullOption, LanguageOption

if TYPE_CHECKING:
    from loadproof.audit.audited import Audit
    from loadproof.words.catalogue import Words

__all__ = ["audit"]


def audit(
    table: Annotated[
        str,
        typer.Argument(
            metavar="TABLE",
            help="A table in a file: CSV, semicolons, tabs, or the pipes of Markdown; - reads standard input.",
            show_default=False,
        ),
    ],
    columns: Annotated[
        Path | None,
        typer.Option("--map", metavar="FILE", help="What the headers do not say, as YAML (schema audit-map)."),
    ] = None,
    encoding: Annotated[
        str | None, typer.Option(metavar="NAME", help="Such as windows-1251. [default: UTF-8, else guessed]")
    ] = None,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="FILE", help="Write it also to this file, as a page.")
    ] = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print it as Markdown.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print it as JSON (loadproof schema audit).")] = False,
    lang: LanguageOption = DEFAULT_LANGUAGE,
    full: FullOption = False,
) -> None:
    """Recompute a published comparison from its own table: exit code 0 it closes, 3 it contradicts itself."""
    from loadproof.audit.audit import audit_file
    from loadproof.words.catalogue import words_of

    found, words = audit_file(table, columns, encoding), words_of(lang)
    if html is not None:
        _write_page(found, words, html)
    _show(found, words, as_json=json, as_markdown=markdown, is_full=full)
    raise typer.Exit(ExitCode.FAILED if found.state == "contradicted" else ExitCode.PASSED)


def _show(found: Audit, words: Words, *, as_json: bool, as_markdown: bool, is_full: bool) -> None:
    if as_json:
        from loadproof.cli.standard_streams import write_json
        from loadproof.result.json_form import plain

        write_json(plain(found))
        return
    from loadproof.cli.document_shown import show_document
    from loadproof.render.audit_document import audit_document

    show_document(audit_document(found, words, is_whole=as_markdown or is_full), as_markdown=as_markdown)


def _write_page(found: Audit, words: Words, place: Path) -> None:
    from loadproof.cli.document_shown import write_page
    from loadproof.render.audit_document import audit_document

    write_page(audit_document(found, words), words, place)
