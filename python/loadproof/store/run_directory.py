"""One run directory: where the files of a run are, and the checks before the first of them is written."""

import errno
import shutil
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from loadproof.errors import FileWriteError, RunDirectoryError
from loadproof.model.visible_text import json_text
from loadproof.system.atomic_write import check_writable, made_directory, new_directory, write_file
from loadproof.system.exhausted_resource import exhausted_resource
from loadproof.system.path_lookup import (
    absolute_path,
    is_directory,
    is_present,
    is_regular_file,
    paths_in,
    reason_of,
    shown_path,
)

__all__ = ["DATABASE", "SMALLEST_FREE_BYTES", "RunDirectory"]

DATABASE = "run.db"
"""Name of the database in the directory of a run."""

_CURE = "Cure: give the path of a run, such as runs/20250131T120000Z-load"
SMALLEST_FREE_BYTES = 64 * 1024 * 1024
"""An hour of four operations takes about half of this."""


@dataclass(frozen=True, slots=True)
class RunDirectory:
    """The directory of one run: `run.db`, `result.json`, `summary.json`, `report.md`, `report.html` and `artifacts/`.

    Every method raises RunDirectoryError, whose message names the path and the cure.
    """

    path: Path

    @staticmethod
    def create(verb: str, path: Path | None = None, parent: Path = Path("runs")) -> "RunDirectory":
        """Makes the directory of a new run: `path`, or `parent/<UTC timestamp>-<verb>`.

        An existing run is never overwritten: a `path` that holds anything is refused, a taken timestamp gets
        a number.
        """
        _check_free_space(path or parent)
        try:
            made = _make_given(path) if path is not None else _make_named(parent, verb)
            directory = RunDirectory(made)
            made_directory(directory.artifacts)
            directory._check_writable()
        except FileWriteError as error:
            raise _unwritable(path or parent, error) from error
        return directory

    @staticmethod
    def open(path: Path) -> "RunDirectory":
        """The directory of an earlier run. `RunReader` checks its database."""
        if not is_directory(path):
            found = "is not a directory" if is_present(path) else "does not exist"
            raise RunDirectoryError(f"{shown_path(path)}: the run directory {found}. {_CURE}")
        directory = RunDirectory(path)
        if not is_regular_file(directory.database):
            raise RunDirectoryError(f"{shown_path(path)}: not a run directory, it has no run.db. {_CURE}")
        return directory

    @staticmethod
    def reopen(path: Path) -> "RunDirectory":
        """The directory of an earlier run, which will be written again."""
        directory = RunDirectory.open(path)
        _check_free_space(path)
        try:
            made_directory(directory.artifacts)
            directory._check_writable()
        except FileWriteError as error:
            raise _unwritable(path, error) from error
        return directory

    def _check_writable(self) -> None:
        check_writable(self.artifacts / ".writable")

    @property
    def database(self) -> Path:
        """Windows, readings, trials and the answer."""
        return self.path / DATABASE

    @property
    def result_json(self) -> Path:
        """The result by the contract of `--json`."""
        return self.path / "result.json"

    @property
    def summary_json(self) -> Path:
        """Path of the summary for a list of runs, small enough to be read for a thousand runs."""
        return self.path / "summary.json"

    @property
    def report_markdown(self) -> Path:
        """The report for people."""
        return self.path / "report.md"

    @property
    def report_html(self) -> Path:
        """The report for people, as one page."""
        return self.path / "report.html"

    @property
    def artifacts(self) -> Path:
        """Directory of the files that probes and findings collect."""
        return self.path / "artifacts"

    def write_result(self, result: Mapping[str, Any]) -> None:
        """Puts `result.json` in place, whole or not at all."""
        self._replace(self.result_json, json_text(result, indent=2) + "\n")

    def write_summary(self, summary: Mapping[str, Any]) -> None:
        """Puts `summary.json` in place, whole or not at all."""
        self._replace(self.summary_json, json_text(summary, indent=2) + "\n")

    def write_report(self, markdown: str) -> None:
        """Puts `report.md` in place, whole or not at all."""
        self._replace(self.report_markdown, markdown)

    def write_html(self, page: str) -> None:
        """Puts `report.html` in place, whole or not at all."""
        self._replace(self.report_html, page)

    def _replace(self, target: Path, text: str) -> None:
        try:
            write_file(target, text)
        except FileWriteError as error:
            raise _unwritable(target, error) from error


def _make_given(path: Path) -> Path:
    made_directory(path)
    if paths_in(path):
        raise RunDirectoryError(
            f"{shown_path(path)}: the directory is not empty, and a run is never overwritten. "
            "Cure: give a new directory"
        )
    return path


def _make_named(parent: Path, verb: str) -> Path:
    made_directory(parent)
    name = f"{time.strftime('%Y%m%dT%H%M%SZ', time.gmtime())}-{verb}"
    number = 1
    while True:
        path = parent / (name if number == 1 else f"{name}-{number}")
        if new_directory(path):
            return path
        number += 1


def _check_free_space(wanted: Path) -> None:
    existing = absolute_path(wanted)
    while not is_present(existing):
        existing = existing.parent
    try:
        free = shutil.disk_usage(existing).free
    except OSError as error:
        raise _unwritable(wanted, error) from error
    if free < SMALLEST_FREE_BYTES:
        raise RunDirectoryError(
            f"{shown_path(wanted)}: only {free / 2**20:.0f} MiB are free on the disk, "
            f"a run needs {SMALLEST_FREE_BYTES // 2**20} MiB. "
            "Cure: free some space, or put the run on another disk with --out"
        )


def _unwritable(path: Path, error: FileWriteError | OSError) -> RunDirectoryError:
    cause = error.__cause__ if isinstance(error, FileWriteError) else error
    reason = error.reason if isinstance(error, FileWriteError) else reason_of(error)
    is_read_only = isinstance(cause, OSError) and cause.errno == errno.EROFS
    exhausted = None if is_read_only else exhausted_resource(error)
    cure = "get the right to write there, or give another place with --out" if exhausted is None else exhausted.cure
    return RunDirectoryError(f"{shown_path(path)}: cannot be written ({reason}). Cure: {cure}")
