"""The PostgreSQL that the stands are tested with."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from .postgres_server import PostgresServer, open_directory


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
