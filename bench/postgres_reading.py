"""What one reading of the PostgreSQL probe costs: `python -m bench.postgres_reading`, on a server of its own.

Processor time of the server process that answers, by its schedstat (proc(5)), and of the thread that asks.
"""

import time
from contextlib import ExitStack, closing
from pathlib import Path

import psycopg
from loadproof.postgres.probe import PostgresProbe
from loadproof.study.probe_settings import DatabaseKind, DatabaseSettings

from tests.integration.postgres_server import PostgresServer

_READINGS = 50
_APART_S = 0.1
_STATEMENTS = 1500
_PROCESS = "SELECT pid FROM pg_stat_activity WHERE application_name = 'loadproof'"

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
