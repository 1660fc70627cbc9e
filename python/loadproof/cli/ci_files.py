"""Files that a CI takes from a run: JUnit XML for its test view, and a Markdown summary for its page."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Self

from loadproof.cli.standard_streams import say
from loadproof.errors import FileWriteError
from loadproof.system.atomic_write import append_to_file, write_file

if TYPE_CHECKING:
    from loadproof.run.outcome import RunOutcome

__all__ = ["CiFiles"]


@dataclass(frozen=True, slots=True)
class CiFiles:
    """Paths of the files for a CI; None: the file is not wanted."""

    junit: Path | None
    summary: Path | None
    is_summary_asked: bool
    """True if a user named the summary file; otherwise the CI named it, and a failed write must not fail the run."""

    @classmethod
    def of_options(cls, junit: Path | None, summary: Path | None) -> Self:
        """The files of the options, which were checked as they were read, and that of the CI."""
        if summary is not None:
            return cls(junit, summary, is_summary_asked=True)
        by_ci = os.environ.get("GITHUB_STEP_SUMMARY") if os.environ.get("CI") else None
        return cls(junit, Path(by_ci) if by_ci else None, is_summary_asked=False)

    def write(self, outcome: RunOutcome, language: str) -> bool:
        """Writes both; False, and said, where one that was asked for cannot be written."""
        is_written = True
        if self.junit is not None:
            from loadproof.render.junit import junit_report

            is_written = _written("error: --junit", self.junit, junit_report(outcome.result), is_added=False)
        if self.summary is not None:
            from loadproof.render.screen import summary_report
            from loadproof.words.catalogue import words_of

            text = summary_report(outcome.result, words_of(language), str(outcome.place))
            what = "error: --summary" if self.is_summary_asked else "warning: GITHUB_STEP_SUMMARY"
            is_added = _written(what, self.summary, text, is_added=True)
            is_written = is_written and (is_added or not self.is_summary_asked)
        return is_written


def _written(what: str, path: Path, text: str, *, is_added: bool) -> bool:
    try:
        (append_to_file if is_added else write_file)(path, text, option=what)
    except FileWriteError as error:
        say(str(error))
        return False
    return True
