"""Activity of a real PostgreSQL: each part of it moved by a cause, and everything that may be wrong with the server."""
# ruff: noqa: S608 - the texts are of this test.

import json
import os
import select
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import psycopg
import pytest
from loadproof.model.message import Message, count
from loadproof.postgres.activity import MOST_STATEMENTS, merged
from loadproof.postgres.probe import PostgresProbe
from loadproof.records.database_activity import DatabaseActivity, RunningStatement, StatementPlan, StatementUse
from loadproof.records.json_form import plain
from loadproof.store.activity_thinning import activity_of, activity_row
from loadproof.study.probe_settings import DatabaseKind, DatabaseSettings, PlanSource

from tests.unit.probes.probed import values_of

from .lying_postgres import LIES, LyingPostgres
from .postgres_server import PASSWORD, PostgresServer
from .process_tree import standing_still
from .sql_place import sql_injector, until

SECRET = "tiger-4711"  # noqa: S105 - a value that must be nowhere
LONGEST_READING_S = 8.0
"""A reading takes 5 s at most, and others may use the machine."""
FLUSHED_S = 1.2
"""A busy session tells of its counters once a second."""


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresServer]:
    preload = {"shared_preload_libraries": "pg_stat_statements", "max_connections": "30", "temp_buffers": "800kB"}
    with PostgresServer(**preload, autovacuum="off") as server:
        with server.connected() as session:
            session.execute("CREATE EXTENSION pg_stat_statements")
            session.execute("CREATE TABLE status (id int PRIMARY KEY, status text)")
            session.execute("INSERT INTO status SELECT id, '' FROM generate_series(1, 20000) AS id")
            session.execute("ANALYZE status")
        yield server


def probe_of(url: str, plans: PlanSource = PlanSource.GENERIC) -> PostgresProbe:
    settings = DatabaseSettings(DatabaseKind.POSTGRES, "db", url, plans)
    return PostgresProbe(settings, lambda text, _: {"${env:PASSWORD}": PASSWORD}[text])


class Watched:
    """Readings of a probe in a trial whose seconds are made, so that an interval of 10 s need not last as long."""

    def __init__(self, probe: PostgresProbe) -> None:
        self.probe = probe
        self.second = 0.0
        self.values: dict[str, float] = {}
        probe.observe()
        probe.read(self.second)

    def read(self, seconds: float = 1.0) -> dict[str, float]:
        self.second += seconds
        began_s = time.monotonic()
        read = values_of(self.probe.read(self.second))
        assert time.monotonic() - began_s < LONGEST_READING_S
        self.values |= read
        return read

    def ended(self) -> DatabaseActivity:
        self.probe.conclude(self.second + 0.5)
        (activity,) = self.probe.take_activities()
        return written(activity)


@contextmanager
def watched(url: str) -> Iterator[Watched]:
    with closing(probe_of(url)) as probe:
        yield Watched(probe)


def written(activity: DatabaseActivity) -> DatabaseActivity:
    """The activity as it is after it was stored; no value of a statement is in it."""
    *_, text = activity_row(1, activity, str)
    assert SECRET not in text
    assert PASSWORD not in text
    json.dumps(plain(activity), allow_nan=False)
    return activity_of(text)


def statement(activity: DatabaseActivity, part: str) -> StatementUse:
    (found,) = (one for one in activity.statements if part in (one.text or ""))
    return found


def codes(activity: DatabaseActivity) -> list[str]:
    return [one.code for one in activity.shortfalls]


def finish(session: psycopg.Connection) -> None:
    """Cancels what a session does."""
    session.cancel()
    while session.pgconn.get_result():
        pass


