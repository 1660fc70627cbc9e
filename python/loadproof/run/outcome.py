"""What a run leaves behind: its directory and its result."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

from loadproof.errors import RunDirectoryError
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
    unwritten: str | None = None
    """Why the reports could not be put beside the run's data."""

    def written(self) -> Self:
        """The outcome after `result.json` and `report.md` were put beside the run's data.

        A disk that refuses them must not take the answer from who waits for it: `unwritten` says so instead.
        """
        try:
            self.directory.write_result(self.result)
            self.directory.write_report(markdown_report(self.result))
        except RunDirectoryError as error:
            return replace(self, unwritten=str(error))
        return self


def reported(path: Path) -> RunOutcome:
    """The outcome of an earlier run, also of one that was killed, written anew. Raises RunDirectoryError."""
    directory = RunDirectory.open(path)
    with RunReader(directory) as reader:
        outcome = RunOutcome(directory, build_result(reader))
    return outcome.written()
