"""The addresses that the services of a stand are to open: what answers there must be what the stand has started."""

import errno
import socket
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from loadproof.model.message import Listed, Message, listed
from loadproof.model.target import Target, parse_target
from loadproof.records.doubt import Doubt, DoubtCode
from loadproof.stand.free_ports import is_free
from loadproof.stand.lease import carries_mark
from loadproof.stand.service_failure import Failed, StartFailure
from loadproof.stand.stand_place import StandPlace
from loadproof.study.stand_settings import ReadyKind, ServiceSettings, StandSettings
from loadproof.system.listeners import (
    Listener,
    held_by,
    holders,
    listeners_of_port,
    listeners_on,
    listeners_on_path,
    local_addresses,
    named_process,
)

__all__ = ["OwnAddresses", "refuse_taken_port"]

_PATIENCE_S = 0.5
"""For what a service of ours has left a moment ago, such as the proxy of its container."""
_ROUND_S = 0.02
_ANSWER_S = 0.2
_TARGET, _CHECK = "load", "check"
"""Roles of an address: target of the load, or target of a ready check."""
_UNSEEN = Listener(0, "")
"""Somebody answers whom no table of this network shows, as behind a rule that hands connections on."""


@dataclass(frozen=True, slots=True)
class _OwnAddress:
    """One address of this machine, or `path` of a Unix socket; `services` are those that may be meant to open it."""

    host: str
    port: int
    path: str | None
    role: str
    services: frozenset[str]

    @property
    def shown(self) -> str:
        if self.path is not None:
            return self.path
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    def listeners(self) -> list[Listener] | None:
        """Return the sockets that listen on this address; None if they cannot be known."""
        return listeners_on(self.host, self.port) if self.path is None else listeners_on_path(self.path)

    def answers(self) -> bool:
        """Return True if the address takes a connection, or its queue is full (Unix socket). Nothing is sent."""
        unix = self.path is not None
        place = self.path or (self.host, self.port)
        family = socket.AF_UNIX if unix else socket.AF_INET6 if ":" in self.host else socket.AF_INET
        with socket.socket(family, socket.SOCK_STREAM) as opening:
            opening.settimeout(_ANSWER_S)
            try:
                opening.connect(place)
            except OSError as error:
                return unix and error.errno == errno.EAGAIN  # As many connections wait there as may.
            # A port of outgoing connections may by chance be connected with itself.
            return unix or opening.getsockname() != opening.getpeername()


class OwnAddresses:
    """Addresses of one stand on this machine: the targets of the load and of the ready checks of its services."""

    def __init__(self, settings: StandSettings, place: StandPlace) -> None:
        """Names are resolved now. Raises StandTextError where a gap cannot be filled, TargetTextError."""
        self._ports = place.ports
        self._token = place.lease.token
        checked = [one for service in settings.services for one in _checked(service, place)]
        by_place: dict[str, _OwnAddress] = {}
        # The target comes last, so that an address named by both counts as the target.
        for one in (*checked, *_target(settings, place, checked)):
            former = by_place.get(one.shown, one)
            by_place[one.shown] = replace(one, services=one.services | former.services)
        self._addresses = list(by_place.values())

    def refuse_strangers(self, starting: Collection[str]) -> None:
        """Raises ServiceError where somebody listens on what the services `starting`, none of which runs, will open."""
        for name in starting:
            refuse_taken_port(name, self._ports[name])
        for address in self._addresses:
            if address.services <= set(starting) and (found := _lasting(address)):
                who = _told(found, holders([listener.inode for listener in found]))
                told = Message("target-address-taken", address=address.shown, who=who)
                if address.role != _TARGET:
                    service = min(address.services)
                    told = Message("service-address-taken", service=service, address=address.shown, who=who)
                raise StartFailure(Failed(told))

    def strangers(self, members: Callable[[], set[int]], of: str | None = None) -> list[Doubt]:
        """Doubts of who listens there now and is no process of the stand; `members` gives those that are seen to be.

        With `of`, only where that service may be meant to listen.
        """
        at = [(one, one.listeners()) for one in self._addresses if of is None or of in one.services]
        inodes = {listener.inode for _, found in at for listener in found or ()}
        ours, hidden = _held(members(), inodes)
        if ours == inodes:
            return _handed_on([(one, found) for one, found in at if one.role == _TARGET])
        held = holders(inodes - ours)
        ours |= {inode for inode, by in held.items() if any(carries_mark(process, self._token) for process in by)}
        doubts = []
        for address, listening in at:
            found = listening or []
            others = [listener for listener in found if listener.inode not in ours]
            # A Unix socket whose path another one has taken still listens, but can no longer be reached.
            if address.path is not None and len(others) < len(found):
                continue
            # A service of ours that cannot be looked into may be who holds it.
            others = [listener for listener in others if held[listener.inode] or not hidden]
            if others:
                how = "stranger-beside" if len(others) < len(found) else "stranger-alone"
                text = Message(how, who=_told(others, held), address=address.shown, role=address.role)
                doubts.append(Doubt(DoubtCode.FOREIGN_LISTENER, text))
        return doubts


