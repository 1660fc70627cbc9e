"""End of a verb: output of the report, and an exit code by outcome."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, NoReturn

import typer

from loadproof.cli.exit_codes import ExitCode
from loadproof.cli.standard_streams import console, say, write_json
from loadproof.errors import ResourceExhausted
from loadproof.system.exhausted_resource import exhausted_resource
from loadproof.system.path_lookup import is_regular_file

if TYPE_CHECKING:
    from loadproof.cli.ci_files import CiFiles
    from loadproof.result.result import Result
    from loadproof.run.outcome import RunOutcome

__all__ = ["exit_code_of", "finish"]

_BY_STATE = {"passed": ExitCode.PASSED, "failed": ExitCode.FAILED, "undecided": ExitCode.NOT_VALID}


def exit_code_of(result: Result) -> ExitCode:
    """The exit code of a result, by its state."""
    return ExitCode.INTERRUPTED if result.run.interrupted else _BY_STATE[result.state]


def finish(
    outcome: RunOutcome,
    as_json: bool,
    language: str = "en",
    exit_code: ExitCode | None = None,
    *,
    is_short: bool = False,
    is_full: bool = False,
    files: CiFiles | None = None,
) -> NoReturn:
    """Shows the result and leaves the process, with the exit code of the result unless another is given.

    On one screen; `is_short`: in a few lines of plain text, to be pasted elsewhere; `is_full`: with every table.
    `files`: what is written for a CI besides; one that was asked for and could not be written is a fault of ours where
    the result is fine.
    """
    try:
        with outcome.drawing():
            is_unwritten = _show(outcome, as_json, language, is_short=is_short, is_full=is_full, files=files)
    except Exception as error:
        exhausted = exhausted_resource(error)
        if exhausted is None:
            raise
        raise ResourceExhausted(exhausted.sentence, str(outcome.directory.path)) from error
    if outcome.is_lost:
        raise typer.Exit(ExitCode.OWN_FAULT)
    code = exit_code_of(outcome.result) if exit_code is None else exit_code
    raise typer.Exit(ExitCode.OWN_FAULT if is_unwritten and code is ExitCode.PASSED else code)


def _show(
    outcome: RunOutcome, as_json: bool, language: str, *, is_short: bool, is_full: bool, files: CiFiles | None
) -> bool:
    """Prints the report and writes `files`; true if one of these could not be written."""
    if outcome.unwritten is not None:
        say(f"{'error' if outcome.is_lost else 'warning'}: {outcome.unwritten}")
    if as_json:
        from loadproof.result.result_json import to_json

        write_json(to_json(outcome.result))
    elif is_short:
        _write_short(outcome, language)
    else:
        _draw(outcome, language, is_full)
    return files is not None and not files.write(outcome, language)


def _write_short(outcome: RunOutcome, language: str) -> None:
    from loadproof.render.short import short_report
    from loadproof.words.catalogue import words_of

    sys.stdout.write(short_report(outcome.result, words_of(language), str(outcome.place)))


def _draw(outcome: RunOutcome, language: str, is_full: bool) -> None:
    from loadproof.render.content import report_document
    from loadproof.render.screen import screen_document
    from loadproof.render.terminal import terminal_document
    from loadproof.words.catalogue import words_of

    drawn, words = console(), words_of(language)
    document = report_document if is_full else screen_document
    drawn.print(terminal_document(document(outcome.result, words)))
    if outcome.is_lost:
        return
    lines = ["", words("report-shown-directory", path=str(outcome.directory.path))]
    page = outcome.directory.report_html
    if is_regular_file(page):
        lines.append(words("report-shown-page", path=str(page)))
    if not is_full:
        lines.append(words("screen-full"))
    # A path is copied whole: no line break of ours may come into it.
    drawn.print("\n".join(lines), style="dim", markup=False, highlight=False, soft_wrap=True)
