"""A log file that cannot fill the disk: its beginning and its last part are kept."""

import os
from pathlib import Path
from typing import BinaryIO, Self

__all__ = ["BoundedLog"]

_HEAD_BYTES = 4 << 20
_TAIL_BYTES = 12 << 20
_MARK = b"\n[... loadproof left out what stood here, as the log grew too long ...]\n"


class BoundedLog:
    """Appends to a file that keeps its first 4 MiB and its last 12 MiB, or a quarter and the rest of `most_bytes`.

    Past the head, the file is written round and round, and put in order when it is closed. A disk that is full loses
    lines, and nothing else.
    """

    def __init__(self, path: Path, head_bytes: int = _HEAD_BYTES, tail_bytes: int = _TAIL_BYTES) -> None:
        """Goes on with the file if there is one. Raises OSError if it cannot be opened."""
        self._head = head_bytes
        self._tail = tail_bytes
        # A link, or a pipe, that another left there is not followed, and not waited for.
        flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
        self._file: BinaryIO = os.fdopen(os.open(path, flags, 0o600), "r+b", buffering=0)
        self._written = min(self._file.seek(0, 2), head_bytes + tail_bytes)

    @classmethod
    def of_size(cls, path: Path, most_bytes: int | None) -> Self:
        """One that keeps so many; None: as many as of a service. Raises OSError if it cannot be opened."""
        return cls(path) if most_bytes is None else cls(path, most_bytes // 4, most_bytes - most_bytes // 4)

    def write(self, data: bytes) -> None:
        """Appends `data`."""
        left = memoryview(data)
        while left:
            place, room = self._place()
            part = left[:room]
            try:
                self._file.seek(place)
                self._file.write(part)
            except OSError:
                return
            self._written += len(part)
            left = left[len(part) :]

    def close(self) -> None:
        """Puts the last part in order, with a mark where something was left out."""
        try:
            if self._written > self._head + self._tail:
                place, _ = self._place()
                self._file.seek(self._head)
                tail = self._file.read(self._tail)
                turn = place - self._head
                self._file.seek(self._head)
                self._file.write(_MARK + (tail[turn:] + tail[:turn])[len(_MARK) :])
        except OSError:
            pass
        finally:
            self._file.close()

    def _place(self) -> tuple[int, int]:
        """Return the position of the next byte, and the number of bytes that fit there in one piece."""
        if self._written < self._head:
            return self._written, self._head - self._written
        turn = (self._written - self._head) % self._tail
        return self._head + turn, self._tail - turn