def test_a_chain_of_locks_has_its_root_first_and_no_values(server: PostgresServer) -> None:
    with (
        server.connected() as holder,
        server.connected() as middle,
        server.connected() as last,
        watched(server.url()) as seen,
    ):
        holder.execute("BEGIN")
        holder.execute(f"UPDATE status SET status = '{SECRET}' WHERE id = 1")
        middle.execute("BEGIN; UPDATE status SET status = 'x' WHERE id = 2")
        middle.pgconn.send_query(f"UPDATE status SET status = '{SECRET}' WHERE id = 1".encode())
        time.sleep(0.2)
        last.pgconn.send_query(b"UPDATE status SET status = 'y' WHERE id = 2")
        deadline_s = time.monotonic() + 10.0
        while seen.read()["sessions_waiting_lock"] < 2 and time.monotonic() < deadline_s:
            time.sleep(0.05)
        time.sleep(0.3)
        seen.read()
        activity = seen.ended()
        ids = [one.info.backend_pid for one in (holder, middle, last)]
        finish(last)
        finish(middle)
    assert activity.locks is not None
    assert activity.locks.waiting == 2
    root, second, third = activity.locks.sessions
    assert [one.process_id for one in activity.locks.sessions] == ids
    assert [one.blocked_by for one in activity.locks.sessions] == [(), (ids[0],), (ids[1],)]
    assert (root.state, root.wait, root.waited_s) == ("idle in transaction", None, None)
    assert root.text == "UPDATE status SET status = ? WHERE id = ?"
    assert (second.state, second.wait, second.text) == ("active", "transactionid", root.text)
    assert third.waited_s is not None
    assert root.transaction_s is not None
    assert root.transaction_s >= third.waited_s > 0
    assert activity.levels.waiting_lock > 0
    waits = {(use.wait_type, use.wait) for use in activity.use}
    assert ("Lock", "transactionid") in waits
    assert activity.levels.idle_in_transaction > 0


def test_nobody_waits_nothing_is_abandoned_and_nothing_is_lacking(server: PostgresServer) -> None:
    with server.connected() as session, watched(server.url()) as seen:
        session.execute("SELECT 1")
        for _ in range(3):
            seen.read()
        activity = seen.ended()
    assert (activity.locks, activity.abandoned, activity.shortfalls) == (None, (), ())
    assert activity.samples == 3
    assert activity.levels.sessions == pytest.approx(1.0, abs=0.7)
    assert activity.levels.sessions_limit == 27
    assert activity.settings is not None
    known = activity.settings
    assert (known.jit, known.join_collapse_limit, known.temp_buffers_bytes) == (True, 8, 800 * 1024)
    assert (known.max_wal_size_bytes, known.checkpoint_timeout_s) == (1 << 30, 300.0)
    assert (known.shared_buffers_bytes, known.max_connections) == (16 << 20, 30)
    assert known.processors == len(os.sched_getaffinity(server.process_id))


def test_a_temporary_table_makes_files_and_writes_what_its_buffers_do_not_hold(server: PostgresServer) -> None:
    with server.connected() as session, watched(server.url()) as seen:
        session.execute("CREATE TEMP TABLE many AS SELECT id, repeat('x', 100) FROM generate_series(1, 20000) AS id")
        session.execute("CREATE INDEX ON many (id)")
        time.sleep(FLUSHED_S)
        session.execute("SELECT 1")
        read = seen.read()
        activity = seen.ended()
    assert read["relations_created_per_s"] > 0
    assert activity.counts.relations_created >= 2
    assert activity.levels.temporary_relations >= 2
    assert activity.levels.temporary_relation_bytes > 2_000_000
    assert statement(activity, "CREATE TEMP TABLE many").local_blocks_written > 100


def test_a_statement_over_temporary_tables_is_one_however_often_they_are_made(server: PostgresServer) -> None:
    with server.connected() as session, watched(server.url()) as seen:
        for _ in range(30):
            session.execute("BEGIN")
            session.execute("CREATE TEMPORARY TABLE chosen ON COMMIT DROP AS SELECT generate_series(1, 1000) AS number")
            session.execute(f"SELECT count(*) FROM chosen WHERE number > 17 AND number::text <> '{SECRET}'")
            session.execute("COMMIT")
        seen.read()
        activity = seen.ended()
    counted = statement(activity, "count(*) FROM chosen")
    assert (counted.calls, counted.rows) == (30, 30)
    # One for each text: BEGIN, CREATE, SELECT and COMMIT.
    texts = [one.text for one in activity.statements]
    assert len(texts) == len(set(texts))
    assert {"BEGIN", "COMMIT"} <= set(texts)


