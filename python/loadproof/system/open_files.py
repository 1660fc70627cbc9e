"""The limit of open files (RLIMIT_NOFILE): how many connections it leaves, and what the controller keeps for itself."""

import os
import resource
from dataclasses import dataclass

from loadproof.errors import InputError
from loadproof.system.process_files import descriptor_count

__all__ = [
    "USUAL_CONNECTIONS",
    "OpenFiles",
    "check_open_files",
    "lacking_descriptors",
    "open_files_for",
    "raise_descriptor_limit",
]

USUAL_CONNECTIONS = 1000
"""Connections for which a load checks its limits where nobody wrote how many."""
_OTHER_FILES = 128
"""Open files that a run may need beside its connections: reserve, store, supervisors, logs, probes, engine."""
_MOST_RESERVED = 64
_LEAST_RESERVED = 24
_RESERVED_PART = 4
"""One of so many descriptors is reserved. Runs of one service have about twelve open in the reserve at most."""
_ASKED = 4096
"""Numbers of descriptors looked at where /proc is not there: the kernel gives the lowest free one."""
_BEFORE_CONNECTIONS = 12
"""Descriptors that a run opens before its first connection (store, lock, epoll of each shard), and a few more."""


@dataclass(frozen=True, slots=True)
class OpenFiles:
    """The limit of open files as a load meets it."""

    limit: int
    connections: int
    """Connections that were asked for."""
    room: int
    """Connections that can be open at once: what the limit leaves after the reserve and what is open now."""
    first_reserved: int
    """Descriptors from this number on are reserved for the controller.

    The kernel gives the lowest free number (open(2)), so a connection below it leaves all of the reserve free.
    """

    @property
    def needed(self) -> int:
        """Open files that the run may need with all of its connections."""
        return self.connections + _OTHER_FILES

    @property
    def lacking(self) -> tuple[int, int] | None:
        """(limit, needed) where the limit is too low for the connections; None where it is not."""
        return None if self.limit >= self.needed else (self.limit, self.needed)


def raise_descriptor_limit() -> None:
    """Raises the soft limit of open files to the hard one, which needs no rights."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def lacking_descriptors(connections: int) -> tuple[int, int] | None:
    """(limit, needed) where the limit of open files is too low for so many connections; None where it is not.

    The limit is raised first as far as it may be, the hard one too where the rights allow.
    """
    raise_descriptor_limit()
    needed = connections + _OTHER_FILES
    soft, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY or soft >= needed:
        return None
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (needed, needed))
    except (OSError, ValueError):
        return soft, needed
    return None


def open_files_for(connections: int | None, shards: int, most: int | None = None) -> OpenFiles:
    """The room for `connections` of an engine with so many shards, after the limit was raised as far as it may be.

    Without `connections` the limit is raised for up to `most`, and checked for the usual number. Raises InputError
    where the limit leaves no room for any connection.
    """
    if connections is None:
        lacking_descriptors(most or USUAL_CONNECTIONS)
        connections = min(USUAL_CONNECTIONS, most or USUAL_CONNECTIONS)
    lacking_descriptors(connections)
    limit = _limit()
    first_reserved = limit - _reserved(limit)
    room = first_reserved - _open_now() - shards
    if room < 1:
        raise _too_few(limit, connections)
    return OpenFiles(limit, connections, min(room, connections), first_reserved)


def check_open_files(connections: int | None) -> None:
    """Raises InputError where the limit of open files is too low for a run with any connection.

    `connections` is only named in the cure. The limit is raised first, as far as it may be.
    """
    connections = connections or USUAL_CONNECTIONS
    lacking_descriptors(connections)
    limit = _limit()
    if limit - _open_now() < _reserved(limit) + _BEFORE_CONNECTIONS:
        raise _too_few(limit, connections)


def _reserved(limit: int) -> int:
    return min(_MOST_RESERVED, max(_LEAST_RESERVED, limit // _RESERVED_PART))


def _limit() -> int:
    soft, _hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    # No process of Linux may open more (fs.nr_open), whatever its limit.
    return soft if soft != resource.RLIM_INFINITY else 1 << 30


def _open_now() -> int:
    try:
        return descriptor_count(os.getpid())
    except OSError:
        # Without /proc each number is asked for.
        return sum(map(_is_open, range(min(_limit(), _ASKED))))


def _is_open(descriptor: int) -> bool:
    try:
        os.fstat(descriptor)
    except OSError:
        return False
    return True


def _too_few(limit: int, connections: int) -> InputError:
    return InputError(
        f"open files: the limit of {limit} leaves no room for connections beside the files of loadproof itself. "
        f"Cure: ulimit -n {connections + _OTHER_FILES} before the command, or LimitNOFILE= of its unit"
    )
