"""The process driver on real services: order, readiness, failures, secrets, restarts, and nothing left."""

import os
import signal
import socket
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from loadproof.errors import ServiceError, TargetError
from loadproof.stand.service_group import possible_directories
from loadproof.study.stand_settings import Driver, ReadyCheck, ReadyKind, ServiceSettings
from loadproof.study.stand_template import StandTextError

from .stand_of_tests import LISTEN, MARK, READY, carriers, gone, next_deaths, python_service, stand_of, until

SAY = "import sys, time; print(*sys.argv[1:]); time.sleep(60)"


def test_services_start_after_those_they_name_and_stop_before_them(tmp_path: Path) -> None:
    code = """
import pathlib, signal, sys, time
book = pathlib.Path(sys.argv[1])
def note(what):
    with book.open("a") as file: file.write(what + "\\n")
def end(*_):
    note("end " + sys.argv[2])
    sys.exit()
signal.signal(signal.SIGTERM, end)
time.sleep(0.1)
note("start " + sys.argv[2]); print("ready")
time.sleep(60)
"""
    book = str(tmp_path / "book")
    services = [
        python_service(name, tmp_path, code, book, name, ready=READY, after=after)
        for name, after in (("web", ("cache", "api")), ("api", ("db",)), ("cache", ()), ("db", ()))
    ]
    with stand_of(tmp_path, *services) as stand:
        assert list(stand.services) == ["cache", "db", "api", "web"]
    lines = Path(book).read_text().splitlines()
    assert lines == [*(f"start {n}" for n in stand_order), *(f"end {n}" for n in reversed(stand_order))]


stand_order = ("cache", "db", "api", "web")


@pytest.mark.parametrize("after", [{"a": ("b",), "b": ("a",)}, {"a": ("nobody",), "b": ()}], ids=["cycle", "unknown"])
def test_an_order_that_cannot_be_is_refused_and_does_not_hang(
    tmp_path: Path, after: dict[str, tuple[str, ...]]
) -> None:
    services = [python_service(name, tmp_path, SAY, after=names) for name, names in after.items()]
    with pytest.raises(ServiceError, match="wait for each other"), stand_of(tmp_path, *services):
        pass


@pytest.mark.parametrize(
    "ready",
    [
        ReadyCheck(ReadyKind.TCP, within_s=20),
        ReadyCheck(ReadyKind.HTTP, "http://127.0.0.1:${port}/", 20),
        ReadyCheck(ReadyKind.LINE, "on port ${port}", 20),
        ReadyCheck(ReadyKind.COMMAND, "test -e '${workspace}/a file'", 20),
    ],
    ids=lambda ready: ready.kind.value,
)
def test_each_ready_check_waits_until_the_service_is(tmp_path: Path, ready: ReadyCheck) -> None:
    code = """
import http.server, pathlib, sys, time
time.sleep(0.3)
pathlib.Path(sys.argv[2], "began").touch()
pathlib.Path(sys.argv[2], "a file").touch()
server = http.server.HTTPServer(("127.0.0.1", int(sys.argv[1])), http.server.SimpleHTTPRequestHandler)
print("listening on port", sys.argv[1])
server.serve_forever()
"""
    service = python_service("api", tmp_path, code, "${port}", "${workspace}", ready=ready)
    with stand_of(tmp_path, service, target="http://127.0.0.1:${api.port}/x") as stand:
        assert Path(stand.filled("${workspace}"), "began").exists()
        api = stand.services["api"]
        assert stand.target_urls == (f"http://127.0.0.1:{api.port}/x",)
        assert stand.filled("${port}", "api") == str(api.port)
        workspace = Path(stand.filled("${workspace}"))
    assert not workspace.exists()
    assert not list((tmp_path / "state").rglob("*.json"))