def test_a_table_that_its_session_is_about_to_drop_keeps_nothing_up(server: PostgresServer) -> None:
    with server.connected() as session, watched(server.url()) as seen:
        session.execute("CREATE TEMP TABLE held AS SELECT 1 AS id")
        session.execute("BEGIN; TRUNCATE held")
        seen.read()
        began_s = time.monotonic()
        activity = seen.ended()
        assert time.monotonic() - began_s < LONGEST_READING_S
        session.execute("ROLLBACK")
    assert activity.levels.temporary_relations >= 1
    assert activity.shortfalls == ()


def test_a_statement_whose_client_has_gone_is_told_and_one_with_a_client_is_not(server: PostgresServer) -> None:
    with server.connected() as alive, watched(server.url()) as seen:
        gone = server.connected()
        process_id = gone.info.backend_pid
        gone.pgconn.send_query(f"SELECT pg_sleep(60), '{SECRET}'".encode())
        alive.pgconn.send_query(b"SELECT pg_sleep(60), 'alive'")
        gone.pgconn.flush()
        time.sleep(0.5)
        gone.pgconn.finish()
        deadline_s = time.monotonic() + 20.0
        activity: DatabaseActivity | None = None
        while time.monotonic() < deadline_s and (activity is None or not activity.abandoned):
            time.sleep(1.0)
            seen.read(5.0)
            for one in seen.probe.take_activities():
                activity = written(one)
        finish(alive)
        alive.execute("SELECT pg_terminate_backend(%s)", (process_id,))
    assert activity is not None
    (abandoned,) = activity.abandoned
    assert (abandoned.process_id, abandoned.text) == (process_id, "SELECT pg_sleep(?), ?")
    assert abandoned.running_s > 2.0


def until_named(seen: Watched, part: str) -> RunningStatement:
    """Reads a second after the other until a running statement with this part of a text is in an interval."""
    deadline_s = time.monotonic() + 60.0
    while time.monotonic() < deadline_s:
        seen.read()
        for activity in map(written, seen.probe.take_activities()):
            for one in activity.running:
                if part in (one.text or ""):
                    return one
        time.sleep(0.05)
    raise AssertionError(part)


def looks_at_running(session: psycopg.Connection) -> int:
    """Readings of the texts of running statements so far."""
    found = session.execute(
        "SELECT coalesce(sum(calls), 0)::int FROM pg_stat_statements "
        "WHERE query LIKE '%/* loadproof */ query_id%is_cut%'"
    ).fetchone()
    assert found is not None
    return int(found[0])


def test_a_statement_that_runs_has_its_text_and_is_the_same_one_after_its_end(server: PostgresServer) -> None:
    with server.connected() as holder, server.connected() as session, watched(server.url()) as seen:
        holder.execute("SELECT pg_advisory_lock(4711)")
        session.pgconn.send_query(f"SELECT count(pg_advisory_lock(4711)), '{SECRET}' AS waits_here;".encode())
        first = None
        deadline_s = time.monotonic() + 60.0
        while (first is None or not first.running) and time.monotonic() < deadline_s:
            seen.read()
            first = next(map(written, seen.probe.take_activities()), first)
        assert first is not None
        (running,) = (one for one in first.running if "waits_here" in (one.text or ""))
        assert running.text == "SELECT count(pg_advisory_lock(?)), ? AS waits_here"
        assert running.query_id in {one.query_id for one in first.use if one.wait_type == "Lock"}
        assert running.query_id not in {one.query_id for one in first.statements}
        looks = looks_at_running(holder)
        for _ in range(10):
            seen.read()
        (second,) = map(written, seen.probe.take_activities())
        assert running.query_id in {one.query_id for one in second.running}
        # Its text is known: nothing more was asked.
        assert looks_at_running(holder) == looks
        holder.execute("SELECT pg_advisory_unlock(4711)")
        while session.pgconn.get_result():
            pass
        seen.read()
        ended = seen.ended()
    counted = statement(ended, "waits_here")
    assert (counted.query_id, counted.calls) == (running.query_id, 1)
    assert counted.text == "SELECT count(pg_advisory_lock($1)), $2 AS waits_here"
    whole = merged([first, second, ended])
    assert [one.text for one in whole.statements if one.query_id == running.query_id] == [counted.text]
    assert {one.text for one in whole.running if one.query_id == running.query_id} <= {counted.text}
    assert not any("waits_here" in (one.text or "") for one in whole.running if one.query_id != running.query_id)


