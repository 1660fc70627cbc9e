"""`loadproof diagnose postgresql://...` on a real server: causes, missing rights, lost servers, Ctrl-C, secrets."""

import json
import os
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

import loadproof as package
import psycopg
import pytest
from loadproof.errors import InputError
from loadproof.postgres.document import database_document
from loadproof.postgres.report import DatabaseReport
from loadproof.records.finding import Cause
from loadproof.records.json_form import of_json, plain
from loadproof.render.html_document import html_document
from loadproof.render.markdown import markdown_document
from loadproof.words.catalogue import english, words_of

from tests.control_characters import HOSTILE, hidden_in

from .command_line import CommandLine, Ended, loadproof
from .lying_postgres import LIES, LyingPostgres
from .postgres_server import PASSWORD, PostgresServer
from .process_tree import standing_still

LONGEST_S = 60.0
SECRETS = (PASSWORD, "hunter2")


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresServer]:
    with PostgresServer(shared_preload_libraries="pg_stat_statements", max_connections="20") as server:
        with server.connected() as session:
            session.execute("CREATE EXTENSION pg_stat_statements")
            session.execute("CREATE TABLE status (id int PRIMARY KEY, status int)")
            session.execute("INSERT INTO status SELECT id, 0 FROM generate_series(1, 1000) AS id")
            session.execute("CREATE ROLE weak LOGIN PASSWORD 'hunter2@:/%'")
        yield server


@contextmanager
def reading_statuses(server: PostgresServer) -> Iterator[None]:
    """One client that reads rows by their key, some hundred times a second."""
    ended = threading.Event()

    def read() -> None:
        with suppress(psycopg.OperationalError), server.connected() as session:
            while not ended.is_set():
                session.execute("SELECT status FROM status WHERE id = 7")
                ended.wait(0.005)

    thread = threading.Thread(target=read)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


@contextmanager
def lock_chain(server: PostgresServer) -> Iterator[tuple[int, int, int]]:
    """An open transaction, a session that waits for it, and one that waits behind that; their processes."""
    with server.connected() as holder, server.connected() as first, server.connected() as second:
        holder.execute(f"SET application_name = $${HOSTILE.replace(chr(0), '')}$$")
        holder.execute("BEGIN; UPDATE status SET status = 1 WHERE id = 1")
        for session in (first, second):
            session.pgconn.send_query(b"UPDATE status SET status = 2 WHERE id = 1 /* </script>\x1b[31m */")
            time.sleep(0.2)
        try:
            yield holder.info.backend_pid, first.info.backend_pid, second.info.backend_pid
        finally:
            holder.execute("ROLLBACK")
            for session in (first, second):
                while session.pgconn.get_result():
                    pass


def assert_without_secrets(ended: Ended) -> None:
    for text in (ended.output, ended.messages):
        assert not [secret for secret in SECRETS if secret in text], text
        assert hidden_in(text) == []
        assert "Traceback" not in text


def diagnosed(url: str, place: Path, *words: object, seconds: float = 3.0, code: int = 0) -> DatabaseReport:
    ended = loadproof("diagnose", url, "--seconds", seconds, "--json", *words, cwd=place, within_s=LONGEST_S)
    assert_without_secrets(ended)
    assert (ended.exit_code, ended.messages) == (code, ""), ended.messages
    return of_json(DatabaseReport, json.loads(ended.output))


def refused(place: Path, *words: object) -> str:
    ended = loadproof("diagnose", *words, cwd=place, within_s=LONGEST_S)
    assert_without_secrets(ended)
    assert (ended.exit_code, ended.output) == (2, "")
    # A server that never answers takes longer than 10 s, and the diagnosis says how far it is.
    messages = [line for line in ended.messages.splitlines() if "% done, about" not in line]
    assert len(messages) == 1
    return messages[0]


