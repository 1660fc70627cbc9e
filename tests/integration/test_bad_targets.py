"""Targets that break during the run: each fault is counted by its kind, the trial fails, nothing is lost."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from .closing_counts import assert_counts_close
from .command_line import FORGIVING, Ended, loadproof
from .stand import known_truth
from .undisturbed import undisturbed

LOAD = ("--rate", 300, "--for", "2s")
ANSWER = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
CONNECTIONS = 5


def loaded(
    place: Path, target_of: Callable[[Path], AbstractContextManager[str]], *options: object
) -> tuple[Ended, dict[str, Any]]:
    """One load on a new target and its result, whose counts close."""

    def attempt(directory: Path) -> Ended:
        with target_of(directory) as url:
            words = options or (*LOAD, *FORGIVING)
            ended = loadproof("load", url, *words, "--json", "--out", "run", cwd=directory)
        assert (directory / "run/report.md").is_file(), ended.messages
        return ended

    ended = undisturbed(place, attempt)
    result = ended.result
    assert_counts_close(result)
    return ended, result


def breaking(mode: str, *options: object) -> Callable[[Path], AbstractContextManager[str]]:
    """A target in a mode of known-truth."""

    @contextmanager
    def target_of(directory: Path) -> Iterator[str]:
        with known_truth(directory, mode, *options) as target:
            yield target.url

    return target_of


@pytest.mark.parametrize(
    ("mode", "options", "kind"),
    [
        ("reset", (), "reset"),
        ("garbage", (), "garbage"),
        ("half", (), "closed"),
        ("status", ("--code", 503), "status-503"),
    ],
)
def test_a_target_that_breaks_every_call(tmp_path: Path, mode: str, options: tuple[object, ...], kind: str) -> None:
    ended, result = loaded(tmp_path, breaking(mode, *options))
    assert ended.exit_code == 3, ended.messages
    assert result["verdict"]["state"] == "failed"
    assert result["errors_by_kind"] == {kind: result["due"]}
    assert (result["rate"], result["error_percent"]) == (0, 100)
    assert result["response_ms"]["p99"] is None


@pytest.mark.parametrize(("mode", "kind"), [("garbage", "garbage"), ("half", "closed")])
def test_a_target_that_breaks_one_call_in_four(tmp_path: Path, mode: str, kind: str) -> None:
    ended, result = loaded(tmp_path, breaking(mode, "--share", 0.25))
    assert ended.exit_code == 3, ended.messages
    # The target hits exactly a quarter of what it read; a call may have met a connection that was closing.
    assert result["errors_by_kind"].keys() == {kind}
    assert result["errors"] == pytest.approx(result["due"] / 4, abs=2)
    assert result["completed"] == result["due"] - result["errors"]


def test_a_target_that_resets_one_call_in_four_is_asked_again_and_that_is_counted(tmp_path: Path) -> None:
    ended, result = loaded(tmp_path, breaking("reset", "--share", 0.25))
    assert ended.exit_code != 3, ended.messages
    # On a connection that was just opened nothing is sent again; a busy machine opens more of them.
    assert result["errors_by_kind"].keys() <= {"reset"}
    assert result["errors"] < result["due"] / 20
    assert result["completed"] == result["due"] - result["errors"]
    # The target hits a quarter of what it read, and what is sent again is among that.
    assert result["retried"] == pytest.approx((result["due"] - 4 * result["errors"]) / 3, abs=2)


def test_fast_503s_gain_nothing(tmp_path: Path) -> None:
    ended, result = loaded(tmp_path, breaking("status", "--code", 503, "--share", 0.05))
    assert ended.exit_code == 3, ended.messages
    assert result["errors_by_kind"] == {"status-503": result["due"] // 20}
    assert result["response_ms"]["p99"] < 1000
    states = {judged["slo"]: judged["state"] for judged in result["verdict"]["slos"]}
    assert states["p99<1s"] == states["errors<1%"] == "failed"


def test_a_target_that_dies_in_the_middle(tmp_path: Path) -> None:
    ended, result = loaded(tmp_path, breaking("die", "--after-ms", 1000), "--rate", 300, "--for", "3s", *FORGIVING)
    assert ended.exit_code == 3, ended.messages
    assert result["errors_by_kind"].keys() <= {"refused", "reset", "closed"}
    assert result["errors_by_kind"]["refused"] > 300
    assert 150 < result["completed"] < 450


def test_a_target_that_stalls(tmp_path: Path) -> None:
    ended, result = loaded(tmp_path, breaking("stall"), *LOAD, "--timeout", "1s")
    assert ended.exit_code == 3, ended.messages
    assert result["errors_by_kind"] == {"timeout": result["due"]}
    assert ended.took_s < 10


def test_a_target_that_stalls_with_every_connection_taken(tmp_path: Path) -> None:
    ended, result = loaded(tmp_path, breaking("stall"), *LOAD, "--timeout", "1s", "--connections", 10)
    assert ended.exit_code == 3, ended.messages
    assert result["errors_by_kind"].keys() == {"timeout"}
    # A connection that timed out is opened anew for the call that waits longest; what expires before is never sent.
    assert result["dropped"] + result["errors"] == result["due"] > 0
    assert "connection-limit" in {doubt["code"] for doubt in result["doubts"]}


@pytest.mark.quiet_machine
def test_a_stall_of_one_call_in_ten_is_a_timeout_of_those_alone(tmp_path: Path) -> None:
    ended, result = loaded(tmp_path, breaking("stall", "--share", 0.1), *LOAD, "--timeout", "1s")
    assert ended.exit_code == 3, ended.messages
    assert result["errors_by_kind"] == {"timeout": result["due"] // 10}
    assert result["dropped"] == 0


def test_connection_close_on_every_answer_is_no_fault(tmp_path: Path) -> None:
    ended, result = loaded(tmp_path, breaking("refuse-keepalive"))
    assert ended.exit_code == 0, (ended.messages, result["sentence"])
    assert result["completed"] == result["due"]


@contextmanager
def five_connections(_: Path) -> Iterator[str]:
    """A target that serves five connections, 10 ms an answer, and refuses all others; its URL."""
    listener = socket.create_server(("127.0.0.1", 0))
    threads: list[threading.Thread] = []

    def accept() -> None:
        with listener:
            # The first only asks whether anybody is there.
            listener.accept()[0].close()
            for _ in range(CONNECTIONS):
                threads.append(threading.Thread(target=serve, args=(listener.accept()[0],)))
                threads[-1].start()

    acceptor = threading.Thread(target=accept)
    acceptor.start()
    yield "http://{}:{}/".format(*listener.getsockname())
    for thread in (acceptor, *threads):
        thread.join(timeout=10)
        assert not thread.is_alive()


def serve(connection: socket.socket) -> None:
    """Answers each request of a connection until its end."""
    with connection, suppress(ConnectionError):
        received = b""
        while piece := connection.recv(65536):
            received += piece
            while b"\r\n\r\n" in received:
                received = received.partition(b"\r\n\r\n")[2]
                time.sleep(0.01)
                connection.sendall(ANSWER)


def test_a_target_that_accepts_five_connections_only(tmp_path: Path) -> None:
    ended, result = loaded(tmp_path, five_connections, "--rate", 1000, "--for", "3s", *FORGIVING)
    assert ended.exit_code == 3, ended.messages
    assert result["errors_by_kind"]["refused"] > 0
    assert result["errors_by_kind"].keys() <= {"refused", "reset"}
    # Five connections give 500 answers a second at most, and the five go on working.
    assert 600 < result["completed"] <= 1500


def test_five_connections_are_enough_where_no_more_are_asked_for(tmp_path: Path) -> None:
    options = ("--rate", 150, "--for", "3s", "--connections", CONNECTIONS, *FORGIVING)
    ended, result = loaded(tmp_path, five_connections, *options)
    assert ended.exit_code == 0, (ended.messages, result["sentence"])
    assert result["completed"] == result["due"]
