"""A service that gets worse: `small_service.py steady|drift|leak PORT`. Each request takes processor time.

drift: half a millisecond for the first request, and a quarter of one more for each second since. leak: half a
millisecond, and 20 kB that are never given back. steady: half a millisecond.
"""

import asyncio
import sys
import time

_CPU_S = 0.0005
_DRIFT_PER_S = 0.5
_LEAK_BYTES = 20_000
_ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"


class Service(asyncio.Protocol):
    """One connection; requests have no body."""

    kept: list[bytes] = []  # noqa: RUF012 - of all connections
    first_s = 0.0

    def __init__(self, mode: str) -> None:
        """`mode` is one of those above."""
        self._mode = mode
        self._read = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keeps where to answer."""
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        """Answers every request that is whole."""
        *whole, self._read = (self._read + data).split(b"\r\n\r\n")
        for _ in whole:
            self._work()
            assert isinstance(self._transport, asyncio.Transport)
            self._transport.write(_ANSWER)

    def _work(self) -> None:
        now_s = time.monotonic()
        Service.first_s = Service.first_s or now_s
        worse = 1.0 + _DRIFT_PER_S * (now_s - Service.first_s) if self._mode == "drift" else 1.0
        if self._mode == "leak":
            self.kept.append(bytes([len(self.kept) % 256]) * _LEAK_BYTES)
        end_s = time.thread_time() + _CPU_S * worse
        while time.thread_time() < end_s:
            pass


async def _serve(mode: str, port: int) -> None:
    server = await asyncio.get_running_loop().create_server(lambda: Service(mode), "127.0.0.1", port, backlog=1000)
    print("ready", flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(_serve(sys.argv[1], int(sys.argv[2])))
