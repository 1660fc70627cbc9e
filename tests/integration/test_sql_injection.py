"""SQL injections on a real PostgreSQL that no stand of ours started: made, seen and undone, whatever fails."""

import os
import re
import signal
import socket
import sqlite3
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path

import psycopg
import pytest
from loadproof.injections.injector import InjectionError
from loadproof.injections.kinds.sql import SqlInjector
from loadproof.model.message import Message, count
from loadproof.stand.lease import clear_leftovers, marked_processes
from loadproof.system.process_identity import descendants_of, kill_all, process_ids

from .command_line import CommandLine
from .postgres_server import PASSWORD, PostgresServer
from .process_tree import is_supervisor
from .sql_place import ENDLESS, LEASES, PATIENCE_S, beginning_controller, sessions_of, sql_injector, until
from .stand import known_truth

UNDONE_S = 10.0
"""Most that an undo may take after the death of its controller."""


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresServer]:
    with PostgresServer(max_connections="120") as server:
        with server.connected() as session:
            session.execute("CREATE TABLE status (id int PRIMARY KEY, status int)")
            session.execute("INSERT INTO status SELECT id, 0 FROM generate_series(1, 1000) AS id")
            session.execute(f"CREATE ROLE plain LOGIN PASSWORD '{PASSWORD}'")
            session.execute(f"CREATE ROLE bounded LOGIN PASSWORD '{PASSWORD}'")
            session.execute("ALTER ROLE bounded SET temp_file_limit = '100MB'")
            session.execute(f"CREATE ROLE narrow LOGIN SUPERUSER PASSWORD '{PASSWORD}' CONNECTION LIMIT 7")
            session.execute("ALTER ROLE narrow NOSUPERUSER; ALTER ROLE narrow SET temp_file_limit = '100MB'")
        yield server


@pytest.fixture(autouse=True)
def _nobody_else(request: pytest.FixtureRequest) -> None:
    """Sessions of a test that failed are not those of the next one."""
    if "server" in request.fixturenames:
        with request.getfixturevalue("server").connected() as session:
            ours = "FROM pg_stat_activity WHERE application_name LIKE 'loadproof-%'"
            session.execute(f"SELECT pg_terminate_backend(pid) {ours}")
            while session.execute(f"SELECT 1 {ours}").fetchone():
                time.sleep(0.02)


def refused(injector: SqlInjector) -> Message:
    """Why an injection is refused before any load; nothing of it is left."""
    with closing(injector), pytest.raises(InjectionError) as raised:
        injector.check()
    assert PASSWORD not in str(raised.value)
    return raised.value.told


def test_sessions_run_until_the_end_of_each_occurrence(server: PostgresServer, tmp_path: Path) -> None:
    with closing(sql_injector(server.url(), tmp_path, ENDLESS, sessions=3)) as injector:
        injector.check()
        assert sessions_of(server) == 0
        for _ in range(2):
            injector.begin()
            until(lambda: sessions_of(server, "active") == 3)
            assert injector.fault() is None
            assert injector.remains() == Message("sql-sessions-left", count=count(3))
            (lease,) = (tmp_path / LEASES).glob("*.json")
            assert '"application"' in lease.read_text(encoding="ascii")
            assert PASSWORD not in lease.read_text(encoding="ascii")
            injector.end()
            assert sessions_of(server) == 0
            assert injector.remains() is None
            injector.end()
            assert '"application"' not in lease.read_text(encoding="ascii")


def test_no_argument_and_no_file_has_the_password(server: PostgresServer, tmp_path: Path) -> None:
    with closing(sql_injector(server.url(), tmp_path, ENDLESS)) as injector:
        injector.check()
        injector.begin()
        for process in process_ids():
            with suppress(OSError):
                arguments = Path(f"/proc/{process}/cmdline").read_bytes()
                assert b"hunter2" not in arguments or b"pytest" in arguments
        for path in tmp_path.rglob("*"):
            assert path.is_dir() or b"hunter2" not in path.read_bytes()


def test_a_hundred_sessions(server: PostgresServer, tmp_path: Path) -> None:
    with closing(sql_injector(server.url(), tmp_path, "SELECT pg_sleep(600)", sessions=100)) as injector:
        injector.check()
        injector.begin()
        until(lambda: sessions_of(server, "active") == 100)
        injector.end()
        assert sessions_of(server) == 0


