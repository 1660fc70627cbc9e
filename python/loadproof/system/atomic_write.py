"""Atomic writes: each file that a command writes is there as a whole, or stays as it was.

A file is written beside its place under another name, brought to the disk (fsync), and renamed. Only regular files are
written or replaced: never a device, a pipe, a socket, a directory or a symbolic link. All of it goes through a
descriptor of the directory, so that no other directory can come to its place meanwhile.
"""

import errno
import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from loadproof.errors import FileWriteError
from loadproof.system.exhausted_resource import exhausted_resource
from loadproof.system.path_lookup import reason_of, shown_path

__all__ = [
    "OWNER_ONLY",
    "append_to_file",
    "check_appendable",
    "check_writable",
    "file_in_place",
    "made_directory",
    "new_directory",
    "overwrite_in_place",
    "write_file",
]

OWNER_ONLY = 0o600
"""Mode of files that may hold secrets."""
_BY_UMASK = 0o666
_TEMPORARY = ".loadproof-"
_HINT = "name a file in a directory that is there and that you may write to"
_HINTS = {
    errno.EEXIST: "give another name: this one is of a file, or of a link that leads nowhere",
    errno.ENOTDIR: "give another path: a part of it is a file, not a directory",
    errno.EBUSY: "name a file whose directory, and not the file alone, is mounted",
    errno.ELOOP: "correct the links, which lead to one another",
    errno.ENAMETOOLONG: "give a shorter path: 255 bytes a name, 4095 in all",
}
_DIRECTORY = ("it is a directory", "name a file in it")
_DEVICE = ("it is a device, not a regular file", "name a regular file")
_KINDS = (
    (stat.S_ISDIR, *_DIRECTORY),
    (stat.S_ISLNK, "it is a symbolic link", "name the file that it leads to"),
    (stat.S_ISFIFO, "it is a pipe, not a regular file", "name a regular file"),
    (stat.S_ISSOCK, "it is a socket, not a regular file", "name a regular file"),
)
_NO_HARD_LINKS = frozenset((errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK, errno.EACCES))


def write_file(
    path: Path, content: str | bytes, *, mode: int | None = None, replaces: bool = True, option: str | None = None
) -> None:
    """Writes the file, as a whole or not at all. Raises FileWriteError.

    `mode` is exact; without it a new file has that of the umask, and one that is replaced keeps its own. Text is UTF-8,
    with escapes for what UTF-8 cannot hold. Without `replaces` a file that is there stays: FileExistsError.
    """
    with file_in_place(path, mode=mode, replaces=replaces, option=option) as file:
        file.write(content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content)


@contextmanager
def file_in_place(
    path: Path, *, mode: int | None = None, replaces: bool = True, option: str | None = None
) -> Iterator[BinaryIO]:
    """A file to be written in pieces, as `write_file`; it comes to its place when the block ends without an error.

    An OSError within the block is one of this file, and becomes a FileWriteError.
    """
    with _named(path, option, () if replaces else (FileExistsError,)), _directory_of(path) as directory:
        before = _checked(path.name, directory)
        if before is not None and not replaces:
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
        exact = mode if before is None or mode is not None else stat.S_IMODE(before.st_mode) & 0o777
        with _temporary_in(directory, _BY_UMASK if exact is None else OWNER_ONLY) as (temporary, descriptor):
            with os.fdopen(descriptor, "wb") as file:
                if exact is not None:
                    os.fchmod(descriptor, exact)
                yield file
                file.flush()
                os.fsync(descriptor)
            if replaces:
                # A device, or a link, may have come there meanwhile.
                _checked(path.name, directory)
                os.rename(temporary, path.name, src_dir_fd=directory, dst_dir_fd=directory)
            else:
                _place_new(temporary, path.name, directory)


def append_to_file(path: Path, content: str, *, option: str | None = None) -> None:
    """Appends text in one write, after an empty line where others wrote before. Raises FileWriteError.

    The file is made unless it is there. If the disk takes a part of the text alone, that part is taken back.
    """
    with _named(path, option), _directory_of(path) as directory:
        _checked(path.name, directory)
        # Without O_NONBLOCK, a pipe that came to its place would be waited for.
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC
        descriptor = os.open(path.name, flags, _BY_UMASK, dir_fd=directory)
        try:
            status = os.fstat(descriptor)
            _refuse_kind(status.st_mode)
            between = "\n" if status.st_size else ""
            text = f"{between}{content}".encode("utf-8", "backslashreplace")
            _append(descriptor, text)
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _append(descriptor: int, text: bytes) -> None:
    count = os.write(descriptor, text)
    if count == len(text):
        return
    end = os.lseek(descriptor, 0, os.SEEK_CUR)
    if os.fstat(descriptor).st_size == end:
        os.ftruncate(descriptor, end - count)
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def overwrite_in_place(path: Path, content: bytes) -> None:
    """Overwrites the first bytes of a file that is there, which takes no room on a full disk. Raises FileWriteError."""
    with _named(path, None), _directory_of(path) as directory:
        descriptor = os.open(path.name, os.O_WRONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=directory)
        with os.fdopen(descriptor, "wb") as file:
            _refuse_kind(os.fstat(descriptor).st_mode)
            file.write(content)


