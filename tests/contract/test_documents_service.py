"""The documents stand: answers, movements, temporary tables, refusals, and its process."""

import hashlib
import json
import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from .documents_service import DOCUMENTS, EMPLOYEES, LONGEST_WAIT_S, POOL, Documents, documents_command, lay_out
from .postgres_server import PostgresServer, free_port
from .stand_process import StandProcess
from .status_stand import start_of

DATABASE = "documents_service"
ACQUIRE_TIMEOUT_MS = 1500
REPORTS = (
    "/report/open-tasks?department=3",
    "/report/execution?department=3&month=2025-03",
    "/report/year?year=2025&region=2",
)


@pytest.fixture(scope="module")
def documents(postgres: PostgresServer) -> Iterator[Documents]:
    """A service for all tests of the module that leave it alive."""
    lay_out(postgres, DATABASE)
    options = ("--acquire-timeout-ms", str(ACQUIRE_TIMEOUT_MS))
    with StandProcess(documents_command(postgres.url(DATABASE), *options)) as process:
        yield Documents(process, postgres, DATABASE)


def test_a_log_in_opens_a_session_and_returns_rights_and_counters(documents: Documents) -> None:
    first = documents.answer("POST", "/log-in", {"user": 7})
    second = documents.answer("POST", "/log-in", {"user": 7})
    assert second["session"]["opened"] == first["session"]["opened"] + 1
    assert documents.select("SELECT opened FROM user_session WHERE employee = 7") == [(second["session"]["opened"],)]
    assert (second["user"], second["employee"]["name"]) == (7, "Employee 7")
    assert {right["id"] for right in second["rights"]} == {1, 3, 5, 7}
    # From the department of the user up to the first one.
    assert [row["id"] for row in second["path"]] == [4, 1]
    seen = [row["id"] for row in second["recent"]]
    groups = documents.select("SELECT DISTINCT document_group FROM document WHERE id = ANY (%s)", seen)
    assert {group for (group,) in groups} <= {1, 3, 5, 7}


def test_the_start_page_counts_open_tasks_and_shows_the_oldest(documents: Documents) -> None:
    page = documents.answer("GET", "/application?user=9")
    count = "SELECT count(*) FROM task WHERE performer = 9 AND completed_at IS NULL"
    assert page["counters"]["open"] == documents.number(count) > 0
    oldest = "SELECT id FROM task WHERE performer = 9 AND completed_at IS NULL ORDER BY given_at, id LIMIT 20"
    assert [(task["id"],) for task in page["tasks"]] == documents.select(oldest)
    assert 0 < len(page["load"]) <= 30


def test_a_form_has_all_of_its_document(documents: Documents) -> None:
    form = documents.answer("GET", "/form/41")
    assert (form["document"]["id"], form["document"]["number"]) == (41, "D-41")
    versions = "SELECT md5(body) FROM document_version WHERE document = 41 ORDER BY version DESC"
    assert [(row["digest"],) for row in form["versions"]] == documents.select(versions)
    assert len(form["files"]) == documents.number("SELECT count(*) FROM document_file WHERE document = 41") > 0
    assert len(form["states"]) == documents.number("SELECT count(*) FROM document_state WHERE document = 41") > 0
    assert [(row["tasks"], row["completed"]) for row in form["processes"]] == [(3, 1)]
    assert len(form["tasks"]) == 3
    assert 0 < len(form["related"]) <= 10


def test_a_change_makes_a_version_and_movements_of_both_registers(documents: Documents) -> None:
    before = documents.number("SELECT version FROM document WHERE id = 50")
    letters = documents.number("SELECT length(body) FROM document WHERE id = 50")
    subject = "Договор'); DROP TABLE document; --"
    made = documents.answer("PUT", "/document/50", {"user": 11, "subject": subject})
    assert (made["document"]["version"], made["document"]["subject"]) == (before + 1, subject)
    assert documents.select(
        "SELECT v.version, v.author, v.subject, d.subject = v.subject AND d.body = v.body, length(d.body) "
        "FROM document d JOIN document_version v ON v.document = d.id AND v.version = d.version WHERE d.id = 50"
    ) == [(before + 1, 11, subject, True, letters)]
    states = "SELECT line, document, employee FROM document_state WHERE registrar = %s"
    assert documents.select(states, made["registrar"]) == [(1, 50, 11)]
    hours = "SELECT line, document, employee, minutes > 0 FROM work_time WHERE registrar = %s"
    assert documents.select(hours, made["registrar"]) == [(1, 50, 11, True)]


