"""End of a run that a full disk did not take: one page, reserved at the start, that can be overwritten."""

import json
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from loadproof.errors import FileWriteError
from loadproof.model.json_text import read_json
from loadproof.model.message import Message
from loadproof.store.bounds import check_bounds
from loadproof.store.journal import StorageFailure
from loadproof.system.atomic_write import overwrite_in_place, write_file
from loadproof.system.input_file import FileError, open_regular_file

__all__ = ["LastPage"]

_NAME = "run.db-end"
_BYTES = 4096


@dataclass(frozen=True, slots=True)
class LastPage:
    """Data that the disk lacks, and the end of the run.

    `ended_s` is the time since the run began, in seconds; None if the run has no end. A write that the disk refuses
    raises nothing and is given up; a page that cannot be read is None.
    """

    failure: StorageFailure
    ended_s: float | None
    interrupted: bool

    @staticmethod
    def reserve(directory: Path) -> None:
        """Takes the room, while there is some."""
        with suppress(FileWriteError):
            write_file(directory / _NAME, b" " * _BYTES)

    @staticmethod
    def release(directory: Path) -> None:
        """Gives the room back: the database says everything."""
        with suppress(OSError):
            (directory / _NAME).unlink(missing_ok=True)

    def write(self, directory: Path) -> None:
        """Overwrites the page in place, which takes no room."""
        text = json.dumps(self._as_json()).encode("ascii")
        with suppress(FileWriteError):
            overwrite_in_place(directory / _NAME, text[:_BYTES].ljust(_BYTES))

    def _as_json(self) -> dict[str, Any]:
        failure = self.failure
        told = {"at_s": failure.at_s, "text": failure.text.to_json(), "lost_seconds": failure.lost_seconds}
        return {"failure": told, "ended_s": self.ended_s, "interrupted": self.interrupted}

    @staticmethod
    def read(directory: Path) -> "LastPage | None":
        """The page of a run; None where it is empty or damaged."""
        try:
            with open_regular_file(directory / _NAME, _BYTES) as page:
                said = read_json(page.read(_BYTES))
            check_bounds(said)
            failure = said["failure"]
            ended_s = None if said["ended_s"] is None else float(said["ended_s"])
            told = StorageFailure(
                float(failure["at_s"]), Message.of_json(failure["text"]), int(failure["lost_seconds"])
            )
        except (OSError, FileError, ValueError, TypeError, LookupError, ArithmeticError):
            return None
        return LastPage(told, ended_s, bool(said["interrupted"]))
