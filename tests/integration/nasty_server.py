"""An HTTP server that breaks the rules in every way the tests could think of; the path of a request says how."""

import asyncio
import contextlib
import gzip
import itertools
import socket
import struct
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from types import TracebackType
from typing import Self

__all__ = ["NASTY", "Nasty", "NastyServer"]

OK = b"HTTP/1.1 200 OK\r\n"
CHUNKED = OK + b"Transfer-Encoding: chunked\r\n\r\n"
WHOLE = OK + b"Content-Length: 5\r\n\r\nhello"
CHUNKS = CHUNKED + b"3;name=value\r\nhel\r\n2\r\nlo\r\n0\r\nX-Trailer: yes\r\n\r\n"
BOMB = gzip.compress(bytes(10 << 20))
Pieces = Callable[[], AsyncIterator[bytes]]


@dataclass(frozen=True, slots=True)
class Nasty:
    """What is sent, how the connection ends, and the kinds of error that this is; none: it is a good reply."""

    sends: Pieces
    ends: str = "stays"
    """stays, closes, resets or hangs (nothing more is sent, and the connection stays)."""
    kinds: frozenset[str] = frozenset()
    timeout: str | None = None
    method: str = "GET"
    size: int | None = None
    """Bytes of the body that a good reply has."""
    reads_body: bool = True


def at_once(text: bytes) -> Pieces:
    async def pieces() -> AsyncIterator[bytes]:
        yield text

    return pieces


def byte_by_byte(text: bytes, gap_s: float = 0.0) -> Pieces:
    """Each byte is a segment of its own: the next one follows when the client had a chance to read."""

    async def pieces() -> AsyncIterator[bytes]:
        for byte in text:
            yield bytes((byte,))
            await asyncio.sleep(gap_s)

    return pieces


def endless(begin: bytes, again: bytes) -> Pieces:
    async def pieces() -> AsyncIterator[bytes]:
        yield begin
        for _ in itertools.count():
            yield again

    return pieces


def broken(text: bytes, kind: str, ends: str = "hangs") -> Nasty:
    return Nasty(at_once(text), ends, frozenset({kind}))


def good(sends: Pieces, size: int = 5, ends: str = "stays") -> Nasty:
    return Nasty(sends, ends, size=size)


