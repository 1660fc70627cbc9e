"""Progress of a command that takes more than 2 s, on standard error: a bar with the time left, or a line now and then.

The command runs on as it is: a thread asks for the part that is done. Standard output is never written to.
"""

from __future__ import annotations

import os
import sys
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Self, TextIO

from loadproof.model.message import Message, duration, share
from loadproof.result.plain_text import printable
from loadproof.words.catalogue import Words, words_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import TracebackType

    from rich.progress import Progress as Bar

__all__ = ["FilesRead", "Progress", "seconds_passed", "unknown"]

_QUIET_S = 2.0
_DRAW_EACH_S = 0.5
_LINE_EACH_S = 10.0
_LONGEST_TITLE = 60
_DESCRIPTORS = Path("/proc/self/fd")
_POSITIONS = Path("/proc/self/fdinfo")


class Progress:
    """Shows how far a command is; a context manager around its work.

    A terminal has a bar with the time left, from 2 s after the start and until the end. Anything else gets a line every
    10 s. A terminal or a log that is gone ends the display and not the command.
    """

    def __init__(
        self,
        title: Message,
        done: Callable[[], float | None],
        *,
        language: str = "en",
        stream: TextIO | None = None,
    ) -> None:
        """`done` gives the part of the work that is done, 0 to 1, or None if it is unknown; another thread calls it."""
        self._title = title
        self._done = done
        self._language = language
        self._stream = stream if stream is not None else sys.stderr
        self._ended = Event()
        self._drawing = Lock()
        self._bar: Bar | None = None
        self._thread = Thread(target=self._show, name="loadproof-progress", daemon=True)

    def __enter__(self) -> Self:
        self._began_s = time.monotonic()
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()
        self._thread.join()

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """Take the bar off the terminal, for a text that the command prints meanwhile."""
        with self._drawing:
            self._stop()
            yield

    def _show(self) -> None:
        if self._ended.wait(_QUIET_S):
            return
        words = words_of(self._language)
        # A stream that is gone, or closed.
        with suppress(OSError, ValueError):
            is_terminal = self._stream.isatty() and os.environ.get("TERM", "dumb") != "dumb"
            draw, each_s = (self._draw, _DRAW_EACH_S) if is_terminal else (self._write, _LINE_EACH_S)
            wait_s = 0.0 if is_terminal else _LINE_EACH_S - _QUIET_S
            while not self._ended.wait(wait_s):
                with self._drawing:
                    draw(words, self._part_done())
                wait_s = each_s
            with self._drawing:
                self._stop()

    def _part_done(self) -> float | None:
        done = self._done()
        return None if done is None else min(1.0, max(0.0, done))

    def _draw(self, words: Words, done: float | None) -> None:
        from rich.progress import BarColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
        from rich.progress import Progress as Bar

        from loadproof.render.terminal_stream import console_on

        if self._bar is None:
            time_column = TimeElapsedColumn() if done is None else TimeRemainingColumn()
            columns = [TextColumn("{task.description}", markup=False), BarColumn(None), time_column]
            console = console_on(self._stream)
            self._bar = Bar(*columns, console=console, auto_refresh=False, transient=True, redirect_stdout=False)
            title = printable(words.told(self._title), limit=min(_LONGEST_TITLE, console.width // 2))
            self._bar.add_task(title, total=None if done is None else 1.0)
            self._bar.start()
        (task,) = self._bar.task_ids
        self._bar.update(task, completed=done or 0.0)
        self._bar.refresh()

    def _stop(self) -> None:
        if self._bar is not None:
            self._bar.stop()
            self._bar = None

    def _write(self, words: Words, done: float | None) -> None:
        elapsed_s = time.monotonic() - self._began_s
        told = Message("progress-elapsed", title=self._title, elapsed=duration(elapsed_s))
        if done:
            left = duration(elapsed_s * (1.0 - done) / done)
            told = Message("progress-left", title=self._title, done=share(done), left=left)
        self._stream.write(f"{printable(words.told(told))}\n")
        self._stream.flush()


def unknown() -> None:
    """Return None: the length of the work is unknown."""


def seconds_passed(most_s: float) -> Callable[[], float]:
    """Return what gives the part of `most_s` seconds that has passed since now."""
    began_s = time.monotonic()
    return lambda: (time.monotonic() - began_s) / most_s


class FilesRead:
    """The part of the bytes of files that this process has read, by the positions of its open descriptors.

    So neither the readers nor the engine have to tell it. A file may be read several times, one after the other.
    """

    def __init__(self, paths: Sequence[str], times: int = 1) -> None:
        """`times`: how often each file is read from its start to its end."""
        self._times = times
        self._bytes: dict[str, int] = {}
        for path in paths:
            with suppress(OSError):
                self._bytes[os.path.realpath(path)] = os.path.getsize(path)
        self._time_of = dict.fromkeys(self._bytes, 0)
        self._at = dict.fromkeys(self._bytes, 0)

    def __call__(self) -> float | None:
        """Return the part, 0 to 1; None if no size is known, as of a pipe."""
        total = self._times * sum(self._bytes.values())
        if not total:
            return None
        for path, at in self._positions():
            if at < self._at[path]:
                self._time_of[path] = min(self._time_of[path] + 1, self._times - 1)
            self._at[path] = at
        return sum(self._time_of[path] * size + min(self._at[path], size) for path, size in self._bytes.items()) / total

    def _positions(self) -> Iterator[tuple[str, int]]:
        try:
            descriptors = os.listdir(_DESCRIPTORS)
        except OSError:
            return
        for descriptor in descriptors:
            # Closed since it was listed.
            with suppress(OSError, ValueError, IndexError):
                path = os.readlink(_DESCRIPTORS / descriptor)
                if path in self._bytes:
                    yield path, int((_POSITIONS / descriptor).read_text(encoding="ascii").split()[1])
