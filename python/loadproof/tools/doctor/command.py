"""`loadproof doctor`: a minute's look at the machine, before anybody trusts a number from it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from loadproof.tools.doctor.check import CheckModel, DoctorModel

__all__ = ["doctor"]

_LEVELS = {"fine": "fine", "doubt": "DOUBT", "cannot_tell": "cannot tell"}
_NAME, _LEVEL = 14, 13
_NARROW, _WIDEST = 60, 120


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
    from loadproof.errors import InputError
    from loadproof.model.message import Message
    from loadproof.records.json_form import plain
    from loadproof.render.progress import Progress, seconds_passed
    from loadproof.system.path_lookup import is_directory, working_directory
    from loadproof.tools.doctor.minute import LEAST_S, MOST_S, examine

    for_s = read_whole_seconds("--for", duration)
    if not LEAST_S <= for_s <= MOST_S:
        raise InputError(f"--for: {duration!r} is not from 5s to 10m. Cure: give a time such as 30s, or leave it out")
    runs = Path("runs")
    # Raises PathError where it was removed.
    working_directory()
    directory = runs if is_directory(runs) else Path(".")
    # First: what a dead run left would spoil the look, too.
    cleared = _cleared()
    if json:
        for sentence in cleared:
            say(sentence)
    else:
        for sentence in cleared:
            _print(_filled(sentence))
        _print(f"loadproof doctor: a look of {for_s:.0f} s at this machine\n")
    progress = Progress(Message("progress-machine"), seconds_passed(for_s))

    def say_check(check: CheckModel) -> None:
        with progress.hidden():
            _say(check)

    try:
        with progress:
            found = examine(for_s, directory, _unsaid if json else say_check)
    except KeyboardInterrupt:
        say("interrupted: what was not looked at yet is not told")
        raise typer.Exit(ExitCode.INTERRUPTED) from None
    if json:
        write_json(plain(found))
    else:
        _print(_verdict(found))
    raise typer.Exit(ExitCode.NOT_VALID if found.state == "undecided" else ExitCode.PASSED)


def _cleared() -> list[str]:
    """Clear what dead runs left on this machine, as the next run would; a sentence for each thing."""
    import os

    from loadproof.stand.lease import clear_leftovers, state_directory
    from loadproof.words.catalogue import english

    return [f"left by a dead run: {english(told)}" for told in clear_leftovers(state_directory(os.environ), os.environ)]


def _unsaid(_check: CheckModel) -> None:
    """Print nothing: JSON is printed whole at the end."""


def _say(check: CheckModel) -> None:
    """Print what was found, its effect and its cure: a line each where they fit."""
    lines = [_wrapped(check.name, _LEVELS[check.level], check.found)]
    if check.effect is not None:
        lines.append(_wrapped("", "effect", check.effect))
    if check.cure is not None:
        lines.append(_wrapped("", "cure", check.cure))
    _print("\n".join(lines))


def _verdict(found: DoctorModel) -> str:
    return f"\n{_filled(found.sentence)}"


def _wrapped(name: str, level: str, text: str) -> str:
    """Three columns; on a narrow terminal the text stands below the first two."""
    before = f"{name:<{_NAME}}{level:<{_LEVEL}}"
    if _columns() >= _NARROW:
        return _filled(text, before, " " * len(before))
    return f"{' '.join(filter(None, (name, level)))}:\n{_filled(text, '  ', '  ')}"


def _filled(text: str, first: str = "", following: str = "") -> str:
    from textwrap import fill

    from loadproof.result.plain_text import printable

    # A command that is cut in two cannot be copied: words stay whole.
    return fill(
        printable(text),
        _columns(),
        initial_indent=first,
        subsequent_indent=following,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _columns() -> int:
    import sys

    from loadproof.render.terminal_stream import width_of

    return min(width_of(sys.stdout), _WIDEST)


def _print(text: str) -> None:
    from loadproof.cli.standard_streams import let_out

    typer.echo(text)
    let_out()
