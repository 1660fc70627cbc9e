"""Opens the files a user names, and says in plain words why one cannot be read."""

import stat
from pathlib import Path
from typing import BinaryIO

from loadproof.errors import WrittenValueError

__all__ = ["FileError", "open_regular_file"]


class FileError(WrittenValueError):
    """The file is not there, is not a regular file, is too large, or may not be read."""


def open_regular_file(path: Path, largest_bytes: int) -> BinaryIO:
    """The open file of at most `largest_bytes`; never waits on a pipe. Raises FileError."""
    try:
        status = path.stat()
    except FileNotFoundError as error:
        raise FileError("there is no such file", "check the path; it is relative to where it is written") from error
    except (OSError, ValueError) as error:
        raise FileError(f"the file cannot be read ({_reason(error)})", "check the path and its rights") from error
    if stat.S_ISDIR(status.st_mode):
        raise FileError("this is a directory", "name a file in it")
    if not stat.S_ISREG(status.st_mode):
        raise FileError("this is not a regular file", "name a file that can be read twice")
    if status.st_size > largest_bytes:
        raise FileError(
            f"the file has {status.st_size} bytes, more than {largest_bytes // 2**20} MiB",
            "give a smaller file",
        )
    try:
        return path.open("rb")
    except OSError as error:
        raise FileError(f"the file cannot be read ({_reason(error)})", "give this user the right to read it") from error


def _reason(error: Exception) -> str:
    return str(getattr(error, "strerror", None) or error)
