"""A link over real sockets: what it passes on, what its faults do, and that each of them ends."""

import hashlib
import json
import random
import socket
import stat
import struct
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from statistics import median
from typing import Any

import pytest
from loadproof.stand.free_ports import free_ports
from loadproof.stand.link_control import LinkControl, LinkError

from .link_of_tests import PATIENCE_S, LinkProcess, echo, link_to, received, server
from .stand_of_tests import until

MANY_BYTES = 50_000_000
LAG = {"latency_s": 0.02, "jitter_s": 0.02}
DAY_S = 86_400.0


@pytest.fixture
def echoing(tmp_path: Path) -> Iterator[LinkProcess]:
    """A link to a server that sends everything back."""
    with server(echo) as port, link_to(f"127.0.0.1:{port}", tmp_path) as link:
        yield link


def reset_now(connection: socket.socket) -> None:
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


def is_reset(connection: socket.socket) -> bool:
    """Whether the connection is reset, rather than ended or silent."""
    connection.settimeout(PATIENCE_S)
    try:
        while connection.recv(1 << 16):
            pass
    except ConnectionResetError:
        return True
    return False


def send_all(connection: socket.socket, sent: bytes) -> None:
    """Send until the connection is reset, if it is."""
    with suppress(OSError):
        connection.sendall(sent)


def is_silent(connection: socket.socket, for_s: float = 0.3) -> bool:
    connection.settimeout(for_s)
    try:
        connection.recv(1)
    except TimeoutError:
        return True
    finally:
        connection.settimeout(PATIENCE_S)
    return False


def round_trip_s(connection: socket.socket, text: bytes = b"ping") -> float:
    began_s = time.monotonic()
    connection.sendall(text)
    assert received(connection, len(text)) == text
    return time.monotonic() - began_s


def sent_and_returned(link: LinkProcess, count: int) -> None:
    """`count` bytes go through both ways at once, whole and in order."""
    block = random.Random(1).randbytes(1 << 20)
    with link.connection() as connection:

        def send() -> None:
            for begin in range(0, count, len(block)):
                connection.sendall(block[: min(len(block), count - begin)])
            connection.shutdown(socket.SHUT_WR)

        sending = threading.Thread(target=send)
        sending.start()
        returned, left = hashlib.sha256(), count
        while read := connection.recv(1 << 18):
            returned.update(read)
            left -= len(read)
        sending.join(PATIENCE_S)
    expected = hashlib.sha256()
    for begin in range(0, count, len(block)):
        expected.update(block[: min(len(block), count - begin)])
    assert (left, returned.hexdigest()) == (0, expected.hexdigest())


@pytest.mark.parametrize(
    "fault",
    [{}, LAG, {"bytes_per_s": 30e6}, {**LAG, "bytes_per_s": 60e6}],
    ids=["none", "lag", "bandwidth", "both"],
)
def test_fifty_megabytes_pass_both_ways_whole_and_in_order(echoing: LinkProcess, fault: dict[str, float]) -> None:
    if fault:
        echoing.control.put("fault", DAY_S, **fault)
    sent_and_returned(echoing, MANY_BYTES)
    state = echoing.control.state()
    assert (state.bytes_up, state.bytes_down, state.held_bytes) == (MANY_BYTES, MANY_BYTES, 0)


def test_a_fault_that_comes_and_goes_loses_no_byte(echoing: LinkProcess) -> None:
    ended = threading.Event()

    def disturb() -> None:
        kinds: list[dict[str, Any]] = [LAG, {"cut": True}, {"bytes_per_s": 5e6}, {"latency_s": 0.2}]
        while not ended.is_set():
            for number, kind in enumerate(kinds):
                echoing.control.put(f"fault {number % 2}", DAY_S, **kind)
                ended.wait(0.05)
            echoing.control.clear("fault 0")
            echoing.control.clear("fault 1")
            ended.wait(0.05)

    with ThreadPoolExecutor() as threads:
        disturbed = threads.submit(disturb)
        try:
            sent_and_returned(echoing, MANY_BYTES)
        finally:
            ended.set()
        disturbed.result(PATIENCE_S)


