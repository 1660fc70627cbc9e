"""A target that breaks every rule: each call has its outcome, faults stay with their call, and the run ends."""

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from .closing_counts import assert_counts_close
from .command_line import Ended, loadproof
from .nasty_server import NASTY, WHOLE, Nasty, NastyServer
from .undisturbed import undisturbed, undisturbed_load

LOAD = ("--rate", 150, "--for", "3s", "--arrivals", "constant", "--json", "--out", "run")
LARGE_BYTES = 5 << 20
FAILED = (3, 4)
"""4: something else kept the machine busy, which says nothing against the counts."""


def operation_of(name: str, nasty: Nasty) -> dict[str, Any]:
    written: dict[str, Any] = {"request": f"{nasty.method} /{name}"}
    if nasty.timeout is not None:
        written["timeout"] = nasty.timeout
    if nasty.method == "PUT":
        written["body_file"] = "large.bin"
    if nasty.size is not None:
        written["check"] = {"whole": {"size": f"{nasty.size}B-{nasty.size}B"}}
    return written


class Suffered:
    """What one load of everything in NASTY gave, and how often the server was asked for each."""

    def __init__(self, place: Path) -> None:
        (place / "large.bin").write_bytes(bytes(LARGE_BYTES))
        operations = {name: operation_of(name, nasty) for name, nasty in NASTY.items()}
        # JSON is YAML.
        (place / "nasty.yaml").write_text(json.dumps({"operations": operations, "timeout": "8s"}), encoding="utf-8")
        with NastyServer() as server:
            self.ended: Ended = loadproof("load", server.url, "--profile", "nasty.yaml", *LOAD, cwd=place)
            self.asked = server.asked
        assert self.ended.output, self.ended.messages
        self.result: dict[str, Any] = self.ended.result


@pytest.fixture(scope="module")
def suffered(tmp_path_factory: pytest.TempPathFactory) -> Suffered:
    return undisturbed(tmp_path_factory.mktemp("nasty"), Suffered)


def test_the_run_ends_in_time_and_its_counts_close(suffered: Suffered) -> None:
    assert suffered.ended.exit_code in FAILED, suffered.ended.messages
    assert "Traceback" not in suffered.ended.messages
    assert_counts_close(suffered.result)
    assert suffered.result["cut"] == 0


@pytest.mark.parametrize("name", NASTY)
def test_every_call_has_its_outcome(suffered: Suffered, name: str) -> None:
    operation, nasty = suffered.result["operations"][name], NASTY[name]
    assert operation["due"] > 0
    if nasty.timeout is not None:
        # A call may be given up before a busy server has read it.
        assert suffered.asked[name] <= operation["sent"]
        assert set(operation["errors_by_kind"]) == nasty.kinds
        assert operation["completed"] == 0
        return
    assert suffered.asked[name] == operation["sent"] == operation["due"]
    if nasty.kinds:
        assert set(operation["errors_by_kind"]) == nasty.kinds
        assert operation["errors"] == operation["due"]
    else:
        assert operation["errors_by_kind"] == {}
        assert operation["completed"] == operation["due"]


@contextmanager
def served_by(serve_one: Any) -> Iterator[str]:
    """A server that hands each connection to a thread of `serve_one`; its host and port."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=512)

    def accept() -> None:
        while True:
            connection, _ = listener.accept()
            if stopped.is_set():
                return connection.close()
            threading.Thread(target=serve_one, args=(connection,), daemon=True).start()

    stopped = threading.Event()
    acceptor = threading.Thread(target=accept)
    acceptor.start()
    yield "{}:{}".format(*listener.getsockname())
    stopped.set()
    socket.create_connection(listener.getsockname()).close()
    acceptor.join(timeout=10)
    listener.close()


def close_after_one(connection: socket.socket) -> None:
    """Answers as if the connection would last, and closes it at once."""
    with connection, suppress(OSError):
        if connection.recv(65536):
            connection.sendall(WHOLE)


def one_too_many(connection: socket.socket) -> None:
    """Answers each request twice, in two segments."""
    with connection, suppress(OSError):
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        while connection.recv(65536):
            connection.sendall(WHOLE)
            connection.sendall(WHOLE)


def half_closing(connection: socket.socket) -> None:
    """Ends its own direction after a reply without a length, and goes on reading."""
    with connection, suppress(OSError):
        if connection.recv(65536):
            connection.sendall(b"HTTP/1.1 200 OK\r\n\r\nhello")
            connection.shutdown(socket.SHUT_WR)
            while connection.recv(65536):
                pass


def close_slowly(connection: socket.socket) -> None:
    """Takes 20 ms for its one reply, and closes the connection."""
    with connection, suppress(OSError):
        if connection.recv(65536):
            time.sleep(0.02)
            connection.sendall(b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok")


def test_calls_that_wait_get_a_new_connection_when_nothing_more_is_due(tmp_path: Path) -> None:
    with served_by(close_slowly) as place:
        load = ("--rate", 150, "--for", "1s", "--arrivals", "constant", "--connections", 2, "--timeout", "30s")
        ended = undisturbed_load(tmp_path, f"http://{place}/", *load, "--json")
    result = ended.result
    assert (result["due"], result["completed"], result["dropped"]) == (150, 150, 0), ended.messages
    # A third waits when the last is due; until one of them expired none was sent any more.
    assert result["response_ms"]["max"] < 15_000


@pytest.mark.parametrize(
    ("serve_one", "kinds"),
    [(close_after_one, {"closed", "reset"}), (one_too_many, {"garbage", "closed", "reset"}), (half_closing, set())],
)
def test_a_call_that_meets_a_connection_at_its_end_is_counted_once(
    tmp_path: Path, serve_one: Any, kinds: set[str]
) -> None:
    with served_by(serve_one) as place:
        options = (
            "--rate",
            400,
            "--for",
            "1s",
            "--arrivals",
            "constant",
            "--connections",
            4,
            "--timeout",
            "5s",
            "--json",
        )
        ended = undisturbed_load(tmp_path, f"http://{place}/", *options)
    assert ended.exit_code in (0, *FAILED), ended.messages
    assert_counts_close(ended.result)
    assert set(ended.result["errors_by_kind"]) <= kinds
    assert ended.result["completed"] > 0
    assert ended.result["cut"] == 0
