"""Place of an SQL injection of the tests, and a controller that begins one and then waits to be killed."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from loadproof.injections.injector import InjectionPlace
from loadproof.injections.kinds.registry import injector_of
from loadproof.injections.kinds.sql import SqlInjector
from loadproof.injections.settings import Injection, SqlProblem
from loadproof.stand.lease import Lease
from loadproof.stand.running_service import RunningService
from loadproof.stand.stand import Stand
from loadproof.stand.stand_place import StandPlace
from loadproof.study.stand_settings import Driver, Placement, StandSettings

from .postgres_server import PostgresServer

__all__ = ["ENDLESS", "LEASES", "PATIENCE_S", "beginning_controller", "sessions_of", "sql_injector", "until"]

ENDLESS = "SELECT count(*) FROM generate_series(1, 1000000) a, generate_series(1, 1000000) b"
"""A statement that computes for much longer than any test lasts."""
LEASES = "state/loadproof/stands"
PATIENCE_S = 30.0
_ROOT = Path(__file__).parents[2]


def sessions_of(server: PostgresServer, state: str = "%") -> int:
    """Sessions of injections, as another session sees them."""
    with server.connected() as session:
        query = "SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'loadproof-%%' AND state LIKE %s"
        row = session.execute(query, (state,)).fetchone()
    assert row is not None
    return int(row[0])


def until(reached: Callable[[], bool], within_s: float = PATIENCE_S) -> float:
    """Waits until something is so; the seconds that it took."""
    began_s = time.monotonic()
    while not reached():
        assert time.monotonic() < began_s + within_s, f"not within {within_s} s"
        time.sleep(0.05)
    return time.monotonic() - began_s


class _NoServices:
    """The services of an external stand: none is ours."""

    services: Mapping[str, RunningService] = {}

    def members_of(self, _service: str, /) -> Collection[int]:
        return ()

    def kill(self, _service: str, /) -> None:
        raise NotImplementedError

    def restart(self, _service: str, /) -> None:
        raise NotImplementedError


def sql_injector(
    url: str,
    directory: Path,
    *statements: str,
    sessions: int = 1,
    is_abandoned: bool = False,
    for_s: float = 30.0,
    undo_within_s: float = 5.0,
    temporary_limit_bytes: int = 64 << 20,
    expected_code: str | None = None,
    environment: Mapping[str, str] | None = None,
    name: str = "backlog",
) -> SqlInjector:
    """The injector of `statements`, with a lease below `directory`, of services that others run."""
    lease = Lease.take(directory / LEASES)
    given = {"PATH": os.environ["PATH"], **(environment or {})}
    cpus = sorted(os.sched_getaffinity(0))
    place = StandPlace({}, directory, given, cpus, directory, lease, ())
    problem = SqlProblem(url, statements, sessions, is_abandoned, temporary_limit_bytes, expected_code)
    injection = Injection(name, problem, 0.0, for_s, undo_within_s=undo_within_s)
    return SqlInjector(injection, InjectionPlace(place, _NoServices(), directory, is_external=True))


@contextmanager
def beginning_controller(
    url: str, directory: Path, *statements: str, is_abandoned: bool = False, for_s: float = 60.0, sessions: int = 3
) -> Iterator[subprocess.Popen[bytes]]:
    """A process that has begun an injection."""
    told = json.dumps([url, str(directory), statements, sessions, is_abandoned, for_s])
    command = [sys.executable, "-m", "tests.integration.sql_place"]
    environment = {**os.environ, "PYTHONPATH": f"{_ROOT / 'python'}:{_ROOT}"}
    with subprocess.Popen(
        command, cwd=_ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as controller:
        try:
            assert controller.stdin is not None
            assert controller.stdout is not None
            controller.stdin.write(told.encode() + b"\n")
            controller.stdin.flush()
            assert controller.stdout.readline() == b"begun\n"
            yield controller
        finally:
            controller.kill()


def _begin() -> None:
    url, directory, statements, sessions, is_abandoned, for_s = json.loads(sys.stdin.readline())
    problem = SqlProblem(url, tuple(statements), sessions, is_abandoned, 64 << 20)
    injection = Injection("backlog", problem, 0.0, for_s, undo_within_s=5.0)
    settings = StandSettings(Driver.EXTERNAL, f"http://127.0.0.1:{urlsplit(url).port}/", placement=Placement.SHARED)
    environment = {**os.environ, "XDG_STATE_HOME": f"{directory}/state"}
    with Stand(settings, Path(directory) / "logs", environment) as stand:
        injector = injector_of(injection, stand.injection_place(is_external=True))
        injector.check()
        injector.begin()
        sys.stdout.write("begun\n")
        sys.stdout.flush()
        sys.stdin.readline()


if __name__ == "__main__":
    _begin()
