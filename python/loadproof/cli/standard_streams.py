"""Standard output and standard error of a verb: whatever they are, they end it with no stack trace."""

from __future__ import annotations

import codecs
import errno
import json
import os
import re
import sys
import unicodedata
from contextlib import suppress
from io import TextIOWrapper
from typing import TYPE_CHECKING

import typer

from loadproof.cli.exit_codes import ExitCode
from loadproof.cli.hidden_output import hidden, hide_in_errors, hide_typed
from loadproof.model.visible_text import json_text, visible
from loadproof.render.terminal_stream import HeldStream, VisibleStream, console_on

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["console", "let_out", "open_streams", "say", "write_json", "written"]

_NOT_ASCII = re.compile(r"[^\x00-\x7f]")
_PLAIN = "loadproof.plain"
_PLAINER = {
    **dict.fromkeys("─━╌╍–—−", "-"),
    **dict.fromkeys("│┃", "|"),
    **dict.fromkeys("▁▂▃▄▅▆▇█▉▊▋▌▍▎▏▐░▒▓", "#"),
    **dict.fromkeys("“”„«»", '"'),
    **dict.fromkeys("‘’", "'"),
    "≤": "<=",
    "≥": ">=",
    "±": "+/-",
    "×": "x",
    "·": ".",
    "•": "*",
    "…": "...",
    "→": "->",
    "µ": "u",
}


def open_streams() -> None:
    """Makes the streams take any text, in plainer letters where theirs are few; what was closed leads nowhere.

    Standard output is held back until `written`, or `let_out`.
    """
    codecs.register_error(_PLAIN, _plainer)
    # Otherwise a file that is opened later would get number 1 and receive what is printed.
    for number in (0, 1, 2):
        with suppress(OSError):
            _open_if_closed(number)
    output = sys.stdout or _nowhere()
    sys.stderr = sys.stderr or _nowhere()
    if isinstance(output, TextIOWrapper):
        output.reconfigure(errors=_PLAIN)
    if isinstance(sys.stderr, TextIOWrapper):
        sys.stderr.reconfigure(errors=_PLAIN)
        sys.stderr = VisibleStream(sys.stderr, _PLAIN)
    sys.stdout = HeldStream(output)
    hide_typed(sys.argv[1:])
    hide_in_errors()


def written(exit_code: int) -> int:
    """Writes what the verb printed, and gives the exit code: 1 where standard output takes nothing.

    A reader that has gone away is no fault.
    """
    held = sys.stdout
    if not isinstance(held, HeldStream):
        return exit_code
    sys.stdout = held.stream
    try:
        held.stream.write(hidden(held.getvalue()))
        held.stream.flush()
    except BrokenPipeError:
        _leave_unwritten()
    except OSError as error:
        _leave_unwritten()
        reason = os.strerror(error.errno).lower() if error.errno else str(error)
        say(f"error: standard output cannot be written ({reason}). Cure: send it to where there is room")
        return ExitCode.OWN_FAULT
    return exit_code


def let_out() -> None:
    """Writes what was printed so far, for who watches it come; a stream that takes nothing is told of by `written`."""
    held = sys.stdout
    if not isinstance(held, HeldStream):
        return
    text = held.getvalue()
    held.seek(0)
    held.truncate()
    with suppress(OSError):
        held.stream.write(hidden(text))
        held.stream.flush()


def console() -> Console:
    """Draws on standard output."""
    return console_on(sys.stdout)


def write_json(value: object) -> None:
    """Writes plain values as JSON; letters that standard output cannot encode as the escapes that say the same."""
    text = json_text(value, indent=2)
    if "utf" not in (sys.stdout.encoding or "").lower():
        text = _NOT_ASCII.sub(lambda letter: json.dumps(letter[0])[1:-1], text)
    sys.stdout.write(text + "\n")


def say(text: str) -> None:
    """Writes a line to standard error, where that takes it; hidden characters are shown as escapes."""
    with suppress(OSError):
        typer.echo(visible(text), err=True)


def _plainer(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    letters = error.object[error.start : error.end]
    return "".join(_PLAINER.get(letter) or _escaped(letter) for letter in letters), error.end


def _escaped(letter: str) -> str:
    return unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode("ascii") or "?"


def _open_if_closed(number: int) -> None:
    try:
        os.fstat(number)
    except OSError as error:
        if error.errno != errno.EBADF:
            raise
        opened = os.open(os.devnull, os.O_RDWR)
        if opened != number:
            os.dup2(opened, number)
            os.close(opened)


def _nowhere() -> TextIOWrapper:
    return open(os.devnull, "w", encoding="utf-8")


def _leave_unwritten() -> None:
    """Discard unwritten output; otherwise the interpreter would fail on this output again at exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