def test_a_lock_chain_is_named_with_its_sessions_and_statements(server: PostgresServer, tmp_path: Path) -> None:
    with lock_chain(server) as (holder, first, second), reading_statuses(server):
        report = diagnosed(server.url(), tmp_path, seconds=6.0)
    assert report.state == "pressed"
    assert Cause.DATABASE_LOCK in {finding.cause for finding in report.findings}
    assert report.activity is not None
    tree = report.activity.locks
    assert tree is not None
    blocked_by = {session.process_id: session.blocked_by for session in tree.sessions}
    assert (blocked_by[holder], blocked_by[first]) == ((), (holder,))
    assert set(blocked_by[second]) <= {holder, first}
    assert report.activity.samples >= 4
    reads = [one for one in report.activity.statements if one.text and "FROM status WHERE id" in one.text]
    assert [one.calls > 100 for one in reads] == [True]
    assert (report.interrupted, report.failed_readings, report.shortfalls, report.remedies) == (False, 0, (), ())
    assert (report.database.name, report.database.host, report.database.user) == ("bench", "127.0.0.1", "owner")
    assert 5.5 <= report.seconds <= 30.0


def test_a_database_without_trouble_is_calm(server: PostgresServer, tmp_path: Path) -> None:
    with reading_statuses(server):
        report = diagnosed(server.url(), tmp_path, seconds=5.0)
    assert (report.state, report.findings) == ("calm", ())


def test_page_markdown_and_terminal_show_the_lock_and_no_markup_of_others(
    server: PostgresServer, tmp_path: Path
) -> None:
    with lock_chain(server) as (holder, first, _):
        page = tmp_path / "database.html"
        ended = loadproof("diagnose", server.url(), "--seconds", 3, "--html", page, cwd=tmp_path, within_s=LONGEST_S)
        markdown = loadproof("diagnose", server.url(), "--seconds", 3, "--markdown", cwd=tmp_path, within_s=LONGEST_S)
    assert_without_secrets(ended)
    assert_without_secrets(markdown)
    assert (ended.exit_code, markdown.exit_code) == (0, 0)
    shown = page.read_text(encoding="utf-8")
    assert "</script" not in shown
    assert hidden_in(shown) == []
    for text in (ended.output, markdown.output, shown):
        assert f"{holder} (idle in transaction" in text
        assert f"└─ {first} (active" in text
    assert markdown.output.startswith("# loadproof diagnose bench")


def test_missing_rights_and_extensions_are_said_with_statements_that_give_them(tmp_path: Path) -> None:
    with PostgresServer(shared_preload_libraries="pg_stat_statements") as server:
        with server.connected() as owner:
            owner.execute("CREATE ROLE weak LOGIN PASSWORD 'hunter2@:/%'")
        with reading_nothing(server), server.connected() as owner:
            report = diagnosed(server.url("weak"), tmp_path)
            assert report.state == "cannot_tell"
            assert report.remedies == ("CREATE EXTENSION pg_stat_statements;", 'GRANT pg_monitor TO "weak";')
            assert report.activity is not None
            told = " ".join(english(one) for one in report.shortfalls)
            assert "has no pg_stat_statements" in told
            assert "sessions are hidden" in told
            for statement in report.remedies:
                owner.execute(statement.encode())
            given = diagnosed(server.url("weak"), tmp_path)
        assert given.remedies == ()
        told = " ".join(english(one) for one in given.shortfalls)
        assert "has no pg_stat_statements" not in told
        assert "are hidden" not in told


@contextmanager
def reading_nothing(server: PostgresServer) -> Iterator[None]:
    """A session that runs one long statement, which a weak role may not see."""
    with server.connected() as session:
        session.pgconn.send_query(b"SELECT count(*) FROM generate_series(1, 2000000000)")
        try:
            yield
        finally:
            session.cancel()
            while session.pgconn.get_result():
                pass


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"password": "hunter2wrong"}, "correct user and password of the URL"),
        ({"user": "nobody_here"}, "correct user and password of the URL"),
        ({"database": "nowhere"}, "correct the name of the database in the URL"),
    ],
)
def test_a_refused_connection_ends_with_2_and_its_hint(
    server: PostgresServer, changes: dict[str, str], told: str, tmp_path: Path
) -> None:
    assert told in refused(tmp_path, server.url(**changes))


