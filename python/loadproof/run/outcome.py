"""What a run leaves behind: its directory and its result."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from loadproof.report.markdown import markdown_report
from loadproof.report.result import build_result
from loadproof.store.reader import RunReader
from loadproof.store.run_directory import RunDirectory

__all__ = ["RunOutcome", "reported"]


@dataclass(frozen=True, slots=True)
class RunOutcome:
    """A run's directory, and its result by the contract of `--json`."""

    directory: RunDirectory
    result: dict[str, Any]

    def write(self) -> None:
        """Puts `result.json` and `report.md` beside the run's data. Raises RunDirectoryError."""
        self.directory.write_result(self.result)
        self.directory.write_report(markdown_report(self.result))


def reported(path: Path) -> RunOutcome:
    """The outcome of an earlier run, also of one that was killed, written anew. Raises RunDirectoryError."""
    directory = RunDirectory.open(path)
    with RunReader(directory) as reader:
        outcome = RunOutcome(directory, build_result(reader))
    outcome.write()
    return outcome