def test_changes_are_rolled_back(server: PostgresServer, tmp_path: Path) -> None:
    statements = (
        "DELETE FROM status",
        "CREATE TABLE made (a int)",
        "INSERT INTO made VALUES (1)",
        "SELECT pg_sleep(60)",
    )
    with closing(sql_injector(server.url(), tmp_path, *statements)) as injector:
        injector.check()
        injector.begin()
        until(lambda: sessions_of(server, "active") == 1)
        injector.end()
    with server.connected() as session:
        assert session.execute("SELECT count(*), to_regclass('made') FROM status").fetchone() == (1000, None)


def test_locks_last_until_the_end(server: PostgresServer, tmp_path: Path) -> None:
    with closing(sql_injector(server.url(), tmp_path, "LOCK TABLE status", "TABLE status")) as injector:
        injector.check()
        injector.begin()
        until(lambda: sessions_of(server, "idle in transaction") == 1)
        with server.connected() as session:
            session.execute("SET lock_timeout = '300ms'")
            with pytest.raises(psycopg.errors.LockNotAvailable):
                session.execute("SELECT FROM status")
            assert injector.fault() is None
            injector.end()
            session.execute("SELECT FROM status")


@pytest.mark.parametrize("statement", ["SELECT generate_series(1, 10000000)", "SELECT repeat('a', 100000000)"])
def test_rows_are_thrown_away(server: PostgresServer, tmp_path: Path, statement: str) -> None:
    with closing(sql_injector(server.url(), tmp_path, statement, sessions=2)) as injector:
        injector.check()
        injector.begin()
        time.sleep(1.0)
        assert injector.fault() is None
        (client,) = (one for one in descendants_of(os.getpid()) if _is_client(one))
        resident = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{client}/status").read_text(encoding="ascii"))
        assert resident is not None
        assert int(resident[1]) < 800_000
        injector.end()
        assert sessions_of(server) == 0


def _is_client(process: int) -> bool:
    with suppress(OSError):
        return b"sql_sessions" in Path(f"/proc/{process}/cmdline").read_bytes()
    return False


def test_a_statement_that_fails_in_every_session_is_an_error(server: PostgresServer, tmp_path: Path) -> None:
    with closing(sql_injector(server.url(), tmp_path, "SELECT 1 / (random() * 0)::int", sessions=2)) as injector:
        injector.check()
        with pytest.raises(InjectionError) as raised:
            injector.begin()
        values = raised.value.told.values
        assert raised.value.told.code == "sql-sessions-failed"
        assert (values["failed"], values["sessions"], values["code"]) == (count(2), count(2), "22012")
        injector.end()
        assert sessions_of(server) == 0


def test_sessions_that_fail_are_told(server: PostgresServer, tmp_path: Path) -> None:
    statement = "LOCK TABLE status IN ACCESS EXCLUSIVE MODE NOWAIT"
    with closing(sql_injector(server.url(), tmp_path, statement, sessions=3)) as injector:
        injector.check()
        injector.begin()
        faults: list[Message | None] = []

        def have_failed() -> bool:
            faults.append(injector.fault())
            return faults[-1] is not None and faults[-1].values["failed"] == count(2)

        until(have_failed)
        assert faults[-1] is not None
        assert faults[-1].values["code"] == "55P03"
        injector.end()
        assert sessions_of(server) == 0


def test_what_the_server_says_is_shown_on_one_line(server: PostgresServer, tmp_path: Path) -> None:
    statement = "DO $$ BEGIN RAISE EXCEPTION E'\\x1b[31m\n%', repeat('a', 1000); END $$"
    with closing(sql_injector(server.url(), tmp_path, statement)) as injector:
        injector.check()
        with pytest.raises(InjectionError) as raised:
            injector.begin()
        shown = str(raised.value.told.values["what"])
        assert shown.startswith(r"\x1b[31m\na")
        assert len(shown) == 200


