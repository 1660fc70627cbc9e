"""The probe of PostgreSQL on a real server: what it reads, and everything that may be wrong with it."""

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress

import psycopg
import pytest
from loadproof.model.message import Message, count
from loadproof.model.series import series_names
from loadproof.postgres.probe import PostgresProbe
from loadproof.probes.probe import ProbeFailure
from loadproof.probes.prober import Prober
from loadproof.probes.reading import Happening
from loadproof.study.probe_settings import DatabaseKind, DatabaseSettings

from tests.unit.probes.probed import values_of

from .postgres_server import PASSWORD, PostgresServer
from .process_tree import standing_still
from .sql_place import until

SERIES = set(series_names("postgres:db")) - {"jit_share", "temporary_relations", "temporary_relation_mib"}
"""Those of each second; others are read at the end of each 10 s of a trial."""
FLUSHED_S = 1.2
"""A busy session tells of its transactions once a second."""
LONGEST_READING_S = 13.0
"""A reading takes 5 s at most, a connection 10 s, and others may use the machine."""


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresServer]:
    preload = {"shared_preload_libraries": "pg_stat_statements", "max_connections": "20"}
    with PostgresServer(**preload, deadlock_timeout="100ms") as server:
        with server.connected() as session:
            session.execute("CREATE EXTENSION pg_stat_statements")
            session.execute("CREATE TABLE status (id int PRIMARY KEY, status int)")
            session.execute("INSERT INTO status SELECT id, 0 FROM generate_series(1, 1000) AS id")
        yield server


@pytest.fixture(autouse=True)
def _nobody_else(server: PostgresServer) -> None:
    """Sessions of the test before end a little after their clients."""
    others = "FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
    with server.connected() as session:
        session.execute(f"SELECT pg_terminate_backend(pid) {others}")
        while session.execute(f"SELECT 1 {others}").fetchone():
            time.sleep(0.02)


def probe_of(url: str) -> PostgresProbe:
    settings = DatabaseSettings(DatabaseKind.POSTGRES, "db", url)
    return PostgresProbe(settings, lambda text, _: {"${env:PASSWORD}": PASSWORD}[text])


def read(probe: PostgresProbe) -> dict[str, float]:
    readings = probe.read(time.monotonic())
    assert {reading.probe for reading in readings} <= {"postgres:db"}
    return values_of(readings)


def refusal(probe: PostgresProbe) -> str:
    began_s = time.monotonic()
    with pytest.raises(ProbeFailure) as raised:
        probe.read(began_s)
    assert time.monotonic() - began_s < LONGEST_READING_S
    assert PASSWORD not in str(raised.value)
    return str(raised.value)


def test_sessions_by_what_they_do_and_wait_for(server: PostgresServer) -> None:
    with closing(probe_of(server.url())) as probe:
        # The server takes a moment to see that those of the test before have ended.
        ends_s = time.monotonic() + 5.0
        while read(probe)["sessions_total"] and time.monotonic() < ends_s:
            time.sleep(0.1)
        assert read(probe)["sessions_total"] == 0
        with (
            server.connected() as idle,
            server.connected() as holding,
            server.connected() as waiting,
            server.connected(database="postgres") as sleeping,
        ):
            idle.execute("SELECT 1")
            holding.execute("BEGIN; UPDATE status SET status = 1 WHERE id = 1")
            waiting.pgconn.send_query(b"UPDATE status SET status = 2 WHERE id = 1")
            sleeping.pgconn.send_query(b"SELECT pg_sleep(60)")
            time.sleep(0.3)
            values = read(probe)
            for session in (waiting, sleeping):
                session.cancel()
                while session.pgconn.get_result():
                    pass
    assert set(values) <= SERIES
    expected = {"total": 4, "active": 2, "idle": 1, "idle_in_transaction": 1, "waiting_lock": 1, "waiting_other": 1}
    expected |= {"waiting_lwlock": 0, "waiting_io": 0, "limit": 17}
    assert {name: values[f"sessions_{name}"] for name in expected} == expected
    assert values["locks_waiting"] == 1
    assert list(probe.shortfalls()) == []


def test_statements_and_transactions_of_the_time_between(server: PostgresServer) -> None:
    with server.connected() as session, closing(probe_of(server.url())) as probe:
        session.execute("SELECT pg_stat_clear_snapshot()")
        time.sleep(FLUSHED_S)
        session.execute("SELECT 1")
        assert "statements_per_s" not in read(probe)
        began_s = time.monotonic()
        for number in range(1, 201):
            session.execute("SELECT status FROM status WHERE id = %s", (number,))
        for _ in range(4):
            session.execute("SELECT pg_sleep(0.1)")
        for _ in range(10):
            session.execute("BEGIN; DELETE FROM status WHERE id = 5; ROLLBACK")
        time.sleep(FLUSHED_S)
        session.execute("SELECT 1")
        values = read(probe)
        elapsed_s = time.monotonic() - began_s
    assert set(values) == SERIES
    # Ten times three statements of the transactions, and what goes on beside.
    assert values["statements_per_s"] * elapsed_s == pytest.approx(200 + 4 + 30 + 1, abs=4)
    assert values["statements_running"] * elapsed_s == pytest.approx(0.4, rel=0.25)
    assert values["statement_ms"] == pytest.approx(400 / 235, rel=0.25)
    assert values["commits_per_s"] * elapsed_s == pytest.approx(204, abs=6)
    assert values["rollbacks_per_s"] * elapsed_s == pytest.approx(10, abs=1)
    assert 0.9 < values["hit_share"] <= 1
    assert (values["deadlocks"], values["checkpoints"]) == (0, 0)


