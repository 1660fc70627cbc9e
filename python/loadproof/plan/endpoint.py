"""From a target's name to the addresses that answer, before any load."""

import errno
import os
import selectors
import socket
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from loadproof.errors import TargetError
from loadproof.model.message import Message, listed
from loadproof.model.target import Target
from loadproof.words.catalogue import english

__all__ = ["NO_ENDPOINT", "Endpoint", "reach", "reach_all"]

_PATIENCE_S = 3.0
_FURTHER_PATIENCE_S = 0.25
"""For the other addresses once one has answered: one that is not routed must not delay the load."""
_MOST_ADDRESSES = 64
_UNDER_WAY = (0, errno.EINPROGRESS)


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Place of the target: `addresses` of sockets or the path of a `unix` socket, and `host` for the header `Host`.

    `server_name` is the target's name for TLS; None: TLS is not spoken.
    """

    addresses: tuple[str, ...]
    host: str
    unix: str | None = None
    server_name: str | None = None
    simulated: Mapping[str, Any] | None = None
    """The service that the engine simulates in place of addresses, as its plan has it."""
    replicas: tuple["Endpoint", ...] = ()
    """Further targets that calls go round, beside this one."""

    @property
    def all_addresses(self) -> tuple[str, ...]:
        """Addresses of all targets."""
        return (*self.addresses, *(address for one in self.replicas for address in one.addresses))


NO_ENDPOINT = Endpoint((), "")
"""In the stored plan of a study, where each variant has its own."""


def reach(target: Target) -> Endpoint:
    """Every address of `target` that takes a connection. Raises TargetError naming those that were tried."""
    server_name = target.host if target.tls else None
    if target.socket is not None:
        failure = _connect_unix(target.socket)
        if failure is not None:
            raise _unreachable(target, [f"{target.socket} ({failure})"])
        return Endpoint((), target.authority, target.socket, server_name)
    answering, tried = _connect_all(_addresses(target))
    if not answering:
        raise _unreachable(target, tried)
    return Endpoint(tuple(answering), target.authority, None, server_name)


def reach_all(targets: Sequence[Target]) -> Endpoint:
    """The first of the targets, with the others as its replicas. Raises TargetError if one is not reached."""
    first, *others = map(reach, targets)
    return replace(first, replicas=tuple(others)) if others else first


def _unreachable(target: Target, tried: list[str]) -> TargetError:
    name = target.url if target.socket is not None else target.authority
    told = Message("target-unreachable-at", target=name, tried=listed(tried))
    return TargetError(english(told), told)


def _addresses(target: Target) -> dict[str, tuple[int, tuple[str, int]]]:
    """Family and address by the address as it is shown, in the order of the resolver."""
    try:
        found = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        told = Message("target-unresolved", host=repr(target.host), why=_plain(error))
        raise TargetError(english(told), told) from error
    unique = {_bracketed(str(entry[4][0]), target.port): (entry[0], (str(entry[4][0]), target.port)) for entry in found}
    return dict(list(unique.items())[:_MOST_ADDRESSES])


def _connect_all(addresses: dict[str, tuple[int, tuple[str, int]]]) -> tuple[list[str], list[str]]:
    """Try all `addresses` at once: return the addresses that answer, and the others with their reasons, in order."""
    outcome: dict[str, str | None] = dict.fromkeys(addresses, "timed out")
    with selectors.DefaultSelector() as selector:
        for shown, (family, address) in addresses.items():
            try:
                opening = socket.socket(family, socket.SOCK_STREAM)
            except OSError as error:
                outcome[shown] = _plain(error)
                continue
            opening.setblocking(False)
            code = opening.connect_ex(address)
            if code in _UNDER_WAY:
                selector.register(opening, selectors.EVENT_WRITE, (shown, opening))
            else:
                outcome[shown] = os.strerror(code).lower()
                opening.close()
        _await(selector, outcome)
    answering = [shown for shown, failure in outcome.items() if failure is None]
    return answering, [f"{shown} ({failure})" for shown, failure in outcome.items() if failure is not None]


def _await(selector: selectors.BaseSelector, outcome: dict[str, str | None]) -> None:
    """Notes how each connection of `selector` went, and closes it."""
    end = time.monotonic() + _PATIENCE_S
    while selector.get_map() and (left_s := end - time.monotonic()) > 0:
        for key, _ in selector.select(left_s):
            shown, opened = key.data
            code = opened.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
            outcome[shown] = os.strerror(code).lower() if code else None
            selector.unregister(opened)
            opened.close()
            if not code:
                end = min(end, time.monotonic() + _FURTHER_PATIENCE_S)
    for key in list(selector.get_map().values()):
        selector.unregister(key.fileobj)
        key.data[1].close()


def _connect_unix(path: str) -> str | None:
    """Return the reason why the socket at `path` takes no connection; None if the socket takes one."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as opening:
        opening.settimeout(_PATIENCE_S)
        try:
            opening.connect(path)
        except OSError as error:
            return _plain(error)
    return None


def _bracketed(host: str, port: int) -> str:
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _plain(error: Exception) -> str:
    return (getattr(error, "strerror", None) or str(error)).lower()
