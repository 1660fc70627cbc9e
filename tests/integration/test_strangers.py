"""The stand measures what it has started: whoever else listens there is refused before, and a doubt after."""

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from loadproof.errors import ServiceError
from loadproof.records.doubt import DoubtCode
from loadproof.stand.free_ports import free_ports
from loadproof.study.stand_settings import ReadyCheck, ReadyKind

from .command_line import CommandLine, Ended
from .stand_of_tests import LISTEN, READY, next_deaths, python_service, stand_of, until

SHARED = socket.SO_REUSEPORT
SERVE = """
import http.server, os, socket, socketserver, sys, time
class Answer(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def do_GET(self):
        self.send_response(200); self.send_header("Content-Length", "2"); self.end_headers(); self.wfile.write(b"ok")
    def log_message(self, *_): pass
class Server(socketserver.ThreadingMixIn, socketserver.TCPServer):
    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 128
def serve(port, share=False):
    Server.allow_reuse_port = share
    Server(("127.0.0.1", port), Answer).serve_forever()
"""
_STUDY = """\
name: strangers
stand:
  target: {target}
  services:
    api:
      command: [{python}, -S, -u, {service}, "{port}", "{place}"]
      ready: {ready}
      stop_within: 1s
profile: {{operations: {{get: {{request: GET /}}}}}}
slo: [errors<50%, p99<2s]
methods: {{load: {{rate: 50, hold: 3s}}}}
"""


class Stranger:
    """Answers every request on a socket that it was given, and counts them and the connections."""

    def __init__(self, listening: socket.socket) -> None:
        self._listening = listening
        self.requests: list[str] = []
        self.connections = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listening.accept()
            except OSError:
                return
            self.connections += 1
            threading.Thread(target=self._answer, args=(connection,), daemon=True).start()

    def _answer(self, connection: socket.socket) -> None:
        with connection:
            try:
                while read := connection.recv(65536).decode():
                    self.requests += [head.split("\r\n")[0] for head in read.split("\r\n\r\n") if head]
                    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok" * read.count("\r\n\r\n"))
            except OSError:
                return


def listening(host: str, port: int = 0, share: bool = False) -> socket.socket:
    made = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    made.setsockopt(socket.SOL_SOCKET, SHARED if share else socket.SO_REUSEADDR, 1)
    made.bind((host, port))
    made.listen(64)
    return made


@contextmanager
def stranger(listener: socket.socket) -> Iterator[Stranger]:
    try:
        yield Stranger(listener)
    finally:
        # Closing alone does not wake who accepts.
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()


def study(place: Path, code: str, port: int, target: str = "", ready: str = "") -> Path:
    service = place / "service.py"
    service.write_text(SERVE + code, encoding="utf-8")
    text = _STUDY.format(
        target=target or f"http://127.0.0.1:{port}",
        ready=ready or f'{{http: "http://127.0.0.1:{port}/health", within: 20s}}',
        python=sys.executable,
        service=service,
        port=port,
        place=place,
    )
    file = place / "study.yaml"
    file.write_text(text, encoding="utf-8")
    return file


@contextmanager
def started(file: Path) -> Iterator[CommandLine]:
    words = ("run", file, "--out", file.parent / "run", "--json")
    with CommandLine(*words, cwd=file.parent, environment={"XDG_STATE_HOME": str(file.parent / "state")}) as command:
        yield command


def run(file: Path) -> Ended:
    with started(file) as command:
        return command.ended(within_s=60)


def own_name() -> str:
    return f"{Path('/proc/self/comm').read_text().strip()} (process {os.getpid()})"


STARTS = "import pathlib\npathlib.Path(sys.argv[2], 'started').touch()\nserve(int(sys.argv[1]))\n"


@pytest.mark.parametrize(
    ("bound", "asked"),
    [
        ("127.0.0.1", "127.0.0.1"),
        ("0.0.0.0", "127.0.0.1"),  # noqa: S104
        ("::", "127.0.0.1"),
        ("::1", "[::1]"),
        ("127.0.0.1", "localhost"),
        ("127.0.0.1", "0.0.0.0"),  # noqa: S104
    ],
)
def test_a_stranger_on_the_target_is_refused_and_sees_no_request(tmp_path: Path, bound: str, asked: str) -> None:
    with stranger(listener := listening(bound)) as other:
        port = listener.getsockname()[1]
        ended = run(study(tmp_path, STARTS, port, f"http://{asked}:{port}", "{line: never}"))
        assert ended.exit_code == 2
        assert "the stand cannot be started: something listens on " in ended.messages
        assert f":{port} already, where the load goes: {own_name()}. Cure: end that, or" in ended.messages
        assert (other.connections, other.requests) == (0, [])
    assert not (tmp_path / "started").exists()


