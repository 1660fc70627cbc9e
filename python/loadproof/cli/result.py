"""How a verb ends: the report is shown, and the exit code says the outcome."""

from __future__ import annotations

import json as json_text
import sys
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NoReturn

import typer

from loadproof.cli.exit_codes import ExitCode

if TYPE_CHECKING:
    from loadproof.run.outcome import RunOutcome

__all__ = ["exit_code_of", "finish"]

_BY_STATE = {"passed": ExitCode.PASSED, "failed": ExitCode.FAILED, "undecided": ExitCode.NOT_VALID}


def exit_code_of(result: Mapping[str, Any]) -> ExitCode:
    """The exit code of a result, by its state (`report.outcomes`).

    >>> exit_code_of({"run": {"interrupted": False}, "state": "failed"})
    <ExitCode.FAILED: 3>
    """
    return ExitCode.INTERRUPTED if result["run"]["interrupted"] else _BY_STATE[result["state"]]


def finish(outcome: RunOutcome, as_json: bool, exit_code: ExitCode | None = None) -> NoReturn:
    """Shows the result and leaves the process, with the exit code of the result unless another is given."""
    if outcome.unwritten is not None:
        typer.echo(f"warning: {outcome.unwritten}", err=True)
    if as_json:
        sys.stdout.write(json_text.dumps(outcome.result, indent=2, ensure_ascii=False, allow_nan=False) + "\n")
    else:
        _show(outcome)
    raise typer.Exit(exit_code_of(outcome.result) if exit_code is None else exit_code)


def _show(outcome: RunOutcome) -> None:
    from rich.console import Console

    from loadproof.report.terminal import terminal_report

    # Where the output is not a terminal it is a file or a log, whose lines should not be broken at 80 columns.
    console = Console() if sys.stdout.isatty() else Console(width=160)
    console.print(terminal_report(outcome.result))
    console.print(f"\nrun directory: {outcome.directory.path}", style="dim", markup=False, highlight=False)
    page = outcome.directory.report_html
    if page.is_file():
        console.print(f"report:        {page}", style="dim", markup=False, highlight=False)