@pytest.mark.parametrize(
    ("statements", "code"),
    [
        (["SELECT 1 FROM FROM"], "sql-unparsed"),
        (["SELECT FROM missing"], "sql-unparsed"),
        (["CREATE TEMP TABLE a (b int)", "SELECT 1 FROM FROM"], "sql-unparsed"),
        (["SELECT 1", "INSERT INTO a VALUES (1)"], "sql-unparsed"),
        (["VACUUM status"], "sql-not-undone"),
        (["SELECT 1; SELECT 2"], "sql-several"),
    ],
)
def test_statements_that_are_refused_before_any_load(
    server: PostgresServer, tmp_path: Path, statements: list[str], code: str
) -> None:
    assert refused(sql_injector(server.url(), tmp_path, *statements)).code == code


def test_statements_that_need_an_earlier_one(server: PostgresServer, tmp_path: Path) -> None:
    statements = ("CREATE TEMP TABLE a (b int)", "INSERT INTO a VALUES (1)", "SELECT b FROM a")
    with closing(sql_injector(server.url(), tmp_path, *statements, sessions=2)) as injector:
        injector.check()
        injector.begin()
        until(lambda: sessions_of(server, "idle in transaction") == 2)
        assert injector.fault() is None
        injector.end()


def test_a_procedure_that_ends_its_transaction_fails(server: PostgresServer, tmp_path: Path) -> None:
    with server.connected() as session:
        session.execute("CREATE OR REPLACE PROCEDURE ends() LANGUAGE plpgsql AS $$ BEGIN COMMIT; END $$")
    with closing(sql_injector(server.url(), tmp_path, "CALL ends()")) as injector:
        injector.check()
        with pytest.raises(InjectionError) as raised:
            injector.begin()
        assert raised.value.told.values["code"] == "2D000"


def test_a_server_without_room_is_refused(server: PostgresServer, tmp_path: Path) -> None:
    told = refused(sql_injector(server.url(), tmp_path, "SELECT 1", sessions=115))
    assert (told.code, told.values["scope"]) == ("sql-without-room", "server")
    told = refused(sql_injector(server.url("narrow"), tmp_path, "SELECT 1", sessions=3))
    assert (told.code, told.values["scope"]) == ("sql-without-room", "role")


def test_temporary_files_are_bounded(server: PostgresServer, tmp_path: Path) -> None:
    spilling = (
        "SELECT count(*) FROM (SELECT repeat(a::text, 200) FROM generate_series(1, 200000) a ORDER BY 1 OFFSET 0) b"
    )
    with closing(sql_injector(server.url(), tmp_path, "SET work_mem = '64kB'", spilling)) as injector:
        injector.check()
        injector.begin()
        faults: list[Message | None] = []

        def has_failed() -> bool:
            faults.append(injector.fault())
            return faults[-1] is not None

        until(has_failed)
        assert faults[-1] is not None
        assert faults[-1].values["code"] == "53400"
        injector.end()


def test_a_role_that_may_not_bound_temporary_files_is_refused(server: PostgresServer, tmp_path: Path) -> None:
    told = refused(sql_injector(server.url("plain"), tmp_path, "SELECT 1"))
    assert (told.code, told.values["role"]) == ("sql-without-temporary-limit", "plain")
    with closing(sql_injector(server.url("bounded"), tmp_path, ENDLESS)) as injector:
        injector.check()
        injector.begin()
        assert injector.fault() is None
        injector.end()
        assert sessions_of(server) == 0


def test_a_disk_without_room_is_refused(server: PostgresServer, tmp_path: Path) -> None:
    told = refused(sql_injector(server.url(), tmp_path, "SELECT 1", temporary_limit_bytes=1 << 40))
    assert told.code == "sql-without-disk"


def test_missing_rights_are_an_error_of_the_sessions(server: PostgresServer, tmp_path: Path) -> None:
    with closing(sql_injector(server.url("bounded"), tmp_path, "SELECT FROM status")) as injector:
        injector.check()
        with pytest.raises(InjectionError) as raised:
            injector.begin()
        assert raised.value.told.values["code"] == "42501"


