"""Each mode of `known-truth` does what its help says, and its log is the truth."""

import csv
import signal
import socket
import statistics
import time
from contextlib import ExitStack
from itertools import pairwise
from pathlib import Path

import httpx
import pytest

from .stand_process import LONGEST_STOP_S, StandProcess, binary_of

pytestmark = pytest.mark.quiet_machine

REQUEST = b"GET /any HTTP/1.1\r\nHost: stand\r\n\r\n"
ANSWER_BYTES = len(b'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 17\r\n\r\n{"truth":"known"}')
MS = 1_000_000


def started(mode: str, *options: str) -> StandProcess:
    return StandProcess([str(binary_of("known-truth")), mode, *options])


def read_log(path: Path) -> list[tuple[int, int, int, int]]:
    """(arrival, start, end, sent) in ns, in the order of arrival; every one was sent."""
    with path.open() as lines:
        rows = [
            (int(row["arrival_ns"]), int(row["start_ns"]), int(row["end_ns"]), int(row["sent_ns"]))
            for row in csv.DictReader(lines)
        ]
    return sorted(rows)


def ask_at_once(running: StandProcess, connections: int) -> None:
    """One request on each connection, sent before the first answer is read; returns when all are answered."""
    with ExitStack() as stack:
        opened = [
            stack.enter_context(socket.create_connection(running.address, timeout=LONGEST_STOP_S))
            for _ in range(connections)
        ]
        for connection in opened:
            connection.sendall(REQUEST)
        for connection in opened:
            assert connection.recv(4096).startswith(b"HTTP/1.1 200 OK\r\n")


def test_what_burns_costs_more_from_when_it_is_told_so(tmp_path: Path) -> None:
    log = tmp_path / "truth.csv"
    with started("burn", "--cpu-us", "1000", "--log", str(log)) as running:
        url = f"http://{running.address[0]}:{running.address[1]}"
        with httpx.Client() as client:
            for query, status in (("more_us=20000", 200), ("more_us=minus", 400), ("more_us=0", 200)):
                assert client.post(f"{url}/burn?{query}").status_code == status
                assert client.get(f"{url}/any").status_code == 200
        assert running.stop() == 0
    # Orders are no requests: they stand in no log.
    costs_ms = [(end - start) / MS for _, start, end, _ in read_log(log)]
    assert len(costs_ms) == 3
    assert min(costs_ms[:2]) >= 21.0
    assert 1.0 <= costs_ms[2] < 15.0


def test_workers_are_a_fifo_with_a_fixed_service_time(tmp_path: Path) -> None:
    log = tmp_path / "truth.csv"
    with started("workers", "--count", "2", "--service-us", "20000", "--log", str(log)) as running:
        began_s = time.monotonic()
        ask_at_once(running, 11)
        assert time.monotonic() - began_s >= 0.12  # six rounds of two
        assert running.stop() == 0
    rows = read_log(log)
    assert len(rows) == 11
    free_ns = [0, 0]
    for arrival_ns, start_ns, end_ns, _ in rows:
        assert start_ns == max(arrival_ns, min(free_ns))
        assert end_ns == start_ns + 20 * MS
        free_ns[free_ns.index(min(free_ns))] = end_ns


def test_workers_keep_their_times_under_a_steady_load(tmp_path: Path) -> None:
    log = tmp_path / "truth.csv"
    with started("workers", "--count", "4", "--service-us", "5000", "--log", str(log)) as running:
        for _ in range(60):
            ask_at_once(running, 8)
        assert running.stop() == 0
    late_ns = [sent_ns - end_ns for _, _, end_ns, sent_ns in read_log(log)]
    assert len(late_ns) == 480
    assert min(late_ns) >= 0
    assert statistics.median(late_ns) < 2 * MS  # 0.1 on a machine with nothing else to do


def test_workers_tell_of_themselves_past_their_queue(tmp_path: Path) -> None:
    log = tmp_path / "truth.csv"
    with (
        started("workers", "--count", "2", "--service-us", "1000000", "--log", str(log)) as running,
        ExitStack() as stack,
    ):
        opened = [stack.enter_context(socket.create_connection(running.address)) for _ in range(5)]
        for connection in opened:
            connection.sendall(REQUEST)
        told: dict[str, float] = {}
        deadline_s = time.monotonic() + 0.9
        while told.get("threads_queued") != 3 and time.monotonic() < deadline_s:
            assert running.client.get("/healthz").status_code == 200  # before any of the five is answered
            told = {sample.name: sample.value for sample in running.metrics()}
        assert told == {"http_requests_total": 0, "threads_busy": 2, "threads_max": 2, "threads_queued": 3}
        for connection in opened:
            assert connection.recv(4096).startswith(b"HTTP/1.1 200 OK\r\n")
        assert (running.metric("http_requests_total"), running.metric("threads_busy")) == (5, 0)
        assert running.stop() == 0
    assert len(read_log(log)) == 5