def test_changes_of_one_document_at_once_get_a_version_each(documents: Documents) -> None:
    before = documents.number("SELECT version FROM document WHERE id = 51")
    with ThreadPoolExecutor(20) as threads:
        body = {"user": 11, "subject": "At once"}
        made = [*threads.map(lambda _: documents.answer("PUT", "/document/51", body), range(20))]
    assert sorted(one["document"]["version"] for one in made) == [*range(before + 1, before + 21)]
    assert len({one["registrar"] for one in made}) == 20


def test_a_process_has_a_task_for_each_performer(documents: Documents) -> None:
    made = documents.answer("POST", "/process", {"user": 5, "document": 60, "performers": [6, 8, 6]})
    process = made["process"]
    tasks = documents.select("SELECT id, performer FROM task WHERE process = %s ORDER BY id", process)
    assert tasks == [*zip(made["tasks"], (6, 8), strict=True)]
    started = documents.select("SELECT document, started_by, finished_at FROM process WHERE id = %s", process)
    assert started == [(60, 5, None)]
    states = documents.select("SELECT line, document, state FROM document_state WHERE registrar = %s", process)
    assert states == [(1, 60, 1)]
    assert documents.number("SELECT state FROM document WHERE id = 60") == 1


def test_a_process_with_an_unknown_performer_leaves_nothing(documents: Documents) -> None:
    before = documents.select("SELECT (SELECT count(*) FROM process), (SELECT count(*) FROM task)")
    got = documents.ask("POST", "/process", {"user": 5, "document": 61, "performers": [6, EMPLOYEES + 1]})
    assert (got.status_code, [*got.json()]) == (404, ["error"])
    assert documents.select("SELECT (SELECT count(*) FROM process), (SELECT count(*) FROM task)") == before


def test_completions_at_once_take_different_tasks_and_end_their_process(documents: Documents) -> None:
    user = 13
    while documents.answer("POST", "/task/complete", {"user": user})["task"] is not None:
        pass
    launches = ({"user": 5, "document": number, "performers": [user]} for number in range(70, 90))
    processes = [documents.answer("POST", "/process", launch)["process"] for launch in launches]
    with ThreadPoolExecutor(20) as threads:
        made = [*threads.map(lambda _: documents.answer("POST", "/task/complete", {"user": user}), range(20))]
    assert len({one["task"]["id"] for one in made}) == 20
    assert {one["task"]["process"] for one in made} == {*processes}
    assert all(one["process_finished"] for one in made)
    assert documents.number("SELECT count(*) FROM task WHERE performer = %s AND completed_at IS NULL", user) == 0
    assert documents.select(
        "SELECT p.finished_at IS NOT NULL, d.state, max(s.line) FROM process p JOIN document d ON d.id = p.document "
        "JOIN document_state s ON s.registrar = p.id WHERE p.id = %s GROUP BY 1, 2",
        processes[0],
    ) == [(True, 2, 2)]
    after = documents.answer("POST", "/task/complete", {"user": user})
    assert (after["task"], after["counters"]["open"]) == (None, 0)


def test_the_last_two_tasks_of_a_process_completed_at_once_end_it(documents: Documents) -> None:
    for user in (21, 22):
        while documents.answer("POST", "/task/complete", {"user": user})["task"] is not None:
            pass
    for number in range(100, 110):
        process = documents.answer("POST", "/process", {"user": 5, "document": number, "performers": [21, 22]})
        with ThreadPoolExecutor(2) as threads:
            made = [*threads.map(lambda user: documents.answer("POST", "/task/complete", {"user": user}), (21, 22))]
        assert {one["task"]["process"] for one in made} == {process["process"]}
        assert sorted(one["process_finished"] for one in made) == [False, True]


def test_a_task_that_another_session_holds_is_waited_for(documents: Documents) -> None:
    task = documents.number(
        "SELECT id FROM task WHERE performer = 15 AND completed_at IS NULL ORDER BY given_at, id LIMIT 1"
    )
    with ThreadPoolExecutor(1) as threads:
        with documents.locked("task", task):
            waiting = threads.submit(documents.answer, "POST", "/task/complete", {"user": 15})
            until(lambda: documents.waiting_for_locks() == 1)
            assert not waiting.done()
        assert waiting.result()["task"]["id"] == task