@pytest.mark.quiet_machine
def test_latency_is_added_in_each_direction(echoing: LinkProcess) -> None:
    with echoing.connection() as connection:
        plain_s = median(round_trip_s(connection) for _ in range(20))
        echoing.control.put("lag", DAY_S, latency_s=0.1)
        delayed_s = median(round_trip_s(connection) for _ in range(10))
        echoing.control.put("lag", DAY_S, latency_s=0.1, jitter_s=0.05)
        trips = [round_trip_s(connection) for _ in range(30)]
        echoing.control.clear("lag")
        after_s = median(round_trip_s(connection) for _ in range(20))
    assert abs(delayed_s - plain_s - 0.2) < 0.2 * 0.2 + 0.005
    assert abs(median(trips) - plain_s - 0.2) < 0.2 * 0.2 + 0.005
    assert min(trips) > 0.1
    assert max(trips) - min(trips) > 0.05
    assert after_s < 0.05


def test_a_delayed_chunk_does_not_delay_those_behind_it(echoing: LinkProcess) -> None:
    echoing.control.put("lag", DAY_S, latency_s=0.3, jitter_s=0.1)
    with echoing.connection() as connection:
        began_s = time.monotonic()
        for number in range(100):
            connection.sendall(struct.pack("i", number))
            time.sleep(0.002)
        returned = received(connection, 400)
        took_s = time.monotonic() - began_s
    assert [number for (number,) in struct.iter_unpack("i", returned)] == list(range(100))
    # One after the other would be 60 s.
    assert 0.5 < took_s < 10.0


@pytest.mark.quiet_machine
def test_bandwidth_is_that_of_each_connection_and_direction(echoing: LinkProcess) -> None:
    echoing.control.put("narrow", DAY_S, bytes_per_s=1e6)

    def took_s(_: int) -> float:
        with echoing.connection() as connection:
            connection.sendall(bytes(1000))
            received(connection, 1000)
            threading.Thread(target=connection.sendall, args=(bytes(3_000_000),)).start()
            began_s = time.monotonic()
            assert len(received(connection, 3_000_000)) == 3_000_000
            return time.monotonic() - began_s

    with ThreadPoolExecutor() as threads:
        for seconds in threads.map(took_s, range(2)):
            assert seconds == pytest.approx(3.0, rel=0.1)


def test_a_cut_holds_all_connections_open_and_loses_nothing(echoing: LinkProcess) -> None:
    with echoing.connection() as before:
        round_trip_s(before)
        state = echoing.control.put("cut", DAY_S, cut=True)
        accepted = state.accepted
        with echoing.connection() as meanwhile:
            before.sendall(b"before")
            meanwhile.sendall(b"meanwhile")
            assert is_silent(before)
            assert is_silent(meanwhile)
            state = echoing.control.state(meanwhile.getsockname()[1])
            assert (state.accepted, state.joined, state.bytes_up) == (accepted + 1, False, 4)
            echoing.control.clear("cut")
            assert received(before, 6) == b"before"
            assert received(meanwhile, 9) == b"meanwhile"
            assert echoing.control.state(meanwhile.getsockname()[1]).joined


def test_an_undo_does_not_hang_while_nobody_reads(tmp_path: Path) -> None:
    # What toxiproxy waits for when a toxic is removed (its issue 558): a receiver that takes no bytes.
    reads = threading.Event()
    sent = random.Random(2).randbytes(3_000_000)
    got: list[bytes] = []

    def late(connection: socket.socket) -> None:
        reads.wait(PATIENCE_S)
        got.append(received(connection, len(sent)))

    with server(late) as port, link_to(f"127.0.0.1:{port}", tmp_path) as link, link.connection() as connection:
        link.control.put("lag", DAY_S, latency_s=3600.0)
        connection.sendall(sent)
        assert until(lambda: link.control.state().held_bytes > 2_000_000, PATIENCE_S)
        began_s = time.monotonic()
        assert link.control.clear("lag").held_bytes == 0
        assert time.monotonic() - began_s < 1.0
        with link.connection() as another:
            assert until(lambda: link.control.state(another.getsockname()[1]).joined is True, PATIENCE_S)
        reads.set()
        assert until(lambda: sent in got, PATIENCE_S)