def test_a_wrong_password_and_a_missing_database_are_refused(server: PostgresServer, tmp_path: Path) -> None:
    assert refused(sql_injector(server.url(password="other"), tmp_path, "SELECT 1")).code == "postgres-unreachable"  # noqa: S106
    assert refused(sql_injector(server.url(database="none"), tmp_path, "SELECT 1")).code == "postgres-unreachable"
    assert refused(sql_injector("postgresql://h/", tmp_path, "SELECT 1")).code == "sql-database-unreadable"


def test_a_server_that_never_answers_is_refused_in_time(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        began_s = time.monotonic()
        url = f"postgresql://a@127.0.0.1:{silent.getsockname()[1]}/app"
        assert refused(sql_injector(url, tmp_path, "SELECT 1")).code == "postgres-no-answer"
        assert time.monotonic() - began_s < PATIENCE_S


def test_a_server_that_answers_nothing_but_copies_is_refused(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        threading.Thread(target=_copy, args=(listening,), daemon=True).start()
        url = f"postgresql://a@127.0.0.1:{listening.getsockname()[1]}/app?sslmode=disable"
        assert refused(sql_injector(url, tmp_path, "SELECT 1")).code == "postgres-connection-ended"


def _copy(listening: socket.socket) -> None:
    """A server that lets anybody in, and answers each message with the begin of a COPY."""
    with suppress(OSError):
        client, _ = listening.accept()
        with client:
            client.recv(1 << 16)
            version = b"server_version\0" + b"15.7\0"
            client.sendall(b"R\0\0\0\x08\0\0\0\0" + b"S" + (4 + len(version)).to_bytes(4, "big") + version)
            client.sendall(b"K\0\0\0\x0c\0\0\0\1\0\0\0\1" + b"Z\0\0\0\x05I")
            while client.recv(1 << 16):
                client.sendall(b"H\0\0\0\x07\0\0\0")


def test_a_connection_pooler_is_refused(server: PostgresServer, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        threading.Thread(target=_pool, args=(listening, server.port), daemon=True).start()
        url = server.url().replace(f":{server.port}/", f":{listening.getsockname()[1]}/")
        assert refused(sql_injector(url, tmp_path, "SELECT 1")).code == "sql-behind-pooler"


def _pool(listening: socket.socket, port: int) -> None:
    """Passes one connection on; names another process of the server than there is, as a pooler does."""
    with suppress(OSError):
        client, _ = listening.accept()
        with client, socket.create_connection(("127.0.0.1", port)) as behind:
            threading.Thread(target=_pass, args=(client, behind, lambda piece: piece), daemon=True).start()
            key = re.compile(rb"(K\0\0\0\x0c)....", re.DOTALL)
            _pass(behind, client, lambda piece: key.sub(lambda found: found[1] + b"\0\0\0\1", piece))


def _pass(source: socket.socket, aim: socket.socket, changed: Callable[[bytes], bytes]) -> None:
    with suppress(OSError):
        while piece := source.recv(1 << 16):
            aim.sendall(changed(piece))


def test_abandoned_statements_go_on_without_a_client(server: PostgresServer, tmp_path: Path) -> None:
    statements = ("SELECT 1", ENDLESS)
    with closing(sql_injector(server.url(), tmp_path, *statements, sessions=3, is_abandoned=True)) as injector:
        injector.check()
        injector.begin()
        (client,) = (one for one in descendants_of(os.getpid()) if _is_client(one))
        until(lambda: _sockets(client) == 0)
        time.sleep(1.5)
        assert sessions_of(server, "active") == 3
        assert injector.fault() is None
        injector.end()
        assert sessions_of(server) == 0
        injector.begin()
        kill_all({client})
        assert sessions_of(server, "active") == 3
        # The death of the client is seen once the kernel has ended it.
        until(lambda: injector.fault() == Message("sql-client-died"))
        injector.end()
        assert sessions_of(server) == 0
        injector.begin()
        assert sessions_of(server, "active") == 3
        injector.end()


def _sockets(process: int) -> int:
    """Sockets of a process to a server; its event loop has two of its own."""
    links = []
    for path in Path(f"/proc/{process}/fd").iterdir():
        with suppress(OSError):
            links.append(os.readlink(path))
    tables = "".join(Path(f"/proc/{process}/net/{name}").read_text(encoding="ascii") for name in ("tcp", "tcp6"))
    inodes = {line.split()[9] for line in tables.splitlines() if line.split()[9].isdecimal()}
    return sum(link.removeprefix("socket:[").removesuffix("]") in inodes for link in links)


def test_abandoned_statements_that_end_at_once(server: PostgresServer, tmp_path: Path) -> None:
    with closing(sql_injector(server.url(), tmp_path, "SELECT 1", sessions=3, is_abandoned=True)) as injector:
        injector.check()
        injector.begin()
        assert injector.fault() is None
        injector.end()
        assert sessions_of(server) == 0


def test_a_server_that_is_killed_meanwhile(tmp_path: Path) -> None:
    with (
        PostgresServer(max_connections="30") as server,
        closing(sql_injector(server.url(), tmp_path, ENDLESS, sessions=2)) as injector,
    ):
        injector.check()
        injector.begin()
        until(lambda: sessions_of(server, "active") == 2)
        backends = descendants_of(server.process_id)
        server.stop(signal.SIGKILL)
        with pytest.raises(InjectionError) as raised:
            injector.end()
        assert raised.value.told.code == "sql-sessions-unknown"
        assert injector.remains() is not None
        # Nobody can ask them to end any more; those that compute see that their client has gone.
        until(lambda: not any(Path(f"/proc/{one}").exists() for one in backends))
        server.start()
        injector.end()
        assert injector.remains() is None
        injector.begin()
        kill_all({next(iter(descendants_of(server.process_id) & _session_processes(server)))})
        until(lambda: injector.fault() is not None)
        until(lambda: _ends(injector))
        assert sessions_of(server) == 0


def _session_processes(server: PostgresServer) -> set[int]:
    with server.connected() as session:
        query = "SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'loadproof-%'"
        return {row[0] for row in session.execute(query)}


def _ends(injector: SqlInjector) -> bool:
    with suppress(InjectionError):
        injector.end()
        return True
    return False


def test_a_server_that_stands_still_meanwhile(tmp_path: Path) -> None:
    with (
        PostgresServer(max_connections="30") as server,
        closing(sql_injector(server.url(), tmp_path, ENDLESS, sessions=2, undo_within_s=2.0)) as injector,
    ):
        injector.check()
        injector.begin()
        processes = {server.process_id, *descendants_of(server.process_id)}
        for process in processes:
            os.kill(process, signal.SIGSTOP)
        try:
            began_s = time.monotonic()
            with pytest.raises(InjectionError) as raised:
                injector.end()
            assert time.monotonic() - began_s < PATIENCE_S
            assert raised.value.told.code == "sql-sessions-unknown"
        finally:
            for process in processes:
                os.kill(process, signal.SIGCONT)
        until(lambda: _ends(injector))
        assert sessions_of(server) == 0


def test_a_server_that_is_full_by_the_time_of_the_undo(tmp_path: Path) -> None:
    with (
        PostgresServer(max_connections="20") as server,
        closing(sql_injector(server.url(), tmp_path, ENDLESS, sessions=5)) as injector,
    ):
        injector.check()
        injector.begin()
        others: list[psycopg.Connection] = []
        with suppress(psycopg.OperationalError):
            while True:
                others.append(server.connected())
        injector.end()
        for other in others:
            other.close()
        assert sessions_of(server) == 0


@pytest.mark.parametrize("is_abandoned", [False, True], ids=["held", "abandoned"])
def test_a_controller_that_is_killed(server: PostgresServer, tmp_path: Path, is_abandoned: bool) -> None:
    kill_a_controller(server, tmp_path, is_abandoned=is_abandoned)


@pytest.mark.parametrize("is_abandoned", [False, True], ids=["held", "abandoned"])
def test_a_controller_that_is_killed_five_times(server: PostgresServer, tmp_path: Path, is_abandoned: bool) -> None:
    for number in range(5):
        kill_a_controller(server, tmp_path / str(number), is_abandoned=is_abandoned)


def kill_a_controller(server: PostgresServer, place: Path, *, is_abandoned: bool) -> None:
    statements = ("DELETE FROM status WHERE id = 1", ENDLESS)
    with beginning_controller(server.url(), place, *statements, is_abandoned=is_abandoned, sessions=1) as controller:
        until(lambda: sessions_of(server, "active") == 1)
        controller.send_signal(signal.SIGKILL)
        controller.wait()
        until(lambda: sessions_of(server) == 0, UNDONE_S)
    with server.connected() as session:
        assert session.execute("SELECT count(*) FROM status").fetchone() == (1000,)
    until(lambda: not _alive_of(place))
    cleared = clear_leftovers(place / LEASES, {})
    assert [one.code for one in cleared] == ["leftovers-cleared", "injection-was-undone"]


def _alive_of(place: Path) -> set[int]:
    """Processes of the leases below `place`."""
    return set().union(*(marked_processes(lease.stem) for lease in (place / LEASES).glob("*.json")))


def test_the_death_of_everything_of_ours_is_cleared_at_the_next_start(server: PostgresServer, tmp_path: Path) -> None:
    with beginning_controller(server.url(), tmp_path, ENDLESS, is_abandoned=True) as controller:
        until(lambda: sessions_of(server, "active") == 3)
        kill_everything(controller)
        assert sessions_of(server, "active") == 3
        (told,) = (one for one in clear_leftovers(tmp_path / LEASES, _login()) if one.code != "leftovers-cleared")
        assert told == Message("sql-sessions-cleared", injection="backlog", count=count(3))
        assert sessions_of(server) == 0
        assert clear_leftovers(tmp_path / LEASES, _login()) == []


def test_doctor_clears_and_says_so(server: PostgresServer, tmp_path: Path) -> None:
    with beginning_controller(server.url(), tmp_path, ENDLESS, is_abandoned=True) as controller:
        until(lambda: sessions_of(server, "active") == 3)
        kill_everything(controller)
        assert sessions_of(server, "active") == 3
        environment = {**_login(), "XDG_STATE_HOME": str(tmp_path / "state")}
        with CommandLine("doctor", "--for", "5s", cwd=tmp_path, environment=environment) as command:
            ended = command.ended(within_s=60)
        told = " ".join(ended.output.split())
        assert "the injection backlog was undone: 3 sessions of PostgreSQL were terminated" in told
        assert sessions_of(server) == 0


def test_a_controller_that_ends_in_order_undoes(server: PostgresServer, tmp_path: Path) -> None:
    with beginning_controller(server.url(), tmp_path, ENDLESS, is_abandoned=True) as controller:
        assert sessions_of(server, "active") == 3
        assert controller.stdin is not None
        controller.stdin.close()
        assert controller.wait(PATIENCE_S) == 0
        assert sessions_of(server) == 0
        assert not list((tmp_path / LEASES).glob("*.json"))


def test_what_nobody_can_clear_is_told_with_what_to_do(server: PostgresServer, tmp_path: Path) -> None:
    with beginning_controller(server.url(), tmp_path, ENDLESS, is_abandoned=True) as controller:
        kill_everything(controller)
        nothing = {"PGUSER": "owner", "PGPASSWORD": "wrong"}
        (told,) = (one for one in clear_leftovers(tmp_path / LEASES, nothing) if one.code != "leftovers-cleared")
        assert told.code == "sql-sessions-unknown"
        assert told.values["database"] == f"127.0.0.1:{server.port}/bench"
        assert sessions_of(server, "active") == 3
        with server.connected() as session:
            session.execute(str(told.values["statement"]).encode())
        until(lambda: sessions_of(server) == 0)


def test_the_server_ends_what_nobody_clears(server: PostgresServer, tmp_path: Path) -> None:
    with beginning_controller(server.url(), tmp_path, ENDLESS, is_abandoned=True, for_s=1.0) as controller:
        until(lambda: sessions_of(server, "active") == 3)
        kill_everything(controller)
        assert sessions_of(server, "active") == 3
        # One second of the injection, five of its undo and five of a margin.
        until(lambda: sessions_of(server) == 0, 11.0 + UNDONE_S)


def kill_everything(controller: "subprocess.Popen[bytes]") -> None:
    """Kills a controller and all that it has started, guards first, so that nobody undoes anything."""
    processes = descendants_of(controller.pid) | {controller.pid}
    guards = {process for process in processes if is_supervisor(process)}
    assert guards
    for process in processes:
        os.kill(process, signal.SIGSTOP)
    kill_all(guards)
    kill_all(processes)
    controller.wait()


def _login() -> dict[str, str]:
    return {"PGUSER": "owner", "PGPASSWORD": PASSWORD}


STUDY_PATIENCE_S = 120.0
STUDY = """\
name: backlog
stand: {{target: "{target}", injections: true}}
profile:
  operations: {{get: {{request: GET /}}}}
  slo: p95<1s
methods:
  load: {{rate: 20, hold: {hold}}}
injections:
  backlog:
    sql: {{database: "{database}", statements: ["{statement}"], sessions: 3, abandon: {abandon}}}
    after: 30s
    for: {length}
    undo_within: 5s
"""


def study_at(place: Path, target: str, server: PostgresServer, **values: str) -> dict[str, str]:
    """A study of services that others run; the environment that has its password."""
    database = f"postgresql://owner:${{env:DATABASE_PASSWORD}}@127.0.0.1:{server.port}/bench"
    given = {"hold": "80s", "length": "10s", "abandon": "false", "statement": ENDLESS, **values}
    (place / "study.yaml").write_text(STUDY.format(target=target, database=database, **given), encoding="utf-8")
    return {"DATABASE_PASSWORD": PASSWORD, "XDG_STATE_HOME": str(place / "state")}


@pytest.mark.parametrize("abandon", ["false", "true"])
def test_a_study_makes_and_undoes_its_injection(server: PostgresServer, tmp_path: Path, abandon: str) -> None:
    with known_truth(tmp_path, "constant", "--delay-us", 1000) as service:
        environment = study_at(tmp_path, service.url, server, abandon=abandon)
        with CommandLine("run", "study.yaml", "--out", "kept", cwd=tmp_path, environment=environment) as command:
            until(lambda: sessions_of(server, "active") == 3, STUDY_PATIENCE_S)
            ended = command.ended(within_s=300)
    assert sessions_of(server) == 0
    assert (tmp_path / "kept/run.db").is_file(), ended.output + ended.messages
    with closing(sqlite3.connect(tmp_path / "kept/run.db")) as store:
        rows = store.execute("SELECT name, state, undone_s - begun_s FROM injection").fetchall()
    ((name, state, lasted_s),) = rows
    assert (name, state) == ("backlog", "undone")
    assert 10.0 <= lasted_s < 10.0 + UNDONE_S
    for path in (tmp_path / "kept").rglob("*"):
        assert path.is_dir() or b"hunter2" not in path.read_bytes()


def test_a_run_that_is_killed_leaves_no_session(server: PostgresServer, tmp_path: Path) -> None:
    with known_truth(tmp_path, "constant", "--delay-us", 1000) as service:
        environment = study_at(tmp_path, service.url, server, abandon="true", hold="120s", length="50s")
        with CommandLine("run", "study.yaml", "--out", "kept", cwd=tmp_path, environment=environment) as command:
            until(lambda: sessions_of(server, "active") == 3, STUDY_PATIENCE_S)
            command.send(signal.SIGKILL)
            until(lambda: sessions_of(server) == 0, UNDONE_S)


def test_ctrl_c_undoes(server: PostgresServer, tmp_path: Path) -> None:
    with known_truth(tmp_path, "constant", "--delay-us", 1000) as service:
        environment = study_at(tmp_path, service.url, server, abandon="true", hold="120s", length="50s")
        with CommandLine("run", "study.yaml", "--out", "kept", cwd=tmp_path, environment=environment) as command:
            until(lambda: sessions_of(server, "active") == 3, STUDY_PATIENCE_S)
            command.send(signal.SIGINT)
            command.ended(within_s=60)
        assert sessions_of(server) == 0


def test_a_study_whose_statement_cannot_be_undone_sends_nothing(server: PostgresServer, tmp_path: Path) -> None:
    with known_truth(tmp_path, "constant", "--delay-us", 1000) as service:
        environment = study_at(tmp_path, service.url, server, statement="VACUUM status")
        with CommandLine("run", "study.yaml", "--out", "kept", cwd=tmp_path, environment=environment) as command:
            ended = command.ended(within_s=60)
    assert ended.exit_code != 0
    assert "VACUUM" in ended.messages + ended.output
