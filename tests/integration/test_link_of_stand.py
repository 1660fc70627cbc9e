"""Links of a stand, and injections of `network` on them."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from loadproof.injections.injector import InjectionError, InjectionPlace
from loadproof.injections.kinds.network import NetworkInjector
from loadproof.injections.settings import Injection, NetworkProblem
from loadproof.stand.link import control_place
from loadproof.stand.link_control import LinkControl
from loadproof.stand.running_service import RunningService
from loadproof.stand.stand import Stand
from loadproof.study.stand_settings import ServiceSettings

from .link_of_tests import PATIENCE_S, received
from .stand_of_tests import gone, python_service, stand_of, until

ECHO = """
import socket, sys, threading
def serve(connection):
    with connection:
        while read := connection.recv(65536):
            connection.sendall(read)
server = socket.create_server(("127.0.0.1", int(sys.argv[1])))
while True:
    threading.Thread(target=serve, args=(server.accept()[0],), daemon=True).start()
"""
CONTROLLER = """
import pathlib, sys, time
from loadproof.stand.link import control_place
from loadproof.stand.link_control import LinkControl
from tests.integration.stand_of_tests import *
from tests.integration.test_link_of_stand import services
place, mark = pathlib.Path(sys.argv[1]), sys.argv[2]
with stand_of(place, *services(place), environment={MARK: mark}) as stand:
    LinkControl(control_place(stand.workspace, "lag")).put("cut", 3600.0, cut=True)
    print(stand.services["lag"].port, stand.services["api"].port, flush=True)
    time.sleep(3600.0)
