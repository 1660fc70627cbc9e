"""Which listening processes are one service, whose control group is its own, and what its command may show."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path

import pytest
from loadproof.system.control_group import groups_apart
from loadproof.system.hidden_credentials import hidden_words
from loadproof.system.listening_service import listening_services
from loadproof.system.process_tree import ProcessTree
from loadproof.system.servers import TargetServers, servers_at

SERVER = Path(__file__).parents[2] / "integration/listening_server.py"
PROXY = """
import sys, time
with open("/proc/self/comm", "w") as name: name.write("docker-proxy")
import socket
opened = socket.create_server(("127.0.0.1", 0))
print(opened.getsockname()[1], flush=True)
time.sleep(60)
"""
CONTAINED = """
import ctypes, fcntl, socket, struct, sys, time
assert ctypes.CDLL(None).unshare(0x40000000) == 0
with socket.socket() as asking:
    fcntl.ioctl(asking, 0x8914, struct.pack("16sH22x", b"lo", 0x41))
opened = socket.create_server(("127.0.0.1", 8080))
print("ready", flush=True)
time.sleep(60)
"""


@contextmanager
def running(code: str, *words: str) -> Iterator[tuple[int, str]]:
    """A process of this code and the first line that it said."""
    command = [sys.executable, "-S", "-c", code, *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield process.pid, process.stdout.readline().strip()
        finally:
            process.kill()


def sleeping(children: int = 0) -> str:
    """Code of a process with so many children, which says the ids of all."""
    return (
        "import os, time\n"
        f"made = [os.fork() or time.sleep(60) for _ in range({children})]\n"
        "print(os.getpid(), *made, flush=True)\n"
        "time.sleep(60)\n"
    )


def roots(*listening: int) -> list[int]:
    return [service.process_id for service in listening_services(listening)]


def test_a_listener_below_another_is_a_part_of_it() -> None:
    with running(sleeping(2)) as (parent, line):
        _, first, second = map(int, line.split())
        assert roots(first, second, parent) == [parent]


def test_children_that_listen_are_their_parent_where_it_runs_the_same_program() -> None:
    with running(sleeping(2)) as (parent, line):
        _, first, second = map(int, line.split())
        assert roots(first, second) == [parent]
        # One alone may be what a shell or a test has started.
        assert roots(first) == [first]


def test_who_has_started_us_too_is_no_service_for_that() -> None:
    with running(sleeping()) as (first, _), running(sleeping()) as (second, _):
        assert roots(second, first) == [first, second]


def test_what_has_ended_and_what_starts_everything_is_no_service() -> None:
    with running(sleeping()) as (ended, _):
        pass
    assert roots(ended, 1, os.getpid()) == []


def test_the_tree_of_who_started_us_is_without_us() -> None:
    code = (
        "import os\n"
        "from loadproof.system.process_tree import ProcessTree\n"
        "members = [key[0] for key in ProcessTree(os.getppid()).scan().members]\n"
        "print(os.getppid() in members, os.getpid() in members)"
    )
    told = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, timeout=30)
    assert told.stdout.split() == ["True", "False"]
    assert os.getpid() in [key[0] for key in ProcessTree(os.getpid()).scan().members]


def group(place: Path, *members: int) -> Path:
    place.mkdir(parents=True, exist_ok=True)
    (place / "cgroup.procs").write_text("".join(f"{member}\n" for member in members), encoding="utf-8")
    return place


def test_a_group_is_its_own_as_far_up_as_nobody_else_is_in_it(tmp_path: Path) -> None:
    root = group(tmp_path / "root", 1)
    unit = group(root / "slice/app.service")
    leaf = group(unit / "workers", 10, 11)
    group(root / "slice", 99)
    assert groups_apart(leaf, None, {10, 11}) == [leaf, unit]
    assert groups_apart(leaf, None, {10}) == []
    assert groups_apart(leaf, unit / "other", {10, 11}) == [leaf]
    # A process of another namespace has no number here.
    group(unit / "unseen", 0)
    assert groups_apart(leaf, None, {10, 11}) == [leaf]
    assert groups_apart(root, None, {1, 10, 11, 99}) == []


def test_secrets_of_a_command_are_not_shown() -> None:
    words = ["--db-password=a1", "--token", "b2", "-v", "SECRET_KEY=c3", "--url=redis://me:d4@h/0", "--authToken", "e5"]
    shown = " ".join(hidden_words(words))
    assert not any(secret in shown for secret in ("a1", "b2", "c3", "d4", "e5")), shown
    assert hidden_words(["--password", "--port", "80", "--workers=4", "passenger"]) == [
        "--password", "--port", "80", "--workers=4", "passenger",
    ]  # fmt: skip


def test_the_same_look_serves_all_who_ask_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = count(1)
    monkeypatch.setattr("loadproof.system.servers.servers_at", lambda _addresses, _unix: {next(looks)})
    servers = TargetServers(["127.0.0.1:80"])
    assert [servers.now(), servers.now(fresh_s=60.0), servers.now(fresh_s=0.0)] == [{1}, {1}, {2}]


def test_an_address_of_nobody_here_is_elsewhere() -> None:
    assert servers_at(["192.0.2.1:80"]) is None
    assert servers_at(["[2001:db8::1]:80"]) is None


@pytest.mark.skipif(os.geteuid() != 0, reason="a network namespace needs root to be made")
def test_a_container_is_found_behind_its_proxy() -> None:
    with ExitStack() as stack:
        contained, ready = stack.enter_context(running(CONTAINED))
        if ready != "ready":
            pytest.skip("no network namespace can be made here")
        words = ("-proto", "tcp", "-container-ip", "127.0.0.1", "-container-port", "8080")
        _, port = stack.enter_context(running(PROXY, *words))
        assert servers_at([f"127.0.0.1:{port}"]) == {contained}
    with running(PROXY, "-container-ip", "x", "-container-port", "99999999") as (_, port):
        # Who is behind it cannot be seen.
        assert servers_at([f"127.0.0.1:{port}"]) == set()


def test_a_socket_of_this_process_is_its_own() -> None:
    with socket.create_server(("127.0.0.1", 0)) as opened:
        assert servers_at([f"127.0.0.1:{opened.getsockname()[1]}"]) == {os.getpid()}