def test_an_undo_does_not_hang_when_the_receiver_is_gone(tmp_path: Path) -> None:
    # The other cause there: bytes wait for a connection that has ended (issue 412).
    ends = threading.Event()

    def leave(connection: socket.socket) -> None:
        received(connection, 1)
        ends.wait(PATIENCE_S)
        reset_now(connection)

    with server(leave) as port, link_to(f"127.0.0.1:{port}", tmp_path) as link, link.connection() as connection:
        connection.sendall(b"x")
        assert until(lambda: link.control.state().bytes_up == 1, PATIENCE_S)
        link.control.put("lag", DAY_S, latency_s=3600.0)
        connection.sendall(bytes(100_000))
        assert until(lambda: link.control.state().held_bytes == 100_000, PATIENCE_S)
        ends.set()
        assert until(lambda: link.control.state().held_bytes == 0, PATIENCE_S)
        assert link.control.state().connections == 1
        began_s = time.monotonic()
        assert link.control.clear("lag").connections == 0
        assert time.monotonic() - began_s < 1.0
        assert is_reset(connection)


def test_a_delay_is_undone_below_a_cut_that_stays(echoing: LinkProcess) -> None:
    # One toxic waits for another one there (issue 159).
    with echoing.connection() as connection:
        echoing.control.put("lag", DAY_S, latency_s=3600.0)
        connection.sendall(b"held")
        assert until(lambda: echoing.control.state().held_bytes == 4, PATIENCE_S)
        echoing.control.put("cut", DAY_S, cut=True)
        assert set(echoing.control.clear("lag").faults) == {"cut"}
        assert is_silent(connection)
        assert echoing.control.clear("cut").faults == {}
        assert received(connection, 4) == b"held"


def test_delayed_bytes_come_in_order_after_the_undo(echoing: LinkProcess) -> None:
    with echoing.connection() as connection:
        echoing.control.put("lag", DAY_S, latency_s=3600.0, jitter_s=1800.0)
        for number in range(500):
            connection.sendall(struct.pack("i", number))
            time.sleep(0.0005)
        assert until(lambda: echoing.control.state().held_bytes == 2000, PATIENCE_S)
        echoing.control.clear("lag")
        connection.sendall(struct.pack("i", 500))
        read = received(connection, 2004)
    assert [number for (number,) in struct.iter_unpack("i", read)] == list(range(501))


def test_a_fault_reaches_existing_and_new_connections_all(echoing: LinkProcess) -> None:
    # Connections escape a toxic there (issue 148).
    with ExitStack() as stack:
        old = [stack.enter_context(echoing.connection()) for _ in range(100)]
        for connection in old:
            round_trip_s(connection)
        echoing.control.put("lag", DAY_S, latency_s=0.3)
        new = [stack.enter_context(echoing.connection()) for _ in range(100)]
        began_s = time.monotonic()
        for connection in (*old, *new):
            connection.sendall(b"x")
        for connection in (*old, *new):
            connection.setblocking(False)
            with pytest.raises(BlockingIOError):
                connection.recv(1)
        sent_s = time.monotonic()
        for connection in (*old, *new):
            connection.settimeout(PATIENCE_S)
            assert received(connection, 1) == b"x"
        if sent_s - began_s < 0.5:
            assert time.monotonic() - began_s >= 0.6


