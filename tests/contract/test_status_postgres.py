"""Pool, statements and metrics of the stands over PostgreSQL: what they say of themselves is what the database sees."""

import re
import time
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from .conftest import ACQUIRE_TIMEOUT_MS
from .postgres_server import PostgresServer
from .stand_process import LONGEST_STOP_S
from .status_stand import OVER_POSTGRES, POOL, Running

pytestmark = pytest.mark.parametrize("running", OVER_POSTGRES, indirect=True)

WAITING = 8
EVERYWHERE = {
    "http_requests_total",
    "http_request_duration_seconds",
    "http_requests_in_flight",
    "http_requests_cancelled_total",
    "pool_connections",
    "pool_active",
    "pool_idle",
    "pool_pending",
    "pool_acquire_seconds",
    "pool_timeouts_total",
    "process_cpu_seconds_total",
    "process_resident_memory_bytes",
    "process_start_time_seconds",
    "status_rows",
}
OF_A_JVM = {"heap_used_bytes", "heap_max_bytes"}
STATEMENTS = {
    "GET one": r"select id, status, updated_at from status where id = \$1",
    "GET many": r"select id, status, updated_at from status where id in ?\(\$1, ?\$2, ?\$3\)",
    "POST": (
        r"insert into status ?\(id, status, updated_at\) values ?\(\$\d, ?\$\d, now\(\)\) "
        r"returning id, status, updated_at"
    ),
    "PUT": r"update status set status = \$\d, updated_at = now\(\) where id = \$\d returning id, status, updated_at",
}


def test_the_pool_is_filled_before_the_first_request(running: Running, postgres: PostgresServer) -> None:
    sessions = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    assert postgres.ask(running.database, sessions) == [str(POOL)]
    assert running.stand.metric("pool_connections") == POOL
    assert running.stand.metric("pool_idle") == POOL


def test_a_request_is_one_statement_the_same_on_every_stack(running: Running, postgres: PostgresServer) -> None:
    postgres.ask(running.database, "SELECT 1")
    before = statements(running, postgres)
    for _ in range(10):
        running.client.get(f"/status/{running.ids[0]}").raise_for_status()
        running.client.get("/status?ids=" + ",".join(running.ids[:3])).raise_for_status()
        running.client.post("/status", json={"id": str(uuid.uuid4()), "status": 1}).raise_for_status()
        running.client.put(f"/status/{running.ids[1]}", json={"status": 2}).raise_for_status()
    after = statements(running, postgres)
    asked = {query: calls - before.get(query, 0) for query, calls in after.items() if calls != before.get(query, 0)}
    for pattern in STATEMENTS.values():
        assert [calls for query, calls in asked.items() if re.fullmatch(pattern, query)] == [10], (pattern, asked)
    assert len(asked) == len(STATEMENTS), asked


def statements(running: Running, postgres: PostgresServer) -> dict[str, int]:
    """How often each statement of the service was run, in small letters and with single blanks."""
    sql = (
        "SELECT sum(calls), regexp_replace(lower(query), '\\s+', ' ', 'g') FROM pg_stat_statements AS s "
        "JOIN pg_database AS d ON d.oid = s.dbid "
        "WHERE datname = current_database() AND query !~ 'pg_stat' GROUP BY 2"
    )
    rows = (line.partition("|") for line in postgres.ask(running.database, sql))
    return {query.strip(): int(calls) for calls, _, query in rows}


def test_who_waits_for_a_connection_is_counted_and_gets_503_in_time(running: Running, postgres: PostgresServer) -> None:
    path = f"/status/{running.ids[0]}"
    stand = running.stand
    acquired_before = stand.metric("pool_acquire_seconds_count")
    timeouts_before = stand.metric("pool_timeouts_total")
    limits = httpx.Limits(max_connections=POOL + WAITING)
    with (
        httpx.Client(base_url=stand.client.base_url, timeout=LONGEST_STOP_S, limits=limits) as client,
        ThreadPoolExecutor(POOL + WAITING) as threads,
    ):
        with postgres.locked_row(running.database, running.ids[0]):
            held = [threads.submit(client.put, path, json={"status": 4}) for _ in range(POOL)]
            until(lambda: stand.metric("pool_active") == POOL)
            assert waiting_for_lock(running, postgres) == POOL
            assert stand.metric("pool_idle") == 0
            late = [threads.submit(timed, client, path) for _ in range(WAITING)]
            until(lambda: stand.metric("pool_pending") == WAITING)
            assert stand.metric("http_requests_in_flight") == POOL + WAITING + 1
            answers = [answer.result() for answer in late]
            assert [status for status, _ in answers] == [503] * WAITING
            for _, waited_s in answers:
                assert ACQUIRE_TIMEOUT_MS / 1000 * 0.9 < waited_s < ACQUIRE_TIMEOUT_MS / 1000 + 2
            assert stand.metric("pool_timeouts_total") - timeouts_before == WAITING
            assert stand.metric("pool_pending") == 0
            assert stand.metric("pool_active") == POOL
        assert {answer.result().status_code for answer in held} == {200}
    until(lambda: stand.metric("pool_idle") == POOL)
    assert stand.metric("pool_acquire_seconds_count") - acquired_before == POOL


