"""To whom the services of the variants of a round hold connections: what several of them share is none's own."""

import socket
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from loadproof.model.message import Listing, Message, listed
from loadproof.records.doubt import Doubt, DoubtCode
from loadproof.stand.stand import Stand
from loadproof.system.listeners import sockets_of, table_endpoint
from loadproof.system.process_tree import ProcessTree

__all__ = ["SharedAddresses"]

_ESTABLISHED, _LISTENING = b"01", b"0A"
_FOUR_IN_SIX = bytes(10) + b"\xff\xff"
_Endpoint = tuple[bytes, int]


@dataclass(slots=True)
class _VariantAddresses:
    """Addresses that were seen for the services of one variant."""

    ports: set[int] = field(default_factory=set)
    """On which its services listen."""
    here: set[_Endpoint] = field(default_factory=set)
    """Peers on this machine that the services are connected to."""
    elsewhere: set[_Endpoint] = field(default_factory=set)


class SharedAddresses:
    """Looks at the sockets of the services (TCP; those of Unix name no peer in proc(5)), between slots."""

    def __init__(self) -> None:
        """Nobody was looked at yet."""
        self._of: dict[str, _VariantAddresses] = {}

    def look(self, variant: str, stand: Stand) -> None:
        """Adds the connections that the services of `variant` hold now; what cannot be seen is left out."""
        seen = self._of.setdefault(variant, _VariantAddresses())
        seen.ports |= set(stand.ports)
        for service in stand.services.values():
            held: set[int] = set()
            for process_id, _ in ProcessTree(service.process_id).scan().members:
                try:
                    held |= sockets_of(process_id)
                except OSError:
                    continue
            _add(seen, held, f"/proc/{service.process_id}/net")

    def doubts(self) -> Iterator[Doubt]:
        """Yield a doubt for each address that several variants use, or that belongs to another variant.

        Each doubt names the address and the variants.
        """
        users: dict[_Endpoint, list[str]] = {}
        for name, seen in self._of.items():
            own = {end for end in seen.here if end[1] in seen.ports}
            for end in sorted(seen.here - own | seen.elsewhere):
                other = _owner(self._of, name, end) if end in seen.here else None
                if other is None:
                    users.setdefault(end, []).append(name)
                else:
                    told = {"variant": name, "other": other, "address": _shown(end)}
                    yield Doubt(DoubtCode.SHARED_SERVICE, Message("variant-uses-other", **told))
        for end, names in users.items():
            if len(names) > 1:
                told_of = listed(names, Listing.AND)
                text = Message("variants-share-address", variants=told_of, address=_shown(end))
                yield Doubt(DoubtCode.SHARED_SERVICE, text)


def _owner(all_seen: Mapping[str, _VariantAddresses], name: str, end: _Endpoint) -> str | None:
    return next((other for other, seen in all_seen.items() if other != name and end[1] in seen.ports), None)


def _add(seen: _VariantAddresses, held: set[int], tables: str) -> None:
    local_ends: set[_Endpoint] = set()
    remotes: list[tuple[_Endpoint, _Endpoint]] = []
    for local, remote, state, inode in _rows(tables):
        local_ends.add(local)
        if inode in held and state == _LISTENING:
            seen.ports.add(local[1])
        elif inode in held and state == _ESTABLISHED:
            remotes.append((local, remote))
    # What came in at a port on which they listen was opened by another.
    for local, remote in remotes:
        if local[1] not in seen.ports:
            (seen.here if remote in local_ends else seen.elsewhere).add(remote)


def _rows(tables: str) -> Iterator[tuple[_Endpoint, _Endpoint, bytes, int]]:
    for table in ("tcp", "tcp6"):
        try:
            with open(f"{tables}/{table}", "rb") as lines:
                next(lines, None)
                for line in lines:
                    fields = line.split(maxsplit=10)
                    if fields[3] in (_ESTABLISHED, _LISTENING):
                        yield _plain(fields[1]), _plain(fields[2]), fields[3], int(fields[9])
        except OSError:
            continue


def _plain(written: bytes) -> _Endpoint:
    packed, port = table_endpoint(written)
    return packed.removeprefix(_FOUR_IN_SIX), port


def _shown(end: _Endpoint) -> str:
    packed, port = end
    if len(packed) == 4:
        return f"{socket.inet_ntop(socket.AF_INET, packed)}:{port}"
    return f"[{socket.inet_ntop(socket.AF_INET6, packed)}]:{port}"
