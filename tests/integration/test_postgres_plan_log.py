"""Plans of executions in the log of a real PostgreSQL: rotation, roles without rights, settings that keep them out."""
# ruff: noqa: S608 - the texts are of this test.

import json
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

import psycopg
import pytest
from loadproof.postgres.diagnosis import diagnose_database
from loadproof.postgres.probe import PostgresProbe
from loadproof.records.database_activity import DatabaseActivity, StatementPlan
from loadproof.records.json_form import plain
from loadproof.study.probe_settings import DatabaseKind, DatabaseSettings, PlanSource

from .postgres_server import PASSWORD, PostgresServer

SECRET = "tiger-4711"  # noqa: S105 - a value that must be nowhere
LONGEST_S = 60.0
LOGGED = {
    "shared_preload_libraries": "pg_stat_statements,auto_explain",
    "log_destination": "stderr,jsonlog",
    "logging_collector": "on",
    "log_parameter_max_length": "0",
    "auto_explain.log_min_duration": "0",
    "auto_explain.log_format": "json",
    "auto_explain.log_analyze": "on",
}
FUNCTIONS = "pg_current_logfile(text), pg_read_binary_file(text, bigint, bigint, boolean)"


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresServer]:
    with PostgresServer(**LOGGED) as server, server.connected() as session:
        if session.info.server_version < 150_000:
            pytest.skip("the JSON log came with PostgreSQL 15")
        session.execute("CREATE EXTENSION pg_stat_statements")
        session.execute("CREATE TABLE status (id int PRIMARY KEY, status text)")
        session.execute("INSERT INTO status SELECT id, id::text FROM generate_series(1, 20000) AS id")
        session.execute("ANALYZE status")
        yield server


class Watched:
    """Readings of a probe that reads the log, a second each on its axis."""

    def __init__(self, url: str) -> None:
        settings = DatabaseSettings(DatabaseKind.POSTGRES, "db", url, PlanSource.LOGGED)
        self.probe = PostgresProbe(settings, lambda text, _: text)
        self.second = 0.0
        self.plans: dict[str, StatementPlan] = {}
        self.activity: DatabaseActivity | None = None
        self.probe.observe()
        self.probe.read(self.second)

    def codes(self) -> list[str]:
        return [one.code for one in self.probe.shortfalls()]

    def ended(self) -> list[StatementPlan]:
        """The plans of executions in the interval that ends now, without any value; the next one begins."""
        self.probe.conclude(self.second + 0.5)
        (self.activity,) = self.probe.take_activities()
        shown = json.dumps(plain(self.activity), allow_nan=False)
        assert SECRET not in shown
        assert PASSWORD not in shown
        return [one for one in self.activity.plans if one.execution_ms is not None]

    def until(self, found: Callable[[], bool]) -> None:
        """Reads until it is so: the server hands its lines to another process, which writes them."""
        ends_s = time.monotonic() + LONGEST_S
        while not found():
            assert time.monotonic() < ends_s
            time.sleep(0.1)
            self.second += 0.1
            self.probe.read(self.second)


@contextmanager
def watched(url: str) -> Iterator[Watched]:
    seen = Watched(url)
    with closing(seen.probe):
        yield seen


def has_logged(session: psycopg.Connection, part: str) -> bool:
    """True if the log holds a text; asked in a session that is not logged."""
    found = session.execute(
        "SELECT position(%s IN convert_from(pg_read_binary_file(pg_current_logfile('jsonlog')), 'UTF8')) > 0", (part,)
    ).fetchone()
    assert found is not None
    return bool(found[0])


def run_logged(server: PostgresServer, seen: Watched, sql: str, mark: str) -> None:
    """Runs statements, and reads on until the log has a line that was written behind theirs."""
    with server.connected() as session, server.connected() as asking:
        asking.execute("SET auto_explain.log_min_duration = -1")
        session.execute(sql.encode())
        session.execute(f"DO $$ BEGIN RAISE LOG 'mark {mark}'; END $$".encode())
        seen.until(lambda: has_logged(asking, f"mark {mark}"))
    seen.second += 1.0
    seen.probe.read(seen.second)


def test_the_slowest_execution_has_its_plan_with_times_and_without_values(server: PostgresServer) -> None:
    with watched(server.url()) as seen:
        assert seen.codes() == []
        slow = f"SELECT count(*), pg_sleep(0.3) FROM status WHERE status <> '{SECRET}' /* {SECRET} */"
        run_logged(server, seen, f"SELECT count(*) FROM status WHERE status = '{SECRET}'", "fast")
        run_logged(server, seen, slow, "slow")
        plans = seen.ended()
    assert plans[0].text == "SELECT count(*), pg_sleep(?) FROM status WHERE status <> ?"
    assert plans[0].execution_ms is not None
    assert plans[0].execution_ms >= 300.0
    (fast,) = (one for one in plans if one.text == "SELECT count(*) FROM status WHERE status = ?")
    scan = next(line for line in fast.lines if "Seq Scan on status" in line)
    assert ", rows 0, loops 1)" in scan
    assert "  (actual " in scan
    shown = [line.strip() for line in fast.lines]
    assert "Filter: (status = ?::text)" in shown
    assert "Rows Removed by Filter: 20000" in shown
    # Under the identifier of pg_stat_statements.
    assert seen.activity is not None
    texts = {one.query_id: one.text for one in seen.activity.statements}
    assert (texts[fast.query_id] or "").startswith("SELECT count(*) FROM status WHERE status = ")


