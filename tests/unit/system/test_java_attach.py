"""The attach socket of a VM as others may answer on it: in time, in pieces, for ever, not at all, or in lies."""

import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from loadproof.system.java_attach import AttachError, AttachRefusal, JavaAttachment, JavaProcess
from loadproof.system.process_files import read_process_stat

NUMBER = 2_000_000_000
"""No process has it."""
Answering = Callable[[socket.socket], None]


def attachment(number: int = NUMBER) -> JavaAttachment:
    """As if this process were a VM with that number where it runs."""
    told = read_process_stat(os.getpid())
    assert told is not None
    return JavaAttachment(JavaProcess(told.key, number, os.getuid(), os.getgid(), True, False))


@pytest.fixture
def place() -> Iterator[Path]:
    path = Path("/tmp") / f".java_pid{NUMBER}"  # noqa: S108
    path.unlink(missing_ok=True)
    yield path
    path.unlink(missing_ok=True)


def answered(place: Path, answer: Answering, timeout_s: float = 2.0, most_bytes: int = 100) -> bytes:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as listener:
        listener.bind(str(place))
        listener.listen()

        def serve() -> None:
            connection, _ = listener.accept()
            with connection:
                answer(connection)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        try:
            return attachment().ask("VM.version", timeout_s=timeout_s, most_bytes=most_bytes)
        finally:
            thread.join(5.0)


def in_pieces(connection: socket.socket) -> None:
    assert connection.recv(100) == b"1\0jcmd\0VM.version\0\0\0"
    for piece in (b"0", b"\nOpen", b"JDK\n"):
        connection.sendall(piece)
        time.sleep(0.02)


def endless(connection: socket.socket) -> None:
    connection.recv(100)
    connection.sendall(b"0\n")
    try:
        while True:
            connection.sendall(b"x" * 65536)
    except OSError:
        return


def refuses(connection: socket.socket) -> None:
    connection.recv(100)
    connection.sendall(b"1\nUnknown diagnostic command\n")


def lies(connection: socket.socket) -> None:
    connection.recv(100)
    connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")


def leaves(connection: socket.socket) -> None:
    connection.recv(100)


def waits(connection: socket.socket) -> None:
    connection.recv(100)
    time.sleep(0.6)


def test_an_answer_comes_in_pieces_and_is_bounded(place: Path) -> None:
    assert answered(place, in_pieces) == b"OpenJDK\n"
    place.unlink()
    assert answered(place, endless) == b"x" * 100


@pytest.mark.parametrize(
    ("answer", "refusal"),
    [
        (refuses, AttachRefusal.FAILED),
        (lies, AttachRefusal.FOREIGN),
        (leaves, AttachRefusal.ENDED),
        (waits, AttachRefusal.SILENT),
    ],
)
def test_what_is_no_answer_is_refused_by_what_it_is(place: Path, answer: Answering, refusal: AttachRefusal) -> None:
    with pytest.raises(AttachError) as refused:
        answered(place, answer, timeout_s=0.3)
    assert refused.value.refusal is refusal
    assert refused.value.detail == ("Unknown diagnostic command" if answer is refuses else refused.value.detail)


def test_what_is_no_socket_or_has_nobody_behind_it_is_not_asked(place: Path) -> None:
    place.write_bytes(b"")
    with pytest.raises(AttachError, match="foreign"):
        attachment().ask("VM.version", timeout_s=1.0, most_bytes=10)
    place.unlink()
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as left_over:
        left_over.bind(str(place))
    with pytest.raises(AttachError, match="silent"):
        attachment().ask("VM.version", timeout_s=1.0, most_bytes=10)


def test_a_process_that_is_no_vm_or_is_not_there_is_refused_by_name() -> None:
    with pytest.raises(AttachError, match="not_java"):
        JavaProcess.of(os.getpid())
    with pytest.raises(AttachError, match="ended"):
        JavaProcess.of(2**22 + 1)
    assert JavaAttachment.listening(os.getpid()) is None