def test_a_statement_that_was_cancelled_and_a_text_that_the_server_cut_are_named(server: PostgresServer) -> None:
    columns = ", ".join(f"{place} AS waited_{place}" for place in range(100))
    with server.connected() as short, server.connected() as long, watched(server.url()) as seen:
        short.pgconn.send_query(f"SELECT pg_sleep(600) AS cancelled, '{SECRET}'".encode())
        assert until_named(seen, "cancelled").text == "SELECT pg_sleep(?) AS cancelled, ?"
        seen.read()
        finish(short)
        long.pgconn.send_query(f"SELECT pg_sleep(600), {columns}".encode())
        text = until_named(seen, "waited_0").text
        finish(long)
        seen.read()
        activity = seen.ended()
    assert text is not None
    assert text.startswith("SELECT pg_sleep(?), ? AS waited_0, ? AS waited_1,")
    assert (text[-1], len(text) < 1000) == ("…", True)
    assert not any("cancelled" in (one.text or "") for one in activity.statements)


def test_sorts_that_spill_are_counted(server: PostgresServer) -> None:
    with server.connected() as session, watched(server.url()) as seen:
        session.execute("SET work_mem = '64kB'")
        session.execute("SELECT count(*) FROM (SELECT * FROM status ORDER BY status, id DESC OFFSET 0) AS sorted")
        time.sleep(FLUSHED_S)
        session.execute("SELECT 1")
        read = seen.read()
        activity = seen.ended()
    assert read["temporary_mib_per_s"] > 0
    assert activity.counts.temporary_files >= 1
    assert activity.counts.temporary_bytes > 100_000
    assert statement(activity, "ORDER BY status, id").temporary_blocks_written > 10


def test_checkpoints_wal_and_scans_of_tables_are_counted(server: PostgresServer) -> None:
    with server.connected() as session, watched(server.url()) as seen:
        session.execute(f"UPDATE status SET status = '{SECRET}' WHERE id <= 5000")
        session.execute("SELECT count(*) FROM status WHERE status = 'nobody'")
        time.sleep(FLUSHED_S)
        session.execute("CHECKPOINT")
        session.execute("SELECT 1")
        time.sleep(0.5)
        read = seen.read()
        activity = seen.ended()
    assert read["wal_mib_per_s"] > 0
    counts = activity.counts
    assert (counts.checkpoints_requested, counts.checkpoints_timed) == (1, 0)
    assert counts.blocks_written_by_checkpoints > 0
    assert counts.wal_bytes > 100_000
    (scan,) = (one for one in activity.scans if one.table == "public.status")
    assert scan.rows_read >= 20_000 * scan.scans > 0
    update = statement(activity, "UPDATE status")
    assert (update.calls, update.rows) == (1, 5000)
    assert update.wal_bytes > 100_000


