"""Readiness, restarts, overload and stops of the contract: a start of its own for each test."""

import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psutil
import pytest

from .postgres_server import ROWS
from .stand_process import LONGEST_STOP_S, StandProcess
from .status_stand import StatusStand, sqlite_stand

pytestmark = pytest.mark.quiet_machine

PARENT = """
import subprocess, sys
child = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE)
child.stdout.readline()
print(child.pid)
"""

BODY = b'{"status": 5}'
HEAD = f"POST /status HTTP/1.1\r\nHost: stand\r\nContent-Length: {len(BODY)}\r\n\r\n".encode()


@contextmanager
def request_in_flight(running: StandProcess) -> Iterator[socket.socket]:
    """A connection whose request has been read up to its body."""
    with socket.create_connection(running.address, timeout=LONGEST_STOP_S) as connection:
        connection.sendall(HEAD + BODY[:1])
        deadline_s = time.monotonic() + 5
        while running.metric("http_requests_in_flight") < 2:  # with the scrape itself
            assert time.monotonic() < deadline_s, "the request was not seen"
            time.sleep(0.01)
        yield connection


def test_ready_is_one_line_and_nothing_follows(stand: StatusStand) -> None:
    with stand.start() as running:
        assert set(running.ready) == {"listening", "rows"}
        assert running.address[0] == "127.0.0.1"
        running.client.get("/other")
        # An idle connection, that of the request before, does not hold the stop up.
        began_s = time.monotonic()
        assert running.stop() == 0
        assert time.monotonic() - began_s < 2
        assert running.process.stdout is not None
        assert running.process.stdout.read() == ""


def test_a_stop_waits_for_the_request_in_flight(stand: StatusStand) -> None:
    with stand.start() as running, request_in_flight(running) as connection:
        running.process.send_signal(signal.SIGTERM)
        refuses_connections(running)
        assert running.process.poll() is None
        connection.sendall(BODY[1:])
        assert connection.recv(4096).startswith(b"HTTP/1.1 201")
        assert running.process.wait(timeout=2) == 0


def test_a_stop_takes_at_most_five_seconds(stand: StatusStand) -> None:
    with stand.start() as running, request_in_flight(running):
        began_s = time.monotonic()
        assert running.stop() == 0
        assert 4 < time.monotonic() - began_s < 7


def test_a_second_signal_ends_it_at_once(stand: StatusStand) -> None:
    with stand.start() as running, request_in_flight(running):
        # The first is a stop like any other: SIGINT and SIGTERM are the same.
        running.process.send_signal(signal.SIGINT)
        refuses_connections(running)
        assert running.process.poll() is None
        began_s = time.monotonic()
        assert running.stop() == 130
        assert time.monotonic() - began_s < 2


def test_it_dies_with_its_parent(stand: StatusStand) -> None:
    command = [*stand.command, "--die-with-parent"]
    parent = subprocess.run(
        [sys.executable, "-c", PARENT, *command], capture_output=True, text=True, timeout=120, check=True
    )
    pid = int(parent.stdout)
    deadline_s = time.monotonic() + 5
    while psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE:
        assert time.monotonic() < deadline_s, "it outlived its parent"
        time.sleep(0.02)


def test_bad_input_is_exit_code_two(stand: StatusStand) -> None:
    for options, word in [(["--pool", "0"], "--pool"), (["--colour"], "--colour"), (["--listen", "x"], "x")]:
        ended = stand.ended(*options)
        assert (ended.returncode, ended.stdout) == (2, ""), ended.stderr
        assert word in ended.stderr


def test_a_taken_port_is_exit_code_two(stand: StatusStand) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        ended = stand.ended("--listen", address)
    assert (ended.returncode, ended.stdout) == (2, ""), ended.stderr
    assert address in ended.stderr


def test_a_restart_keeps_what_was_written(tmp_path: Path) -> None:
    stand = sqlite_stand(tmp_path)
    with stand.start() as running:
        row = running.client.post("/status", json={"status": 9}).json()
        assert running.stop() == 0
    with stand.start() as running:
        assert running.ready["rows"] == ROWS + 1
        assert running.metric("status_rows") == ROWS + 1
        assert running.client.get(f"/status/{row['id']}").json() == row


def test_every_new_table_has_the_same_ids(tmp_path: Path) -> None:
    tables = []
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        stand = sqlite_stand(tmp_path / name)
        with stand.start():
            tables.append(stand.read_ids(ROWS))
    assert tables[0] == tables[1]


def test_overload_of_a_bounded_queue_is_refused_and_passes(tmp_path: Path) -> None:
    stand = sqlite_stand(tmp_path)
    with stand.start("--pool", "1", "--pool-queue", "2") as running:
        path = "/status?ids=" + ",".join(stand.read_ids(50))
        statuses = [status for _ in range(5) for status in ask_at_once(running, path, 64)]
        assert set(statuses) == {200, 503}
        assert statuses.count(503) == running.metric("pool_rejections_total")
        assert (running.metric("pool_active"), running.metric("pool_pending")) == (0, 0)
        assert len(running.client.get(path).json()) == 50


def test_a_killed_first_start_leaves_nothing_half_made(tmp_path: Path) -> None:
    stand = sqlite_stand(tmp_path)
    with subprocess.Popen([*stand.command, "--rows", "5000000"], stdout=subprocess.PIPE, text=True) as killed:
        time.sleep(0.5)
        killed.kill()
        assert killed.stdout is not None
        assert killed.stdout.read() == ""
    with stand.start() as running:
        assert running.ready["rows"] == ROWS


def refuses_connections(running: StandProcess) -> None:
    """Returns once the stand takes no new connection."""
    deadline_s = time.monotonic() + 3
    while time.monotonic() < deadline_s:
        try:
            socket.create_connection(running.address, timeout=1).close()
        except (
            ConnectionRefusedError,
            ConnectionResetError,
        ):  # reset: closed between the two halves of accepting
            return
        time.sleep(0.01)
    pytest.fail("new connections are still taken")


def ask_at_once(running: StandProcess, path: str, connections: int) -> list[int]:
    """The statuses of as many GETs, all sent before the first answer is read."""
    request = f"GET {path} HTTP/1.1\r\nHost: stand\r\nConnection: close\r\n\r\n".encode()
    with ExitStack() as stack:
        opened = [
            stack.enter_context(socket.create_connection(running.address, timeout=LONGEST_STOP_S))
            for _ in range(connections)
        ]
        for connection in opened:
            connection.sendall(request)
        return [int(connection.makefile("rb").read().split(b" ", 2)[1]) for connection in opened]
