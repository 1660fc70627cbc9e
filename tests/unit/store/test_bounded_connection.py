"""Queries of a database that other people made: they end at a limit, and at Ctrl-C."""

import os
import signal
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from loadproof.errors import RunDirectoryError
from loadproof.store.bounded_connection import BoundedConnection
from loadproof.store.damage import damage_named

ENDLESS = "WITH RECURSIVE r(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM r) SELECT COUNT(*) FROM r"
DATABASE = Path("runs/of-others/run.db")


@pytest.fixture
def connection() -> Iterator[BoundedConnection]:
    """A connection without limits yet."""
    with closing(sqlite3.connect(":memory:", factory=BoundedConnection)) as opened:
        yield opened


def test_a_query_ends_at_the_limit_of_steps(connection: BoundedConnection) -> None:
    connection.bound(1_000_000)
    refused = pytest.raises(RunDirectoryError, match=r"of-others/run\.db: .*interrupted")
    with refused, damage_named(DATABASE, connection=connection):
        connection.execute(ENDLESS).fetchone()


def test_ctrl_c_ends_a_query(connection: BoundedConnection) -> None:
    connection.bound(10**15)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt), damage_named(DATABASE, connection=connection):
            connection.execute(ENDLESS).fetchone()
    finally:
        timer.join()
        signal.signal(signal.SIGINT, before)


def test_nothing_is_written_and_values_are_small(connection: BoundedConnection) -> None:
    connection.bound(10**9)
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        connection.execute("CREATE TABLE other (a)")
    with pytest.raises(sqlite3.DataError, match="too big"):
        connection.execute("SELECT zeroblob(100000000)").fetchone()
