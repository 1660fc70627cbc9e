"""The stands that keep the status API; another one over PostgreSQL is one more name of `OVER_POSTGRES`."""

import csv
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from .postgres_server import ROWS, PostgresServer
from .stand_process import STANDS, StandProcess, binary_of

OVER_SQLITE = "status-sqlite"
OVER_POSTGRES = ["go-pgx", "ktor-jdbc", "spring-mvc-jdbc", "spring-mvc-virtual-threads", "spring-webflux-r2dbc"]
STATUS_STANDS = [OVER_SQLITE, *OVER_POSTGRES]
# As in the study that the contract comes from.
POOL = 64


@dataclass(frozen=True)
class StatusStand:
    """How one stand is started on a small table of its own, and how ids of that table are had."""

    name: str
    command: list[str]
    """The program and what names its database."""
    read_ids: Callable[[int], list[str]]

    def start(self, *options: str) -> StandProcess:
        """Starts it; stands over SQLite make their table when there is none."""
        return StandProcess([*self.command, *options])

    def ended(self, *options: str) -> subprocess.CompletedProcess[str]:
        """A start that comes to its end by itself."""
        return subprocess.run([*self.command, *options], capture_output=True, text=True, timeout=120, check=False)


@dataclass(frozen=True)
class Running:
    """A started stand and 200 ids of its table; `database` is its name on the server of the tests, if it is there."""

    stand: StandProcess
    ids: list[str]
    database: str = ""

    @property
    def client(self) -> httpx.Client:
        """The client of the stand."""
        return self.stand.client


def sqlite_stand(directory: Path) -> StatusStand:
    """The sample service on a table in `directory`."""
    program = str(binary_of(OVER_SQLITE))
    database = ["--database", str(directory / "status.db")]

    def read_ids(count: int) -> list[str]:
        command = [program, "ids", *database, "--count", str(count)]
        printed = subprocess.run(command, check=True, capture_output=True, text=True, timeout=120)
        return [row["id"] for row in csv.DictReader(printed.stdout.splitlines())]

    return StatusStand(OVER_SQLITE, [program, *database, "--rows", str(ROWS)], read_ids)


def database_of(stand: str) -> str:
    """The database of one stand on the server of the tests."""
    return stand.replace("-", "_")


def postgres_stand(stand: str, server: PostgresServer, *options: str) -> StatusStand:
    """A service over this PostgreSQL, on a database of its own: one for all its starts."""
    database = database_of(stand)
    server.ensure(database)
    arguments = ["--database", server.url(database), "--pool", str(POOL), *options]
    return StatusStand(stand, [start_of(stand), *arguments], lambda count: server.ids(database, count))


def start_of(stand: str) -> str:
    """The command that starts a service over PostgreSQL; fails the test when it is not there or not built."""
    start = STANDS / stand / "start"
    if not start.is_file() or not (STANDS / stand / "target").is_dir():
        pytest.fail(f"stands/{stand} is not built: run `make stands`", pytrace=False)
    return str(start)


def status_stand(name: str, directory: Path, server: Callable[[], PostgresServer], *options: str) -> StatusStand:
    """The stand of this name: on a new table in `directory`, or on its database of the server."""
    if name == OVER_SQLITE:
        return sqlite_stand(directory)
    return postgres_stand(name, server(), *options)