def test_workers_that_stand_still_let_what_comes_wait_for_the_end_of_it(tmp_path: Path) -> None:
    log = tmp_path / "truth.csv"
    ill = ("--every-ms", "400", "--for-ms", "200")
    with started("workers", "--count", "2", "--service-us", "20000", *ill, "--log", str(log)) as running:
        began_s = time.monotonic()
        while time.monotonic() < began_s + 1.3:
            running.client.get("/")
            time.sleep(0.01)
        assert running.client.get("/healthz").status_code == 200
        assert running.stop() == 0
    rows = read_log(log)
    first_ns = rows[0][1]
    for arrival_ns, start_ns, end_ns, _ in rows:
        # One client: never more of its calls than workers.
        phase_ns, thaw_ns = (arrival_ns - first_ns) % (400 * MS), (arrival_ns - first_ns) // (400 * MS) + 1
        thawed_ns = first_ns + thaw_ns * 400 * MS
        assert start_ns == (arrival_ns if phase_ns < 200 * MS else thawed_ns)
        left_ns = 20 * MS - max(0, 200 * MS - phase_ns)
        assert end_ns == (thawed_ns + min(20 * MS, left_ns) if left_ns > 0 else arrival_ns + 20 * MS)
    assert any((end_ns - arrival_ns) > 150 * MS for arrival_ns, _, end_ns, _ in rows)


def test_workers_that_leak_keep_so_much_of_each_request() -> None:
    with started("workers", "--count", "2", "--service-us", "1", "--leak-bytes", "65536") as running:
        before_mib = resident_mib(running)
        for _ in range(400):
            running.client.get("/")
        running.client.get("/healthz")
        assert 25.0 <= resident_mib(running) - before_mib < 30.0
    with started("workers", "--count", "2", "--service-us", "1") as running:
        before_mib = resident_mib(running)
        for _ in range(400):
            running.client.get("/")
        assert resident_mib(running) - before_mib < 2.0


def resident_mib(running: StandProcess) -> float:
    lines = Path(f"/proc/{running.process.pid}/status").read_text(encoding="utf-8").splitlines()
    (kib,) = (line.split()[1] for line in lines if line.startswith("VmRSS:"))
    return float(kib) / 1024.0


def test_workers_alone_have_pages_of_their_own() -> None:
    with started("status", "--code", "503") as running:
        assert [running.client.get(path).status_code for path in ("/healthz", "/metrics")] == [503, 503]


def test_the_log_is_flushed_every_second(tmp_path: Path) -> None:
    log = tmp_path / "truth.csv"
    with started("constant", "--delay-us", "0", "--log", str(log)) as running:
        running.client.get("/")
        time.sleep(1.5)
        assert len(read_log(log)) == 1


def test_a_client_that_left_is_in_the_log_without_sent(tmp_path: Path) -> None:
    log = tmp_path / "truth.csv"
    with started("constant", "--delay-us", "100000", "--log", str(log)) as running:
        with socket.create_connection(running.address) as connection:
            connection.sendall(REQUEST)
            time.sleep(0.02)
        time.sleep(0.2)
        assert running.stop() == 0
    assert [row.endswith(",") for row in log.read_text().splitlines()[1:]] == [True]


def test_constant_delays_all_alike() -> None:
    with started("constant", "--delay-us", "50000") as running:
        began_s = time.monotonic()
        ask_at_once(running, 20)
        assert 0.05 <= time.monotonic() - began_s < 0.5  # one after another they would take 1 s


def test_a_freeze_ends_each_period(tmp_path: Path) -> None:
    log = tmp_path / "truth.csv"
    with started("freeze", "--every-ms", "400", "--for-ms", "200", "--log", str(log)) as running:
        began_s = time.monotonic()
        while time.monotonic() < began_s + 1.3:
            running.client.get("/")
            time.sleep(0.01)
        assert running.stop() == 0
    rows = read_log(log)
    first_ns = rows[0][0]
    frozen = [row for row in rows if (row[0] - first_ns) % (400 * MS) >= 200 * MS]
    assert len(frozen) == 3  # one client: the first that falls into a freeze is its only one
    for arrival_ns, _, end_ns, sent_ns in rows:
        at_once = (arrival_ns - first_ns) % (400 * MS) < 200 * MS
        period = (arrival_ns - first_ns) // (400 * MS)
        assert end_ns == (arrival_ns if at_once else first_ns + (period + 1) * 400 * MS)
        assert 0 <= sent_ns - end_ns < 50 * MS