def test_a_service_that_drips_its_answer_is_not_waited_for_longer_than_was_said(tmp_path: Path) -> None:
    code = """
import socket, sys, time
server = socket.create_server(("127.0.0.1", int(sys.argv[1])))
while True:
    connection, _ = server.accept()
    try:
        connection.sendall(b"HTTP/1.1 200 OK\\r\\n")
        while True:
            connection.sendall(b"X: y\\r\\n"); time.sleep(0.1)
    except OSError: pass
"""
    ready = ReadyCheck(ReadyKind.HTTP, "http://127.0.0.1:${port}/", 0.8)
    began_s = time.monotonic()
    with (
        pytest.raises(ServiceError, match="was not ready within"),
        stand_of(tmp_path, python_service("api", tmp_path, code, "${port}", ready=ready)),
    ):
        pass
    assert time.monotonic() - began_s < 2.5


def failure(tmp_path: Path, service: ServiceSettings, **environment: str) -> str:
    with pytest.raises(ServiceError) as caught, stand_of(tmp_path, service, environment=environment):
        pass
    return str(caught.value)


def test_a_service_that_does_not_start_shows_its_last_lines_and_its_exit_code(tmp_path: Path) -> None:
    code = r"""
import sys
for number in range(30): print("line", number)
print("\x1b[2Jwide" + "x" * 5000, file=sys.stderr)
sys.exit(7)
"""
    message = failure(tmp_path, python_service("api", tmp_path, code))
    assert "the service api ended with exit code 7 before it was ready" in message
    assert "line 29" in message
    assert "line 18\n" not in message
    assert "\x1b" not in message
    assert max(map(len, message.splitlines())) < 500
    assert str(tmp_path / "logs/api.log") in message
    assert (tmp_path / "logs/api.log").read_text().startswith("line 0\n")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"command": ("/no/such/program",)}, "cannot be started (/no/such/program: No such file or directory)"),
        ({"directory": Path("/no/such/place")}, "cannot be started (/no/such/place: No such file or directory)"),
        ({"ready": ReadyCheck(ReadyKind.TCP, within_s=0.3)}, "was not ready within 0.3 s (port "),
        ({"ready": ReadyCheck(ReadyKind.LINE, "never", 0.3)}, "was not ready within 0.3 s (the line has not come)"),
        (
            {"ready": ReadyCheck(ReadyKind.COMMAND, "sh -c 'echo why; exit 4'", 2)},
            "was not ready within 2 s (ended with exit code 4; its last lines: why). Its last lines:\n  words\n",
        ),
        (
            {"prepare": (("sh", "-c", "echo broken; exit 3"),)},
            "broken; exit 3' of the service api ended with exit code 3",
        ),
    ],
    ids=["program", "directory", "tcp", "line", "command", "prepare"],
)
def test_what_is_wrong_is_named(tmp_path: Path, change: dict[str, Any], said: str) -> None:
    message = failure(
        tmp_path, replace(python_service("api", tmp_path, SAY, "words"), **change), **{MARK: tmp_path.name}
    )
    assert said in message
    assert "the service api" in message
    assert gone(tmp_path.name)


def test_the_cure_of_a_service_that_need_not_listen_is_told_to_it_alone(tmp_path: Path) -> None:
    told = '; of a service that listens on no port it is ready: {command: "true"}'
    silent = replace(python_service("api", tmp_path, SAY, "words"), ready=ReadyCheck(ReadyKind.TCP, within_s=0.3))
    assert told in failure(tmp_path, silent)
    assert told not in failure(tmp_path, replace(silent, command=(*silent.command, "${port}")))


