"""Damaged dumps of threads: refused, in doubt, or with all the waits of the whole dump; never clean with fewer."""

from pathlib import Path
from typing import Any

import pytest
from loadproof.jvm.threads.command import threads

from tests.mutilations import assert_never_half_clean

from .file_command import FileCommand

DUMPS = Path(__file__).parent / "dumps"
WHOLE = (
    *("book-1.txt", "book-2.txt", "connections.txt", "jdk17-deadlock.txt", "jdk25-chain.txt"),
    *("remote.txt", "deadlock.json", "jdk25-virtual.json"),
)


def _waits(told: dict[str, Any]) -> int:
    return int(sum(dump["threads"] + dump["held_up"] for dump in told["dumps"]) + len(told["deadlocks"]))


@pytest.fixture
def command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> FileCommand:
    return FileCommand(threads, tmp_path / "threads.txt", capsys, _waits)


@pytest.mark.parametrize("name", WHOLE)
def test_a_damaged_dump_is_never_clean_with_fewer_waits(command: FileCommand, name: str) -> None:
    assert_never_half_clean(command, (DUMPS / name).read_bytes())