def test_reports_leave_no_temporary_table_on_any_connection(documents: Documents) -> None:
    # Many times on the same connections: a plan kept from the tables of an earlier transaction would fail.
    with ThreadPoolExecutor(POOL) as threads:
        work: list[tuple[str, str, object]] = [("GET", path, None) for path in REPORTS * 10]
        work += [("POST", "/processing/recalculate", {"department": 2 + number % 5}) for number in range(15)]
        work += [("POST", "/processing/sign", {"user": 1 + number}) for number in range(15)]
        answers = [*threads.map(lambda one: documents.answer(*one), work)]
    assert all(answers)
    assert documents.number("SELECT count(*) FROM pg_class WHERE relpersistence = 't'") == 0


@pytest.mark.parametrize("path", REPORTS)
def test_a_report_is_a_table(documents: Documents, path: str) -> None:
    made = documents.answer("GET", path)
    assert [*made] == ["columns", "report", "rows", "total"]
    assert len(made["rows"]) == min(made["total"], 1000)
    assert {len(row) for row in made["rows"]} <= {len(made["columns"])}
    assert path.startswith(f"/report/{made['report']}?")


def test_a_recalculation_ranks_the_open_tasks_of_its_department(documents: Documents) -> None:
    sums = (
        "SELECT count(*) FILTER (WHERE completed_at IS NULL), "
        "count(*) FILTER (WHERE completed_at IS NULL AND due_at < now()) FROM task WHERE department = 4"
    )
    made = documents.answer("POST", "/processing/recalculate", {"department": 4})
    assert documents.select(sums) == [(made["open"], made["overdue"])]
    assert made["employees"] == documents.number("SELECT count(*) FROM employee WHERE department = 4")
    assert made["ranked"] == min(200, made["open"]) > 0
    # The most urgent of everybody are important.
    assert documents.select(
        "SELECT DISTINCT importance FROM (SELECT importance, row_number() OVER (PARTITION BY performer "
        "ORDER BY due_at, id) AS place FROM task WHERE department = 4 AND completed_at IS NULL) AS p WHERE place <= 2"
    ) == [(2,)]
    movements = "SELECT count(*), count(DISTINCT employee), min(line) FROM work_time WHERE registrar = %s"
    assert documents.select(movements, made["registrar"]) == [(made["accrued"], made["accrued"], 1)]
    assert made["accrued"] > 0


def test_signatures_are_over_versions_and_files(documents: Documents) -> None:
    rows = documents.select("SELECT id FROM document WHERE author = 31 ORDER BY state, id LIMIT 10")
    chosen = [number for (number,) in rows]
    known = {number: digest_of(documents, number) for number in chosen}
    made = documents.answer("POST", "/processing/sign", {"user": 31})
    assert {row["document"]: row["digest"] for row in made["documents"]} == known
    assert len(known) == 10
    assert documents.select("SELECT DISTINCT state FROM document WHERE id = ANY (%s)", chosen) == [(2,)]
    written = "SELECT document, state, employee FROM document_state WHERE registrar = %s ORDER BY line"
    assert documents.select(written, made["registrar"]) == [(number, 2, 31) for number in sorted(known)]
    signatures = "SELECT document, name FROM document_file WHERE document = ANY (%s) AND name LIKE 'signature-%%'"
    signed = {(number, f"signature-{digest[:32]}.p7s") for number, digest in known.items()}
    assert {*documents.select(signatures, chosen)} >= signed