def test_the_time_of_jit_is_that_of_its_statement(server: PostgresServer) -> None:
    with server.connected() as session, watched(server.url()) as seen:
        if session.execute("SELECT pg_jit_available()").fetchone() != (True,):
            pytest.skip("this PostgreSQL has no JIT")
        session.execute("SET jit_above_cost = 0; SET jit_inline_above_cost = 0; SET jit_optimize_above_cost = 0")
        session.execute("SELECT sum(id * 2 + 1) FROM status")
        for _ in range(10):
            seen.read()
        (activity,) = map(written, seen.probe.take_activities())
    compiled = statement(activity, "SELECT sum(id")
    assert activity.settings is not None
    if activity.settings.version < 150000:
        pytest.skip("PostgreSQL counts the time of JIT from version 15 on")
    assert 0 < compiled.jit_ms <= compiled.execution_ms
    assert 0 < seen.values["jit_share"] <= 1
    assert activity.end_s - activity.begin_s == pytest.approx(10.0, abs=0.5)
    assert activity.samples == 10


def test_its_own_statements_are_none_of_the_database(server: PostgresServer) -> None:
    with watched(server.url()) as seen:
        for _ in range(31):
            seen.read()
        activities = [written(one) for one in seen.probe.take_activities()]
    assert len(activities) == 3
    for activity in activities[1:]:
        assert activity.statements == ()
        assert activity.other_statements is None
    assert seen.values["statements_per_s"] == 0


def test_what_an_injection_says_around_its_statements_is_none_of_the_database(
    server: PostgresServer, tmp_path: Path
) -> None:
    with watched(server.url()) as seen:
        with closing(sql_injector(server.url(), tmp_path, "SELECT count(*) FROM status", sessions=2)) as injector:
            injector.check()
            injector.begin()
            with server.connected() as session:
                run = "SELECT count(*) FROM pg_stat_activity WHERE query = 'SELECT count(*) FROM status'"
                until(lambda: session.execute(f"{run} AND state LIKE 'idle%'").fetchone() == (2,))
            injector.end()
        seen.read()
        activity = seen.ended()
    around = ("SET ", "BEGIN", "pg_stat_clear_snapshot", "pg_terminate_backend", "AS used_of_server", "data_directory")
    assert [one.text for one in activity.statements if any(part in (one.text or "") for part in around)] == []


def test_intervals_are_of_ten_seconds_and_what_lies_between_trials_is_none(server: PostgresServer) -> None:
    with watched(server.url()) as seen:
        for _ in range(23):
            seen.read()
        seen.probe.conclude(seen.second + 0.4)
        for _ in range(30):
            seen.read()
        first = seen.probe.take_activities()
        seen.probe.observe()
        seen.read()
        seen.read()
        seen.probe.conclude(seen.second)
        second = seen.probe.take_activities()
    assert [one.samples for one in first] == [10, 10, 3]
    assert [round(one.begin_s) for one in first] == [0, 10, 20]
    assert round(first[-1].end_s, 1) == 23.4
    assert [(round(one.begin_s), round(one.end_s), one.samples) for one in second] == [(54, 55, 1)]


def test_a_join_order_that_the_limits_forbid_is_cheaper_without_them(server: PostgresServer) -> None:
    joined = 12
    with server.connected() as session:
        for place in range(joined - 1):
            rows = "SELECT id, id AS other FROM generate_series(1, 5000) AS id"
            session.execute(f"CREATE TABLE part_{place} AS {rows}")
            session.execute(f"ALTER TABLE part_{place} ADD PRIMARY KEY (id)")
        session.execute("CREATE TABLE pick AS SELECT 17 AS id")
        session.execute("ANALYZE")
        joins = " ".join(f"JOIN part_{place} ON part_{place}.id = part_{place - 1}.other" for place in range(1, 11))
        text = f"SELECT count(*) FROM part_0 {joins} JOIN pick ON pick.id = part_0.id WHERE part_0.other <> 4711"
        with watched(server.url()) as seen:
            for _ in range(3):
                session.execute(text)
            deadline_s = time.monotonic() + 60.0
            plans: list[StatementPlan] = []
            while not plans and time.monotonic() < deadline_s:
                seen.read()
                plans += [plan for one in seen.probe.take_activities() for plan in written(one).plans]
            for _ in range(20):
                session.execute(text)
                seen.read()
                plans += [plan for one in seen.probe.take_activities() for plan in written(one).plans]
    (plan,) = plans
    assert plan.joined == joined
    assert plan.cost_reordered is not None
    assert plan.cost_reordered < plan.cost / 2
    assert "pick" in "\n".join(plan.lines)
    assert "4711" not in "\n".join(plan.lines)


