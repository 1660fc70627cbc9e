"""What a run leaves behind: its directory, its result and what is drawn over time."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

from loadproof.errors import LoadproofError
from loadproof.report.html import html_report
from loadproof.report.markdown import markdown_report
from loadproof.report.result import build_result
from loadproof.report.timeline_series import timeline_series
from loadproof.run.causes import causes_in
from loadproof.store.reader import RunReader
from loadproof.store.run_directory import RunDirectory

__all__ = ["RunOutcome", "outcome_of", "reported"]


@dataclass(frozen=True, slots=True)
class RunOutcome:
    """A run's directory, its result by the contract of `--json`, and its series by that of the page."""

    directory: RunDirectory
    result: dict[str, Any]
    series: dict[str, Any]
    unwritten: str | None = None
    """Why not every report could be put beside the run's data."""
    is_lost: bool = False
    """Whether nothing of the run is on disk, since its directory was taken away."""

    def written(self, language: str = "en") -> Self:
        """The outcome after `result.json`, `report.md` and `report.html` were put beside the run's data.

        A disk that refuses them must not take the answer from who waits for it: `unwritten` says so instead.
        """
        try:
            self.directory.write_result(self.result)
            self.directory.write_report(markdown_report(self.result))
            self.directory.write_html(html_report(self.result, self.series, language))
        except LoadproofError as error:
            return replace(self, unwritten=str(error))
        return self


def outcome_of(reader: RunReader) -> RunOutcome:
    """The outcome of what is stored, finished or not. Raises RunDirectoryError."""
    result = build_result(reader)
    result["findings"] = [finding.as_dict() for finding in causes_in(reader, result)]
    return RunOutcome(reader.directory, result, timeline_series(reader).model_dump())


def reported(path: Path, language: str = "en") -> RunOutcome:
    """The outcome of an earlier run, also of one that was killed, written anew. Raises RunDirectoryError."""
    directory = RunDirectory.open(path)
    with RunReader(directory) as reader:
        try:
            outcome = outcome_of(reader)
        except (ValueError, TypeError, LookupError, AttributeError, ArithmeticError) as error:
            # Rows that can be read and make no sense: nobody knows beforehand where that shows itself.
            raise reader.damaged(error) from error
    return outcome.written(language)
