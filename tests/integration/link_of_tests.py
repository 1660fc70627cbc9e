"""Links as processes, and the servers behind them, for the tests of links."""

import os
import socket
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from loadproof.stand.free_ports import free_ports
from loadproof.stand.link import control_place, link_command
from loadproof.stand.link_control import LinkControl
from loadproof.study.stand_template import fill_stand_text

from .stand_of_tests import until

__all__ = ["PATIENCE_S", "LinkProcess", "echo", "link_to", "received", "server"]

PATIENCE_S = 30.0


@dataclass(frozen=True)
class LinkProcess:
    """A link with its control socket."""

    process_id: int
    port: int
    control: LinkControl
    place: Path

    def connection(self, host: str = "127.0.0.1") -> socket.socket:
        """A new connection through it."""
        opened = socket.create_connection((host, self.port), PATIENCE_S)
        opened.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return opened


@contextmanager
def link_to(upstream: str, place: Path) -> Iterator[LinkProcess]:
    """A link to HOST:PORT that answers, with its control socket in the directory `place`."""
    (port,) = free_ports(1, ())
    command = [fill_stand_text(word, {"lag": port}, "lag", place, os.environ) for word in link_command("lag", upstream)]
    with subprocess.Popen(command) as process:
        try:
            where = control_place(place, "lag")
            assert until(where.exists, PATIENCE_S)
            link = LinkProcess(process.pid, port, LinkControl(where), where)
            # Answered once the port takes connections.
            link.control.state()
            yield link
        finally:
            process.terminate()


@contextmanager
def server(serve: Callable[[socket.socket], None], host: str = "127.0.0.1") -> Iterator[int]:
    """The port of a server that gives each connection to `serve` in a thread of its own, and closes it then."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET

    def run(connection: socket.socket) -> None:
        with connection, suppress(OSError):
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            serve(connection)

    def accept() -> None:
        with suppress(OSError):
            while True:
                threading.Thread(target=run, args=(listener.accept()[0],), daemon=True).start()

    with socket.create_server((host, 0), family=family, backlog=1024) as listener:
        accepting = threading.Thread(target=accept, daemon=True)
        accepting.start()
        yield listener.getsockname()[1]
        listener.shutdown(socket.SHUT_RDWR)
        accepting.join(PATIENCE_S)


def echo(connection: socket.socket) -> None:
    """Send back all that comes, until its end."""
    while read := connection.recv(1 << 17):
        connection.sendall(read)


def received(connection: socket.socket, count: int) -> bytes:
    """The next `count` bytes; fewer if the connection ends before."""
    read = bytearray()
    while len(read) < count and (more := connection.recv(min(count - len(read), 1 << 18))):
        read += more
    return bytes(read)
