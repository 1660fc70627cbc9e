"""`loadproof doctor`: a minute's look at the machine, before anybody trusts a number from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from loadproof.doctor.check import CheckModel, DoctorModel

__all__ = ["doctor"]

_LEVELS = {"fine": "fine", "doubt": "DOUBT", "cannot_tell": "cannot tell"}
_NAME, _LEVEL = 14, 13
_WIDEST = 120


def doctor(
    duration: Annotated[
        str, typer.Option("--for", metavar="TIME", help="How long to look, 5s to 10m; what it can tell gets less.")
    ] = "60s",
    json: Annotated[bool, typer.Option("--json", help="Print it as JSON (loadproof schema doctor).")] = False,
) -> None:
    """Look at this machine for a minute: what would spoil a measurement here, and its cure."""
    from pathlib import Path

    from loadproof.cli.exit_codes import ExitCode
    from loadproof.cli.request import read_whole_seconds
    from loadproof.cli.standard_streams import say, write_json
    from loadproof.doctor.minute import LEAST_S, MOST_S, examine
    from loadproof.errors import InputError
    from loadproof.result.json_form import plain
    from loadproof.system.path_lookup import is_directory, working_directory

    for_s = read_whole_seconds("--for", duration)
    if not LEAST_S <= for_s <= MOST_S:
        raise InputError(f"--for: {duration!r} is not from 5s to 10m. Cure: give a time such as 30s, or leave it out")
    runs = Path("runs")
    # Raises PathError where it was removed.
    working_directory()
    directory = runs if is_directory(runs) else Path(".")
    if not json:
        _print(f"loadproof doctor: a look of {for_s:.0f} s at this machine\n")
    try:
        found = examine(for_s, directory, _unsaid if json else _say)
    except KeyboardInterrupt:
        say("interrupted: what was not looked at yet is not told")
        raise typer.Exit(ExitCode.INTERRUPTED) from None
    if json:
        write_json(plain(found))
    else:
        _print(_verdict(found))
    raise typer.Exit(ExitCode.NOT_VALID if found.state == "undecided" else ExitCode.PASSED)


def _unsaid(_check: CheckModel) -> None:
    """Whoever wants JSON gets all of it at the end."""


def _say(check: CheckModel) -> None:
    """What is fine takes one line, more only where it is narrow."""
    lines = [_wrapped(f"{check.name:<{_NAME}}{_LEVELS[check.level]:<{_LEVEL}}", check.found)]
    if check.effect is not None:
        lines.append(_wrapped(f"{'':<{_NAME}}{'effect':<{_LEVEL}}", check.effect))
    if check.cure is not None:
        lines.append(_wrapped(f"{'':<{_NAME}}{'cure':<{_LEVEL}}", check.cure))
    _print("\n".join(lines))


def _verdict(found: DoctorModel) -> str:
    from textwrap import fill

    from loadproof.result.plain_text import printable

    return "\n" + fill(printable(found.sentence), _columns(), break_long_words=False, break_on_hyphens=False)


def _wrapped(before: str, text: str) -> str:
    from textwrap import fill

    from loadproof.result.plain_text import printable

    # A command that is cut in two cannot be copied: words stay whole.
    return fill(
        printable(text),
        _columns(),
        initial_indent=before,
        subsequent_indent=" " * len(before),
        break_long_words=False,
        break_on_hyphens=False,
    )


def _columns() -> int:
    import shutil
    import sys

    width = shutil.get_terminal_size((_WIDEST, 24)).columns if sys.stdout.isatty() else _WIDEST
    return max(60, min(width, _WIDEST))


def _print(text: str) -> None:
    from loadproof.cli.standard_streams import let_out

    typer.echo(text)
    let_out()
