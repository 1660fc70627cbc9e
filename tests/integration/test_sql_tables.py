"""SQL injections that fill a real PostgreSQL: a large temporary table, a full temporary space, fifty long queries."""

import os
import shutil
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest
from loadproof.injections.injector import InjectionError
from loadproof.injections.kinds import sql_space
from loadproof.injections.watch import InjectionCourse
from loadproof.records.injection import InjectionState
from loadproof.store.record import UNDER_WAY, InjectionRecord
from ruamel.yaml import YAML

from bench.database_faults.small_space import small_space
from bench.temporary_rows import bytes_per_row, rows_exceeding, temporary_file_bytes, temporary_table

from .postgres_server import PostgresServer
from .sql_place import ENDLESS, sessions_of, sql_injector, until

FILE_SYSTEM_FULL = "53100"
MEBIBYTE = 1 << 20
SPACE_BYTES = 24 * MEBIBYTE
STUDY = Path(__file__).parents[2] / "studies/three-thousand-users/study.yaml"
STUDY_SPACE_BYTES = 256 * MEBIBYTE
"""Of its variant small-tmpfs."""
FILLING = (
    "SET temp_buffers = '1MB'",
    "CREATE TEMPORARY TABLE filler (line int, note text)",
    "SAVEPOINT filled",
    # With generate_series in FROM the server would fill the space with a temporary file, which is gone with the error.
    "INSERT INTO filler SELECT line, md5(line::text) FROM (SELECT generate_series(1, 10000000) AS line) AS numbers",
)
needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root may mount a file system")


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresServer]:
    with PostgresServer(max_connections="80") as server:
        yield server


def data_of(server: PostgresServer) -> Path:
    with server.connected() as session:
        (data,) = session.execute("SHOW data_directory").fetchone() or ("",)
    return Path(data)


def filling(server: PostgresServer, buffers: int, times: float) -> tuple[str, str]:
    """Statements that make a temporary table of so many times its buffers, MiB."""
    with server.connected() as session:
        rows = rows_exceeding(buffers * MEBIBYTE, times, bytes_per_row(session))
    return f"SET temp_buffers = '{buffers}MB'", temporary_table("large", rows)


def test_a_temporary_table_is_fifty_times_its_buffers_and_gone_after(server: PostgresServer, tmp_path: Path) -> None:
    data = data_of(server)
    with closing(sql_injector(server.url(), tmp_path, *filling(server, 1, 50))) as injector:
        injector.check()
        injector.begin()
        until(lambda: sessions_of(server, "idle in transaction") == 1)
        # All but what the buffers still hold.
        assert 49 * MEBIBYTE <= temporary_file_bytes(data) < 52 * MEBIBYTE
        assert injector.fault() is None
        injector.end()
        assert (sessions_of(server), temporary_file_bytes(data)) == (0, 0)


def test_an_abandoned_temporary_table_grows_until_the_undo(server: PostgresServer, tmp_path: Path) -> None:
    data, statements = data_of(server), filling(server, 1, 2000)
    with closing(sql_injector(server.url(), tmp_path, *statements, is_abandoned=True)) as injector:
        injector.check()
        injector.begin()
        before = temporary_file_bytes(data)
        until(lambda: temporary_file_bytes(data) > before + 10 * MEBIBYTE)
        assert sessions_of(server, "active") == 1
        assert injector.fault() is None
        injector.end()
        assert (sessions_of(server), temporary_file_bytes(data)) == (0, 0)


def test_fifty_sessions_with_a_query_of_minutes(server: PostgresServer, tmp_path: Path) -> None:
    with closing(sql_injector(server.url(), tmp_path, ENDLESS, sessions=50)) as injector:
        injector.check()
        injector.begin()
        until(lambda: sessions_of(server, "active") == 50)
        assert injector.fault() is None
        injector.end()
        assert sessions_of(server) == 0


@contextmanager
def temporary_space(size_bytes: int) -> Iterator[tuple[PostgresServer, Path]]:
    """A server whose temporary tables are on a file system in memory."""
    with small_space(size_bytes) as space, PostgresServer(max_connections="40") as server:
        place = space / "tablespace"
        place.mkdir(mode=0o700)
        shutil.chown(place, data_of(server).stat().st_uid)
        with server.connected() as session:
            session.execute(f"CREATE TABLESPACE temporary LOCATION '{place}'")
            session.execute("ALTER SYSTEM SET temp_tablespaces = 'temporary'")
            session.execute("SELECT pg_reload_conf()")
        until(lambda: _temporary_tablespaces(server) == "temporary")
        yield server, space


def _temporary_tablespaces(server: PostgresServer) -> str:
    with server.connected() as session:
        (names,) = session.execute("SHOW temp_tablespaces").fetchone() or ("",)
    return str(names)


def free_bytes(space: Path) -> int:
    seen = os.statvfs(space)
    return seen.f_bavail * seen.f_frsize


def errors_of(sessions: list[psycopg.Connection], statement: str) -> int:
    """Sessions whose statement fails because the file system is full; all go on after it."""
    errors = 0
    for session in sessions:
        try:
            with session.transaction():
                session.execute(statement.encode())
        except psycopg.errors.DiskFull:
            errors += 1
        assert session.execute("SELECT 1").fetchone() == (1,)
    return errors


def course_of(injector: object) -> InjectionCourse:
    began_s = time.monotonic()
    return InjectionCourse(injector, 1, lambda: time.monotonic() - began_s)  # type: ignore[arg-type]