def digest_of(documents: Documents, number: int) -> str:
    """Digest of a document as its signature has it."""
    bodies = documents.select("SELECT body FROM document_version WHERE document = %s ORDER BY version", number)
    files = documents.select("SELECT name || bytes FROM document_file WHERE document = %s ORDER BY id", number)
    signed = [body + hashlib.sha512(body.encode()).hexdigest() for (body,) in bodies]
    return hashlib.sha256("".join([*signed, *(file for (file,) in files)]).encode()).hexdigest()


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("POST", "/log-in", {"user": EMPLOYEES + 1}, 404),
        ("POST", "/log-in", {"user": 0}, 400),
        ("POST", "/log-in", {"user": 2**31}, 400),
        ("POST", "/log-in", None, 400),
        ("GET", f"/application?user={EMPLOYEES + 1}", None, 404),
        ("GET", "/application", None, 400),
        ("GET", "/application?user=%zz", None, 400),
        ("GET", f"/form/{DOCUMENTS + 1}", None, 404),
        ("GET", f"/form/{2**63 - 1}", None, 404),
        ("GET", f"/form/{2**63}", None, 400),
        ("GET", "/form/one", None, 400),
        ("PUT", f"/document/{DOCUMENTS + 1}", {"user": 1, "subject": "x"}, 404),
        ("PUT", "/document/1", {"user": EMPLOYEES + 1, "subject": "x"}, 404),
        ("PUT", "/document/1", {"user": 1, "subject": "a\u0000b"}, 400),
        ("PUT", "/document/1", {"user": 1}, 400),
        ("POST", "/process", {"user": 1, "document": DOCUMENTS + 1, "performers": [1]}, 404),
        ("POST", "/process", {"user": 1, "document": 1, "performers": [1, 2, 3, 4, 5, 6]}, 400),
        ("POST", "/task/complete", {"user": EMPLOYEES + 1}, 404),
        ("GET", "/report/open-tasks?department=99", None, 404),
        ("GET", "/report/open-tasks?department=1%20or%201", None, 400),
        ("GET", "/report/execution?department=99&month=2025-03", None, 404),
        ("GET", "/report/execution?department=3&month=2025-13", None, 400),
        ("GET", "/report/year?year=25&region=2", None, 400),
        ("GET", "/report/year?year=2025", None, 400),
        ("POST", "/processing/recalculate", {"department": 99}, 404),
        ("POST", "/processing/recalculate", {"department": "3"}, 400),
        ("POST", "/processing/sign", {"user": EMPLOYEES + 1}, 404),
        ("POST", "/processing/sign", [], 400),
        ("GET", "/other", None, 404),
        ("GET", "/log-in", None, 405),
    ],
)
def test_a_bad_request_is_refused(documents: Documents, method: str, path: str, body: object, status: int) -> None:
    got = documents.ask(method, path, body)
    assert (got.status_code, [*got.json()]) == (status, ["error"])


@pytest.mark.parametrize("path", ["/log-in", "/process", "/task/complete", "/processing/sign"])
def test_a_large_body_is_413(documents: Documents, path: str) -> None:
    got = documents.ask("POST", path, {"user": 1, "filler": "x" * 65536})
    assert (got.status_code, [*got.json()]) == (413, ["error"])
    # Of a length that is not said before.
    got = documents.ask("POST", path, content=iter([b" " * 10000] * 7))
    assert got.status_code == 413


def test_a_query_that_fails_shows_its_sqlstate(postgres: PostgresServer) -> None:
    database = "documents_denied"
    lay_out(postgres, database)
    postgres.ask(database, f"REVOKE TEMPORARY ON DATABASE {database} FROM bench, PUBLIC")
    with StandProcess(documents_command(postgres.url(database))) as process:
        documents = Documents(process, postgres, database)
        got = documents.ask("POST", "/processing/recalculate", {"department": 3})
        assert (got.status_code, got.json()["sqlstate"], [*got.json()]) == (500, "42501", ["error", "sqlstate"])
        assert "42501" in process.complaints()
        # The connection is good for others, and nothing of the transaction is left.
        for _ in range(POOL * 2):
            documents.answer("GET", "/application?user=3")
        states = "SELECT DISTINCT state FROM pg_stat_activity WHERE datname = current_database()"
        assert {*documents.select(states)} == {("idle",), ("active",)}


@contextmanager
def small_temporary_space(postgres: PostgresServer, database: str, directory: Path) -> Iterator[None]:
    """Temporary tables of the database on a file system of 16 KiB."""
    mounted = ["mount", "-t", "tmpfs", "-o", "size=16k", "tmpfs", str(directory)]
    if subprocess.run(mounted, capture_output=True, check=False).returncode != 0:
        pytest.skip("a file system cannot be mounted here; the same answer for another cause runs everywhere")

    def administer(*statements: str) -> None:
        words = [part for statement in statements for part in ("-c", statement)]
        command = ["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-h", str(postgres.data), "-p", str(postgres.port)]
        subprocess.run([*command, "-U", "postgres", *words, "postgres"], check=True, timeout=LONGEST_WAIT_S)

    try:
        owner = postgres.data.stat()
        os.chown(directory, owner.st_uid, owner.st_gid)
        administer(
            f"CREATE TABLESPACE {database} LOCATION '{directory}'",
            f"GRANT CREATE ON TABLESPACE {database} TO bench",
            f"ALTER DATABASE {database} SET temp_tablespaces = '{database}'",
        )
        yield
        administer(f"DROP DATABASE {database} WITH (FORCE)", f"DROP TABLESPACE {database}")
    finally:
        subprocess.run(["umount", str(directory)], check=True)


