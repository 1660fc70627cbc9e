"""Streams and consoles that show no control character but those of our own layout.

A stream escapes all that is written to it. A console writes colors and cursor movements past the stream, and escapes
the texts that it draws before they are laid out.
"""

from __future__ import annotations

import io
import os
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TextIO

from loadproof.model.visible_text import visible

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import Console

__all__ = ["HeldStream", "VisibleStream", "console_on", "width_of"]


class VisibleStream(io.TextIOWrapper):
    """A text stream over the same file as `stream`; hidden characters are written as escapes."""

    def __init__(self, stream: io.TextIOWrapper, errors: str) -> None:
        """`errors`: how letters that the encoding lacks are written."""
        written = _Unbuffered(stream.fileno(), "wb", closefd=False)
        super().__init__(written, encoding=stream.encoding, errors=errors, newline="", write_through=True)
        self.drawn = stream

    def write(self, text: str) -> int:
        """Writes at once, as standard error does."""
        super().write(visible(text))
        return len(text)


class _Unbuffered(io.FileIO):
    """A file that keeps nothing back: text that it could not write would fail once more at the end of Python."""

    def write(self, data: Any) -> int:
        left = memoryview(data)
        while left:
            left = left[super().write(left) or 0 :]
        return len(data)


class HeldStream(io.StringIO):
    """Stream that holds printed text back, until the command has ended or the caller lets the text out.

    Encoding, terminal and file descriptor are those of the stream behind it.
    """

    def __init__(self, stream: TextIO) -> None:
        """`stream`: where the text goes in the end."""
        super().__init__()
        self.stream = stream
        self.drawn = _Drawn(self)

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """Encoding of the stream behind."""
        return self.stream.encoding or "ascii"

    def isatty(self) -> bool:
        """True if the stream behind is a terminal."""
        return self.stream.isatty()

    def fileno(self) -> int:
        """File descriptor of the stream behind."""
        return self.stream.fileno()

    def write(self, text: str) -> int:
        """Holds the text, with escapes in place of hidden characters."""
        super().write(visible(text))
        return len(text)

    def write_drawn(self, text: str) -> int:
        """Holds text of a console as it is."""
        return super().write(text)


class _Drawn:
    """The held stream as a console sees it."""

    def __init__(self, held: HeldStream) -> None:
        self._held = held

    def write(self, text: str) -> int:
        return self._held.write_drawn(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._held, name)


_USUAL_WIDTH = 100
_NARROWEST, _WIDEST = 20, 10_000


def width_of(stream: TextIO) -> int:
    """Columns for text on the stream: of its terminal, else of the variable COLUMNS, else 100."""
    columns = 0
    with suppress(OSError, ValueError):
        if stream.isatty():
            columns = os.get_terminal_size(stream.fileno()).columns
    asked = os.environ.get("COLUMNS", "")
    if columns < 1 and asked.isascii() and asked.isdigit():
        columns = int(asked[:9])
    return max(_NARROWEST, min(columns, _WIDEST)) if columns > 0 else _USUAL_WIDTH


def console_on(stream: TextIO) -> Console:
    """A console of rich on the stream, as wide as `width_of` says; off a terminal without colors and movements."""
    from rich.console import Console
    from rich.segment import Segment

    class VisibleConsole(Console):
        def print(self, *objects: Any, **options: Any) -> None:
            # A command to be copied and a table off a terminal may be longer than a line, and nothing of them is cut.
            super().print(*objects, **{"crop": False, **options})

        def render(self, renderable: Any, options: Any = None) -> Iterable[Segment]:
            for segment in super().render(renderable, options):
                # Segments with controls are movements of the cursor.
                yield segment if segment.control else Segment(visible(segment.text), segment.style)

    is_terminal = stream.isatty()
    return VisibleConsole(file=getattr(stream, "drawn", stream), width=width_of(stream), force_terminal=is_terminal)