def test_no_server_and_one_that_never_speaks_end_with_2(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"postgresql://u:hunter2@127.0.0.1:{silent.getsockname()[1]}/d"
        began_s = time.monotonic()
        assert "did not answer in time" in refused(tmp_path, url)
        # Two readings, each within 5 s.
        assert time.monotonic() - began_s < 30.0
    assert "Connection refused" in refused(tmp_path, url)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("postgresql://u:hunter2@h/d", "--heap", "--jfr"), "--heap, --jfr: only a JVM has this. Cure: leave out"),
        (("postgresql://u:hunter2@h/d", "--out", "."), "--out: only a JVM has this"),
        (("postgresql://u:hunter2@h/d", "--seconds", "1"), "--seconds: 1 is not from 2 to 3600"),
        (("postgresql://u:hunter2@h"), "this is not the URL of a PostgreSQL database"),
        (("4711", "--plans", "logged"), "--plans: only a database has this. Cure: leave out --plans"),
        (("mysql://u:hunter2@h/d",), "PID|URL: it is neither the number of a process nor the URL"),
        (("0",), "0: it is neither the number of a process"),
        (("9" * 5000,), "neither the number of a process"),
        (("postgresql://u:${env:LOADPROOF_TEST_UNSET}@h/d",), "the environment has no variable LOADPROOF_TEST_UNSET"),
    ],
)
def test_a_wrong_target_or_option_ends_with_2_and_a_cure(words: tuple[str, ...], told: str, tmp_path: Path) -> None:
    words = (words,) if isinstance(words, str) else words
    text = refused(tmp_path, *words)
    assert told in text
    assert "Cure: " in text


def test_a_password_of_the_environment_is_taken_and_never_shown(server: PostgresServer, tmp_path: Path) -> None:
    url = server.url("owner", "${env:LOADPROOF_TEST_PASSWORD}")
    environment = {"LOADPROOF_TEST_PASSWORD": PASSWORD}
    with CommandLine("diagnose", url, "--seconds", 2, cwd=tmp_path, environment=environment) as command:
        ended = command.ended(LONGEST_S)
    assert ended.exit_code == 0, ended.messages
    assert_without_secrets(ended)


def test_ctrl_c_ends_it_early_with_what_was_seen(server: PostgresServer, tmp_path: Path) -> None:
    with (
        reading_statuses(server),
        CommandLine("diagnose", server.url(), "--seconds", 600, "--json", cwd=tmp_path) as command,
    ):
        with server.connected() as session:
            wait_for_probe(session)
        time.sleep(4.0)
        command.send(signal.SIGINT)
        ended = command.ended(LONGEST_S)
    assert ended.exit_code == 130, ended.messages
    assert_without_secrets(ended)
    report = of_json(DatabaseReport, json.loads(ended.output))
    assert report.interrupted
    assert report.seconds < 60.0
    assert report.activity is not None
    assert report.activity.samples >= 2
    assert report.activity.statements


def wait_for_probe(session: psycopg.Connection) -> int:
    """Return the process of the probe's session, once it is there."""
    query = "SELECT pid FROM pg_stat_activity WHERE application_name = 'loadproof'"
    ends_s = time.monotonic() + 30.0
    while (found := session.execute(query).fetchone()) is None:
        assert time.monotonic() < ends_s
        time.sleep(0.05)
    return int(found[0])


def test_a_server_that_stands_still_meanwhile_is_waited_for(server: PostgresServer, tmp_path: Path) -> None:
    with CommandLine("diagnose", server.url(), "--seconds", 14, "--json", cwd=tmp_path) as command:
        with server.connected() as session:
            process_id = wait_for_probe(session)
        time.sleep(2.0)
        with standing_still(process_id):
            time.sleep(7.0)
        ended = command.ended(LONGEST_S)
    assert ended.exit_code == 0, ended.messages
    report = of_json(DatabaseReport, json.loads(ended.output))
    assert report.failed_readings >= 1
    assert report.readings >= 3
    assert [english(one) for one in report.shortfalls if "readings failed" in english(one)]