NASTY: dict[str, Nasty] = {
    # Good replies, badly sent.
    "split-length": good(byte_by_byte(WHOLE)),
    "split-chunked": good(byte_by_byte(CHUNKS)),
    "split-interim": good(
        byte_by_byte(b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n" + WHOLE)
    ),
    "split-until-close": good(byte_by_byte(b"HTTP/1.0 200 OK\r\n\r\nhello"), ends="closes"),
    "gzip-bomb": good(
        at_once(OK + b"Content-Encoding: gzip\r\nContent-Length: %d\r\n\r\n" % len(BOMB) + BOMB), len(BOMB)
    ),
    "close-after": good(at_once(OK + b"Connection: close\r\nContent-Length: 5\r\n\r\nhello"), ends="closes"),
    # Connections that end too soon.
    "reset-before": broken(b"", "reset", "resets"),
    "reset-in-head": broken(OK + b"Content-Le", "reset", "resets"),
    "reset-in-body": broken(OK + b"Content-Length: 10\r\n\r\nhello", "reset", "resets"),
    "close-before": broken(b"", "closed", "closes"),
    "close-in-status": broken(b"HTTP/1.1 2", "closed", "closes"),
    "close-in-head": broken(OK + b"Content-Le", "closed", "closes"),
    "close-in-body": broken(OK + b"Content-Length: 10\r\n\r\nhello", "closed", "closes"),
    "close-in-chunk": broken(CHUNKED + b"a\r\nhello", "closed", "closes"),
    "close-before-trailer-ends": broken(CHUNKED + b"0\r\nX-Trailer: y", "closed", "closes"),
    # No HTTP.
    "garbage": broken(bytes(range(256)) * 4, "garbage"),
    "garbage-status": broken(b"HTTP/1.1 abc OK\r\n\r\n", "garbage"),
    "status-of-two-digits": broken(b"HTTP/1.1 20 OK\r\n\r\n", "garbage"),
    "version-9": broken(b"HTTP/9.9 200 OK\r\n\r\n", "garbage"),
    "no-colon": broken(OK + b"no colon here\r\n\r\n", "garbage"),
    "nul-in-header": broken(OK + b"X: a\0b\r\nContent-Length: 5\r\n\r\nhello", "garbage"),
    "switches-protocols": broken(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n", "garbage"),
    "two-lengths": broken(OK + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello", "garbage"),
    "length-below-0": broken(OK + b"Content-Length: -5\r\n\r\nhello", "garbage"),
    "length-is-text": broken(OK + b"Content-Length: five\r\n\r\nhello", "garbage"),
    "longer-than-told": broken(WHOLE + b", and more than that", "garbage"),
    "chunk-of-no-size": broken(CHUNKED + b"zz\r\nhello\r\n0\r\n\r\n", "garbage"),
    "chunk-longer-than-told": broken(CHUNKED + b"3\r\nhello\r\n0\r\n\r\n", "garbage"),
    # More than any reply may be.
    "huge-length": broken(OK + b"Content-Length: %d\r\n\r\n" % 10**30, "too-large"),
    "long-body": broken(OK + b"Content-Length: %d\r\n\r\n" % (1 << 40), "too-large"),
    "huge-chunk": broken(CHUNKED + b"fffffffffffffffff\r\n", "too-large"),
    "header-of-10-mb": broken(OK + b"X: " + b"a" * 10_000_000, "too-large"),
    "endless-headers": Nasty(endless(OK, b"X-More: and more\r\n" * 100), "hangs", frozenset({"too-large"})),
    "endless-extension": Nasty(endless(CHUNKED + b"5;", b"a" * 1000), "hangs", frozenset({"too-large"})),
    "endless-trailer": Nasty(endless(CHUNKED + b"0\r\n", b"X-More: b\r\n" * 100), "hangs", frozenset({"too-large"})),
    "endless-interim": Nasty(endless(b"", b"HTTP/1.1 100 Continue\r\n\r\n" * 50), "hangs", frozenset({"too-large"})),
    # Less than a reply.
    "silence": Nasty(at_once(b""), "hangs", frozenset({"timeout"}), "2s"),
    "half-a-body": Nasty(at_once(OK + b"Content-Length: 10\r\n\r\nhello"), "hangs", frozenset({"timeout"}), "2s"),
    "slow-bytes": Nasty(byte_by_byte(WHOLE, 0.5), "stays", frozenset({"timeout"}), "2s"),
    # Replies to requests that are still on their way.
    "early-and-deaf": Nasty(at_once(WHOLE), "hangs", method="PUT", size=5, reads_body=False),
    "early-error": Nasty(
        at_once(b"HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n"),
        "hangs",
        frozenset({"status-413"}),
        method="PUT",
        reads_body=False,
    ),
}


class NastyServer:
    """Serves NASTY by path, on a free port of 127.0.0.1, in a thread of its own; a context manager."""

    def __init__(self) -> None:
        self.asked: Counter[str] = Counter()
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=512)
        self._loop = asyncio.new_event_loop()
        self._stopped = asyncio.Event()
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=(self._serve(),))

    @property
    def url(self) -> str:
        """Where it listens."""
        return "http://{}:{}".format(*self._listener.getsockname())

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._stopped.set)
        self._thread.join(timeout=20)
        assert not self._thread.is_alive()
        self._loop.close()

    async def _serve(self) -> None:
        connections: set[asyncio.Task[None]] = set()

        def begin(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            task = asyncio.ensure_future(self._connection(reader, writer))
            connections.add(task)
            task.add_done_callback(connections.discard)

        server = await asyncio.start_server(begin, sock=self._listener, limit=1 << 16)
        await self._stopped.wait()
        server.close()
        for task in list(connections):
            task.cancel()
        await asyncio.gather(*connections, return_exceptions=True)

    async def _connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        # A client that gives up is what many of these provoke.
        with contextlib.suppress(ConnectionError, asyncio.IncompleteReadError):
            while await self._answer(reader, writer):
                pass
        writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """Answers one request; false when that was the last of its connection."""
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        name = head.split(" ", 2)[1].removeprefix("/")
        self.asked[name] += 1
        nasty = NASTY[name]
        length = [line.split(":")[1] for line in head.split("\r\n") if line.lower().startswith("content-length:")]
        if nasty.reads_body and length:
            await reader.readexactly(int(length[0]))
        async for piece in nasty.sends():
            writer.write(piece)
            await writer.drain()
            # A drain that need not wait lets nobody else go on.
            await asyncio.sleep(0)
        if nasty.ends == "resets":
            # What was sent before is to arrive before the reset does.
            await asyncio.sleep(0.01)
            writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            writer.transport.abort()
        elif nasty.ends == "hangs":
            await _until_gone(reader, nasty)
        return nasty.ends == "stays"


async def _until_gone(reader: asyncio.StreamReader, nasty: Nasty) -> None:
    """Waits for the client's end of a connection; one that is deaf reads nothing, and waits for the end of the test."""
    if not nasty.reads_body:
        await asyncio.sleep(3600)
    while await reader.read(65536):
        pass
