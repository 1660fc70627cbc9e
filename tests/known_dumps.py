"""Heap dumps of services whose fault is known, kept for tests: three of each, with as many calls between them.

    python -m tests.known_dumps

writes them anew. What is kept is one archive, as dumps of one runtime have most of their bytes in common.
"""

import http.client
import lzma
import shutil
import socket
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.known_services import HEALTHY, LEAKS, KnownService

__all__ = ["ARCHIVE", "DUMPED", "extracted"]

ARCHIVE = Path(__file__).parent / "unit/jvm/dumps/known.tar.xz"
DUMPED = tuple(
    service for service in (*HEALTHY, *LEAKS) if service.runtime == "java" and service.name != "known.Sessions"
)
"""But what ends by the clock: as fast as it is called here it has ended by the time of no dump."""
_DUMPS = 3
_CALLS_BEFORE = 3_600
"""A cache is full then, and what the first calls make is made."""
_CALLS_BETWEEN = 1_000
_WITHIN_S = 60.0
_DICTIONARY_BYTES = 1 << 29


def extracted(place: Path) -> dict[str, list[Path]]:
    """The dumps of each service, by its name, in the order in which they were taken."""
    # Python 3.11.2, which Debian 12 has, knows no `filter` of tarfile.
    shutil.unpack_archive(ARCHIVE, place)
    return {service.name: sorted(place.glob(f"{service.name}-*.hprof")) for service in DUMPED}


def main() -> None:
    """Runs every service, and writes the archive."""
    with tempfile.TemporaryDirectory() as made:
        for service in DUMPED:
            sys.stderr.write(f"{service.name}\n")
            _dump(service, Path(made))
        _pack(sorted(Path(made).iterdir()))


def _pack(dumps: Sequence[Path]) -> None:
    filters = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": _DICTIONARY_BYTES}]
    with lzma.open(ARCHIVE, "wb", filters=filters) as packed, tarfile.open(fileobj=packed, mode="w") as archive:
        for dump in dumps:
            archive.add(dump, dump.name)


def _dump(service: KnownService, place: Path) -> None:
    with _running(service) as (process, port):
        for number in range(1, _DUMPS + 1):
            _call(port, _CALLS_BEFORE if number == 1 else _CALLS_BETWEEN)
            dump = place / f"{service.name}-{number}.hprof"
            subprocess.run(
                ["jcmd", str(process.pid), "GC.heap_dump", str(dump)],
                check=True,
                capture_output=True,
                timeout=_WITHIN_S,
            )


@contextmanager
def _running(service: KnownService) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    process = subprocess.Popen([word.replace("${port}", str(port)) for word in service.command()])
    try:
        _wait(port)
        yield process, port
    finally:
        process.kill()
        process.wait()


def _wait(port: int) -> None:
    until_s = time.monotonic() + _WITHIN_S
    while time.monotonic() < until_s:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1.0).close()
        except ConnectionRefusedError:
            time.sleep(0.05)
        else:
            return
    raise TimeoutError(f"nobody listens on port {port}")


def _call(port: int, times: int) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=_WITHIN_S)
    for _ in range(times):
        connection.request("GET", "/call")
        connection.getresponse().read()
    connection.close()


if __name__ == "__main__":
    main()