def test_a_full_temporary_space_is_told_and_passes(postgres: PostgresServer) -> None:
    database = "documents_full"
    lay_out(postgres, database)
    # Beside the data, where the server's user may enter.
    directory = postgres.data.with_name("small-space")
    directory.mkdir()
    with (
        small_temporary_space(postgres, database, directory),
        StandProcess(documents_command(postgres.url(database))) as process,
    ):
        documents = Documents(process, postgres, database)
        for _ in range(3):
            got = documents.ask("POST", "/processing/recalculate", {"department": 3})
            assert (got.status_code, got.json()["sqlstate"]) == (500, "53100")
            # Who needs no temporary table goes on, and the space is free again.
            documents.answer("PUT", "/document/9", {"user": 3, "subject": "As before"})
            assert documents.number("SELECT count(*) FROM pg_class WHERE relpersistence = 't'") == 0


def test_who_waits_too_long_for_a_connection_gets_503(documents: Documents) -> None:
    timeouts = documents.process.metric("pool_timeouts_total")
    limits = httpx.Limits(max_connections=2 * POOL)
    base = documents.process.client.base_url
    with (
        httpx.Client(base_url=base, timeout=LONGEST_WAIT_S, limits=limits) as client,
        ThreadPoolExecutor(2 * POOL) as threads,
    ):
        with documents.locked("document", 200):
            body = {"user": 3, "subject": "Late"}
            held = [threads.submit(client.put, "/document/200", json=body) for _ in range(POOL)]
            until(lambda: documents.process.metric("pool_active") == POOL)
            late = [threads.submit(client.get, "/application?user=3") for _ in range(3)]
            assert [one.result().status_code for one in late] == [503] * 3
            assert [*late[0].result().json()] == ["error"]
        assert {one.result().status_code for one in held} == {200}
    assert documents.process.metric("pool_timeouts_total") == timeouts + 3


def test_the_statement_of_a_client_that_leaves_is_cancelled(documents: Documents) -> None:
    cancelled = documents.process.metric("http_requests_cancelled_total")
    subject = documents.select("SELECT subject FROM document WHERE id = 201")
    with documents.locked("document", 201):
        with pytest.raises(httpx.ReadTimeout):
            documents.ask("PUT", "/document/201", {"user": 3, "subject": "Gone"}, timeout=1.0)
        # While the lock is still held.
        until(lambda: documents.waiting_for_locks() == 0)
        until(lambda: documents.process.metric("http_requests_cancelled_total") == cancelled + 1)
    assert documents.select("SELECT subject FROM document WHERE id = 201") == subject
    until(lambda: documents.process.metric("pool_idle") == POOL)


def test_requests_are_counted_by_route(documents: Documents) -> None:
    def answered(method: str, route: str) -> float:
        labels = {("method", method), ("route", route), ("status", "200")}
        samples = documents.process.metrics()
        return sum(s.value for s in samples if s.name == "http_requests_total" and labels <= s.labels)

    before = {route: answered(*route) for route in [("GET", "/form/{document}"), ("PUT", "/document/{document}")]}
    documents.answer("GET", "/form/3")
    documents.answer("GET", "/form/4")
    documents.answer("PUT", "/document/3", {"user": 3, "subject": "Counted"})
    assert answered("GET", "/form/{document}") == before["GET", "/form/{document}"] + 2
    assert answered("PUT", "/document/{document}") == before["PUT", "/document/{document}"] + 1
    assert documents.process.metric("document_rows") == DOCUMENTS
    assert documents.process.metric("pool_connections") == POOL


def test_a_database_that_goes_away_is_500_or_503_until_it_is_back(spare_data: Path) -> None:
    with PostgresServer(spare_data) as server:
        lay_out(server, "documents_away")
        command = documents_command(server.url("documents_away"), "--acquire-timeout-ms", "1000")
        with StandProcess(command) as process:
            documents = Documents(process, server, "documents_away")
            body = {"user": 3, "subject": "During"}
            documents.answer("PUT", "/document/5", {"user": 3, "subject": "Before"})
            server.kill()
            for _ in range(5):
                for got in (documents.ask("PUT", "/document/5", body), documents.ask("GET", REPORTS[0])):
                    assert got.status_code in (500, 503)
                    assert "error" in got.json()
            assert documents.ask("GET", "/healthz").status_code == 200
            server.start()
            until(lambda: documents.ask("GET", "/form/5").status_code == 200)
            assert documents.answer("GET", "/form/5")["document"]["subject"] == "Before"
            for _ in range(3 * POOL):
                documents.answer("POST", "/processing/sign", {"user": 3})
            assert process.stop() == 0


