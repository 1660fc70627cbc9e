"""An HTTP/1.1 service that runs short of one thing by what it does for each call: of memory, of its disk or of CPU.

`python short_service.py leak|disk|cpu --port PORT [--cost COST] [--directory DIRECTORY]`, without any package.
"""

import argparse
import asyncio
import mmap
import os
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

Work = Callable[[], object]
_MOST_HEAD = 16 * 1024
_PAGE = 4096
_LONGEST_FILE = 4096 * _PAGE
_DISK_THREADS = 4
_ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
_COSTS = {"leak": 64.0, "disk": 256.0, "cpu": 2.0}


def leak(kib: float) -> Work:
    """Keeps `kib` of each call for ever; filled with ones, so that the pages are really there."""
    kept: list[bytes] = []
    return lambda: kept.append(b"\x01" * int(kib * 1024))


def disk(kib: float, directory: Path) -> Work:
    """Brings `kib` to the disk before each answer, in direct writes of 4 KiB, each of which waits for the device.

    Each thread has a file of its own, written round and round: writers of one file would wait for each other instead.
    A file system in memory (tmpfs) is no disk: it may refuse such a file, and keeps none busy.
    """
    own = threading.local()
    record = mmap.mmap(-1, _PAGE)  # Direct writes need an aligned buffer.
    record.write(b"\x01" * _PAGE)

    def write() -> None:
        if not hasattr(own, "descriptor"):
            path = directory / f"written-{threading.get_ident()}"
            own.descriptor = os.open(path, os.O_CREAT | os.O_WRONLY | os.O_DIRECT | os.O_DSYNC, 0o600)
            own.place = 0
        for _ in range(max(1, int(kib * 1024) // _PAGE)):
            os.pwrite(own.descriptor, record, own.place)
            own.place = (own.place + _PAGE) % _LONGEST_FILE

    return write


def compute(cpu_ms: float) -> Work:
    """Works for `cpu_ms` of CPU time: time in which it is not let onto a core does no work."""

    def work() -> None:
        end_s = time.thread_time() + cpu_ms / 1000
        while time.thread_time() < end_s:
            pass

    return work


class _Connection(asyncio.Protocol):
    """Answers every request, none of which has a body, when a thread of `pool` has done `work` for it."""

    def __init__(self, work: Work, pool: ThreadPoolExecutor) -> None:
        self._work = work
        self._pool = pool
        self._read = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def data_received(self, data: bytes) -> None:
        *heads, self._read = (self._read + data).split(b"\r\n\r\n")
        for _ in heads:
            done = asyncio.get_running_loop().run_in_executor(self._pool, self._work)
            done.add_done_callback(self._answer)
        if len(self._read) > _MOST_HEAD:
            self._transport.close()

    def _answer(self, done: asyncio.Future[object]) -> None:
        if done.exception() is None:
            self._transport.write(_ANSWER)
        else:
            self._transport.close()


async def _serve(port: int, work: Work, threads: int) -> None:
    loop = asyncio.get_running_loop()
    pool = ThreadPoolExecutor(threads)
    server = await loop.create_server(lambda: _Connection(work, pool), "127.0.0.1", port, backlog=1024)
    await server.serve_forever()


def main() -> None:
    """Serves until it is killed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("short_of", choices=sorted(_COSTS))
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--cost", type=float, help="of a call: KiB for leak and disk, ms of CPU for cpu")
    parser.add_argument("--directory", type=Path, help="on a disk, where disk puts its files")
    options = parser.parse_args()
    cost = options.cost or _COSTS[options.short_of]
    if options.short_of == "leak":
        work = leak(cost)
    elif options.short_of == "cpu":
        work = compute(cost)
    elif options.directory is None:
        parser.error("disk needs --directory")
    else:
        work = disk(cost, options.directory)
    asyncio.run(_serve(options.port, work, _DISK_THREADS if options.short_of == "disk" else 1))


if __name__ == "__main__":
    main()