@pytest.fixture
def small_space() -> Iterator[Path]:
    """A file system of 8 MiB in memory that any user may write to."""
    place = Path(f"/tmp/loadproof-space-{os.getpid()}")  # noqa: S108 - mounted by root alone
    place.mkdir()
    options = ["-t", "tmpfs", "-o", "size=8m,mode=777", "none", str(place)]
    if os.geteuid() or subprocess.run(["mount", *options], capture_output=True, check=False).returncode:
        place.rmdir()
        pytest.skip("a file system can be mounted by root alone, in no container without the right")
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", str(place)], check=True)
        place.rmdir()


def test_a_full_temporary_space_is_seen(small_space: Path) -> None:
    preload = {"shared_preload_libraries": "pg_stat_statements", "temp_tablespaces": "memory"}
    inner = small_space / "space"
    inner.mkdir()
    inner.chmod(0o700)
    if (user := _server_user()) is not None:
        os.chown(inner, user, -1)
    with PostgresServer(**preload) as server, server.connected() as session:
        session.execute(f"CREATE TABLESPACE memory LOCATION '{inner}'")
        session.execute("SET temp_buffers = '800kB'")
        with watched(server.url()) as seen:
            seen.read()
            with pytest.raises(psycopg.errors.DiskFull):
                session.execute("CREATE TEMP TABLE large AS SELECT repeat('x', 500) FROM generate_series(1, 100000)")
            session.execute("CREATE TEMP TABLE left_over AS SELECT repeat('x', 500) FROM generate_series(1, 12000)")
            read = seen.read()
            activity = seen.ended()
    assert activity.temporary_space is not None
    space = activity.temporary_space
    assert (space.tablespace, space.size_bytes) == ("memory", 8 << 20)
    assert space.least_free_bytes < 2 << 20
    assert read["temporary_space_free_mib"] < 2.0


def _server_user() -> int | None:
    import pwd

    return pwd.getpwnam("nobody").pw_uid if os.geteuid() == 0 else None


def test_without_the_extension_all_but_the_statements_is_there(server: PostgresServer) -> None:
    with server.connected(database="postgres") as session, watched(server.url(database="postgres")) as seen:
        session.execute("CREATE TEMP TABLE one AS SELECT 1")
        seen.read()
        activity = seen.ended()
    assert activity.statements == ()
    assert activity.shortfalls == (Message("postgres-no-statements"),)
    assert activity.levels.temporary_relations == 1


def test_without_rights_texts_are_none_and_it_is_said(server: PostgresServer) -> None:
    with server.connected() as owner:
        owner.execute("DROP ROLE IF EXISTS weak")
        owner.execute("CREATE ROLE weak LOGIN PASSWORD 'hunter2@:/%'")
        with server.connected() as waiting, watched(server.url("weak")) as seen:
            owner.execute("BEGIN")
            owner.execute("UPDATE status SET status = 'x' WHERE id = 9")
            waiting.pgconn.send_query(b"UPDATE status SET status = 'y' WHERE id = 9")
            time.sleep(0.3)
            seen.read()
            activity = seen.ended()
            finish(waiting)
            owner.execute("ROLLBACK")
    assert Message("postgres-sessions-hidden", count=count(2)) in activity.shortfalls
    assert all(one.text is None for one in activity.statements)
    assert activity.running == ()
    assert activity.counts.commits >= 0


@pytest.fixture
def relayed(server: PostgresServer) -> Iterator[str]:
    """URL of a port that leads to the server, as that of another machine would: its processes do not listen there."""
    with socket.create_server(("127.0.0.1", 0)) as entrance:
        threading.Thread(target=_relay, args=(entrance, server.port), daemon=True).start()
        yield server.url().replace(f":{server.port}/", f":{entrance.getsockname()[1]}/")


