"""Bytes of replies and requests by operation, at a server that counts what it reads and writes."""

import gzip
import socket
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from loadproof.store.reader import RunReader
from loadproof.store.run_directory import RunDirectory
from loadproof.store.window import WindowTally

from .closing_counts import assert_counts_close, stored_calls
from .command_line import Ended, loadproof

BODY = b"0123456789" * 200
PACKED = gzip.compress(BODY)


def _sized(body: bytes, *headers: str, status: str = "200 OK") -> bytes:
    lines = (f"HTTP/1.1 {status}", *headers, f"Content-Length: {len(body)}", "", "")
    return "\r\n".join(lines).encode() + body


REPLIES = {
    "fixed": _sized(BODY),
    "chunked": b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3e8\r\n"
    + BODY[:1000]
    + b"\r\n5\r\nabcde\r\n0\r\n\r\n",
    "packed": _sized(PACKED, "Content-Encoding: gzip"),
    "nothing": b"HTTP/1.1 204 No Content\r\nServer: of-tests\r\n\r\n",
    "head": b"HTTP/1.1 200 OK\r\nContent-Length: 2000\r\n\r\n",
    "interim": b"HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n" + _sized(b"ok"),
    "fault": _sized(b"no", status="500 Internal Server Error"),
    "order": _sized(b"taken", status="201 Created"),
}
PARTIAL = b"HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n" + BODY
"""Its body is longer than what comes of it."""
PROFILE = """\
operations:
  fixed: {request: GET /fixed}
  chunked: {request: GET /chunked}
  packed: {request: GET /packed, check: {digits: {contains: "0123456789"}}}
  nothing: {request: GET /nothing}
  head: {request: HEAD /head}
  interim: {request: GET /interim}
  fault: {request: GET /fault}
  order: {request: POST /order, body: "a body of the request"}
  partial: {request: GET /partial}
"""


class _Server:
    """Answers each path with its reply, and counts the bytes of both ways."""

    def __init__(self) -> None:
        self.requests: Counter[str] = Counter()
        self.received: Counter[str] = Counter()
        self._lock = threading.Lock()

    def serve(self, connection: socket.socket) -> None:
        with connection, suppress(OSError):
            while request := _request(connection):
                name = request.split(b" ", 2)[1].strip(b"/").decode()
                with self._lock:
                    self.requests[name] += 1
                    self.received[name] += len(request)
                connection.sendall(REPLIES.get(name, PARTIAL))
                if name not in REPLIES:
                    return


def _request(connection: socket.socket) -> bytes:
    received = b""
    while True:
        head, end, body = received.partition(b"\r\n\r\n")
        if end:
            lengths = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
            if len(body) >= sum(int(line.partition(b":")[2]) for line in lengths):
                return received
        part = connection.recv(65536)
        if not part:
            return b""
        received += part


@contextmanager
def _served(server: _Server) -> Iterator[str]:
    listener = socket.create_server(("127.0.0.1", 0), backlog=512)
    is_stopped = threading.Event()

    def accept() -> None:
        while True:
            connection, _ = listener.accept()
            if is_stopped.is_set():
                return connection.close()
            threading.Thread(target=server.serve, args=(connection,), daemon=True).start()

    acceptor = threading.Thread(target=accept)
    acceptor.start()
    yield "http://{}:{}".format(*listener.getsockname())
    is_stopped.set()
    socket.create_connection(listener.getsockname()).close()
    acceptor.join(timeout=10)
    listener.close()


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> tuple[Ended, _Server, Path]:
    place = tmp_path_factory.mktemp("bytes")
    (place / "p.yaml").write_text(PROFILE, encoding="utf-8")
    server = _Server()
    with _served(server) as url:
        ended = loadproof(
            *("load", url, "--profile", "p.yaml", "--rate", 180, "--for", "2s", "--json", "--out", "run"), cwd=place
        )
    return ended, server, place / "run"


def _operations(run: Path) -> dict[str, WindowTally]:
    """All calls of the first trial by operation, also those of seconds that are not judged."""
    calls: dict[str, WindowTally] = {}
    with RunReader(RunDirectory.open(run)) as reader:
        for window in reader.windows(1):
            for name, tally in window.operations.items():
                calls.setdefault(name, WindowTally()).add(tally)
    return calls


def test_bytes_of_each_operation_are_those_of_the_server(loaded: tuple[Ended, _Server, Path]) -> None:
    _, server, run = loaded
    operations = _operations(run)
    assert operations.keys() == {*REPLIES, "partial"}
    for name, calls in operations.items():
        assert server.requests[name] > 10, name
        assert calls.bytes_sent == server.received[name], name
        assert calls.bytes_received == server.requests[name] * len(REPLIES.get(name, PARTIAL)), name
    whole = stored_calls(run)
    assert whole.bytes_received == sum(calls.bytes_received for calls in operations.values())
    assert whole.bytes_sent == sum(server.received.values())


def test_a_result_has_the_mean_of_an_answered_call(loaded: tuple[Ended, _Server, Path]) -> None:
    ended, _, run = loaded
    assert_counts_close(ended.result)
    for name, reply in REPLIES.items():
        measured = ended.result["operations"][name]
        assert measured["bytes_per_reply"] == len(reply), name
        assert measured["bytes_received"] == len(reply) * (measured["completed"] + measured["errors"]), name
    partial = ended.result["operations"]["partial"]
    assert set(partial["errors_by_kind"]) == {"closed"}
    assert (partial["bytes_per_reply"], partial["bytes_received"]) == (None, len(PARTIAL) * partial["errors"])
    exported = loadproof("export", "run", "--csv", "csv", cwd=run.parent)
    assert exported.exit_code == 0
    (table,) = (run.parent / "csv").rglob("operations.csv")
    header, *rows = (line.split(",") for line in table.read_text("utf-8").splitlines())
    means = {row[header.index("operation")]: row[header.index("bytes_per_reply")] for row in rows}
    assert {name: float(mean) for name, mean in means.items() if mean} == {
        name: len(reply) for name, reply in REPLIES.items()
    }


def test_reports_have_a_column_of_bytes(loaded: tuple[Ended, _Server, Path]) -> None:
    _, _, run = loaded
    report = (run / "report.md").read_text("utf-8")
    (line,) = (line for line in report.splitlines() if line.startswith("| fixed ") and " kB " in line)
    assert f" {len(REPLIES['fixed']) / 1000:.2f} kB " in line.replace("\u00a0", " ")
    assert "mean received per answered call" in report
    shown = loadproof("report", "run", cwd=run.parent)
    assert "Bytes" in shown.output


def test_a_simulated_service_has_no_bytes(tmp_path: Path) -> None:
    (tmp_path / "study.yaml").write_text(
        "name: model\n"
        "stand: {driver: simulate, simulated: {workers: 4, service_time: 2ms}}\n"
        "profile: {operations: {get: {request: GET /}, put: {request: PUT /}}, slo: p99<200ms}\n"
        "methods: {load: {rate: 50, hold: 5s}}\n",
        encoding="utf-8",
    )
    ended = loadproof("run", "study.yaml", "--json", "--out", "run", cwd=tmp_path)
    measured = ended.result["trials"][-1]["measurement"]
    assert measured["completed"] > 0
    assert [measured[name] for name in ("bytes_received", "bytes_sent", "bytes_per_reply")] == [None] * 3
    assert "Bytes" not in (tmp_path / "run" / "report.md").read_text("utf-8")
