"""How long after its start a load tool's first request arrives."""

import contextlib
import selectors
import socket
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from bench.error import BenchError
from bench.observation import Observation
from bench.package import find_program
from bench.place import Place
from bench.quantity import Quantity

__all__ = ["loadproof_first_request", "wrk_first_request"]

_PATIENCE_S = 30.0
_LOOK_S = 0.5


def loadproof_first_request(place: Place) -> Observation:
    """`loadproof load` at a rate whose first due time does not count beside its start."""
    options = ("--rate", "1000", "--for", "60s", "--out", place.run_directory())
    return _observe(lambda url: (place.loadproof, "load", url, *options))


def wrk_first_request(_place: Place) -> Observation:
    """`wrk` with one connection."""
    return _observe(lambda url: (find_program("wrk"), "-t1", "-c1", "-d60s", url))


def _observe(command: Callable[[str], Sequence[str | Path]]) -> Observation:
    with socket.create_server(("127.0.0.1", 0), backlog=1024) as server:
        url = f"http://127.0.0.1:{server.getsockname()[1]}/"
        began_s = time.monotonic()
        process = subprocess.Popen(
            command(url), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            arrived_s = _first_bytes(server, process)
        finally:
            # What the tool would go on to measure is of no use, so it need not end gently.
            process.kill()
            process.wait()
    return Observation({Quantity.FIRST_REQUEST: (arrived_s - began_s) * 1000})


def _first_bytes(server: socket.socket, process: subprocess.Popen[bytes]) -> float:
    """When the first byte of a request came in; a connection without one is only a check of the target."""
    with contextlib.ExitStack() as stack:
        selector = stack.enter_context(selectors.DefaultSelector())
        selector.register(server, selectors.EVENT_READ)
        deadline_s = time.monotonic() + _PATIENCE_S
        while time.monotonic() < deadline_s and process.poll() is None:
            for key, _ in selector.select(_LOOK_S):
                if key.fileobj is server:
                    connection = stack.enter_context(server.accept()[0])
                    selector.register(connection, selectors.EVENT_READ, connection)
                elif key.data.recv(1):
                    return time.monotonic()
                else:
                    selector.unregister(key.fileobj)
    said = "it still runs" if process.poll() is None else f"it ended with {process.returncode}"
    raise BenchError(f"no request from {process.args!r} ({said}). Cure: run the command by hand and see what it says")
