"""The width of texts, tables that do not fit, and plain text off a terminal."""

import io
import os
import pty
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fcntl import ioctl
from struct import pack
from termios import TIOCSWINSZ
from typing import TextIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loadproof.render.document import Bullets, Code, Column, Document, Paragraph, Picture, Section, Table
from loadproof.render.terminal import terminal_blocks, terminal_document
from loadproof.render.terminal_stream import console_on, width_of
from rich.cells import cell_len
from rich.console import Console

ESCAPE = "\x1b"
FRAMES = re.compile("[╭╮╰╯─━│┃]")
TABLE = Table(
    [
        Column("Operation", figures=False, wraps=True),
        Column("Calls"),
        Column("p50"),
        Column("p99"),
        Column("Share", detail=True),
        Column("Failed", figures=False, wraps=True),
    ],
    [
        ["list", "12,345", "10.5", "too few", "0.1 %", "timeout 200, status-503 100"],
        ["create a very long name of an operation", "5", "1,234.5", "1.2", "0 %", "0"],
    ],
)
DOCUMENT = Document(
    "loadproof load: http://127.0.0.1:8080",
    "It holds 500 requests/s within p99 < 50 ms, which is told at some length here. " * 2,
    "passed",
    blocks=[TABLE, Bullets(["a doubt " * 20]), Picture("x" * 64, ["y" * 28, "z" * 14])],
    sections=[Section("Doubts", [Paragraph("what it is"), TABLE, Code("oha -q 50 " + "--long " * 20)])],
)


@contextmanager
def terminal(columns: int) -> Iterator[TextIO]:
    """A stream on a pseudo-terminal of so many columns."""
    ours, theirs = pty.openpty()
    try:
        ioctl(theirs, TIOCSWINSZ, pack("HHHH", 40, columns, 0, 0))
        with open(theirs, "w", encoding="utf-8", closefd=False) as stream:
            yield stream
    finally:
        os.close(ours)
        os.close(theirs)


def drawn(document: Document | Sequence[Table], width: int, *, is_terminal: bool) -> list[str]:
    stream = io.StringIO()
    shown = terminal_document(document) if isinstance(document, Document) else terminal_blocks(document)
    Console(file=stream, width=width, force_terminal=is_terminal, color_system=None).print(shown, crop=False)
    return stream.getvalue().split("\n")[:-1]


@pytest.mark.parametrize("columns", [40, 80, 120, 200])
def test_the_width_is_that_of_the_terminal_whatever_columns_says(monkeypatch: pytest.MonkeyPatch, columns: int) -> None:
    monkeypatch.setenv("COLUMNS", "33")
    with terminal(columns) as stream:
        assert width_of(stream) == columns
        assert console_on(stream).width == columns


def test_without_a_terminal_it_is_columns_and_else_100(monkeypatch: pytest.MonkeyPatch) -> None:
    stream = io.StringIO()
    monkeypatch.setenv("COLUMNS", "72")
    assert width_of(stream) == console_on(stream).width == 72
    for written in ("", "0", "-1", "abc", "²"):
        monkeypatch.setenv("COLUMNS", written)
        assert width_of(stream) == 100
    monkeypatch.delenv("COLUMNS")
    assert width_of(stream) == 100
    with terminal(0) as unsized:
        assert width_of(unsized) == 100


@pytest.mark.parametrize("width", [40, 80, 120, 200])
def test_a_terminal_shows_all_of_a_table_within_its_width(width: int) -> None:
    lines = drawn(DOCUMENT, width, is_terminal=True)
    told = [line for line in lines if "oha -q 50" not in line]
    assert max(map(cell_len, told)) <= width
    text = "\n".join(lines)
    for cell in ("12,345", "10.5", "too few", "1,234.5", "status-503", "Calls", "p50", "p99", "Failed"):
        assert text.count(cell) >= 2, text
    assert not any(line.endswith(" ") for line in lines)


@pytest.mark.parametrize("width", [40, 80, 100, 200])
def test_off_a_terminal_there_are_no_frames_no_ends_of_spaces_and_no_cut(width: int) -> None:
    lines = drawn(DOCUMENT, width, is_terminal=False)
    text = "\n".join(lines)
    assert ESCAPE not in text
    assert not FRAMES.search(text)
    assert not any(line.endswith(" ") for line in lines)
    assert lines[0] == DOCUMENT.title
    assert "" not in (lines[0], lines[-1])
    assert "\n\n\n" not in text
    heads = [line for line in lines if line.startswith("Operation ")]
    assert [re.split(" {2,}", head) for head in heads] == [[column.title for column in TABLE.columns]] * 2
    rows = [re.split(" {2,}", line) for line in lines if "status-503" in line or "very long" in line]
    assert rows == [list(row) for row in TABLE.rows] * 2
    assert DOCUMENT.sections[0].blocks[2] == Code(lines[-1] + " ")


@given(
    st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=9),
    st.integers(1, 4),
    st.sampled_from([24, 40, 63, 80, 120, 200]),
    st.data(),
)
def test_no_figure_is_lost_at_any_width(
    kinds: list[tuple[bool, bool]], rows: int, width: int, data: st.DataObject
) -> None:
    columns = [Column(f"c{at}", figures=figures, wraps=wraps) for at, (figures, wraps) in enumerate(kinds)]
    cells = st.from_regex(r"[0-9]{1,9}", fullmatch=True)
    table = Table(columns, [[data.draw(cells) for _ in columns] for _ in range(rows)])
    lines = drawn([table], width, is_terminal=True)
    assert max(map(len, lines)) <= width
    words = " ".join(lines).split()
    for row in table.rows:
        assert all(cell in words for cell in row)
