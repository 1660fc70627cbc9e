"""Whom the services of several variants are connected to: real sockets of two processes."""

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from types import SimpleNamespace
from typing import cast

from loadproof.run.shared_addresses import SharedAddresses
from loadproof.stand.stand import Stand
from loadproof.words.catalogue import english

LISTENS = """
import socket, sys
with socket.create_server(("127.0.0.1", 0)) as server:
    print(server.getsockname()[1], flush=True)
    kept = server.accept()
    sys.stdin.read()
"""
CONNECTS = """
import socket, sys
with socket.create_connection(("127.0.0.1", int(sys.argv[1]))):
    print("connected", flush=True)
    sys.stdin.read()
"""


@contextmanager
def running(code: str, *words: str) -> Iterator[tuple[int, str]]:
    """The number of the process and its first line."""
    command = [sys.executable, "-S", "-c", code, *words]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield process.pid, process.stdout.readline().strip()
        process.kill()


@contextmanager
def connected() -> Iterator[tuple[int, int]]:
    """The port of a process, and another process that is connected to it."""
    with running(LISTENS) as (_, port), running(CONNECTS, port) as (process_id, _):
        yield int(port), process_id


def of_service(process_id: int, ports: Sequence[int] = ()) -> Stand:
    return cast(Stand, SimpleNamespace(ports=tuple(ports), services={"api": SimpleNamespace(process_id=process_id)}))


def test_a_server_outside_of_all_stands_is_named_where_two_are_connected_to_it() -> None:
    looked = SharedAddresses()
    with connected() as (port, process_id):
        looked.look("one", of_service(process_id))
        assert list(looked.doubts()) == []
        looked.look("two", of_service(process_id))
    (text,) = (english(doubt.text) for doubt in looked.doubts())
    assert f"127.0.0.1:{port}" in text
    assert "one and two" in text


def test_a_service_of_another_variant_is_named_as_such() -> None:
    looked = SharedAddresses()
    with connected() as (port, process_id):
        looked.look("one", of_service(process_id))
        looked.look("two", of_service(process_id, [port]))
    (text,) = (english(doubt.text) for doubt in looked.doubts())
    assert f"127.0.0.1:{port}" in text
    assert text.index("one") < text.index("two")