def test_a_stranger_on_the_ready_check_alone_is_refused(tmp_path: Path) -> None:
    (port,) = free_ports(1)
    with stranger(listener := listening("127.0.0.1", share=True)) as other:
        ready = f'{{http: "http://localhost:{listener.getsockname()[1]}/health"}}'
        ended = run(study(tmp_path, STARTS, port, ready=ready))
        assert ended.exit_code == 2
        told = f"{listener.getsockname()[1]} already, where its ready check goes: {own_name()}"
        assert f"the service api cannot be started: something listens on 127.0.0.1:{told}" in ended.messages
        assert other.connections == 0


def test_who_listens_on_a_unix_socket_is_refused_and_a_file_of_the_past_is_nobody(tmp_path: Path) -> None:
    path = tmp_path / "app.sock"
    code = """
class Unix(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    daemon_threads = True
    request_queue_size = 128
    def get_request(self): return self.socket.accept()[0], ("unix", 0)
path = sys.argv[2] + "/app.sock"
os.unlink(path)
server = Unix(path, Answer)
print("ready")
server.serve_forever()
"""
    file = study(tmp_path, code, 1, f"unix:{path}", "{line: ready}")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen()
        ended = run(file)
        assert ended.exit_code == 2
        assert f"something listens on {path} already, where the load goes: {own_name()}" in ended.messages
    (tmp_path / "run").rename(tmp_path / "first")
    ended = run(file)
    assert ended.exit_code in (0, 4), ended.messages
    assert ended.result["doubts"] == [doubt for doubt in ended.result["doubts"] if doubt["code"] != "foreign-listener"]


def after(condition: Callable[[], bool], then: Callable[[], None]) -> threading.Thread:
    """Does `then` once `condition` holds, 20 s at most."""

    def wait() -> None:
        if until(condition, 20):
            then()

    thread = threading.Thread(target=wait)
    thread.start()
    return thread


def test_a_service_that_dies_while_another_answers_its_ready_check_has_not_started(tmp_path: Path) -> None:
    (port,) = free_ports(1)
    code = """
open(sys.argv[2] + "/asks", "w").close()
while not os.path.exists(sys.argv[2] + "/taken"): time.sleep(0.01)
time.sleep(0.3)
print("binding"); serve(int(sys.argv[1]))
"""
    with ExitStack() as stack:
        others: list[Stranger] = []

        def take() -> None:
            others.append(stack.enter_context(stranger(listening("127.0.0.1", port))))
            (tmp_path / "taken").touch()

        taking = after((tmp_path / "asks").exists, take)
        ended = run(study(tmp_path, code, port))
        taking.join()
        assert ended.exit_code == 2
        why = "the service api ended with exit code 1 before it was ready, while no process of the stand, but "
        assert f"{why}{own_name()} listens on 127.0.0.1:{port}, where the load goes" in ended.messages
        assert "Address already in use" in ended.messages
        assert {line.split()[1] for line in others[0].requests} <= {"/health"}
    result = json.loads((tmp_path / "run/result.json").read_text(encoding="utf-8"))
    assert result["trials"] == []


@pytest.mark.parametrize("round_", range(3))
def test_an_answer_after_the_end_of_the_service_is_not_its_own(tmp_path: Path, round_: int) -> None:
    # The check itself ends the service, so that it passes when there is none.
    end = tmp_path / "end"
    end.write_text(
        'p=$(cat "$1/pid") && kill -9 $p && until ! test -e /proc/$p || grep -q ") Z" /proc/$p/stat; do :; done'
    )
    ready = ReadyCheck(ReadyKind.COMMAND, f"sh {end} ${{workspace}}", 20)
    code = (
        "import os, pathlib, sys, time\npathlib.Path(sys.argv[1], 'pid').write_text(str(os.getpid()))\ntime.sleep(60)"
    )
    service = python_service("api", tmp_path, code, "${workspace}", ready=ready)
    with pytest.raises(ServiceError, match="was killed by SIGKILL before it was ready"), stand_of(tmp_path, service):
        pytest.fail(f"ready in round {round_}")


def test_a_service_that_dies_between_ready_and_the_first_trial_has_not_started(tmp_path: Path) -> None:
    # The ready check of the one ends the other, which was ready before.
    (port,) = free_ports(1)
    file = study(tmp_path, "serve(int(sys.argv[1]))", port, ready=f'{{command: "sh {tmp_path}/end"}}')
    (tmp_path / "end").write_text(f"curl -s http://127.0.0.1:{port} && kill -9 $(cat {tmp_path}/pid)")
    database = f"echo $$ > {tmp_path}/pid; echo up; exec sleep 60"
    text = file.read_text(encoding="utf-8").replace("    api:\n", "    api:\n      after: [db]\n")
    db = f'    db: {{command: [sh, -c, "{database}"], ready: {{line: up}}}}\n'
    file.write_text(text.replace("  services:\n", f"  services:\n{db}"), encoding="utf-8")
    ended = run(file)
    assert ended.exit_code == 2, ended.messages
    assert "the service db was killed by SIGKILL before the first trial; its last lines: up" in ended.messages
    assert json.loads((tmp_path / "run/result.json").read_text(encoding="utf-8"))["trials"] == []


