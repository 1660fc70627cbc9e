"""The log of collections that a running VM writes: found among its open files, and read on as it grows."""

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from loadproof.jvm.gc.collector_log import CollectorLog
from loadproof.jvm.gc.line_clock import LineClock
from loadproof.jvm.gc.lines import GcLines
from loadproof.jvm.gc.log_parts import LogFiles

__all__ = ["FollowedLog", "LogSums", "open_log_of"]

_HEAD_BYTES = 1 << 16
_WHOLE_BYTES = 8 << 20
"""A log up to this size is read from its begin: a tenth of a second."""
_TAIL_BYTES = 1 << 20
_MOST_AT_ONCE = 8 << 20
_LONGEST_REST = 1 << 16
_MOST_FILES = 4096
_MOST_LOOKED_INTO = 64
_WRITES = os.O_WRONLY | os.O_RDWR


@dataclass(frozen=True, slots=True)
class LogSums:
    """Sums over a log since reading began; their growth gives the rates."""

    pauses: int
    paused_s: float
    allocated_mib: float
    allocation_s: float
    """The time in which that was allocated: from its first collection to its last."""
    promoted_mib: float | None
    full_collections: int
    live_sets: int
    """Collections that told what is alive."""
    live_set_mib: float
    """Live set after the last of these collections, MiB."""
    ended: int = 0
    """Collections that told what they left in use."""
    used_after_mib: float | None = None
    """In use after the last of them."""
    capacity_mib: float | None = None
    """Size of the heap by the last line that states it, MiB."""


