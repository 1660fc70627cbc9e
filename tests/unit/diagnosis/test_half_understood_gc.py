"""Damaged logs of each collector: refused, in doubt, or with all the pauses of the whole log; never clean with fewer."""

import json
from pathlib import Path

import pytest
import typer
from loadproof.cli.gc import gc
from loadproof.errors import InputError

from tests.mutilations import MUTILATIONS, Reading, assert_never_half_clean

LOGS = Path(__file__).parent / "logs"
WHOLE = sorted([*LOGS.glob("*.log"), *LOGS.glob("real/*.log"), *LOGS.glob("gctoolkit/*.log")])
WHOLE.remove(LOGS / "old-format.log")


class Command:
    """`loadproof gc FILE --json`, as the command line runs it."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.file = folder / "gc.log"
        self.capsys = capsys

    def __call__(self, content: bytes) -> Reading:
        exit_code, told = self.ended(content)
        return Reading(exit_code, told["logs"][0]["pauses"]["count"] if told else 0)

    def ended(self, content: bytes) -> tuple[int, dict]:  # type: ignore[type-arg]
        """The exit code, and what was printed."""
        self.file.write_bytes(content)
        exit_code = 0
        try:
            gc([str(self.file)], json=True)
        except InputError:
            return 2, {}
        except typer.Exit as ended:
            exit_code = ended.exit_code
        return exit_code, json.loads(self.capsys.readouterr().out)


@pytest.fixture
def command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Command:
    return Command(tmp_path, capsys)


@pytest.mark.parametrize("log", WHOLE, ids=lambda log: f"{log.parent.name}/{log.stem}")
def test_a_damaged_log_is_never_clean_with_fewer_pauses(command: Command, log: Path) -> None:
    content = log.read_bytes()
    assert command(content).exit_code == 0
    assert_never_half_clean(command, content)