def test_its_own_statements_and_those_of_other_databases_are_none(server: PostgresServer) -> None:
    with watched(server.url()) as seen, server.connected(database="postgres") as other:
        other.execute("SELECT pg_sleep(0.2), 'elsewhere'")
        run_logged(server, seen, "SELECT 'here'", "own")
        texts = [one.text or "" for one in seen.ended()]
    assert "SELECT ?" in texts
    assert not [text for text in texts if "pg_sleep" in text or "pg_stat_get_activity" in text]


def test_a_rotation_is_followed(server: PostgresServer) -> None:
    with watched(server.url()) as seen, server.connected() as owner:
        run_logged(server, seen, "SELECT 1 AS before_rotation", "before")
        before = owner.execute("SELECT pg_current_logfile('jsonlog')").fetchone()
        owner.execute("SET auto_explain.log_min_duration = -1")
        # The name of a file has its second.
        time.sleep(1.1)
        owner.execute("SELECT pg_rotate_logfile()")
        seen.until(lambda: owner.execute("SELECT pg_current_logfile('jsonlog')").fetchone() != before)
        run_logged(server, seen, "SELECT 1 AS after_rotation", "after")
        texts = {one.text for one in seen.ended()}
    assert {"SELECT ? AS before_rotation", "SELECT ? AS after_rotation"} <= texts


def test_a_role_needs_no_more_than_the_rights_that_are_named(server: PostgresServer) -> None:
    url = server.url("weak")
    with server.connected() as owner:
        owner.execute("CREATE ROLE weak LOGIN PASSWORD 'hunter2@:/%'")
        with watched(url) as seen:
            assert "postgres-log-refused" in seen.codes()
            seen.probe.read(1.0)
            assert seen.ended() == []
        report = diagnose_database(url, 2.0, plans=PlanSource.LOGGED)
        assert f'GRANT EXECUTE ON FUNCTION {FUNCTIONS} TO "weak";' in report.remedies
        for remedy in report.remedies:
            owner.execute(remedy.encode())
        with watched(url) as seen:
            assert seen.codes() == []
            run_logged(server, seen, "SELECT 1 AS seen_by_weak", "weak")
            assert "SELECT ? AS seen_by_weak" in [one.text for one in seen.ended()]


def test_without_being_asked_for_nothing_of_the_log_is_read(server: PostgresServer) -> None:
    settings = DatabaseSettings(DatabaseKind.POSTGRES, "db", server.url())
    with closing(PostgresProbe(settings, lambda text, _: text)) as own, server.connected() as session:
        own.observe()
        own.read(0.0)
        session.execute("SELECT 'unseen'")
        own.read(1.0)
        own.conclude(1.5)
        (activity,) = own.take_activities()
    assert [one for one in activity.plans if one.execution_ms is not None] == []
    assert own.shortfalls() == []


@pytest.mark.parametrize(
    ("settings", "code"),
    [
        ({"shared_preload_libraries": "pg_stat_statements"}, "postgres-log-not-loaded"),
        ({"logging_collector": "off"}, "postgres-log-none"),
        ({"log_destination": "stderr"}, "postgres-log-none"),
        ({"auto_explain.log_min_duration": "-1"}, "postgres-log-off"),
        ({"auto_explain.log_format": "text"}, "postgres-log-format"),
        ({"log_parameter_max_length": "-1", "log_statement": "all"}, "postgres-log-values"),
    ],
)
def test_what_keeps_plans_from_being_read_is_told_at_the_start_and_the_rest_goes_on(
    settings: dict[str, str], code: str
) -> None:
    with PostgresServer(**(LOGGED | settings)) as server, server.connected() as session:
        session.execute("CREATE EXTENSION pg_stat_statements")
        with watched(server.url()) as seen:
            assert code in seen.codes()
            session.execute("SELECT 1 AS one")
            seen.second += 1.0
            seen.probe.read(seen.second)
            seen.ended()
    assert seen.activity is not None
    assert seen.activity.samples == 1
    assert [one.code for one in seen.activity.shortfalls] == seen.codes()
    assert [one.text for one in seen.activity.statements if "one" in (one.text or "")] == ["SELECT $1 AS one"]
