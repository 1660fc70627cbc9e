"""Progress of long commands: on a terminal a bar, elsewhere a line now and then, nothing of a short command."""

import io
import os
from collections.abc import Callable
from pathlib import Path
from threading import Event

import pytest
from loadproof.model.message import Message
from loadproof.render import progress
from loadproof.render.progress import FilesRead, Progress, unknown

TITLE = Message.said("reading \x1b[31mgc.log")


class Watched(io.StringIO):
    """A stream that says when a text was written to it."""

    def __init__(self, text: str, *, is_terminal: bool) -> None:
        super().__init__()
        self.written = Event()
        self._text = text
        self._is_terminal = is_terminal

    def isatty(self) -> bool:
        return self._is_terminal

    def write(self, text: str) -> int:
        size = super().write(text)
        if self._text in self.getvalue():
            self.written.set()
        return size


@pytest.fixture
def _hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(progress, "_QUIET_S", 0.0)
    monkeypatch.setattr(progress, "_DRAW_EACH_S", 0.01)
    monkeypatch.setattr(progress, "_LINE_EACH_S", 0.01)


def shown(text: str, done: Callable[[], float | None], *, is_terminal: bool) -> str:
    stream = Watched(text, is_terminal=is_terminal)
    with Progress(TITLE, done, stream=stream):
        assert stream.written.wait(30.0), stream.getvalue()
    return stream.getvalue()


@pytest.mark.usefixtures("_hurried")
def test_a_terminal_has_a_bar_with_the_time_left_and_is_clean_at_the_end() -> None:
    parts = iter([0.1, 0.2, 0.3])
    drawn = shown("0:00:0", lambda: next(parts, 0.5), is_terminal=True)
    assert "reading \\x1b[31mgc.log" in drawn
    assert "\x1b[31mgc.log" not in drawn
    assert "━" in drawn
    assert "\x1b[?25h" in drawn.rpartition("━")[2]
    assert "\x1b[2K" in drawn.rpartition("━")[2]


@pytest.mark.usefixtures("_hurried")
def test_elsewhere_lines_say_the_part_and_the_time_left() -> None:
    lines = shown("\n", lambda: 0.25, is_terminal=False).splitlines()
    assert lines[0].startswith("reading \\x1b[31mgc.log: 25 % done, about ")
    lines = shown("\n", unknown, is_terminal=False).splitlines()
    assert lines[0].endswith(" so far")
    assert not any("\x1b" in line for line in lines)


def test_a_short_command_shows_nothing() -> None:
    stream = Watched("", is_terminal=True)
    with Progress(TITLE, lambda: 0.5, stream=stream):
        pass
    assert stream.getvalue() == ""


@pytest.mark.usefixtures("_hurried")
def test_a_text_printed_meanwhile_stands_on_a_line_of_its_own() -> None:
    stream = Watched("━", is_terminal=True)
    with Progress(TITLE, lambda: 0.5, stream=stream) as shown_progress:
        assert stream.written.wait(30.0)
        with shown_progress.hidden():
            before = stream.getvalue()
            stream.write("a check\n")
    # The line of the bar is erased and the cursor is at its start.
    assert before.endswith("\x1b[2K")


class Broken(io.StringIO):
    """A stream whose reader has gone."""

    def __init__(self) -> None:
        super().__init__()
        self.tried = Event()

    def write(self, text: str) -> int:
        self.tried.set()
        raise BrokenPipeError(text)


@pytest.mark.usefixtures("_hurried")
@pytest.mark.filterwarnings("error::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_stream_that_is_gone_ends_the_display_alone() -> None:
    stream, closed = Broken(), io.StringIO()
    closed.close()
    with Progress(TITLE, lambda: 0.5, stream=stream), Progress(TITLE, lambda: 0.5, stream=closed):
        assert stream.tried.wait(30.0)


def test_the_part_read_of_files_follows_their_descriptors(tmp_path: Path) -> None:
    first, second = tmp_path / "a", tmp_path / "b"
    first.write_bytes(b"x" * 300)
    second.write_bytes(b"x" * 100)
    read = FilesRead([str(first), str(second)])
    assert read() == 0.0
    with first.open("rb", buffering=0) as file:
        file.read(200)
        assert read() == 0.5
        file.read()
        assert read() == 0.75
    with second.open("rb", buffering=0) as file:
        file.read(100)
        assert read() == 1.0


def test_a_file_that_is_read_twice_is_half_done_after_the_first_time(tmp_path: Path) -> None:
    place = tmp_path / "dump"
    place.write_bytes(b"x" * 100)
    read = FilesRead([str(place)], times=2)
    parts = []
    with place.open("rb", buffering=0) as file:
        for at in (50, 100, 20, 100):
            os.lseek(file.fileno(), at, os.SEEK_SET)
            parts.append(read())
    assert parts == [0.25, 0.5, 0.6, 1.0]


def test_a_pipe_has_no_known_length(tmp_path: Path) -> None:
    assert FilesRead(["-"])() is None
    assert FilesRead([str(tmp_path / "none")])() is None
