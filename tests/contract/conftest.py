"""The PostgreSQL that the stands are tested with."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from .depot_service import Depot, depot_command, reset_depot
from .postgres_server import PostgresServer, open_directory
from .stand_process import StandProcess
from .status_stand import OVER_SQLITE, STATUS_STANDS, Running, StatusStand, database_of, status_stand

# Short, so that the test which waits for it is; long enough for no other one to meet it.
ACQUIRE_TIMEOUT_MS = 1500


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """The server of all tests that leave it alive; each takes a database of its own."""
    with open_directory() as directory, PostgresServer(directory / "data") as server:
        yield server


@pytest.fixture(scope="session")
def spare_data() -> Iterator[Path]:
    """A data directory for tests that stop or kill its server, one after the other."""
    with open_directory() as directory:
        PostgresServer(directory / "data").stop()
        yield directory / "data"


@pytest.fixture(scope="session", params=STATUS_STANDS)
def running(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """One start of each stand for all tests that leave it as it was."""
    directory = tmp_path_factory.mktemp("stand")
    stand = status_stand(request.param, directory, lambda: request.getfixturevalue("postgres"))
    with stand.start("--acquire-timeout-ms", str(ACQUIRE_TIMEOUT_MS)) as process:
        database = "" if stand.name == OVER_SQLITE else database_of(stand.name)
        yield Running(process, stand.read_ids(200), database)


@pytest.fixture(params=STATUS_STANDS)
def stand(request: pytest.FixtureRequest, tmp_path: Path) -> StatusStand:
    """A stand to start."""
    return status_stand(request.param, tmp_path, lambda: request.getfixturevalue("postgres"))


@pytest.fixture(scope="module")
def depot(postgres: PostgresServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Depot]:
    """A depot for all tests of a module."""
    directory = tmp_path_factory.mktemp("depot")
    database = f"depot_{directory.name.replace('-', '_')}"
    reset_depot(postgres, database, directory / "blobs")
    with StandProcess(depot_command(postgres, database, directory / "blobs")) as process:
        yield Depot(process, postgres, database, directory / "blobs")