def test_a_reset_ends_existing_and_new_connections(tmp_path: Path) -> None:
    seen: list[bool] = []

    def watch(connection: socket.socket) -> None:
        received(connection, 1)
        seen.append(is_reset(connection))

    with server(watch) as port, link_to(f"127.0.0.1:{port}", tmp_path) as link, link.connection() as old:
        old.sendall(b"x")
        assert until(lambda: link.control.state(old.getsockname()[1]).joined is True, PATIENCE_S)
        assert until(lambda: link.control.state().bytes_up == 1, PATIENCE_S)
        assert link.control.put("reset", DAY_S, reset=True).connections == 0
        assert is_reset(old)
        assert until(lambda: seen == [True], PATIENCE_S)
        with pytest.raises(ConnectionResetError), link.connection() as new:
            # Unless the reset came before the connection was up.
            new.settimeout(PATIENCE_S)
            new.recv(1)
        assert link.control.clear("reset").reset == 2
        with link.connection() as after:
            assert until(lambda: link.control.state(after.getsockname()[1]).joined is True, PATIENCE_S)


def test_each_direction_ends_by_itself(tmp_path: Path) -> None:
    def count(connection: socket.socket) -> None:
        total = 0
        while read := connection.recv(1 << 16):
            total += len(read)
        time.sleep(0.2)
        connection.sendall(str(total).encode())

    with server(count) as port, link_to(f"127.0.0.1:{port}", tmp_path) as link:
        for fault in ({}, {"latency_s": 0.1}):
            if fault:
                link.control.put("lag", DAY_S, **fault)
            with link.connection() as connection:
                connection.sendall(bytes(1_000_000))
                connection.shutdown(socket.SHUT_WR)
                assert received(connection, 100) == b"1000000"
        assert until(lambda: link.control.state().connections == 0, PATIENCE_S)


@pytest.mark.parametrize("fault", [{}, {"latency_s": 0.2}], ids=["none", "lag"])
def test_a_reset_of_one_side_is_passed_on(tmp_path: Path, fault: dict[str, float]) -> None:
    seen: list[bool] = []

    def serve(connection: socket.socket) -> None:
        if received(connection, 5) == b"reset":
            reset_now(connection)
        else:
            seen.append(is_reset(connection))

    with server(serve) as port, link_to(f"127.0.0.1:{port}", tmp_path) as link:
        if fault:
            link.control.put("lag", DAY_S, **fault)
        with link.connection() as connection:
            connection.sendall(b"reset")
            assert is_reset(connection)
        connection = link.connection()
        connection.sendall(b"watch")
        assert until(lambda: link.control.state().bytes_up == 10, PATIENCE_S)
        reset_now(connection)
        assert until(lambda: seen == [True], PATIENCE_S)
        assert until(lambda: link.control.state().connections == 0, PATIENCE_S)


@pytest.mark.parametrize("fault", [{}, {"latency_s": 0.2}], ids=["none", "lag"])
def test_an_answer_before_a_reset_arrives(tmp_path: Path, fault: dict[str, float]) -> None:
    def refuse(connection: socket.socket) -> None:
        received(connection, 1)
        connection.sendall(b"too large")
        # What comes is not read, so that the end is a reset.
        time.sleep(0.3)

    with server(refuse) as port, link_to(f"127.0.0.1:{port}", tmp_path) as link, link.connection() as connection:
        if fault:
            link.control.put("lag", DAY_S, **fault)
        sending = threading.Thread(target=send_all, args=(connection, bytes(20_000_000)))
        sending.start()
        assert received(connection, 9) == b"too large"
        sending.join(PATIENCE_S)
        assert until(lambda: link.control.state().connections == 0, PATIENCE_S)


def test_a_refused_upstream_resets_the_client(tmp_path: Path) -> None:
    (port,) = free_ports(1, ())
    with link_to(f"127.0.0.1:{port}", tmp_path) as link:
        with link.connection() as connection:
            assert is_reset(connection)
        assert link.control.state().refused == 1


