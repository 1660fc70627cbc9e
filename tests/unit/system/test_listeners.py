"""Who is said to listen is who takes the connection."""

import os
import socket
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from loadproof.system.listeners import (
    held_by,
    holders,
    listeners_of_port,
    listeners_on,
    listeners_on_path,
    local_addresses,
    named_process,
)


@contextmanager
def listening(host: str, port: int = 0, *, share: bool = False, dual: bool = True) -> Iterator[tuple[int, int]]:
    """Port and inode of a socket that listens."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as made:
        if family == socket.AF_INET6:
            made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, not dual)
        if share:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        made.bind((host, port))
        made.listen()
        yield made.getsockname()[1], os.fstat(made.fileno()).st_ino


def found(host: str, port: int) -> list[int]:
    listeners = listeners_on(host, port)
    assert listeners is not None
    return [listener.inode for listener in listeners]


@pytest.mark.parametrize(
    ("bound", "dual", "takes", "leaves"),
    [
        ("127.0.0.1", True, ["127.0.0.1"], ["::1", "127.0.0.2"]),
        ("0.0.0.0", True, ["127.0.0.1", "127.0.0.2"], ["::1"]),  # noqa: S104
        ("::", True, ["::1", "127.0.0.1"], []),
        ("::", False, ["::1"], ["127.0.0.1"]),
        ("::1", True, ["::1"], ["127.0.0.1"]),
        ("::ffff:127.0.0.1", True, ["127.0.0.1"], ["127.0.0.2", "::1"]),
    ],
)
def test_a_listener_is_of_the_addresses_that_reach_it(
    bound: str, dual: bool, takes: list[str], leaves: list[str]
) -> None:
    with listening(bound, dual=dual) as (port, inode):
        for host in (*takes, *leaves):
            with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as opening:
                assert (opening.connect_ex((host, port)) == 0) is (host in takes), host
        assert {host: found(host, port) for host in (*takes, *leaves)} == {
            **{host: [inode] for host in takes},
            **{host: [] for host in leaves},
        }
        assert [listener.inode for listener in listeners_of_port(port)] == [inode]
    assert found(takes[0], port) == []


def test_the_nearest_takes_the_connection_and_those_that_share_it_are_all_told() -> None:
    with ExitStack() as stack:
        port, everywhere = stack.enter_context(listening("0.0.0.0", share=True))  # noqa: S104
        assert found("127.0.0.1", port) == [everywhere]
        one = stack.enter_context(listening("127.0.0.1", port, share=True))[1]
        other = stack.enter_context(listening("127.0.0.1", port, share=True))[1]
        assert sorted(found("127.0.0.1", port)) == sorted([one, other])
        assert found("127.0.0.2", port) == [everywhere]


def test_connections_are_no_listeners_and_hide_none() -> None:
    with ExitStack() as stack:
        port, inode = stack.enter_context(listening("127.0.0.1"))
        for _ in range(100):
            stack.enter_context(socket.create_connection(("127.0.0.1", port)))
        assert found("127.0.0.1", port) == [inode]


def test_a_unix_socket_listens_under_its_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with tempfile.TemporaryDirectory() as short, socket.socket(socket.AF_UNIX) as made:
        monkeypatch.chdir(short)
        made.bind("./a socket")
        path = f"{short}/a socket"
        assert listeners_on_path(path) == []
        made.listen()
        assert [listener.inode for listener in listeners_on_path(path)] == [os.fstat(made.fileno()).st_ino]
        assert listeners_on_path(f"{short}/another socket") == []
    assert listeners_on_path(path) == []


def test_who_holds_a_socket_is_named() -> None:
    with listening("127.0.0.1") as (_, inode):
        assert held_by(os.getpid(), {inode, 1}) == {inode}
        name = Path("/proc/self/comm").read_text(encoding="utf-8").strip()
        held = holders({inode})
        assert held == {inode: [os.getpid()]}
        assert named_process(held[inode]) == (name, os.getpid())


@pytest.mark.skipif(os.geteuid() != 0, reason="needs another user")
def test_who_may_not_see_the_holder_says_so() -> None:
    with listening("127.0.0.1") as (port, inode):
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                os.setgroups([])
                os.setuid(65534)
                (listener,) = listeners_on("127.0.0.1", port) or []
                # A child has its parent's descriptors, but those of the parent are hidden from another user.
                told = named_process([holder for holder in holders({inode})[inode] if holder != os.getpid()])
                os.write(write, f"{listener.inode} {told}".encode())
            finally:
                os._exit(0)
        assert os.waitpid(child, 0)[1] == 0
        os.close(write)
        with os.fdopen(read) as said:
            assert said.read() == f"{inode} None"


def test_addresses_of_others_are_left_out() -> None:
    assert local_addresses("127.0.0.1", 80) == ["127.0.0.1"]
    assert local_addresses("::", 80) == ["::1"]
    assert local_addresses("198.51.100.1", 80) == []
    assert set(local_addresses("localhost", 80)) <= {"127.0.0.1", "::1"}
