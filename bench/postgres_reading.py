"""Cost of the PostgreSQL probe: `python -m bench.postgres_reading`, on a server of its own.

Processor time of one reading: of the server process that answers, by its schedstat (proc(5)), and of the thread that
asks. Then that of the probe in a trial (readings, intervals, lock trees, plans) as a share of the processor time of all
processes of the server, under a load that keeps it busy.
"""

import multiprocessing
import os
import time
from contextlib import ExitStack, closing
from pathlib import Path

import psycopg
from loadproof.postgres.activity import merged
from loadproof.postgres.probe import PostgresProbe
from loadproof.study.probe_settings import DatabaseKind, DatabaseSettings
from loadproof.system.process_files import process_cpu_s, read_process_stat
from loadproof.system.process_identity import children_of

from tests.integration.postgres_server import PostgresServer

_READINGS = 50
_APART_S = 0.1
_STATEMENTS = 1500
_PROCESS = "SELECT pid FROM pg_stat_activity WHERE application_name = 'loadproof'"

_LOADED_S = 65
"""Seconds under load: six intervals, and the plan of a statement."""
_CLIENTS = 8
_SCHEMA = """
CREATE TABLE account (id int PRIMARY KEY, owner int, balance int);
CREATE TABLE movement (id bigserial PRIMARY KEY, account int REFERENCES account, amount int, at timestamptz);
INSERT INTO account SELECT id, id % 500, 0 FROM generate_series(1, 20000) AS id;
INSERT INTO movement (account, amount, at) SELECT 1 + id % 20000, id, now() FROM generate_series(1, 100000) AS id;
CREATE INDEX ON movement (account);
ANALYZE;
"""
_TRANSACTION = (
    "UPDATE account SET balance = balance + 1 WHERE id = %s",
    "INSERT INTO movement (account, amount, at) VALUES (%s, 1, now())",
    "SELECT count(*), sum(amount) FROM account JOIN movement ON account.id = movement.account WHERE owner = %s",
)
_TEMPORARY = (
    "CREATE TEMP TABLE IF NOT EXISTS chosen (id int)",
    "INSERT INTO chosen SELECT id FROM account WHERE owner = %s",
    "DROP TABLE chosen",
)

_OTHERS = "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND application_name <> 'loadproof'"


def main() -> None:
    """Prints one row for each number of idle sessions and of statements that are known."""
    preload = {"shared_preload_libraries": "pg_stat_statements", "max_connections": "300"}
    print("| sessions | statements known | server ms | probe ms |\n|---|---|---|---|")
    with PostgresServer(**preload) as server, ExitStack() as stack:
        owner = stack.enter_context(server.connected())
        owner.execute("CREATE EXTENSION pg_stat_statements")
        for sessions in (1, 64, 250):
            for _ in range(sessions - len(_others(owner))):
                stack.enter_context(server.connected())
            _print_row(server, owner)
        for columns in range(1, _STATEMENTS):
            owner.execute("SELECT " + ",".join(["1"] * columns))
        _print_row(server, owner)
    print("\n| clients | server cores | probe share of it | of that, its backend |\n|---|---|---|---|")
    with PostgresServer(**preload) as server, server.connected() as owner:
        owner.execute("CREATE EXTENSION pg_stat_statements")
        owner.execute(_SCHEMA)
        _print_loaded(server)


def _print_loaded(server: PostgresServer) -> None:
    """Prints the cost of the probe beside clients that never pause, each in a process of its own."""
    clients = [multiprocessing.Process(target=_load, args=(server, number), daemon=True) for number in range(_CLIENTS)]
    for client in clients:
        client.start()
    settings = DatabaseSettings(DatabaseKind.POSTGRES, "db", server.url())
    try:
        with closing(PostgresProbe(settings, lambda gap, _: gap)) as probe:
            probe.read(time.monotonic())
            (backend,) = _own_backend(server)
            probe.observe()
            probe.read(time.monotonic())
            before = _processor_ms(backend), time.thread_time() * 1e3, _family_ms(server.process_id)
            began_s = time.monotonic()
            for second in range(1, _LOADED_S + 1):
                time.sleep(max(0.0, began_s + second - time.monotonic()))
                probe.read(time.monotonic())
            after = _processor_ms(backend), time.thread_time() * 1e3, _family_ms(server.process_id)
            elapsed_ms = (time.monotonic() - began_s) * 1e3
            told = merged(probe.take_activities()).levels.own_cpu_share
    finally:
        for client in clients:
            client.kill()
            client.join()
    backend_ms, thread_ms, server_ms = (later - earlier for earlier, later in zip(before, after, strict=True))
    share = (backend_ms + thread_ms) / server_ms
    print(f"| {_CLIENTS} | {server_ms / elapsed_ms:.2f} | {share:.2%} | {backend_ms / server_ms:.2%} |")
    print(f"\nThe probe itself told {told or 0.0:.2%}.")


def _load(server: PostgresServer, number: int) -> None:
    with server.connected() as session:
        place = number
        while True:  # Until it is killed.
            place = (place * 7919 + 1) % 20_000
            for statement in _TRANSACTION:
                session.execute(statement, (place % 500 if "owner" in statement else place + 1,))
            for statement in _TEMPORARY if place % 10 == 0 else ():
                session.execute(statement, (place % 500,) if "%s" in statement else None)


def _own_backend(server: PostgresServer) -> tuple[int]:
    with server.connected() as session:
        return session.execute(_PROCESS).fetchone() or (0,)


def _family_ms(process_id: int) -> float:
    """Processor time of a process, of its children, and of those that have ended."""
    stat = read_process_stat(process_id)
    ended_ms = 0.0 if stat is None else stat.waited_ticks * 1e3 / os.sysconf("SC_CLK_TCK")
    family = [process_id, *children_of(process_id)]
    return ended_ms + sum(process_cpu_s(one) for one in family if Path(f"/proc/{one}").exists()) * 1e3


def _print_row(server: PostgresServer, owner: psycopg.Connection) -> None:
    with closing(
        PostgresProbe(DatabaseSettings(DatabaseKind.POSTGRES, "db", server.url()), lambda gap, _: gap)
    ) as probe:
        probe.read(time.monotonic())
        (process,) = owner.execute(_PROCESS).fetchone() or (0,)
        before_ms, own_s = _processor_ms(process), time.thread_time()
        for _ in range(_READINGS):
            time.sleep(_APART_S)
            probe.read(time.monotonic())
        own_ms = (time.thread_time() - own_s) * 1e3 / _READINGS
        server_ms = (_processor_ms(process) - before_ms) / _READINGS
    (known,) = owner.execute("SELECT count(*) FROM pg_stat_statements(false)").fetchone() or (0,)
    print(f"| {len(_others(owner))} | {known:,} | {server_ms:.1f} | {own_ms:.1f} |")


def _others(owner: psycopg.Connection) -> list[tuple[int]]:
    return owner.execute(_OTHERS).fetchall()


def _processor_ms(process_id: int) -> float:
    return int(Path(f"/proc/{process_id}/schedstat").read_text(encoding="ascii").split()[0]) / 1e6


if __name__ == "__main__":
    main()
