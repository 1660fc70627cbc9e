"""How a verb ends: the report is shown, and the exit code says the outcome."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NoReturn

import typer

from loadproof.cli.exit_codes import ExitCode
from loadproof.cli.standard_streams import console, say, write_json

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
        say(f"{'error' if outcome.is_lost else 'warning'}: {outcome.unwritten}")
    if as_json:
        write_json(outcome.result)
    else:
        _draw(outcome)
    if outcome.is_lost:
        raise typer.Exit(ExitCode.OWN_FAULT)
    raise typer.Exit(exit_code_of(outcome.result) if exit_code is None else exit_code)


def _draw(outcome: RunOutcome) -> None:
    from loadproof.report.terminal import terminal_report

    drawn = console()
    drawn.print(terminal_report(outcome.result))
    if outcome.is_lost:
        return
    drawn.print(f"\nrun directory: {outcome.directory.path}", style="dim", markup=False, highlight=False)
    page = outcome.directory.report_html
    if page.is_file():
        drawn.print(f"report:        {page}", style="dim", markup=False, highlight=False)