def check_writable(path: Path, *, option: str | None = None) -> None:
    """Checks that `write_file` can write there, and leaves no trace. Raises FileWriteError."""
    with _named(path, option), _directory_of(path) as directory:
        _checked(path.name, directory)
        with _temporary_in(directory, OWNER_ONLY) as (_, descriptor):
            os.close(descriptor)


def check_appendable(path: Path, *, option: str | None = None) -> None:
    """Checks that `append_to_file` can write there, and leaves no trace. Raises FileWriteError."""
    with _named(path, option), _directory_of(path) as directory:
        # A file that is there needs no room for another one in its directory.
        if _checked(path.name, directory) is None:
            with _temporary_in(directory, OWNER_ONLY) as (_, descriptor):
                os.close(descriptor)


def made_directory(path: Path, *, mode: int = 0o777, option: str | None = None) -> Path:
    """The directory, made with its parents unless it is there. Raises FileWriteError."""
    with _named(path, option):
        path.mkdir(mode=mode, parents=True, exist_ok=True)
    return path


def new_directory(path: Path) -> bool:
    """Makes a directory in one that is there; false if the name is taken. Raises FileWriteError."""
    with _named(path, None):
        try:
            path.mkdir()
        except FileExistsError:
            return False
        return True


class _Unsuitable(Exception):
    """A path under which no regular file can be written; says why, and what to do."""

    def __init__(self, reason: str, hint: str) -> None:
        super().__init__(reason)
        self.reason = reason
        self.hint = hint


@contextmanager
def _named(path: Path, option: str | None, passes: tuple[type[OSError], ...] = ()) -> Iterator[None]:
    """Makes a FileWriteError of what the system says of the path."""
    try:
        yield
    except passes:
        raise
    except _Unsuitable as error:
        raise FileWriteError(shown_path(path), error.reason, error.hint, option) from error
    except (OSError, ValueError) as error:
        raise FileWriteError(shown_path(path), reason_of(error), _hint_of(error), option) from error


def _hint_of(error: OSError | ValueError) -> str:
    number = getattr(error, "errno", None)
    exhausted = None if number == errno.EROFS else exhausted_resource(error)
    if exhausted is not None:
        return exhausted.cure
    return _HINTS.get(number or 0, _HINT)


@contextmanager
def _directory_of(path: Path) -> Iterator[int]:
    """The descriptor of the directory that the file is in; it may be one that can be searched alone."""
    if path.name in ("", ".."):
        raise _Unsuitable(*_DIRECTORY)
    descriptor = os.open(path.parent, os.O_PATH | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _checked(name: str, directory: int) -> os.stat_result | None:
    """The status of the file that is there; None if there is none. Raises _Unsuitable and OSError."""
    try:
        status = os.stat(name, dir_fd=directory, follow_symlinks=False)
    except FileNotFoundError:
        return None
    _refuse_kind(status.st_mode)
    # A rename would replace a file that its owner has protected.
    if not os.access(name, os.W_OK, dir_fd=directory, effective_ids=True):
        # Says why: a missing right, or a file system that cannot be written.
        os.close(os.open(name, os.O_WRONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=directory))
    return status


def _refuse_kind(mode: int) -> None:
    if stat.S_ISREG(mode):
        return
    for is_kind, reason, hint in _KINDS:
        if is_kind(mode):
            raise _Unsuitable(reason, hint)
    raise _Unsuitable(*_DEVICE)


@contextmanager
def _temporary_in(directory: int, mode: int) -> Iterator[tuple[str, int]]:
    """Name and descriptor of a new file, which is removed unless it was renamed, also on Ctrl-C."""
    # The last name of a path may be as long as names can be: this one does not contain it.
    name = f"{_TEMPORARY}{secrets.token_hex(8)}"
    try:
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        yield name, os.open(name, flags, mode, dir_fd=directory)
    finally:
        with suppress(OSError):
            os.unlink(name, dir_fd=directory)


def _place_new(temporary: str, name: str, directory: int) -> None:
    """Gives the file its name unless that is taken. Raises FileExistsError."""
    try:
        os.link(temporary, name, src_dir_fd=directory, dst_dir_fd=directory)
    except FileExistsError:
        raise
    except OSError as error:
        if error.errno not in _NO_HARD_LINKS:
            raise
        # This file system has no hard links: an empty file keeps the name until the whole one replaces it.
        os.close(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, OWNER_ONLY, dir_fd=directory))
        os.rename(temporary, name, src_dir_fd=directory, dst_dir_fd=directory)
