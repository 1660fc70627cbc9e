"""Space that the sessions of an SQL injection may fill: file systems of the server's data and temporary tablespaces.

`temp_file_limit` bounds sorts and hashes. It bounds no table, and no temporary table either: PostgreSQL has no such
limit. So the free space is looked at once a second while the sessions are there, and they are ended before a disk is
full. A file system in memory (tmpfs) may be filled, which is a problem that studies make on purpose, as long as the
machine has the memory for all of it.

Only file systems of this machine can be seen. On another machine nothing but `temp_file_limit` holds.
"""

import os
import socket
from collections.abc import Sequence
from dataclasses import dataclass

from loadproof.model.message import Message, byte_size
from loadproof.postgres.link import PostgresLink, PostgresRefusal
from loadproof.postgres.queries import MARK
from loadproof.system.host_counters import read_host
from loadproof.system.kernel_file import read_kernel_file

__all__ = ["SPARE_DISK_BYTES", "ServerSpace", "is_this_machine", "read_server_space"]

SPARE_DISK_BYTES = 10_000_000_000
"""Free space that bounded temporary files have to leave on a disk."""
_LEAST_DISK_BYTES = SPARE_DISK_BYTES // 2
"""Free space of a disk below which sessions are ended: what a second may write has room in it."""
_SPARE_MEMORY_BYTES = 1_000_000_000
"""Available memory that a full file system in memory has to leave."""
_LEAST_MEMORY_BYTES = _SPARE_MEMORY_BYTES // 2
_IN_MEMORY = (b"tmpfs", b"ramfs")
_ANSWER_S = 5.0
_SEPARATOR = b" - "
_PLACES = f"""
SELECT {MARK} pg_catalog.current_setting('data_directory') AS data, (
    SELECT pg_catalog.string_agg(pg_catalog.pg_tablespace_location(oid), E'\\n') FROM pg_catalog.pg_tablespace
    WHERE spcname = ANY (pg_catalog.string_to_array(
        pg_catalog.translate(pg_catalog.current_setting('temp_tablespaces'), '" ', ''), ','))
) AS temporary
"""  # noqa: S608 - a mark, and nothing of others


@dataclass(frozen=True, slots=True)
class ServerSpace:
    """Directories of a server on this machine, by the kind of their file systems."""

    data: str
    """Directory of the data."""
    disks: tuple[str, ...]
    """Directories on disks: the data, and temporary tablespaces."""
    in_memory: tuple[str, ...]
    """Temporary tablespaces on file systems in memory."""

    def free_bytes(self) -> int:
        """Return the free bytes of the file system of the data. Raises OSError."""
        return _free_bytes(self.data)

    def refusal(self, most_bytes: int | None) -> Message | None:
        """Return why a full file system in memory would take the memory of the machine; None: it would not.

        `most_bytes` is the most that the sessions write there; None: up to all that it has free.
        """
        for directory in self.in_memory:
            try:
                free = _free_bytes(directory)
            except OSError:
                continue
            growth = free if most_bytes is None else min(free, most_bytes)
            available = _available_bytes()
            if available is not None and available - growth < _SPARE_MEMORY_BYTES:
                spare = byte_size(_SPARE_MEMORY_BYTES)
                values = {"free": byte_size(growth), "available": byte_size(available), "spare": spare}
                return Message("sql-without-memory", directory=directory, **values)
        return None

    def shortage(self) -> Message | None:
        """Return which space has become so low that the sessions have to end; None: none has."""
        for directory in self.disks:
            try:
                free = _free_bytes(directory)
            except OSError:
                continue
            if free < _LEAST_DISK_BYTES:
                return Message(
                    "sql-disk-low", directory=directory, free=byte_size(free), least=byte_size(_LEAST_DISK_BYTES)
                )
        if self.in_memory:
            available = _available_bytes()
            if available is not None and available < _LEAST_MEMORY_BYTES:
                least = byte_size(_LEAST_MEMORY_BYTES)
                return Message(
                    "sql-memory-low", directory=self.in_memory[0], available=byte_size(available), least=least
                )
        return None


def read_server_space(link: PostgresLink, host: str) -> ServerSpace | None:
    """Ask the server for its directories; None: it is on another machine, or they cannot be read.

    Raises ProbeFailure if the connection ends.
    """
    if not is_this_machine(host):
        return None
    try:
        row = link.ask(_PLACES, _ANSWER_S)
        data = row.get("data") or ""
        _free_bytes(data)
    except (PostgresRefusal, OSError, ValueError):
        return None
    temporary = [place for place in (row.get("temporary") or "").split("\n") if place]
    kinds = {place: _is_in_memory(place) for place in temporary}
    disks = (data, *(place for place, is_in_memory in kinds.items() if not is_in_memory))
    return ServerSpace(data, disks, tuple(place for place, is_in_memory in kinds.items() if is_in_memory))


def is_this_machine(host: str) -> bool:
    """Return True for a Unix socket, and a name or address of the loopback interface."""
    if host.startswith(("/", "@")) or host == "localhost":
        return True
    for family in (socket.AF_INET, socket.AF_INET6):
        try:
            packed = socket.inet_pton(family, host)
        except (OSError, ValueError):
            continue
        return packed[:1] == b"\x7f" if family == socket.AF_INET else packed == socket.inet_pton(family, "::1")
    return False


def _free_bytes(directory: str) -> int:
    seen = os.statvfs(directory)
    return seen.f_bavail * seen.f_frsize


def _available_bytes() -> int | None:
    try:
        return read_host().memory_available_bytes
    except OSError:
        return None


def _is_in_memory(directory: str) -> bool:
    """Return True if the kernel shows a file system in memory there; False if it does not tell."""
    try:
        device = os.stat(directory).st_dev
        mounts = read_kernel_file("/proc/self/mountinfo").splitlines()
    except (OSError, ValueError):
        return False
    return _kind_of(mounts, f"{os.major(device)}:{os.minor(device)}".encode()) in _IN_MEMORY


def _kind_of(mounts: Sequence[bytes], device: bytes) -> bytes:
    """Return the type of the file system of a device in lines of mountinfo (proc(5)); empty: none has it.

    >>> _kind_of([b"36 35 0:42 / /mnt rw,noatime master:1 - tmpfs tmpfs rw,size=64m"], b"0:42")
    b'tmpfs'
    """
    for line in mounts:
        before, _, after = line.partition(_SEPARATOR)
        words = before.split()
        if len(words) > 2 and words[2] == device:
            return after.split(b" ", 1)[0]
    return b""