def test_a_server_that_goes_away_is_said_and_keeps_what_it_told(tmp_path: Path) -> None:
    with PostgresServer(shared_preload_libraries="pg_stat_statements") as server:
        with server.connected() as session:
            session.execute("CREATE EXTENSION pg_stat_statements")
        with CommandLine("diagnose", server.url(), "--seconds", 9, "--json", cwd=tmp_path) as command:
            with server.connected() as session:
                wait_for_probe(session)
            time.sleep(3.0)
            server.stop()
            ended = command.ended(LONGEST_S)
    assert ended.exit_code == 0, ended.messages
    assert_without_secrets(ended)
    report = of_json(DatabaseReport, json.loads(ended.output))
    assert report.state == "ended"
    assert report.activity is not None
    assert report.activity.samples >= 1


def test_a_deadlock_ends_with_3(tmp_path: Path) -> None:
    with PostgresServer(deadlock_timeout="100ms") as server, server.connected() as one, server.connected() as other:
        one.execute("CREATE TABLE pair (id int PRIMARY KEY, value int); INSERT INTO pair VALUES (1, 0), (2, 0)")
        with CommandLine("diagnose", server.url(), "--seconds", 9, cwd=tmp_path) as command:
            wait_for_probe(one)
            time.sleep(2.0)
            one.execute("BEGIN; UPDATE pair SET value = 1 WHERE id = 1")
            other.execute("BEGIN; UPDATE pair SET value = 1 WHERE id = 2")
            one.pgconn.send_query(b"UPDATE pair SET value = 1 WHERE id = 2")
            with suppress(psycopg.errors.DeadlockDetected):
                other.execute("UPDATE pair SET value = 1 WHERE id = 1")
            while one.pgconn.get_result():
                pass
            for session in (one, other):
                with suppress(psycopg.Error):
                    session.execute("ROLLBACK")
            ended = command.ended(LONGEST_S)
    assert ended.exit_code == 3, ended.output
    assert "1 deadlock" in ended.output


def test_servers_that_lie_are_reported_on_or_refused_and_nothing_of_them_is_drawn(tmp_path: Path) -> None:
    def told(lie: str) -> Ended:
        with LyingPostgres(LIES[lie]) as liar:
            return loadproof("diagnose", liar.url, "--seconds", 2, "--json", cwd=tmp_path, within_s=LONGEST_S)

    with ThreadPoolExecutor(4) as liars:
        found = dict(zip(LIES, liars.map(told, LIES), strict=True))
    drawn = 0
    for lie, ended in found.items():
        assert_without_secrets(ended)
        assert ended.exit_code in (0, 2, 3), (lie, ended.messages)
        if ended.exit_code == 2:
            assert ended.messages.count("\n") == 1, (lie, ended.messages)
            continue
        held = json.loads(ended.output)
        report = of_json(DatabaseReport, held)
        assert plain(report) == held, lie
        documents = [database_document(report, words_of("en"), is_whole=is_whole) for is_whole in (True, False)]
        text = "".join([*map(markdown_document, documents), html_document(documents[0], "en")])
        assert (hidden_in(text), len(text) < 1_000_000) == ([], True), lie
        drawn += 1
    assert drawn >= len(LIES) // 3, {lie: ended.messages for lie, ended in found.items()}


def test_python_diagnoses_a_database(server: PostgresServer) -> None:
    report = package.diagnose(server.url(), seconds=2)
    assert isinstance(report, package.DatabaseReport)
    assert report.readings >= 2
    with pytest.raises(InputError, match="only a JVM has these"):
        package.diagnose(server.url(), seconds=2, classes=True)  # type: ignore[call-overload]


def test_the_schema_is_printed(tmp_path: Path) -> None:
    ended = loadproof("schema", "diagnose-database", cwd=tmp_path)
    assert ended.exit_code == 0
    assert json.loads(ended.output)["title"] == "DatabaseReport"


def test_nothing_of_it_stays_at_the_server(server: PostgresServer, tmp_path: Path) -> None:
    subprocess.run(
        ["python", "-m", "loadproof", "diagnose", server.url(), "--seconds", "2"],
        check=True, capture_output=True, cwd=tmp_path, env={**os.environ}, timeout=LONGEST_S,
    )  # fmt: skip
    with server.connected() as session:
        ends_s = time.monotonic() + 10.0
        query = "SELECT count(*) FROM pg_stat_activity WHERE application_name = 'loadproof'"
        while (left := session.execute(query).fetchone()) != (0,) and time.monotonic() < ends_s:
            time.sleep(0.05)
    assert left == (0,)
