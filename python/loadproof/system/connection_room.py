"""Connections that this machine has room for: local ports and memory."""

from collections.abc import Collection
from pathlib import Path

from loadproof.system.kernel_file import read_kernel_file
from loadproof.system.memory_room import memory_limit_bytes

__all__ = ["connection_room"]

_PORT_RANGE = Path("/proc/sys/net/ipv4/ip_local_port_range")
_USUAL_PORTS = (32_768, 60_999)
_PART_OF_PORTS = 0.45
"""Beyond half of the range the kernel looks through all ports of that half first: 2 ms a connection, not 12 µs."""
_PART_OF_MEMORY = 0.25
_BYTES = 32 * 1024
"""Memory of one connection where both of its ends are here."""
_MOST = 1_000_000


def connection_room(addresses: Collection[object], unix: str | None = None, ports: Path = _PORT_RANGE) -> int:
    """Most connections to a target that leave the machine working: limited by its local ports and by its memory.

    A port can be used once for each address of the target, and a Unix socket needs none.

    >>> connection_room(["127.0.0.1:80"]) <= connection_room(["127.0.0.1:80", "127.0.0.2:80"])
    True
    """
    by_memory = round(_memory_bytes() * _PART_OF_MEMORY / _BYTES)
    by_ports = _MOST if unix is not None else round(_ports(ports) * _PART_OF_PORTS) * max(1, len(set(addresses)))
    return max(1, min(by_memory, by_ports, _MOST))


def _ports(file: Path) -> int:
    try:
        first, last = map(int, read_kernel_file(file).split())
    except (OSError, ValueError):
        first, last = _USUAL_PORTS
    return max(1, last - first + 1)


def _memory_bytes() -> int:
    try:
        return memory_limit_bytes()
    except OSError:
        # Without /proc nobody says what the control group allows.
        return 1 << 30
