"""Paths on the command line: the one parser of every option and argument that takes a path, by the use of the path."""

import os
from enum import StrEnum
from pathlib import Path

from loadproof.errors import InputError

__all__ = ["CheckedPath", "PathUse"]

_STREAM = "-"


class PathUse(StrEnum):
    """Use of a path that is given on the command line."""

    INPUT = "input"
    """A file that is read."""
    FILE = "file"
    """A file that is written as a whole."""
    APPENDED = "appended"
    """A file that text is appended to."""
    DIRECTORY = "directory"
    """A directory that files are written into; it need not be there."""
    RUN = "run"
    """A run: a path, or its name."""


class CheckedPath:
    """A parser of paths that refuses an empty one, and a file that cannot be written, before anything else is done."""

    __name__ = "path"

    def __init__(self, option: str, use: PathUse, *, takes_stream: bool = False) -> None:
        """`takes_stream`: `-` is standard output, or standard input."""
        self.option = option
        self.use = use
        self.takes_stream = takes_stream

    def __call__(self, written: str | os.PathLike[str]) -> str:
        """The path as it was written. Raises InputError, and FileWriteError for a file that cannot be written."""
        path = os.fspath(written)
        if not path:
            raise InputError(f"{self.option}: the path is empty. Cure: give a path, or leave {self.option} out")
        if "\0" in path:
            raise InputError(f"{self.option}: a NUL character is in the path. Cure: correct the path")
        if self.use in (PathUse.FILE, PathUse.APPENDED) and not (self.takes_stream and path == _STREAM):
            self._check_writable(Path(path))
        return path

    def _check_writable(self, path: Path) -> None:
        # Help needs no writer.
        from loadproof.system.atomic_write import check_appendable, check_writable

        check = check_writable if self.use is PathUse.FILE else check_appendable
        check(path, option=self.option)