def foreign(result: dict[str, object]) -> list[str]:
    doubts = result["doubts"]
    assert isinstance(doubts, list)
    return [doubt["text"] for doubt in doubts if doubt["code"] == "foreign-listener"]


def test_a_listener_outside_of_the_tree_is_a_doubt_and_a_daemon_within_is_none(tmp_path: Path) -> None:
    (port,) = free_ports(1)
    # As a container's proxy or systemd: somebody else opens the port when the service asks for it.
    daemon = subprocess.Popen(
        [
            sys.executable,
            "-S",
            "-c",
            SERVE
            + "while not os.path.exists(sys.argv[2] + '/asks'): time.sleep(0.01)\n"
            + "open('/proc/self/comm', 'w').write('proxy, \\x1b: x')\nserve(int(sys.argv[1]))",
            str(port),
            str(tmp_path),
        ]
    )
    try:
        ended = run(study(tmp_path, "open(sys.argv[2] + '/asks', 'w').close()\ntime.sleep(60)\n", port))
    finally:
        daemon.kill()
        daemon.wait()
    assert ended.exit_code in (0, 4), ended.messages
    told = f"no process of the stand, but proxy, ·: x (process {daemon.pid}) listens on 127.0.0.1:{port}"
    assert foreign(ended.result) == [f"{told}, where the load goes"]
    assert f"proxy, ·: x (process {daemon.pid})" in (tmp_path / "run/report.md").read_text(encoding="utf-8")

    inside = tmp_path / "inside"
    inside.mkdir()
    code = "if os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n        serve(int(sys.argv[1]))\n"
    ended = run(study(inside, code, port))
    assert ended.exit_code in (0, 4), ended.messages
    assert foreign(ended.result) == []


def test_who_shares_the_port_later_is_a_doubt(tmp_path: Path) -> None:
    (port,) = free_ports(1)
    with ExitStack() as stack, started(study(tmp_path, "serve(int(sys.argv[1]), True)\n", port)) as command:
        command.wait_for_second(tmp_path / "run", 0)
        ended = command.ended(within_s=60)
        assert foreign(ended.result) == []
    (tmp_path / "run").rename(tmp_path / "alone")
    code = """
import threading
threading.Thread(target=serve, args=(int(sys.argv[1]), True)).start()
while not os.path.exists(sys.argv[2] + "/shared"): time.sleep(0.01)
print("ready")
"""
    with ExitStack() as stack:

        def listens() -> bool:
            with socket.socket() as probe:
                return probe.connect_ex(("127.0.0.1", port)) == 0

        def share() -> None:
            stack.enter_context(stranger(listening("127.0.0.1", port, share=True)))
            (tmp_path / "shared").touch()

        sharing = after(listens, share)
        ended = run(study(tmp_path, code, port, ready="{line: ready}"))
        sharing.join()
    assert foreign(ended.result) == [f"beside the stand {own_name()} listens on 127.0.0.1:{port}, where the load goes"]


def test_a_port_that_a_stranger_took_in_between_is_not_restarted_on(tmp_path: Path) -> None:
    (port,) = free_ports(1)
    service = python_service(
        "api", tmp_path, LISTEN.replace("server =", "print('ready'); server ="), str(port), ready=READY
    )
    with stand_of(tmp_path, service, target=f"http://127.0.0.1:{port}") as stand:
        assert until(lambda: socket.socket().connect_ex(("127.0.0.1", port)) == 0)
        os.kill(stand.services["api"].process_id, signal.SIGKILL)
        assert next_deaths(stand) == [("api", "was killed by SIGKILL")]
        with stranger(listening("127.0.0.1", port)) as other:
            refused = f"something listens on 127.0.0.1:{port} already"
            with pytest.raises(ServiceError, match=refused):
                stand.restart("api")
            with pytest.raises(ServiceError, match=refused):
                stand.restart_all()
            assert other.connections == 0
        # What a predecessor leaves for a moment is waited for.
        leaving = listening("127.0.0.1", port)
        closing = threading.Timer(0.2, leaving.close)
        closing.start()
        stand.restart("api")
        closing.join()
        assert until(lambda: socket.socket().connect_ex(("127.0.0.1", port)) == 0)
        stand.look_who_listens()
        assert [doubt for doubt in stand.doubts if doubt.code == DoubtCode.FOREIGN_LISTENER] == []


def test_looking_for_strangers_costs_milliseconds(tmp_path: Path) -> None:
    service = python_service("api", tmp_path, LISTEN, "${port}")
    with stand_of(tmp_path, service, target="http://localhost:${api.port}/") as stand:
        took_s = []
        for _ in range(5):
            began_s = time.monotonic()
            stand.look_who_listens()
            took_s.append(time.monotonic() - began_s)
    assert min(took_s) < 0.1
