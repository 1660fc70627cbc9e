"""Lookups of paths that users name: presence, kind, real path, entries; one typed error where the system refuses.

Kernel files (/proc, /sys, control groups) are not users' paths: their readers look them up by themselves.
"""

import errno
import os
import stat
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from loadproof.errors import PathError

__all__ = [
    "absolute_path",
    "bytes_below",
    "changed_at",
    "directories_in",
    "hint_of",
    "identity_of",
    "is_directory",
    "is_present",
    "is_regular_file",
    "paths_in",
    "paths_or_none",
    "real_path",
    "reason_of",
    "relative_path",
    "shown_path",
    "size_of",
    "working_directory",
]

_Written = str | os.PathLike[str]
_LONGEST_SHOWN = 160
_ABSENT = frozenset((errno.ENOENT, errno.ENOTDIR))
_NUL = "a NUL character is in it"
_HINTS = {
    errno.ENAMETOOLONG: "give a shorter path: 255 bytes a name, 4095 in all",
    errno.ELOOP: "correct the links, which lead to one another",
    errno.EACCES: "give this user the right to read it, and to enter its directories",
    errno.EPERM: "give this user the right to read it, and to enter its directories",
    errno.ENOTDIR: "correct the path: a part of it is a file, not a directory",
}
_CHECK = "check the path"


def shown_path(path: _Written) -> str:
    r"""The path on one line of up to 160 characters, with control characters escaped; a long one keeps both ends.

    >>> shown_path("a\nb"), len(shown_path("n" * 300))
    ('a\\nb', 160)
    """
    text = os.fspath(path)
    if len(text) > _LONGEST_SHOWN:
        half = (_LONGEST_SHOWN - 1) // 2
        text = f"{text[:half]}…{text[half + 1 - _LONGEST_SHOWN :]}"
    return "".join(letter if letter.isprintable() else _escaped(letter) for letter in text)


def _escaped(letter: str) -> str:
    return letter.encode("unicode_escape").decode("ascii")


def reason_of(error: OSError | ValueError) -> str:
    """The words of the system for an error, without its path.

    >>> reason_of(OSError(36, "File name too long", "x")), reason_of(ValueError("embedded null byte"))
    ('file name too long', 'a NUL character is in it')
    """
    if isinstance(error, OSError):
        return os.strerror(error.errno).lower() if error.errno else str(error)
    return _NUL if "null" in str(error) else str(error)


def hint_of(error: OSError | ValueError) -> str:
    """A hint for a path that cannot be looked up or read."""
    return _HINTS.get(getattr(error, "errno", None) or 0, _CHECK)


def is_present(path: _Written) -> bool:
    """True if a file of any kind is there, links followed. Raises PathError."""
    return _status(path) is not None


def is_directory(path: _Written) -> bool:
    """True if a directory is there. Raises PathError."""
    status = _status(path)
    return status is not None and stat.S_ISDIR(status.st_mode)


def is_regular_file(path: _Written) -> bool:
    """True if a regular file is there. Raises PathError.

    >>> is_regular_file("/dev/null"), is_regular_file(__file__)
    (False, True)
    """
    status = _status(path)
    return status is not None and stat.S_ISREG(status.st_mode)


def size_of(path: _Written) -> int | None:
    """Bytes of the regular file that is there; None if there is none. Raises PathError."""
    status = _status(path)
    return None if status is None or not stat.S_ISREG(status.st_mode) else status.st_size


def changed_at(path: _Written) -> float | None:
    """The time when what is there was changed last, Unix seconds; None if there is nothing. Raises PathError."""
    status = _status(path)
    return None if status is None else status.st_mtime


def identity_of(path: _Written) -> tuple[int, int] | None:
    """(device, inode), the same for two paths of one file; None if there is nothing. Raises PathError."""
    status = _status(path)
    return None if status is None else (status.st_dev, status.st_ino)


def working_directory() -> Path:
    """The working directory. Raises PathError where it was removed."""
    try:
        return Path(os.getcwd())
    except OSError as error:
        raise PathError(
            "the working directory", f"it cannot be found ({reason_of(error)})", "change to a directory that is there"
        ) from error


def absolute_path(path: _Written) -> Path:
    """The path from the root; links and `..` stay. Raises PathError where it starts from a directory that is gone."""
    written = Path(path)
    return written if written.is_absolute() else working_directory() / written


def real_path(path: _Written) -> Path:
    """The path without links; what is not there stays as written. Raises PathError.

    >>> str(real_path("/proc/../dev/./null"))
    '/dev/null'
    """
    try:
        return Path(os.path.realpath(absolute_path(path)))
    except (OSError, ValueError) as error:
        raise _refused(path, error) from error


def relative_path(path: _Written, start: _Written) -> str:
    """The path as it is called from the directory `start`. Raises PathError."""
    try:
        return os.path.relpath(absolute_path(path), absolute_path(start))
    except ValueError as error:
        raise _refused(path, error) from error


def paths_in(directory: _Written) -> list[Path]:
    """The entries of a directory, by name. Raises PathError where it cannot be listed."""
    try:
        with os.scandir(directory) as entries:
            return sorted(Path(entry.path) for entry in entries)
    except (OSError, ValueError) as error:
        raise _refused(directory, error) from error


def directories_in(directory: _Written) -> list[Path]:
    """The directories in a directory, by name. Raises PathError where it cannot be listed."""
    try:
        with os.scandir(directory) as entries:
            return sorted(Path(entry.path) for entry in entries if _is_directory(entry))
    except (OSError, ValueError) as error:
        raise _refused(directory, error) from error


def paths_or_none(directory: _Written) -> Sequence[Path]:
    """The entries of a directory, by name; none where it cannot be listed."""
    try:
        return paths_in(directory)
    except PathError:
        return ()


def bytes_below(directory: _Written) -> int:
    """Bytes of the regular files in a directory and below it; what cannot be looked at counts nothing."""
    total = 0
    for parent, _, names in os.walk(directory):
        for name in names:
            with suppress(OSError):
                status = os.stat(os.path.join(parent, name), follow_symlinks=False)
                total += status.st_size if stat.S_ISREG(status.st_mode) else 0
    return total


def _is_directory(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:
        # A link that leads nowhere.
        return False


def _status(path: _Written) -> os.stat_result | None:
    try:
        return os.stat(path)
    except OSError as error:
        if error.errno in _ABSENT:
            return None
        raise _refused(path, error) from error
    except ValueError as error:
        raise _refused(path, error) from error


def _refused(path: _Written, error: OSError | ValueError) -> PathError:
    return PathError(shown_path(path), f"it cannot be looked up ({reason_of(error)})", hint_of(error))