"""
ROOT = Path(__file__).parents[2]


def services(place: Path) -> tuple[ServiceSettings, ...]:
    """An echo server, and a link in front of it that is written first."""
    link = ServiceSettings("lag", (), place, link="127.0.0.1:${api.port}", after=("api",), stop_within_s=2.0)
    return link, python_service("api", place, ECHO, "${port}")


class _Injected:
    """A stand as injectors see it."""

    def __init__(self, stand: Stand) -> None:
        self._stand = stand

    @property
    def services(self) -> Mapping[str, RunningService]:
        return self._stand.services

    def members_of(self, service: str, /) -> Collection[int]:
        return {self._stand.services[service].process_id}

    def kill(self, service: str, /) -> None:
        os.kill(self._stand.services[service].process_id, signal.SIGKILL)

    def restart(self, service: str, /) -> None:
        self._stand.restart(service)


@contextmanager
def injected(stand: Stand, link: str = "lag", **problem: Any) -> Iterator[NetworkInjector]:
    injection = Injection("fault", NetworkProblem(link, **problem), 0.0, 60.0, undo_within_s=5.0)
    place = InjectionPlace(stand._opened_place, _Injected(stand), Path("/"), is_external=False)
    with place.closing:
        yield NetworkInjector(injection, place)


@pytest.fixture
def stand(tmp_path: Path) -> Iterator[Stand]:
    with stand_of(tmp_path, *services(tmp_path)) as opened:
        yield opened


def connection_to(stand: Stand) -> socket.socket:
    return socket.create_connection(("127.0.0.1", stand.services["lag"].port), PATIENCE_S)


def round_trip_s(connection: socket.socket) -> float:
    began_s = time.monotonic()
    connection.sendall(b"ping")
    assert received(connection, 4) == b"ping"
    return time.monotonic() - began_s


def test_a_link_is_a_service_that_passes_connections_on(stand: Stand) -> None:
    assert list(stand.services) == ["api", "lag"]
    running, api = stand.services["lag"], stand.services["api"]
    assert running.command_shown == f"link 127.0.0.1:{api.port}"
    assert Path(f"/proc/{running.process_id}").exists()
    with connection_to(stand) as connection:
        round_trip_s(connection)
    stand.restart("lag")
    assert stand.services["lag"].port == running.port
    with connection_to(stand) as connection:
        round_trip_s(connection)


def test_a_fault_is_made_and_undone_as_often_as_asked(stand: Stand) -> None:
    with injected(stand, latency_s=0.1) as injector, connection_to(stand) as connection:
        injector.check()
        for _ in range(2):
            injector.begin()
            assert round_trip_s(connection) >= 0.2
            assert injector.fault() is None
            remains = injector.remains()
            assert remains is not None
            assert remains.code == "injection-link-left"
            injector.end()
            injector.end()
            assert injector.remains() is None
            assert min(round_trip_s(connection) for _ in range(5)) < 0.2


@pytest.mark.parametrize("problem", [{"is_cut": True}, {"is_reset": True}, {"bytes_per_s": 10.0}], ids=str)
def test_nothing_remains_of_other_faults(stand: Stand, problem: dict[str, Any]) -> None:
    with injected(stand, **problem) as injector:
        injector.begin()
        injector.end()
        assert injector.remains() is None


def test_a_link_that_nobody_has_is_refused(stand: Stand) -> None:
    for name in ("nowhere", "api"):
        with injected(stand, name) as injector, pytest.raises(InjectionError) as caught:
            injector.check()
        assert caught.value.told.values["what"].code == "injection-link-unknown"  # type: ignore[union-attr]


def test_a_link_that_dies_is_named(stand: Stand) -> None:
    with injected(stand, latency_s=0.1) as injector:
        injector.begin()
        os.kill(stand.services["lag"].process_id, signal.SIGKILL)
        assert until(lambda: injector.fault() is not None, PATIENCE_S)
        fault = injector.fault()
        assert fault is not None
        assert fault.code == "injection-link-silent"
        stand.restart("lag")
        fault = injector.fault()
        assert fault is not None
        assert fault.code == "injection-link-lost"
        injector.end()
        assert injector.remains() is None


def test_a_link_that_stands_still_has_not_undone_its_fault(stand: Stand) -> None:
    with injected(stand, latency_s=0.1) as injector:
        injector.begin()
        process_id = stand.services["lag"].process_id
        os.kill(process_id, signal.SIGSTOP)
        try:
            with pytest.raises(InjectionError):
                injector.end()
            remains = injector.remains()
            assert remains is not None
            assert remains.code == "injection-link-silent"
        finally:
            os.kill(process_id, signal.SIGCONT)
        injector.end()
        assert injector.remains() is None


def test_a_service_behind_the_link_that_is_gone_is_no_remainder(stand: Stand) -> None:
    with injected(stand, is_cut=True) as injector:
        injector.begin()
        os.kill(stand.services["api"].process_id, signal.SIGKILL)
        assert until(lambda: bool(stand.deaths()), PATIENCE_S)
        injector.end()
        assert injector.remains() is None


@pytest.mark.parametrize("_attempt", range(5))
def test_a_link_and_its_fault_end_with_a_killed_controller(tmp_path: Path, _attempt: int) -> None:
    command = [sys.executable, "-c", CONTROLLER, str(tmp_path), tmp_path.name]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, cwd=ROOT, env={**os.environ, "TMPDIR": str(tmp_path)}
    ) as process:
        assert process.stdout is not None
        port = int(process.stdout.readline().split()[0])
        with socket.create_connection(("127.0.0.1", port), PATIENCE_S) as connection:
            process.kill()
            process.wait(PATIENCE_S)
            assert gone(tmp_path.name, PATIENCE_S)
            connection.settimeout(PATIENCE_S)
            with suppress(ConnectionResetError):
                assert connection.recv(1) == b""
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port), PATIENCE_S)


def test_a_fault_ends_though_its_controller_is_gone(stand: Stand) -> None:
    control = control_place(stand.workspace, "lag")
    code = f"""
import os, pathlib, signal
from loadproof.stand.link_control import LinkControl
LinkControl(pathlib.Path({str(control)!r})).put("cut", 2.0, cut=True)
os.kill(os.getpid(), signal.SIGKILL)
"""
    ended = subprocess.run([sys.executable, "-c", code], check=False)
    assert ended.returncode == -signal.SIGKILL
    with connection_to(stand) as connection:
        round_trip_s(connection)
    assert LinkControl(control).state().faults == {}