def test_ready_is_one_line_and_a_stop_is_exit_code_zero(documents: Documents) -> None:
    with StandProcess(documents_command(documents.postgres.url(DATABASE))) as running:
        assert json.loads(running.ready_line) == {"listening": f"127.0.0.1:{running.address[1]}", "rows": DOCUMENTS}
        assert running.client.get("/healthz").status_code == 200
        assert running.stop() == 0
        assert running.process.stdout is not None
        assert running.process.stdout.read() == ""


@pytest.mark.parametrize("path", ["PUT", "report"])
def test_a_stop_cancels_what_takes_too_long(documents: Documents, path: str) -> None:
    with StandProcess(documents_command(documents.postgres.url(DATABASE))) as running, ThreadPoolExecutor(1) as threads:
        stopped = Documents(running, documents.postgres, DATABASE)
        lock = documents.locked("document", 210) if path == "PUT" else locked_table(documents, "task")
        with lock:
            if path == "PUT":
                request = threads.submit(stopped.ask, "PUT", "/document/210", {"user": 3, "subject": "Cut"})
            else:
                request = threads.submit(stopped.ask, "GET", REPORTS[0])
            until(lambda: documents.waiting_for_locks() == 1)
            began_s = time.monotonic()
            assert running.stop() == 0
            assert time.monotonic() - began_s > 4
            # A statement without its service would go on for as long as the lock is held.
            until(lambda: documents.waiting_for_locks() == 0)
        with pytest.raises(httpx.TransportError):
            request.result()


def test_a_second_signal_ends_it_at_once(documents: Documents) -> None:
    with StandProcess(documents_command(documents.postgres.url(DATABASE))) as running, ThreadPoolExecutor(1) as threads:
        stopped = Documents(running, documents.postgres, DATABASE)
        with documents.locked("document", 211):
            request = threads.submit(stopped.ask, "PUT", "/document/211", {"user": 3, "subject": "Cut"})
            until(lambda: documents.waiting_for_locks() == 1)
            running.process.send_signal(signal.SIGTERM)
            until(lambda: not takes_connections(running))
            assert running.stop(signal.SIGINT) == 130
        with pytest.raises(httpx.TransportError):
            request.result()


def test_faults_of_the_start_are_one_line_and_an_exit_code(postgres: PostgresServer) -> None:
    start = start_of("documents")
    postgres.ensure("documents_none")
    good, nobody = postgres.url("documents_none"), free_port()
    for words, code, told in [
        (["--database", good.replace("bench:bench", "bench:wrong")], 1, "password"),
        (["--database", good], 1, "no table document"),
        (["--database", good, "--pool", "301"], 1, "301"),
        (["--database", f"postgresql://bench:hunter2@127.0.0.1:{nobody}/documents"], 1, str(nobody)),
        ([], 2, "--database"),
        (["--database", good, "--pool", "0"], 2, "--pool 0"),
        (["--database", good, "--colour"], 2, "--colour"),
    ]:
        ended = subprocess.run([start, *words], capture_output=True, text=True, timeout=LONGEST_WAIT_S, check=False)
        assert (ended.returncode, ended.stdout) == (code, ""), ended.stderr
        assert len(ended.stderr.splitlines()) == 1
        assert told in ended.stderr
        assert "Cure:" in ended.stderr
        assert "hunter2" not in ended.stderr


@contextmanager
def locked_table(documents: Documents, table: str) -> Iterator[None]:
    """Meanwhile another session holds a lock of the whole table."""
    command = ["psql", "-X", "-A", "-t", "-q", documents.postgres.url(documents.database)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as session:
        assert session.stdin is not None
        assert session.stdout is not None
        session.stdin.write(f"BEGIN; LOCK TABLE {table}; SELECT 1;\n")
        session.stdin.flush()
        assert session.stdout.readline().strip() == "1"
        try:
            yield
        finally:
            session.stdin.close()


def takes_connections(running: StandProcess) -> bool:
    """True if the service accepts a new connection."""
    try:
        httpx.get(f"http://{running.ready['listening']}/healthz", timeout=5)
    except httpx.TransportError:
        return False
    return True


def until(condition: Callable[[], bool], within_s: float = LONGEST_WAIT_S) -> None:
    """Return when the condition holds; fail when it does not in time."""
    deadline_s = time.monotonic() + within_s
    while not condition():
        assert time.monotonic() < deadline_s, "it did not come true"
        time.sleep(0.05)