class FollowedLog:
    """Reads one log of a running VM on, also when it is rotated meanwhile; never waits for it.

    What is longer than 8 MiB is read from its last mebibyte on, with what its head says of the VM. What the parts of it
    mean is `CollectorLog`, as for `loadproof gc`.
    """

    def __init__(self, place: str) -> None:
        """`place` is a link in /proc/PID/fd, which leads to the file also out of a container. Raises OSError."""
        self.place = place
        self.name = os.readlink(place)
        self.log = CollectorLog(LogFiles(self.name, (place,)))
        self.has_skipped = False
        """True if a part was skipped because the log grew faster than it may be read."""
        self._rest = b""
        self._is_within_line = False
        """True if the next bytes begin inside a line that is skipped."""
        self._descriptor, self._inode = _opened(place)
        try:
            self._begin()
        except OSError:
            self.close()
            raise

    def read(self, most_bytes: int = _MOST_AT_ONCE) -> LogSums:
        """Read on and return the sums so far; if the log grew by more than `most_bytes`, read only its last part.

        Raises OSError where it cannot be read any more.
        """
        self._skip(most_bytes)
        self._read_on()
        # A VM that rotates its log closes the file, and opens another of the same name.
        with suppress(OSError):
            place = self._place_now()
            if place is not None and os.stat(place).st_ino != self._inode:
                self._next_file(place)
        return self.sums

    @property
    def sums(self) -> LogSums:
        """Sums as of the last reading."""
        log = self.log
        groups = log.groups.values()
        return LogSums(
            pauses=sum(times.count for times in groups),
            paused_s=sum(times.total_ms for times in groups) / 1e3,
            allocated_mib=log.heap.allocated_mib,
            allocation_s=log.heap.allocation_s,
            promoted_mib=log.heap.promoted_mib,
            full_collections=log.full_collections,
            live_sets=log.live.collections,
            live_set_mib=log.live.last_mib,
            ended=log.heap.ended,
            used_after_mib=log.heap.after_mib,
            capacity_mib=log.heap.capacity_mib,
        )

    def close(self) -> None:
        """Lets the file go."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
        self._descriptor = -1

    def _begin(self) -> None:
        size = os.fstat(self._descriptor).st_size
        if size <= _WHOLE_BYTES:
            self._read_on()
            return
        head = CollectorLog(self.log.files)
        head.read_lines(os.pread(self._descriptor, _HEAD_BYTES, 0).rpartition(b"\n")[0])
        self.log.collector, self.log.version = head.collector, head.version
        self.log.heap_max_mib, self.log.heap.region_mib = head.heap_max_mib, head.heap.region_mib
        self._seek(size - _TAIL_BYTES)
        self._read_on()

    def _skip(self, most_bytes: int) -> None:
        """If the log grew by more than `most_bytes`, skip to its last part and restart the heap use.

        Without the restart, the skipped part would count as memory that was not allocated.
        """
        size = os.fstat(self._descriptor).st_size
        if size - os.lseek(self._descriptor, 0, os.SEEK_CUR) > most_bytes:
            self.has_skipped = True
            self.log.heap.restart()
            self._seek(size - most_bytes // 2)

    def _seek(self, place: int) -> None:
        os.lseek(self._descriptor, place, os.SEEK_SET)
        self._rest, self._is_within_line = b"", True
        self.log.begin_part()

    def _place_now(self) -> str | None:
        """The link that leads to the file of its name; None: none does just now."""
        with suppress(OSError):
            if os.readlink(self.place) == self.name:
                return self.place
        directory = os.path.dirname(self.place)
        for number in os.listdir(directory)[:_MOST_FILES]:
            with suppress(OSError):
                if os.readlink(f"{directory}/{number}") == self.name:
                    return f"{directory}/{number}"
        return None

    def _next_file(self, place: str) -> None:
        descriptor, inode = _opened(place)
        # What was written to the former part just before its end.
        self._read_on()
        self.close()
        self.place, self._descriptor, self._inode = place, descriptor, inode
        self._rest, self._is_within_line = b"", False
        self.log.begin_file()
        self._read_on()

    def _read_on(self) -> None:
        if os.fstat(self._descriptor).st_size < os.lseek(self._descriptor, 0, os.SEEK_CUR):
            # Somebody has emptied it.
            os.lseek(self._descriptor, 0, os.SEEK_SET)
            self._rest, self._is_within_line = b"", False
        left = _MOST_AT_ONCE
        while left > 0 and (piece := os.read(self._descriptor, min(left, 1 << 20))):
            left -= len(piece)
            if self._is_within_line:
                _, end, piece = piece.partition(b"\n")
                self._is_within_line = not end
            lines, end, rest = (self._rest + piece).rpartition(b"\n")
            if end:
                self.log.read_lines(lines + end)
            self._rest = rest
            if len(rest) > _LONGEST_REST:
                self._rest, self._is_within_line = b"", True


def open_log_of(process_id: int) -> FollowedLog | None:
    """The log of collections that a process has open to write; None: none, or none that may be read.

    It is known by its lines, not by its name: the options of a VM may have been changed while it ran.
    """
    for place in _written_files(process_id):
        with suppress(OSError):
            descriptor, _ = _opened(place)
            try:
                head = os.pread(descriptor, _HEAD_BYTES, 0)
            finally:
                os.close(descriptor)
            if _is_of_collector(head):
                return FollowedLog(place)
    return None


def _is_of_collector(head: bytes) -> bool:
    lines = head.rpartition(b"\n")[0]
    # Most files of a service have none of these, and need no look at each line.
    if not any(mark in lines for mark in (b"[gc", b"GC(", b"Using ")):
        return False
    return next(GcLines().events(lines, LineClock(lines.split(b"\n")).kind), None) is not None


def _written_files(process_id: int) -> Iterator[str]:
    """Regular files that are open to be written, the lowest numbers first: a VM opens its log early."""
    directory = Path(f"/proc/{process_id}/fd")
    try:
        numbers = sorted(int(name) for name in os.listdir(directory)[:_MOST_FILES])
    except OSError:
        return
    looked_into = 0
    for number in numbers:
        place = f"{directory}/{number}"
        with suppress(OSError, ValueError):
            told = os.stat(place)
            if not stat.S_ISREG(told.st_mode) or not told.st_size or not _is_written(process_id, number):
                continue
            looked_into += 1
            yield place
        if looked_into >= _MOST_LOOKED_INTO:
            return


def _is_written(process_id: int, number: int) -> bool:
    text = Path(f"/proc/{process_id}/fdinfo/{number}").read_bytes()
    flags = next(line.split()[1] for line in text.splitlines() if line.startswith(b"flags:"))
    return bool(int(flags, 8) & _WRITES)


def _opened(place: str) -> tuple[int, int]:
    """A descriptor to read a regular file, and its inode. Raises OSError."""
    descriptor = os.open(place, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    told = os.fstat(descriptor)
    if not stat.S_ISREG(told.st_mode):
        os.close(descriptor)
        raise OSError(f"{place} is no file")
    return descriptor, told.st_ino
