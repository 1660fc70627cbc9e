"""Commands on a terminal of some width, and into a pipe: what users see of each."""

import os
import pty
import re
import subprocess
import sys
from fcntl import ioctl
from pathlib import Path
from struct import pack
from termios import TIOCSWINSZ

import pytest
from rich.cells import cell_len

from .command_line import loadproof

UNIT = Path(__file__).parents[1] / "unit"
LOG = UNIT / "jvm/logs/g1.log"
FRAMES = re.compile("[╭╮╰╯─━│┃]")
MOVEMENT = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def on_terminal(columns: int, *words: object, cwd: Path, environment: dict[str, str] | None = None) -> list[str]:
    """The lines that a command leaves on a terminal, without colors."""
    ours, theirs = pty.openpty()
    ioctl(theirs, TIOCSWINSZ, pack("HHHH", 40, columns, 0, 0))
    command = [sys.executable, "-m", "loadproof", *map(str, words)]
    variables = {**os.environ, "TERM": "xterm-256color", "PYTHONIOENCODING": "utf-8", **(environment or {})}
    process = subprocess.Popen(command, cwd=cwd, env=variables, stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    shown = b""
    while True:
        try:
            piece = os.read(ours, 1 << 16)
        except OSError:
            break
        if not piece:
            break
        shown += piece
    os.close(ours)
    assert process.wait(60) in (0, 3, 4)
    return MOVEMENT.sub("", shown.decode("utf-8")).replace("\r\n", "\n").splitlines()


@pytest.mark.parametrize("columns", [40, 80, 120, 200])
def test_a_report_is_as_wide_as_the_terminal_and_lacks_no_figure(tmp_path: Path, columns: int) -> None:
    lines = on_terminal(columns, "gc", LOG, cwd=tmp_path, environment={"COLUMNS": "33"})
    assert max(map(cell_len, lines)) == columns
    assert lines[0].startswith("╭─ loadproof gc")
    text = "\n".join(lines)
    for title in ("pause", "cause", "pauses", "total", "p50", "p99", "longest"):
        assert title in text
    assert sum("Full" in line for line in lines) >= 1
    assert "43.6" in text
    assert not any(line.endswith(" ") for line in lines)


def test_into_a_pipe_each_row_is_a_line_without_frames(tmp_path: Path) -> None:
    lines = loadproof("gc", LOG, cwd=tmp_path).output.splitlines()
    assert not FRAMES.search("\n".join(lines))
    assert not any("\x1b" in line or line.endswith(" ") for line in lines)
    head = next(line for line in lines if line.startswith("pause  "))
    rows = lines[lines.index(head) + 1 :]
    assert [len(re.split(" {2,}", row)) for row in (head, *rows)] == [10] * 9
    prose = [line for line in lines if line.startswith("•")]
    assert 60 < max(map(len, prose)) <= 100


def test_columns_is_the_width_of_prose_in_a_pipe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wide = loadproof("gc", LOG, cwd=tmp_path).output
    monkeypatch.setenv("COLUMNS", "60")
    narrow = loadproof("gc", LOG, cwd=tmp_path).output
    assert max(len(line) for line in narrow.splitlines() if line.startswith(("•", "  "))) <= 60
    table = wide[wide.index("\npause  ") :]
    assert narrow.endswith(table)


def test_help_is_as_wide_as_the_terminal(tmp_path: Path) -> None:
    for columns in (50, 120):
        lines = on_terminal(columns, "load", "--help", cwd=tmp_path, environment={"COLUMNS": "33"})
        assert columns - 12 <= max(map(len, lines)) <= columns
