"""A command that reads one file and prints JSON, run on contents that were damaged."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import typer
from loadproof.errors import InputError

from tests.mutilations import Reading

__all__ = ["FileCommand"]


@dataclass(frozen=True, slots=True)
class FileCommand:
    """`loadproof COMMAND FILE --json`, as the command line runs it."""

    command: Callable[..., None]
    file: Path
    capsys: pytest.CaptureFixture[str]
    findings_in: Callable[[dict[str, Any]], int]
    """Count of what matters in the printed JSON."""

    def __call__(self, content: bytes) -> Reading:
        """Outcome of reading `content`."""
        exit_code, told = self.ended(content)
        return Reading(exit_code, self.findings_in(told) if told else 0)

    def ended(self, content: bytes) -> tuple[int, dict[str, Any]]:
        """The exit code, and what was printed; nothing where the file is refused."""
        self.file.write_bytes(content)
        exit_code = 0
        try:
            self.command([str(self.file)], json=True)
        except InputError:
            return 2, {}
        except typer.Exit as ended:
            exit_code = ended.exit_code
        return exit_code, dict(json.loads(self.capsys.readouterr().out))
