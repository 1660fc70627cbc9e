"""What a CI takes from a run: JUnit XML for its test view, and a summary in Markdown for its page."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Self

from loadproof.cli.standard_streams import say
from loadproof.errors import InputError

if TYPE_CHECKING:
    from loadproof.run.outcome import RunOutcome

__all__ = ["CiFiles"]


@dataclass(frozen=True, slots=True)
class CiFiles:
    """Where they go; None: they are not wanted."""

    junit: Path | None
    summary: Path | None
    is_summary_asked: bool
    """Whether a user named the file of the summary: else it is that of the CI, which must not fail a run."""

    @classmethod
    def checked(cls, junit: Path | None, summary: Path | None) -> Self:
        """The files of the options, before any load. Raises InputError where one cannot be written."""
        for option, path in (("--junit", junit), ("--summary", summary)):
            if path is not None:
                _check(option, path)
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


def _check(option: str, path: Path) -> None:
    """Opens it as it will be opened: rights, folders and read-only disks are told before an hour of load."""
    is_new = not path.exists()
    try:
        with path.open("ab"):
            pass
    except (OSError, ValueError) as error:
        raise InputError(f"{option}: {path} cannot be written ({_reason(error)}). Cure: {_CURE}") from error
    if is_new:
        with suppress(OSError):
            path.unlink()


_CURE = "name a file in a directory that is there and that you may write to"


def _written(what: str, path: Path, text: str, *, is_added: bool) -> bool:
    try:
        if is_added:
            with path.open("a+b") as file:
                # What others wrote before must not run into the heading.
                between = "\n" if file.tell() else ""
                file.write(f"{between}{text}".encode("utf-8", "backslashreplace"))
        else:
            # In place: it may be a pipe or a device, which nothing must take the place of.
            path.write_text(text, encoding="utf-8", errors="backslashreplace")
    except (OSError, ValueError) as error:
        say(f"{what}: {path} cannot be written ({_reason(error)}). Cure: {_CURE}")
        return False
    return True


def _reason(error: OSError | ValueError) -> str:
    number = getattr(error, "errno", None)
    return os.strerror(number).lower() if number else str(error)
