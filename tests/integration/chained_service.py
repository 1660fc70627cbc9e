"""A database and an API that needs it, as far as their starts and deaths go; without any package.

`python chained_service.py database --port PORT [--dies-after S] [--once FILE]`: with FILE it dies the first time only.
`python chained_service.py api --port PORT --database PORT [--dies-with-it]`: refuses to start without the database,
asks it for every call, and answers 500, or ends, where it does not answer.
"""

import argparse
import asyncio
import os
import socket
import sys
import threading
import time
from pathlib import Path

_PATIENCE_S = 1.0


class _Database(asyncio.Protocol):
    """Says nothing: taking the connection is its answer."""


class _Api(asyncio.Protocol):
    def __init__(self, database: int, dies: bool) -> None:
        self._database = database
        self._dies = dies

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        for _ in range(data.count(b"\r\n\r\n")):
            status = b"200 OK" if _asked(self._database) else b"500 No Database"
            if self._dies and status[:1] == b"5":
                os.write(1, b"FATAL: the database has gone\n")
                os._exit(6)
            self._transport.write(b"HTTP/1.1 " + status + b"\r\nContent-Length: 0\r\n\r\n")


def _asked(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), _PATIENCE_S).close()
    except OSError:
        return False
    return True


def _die_later(after_s: float, once: Path | None) -> None:
    if once is not None and once.exists():
        return
    if once is not None:
        once.touch()
    time.sleep(after_s)
    os.write(1, b"PANIC: could not write to the log\n")
    os._exit(7)


async def _serve(port: int, protocol: type[asyncio.Protocol] | object) -> None:
    server = await asyncio.get_running_loop().create_server(protocol, "127.0.0.1", port)  # type: ignore[arg-type]
    await server.serve_forever()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("part", choices=("database", "api"))
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--dies-after", type=float)
    parser.add_argument("--once", type=Path)
    parser.add_argument("--database", type=int)
    parser.add_argument("--dies-with-it", action="store_true")
    given = parser.parse_args()
    if given.part == "database":
        if given.dies_after is not None:
            threading.Thread(target=_die_later, args=(given.dies_after, given.once), daemon=True).start()
        asyncio.run(_serve(given.port, _Database))
    if not _asked(given.database):
        sys.exit(f"no database listens on port {given.database}")
    asyncio.run(_serve(given.port, lambda: _Api(given.database, given.dies_with_it)))


if __name__ == "__main__":
    main()