def test_its_own_readings_are_no_statements_of_the_database(server: PostgresServer) -> None:
    with closing(probe_of(server.url())) as probe:
        read(probe)
        for _ in range(3):
            time.sleep(0.1)
            assert read(probe)["statements_per_s"] == 0


def test_a_checkpoint_is_told_once(server: PostgresServer) -> None:
    with server.connected() as session, closing(probe_of(server.url())) as probe:
        probe.read(time.monotonic())
        session.execute("CHECKPOINT")
        time.sleep(0.5)
        told = [[reading.happening for reading in probe.read(time.monotonic())] for _ in range(2)]
    expected = Happening("checkpoint", "db", Message("postgres-checkpoint", kind="requested"))
    assert [happening for happening in told[0] if happening] == [expected]
    assert not any(told[1])


def test_a_deadlock_is_counted(server: PostgresServer) -> None:
    with server.connected() as one, server.connected() as other, closing(probe_of(server.url())) as probe:
        read(probe)
        one.execute("BEGIN; UPDATE status SET status = 1 WHERE id = 10")
        other.execute("BEGIN; UPDATE status SET status = 1 WHERE id = 11")
        # The other one waits longer, so that it is this one that finds out.
        other.execute("SET deadlock_timeout = '20s'")
        one.pgconn.send_query(b"UPDATE status SET status = 1 WHERE id = 11")
        other.execute("UPDATE status SET status = 1 WHERE id = 10")
        while one.pgconn.get_result():
            pass
        time.sleep(FLUSHED_S)
        one.execute("ROLLBACK")
        one.execute("SELECT 1")
        assert read(probe)["deadlocks"] == 1
        assert read(probe)["deadlocks"] == 0


def test_counters_that_were_reset_give_no_rate_and_never_a_negative_one(server: PostgresServer) -> None:
    with server.connected() as session, closing(probe_of(server.url())) as probe:
        for _ in range(100):
            session.execute("SELECT 1")
        read(probe)
        source = "checkpointer" if session.info.server_version >= 170000 else "bgwriter"
        session.execute("SELECT pg_stat_statements_reset(), pg_stat_reset(), pg_stat_reset_shared(%s)", (source,))
        for _ in range(150):
            session.execute("SELECT 2")
        values = read(probe)
        assert "statements_per_s" not in values
        # PostgreSQL 14 resets these a little later.
        assert session.info.server_version < 150000 or not {"commits_per_s", "checkpoints"} & set(values)
        assert min(values.values()) >= 0
        time.sleep(1.0)
        assert min(read(probe).values()) >= 0
        time.sleep(0.1)
        again = read(probe)
        assert {"statements_per_s", "commits_per_s", "checkpoints"} <= set(again)
        assert min(again.values()) >= 0


def test_a_server_that_dies_and_comes_back_is_read_again(server: PostgresServer) -> None:
    probe = probe_of(server.url())
    with closing(probe):
        read(probe)
        server.stop()
        try:
            assert "start PostgreSQL, or correct host and port" in refusal(probe)
            assert "Connection refused" in refusal(probe)
        finally:
            server.start()
        values = read(probe)
        assert "commits_per_s" not in values
        time.sleep(0.1)
        assert read(probe)["commits_per_s"] >= 0


def test_a_backend_that_was_ended_is_replaced(server: PostgresServer) -> None:
    with server.connected() as session, closing(probe_of(server.url())) as probe:
        read(probe)
        ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'loadproof'"
        assert session.execute(ended).fetchall() == [(True,)]
        time.sleep(0.2)
        refusal(probe)
        # The counters went on meanwhile.
        assert read(probe)["statements_per_s"] > 0


def own_processes(session: psycopg.Connection) -> list[int]:
    """Processes of the server that the probe is connected to."""
    rows = session.execute("SELECT pid FROM pg_stat_activity WHERE application_name = 'loadproof'").fetchall()
    return [int(row[0]) for row in rows]


def test_a_server_that_stands_still_is_read_again_over_the_same_connection(server: PostgresServer) -> None:
    with server.connected() as session, closing(probe_of(server.url())) as probe:
        read(probe)
        (process_id,) = own_processes(session)
        with standing_still(process_id):
            assert "did not answer in time" in refusal(probe)
            assert "did not answer in time" in refusal(probe)
        assert read(probe)["sessions_total"] == 1
        # A server without processor time to spare takes longer for a new connection than for a late answer.
        assert own_processes(session) == [process_id]


