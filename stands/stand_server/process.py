"""A server as a child of the command that serves, which stays for the signals alone."""

import errno
import signal
import socket
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

from stand_server.fault import BAD_INPUT, OTHER_FAULT, Fault

__all__ = ["StopSignals", "check_port", "run_server"]

_STOPPING = (signal.SIGTERM, signal.SIGINT)


@dataclass(frozen=True)
class StopSignals:
    """Signals that a server is sent: `first` for an orderly stop, `second` for an immediate one."""

    first: signal.Signals = signal.SIGTERM
    second: signal.Signals = signal.SIGKILL


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


def run_server(name: str, command: Sequence[str], port: int, signals: StopSignals | None = None) -> int:
    """Runs the server until it ends; the exit code: 0 after a stop that was asked for, 130 after a second signal.

    `command` has to be killed when this process dies (`Account.command`). Its own words go to standard error.
    """
    signals = signals or StopSignals()
    with _signals_held():
        server = subprocess.Popen(command, stdin=subprocess.DEVNULL, preexec_fn=_signals_freed)  # noqa: PLW1509
        asked = _forward_to(server, signals)
    ended = server.wait()
    if len(asked) > 1:
        return 130
    if asked and ended == 0:
        return 0
    how = f"by signal {-ended}" if ended < 0 else f"with exit code {ended}"
    raise Fault(f"{name} at 127.0.0.1:{port} ended {how}. Cure: its last words are above", OTHER_FAULT)


def _forward_to(server: subprocess.Popen[bytes], signals: StopSignals) -> list[int]:
    """Forward each stop signal to the server from now on; the list grows by each."""
    asked: list[int] = []

    def forward(number: int, _: FrameType | None) -> None:
        asked.append(number)
        server.send_signal(signals.first if len(asked) == 1 else signals.second)

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