def test_a_port_that_others_listen_on_is_refused(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        message = failure(tmp_path, python_service("api", tmp_path, LISTEN, "${port}", port=port))
    assert f"something listens on its port {port} already" in message


def test_secrets_reach_the_service_and_nothing_else(tmp_path: Path) -> None:
    secret = "hunter2-ü$"  # noqa: S105
    code = """
import os, pathlib, sys
pathlib.Path(sys.argv[1]).write_text(os.environ["TOKEN"] + sys.argv[2])
print("my token is", sys.argv[2]); sys.exit(1)
"""
    seen = tmp_path / "seen"
    service = python_service(
        "api", tmp_path, code, str(seen), "${env:SECRET}", environment={"TOKEN": "t=${env:SECRET}"},
        prepare=(("echo", "prepare", "${env:SECRET}"),), ready=ReadyCheck(ReadyKind.HTTP, "http://h/${env:SECRET}", 5),
    )  # fmt: skip
    message = failure(tmp_path, service, SECRET=secret)
    assert seen.read_text() == f"t={secret}{secret}"
    assert secret not in message
    log = (tmp_path / "logs/api.log").read_text()
    assert log == "prepare ***\nmy token is ***\n"

    steady = replace(service, command=(*python_service("api", tmp_path, SAY).command, "ready", "${env:SECRET}"))
    with stand_of(tmp_path, replace(steady, ready=READY), environment={"SECRET": secret}) as stand:
        shown = stand.services["api"].command_shown
        assert shown.endswith("ready ***")
        leases = "".join(path.read_text() for path in (tmp_path / "state").rglob("*.json"))
        assert stand.services["api"].process_id
        assert str(stand.services["api"].process_id) in leases
        assert secret not in leases


def groups_here() -> set[Path]:
    """Groups with the name of the service below, next to which the drivers make theirs."""
    return {path for place in possible_directories("x") for path in place.parent.glob("loadproof-*-lacking")}


def test_a_service_hears_every_signal_whatever_its_starter_ignores(tmp_path: Path) -> None:
    # As `nohup loadproof run ... &` leaves them; a Java VM would never end at the first two.
    ignored = (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP, signal.SIGTERM, signal.SIGUSR2)
    code = "import time; print(open('/proc/self/status').read()); print('ready'); time.sleep(60)"
    before = {number: signal.signal(number, signal.SIG_IGN) for number in ignored}
    blocked = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})
    try:
        with stand_of(tmp_path, python_service("api", tmp_path, code, ready=READY)):
            pass
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
        for number, handler in before.items():
            signal.signal(number, handler)
    status = dict(line.split(":", 1) for line in (tmp_path / "logs/api.log").read_text().splitlines() if ":" in line)
    still_ignored = {number for number in signal.valid_signals() if int(status["SigIgn"], 16) >> number - 1 & 1}
    # What Python itself ignores as it starts; of signals 32 and 33, the C library's own, nobody may say anything.
    assert still_ignored == {signal.SIGPIPE, signal.SIGXFSZ}
    assert int(status["SigBlk"], 16) == 0


def test_a_missing_secret_is_named(tmp_path: Path) -> None:
    service = python_service("lacking", tmp_path, SAY, "${env:NO_SUCH_SECRET}")
    groups = groups_here()
    with pytest.raises(StandTextError, match="NO_SUCH_SECRET"), stand_of(tmp_path, service):
        pass
    assert groups_here() - groups == set()


def test_deaths_are_told_once_and_a_restart_keeps_the_port(tmp_path: Path) -> None:
    services = [python_service(name, tmp_path, LISTEN, "${port}") for name in ("api", "db")]
    with stand_of(tmp_path, *services) as stand:
        before = dict(stand.services)
        assert stand.deaths() == []
        os.kill(before["db"].process_id, signal.SIGSEGV)
        assert next_deaths(stand) == [("db", "was killed by SIGSEGV")]
        assert stand.deaths() == []
        stand.restart("db")
        after = dict(stand.services)
        assert after["db"].port == before["db"].port
        assert after["db"].process_id != before["db"].process_id
        assert after["api"] == before["api"]
        stand.restart_all()
        assert stand.services["api"].process_id != before["api"].process_id
        assert stand.deaths() == []
        with pytest.raises(ServiceError, match="no service 'web'"):
            stand.restart("web")


def test_a_reset_runs_its_commands_while_the_services_are_stopped(tmp_path: Path) -> None:
    check = (
        "import socket, sys, pathlib\n"
        "pathlib.Path(sys.argv[2]).write_text(str(socket.socket().connect_ex(('127.0.0.1', int(sys.argv[1])))))"
    )
    prepare = (("sh", "-c", f"echo once >> {tmp_path}/prepared"),)
    service = python_service("api", tmp_path, LISTEN, "${port}", prepare=prepare)
    reset = ((sys.executable, "-c", check, "${api.port}", f"{tmp_path}/refused"), ("echo", "reset done"))
    with stand_of(tmp_path, service, reset=reset) as stand:
        socket.create_connection(("127.0.0.1", stand.services["api"].port), 2).close()
    assert int((tmp_path / "refused").read_text()) != 0
    assert (tmp_path / "prepared").read_text() == "once\n"
    assert (tmp_path / "logs/_reset.log").read_text() == "reset done\n"