def test_a_server_that_never_answers_again_gets_a_new_connection(server: PostgresServer) -> None:
    with server.connected() as session, closing(probe_of(server.url())) as probe:
        read(probe)
        (process_id,) = own_processes(session)
        with standing_still(process_id):
            for _ in range(3):
                assert "did not answer in time" in refusal(probe)
            assert read(probe)["sessions_total"] >= 1
        assert set(own_processes(session)) - {process_id}


def test_many_sessions_that_compute_do_not_keep_it_from_reading() -> None:
    sessions = 60
    with ExitStack() as until_the_end:
        server = until_the_end.enter_context(PostgresServer(max_connections="80"))
        computing = [until_the_end.enter_context(server.connected()) for _ in range(sessions)]
        probe = until_the_end.enter_context(closing(probe_of(server.url())))
        read(probe)
        for session in computing:
            session.pgconn.send_query(b"SELECT count(*) FROM generate_series(1, 1000000000)")

        def all_are_seen() -> bool:
            try:
                return read(probe)["sessions_active"] == sessions
            except ProbeFailure:
                return False

        until(all_are_seen)
        for session in computing:
            session.cancel()
            while session.pgconn.get_result():
                pass


def test_what_accepts_but_never_speaks_is_given_up_in_time() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"postgresql://u:p@127.0.0.1:{silent.getsockname()[1]}/d"
        assert "did not answer in time" in refusal(probe_of(url))
    assert "Connection refused" in refusal(probe_of(url))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"password": "wrong"}, "correct user and password of the URL"),
        ({"user": "nobody_here"}, "correct user and password of the URL"),
        ({"database": "nowhere"}, "correct the name of the database in the URL"),
    ],
)
def test_a_refused_connection_has_its_cure(server: PostgresServer, changes: dict[str, str], words: str) -> None:
    text = refusal(probe_of(server.url(**changes)))
    assert words in text
    assert text.startswith("PostgreSQL cannot be reached (")


def test_a_secret_of_the_environment_is_taken_as_it_is(server: PostgresServer) -> None:
    with closing(probe_of(server.url("owner", "${env:PASSWORD}"))) as probe:
        assert read(probe)["sessions_limit"] == 17


def test_a_full_server_has_its_cure(server: PostgresServer) -> None:
    with server.connected() as owner:
        owner.execute("CREATE ROLE app LOGIN PASSWORD 'hunter2@:/%'")
    sessions: list[psycopg.Connection] = []
    try:
        with suppress(psycopg.OperationalError):
            while len(sessions) < 30:
                sessions.append(server.connected("app"))
        assert 10 < len(sessions) < 20
        assert "raise max_connections, or take less for the pools" in refusal(probe_of(server.url("app")))
    finally:
        for session in sessions:
            session.close()


def test_a_role_without_rights_is_told_what_it_may_not_see(server: PostgresServer) -> None:
    with server.connected() as owner:
        owner.execute("CREATE ROLE weak LOGIN PASSWORD 'hunter2@:/%'")
        owner.execute("SELECT 1")
        with closing(probe_of(server.url("weak"))) as probe:
            values = read(probe)
            assert values["sessions_total"] == 1
            assert values["sessions_idle"] == 0
            (shortfall,) = probe.shortfalls()
            assert shortfall == Message("postgres-sessions-hidden", count=count(1))
            time.sleep(0.1)
            for _ in range(50):
                owner.execute("SELECT 1")
            assert read(probe)["statements_per_s"] > 0
        owner.execute("GRANT pg_read_all_stats TO weak")
        with closing(probe_of(server.url("weak"))) as probe:
            assert read(probe)["sessions_idle"] == 1
            assert list(probe.shortfalls()) == []


def test_a_database_without_the_extension_is_read_but_for_its_statements(server: PostgresServer) -> None:
    with closing(probe_of(server.url(database="postgres"))) as probe:
        read(probe)
        time.sleep(0.1)
        assert set(read(probe)) >= SERIES - {"statements_per_s", "statement_ms", "statements_running", "hit_share"}
        (shortfall,) = probe.shortfalls()
    assert shortfall == Message("postgres-no-statements")


def test_an_extension_whose_library_was_not_loaded() -> None:
    with PostgresServer() as server, closing(probe_of(server.url())) as probe:
        with server.connected() as session:
            session.execute("CREATE EXTENSION pg_stat_statements")
        assert read(probe)["sessions_limit"] == 97
        (shortfall,) = probe.shortfalls()
        assert shortfall.values["cure"] == Message("postgres-cure-preload")


def test_a_prober_lets_the_database_go(server: PostgresServer) -> None:
    mine = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'loadproof'"
    with server.connected() as session:
        with Prober([probe_of(server.url())]) as prober:
            prober.align(time.monotonic())
            time.sleep(1.5)
            assert session.execute(mine).fetchone() == (1,)
            assert "sessions_limit" in {reading.name for _, reading in prober.drain()}
            assert prober.doubts() == []
        ends_s = time.monotonic() + 5.0
        while (left := session.execute(mine).fetchone()) != (0,) and time.monotonic() < ends_s:
            time.sleep(0.05)
        assert left == (0,)
