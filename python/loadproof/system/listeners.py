"""Listeners on an address of this machine (proc(5): /proc/net/tcp, tcp6 and unix, and descriptors of processes)."""

import errno
import os
import socket
import struct
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from loadproof.system.process_identity import process_ids

__all__ = [
    "Listener",
    "held_by",
    "holders",
    "listeners_of_port",
    "listeners_on",
    "listeners_on_path",
    "local_addresses",
    "named_process",
    "sockets_of",
    "table_endpoint",
]

_LISTENING, _OPENING = b"0A", b"03"
_ACCEPTS = 0x10000
"""The flag of a Unix socket that listens (__SO_ACCEPTCON)."""
_FOUR_IN_SIX = bytes(10) + b"\xff\xff"
_LONGEST_NAME = 32
_OWN_TABLES = "/proc/net"


@dataclass(frozen=True, slots=True)
class Listener:
    """One listening socket: its inode, which its holders' descriptors name, and where it listens, as it is shown."""

    inode: int
    address: str


def listeners_on(host: str, port: int, tables: str = _OWN_TABLES) -> list[Listener] | None:
    """The sockets that take a connection to `host` (an address) and `port`: several only where they share it.

    A socket of this very address goes before one of all addresses, as in the kernel. `tables` is the `net` directory of
    a process, for its network namespace. None: the tables cannot be read.
    """
    asked = _packed(host)
    try:
        found = [
            (_distance(packed, asked), Listener(inode, address)) for packed, inode, address in _sockets(port, tables)
        ]
    except OSError:
        return None
    nearest = min((distance for distance, _ in found if distance is not None), default=None)
    # A socket for all IPv6 addresses takes IPv4 as well unless IPV6_V6ONLY is set; only an attempt to bind shows it.
    if nearest == 2 and tables == _OWN_TABLES and _can_be_bound(host, port):
        return []
    return [listener for distance, listener in found if distance is not None and distance == nearest]


def listeners_of_port(port: int) -> list[Listener]:
    """The sockets that listen on `port` of any address; none where the tables cannot be read."""
    try:
        return [Listener(inode, address) for _, inode, address in _sockets(port)]
    except OSError:
        return []


def listeners_on_path(path: str) -> list[Listener]:
    """The Unix sockets that were bound to `path`, or to a relative path that may be it, and listen."""
    found = []
    try:
        with open("/proc/net/unix", "rb") as lines:
            for line in lines:
                fields = line.rstrip(b"\n").split(maxsplit=7)
                if len(fields) == 8 and fields[6].isdigit() and int(fields[3], 16) & _ACCEPTS:
                    bound = os.fsdecode(fields[7])
                    if bound == path or (bound[:1] not in "/@" and path.endswith("/" + bound.removeprefix("./"))):
                        found.append(Listener(int(fields[6]), path))
    except (OSError, ValueError):
        return []
    return found


