"""A server of this machine that forks a process for each connection, such as PostgreSQL (proc(5)).

Read are its processor time, the ends of its connections, and its file systems.
"""

import os
import socket
from collections.abc import Collection, Mapping
from typing import Self

from loadproof.system.kernel_file import read_kernel_file
from loadproof.system.listeners import sockets_of, table_endpoint
from loadproof.system.process_files import process_cpu_s, read_process_stat
from loadproof.system.process_identity import ProcessIdentity, children_of
from loadproof.system.servers import servers_at

__all__ = ["ForkingServer"]

_TICKS_PER_S = os.sysconf("SC_CLK_TCK")
_FOUR_IN_SIX = bytes(10) + b"\xff\xff"
_LISTENING = b"0A"
_CLOSED = {b"07", b"08"}
"""CLOSE and CLOSE_WAIT: the client has closed its side."""
_LARGEST_TABLE = 3 << 20
"""Bytes of a table of sockets above which it may be cut, so that what is not in it says nothing."""


class ForkingServer:
    """The first process of a server, and the one of its children that serves a connection of ours."""

    def __init__(self, root: ProcessIdentity, backend: int) -> None:
        """`backend` is the process that serves the connection, as it is numbered here."""
        self._root = root
        self.backend = backend

    @classmethod
    def found(cls, host: str, port: int, backend: int, descriptor: int) -> Self | None:
        """Return the server at `host` (an address, or the path of a Unix socket) and `port`.

        `backend` is the number that the server gives to the process that serves the connection, in a container another
        one than here; `descriptor` is our end of it. None: the server is on another machine, or its processes cannot be
        seen.
        """
        if (root := _parent_of_peer(backend, descriptor)) is not None:
            return cls(root, backend)
        unix = host if host.startswith("/") else None
        try:
            listening = servers_at([] if unix else [f"{host}:{port}"], unix) or set()
        except (OSError, ValueError):
            return None
        for process_id in sorted(listening):
            for child in _children(process_id):
                root = ProcessIdentity.of(process_id)
                if root is not None and child not in listening and _inner_number(child) == backend:
                    return cls(root, child)
        return None

    @property
    def is_alive(self) -> bool:
        """True if its first process is still there."""
        return self._root.alive

    @property
    def processors(self) -> int | None:
        """Processors that the server may run on; None: it has gone."""
        try:
            return len(os.sched_getaffinity(self._root.process_id))
        except OSError:
            return None

    def cpu_s(self) -> tuple[float, float]:
        """Return the processor time of the process that serves us, and of all processes, also of those that ended.

        Raises OSError.
        """
        root = read_process_stat(self._root.process_id)
        if root is None:
            raise ProcessLookupError(f"process {self._root.process_id} has gone")
        own_s, total_s = 0.0, process_cpu_s(self._root.process_id) + root.waited_ticks / _TICKS_PER_S
        for child in _children(self._root.process_id):
            try:
                used_s = process_cpu_s(child)
            except OSError:
                continue
            total_s += used_s
            own_s = used_s if child == self.backend else own_s
        return own_s, total_s

    def closed_by_client(self, port: int, clients: Collection[tuple[str, int]]) -> set[tuple[str, int]]:
        """Return those of `clients` (address and port) that have closed their connection to `port` of the server.

        `port` is that in the network of the server. Empty if the table of sockets is too long. Raises OSError.
        """
        states: dict[tuple[bytes, int], bytes] = {}
        suffix = f":{port:04X} ".encode()
        for table in ("tcp", "tcp6"):
            try:
                text = read_kernel_file(f"/proc/{self._root.process_id}/net/{table}")
            except FileNotFoundError:
                continue  # A kernel without IPv6.
            if len(text) > _LARGEST_TABLE:
                return set()
            for line in text.splitlines():
                fields = line.split(maxsplit=4) if suffix in line else []
                if len(fields) > 3 and fields[1].endswith(suffix[:-1]):
                    states[_endpoint(fields[2])] = fields[3]
        if not states:
            # Not even the listening socket and our own connection: it is another network.
            return set()
        return {client for client in clients if _is_closed(states, *client)}

    def space_of(self, place: str) -> tuple[int, int]:
        """Return size and free bytes of the file system of a directory of the server; empty: of where it runs.

        Raises OSError.
        """
        process_id = self._root.process_id
        try:
            found = os.statvfs(f"/proc/{process_id}/root{place}" if place else f"/proc/{process_id}/cwd")
        except PermissionError:
            if not place or _inner_number(process_id) != process_id:
                raise
            # The process is another user's, and in no container: its directories are those of this process.
            found = os.statvfs(place)
        return found.f_blocks * found.f_frsize, found.f_bavail * found.f_frsize


def _parent_of_peer(backend: int, descriptor: int) -> ProcessIdentity | None:
    """Return the parent of `backend`, if that holds the other end of a TCP connection; None: it does not, or is hidden.

    By far cheaper than to look at all processes, which finds servers in containers, too.
    """
    try:
        with socket.socket(fileno=os.dup(descriptor)) as own:
            if own.family not in (socket.AF_INET, socket.AF_INET6):
                return None
            ends = own.getpeername()[:2], own.getsockname()[:2]
        wanted = [(_packed(str(host)), int(port)) for host, port in ends]
        suffix = f":{wanted[0][1]:04X} ".encode()
        inode = next(
            int(fields[9])
            for table in ("tcp", "tcp6")
            for line in read_kernel_file(f"/proc/net/{table}").splitlines()
            if suffix in line
            and len(fields := line.split(maxsplit=10)) > 9
            and fields[3] != _LISTENING
            and [_endpoint(fields[1]), _endpoint(fields[2])] == wanted
        )
        stat = read_process_stat(backend)
        if stat is None or not inode or inode not in sockets_of(backend):
            return None
    except (OSError, ValueError, StopIteration):
        return None
    return ProcessIdentity.of(stat.parent)


def _packed(host: str) -> bytes:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.inet_pton(family, host.partition("%")[0]).removeprefix(_FOUR_IN_SIX)


def _endpoint(field: bytes) -> tuple[bytes, int]:
    address, port = table_endpoint(field)
    return address.removeprefix(_FOUR_IN_SIX), port


def _is_closed(states: Mapping[tuple[bytes, int], bytes], address: str, port: int) -> bool:
    try:
        state = states.get((_packed(address), port))
    except OSError:
        return False
    return state is None or state in _CLOSED


def _children(process_id: int) -> Collection[int]:
    try:
        text = read_kernel_file(f"/proc/{process_id}/task/{process_id}/children")
    except OSError:
        # A kernel without CONFIG_PROC_CHILDREN, or a process that has gone.
        return children_of(process_id)
    return [int(word) for word in text.split() if word.isdigit()]


def _inner_number(process_id: int) -> int:
    """Return the number of a process in its own namespace, such as a container; 0: it has gone."""
    try:
        status = read_kernel_file(f"/proc/{process_id}/status")
    except OSError:
        return 0
    line = next((line for line in status.splitlines() if line.startswith(b"NSpid:")), b"")
    words = line.split()[1:]
    return int(words[-1]) if words and words[-1].isdigit() else process_id
