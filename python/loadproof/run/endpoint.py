"""From a target's name to an address that answers, before any load."""

import socket
from dataclasses import dataclass

from loadproof.errors import TargetError
from loadproof.study.target import Target

__all__ = ["Endpoint", "reach"]

_PATIENCE_S = 3.0


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where the target is: `address` for sockets, `host` for the header of that name."""

    address: str
    host: str


def reach(target: Target) -> Endpoint:
    """The first address of `target` that takes a connection. Raises TargetError naming every address that was tried."""
    tried = []
    for address, shown in _addresses(target):
        try:
            with socket.create_connection(address, timeout=_PATIENCE_S):
                return Endpoint(shown, _bracketed(target.host, target.port))
        except OSError as error:
            tried.append(f"{shown} ({_plain(error)})")
    raise TargetError(
        f"the target {_bracketed(target.host, target.port)} cannot be reached: tried {', '.join(tried)}. "
        "Cure: start the service, or correct the address"
    )


def _addresses(target: Target) -> list[tuple[tuple[str, int], str]]:
    try:
        found = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise TargetError(
            f"the name {target.host!r} cannot be resolved ({_plain(error)}). Cure: correct the address"
        ) from error
    unique = dict.fromkeys((str(entry[4][0]), target.port) for entry in found)
    return [(address, _bracketed(*address)) for address in unique]


def _bracketed(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _plain(error: Exception) -> str:
    return (getattr(error, "strerror", None) or str(error)).lower()
