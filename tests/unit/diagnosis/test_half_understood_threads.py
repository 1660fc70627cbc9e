"""Damaged dumps of threads: refused, in doubt, or with all the waits of the whole dump; never clean with fewer."""

import json
from pathlib import Path

import pytest
import typer
from loadproof.cli.threads import threads
from loadproof.errors import InputError

from tests.mutilations import Reading, assert_never_half_clean

DUMPS = Path(__file__).parent / "dumps"
WHOLE = (
    *("book-1.txt", "book-2.txt", "connections.txt", "jdk17-deadlock.txt", "jdk25-chain.txt"),
    *("remote.txt", "deadlock.json", "jdk25-virtual.json"),
)


class Command:
    """`loadproof threads FILE --json`, as the command line runs it."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.file = folder / "threads.txt"
        self.capsys = capsys

    def __call__(self, content: bytes) -> Reading:
        exit_code, told = self.ended(content)
        if not told:
            return Reading(exit_code, 0)
        found = sum(dump["threads"] + dump["held_up"] for dump in told["dumps"]) + len(told["deadlocks"])
        return Reading(exit_code, found)

    def ended(self, content: bytes) -> tuple[int, dict]:  # type: ignore[type-arg]
        """The exit code, and what was printed."""
        self.file.write_bytes(content)
        exit_code = 0
        try:
            threads([str(self.file)], json=True)
        except InputError:
            return 2, {}
        except typer.Exit as ended:
            exit_code = ended.exit_code
        return exit_code, json.loads(self.capsys.readouterr().out)


@pytest.fixture
def command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Command:
    return Command(tmp_path, capsys)


@pytest.mark.parametrize("name", WHOLE)
def test_a_damaged_dump_is_never_clean_with_fewer_waits(command: Command, name: str) -> None:
    assert_never_half_clean(command, (DUMPS / name).read_bytes())