def test_a_whole_tree_goes_with_its_service_also_one_that_ignores_the_signal(tmp_path: Path) -> None:
    code = """
import os, signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
for _ in range(3):
    if os.fork() == 0:
        os.setsid()
        os.fork()
        break
print("ready")
time.sleep(60)
"""
    service = python_service("api", tmp_path, code, ready=READY, stop_within_s=0.2)
    with stand_of(tmp_path, service, environment={MARK: tmp_path.name}):
        assert not gone(tmp_path.name, within_s=0)
    assert gone(tmp_path.name, within_s=0)


DAEMON = """
import os, socket, sys, time
if os.fork(): os._exit(0)
os.setsid()
if os.fork(): os._exit(0)
os.environ.clear()
""" + LISTEN.removeprefix("\nimport socket, sys\n")


def test_a_service_that_daemonises_is_watched_and_stopped(tmp_path: Path) -> None:
    service = python_service("api", tmp_path, DAEMON, "${port}")
    with stand_of(tmp_path, service, environment={MARK: tmp_path.name}) as stand:
        (daemon,) = carriers(tmp_path.name)
        assert until(lambda: not stand.deaths() and stand.services["api"].process_id == daemon)
        os.kill(daemon, signal.SIGKILL)
        assert next_deaths(stand) == [("api", "was killed by SIGKILL")]
        stand.restart("api")
    assert gone(tmp_path.name, within_s=0)


def test_a_log_is_bounded(tmp_path: Path) -> None:
    code = """
import os, time
line = b"x" * 99 + b"\\n"
for _ in range(300): os.write(1, line * 1000)
os.write(1, b"the end\\nready\\n")
time.sleep(60)
"""
    with stand_of(tmp_path, python_service("api", tmp_path, code, ready=READY)):
        pass
    log = tmp_path / "logs/api.log"
    assert log.stat().st_size == 16 << 20
    text = log.read_bytes()
    assert text.endswith(b"the end\nready\n")
    assert text.count(b"left out") == 1


def test_an_external_stand_starts_nothing(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        target = f"http://127.0.0.1:{server.getsockname()[1]}/"
        reset = (("sh", "-c", f"echo done > {tmp_path}/reset"),)
        with stand_of(tmp_path, driver=Driver.EXTERNAL, target=target, reset=reset) as stand:
            assert (dict(stand.services), stand.deaths(), stand.target_urls) == ({}, [], (target,))
            stand.restart_all()
    assert (tmp_path / "reset").read_text() == "done\n"
    with (
        pytest.raises(TargetError, match="cannot be reached"),
        stand_of(tmp_path, driver=Driver.EXTERNAL, target=target),
    ):
        pass


def test_a_frozen_stand_stands_still_with_all_its_processes_and_goes_on(tmp_path: Path) -> None:
    code = """
import os, pathlib, sys, time
book = pathlib.Path(sys.argv[1])
os.fork()
print("ready")
while True:
    with book.open("a") as file: file.write(f"{os.getpid()}\\n")
    time.sleep(0.01)
"""
    book = tmp_path / "book"
    with stand_of(tmp_path, python_service("api", tmp_path, code, str(book), ready=READY)) as stand:
        assert until(lambda: book.exists() and len(set(book.read_text().split())) == 2)
        with stand.frozen():
            states = {_state(int(word)) for word in set(book.read_text().split())}
            before = book.read_text()
            time.sleep(0.2)
            assert (states, book.read_text()) == ({"T"}, before)
        assert until(lambda: len(book.read_text()) > len(before))
        assert stand.deaths() == []


def _state(process_id: int) -> str:
    return Path(f"/proc/{process_id}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
