"""The server of a run: a child of this process, which stays for the signals alone."""

import errno
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from postgres_stand.account import Account
from postgres_stand.fault import BAD_INPUT, OTHER_FAULT, Fault
from postgres_stand.predecessor import clear_predecessor
from postgres_stand.programs import Programs
from postgres_stand.settings import server_command

__all__ = ["check_port", "serve"]

# SIGTERM would be PostgreSQL's smart shutdown, which waits for every client to leave: for ever, where one stays.
_FAST = signal.SIGINT
_IMMEDIATE = signal.SIGQUIT
_STOPPING = (signal.SIGTERM, signal.SIGINT)


def check_port(port: int) -> None:
    """Raises `Fault` when the port of the loopback address is taken."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise Fault(
                    f"cannot listen at 127.0.0.1:{port}: {error.strerror}. Cure: another --port", BAD_INPUT
                ) from error
            raise Fault(
                f"127.0.0.1:{port} is taken. Cure: stop what listens there, or give another --port", BAD_INPUT
            ) from error


def serve(programs: Programs, account: Account, data: Path, port: int, max_connections: int) -> int:
    """Runs the server until it ends; the exit code: 0 after a stop that was asked for, 130 after a second signal.

    It is killed when this process dies. Its own words go to standard error.
    """
    clear_predecessor(data)
    more = {"listen_addresses": "127.0.0.1", "port": str(port), "max_connections": str(max_connections)}
    command = account.command(server_command(programs.path("postgres"), data, more))
    with _signals_held():
        server = subprocess.Popen(command, stdin=subprocess.DEVNULL, preexec_fn=_signals_freed)  # noqa: PLW1509
        asked = _forward_to(server)
    ended = server.wait()
    if len(asked) > 1:
        return 130
    if asked and ended == 0:
        return 0
    how = f"by signal {-ended}" if ended < 0 else f"with exit code {ended}"
    raise Fault(f"PostgreSQL at 127.0.0.1:{port} ended {how}. Cure: its last words are above", OTHER_FAULT)


def _forward_to(server: subprocess.Popen[bytes]) -> list[int]:
    """From now on the first signal is a fast stop, the next an immediate one; the list grows by each."""
    asked: list[int] = []

    def forward(number: int, _: FrameType | None) -> None:
        asked.append(number)
        server.send_signal(_FAST if len(asked) == 1 else _IMMEDIATE)

    for number in _STOPPING:
        signal.signal(number, forward)
    return asked


@contextmanager
def _signals_held() -> Iterator[None]:
    """No signal is taken before there is a server to send it to."""
    signal.pthread_sigmask(signal.SIG_BLOCK, _STOPPING)
    yield
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _STOPPING)


def _signals_freed() -> None:
    signal.pthread_sigmask(signal.SIG_UNBLOCK, _STOPPING)
