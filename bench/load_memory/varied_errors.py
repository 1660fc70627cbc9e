"""Service whose answers fail in many ways, no two of them alike: `python -m bench.load_memory.varied_errors`.

Prints its port and serves until its standard input ends; with `--port` until it is killed. Statuses, headers, bodies
and the way of a failure come from a seeded stream, so that each error that loadproof quotes has a text of its own.
"""

import argparse
import asyncio
import contextlib
import random
import socket
import struct
import sys
from collections.abc import Callable

__all__ = ["answer_of", "main"]

_REASONS = {200: "OK", 302: "Found", 404: "Not Found", 500: "Internal Server Error", 503: "Service Unavailable"}
_HANGS_S = 3.0
_BODY_BYTES = 200


def _whole(source: random.Random, status: int, *headers: str) -> bytes:
    body = f"call {source.getrandbits(64):x}: {source.randbytes(source.randrange(_BODY_BYTES)).hex()}".encode()
    lines = [
        f"HTTP/1.1 {status} {_REASONS[status]}",
        f"X-Request-Id: {source.getrandbits(64):x}",
        f"Content-Length: {len(body)}",
        *headers,
    ]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def _good(source: random.Random) -> tuple[bytes, str]:
    return _whole(source, 200), "stays"


def _redirect(source: random.Random) -> tuple[bytes, str]:
    return _whole(source, 302, f"Location: /moved/{source.getrandbits(48):x}?at={source.random()}"), "stays"


def _missing(source: random.Random) -> tuple[bytes, str]:
    return _whole(source, 404), "stays"


def _broken(source: random.Random) -> tuple[bytes, str]:
    return _whole(source, 500), "stays"


def _busy(source: random.Random) -> tuple[bytes, str]:
    return _whole(source, 503, f"Retry-After: {source.randrange(1, 100)}"), "stays"


def _reset(source: random.Random) -> tuple[bytes, str]:
    return (_cut(source)[0] if source.random() < 0.5 else b""), "resets"


def _cut(source: random.Random) -> tuple[bytes, str]:
    whole = _whole(source, 200)
    return whole[: source.randrange(1, len(whole))], "closes"


def _garbage(source: random.Random) -> tuple[bytes, str]:
    return b"garbage %x\r\n" % source.getrandbits(64) + source.randbytes(32) + b"\r\n\r\n", "closes"


def _silence(_source: random.Random) -> tuple[bytes, str]:
    return b"", "hangs"


_Maker = Callable[[random.Random], tuple[bytes, str]]
_ANSWERS: tuple[tuple[_Maker, float], ...] = (
    (_good, 0.5),
    (_redirect, 0.08),
    (_missing, 0.08),
    (_broken, 0.08),
    (_busy, 0.08),
    (_reset, 0.06),
    (_cut, 0.06),
    (_garbage, 0.05),
    (_silence, 0.01),
)


def answer_of(source: random.Random) -> tuple[bytes, str]:
    """Bytes of one answer, and what becomes of its connection: stays, closes, resets or hangs."""
    (make,) = source.choices([maker for maker, _ in _ANSWERS], [weight for _, weight in _ANSWERS])
    return make(source)


class _Connection:
    def __init__(self, source: random.Random) -> None:
        self._source = source

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer until a failure ends the connection."""
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            ends = "stays"
            while ends == "stays":
                await reader.readuntil(b"\r\n\r\n")
                sent, ends = answer_of(self._source)
                writer.write(sent)
                await writer.drain()
            if ends == "resets":
                linger = struct.pack("ii", 1, 0)
                writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
            elif ends == "hangs":
                await asyncio.sleep(_HANGS_S)
        writer.close()


async def _serve(port: int | None) -> None:
    connection = _Connection(random.Random(1))
    server = await asyncio.start_server(connection.serve, "127.0.0.1", port or 0, backlog=512)
    if port is not None:
        await server.serve_forever()
    print(server.sockets[0].getsockname()[1], flush=True)
    # A pipe that its owner holds: it ends with the owner, however that dies.
    await asyncio.to_thread(sys.stdin.read)
    server.close()


def main() -> None:
    """Serve on a free port of 127.0.0.1, or on the one that is given."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int)
    asyncio.run(_serve(parser.parse_args().port))


if __name__ == "__main__":
    main()
