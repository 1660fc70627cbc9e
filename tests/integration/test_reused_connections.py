"""Reused connections that end before an answer begins, at servers that close them in different ways."""

import socket
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from loadproof.store.window import WindowTally

from .closing_counts import assert_counts_close, stored_calls
from .command_line import Ended, loadproof

OK = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
LOAD = ("--for", "2s", "--arrivals", "constant", "--timeout", "2s", "--json", "--out", "run")
FAILED = (3, 4)
"""4: something else kept the machine busy, which says nothing against the counts."""
Serve = Callable[[socket.socket], None]
END = b"\r\n\r\n"


def _request(connection: socket.socket) -> bool:
    """Read one request with a body of at most a few bytes; False if the client closed."""
    received = b""
    while END not in received:
        part = connection.recv(65536)
        if not part:
            return False
        received += part
    return True


def _reset(connection: socket.socket) -> None:
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def _closing(connection: socket.socket) -> None:
    """Answer one request; read the second, and close."""
    if _request(connection):
        connection.sendall(OK)
        _request(connection)


def _resetting(connection: socket.socket) -> None:
    """Answer one request; close without a look at the second, which resets the connection."""
    if _request(connection):
        connection.sendall(OK)
        connection.recv(1, socket.MSG_PEEK)


def _crashing(connection: socket.socket) -> None:
    """Read a request, and close."""
    _request(connection)


def _crashing_later() -> Serve:
    """A server of 50 answers; then each connection is closed after its request was read."""
    left = iter(range(50))

    def serve(connection: socket.socket) -> None:
        while _request(connection) and next(left, None) is not None:
            connection.sendall(OK)

    return serve


def _idle(connection: socket.socket) -> None:
    """Close a connection that was idle for 50 ms."""
    connection.settimeout(0.05)
    while _request(connection):
        connection.sendall(OK)


@contextmanager
def _served(serve: Serve) -> Iterator[str]:
    listener = socket.create_server(("127.0.0.1", 0), backlog=512)
    is_stopped = threading.Event()

    def one(connection: socket.socket) -> None:
        with connection, suppress(OSError):
            serve(connection)

    def accept() -> None:
        while True:
            connection, _ = listener.accept()
            if is_stopped.is_set():
                return connection.close()
            threading.Thread(target=one, args=(connection,), daemon=True).start()

    acceptor = threading.Thread(target=accept)
    acceptor.start()
    yield "http://{}:{}/".format(*listener.getsockname())
    is_stopped.set()
    socket.create_connection(listener.getsockname()).close()
    acceptor.join(timeout=10)
    listener.close()


def _loaded(place: Path, serve: Serve, *words: object) -> tuple[Ended, WindowTally]:
    """The end of a load, and all of its calls."""
    with _served(serve) as url:
        ended = loadproof("load", url, *words, *LOAD, cwd=place)
    assert_counts_close(ended.result)
    calls = stored_calls(place / "run")
    assert (calls.waiting, calls.open, calls.cut) == (0, 0, 0)
    assert calls.due == calls.completed + calls.dropped + sum(calls.errors.values())
    return ended, calls


@pytest.mark.parametrize("serve", [_closing, _resetting])
@pytest.mark.parametrize("words", [(), ("-X", "PUT", "-d", "x"), ("-X", "POST", "-d", "x", "-H", "Idempotency-Key: 1")])
def test_calls_that_may_be_repeated_are_sent_again(tmp_path: Path, serve: Serve, words: tuple[str, ...]) -> None:
    ended, calls = _loaded(tmp_path, serve, *words, "--rate", 50)
    assert (calls.errors, calls.dropped, calls.completed) == ({}, 0, calls.due)
    (trial,) = ended.result["trials"]
    assert 0.5 * calls.due < calls.retried <= calls.due
    assert trial["phases_ms"]["reused_idle"]["count"] == calls.retried
    if retried := ended.result["retried"]:
        assert "calls-retried" in {doubt["code"] for doubt in ended.result["doubts"]}
        assert f"{retried} of them were sent a second time" in (tmp_path / "run" / "report.md").read_text("utf-8")


@pytest.mark.parametrize("serve", [_closing, _resetting])
def test_other_calls_fail_with_a_kind_of_their_own(tmp_path: Path, serve: Serve) -> None:
    ended, calls = _loaded(tmp_path, serve, "-X", "POST", "-d", "x", "--rate", 50)
    assert ended.exit_code in FAILED
    assert set(calls.errors) == {"reused-connection-closed"}
    assert (calls.retried, calls.dropped) == (0, 0)


def test_a_server_that_ends_every_connection_is_seen_as_failing(tmp_path: Path) -> None:
    ended, calls = _loaded(tmp_path, _crashing, "--rate", 50)
    assert ended.exit_code in FAILED
    assert calls.completed == 0
    assert calls.errors == {"closed": calls.due}


def test_a_second_attempt_that_fails_is_a_failure_of_its_kind(tmp_path: Path) -> None:
    _, calls = _loaded(tmp_path, _crashing_later(), "--rate", 100)
    assert set(calls.errors) == {"closed"}
    # A connection that served a call before the crashes loses one call.
    assert 1 <= calls.retried <= calls.errors["closed"]


def test_idle_connections_that_a_server_closes_cost_no_call(tmp_path: Path) -> None:
    _, calls = _loaded(tmp_path, _idle, "--rate", 20, "--connections", 4)
    assert (calls.errors, calls.completed) == ({}, calls.due)