def local_addresses(host: str, port: int) -> list[str]:
    """The addresses of `host` that are of this machine; where it listens on all, those of its loopback.

    >>> local_addresses("0.0.0.0", 80), local_addresses("192.0.2.1", 80)
    (['127.0.0.1'], [])
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return []
    loopback = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - nothing is bound to it
    addresses = [str(entry[4][0]) for entry in found]
    return [address for address in dict.fromkeys(loopback.get(one, one) for one in addresses) if _is_local(address)]


def sockets_of(process_id: int) -> set[int]:
    """The inodes of its sockets. Raises OSError: it has gone, or its descriptors are hidden."""
    inodes = set()
    place = f"/proc/{process_id}/fd"
    for name in os.listdir(place):
        try:
            target = os.readlink(f"{place}/{name}")
        except OSError:
            continue
        if target.startswith("socket:["):
            inodes.add(int(target[8:-1]))
    return inodes


def held_by(process_id: int, inodes: Collection[int]) -> set[int]:
    """Return the sockets `inodes` that the process holds.

    Raises OSError if the process is gone or its descriptors are hidden.
    """
    return sockets_of(process_id) & set(inodes)


def holders(inodes: Collection[int]) -> dict[int, list[int]]:
    """By inode: the processes that hold it, as far as they can be seen, the oldest id first."""
    found: dict[int, list[int]] = {inode: [] for inode in inodes}
    for process_id in sorted(process_ids()):
        try:
            held = held_by(process_id, inodes)
        except OSError:
            continue
        for inode in held:
            found[inode].append(process_id)
    return found


def named_process(process_ids: Iterable[int]) -> tuple[str, int] | None:
    """The name, which is what it says of itself, and the id of the first of `process_ids` that is still there."""
    for process_id in process_ids:
        try:
            with open(f"/proc/{process_id}/comm", "rb") as file:
                name = file.read().decode("utf-8", "replace").rstrip("\n")[:_LONGEST_NAME]
        except OSError:
            continue
        plain = "".join(sign if sign.isprintable() else "·" for sign in name)
        return plain or "?", process_id
    return None


def _sockets(port: int, tables: str = _OWN_TABLES) -> Iterator[tuple[bytes, int, str]]:
    """Address (4 or 16 bytes), inode and shown address of each TCP socket that listens on `port`. Raises OSError."""
    suffix = f":{port:04X}".encode()
    for table in ("tcp", "tcp6"):
        try:
            lines = open(f"{tables}/{table}", "rb")  # noqa: SIM115 - closed below, where reading it may fail too
        except FileNotFoundError:
            if table == "tcp":
                raise
            return  # A kernel without IPv6.
        with lines:
            next(lines, None)
            for line in lines:
                fields = line.split(maxsplit=10)
                if fields[3] not in (_LISTENING, _OPENING):
                    break  # Those that listen come first; a load leaves many thousands of others.
                if fields[3] == _LISTENING and fields[1].endswith(suffix):
                    packed, _ = table_endpoint(fields[1])
                    yield packed, int(fields[9]), _shown(packed, port)


def table_endpoint(field: bytes) -> tuple[bytes, int]:
    r"""Address (4 or 16 bytes) and port of a field of /proc/net/tcp: words of 32 bits, as numbers of this machine.

    >>> table_endpoint(b"01010101:1F90")
    (b'\x01\x01\x01\x01', 8080)
    """
    address, _, port = field.decode().partition(":")
    words = (int(address[at : at + 8], 16) for at in range(0, len(address), 8))
    return b"".join(struct.pack("=I", word) for word in words), int(port, 16)


def _shown(packed: bytes, port: int) -> str:
    if len(packed) == 4:
        return f"{socket.inet_ntop(socket.AF_INET, packed)}:{port}"
    return f"[{socket.inet_ntop(socket.AF_INET6, packed)}]:{port}"


def _packed(host: str) -> bytes:
    return socket.inet_pton(_family(host), host.partition("%")[0])


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def _distance(bound: bytes, asked: bytes) -> int | None:
    """Return the distance of a bound address from the `asked` one; None: another address.

    0 is the same address, 1 all addresses of the same family, 2 all IPv6 addresses for an IPv4 address.
    """
    bound = bound.removeprefix(_FOUR_IN_SIX)
    asked = asked.removeprefix(_FOUR_IN_SIX)
    if bound == asked:
        return 0
    if any(bound):
        return None
    if len(bound) == len(asked):
        return 1
    return 2 if len(bound) == 16 else None


def _can_be_bound(host: str, port: int) -> bool:
    with socket.socket(_family(host)) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            return error.errno not in (errno.EADDRINUSE, errno.EACCES)
    return True


def _is_local(host: str) -> bool:
    with socket.socket(_family(host), socket.SOCK_DGRAM) as probe:
        try:
            probe.bind((host, 0))
        except OSError:
            return False
    return True
