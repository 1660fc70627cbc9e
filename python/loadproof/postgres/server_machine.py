"""The machine of a PostgreSQL server, where it is this one: processor time, temporary space, and clients that left."""

import re
import time
from collections.abc import Mapping, Sequence

from loadproof.model.message import Message
from loadproof.postgres.link import PostgresLink
from loadproof.postgres.observer import ServerCpu, pairs
from loadproof.records.database_activity import TemporarySpace
from loadproof.system.forking_server import ForkingServer

__all__ = ["ServerMachine", "tablespace_names"]

_DEFAULT = "pg_default"
_MOST_SPACES = 8
_NAME = re.compile(r'\s*(?:"((?:[^"]|"")*)"|([^,"]+))\s*(?:,|$)')


def tablespace_names(setting: str) -> list[str]:
    r"""Return the names in `temp_tablespaces`, 8 at most; without any, that of the default.

    >>> tablespace_names('fast, "My Space"'), tablespace_names('')
    (['fast', 'My Space'], ['pg_default'])
    """
    found = [quoted.replace('""', '"') or plain.strip().lower() for quoted, plain in _NAME.findall(setting)]
    return [name for name in found if name][:_MOST_SPACES] or [_DEFAULT]


class ServerMachine:
    """Reads of the server's machine, for one connection."""

    def __init__(self, server: ForkingServer, spaces: Mapping[str, str], port: int) -> None:
        """`spaces` are the places of the temporary tablespaces by name, `port` is that of the server's settings."""
        self._server = server
        self._spaces = spaces
        self._port = port
        self._before: tuple[float, float, float] | None = None
        self.shortfall: Message | None = None
        """Part that cannot be seen; None: all can."""

    @classmethod
    def found(cls, link: PostgresLink, spaces: Mapping[str, str], port: int) -> "ServerMachine | None":
        """Return the machine of the server of `link`; None: it is another one, or its processes cannot be seen."""
        host, listening = link.place
        address = f"{host}/.s.PGSQL.{listening}" if host.startswith("/") else host
        server = ForkingServer.found(address, listening, link.process_id, link.descriptor)
        return None if server is None else cls(server, spaces, port or listening)

    @property
    def processors(self) -> int | None:
        """Processors that the server may use."""
        return self._server.processors

    def cpu(self) -> ServerCpu | None:
        """Return the processor time since the last call of the same thread; None: it is the first, or it has gone."""
        try:
            own_s, total_s = self._server.cpu_s()
        except OSError:
            self._before = None
            return None
        now = (own_s, total_s, time.thread_time())
        before, self._before = self._before, now
        if before is None:
            return None
        backend_s, server_s, client_s = (max(0.0, later - earlier) for earlier, later in zip(before, now, strict=True))
        return ServerCpu(backend_s + client_s, server_s + client_s)

    def space(self) -> TemporarySpace | None:
        """Return the fullest of the file systems of the temporary tablespaces; None: none can be seen."""
        found: list[TemporarySpace] = []
        for name, place in self._spaces.items():
            try:
                size_bytes, free_bytes = self._server.space_of(place)
            except OSError as error:
                why = error.strerror or str(error)
                self.shortfall = Message("postgres-space-unseen", tablespace=name, why=Message.said(why))
            else:
                found.append(TemporarySpace(tablespace=name, size_bytes=size_bytes, least_free_bytes=free_bytes))
        return min(found, key=lambda one: one.least_free_bytes / max(one.size_bytes, 1), default=None)

    def abandoned(self, running: str | None) -> Sequence[int]:
        """Return the processes whose clients have closed the connection, of JSON of process, address and port."""
        clients = {
            (str(address), port): process_id
            for process_id, address, port in pairs(running, 3)
            if isinstance(process_id, int) and isinstance(port, int) and 0 < port < 65536
        }
        try:
            closed = self._server.closed_by_client(self._port, clients) if clients else set()
        except OSError:
            return []
        return sorted(clients[one] for one in closed)
