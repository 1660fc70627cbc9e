"""Processes of this machine that serve other processes, by the ends of connections (proc(5): /proc/net/tcp)."""

import os
import socket
import time
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from loadproof.system.kernel_file import read_kernel_file
from loadproof.system.listeners import (
    holders,
    listeners_on,
    listeners_on_path,
    local_addresses,
    sockets_of,
    table_endpoint,
)
from loadproof.system.process_files import read_process_stat
from loadproof.system.process_identity import descendants_of, process_ids

__all__ = ["TargetServers", "servers_at", "servers_of"]

_ESTABLISHED = b"01"
_MOST_CONNECTIONS = 100_000
_MOST_SERVERS = 64
_FORWARDERS = ("docker-proxy", "rootlessport", "slirp4netns", "pasta", "kube-proxy", "ssh", "sshd")
"""Programs that listen in place of a service that is elsewhere, or cannot be seen."""
_TELLS = "docker-proxy"
"""The one of them that is told in its command to which address and port it hands connections."""
_MOST_NAMESPACES = 256
_LONGEST_PORT = 5
_FOUR_IN_SIX = bytes(10) + b"\xff\xff"


class TargetServers:
    """The processes that listen on one target, for several who ask for them at the same time: it is looked for once."""

    _FRESH_S = 0.5

    def __init__(self, addresses: Sequence[str], unix: str | None = None) -> None:
        """The target as `servers_at` has it."""
        self._addresses = tuple(addresses)
        self._unix = unix
        self._found: set[int] | None = None
        self._found_s = float("-inf")

    def now(self, fresh_s: float = _FRESH_S) -> set[int] | None:
        """Return the result of `servers_at`, not older than `fresh_s` seconds."""
        if time.monotonic() - self._found_s > fresh_s:
            self._found = servers_at(self._addresses, self._unix)
            self._found_s = time.monotonic()
        return None if self._found is None else set(self._found)


def servers_at(addresses: Sequence[str], unix: str | None = None) -> set[int] | None:
    """The processes that listen at `addresses` (`127.0.0.1:80`) or at a Unix socket; None: that is elsewhere.

    Also those in a container, where its network can be seen. Nobody where they cannot: another user's without the
    rights, and one to whom a proxy or the kernel hands connections.
    """
    inodes = [listener.inode for listener in (listeners_on_path(unix) if unix else ())]
    is_here = unix is not None
    contained: set[int] = set()
    for address in addresses:
        host, _, port = address.rpartition(":")
        host = host.strip("[]")
        if local_addresses(host, int(port)):
            is_here = True
            inodes += [listener.inode for listener in listeners_on(host, int(port)) or ()]
        else:
            contained |= _in_containers(host, int(port))
    found = _holding(inodes)
    for process_id in [one for one in found if _name_of(one) == _TELLS]:
        contained |= _handed_to(process_id)
    if not is_here and not contained:
        return None
    return {process_id for process_id in found if _name_of(process_id) not in _FORWARDERS} | contained


def _holding(inodes: Collection[int]) -> set[int]:
    return {process_id for of_one in holders(inodes).values() for process_id in of_one} if inodes else set()


def _in_containers(host: str, port: int) -> set[int]:
    """The processes that listen at an address of another network namespace of this machine, as far as it is seen."""
    inodes: list[int] = []
    for process_id in _other_namespaces():
        tables = f"/proc/{process_id}/net"
        if _has_address(tables, host):
            inodes += [listener.inode for listener in listeners_on(host, port, tables) or ()]
    return _holding(inodes)


def _other_namespaces() -> list[int]:
    """A process of each network namespace that is not ours."""
    namespaces = {_network_of("self"): 0}
    for process_id in process_ids():
        namespaces.setdefault(_network_of(process_id), process_id)
    return [process_id for name, process_id in namespaces.items() if process_id and name][:_MOST_NAMESPACES]


def _network_of(process: int | str) -> str:
    try:
        return os.readlink(f"/proc/{process}/ns/net")
    except OSError:
        return ""


def _has_address(tables: str, host: str) -> bool:
    """Return True if the network of `tables` has the address `host` (fib_trie; if_inet6 of proc(5))."""
    try:
        if ":" in host:
            packed = socket.inet_pton(socket.AF_INET6, host.partition("%")[0]).hex().encode()
            return any(line.startswith(packed) for line in read_kernel_file(f"{tables}/if_inet6").splitlines())
        lines = read_kernel_file(f"{tables}/fib_trie").split(b"\n")
    except OSError:
        return False
    leaf = f"|-- {host}".encode()
    return any(line.strip() == leaf and b"host LOCAL" in following for line, following in pairwise(lines))


def _handed_to(process_id: int) -> set[int]:
    """To whom a proxy hands connections that says so in its command."""
    try:
        words = read_kernel_file(f"/proc/{process_id}/cmdline").decode("utf-8", "replace").split("\0")
    except OSError:
        return set()
    told = {name.lstrip("-"): value for name, value in pairwise(words)}
    host, port = told.get("container-ip", ""), told.get("container-port", "")
    return _in_containers(host, int(port)) if port.isdecimal() and len(port) <= _LONGEST_PORT else set()


def servers_of(process_ids: Collection[int]) -> set[int]:
    """The processes that listen where connections of `process_ids` lead, where theirs lead, and so on.

    Only in that direction: who connects to them is no server of theirs. What cannot be seen is left out: Unix sockets,
    other network namespaces, and descriptors of other users without the rights.
    """
    found: set[int] = set()
    asked = set(process_ids)
    while asked:
        inodes = _sockets_of(asked)
        fresh: set[int] = set()
        for host, port in sorted(_remotes(inodes))[:_MOST_SERVERS]:
            if local_addresses(host, port):
                listeners = listeners_on(host, port) or ()
                fresh.update(*holders([listener.inode for listener in listeners]).values())
        fresh -= found | set(process_ids)
        found |= fresh
        asked = fresh | {member for one in fresh for member in descendants_of(one)}
    return found


def _sockets_of(process_ids: Collection[int]) -> set[int]:
    inodes: set[int] = set()
    for process_id in process_ids:
        try:
            inodes |= sockets_of(process_id)
        except OSError:
            continue  # It has gone, or it is another user's.
    return inodes


def _remotes(inodes: Collection[int]) -> set[tuple[str, int]]:
    """Return the remote host and port of each established TCP connection among `inodes`."""
    return {remote for inode, remote in _established() if inode in inodes}


def _established() -> Iterator[tuple[int, tuple[str, int]]]:
    for table in ("tcp", "tcp6"):
        try:
            with open(f"/proc/net/{table}", "rb") as lines:
                next(lines, None)
                for _, line in zip(range(_MOST_CONNECTIONS), lines, strict=False):
                    fields = line.split(maxsplit=10)
                    if len(fields) > 9 and fields[3] == _ESTABLISHED:
                        yield int(fields[9]), _shown(*table_endpoint(fields[2]))
        except OSError:
            continue


def _shown(packed: bytes, port: int) -> tuple[str, int]:
    packed = packed.removeprefix(_FOUR_IN_SIX) if len(packed) == 16 else packed
    return socket.inet_ntop(socket.AF_INET if len(packed) == 4 else socket.AF_INET6, packed), port


def _name_of(process_id: int) -> str:
    stat = read_process_stat(process_id)
    return "" if stat is None else stat.name