def refuse_taken_port(name: str, port: int) -> None:
    """Raises ServiceError where the service `name` could not listen on its `port`, with who does where it is seen."""
    deadline_s = time.monotonic() + _PATIENCE_S
    while not is_free(port):
        if time.monotonic() < deadline_s:
            time.sleep(_ROUND_S)
            continue
        found = listeners_of_port(port)
        who = _told(found, holders([listener.inode for listener in found]))
        raise StartFailure(Failed(Message("service-port-taken", service=name, port=str(port), who=who)))


def _checked(service: ServiceSettings, place: StandPlace) -> Iterator[_OwnAddress]:
    role, name = _CHECK, frozenset({service.name})
    if service.ready.kind is ReadyKind.TCP:
        yield _OwnAddress("127.0.0.1", place.ports[service.name], None, role, name)
    elif service.ready.kind is ReadyKind.HTTP:
        parts = urlsplit(place.filled(service.ready.text, service.name))
        try:
            host, port = parts.hostname or "", parts.port or 80
        except ValueError:
            return  # No port: the check itself says so.
        for local in local_addresses(host, port):
            yield _OwnAddress(local, port, None, role, name)


def _target(settings: StandSettings, place: StandPlace, checked: Collection[_OwnAddress]) -> Iterator[_OwnAddress]:
    for url in settings.targets:
        yield from _of_target(parse_target(place.filled(url)), settings, place, checked)


def _of_target(
    target: Target, settings: StandSettings, place: StandPlace, checked: Collection[_OwnAddress]
) -> Iterator[_OwnAddress]:
    every = frozenset(service.name for service in settings.services)
    if target.socket is not None:
        yield _OwnAddress("", 0, target.socket, _TARGET, every)
        return
    named = {name for one in checked if one.port == target.port for name in one.services}
    named |= {name for name, port in place.ports.items() if port == target.port}
    for local in local_addresses(target.host, target.port) if every else ():
        yield _OwnAddress(local, target.port, None, _TARGET, frozenset(named) or every)


def _lasting(address: _OwnAddress) -> list[Listener]:
    """Return the listeners of an address that is still taken after a moment; empty: the address is free.

    If the address answers, but no table shows a listener, the listener is `_UNSEEN`.
    """
    deadline_s = time.monotonic() + _PATIENCE_S
    while True:
        found = address.listeners() or []
        # The tables tell without a connection; of a Unix socket they also have those that nobody can reach.
        if (address.path is not None or not found) and not address.answers():
            return []
        if time.monotonic() >= deadline_s:
            return found or [_UNSEEN]
        time.sleep(_ROUND_S)


def _held(members: Collection[int], inodes: Collection[int]) -> tuple[set[int], bool]:
    """Return the inodes that the processes `members` hold, and True if one of these processes cannot be read."""
    held: set[int] = set()
    hidden = False
    for process_id in members:
        try:
            held |= held_by(process_id, inodes)
        except PermissionError:
            hidden = True
        except OSError:
            continue
    return held, hidden


def _handed_on(target: Collection[tuple[_OwnAddress, list[Listener] | None]]) -> list[Doubt]:
    """A doubt where the target answers although no listener is visible on any of its addresses."""
    if any(found is None or found or address.path is not None for address, found in target):
        return []
    # Asked again, as a service may have begun to listen in between.
    answering = [address for address, _ in target if address.answers() and not address.listeners()]
    told = (Message("target-handed-on", address=address.shown) for address in answering)
    return [Doubt(DoubtCode.FOREIGN_LISTENER, text) for text in told]


def _told(found: Collection[Listener], held: dict[int, list[int]]) -> Listed:
    """Return the processes that listen, in words, each once."""
    who = [_who(held.get(listener.inode, ())) for listener in found]
    return listed(tuple(dict.fromkeys(who or [_who(())])))


def _who(process_ids: Iterable[int]) -> Message:
    found = named_process(process_ids)
    if found is None:
        return Message("process-unseen")
    name, process_id = found
    return Message("process-named", name=name, process=str(process_id))
