"""Ports that services can listen on."""

import random
import socket
from collections.abc import Iterable
from pathlib import Path

__all__ = ["free_ports", "is_free"]

_LOWEST = 20_000
_HIGHEST = 32_767
_ATTEMPTS = 200
_RANGE = Path("/proc/sys/net/ipv4/ip_local_port_range")


def free_ports(count: int, taken: Iterable[int] = ()) -> list[int]:
    """`count` ports that nobody listens on, none of them in `taken`.

    They stand outside the range that the kernel gives to outgoing connections, of which a load makes many: one of
    those could take the port while its service starts again. Where that range leaves no room, they are in it.
    """
    chosen: list[int] = []
    banned = set(taken)
    outgoing = _outgoing()
    candidates = [port for port in range(_LOWEST, _HIGHEST + 1) if port not in outgoing and port not in banned]
    for port in random.sample(candidates, min(_ATTEMPTS, len(candidates))):
        if len(chosen) == count:
            return chosen
        if is_free(port):
            chosen.append(port)
    while len(chosen) < count:
        port = _any_port()
        if port not in banned and port not in chosen:
            chosen.append(port)
    return chosen


def is_free(port: int) -> bool:
    """Return True if a service could listen on `port` of all addresses of this machine now."""
    with socket.socket() as probe:
        # As services do: connections of the one before, still being forgotten, do not matter.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("", port))
        except OSError:
            return False
    return True


def _any_port() -> int:
    with socket.socket() as probe:
        probe.bind(("", 0))
        return int(probe.getsockname()[1])


def _outgoing() -> range:
    try:
        low, high = _RANGE.read_text(encoding="ascii").split()
    except (OSError, ValueError):
        return range(0)
    return range(int(low), int(high) + 1)