def run_course(course: InjectionCourse) -> InjectionRecord:
    """Runs a course to its end; its last record."""
    while (due_s := course.step()) is not None:
        del due_s
        time.sleep(0.05)
    last = None
    while not course.changes.empty():
        last = course.changes.get()
    assert last is not None
    assert last.state != UNDER_WAY
    return last


@needs_root
def test_a_full_temporary_space_is_the_effect_that_was_expected(tmp_path: Path) -> None:
    with temporary_space(SPACE_BYTES) as (server, space), server.connected() as first, server.connected() as second:
        others, table = [first, second], "CREATE TEMPORARY TABLE part ON COMMIT DROP AS SELECT generate_series(1, 1000)"
        free = free_bytes(space)
        assert errors_of(others, table) == 0
        with closing(sql_injector(server.url(), tmp_path, *FILLING, expected_code=FILE_SYSTEM_FULL)) as injector:
            injector.check()
            injector.begin()
            until(lambda: free_bytes(space) == 0 and sessions_of(server, "idle in transaction (aborted)") == 1)
            # Every session that makes a temporary table fails, survives, and does whatever else it does.
            assert errors_of(others, table) == 2
            assert errors_of(others, "SELECT sum(a) FROM generate_series(1, 1000) AS a") == 0
            assert injector.fault() is None
            injector.end()
            until(lambda: free_bytes(space) >= free - MEBIBYTE)
            assert errors_of(others, table) == 0


@needs_root
def test_the_study_of_three_thousand_users_keeps_its_space_full(tmp_path: Path) -> None:
    written = YAML(typ="safe").load(STUDY)["injections"]["temporary-space-full"]["sql"]
    statements, expected = written["statements"], written["expect"]
    with temporary_space(STUDY_SPACE_BYTES) as (server, space), server.connected() as other:
        free, one_row = free_bytes(space), "CREATE TEMPORARY TABLE part ON COMMIT DROP AS SELECT 1 AS one"
        with closing(sql_injector(server.url(), tmp_path, *statements, expected_code=expected)) as injector:
            injector.check()
            injector.begin()
            until(lambda: sessions_of(server, "idle in transaction (aborted)") == 1)
            assert free_bytes(space) == 0
            assert errors_of([other], one_row) == 1
            assert injector.fault() is None
            injector.end()
            until(lambda: free_bytes(space) >= free - MEBIBYTE)
            assert errors_of([other], one_row) == 0


@needs_root
@pytest.mark.parametrize(
    ("statements", "expected", "state", "code"),
    [
        (FILLING, FILE_SYSTEM_FULL, InjectionState.UNDONE, None),
        (FILLING, None, InjectionState.FAILED, "sql-sessions-failed"),
        (FILLING, "57014", InjectionState.FAILED, "sql-sessions-failed"),
        (("SELECT 1",), FILE_SYSTEM_FULL, InjectionState.FAILED, "sql-not-met"),
    ],
)
def test_an_error_counts_as_the_study_says(
    tmp_path: Path, statements: tuple[str, ...], expected: str | None, state: InjectionState, code: str | None
) -> None:
    for_s = 12.0 if statements is FILLING else 3.0
    with (
        temporary_space(SPACE_BYTES) as (server, _),
        closing(sql_injector(server.url(), tmp_path, *statements, for_s=for_s, expected_code=expected)) as injector,
    ):
        injector.check()
        record = run_course(course_of(injector))
        assert record.state == state
        assert (None if record.fault is None else record.fault.code) == code
        if record.fault is not None and code == "sql-sessions-failed":
            assert record.fault.values["code"] == FILE_SYSTEM_FULL
        assert sessions_of(server) == 0


@needs_root
def test_a_space_in_memory_that_is_larger_than_the_memory_is_refused(tmp_path: Path) -> None:
    with temporary_space(1 << 50) as (server, space):
        with closing(sql_injector(server.url(), tmp_path, *FILLING)) as injector:
            with pytest.raises(InjectionError) as raised:
                injector.check()
            assert raised.value.told.code == "sql-without-memory"
            assert raised.value.told.values["directory"] == str(space / "tablespace")
        # Nothing but temporary files of a bounded size may come of this one.
        with closing(sql_injector(server.url(), tmp_path / "other", "SELECT 1")) as injector:
            injector.check()


def test_sessions_that_leave_the_disk_too_little_are_ended(
    server: PostgresServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(sql_injector(server.url(), tmp_path, ENDLESS, sessions=2)) as injector:
        injector.check()
        injector.begin()
        until(lambda: sessions_of(server, "active") == 2)
        assert injector.fault() is None
        monkeypatch.setattr(sql_space, "_LEAST_DISK_BYTES", 1 << 62)
        told = injector.fault()
        assert told is not None
        assert (told.code, told.values["directory"]) == ("sql-disk-low", str(data_of(server)))
        assert sessions_of(server) == 0
        assert injector.fault() == told
        injector.end()
        monkeypatch.undo()
        # The next occurrence begins anew.
        injector.begin()
        until(lambda: sessions_of(server, "active") == 2)
        assert injector.fault() is None
        injector.end()


def test_sessions_that_met_their_error_are_counted(server: PostgresServer, tmp_path: Path) -> None:
    statements = ("CREATE TEMPORARY TABLE one (a int)", "INSERT INTO one VALUES (0)", "SELECT 1 / a FROM one")
    with closing(sql_injector(server.url(), tmp_path, *statements, sessions=4, expected_code="22012")) as injector:
        injector.check()
        injector.begin()
        until(lambda: sessions_of(server, "idle in transaction (aborted)") == 4)
        assert injector.fault() is None
        injector.end()
        assert injector.remains() is None
        assert sessions_of(server) == 0