def test_a_wait_that_ends_with_a_connection_is_in_the_acquire_time(running: Running, postgres: PostgresServer) -> None:
    path = f"/status/{running.ids[0]}"
    before_s = running.stand.metric("pool_acquire_seconds_sum")
    limits = httpx.Limits(max_connections=POOL + WAITING)
    with (
        httpx.Client(base_url=running.client.base_url, timeout=LONGEST_STOP_S, limits=limits) as client,
        ThreadPoolExecutor(POOL + WAITING) as threads,
    ):
        with postgres.locked_row(running.database, running.ids[0]):
            held = [threads.submit(client.put, path, json={"status": 4}) for _ in range(POOL)]
            until(lambda: running.stand.metric("pool_active") == POOL)
            late = [threads.submit(client.get, f"/status/{one}") for one in running.ids[1 : WAITING + 1]]
            until(lambda: running.stand.metric("pool_pending") == WAITING)
            time.sleep(0.5)
        assert {answer.result().status_code for answer in [*held, *late]} == {200}
    waited_s = running.stand.metric("pool_acquire_seconds_sum") - before_s
    assert WAITING * 0.5 < waited_s < WAITING * 2.5 + 1


def test_a_client_that_left_frees_its_connection_in_the_end(running: Running, postgres: PostgresServer) -> None:
    with postgres.locked_row(running.database, running.ids[0]):
        with pytest.raises(httpx.ReadTimeout):
            running.client.put(f"/status/{running.ids[0]}", json={"status": 4}, timeout=0.3)
        assert running.client.get(f"/status/{running.ids[1]}").status_code == 200
    until(lambda: running.stand.metric("pool_idle") == POOL)
    until(lambda: running.stand.metric("http_requests_in_flight") == 1)


def test_every_name_of_the_contract_is_there(running: Running) -> None:
    running.client.get(f"/status/{running.ids[0]}")
    names = {re.sub(r"_(bucket|sum|count)$", "", sample.name) for sample in running.stand.metrics()}
    assert names >= EVERYWHERE | {"gc_pause_seconds", "heap_used_bytes"}
    if running.database != "go_pgx":
        assert names >= OF_A_JVM
        assert running.stand.metric("heap_max_bytes") >= running.stand.metric("heap_used_bytes") > 1e6
    if running.database == "spring_mvc_jdbc":
        assert running.stand.metric("threads_max") >= running.stand.metric("threads_busy") >= 1
        assert running.stand.metric("threads_queued") == 0


def test_collections_are_counted_with_their_pauses(running: Running) -> None:
    many = "/status?ids=" + ",".join(running.ids[:50])
    count = running.stand.metric("gc_pause_seconds_count")
    deadline_s = time.monotonic() + 20
    with ThreadPoolExecutor(8) as threads:
        while running.stand.metric("gc_pause_seconds_count") <= count:
            assert time.monotonic() < deadline_s, "no collection was seen"
            list(threads.map(lambda _: running.client.get(many), range(200)))
    assert 0 < running.stand.metric("gc_pause_seconds_sum") < 20


def timed(client: httpx.Client, path: str) -> tuple[int, float]:
    """The status of a GET and how long it took, in seconds."""
    began_s = time.monotonic()
    return client.get(path).status_code, time.monotonic() - began_s


def waiting_for_lock(running: Running, postgres: PostgresServer) -> int:
    """How many sessions of the service wait for a lock, as the database sees it."""
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    return int(postgres.ask(running.database, waiting)[0])


def until(condition: Callable[[], bool], within_s: float = 10.0) -> None:
    """Returns when the condition holds; fails when it does not in time."""
    deadline_s = time.monotonic() + within_s
    while not condition():
        assert time.monotonic() < deadline_s, "it did not come true"
        time.sleep(0.02)
