"""The probe of MariaDB on a real server: its series, and everything that may be wrong with it."""

import socket
import time
from collections.abc import Iterator
from contextlib import closing

import psutil
import pymysql
import pymysql.constants
import pymysql.cursors
import pytest
from loadproof.model.series import series_names
from loadproof.probes.mariadb_probe import MariadbProbe
from loadproof.probes.probe import ProbeFailure
from loadproof.study.probe_settings import DatabaseKind, DatabaseSettings

from tests.contract.mall_servers import DatabaseServer, database_server
from tests.unit.probes.probed import values_of

from .process_tree import standing_still

LEVELS = {"sessions_total", "sessions_active", "sessions_waiting_lock", "sessions_limit"}
RATES = {
    "statements_per_s",
    "slow_statements",
    "lock_waits_per_s",
    "lock_wait_s_per_s",
    "hit_share",
    "connections_refused",
}
MOST_CONNECTIONS = 10
"""Fewer are not to be had."""


@pytest.fixture(scope="module")
def server() -> Iterator[DatabaseServer]:
    with database_server("mariadb", "--max-connections", str(MOST_CONNECTIONS)) as server:
        server.reset()
        yield server


def probe_of(server: DatabaseServer, user: str = "bench:${env:PASSWORD}", port: int | None = None) -> MariadbProbe:
    url = f"mariadb://{user}@127.0.0.1:{port or server.port}/mall"
    settings = DatabaseSettings(DatabaseKind.MARIADB, "db", url)
    return MariadbProbe(settings, lambda text, _: {"${env:PASSWORD}": "bench"}[text])


def read(probe: MariadbProbe) -> dict[str, float]:
    readings = probe.read(time.monotonic())
    assert {reading.probe for reading in readings} <= {"mariadb:db"}
    return values_of(readings)


def refusal(probe: MariadbProbe) -> str:
    began_s = time.monotonic()
    with pytest.raises(ProbeFailure) as raised:
        probe.read(began_s)
    assert time.monotonic() - began_s < 1.5
    return str(raised.value)


def connected(server: DatabaseServer) -> "pymysql.Connection[pymysql.cursors.Cursor]":
    return pymysql.connect(
        host="127.0.0.1",
        port=server.port,
        user="bench",
        password="bench",  # noqa: S106
        database="mall",
        autocommit=True,
    )


def test_sessions_statements_and_hits(server: DatabaseServer) -> None:
    with closing(probe_of(server)) as probe, closing(connected(server)) as session, closing(connected(server)):
        first = read(probe)
        assert set(first) == LEVELS
        assert (first["sessions_total"], first["sessions_limit"]) == (2, MOST_CONNECTIONS)
        began_s = time.monotonic()
        with session.cursor() as cursor:
            for number in range(1, 301):
                cursor.execute("SELECT * FROM product WHERE id = %s", (number,))
            cursor.execute("SELECT SLEEP(0.15)")
            _await_slow_statement(cursor)
        values = read(probe)
        elapsed_s = time.monotonic() - began_s
    assert set(values) == LEVELS | RATES == set(series_names("mariadb:db"))
    assert values["statements_per_s"] * elapsed_s == pytest.approx(301, abs=10)
    assert values["slow_statements"] == 1
    assert values["hit_share"] > 0.9
    assert list(probe.shortfalls()) == []


def _await_slow_statement(cursor: pymysql.cursors.Cursor) -> None:
    """The server answers a slow statement before it counts it."""
    until_s = time.monotonic() + 5.0
    while time.monotonic() < until_s:
        cursor.execute("SHOW GLOBAL STATUS LIKE 'Slow_queries'")
        if int(cursor.fetchall()[0][1]):
            return
        time.sleep(0.02)


def test_sessions_that_wait_for_a_row_lock(server: DatabaseServer) -> None:
    with closing(probe_of(server)) as probe, closing(connected(server)) as holder, closing(connected(server)) as waiter:
        holder.begin()
        with holder.cursor() as held:
            held.execute("UPDATE product SET sold = sold + 1 WHERE id = 1")
        read(probe)
        # Sent, and not waited for.
        waiter._execute_command(pymysql.constants.COMMAND.COM_QUERY, b"UPDATE product SET sold = 2 WHERE id = 1")  # type: ignore[attr-defined]
        time.sleep(0.4)
        waiting = read(probe)
        holder.rollback()
        waiter._read_query_result()  # type: ignore[attr-defined]
        ended = read(probe)
    assert waiting["sessions_waiting_lock"] == 1
    assert waiting["sessions_active"] >= 1
    assert ended["sessions_waiting_lock"] == 0
    assert waiting["lock_waits_per_s"] > 0
    assert ended["lock_wait_s_per_s"] > 0


def test_connections_that_are_all_taken(server: DatabaseServer) -> None:
    with closing(probe_of(server)) as probe:
        read(probe)
        sessions = [connected(server) for _ in range(MOST_CONNECTIONS - 1)]
        try:
            with pytest.raises(pymysql.err.OperationalError):
                connected(server)
            values = read(probe)
            with closing(probe_of(server)) as late:
                assert "max_connections" in refusal(late)
        finally:
            for session in sessions:
                session.close()
    assert values["sessions_total"] == MOST_CONNECTIONS - 1
    # The server counts only those beyond the one that it keeps for an administrator.
    assert values["connections_refused"] >= 0


def _without_the_refused(probe: MariadbProbe) -> dict[str, float]:
    """Read until the server no longer counts the connection that it has refused, for 5 s at most."""
    until_s = time.monotonic() + 5.0
    values = read(probe)
    refused = values["connections_refused"]
    while values["sessions_total"] > MOST_CONNECTIONS - 1 and time.monotonic() < until_s:
        time.sleep(0.05)
        values = read(probe)
    return {**values, "connections_refused": refused}


def test_what_is_wrong_is_named_with_a_hint_and_without_the_password(server: DatabaseServer) -> None:
    for probe, word in [
        (probe_of(server, "bench:hunter2"), "user and password"),
        (probe_of(server, port=1), "start MariaDB"),
    ]:
        with closing(probe):
            told = refusal(probe)
            assert word in told
            assert "hunter2" not in told


def test_a_server_that_hangs_or_dies_costs_single_readings() -> None:
    with database_server("mariadb") as own:
        own.reset()
        with closing(probe_of(own)) as probe:
            read(probe)
            with standing_still(_mariadbd(own).pid):
                assert "overloaded" in refusal(probe)
            time.sleep(0.2)
            assert set(read(probe)) >= LEVELS
            assert own.stop() == 0
            # The first reading learns that its connection has ended.
            refusal(probe)
            assert "start MariaDB" in refusal(probe)


def _mariadbd(server: DatabaseServer) -> psutil.Process:
    (child,) = psutil.Process(server.process.pid).children()
    return child


def test_a_port_that_answers_garbage_or_nothing_is_no_database() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        settings = DatabaseSettings(
            DatabaseKind.MARIADB, "db", f"mariadb://bench@127.0.0.1:{listener.getsockname()[1]}"
        )
        with closing(MariadbProbe(settings, lambda gap, _: gap)) as probe:
            assert "MariaDB cannot be read" in refusal(probe)