def _relay(entrance: socket.socket, port: int) -> None:
    with suppress(OSError):
        near, _ = entrance.accept()
        with near, socket.create_connection(("127.0.0.1", port)) as far:
            others = {near: far, far: near}
            while True:
                for ready in select.select([near, far], [], [])[0]:
                    data = ready.recv(65536)
                    if not data:
                        return
                    others[ready].sendall(data)


def test_a_server_of_another_machine_lacks_what_only_its_own_can_tell(relayed: str) -> None:
    with watched(relayed) as seen:
        seen.read()
        activity = seen.ended()
    assert codes(activity) == ["postgres-elsewhere"]
    assert (activity.temporary_space, activity.levels.own_cpu_share, activity.abandoned) == (None, None, ())
    assert "own_cpu_share" not in seen.values
    assert activity.settings is not None
    assert activity.settings.processors is None


def test_a_server_that_stands_still_ends_the_interval_in_time(server: PostgresServer) -> None:
    with server.connected() as session, watched(server.url()) as seen:
        seen.read()
        found = session.execute("SELECT pid FROM pg_stat_activity WHERE application_name = 'loadproof'").fetchone()
        assert found is not None
        with standing_still(found[0]):
            began_s = time.monotonic()
            activity = seen.ended()
            assert time.monotonic() - began_s < LONGEST_READING_S
        assert "postgres-part-unread" in codes(activity)
        assert activity.statements == ()
        assert activity.samples == 1


def test_counters_that_were_reset_grow_from_zero(server: PostgresServer) -> None:
    with server.connected() as session, watched(server.url()) as seen:
        for _ in range(50):
            session.execute("SELECT 'before'")
        seen.read()
        session.execute("SELECT pg_stat_statements_reset(), pg_stat_reset()")
        for _ in range(7):
            session.execute("SELECT 'before'")
        seen.read()
        activity = seen.ended()
    # The driver has prepared it by now: PostgreSQL then keeps the text with its value.
    repeated = [one for one in activity.statements if one.text in ("SELECT $1", "SELECT ?")]
    assert [one.calls for one in repeated] == [7]
    assert min(activity.counts.commits, activity.counts.blocks_hit, activity.counts.relations_created) >= 0


def test_there_is_a_most_of_statements_and_the_others_are_added_up(server: PostgresServer) -> None:
    with server.connected() as session, watched(server.url()) as seen:
        for columns in range(1, 60):
            session.execute("SELECT " + ",".join(["1"] * columns))
        seen.read()
        activity = seen.ended()
    assert len(activity.statements) == MOST_STATEMENTS
    assert activity.other_statements is not None
    assert activity.other_statements.calls >= 59 - MOST_STATEMENTS
    assert all(one.text is not None for one in activity.statements)


@pytest.mark.parametrize("lie", sorted(LIES))
def test_a_server_that_lies_neither_ends_nor_fills_anything(lie: str) -> None:
    with LyingPostgres(LIES[lie]) as liar, closing(probe_of(liar.url, PlanSource.LOGGED)) as probe:
        probe.observe()
        read = 0
        for second in range(25):
            began_s = time.monotonic()
            with suppress(Exception):
                probe.read(float(second))
                read += 1
            assert time.monotonic() - began_s < LONGEST_READING_S
            if lie in ("endless rows", "silence") and second > 2:
                break
        probe.conclude(25.0)
        for activity in probe.take_activities():
            assert len(json.dumps(plain(written(activity)))) < 400_000
            assert "\x1b" not in json.dumps(plain(activity), ensure_ascii=False)
            assert len(activity.statements) <= MOST_STATEMENTS
    # On a busy machine thousands of rows take longer than a reading may.
    assert read > 10 or lie in ("endless rows", "silence", "thousands of rows", "words")