def test_die_is_a_kill_with_connections_open() -> None:
    with started("die", "--after-ms", "200") as running:
        time.sleep(0.3)
        assert running.process.poll() is None  # counted from the first request
        assert running.client.get("/").status_code == 200
        assert running.process.wait(timeout=2) == -signal.SIGKILL
        with pytest.raises(httpx.TransportError):
            running.client.get("/")


def test_reset_hits_its_share_exactly() -> None:
    outcomes: list[int | str] = []
    with started("reset", "--share", "0.25") as running:
        for _ in range(40):
            try:
                outcomes.append(running.client.get("/").status_code)
            except httpx.ReadError as fault:
                outcomes.append(str(fault))
    hits = [index for index, outcome in enumerate(outcomes) if "reset" in str(outcome)]
    assert (len(hits), outcomes.count(200)) == (10, 30)
    assert {after - before for before, after in pairwise(hits)} == {4}


def test_stall_reads_and_never_answers() -> None:
    with started("stall") as running:
        with pytest.raises(httpx.ReadTimeout):
            running.client.get("/", timeout=0.3)
        assert running.stop() == 0


def test_garbage_is_not_http() -> None:
    with started("garbage") as running, pytest.raises(httpx.RemoteProtocolError):
        running.client.get("/")


def test_half_ends_in_the_body() -> None:
    with started("half") as running:
        with socket.create_connection(running.address, timeout=LONGEST_STOP_S) as connection:
            connection.sendall(REQUEST)
            head, _, body = connection.makefile("rb").read().partition(b"\r\n\r\n")
        assert b"Content-Length: 17" in head
        assert len(body) == 8


def test_status_is_the_code_asked_for() -> None:
    with started("status", "--code", "503", "--share", "0.5") as running:
        assert [running.client.get("/").status_code for _ in range(4)] == [200, 503, 200, 503]


def test_refuse_keepalive_closes_after_each_answer() -> None:
    with started("refuse-keepalive") as running:
        with socket.create_connection(running.address, timeout=LONGEST_STOP_S) as connection:
            connection.sendall(REQUEST)
            answer = connection.makefile("rb").read()
        assert b"\r\nConnection: close\r\n" in answer
        assert [running.client.get("/").status_code for _ in range(3)] == [200] * 3


def test_many_connections_are_kept_alive() -> None:
    with started("constant", "--delay-us", "1000") as running, ExitStack() as stack:
        opened = [
            stack.enter_context(socket.create_connection(running.address, timeout=LONGEST_STOP_S))
            for _ in range(900)  # with the tests' own descriptors below the usual limit of 1,024
        ]
        for _ in range(3):
            for connection in opened:
                connection.sendall(REQUEST)
            for connection in opened:
                assert len(connection.recv(4096)) == ANSWER_BYTES


def test_pipelined_bodies_and_pieces_are_taken_apart() -> None:
    pieces = b"POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello" + REQUEST + b"HEAD / HTTP/1.0\r\n\r\n"
    with started("constant", "--delay-us", "100") as running:
        with socket.create_connection(running.address, timeout=LONGEST_STOP_S) as connection:
            for at in range(0, len(pieces), 7):
                connection.sendall(pieces[at : at + 7])
                time.sleep(0.001)
            answer = connection.makefile("rb").read()
        assert answer.count(b"HTTP/1.1 200 OK") == 3
        assert answer.count(b'{"truth":"known"}') == 2


def test_what_is_not_a_request_is_400() -> None:
    with (
        started("constant", "--delay-us", "0") as running,
        socket.create_connection(running.address, timeout=LONGEST_STOP_S) as connection,
    ):
        connection.sendall(b"hello\r\n\r\n")
        assert connection.makefile("rb").read().startswith(b"HTTP/1.1 400 ")


def test_a_stop_is_at_once_with_requests_open() -> None:
    with (
        started("constant", "--delay-us", "5000000") as running,
        socket.create_connection(running.address) as connection,
    ):
        connection.sendall(REQUEST)
        began_s = time.monotonic()
        assert running.stop() == 0
        assert time.monotonic() - began_s < 1