def test_five_hundred_connections_at_once(echoing: LinkProcess) -> None:
    with ExitStack() as stack:
        connections = [stack.enter_context(echoing.connection()) for _ in range(500)]
        for _ in range(3):
            for number, connection in enumerate(connections):
                connection.sendall(struct.pack("i", number) * 100)
            for number, connection in enumerate(connections):
                assert received(connection, 400) == struct.pack("i", number) * 100
        assert echoing.control.state().connections == 500
    assert until(lambda: echoing.control.state().connections == 0, PATIENCE_S)


@pytest.mark.parametrize("upstream", ["127.0.0.1", "[::1]", "localhost"])
@pytest.mark.parametrize("host", ["127.0.0.1", "::1"])
def test_addresses_of_both_families_and_names(tmp_path: Path, upstream: str, host: str) -> None:
    with (
        server(echo, "::1" if upstream == "[::1]" else "127.0.0.1") as port,
        link_to(f"{upstream}:{port}", tmp_path) as link,
        link.connection(host) as connection,
    ):
        round_trip_s(connection)


def test_a_fault_ends_at_its_deadline_by_itself(echoing: LinkProcess) -> None:
    with echoing.connection() as connection:
        round_trip_s(connection)
        began_s = time.monotonic()
        echoing.control.put("cut", 1.0, cut=True)
        connection.sendall(b"ping")
        assert received(connection, 4) == b"ping"
        assert 0.9 < time.monotonic() - began_s < 10.0
        assert echoing.control.state().faults == {}


def refused(control: LinkControl, **order: Any) -> str:
    with pytest.raises(LinkError) as caught:
        control.put(**order)
    return caught.value.why


def test_the_control_socket_is_of_its_owner_and_takes_anything(echoing: LinkProcess) -> None:
    assert stat.S_IMODE(echoing.place.stat().st_mode) == 0o600
    assert "for_s" in refused(echoing.control, fault="x", for_s=0.0)
    assert "latency_s" in refused(echoing.control, fault="x", for_s=1.0, latency_s=-1.0)
    assert "bytes_per_s" in refused(echoing.control, fault="x", for_s=1.0, bytes_per_s=0.0)
    assert "finite" in refused(echoing.control, fault="x", for_s=float("inf"))
    assert "name" in refused(echoing.control, fault="x" * 1000, for_s=1.0)
    for hostile in (b"\n\n{}\n", b"\xff\x00\n", b"[" * 100_000, b'{"order":"state"' * 10_000 + b"\n"):
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as asking:
            asking.settimeout(1.0)
            asking.connect(str(echoing.place))
            try:
                asking.sendall(hostile)
                answer = asking.recv(1 << 16)
            except OSError:
                continue
            for line in answer.splitlines():
                assert "error" in json.loads(line)
    with ExitStack() as stack:
        # Many that ask nothing keep nobody out.
        for _ in range(30):
            asking = stack.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM))
            asking.connect(str(echoing.place))
        assert echoing.control.state().faults == {}


def test_only_so_many_faults_are_on(echoing: LinkProcess) -> None:
    for number in range(16):
        echoing.control.put(f"fault {number}", DAY_S, latency_s=0.001)
    assert "too many" in refused(echoing.control, fault="one more", for_s=1.0)


def test_a_link_that_is_gone_is_silent(tmp_path: Path) -> None:
    with link_to("127.0.0.1:9", tmp_path) as link:
        control = link.control
    with pytest.raises(LinkError):
        control.state()
    with pytest.raises(LinkError):
        LinkControl(tmp_path / "nowhere" / "lag.link").state()


def _takes(answer: Callable[[], object]) -> float:
    began_s = time.monotonic()
    answer()
    return time.monotonic() - began_s


def test_orders_are_answered_under_load(echoing: LinkProcess) -> None:
    ended = threading.Event()

    def load() -> None:
        with echoing.connection() as connection:
            while not ended.is_set():
                round_trip_s(connection, bytes(20_000))

    with ThreadPoolExecutor() as threads:
        loads = [threads.submit(load) for _ in range(4)]
        try:
            assert max(_takes(echoing.control.state) for _ in range(50)) < 2.0
        finally:
            ended.set()
        for one in loads:
            one.result(PATIENCE_S)
