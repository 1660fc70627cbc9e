"""Files that users name as input: a regular file, or a pipe where the reader needs it once; nothing else is opened."""

import io
import os
import select
import stat
import time
from pathlib import Path
from typing import Any

from loadproof.errors import WrittenValueError
from loadproof.system.path_lookup import hint_of, reason_of

__all__ = ["FileError", "open_file_or_pipe", "open_regular_file"]

_WRITER_PATIENCE_S = 5.0
"""For a process that opens the other end of a named pipe."""
_POLL_S = 0.05
_HEAD_BYTES = 1 << 16
_REFUSED = (
    (stat.S_ISDIR, "this is a directory", "name a file in it"),
    (stat.S_ISFIFO, "this is not a regular file but a pipe", "name a file that can be read twice"),
    (stat.S_ISSOCK, "this is not a regular file but a socket", "name a regular file"),
    (lambda mode: not stat.S_ISREG(mode), "this is not a regular file but a device", "name a regular file"),
)


class FileError(WrittenValueError):
    """The file is not there, is not a regular file, is too large, or may not be read."""


def open_regular_file(path: Path, largest_bytes: int, *, follows_links: bool = True) -> io.BufferedReader:
    """The open file of at most `largest_bytes`; never waits on a pipe. Raises FileError."""
    return _opened(path, largest_bytes, takes_pipe=False, follows_links=follows_links)


def open_file_or_pipe(path: Path, largest_bytes: int) -> io.BufferedReader:
    """The open file of at most `largest_bytes`, or a pipe of any length, such as `<(zcat gc.log.gz)` of a shell.

    A pipe is waited for as long as a process has its other end open, and for five seconds until one opens it. Raises
    FileError.
    """
    return _opened(path, largest_bytes, takes_pipe=True, follows_links=True)


def _opened(path: Path, largest_bytes: int, *, takes_pipe: bool, follows_links: bool) -> io.BufferedReader:
    try:
        # Opening a device may already do something: its kind is looked at before.
        _check_kind(os.stat(path, follow_symlinks=follows_links), largest_bytes, takes_pipe)
        # Another file may have come to its place: without O_NONBLOCK a pipe would be waited for.
        flags = os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY | (0 if follows_links else os.O_NOFOLLOW)
        descriptor = os.open(path, flags)
    except (FileNotFoundError, IsADirectoryError) as error:
        raise FileError("there is no such file", "check the path; it is relative to where it is written") from error
    except (OSError, ValueError) as error:
        raise FileError(f"the file cannot be read ({reason_of(error)})", hint_of(error)) from error
    try:
        status = os.fstat(descriptor)
        _check_kind(status, largest_bytes, takes_pipe)
        head = _head_of(descriptor) if stat.S_ISFIFO(status.st_mode) else b""
        os.set_blocking(descriptor, True)
        return io.BufferedReader(_HeadedFile(descriptor, head))
    except BaseException:
        os.close(descriptor)
        raise


def _check_kind(status: os.stat_result, largest_bytes: int, takes_pipe: bool) -> None:
    if takes_pipe and stat.S_ISFIFO(status.st_mode):
        return
    for is_kind, told, hint in _REFUSED:
        if is_kind(status.st_mode):
            raise FileError(told, hint)
    if status.st_size > largest_bytes:
        raise FileError(
            f"the file has {status.st_size} bytes, more than {largest_bytes // 2**20} MiB", "give a smaller file"
        )


def _head_of(descriptor: int) -> bytes:
    """The first bytes of a pipe, once something is in it; none if its writers have closed it."""
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    until_s = time.monotonic() + _WRITER_PATIENCE_S
    while True:
        try:
            head = os.read(descriptor, _HEAD_BYTES)
        except BlockingIOError:
            # A process has the other end open, and may take long to write.
            poll.poll()
            continue
        except OSError as error:
            raise FileError(f"the pipe cannot be read ({reason_of(error)})", "write to it again") from error
        if head or any(event & select.POLLHUP for _, event in poll.poll(0)):
            return head
        if time.monotonic() > until_s:
            raise FileError(
                f"no process writes to this pipe (waited {_WRITER_PATIENCE_S:.0f} s)",
                "start the process that writes to it, or name a file",
            )
        time.sleep(_POLL_S)


class _HeadedFile(io.FileIO):
    """A pipe whose first bytes were read already."""

    def __init__(self, descriptor: int, head: bytes) -> None:
        super().__init__(descriptor, "rb")
        self._head = memoryview(head)

    def readinto(self, buffer: Any) -> int | None:
        room = memoryview(buffer).cast("B")
        if not self._head:
            return super().readinto(room)
        count = min(len(room), len(self._head))
        room[:count], self._head = self._head[:count], self._head[count:]
        return count

    def readall(self) -> bytes:
        head, self._head = bytes(self._head), memoryview(b"")
        return head + super().readall()
