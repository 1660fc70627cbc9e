"""The stands that keep the status API; another one is one more entry of `STATUS_STANDS`."""

import csv
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from .stand_process import StandProcess, binary_of

ROWS = 2000


@dataclass(frozen=True)
class StatusStand:
    """How one stand is started with a small table in `directory`, and how ids of that table are had."""

    name: str
    arguments: Callable[[Path], list[str]]
    ids_command: Callable[[Path, int], list[str]]

    def start(self, directory: Path, extra: Sequence[str] = ()) -> StandProcess:
        """Starts it; the table is generated when `directory` has none."""
        return StandProcess(self.name, [*self.arguments(directory), *extra])

    def ids(self, directory: Path, count: int) -> list[str]:
        """Ids of the table, as the stand itself prints them."""
        command = [str(binary_of(self.name)), *self.ids_command(directory, count)]
        printed = subprocess.run(command, check=True, capture_output=True, text=True, timeout=20)
        return [row["id"] for row in csv.DictReader(printed.stdout.splitlines())]


def _database(directory: Path) -> list[str]:
    return ["--database", str(directory / "status.db")]


STATUS_STANDS = [
    StatusStand(
        name="status-sqlite",
        arguments=lambda directory: [*_database(directory), "--rows", str(ROWS)],
        ids_command=lambda directory, count: ["ids", *_database(directory), "--count", str(count)],
    ),
]
