"""The database of a start: a fresh copy of the template, warm and with statistics from zero."""

import os
import re
import sys
import time
from pathlib import Path

from stand_server.fault import BAD_INPUT, Fault

from postgres_stand.session import BENCH, Session

__all__ = [
    "check_name",
    "checkpoint",
    "clear_statistics",
    "copy_template",
    "is_ready",
    "maintain",
    "prewarm",
    "step",
    "write_ids",
]

_NAME = re.compile(r"[a-z_][a-z0-9_]{0,62}")
# What the stand asks before a load is no part of the statistics of the load.
_UNSEEN = "SET pg_stat_statements.track = none;"
_OWN = ("postgres", "template0", "template1")
_PREWARM = """
WITH relations AS (
    SELECT c.oid, sum(pg_relation_size(c.oid)) OVER (ORDER BY pg_relation_size(c.oid), c.oid) AS bytes_so_far
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = 'public' AND c.relkind IN ('r', 'i')
), buffers AS (
    SELECT 0.9 * setting::bigint * 8192 AS bytes FROM pg_settings WHERE name = 'shared_buffers'
)
SELECT count(pg_prewarm(oid, CASE WHEN bytes_so_far <= bytes THEN 'buffer' ELSE 'read' END)) FROM relations, buffers
"""
"""Smallest relations first into the server's buffers, as long as they fit; the others into the cache of the kernel."""


def check_name(database: str) -> None:
    """Raises `Fault` for a name that needs quotes, and for those of the server's own databases."""
    if not _NAME.fullmatch(database) or database in _OWN or database.endswith("_template"):
        raise Fault(
            f"--database {database!r} cannot be reset. Cure: a name of a-z, 0-9 and _, such as bench", BAD_INPUT
        )


def is_ready(session: Session, template: str) -> bool:
    """Whether the server answers a query, and has the template."""
    return session.ask("SELECT datistemplate FROM pg_database WHERE datname = :'name'", name=template) == "t"


def copy_template(administrator: Session, database: str, template: str) -> Session:
    """Makes the database anew from the template; the session in it. The time of each step goes to standard error."""
    check_name(database)
    step("drop", administrator, f"DROP DATABASE IF EXISTS {database} WITH (FORCE)")
    # The default is made for small templates and would write WAL of the whole table.
    step("copy", administrator, f"CREATE DATABASE {database} TEMPLATE {template} STRATEGY FILE_COPY OWNER {BENCH}")
    return administrator.on(database)


def checkpoint(inside: Session) -> None:
    """Writes now what a checkpoint would write at some time of its own."""
    step("checkpoint", inside, "CHECKPOINT")


def prewarm(inside: Session) -> None:
    """Reads all tables and indexes, so that no query of a load is the first to read them."""
    step("prewarm", inside, _PREWARM)


def clear_statistics(inside: Session) -> None:
    """Sets the cumulative statistics of the database and of the server to zero."""
    version = int(inside.ask("SHOW server_version_num"))
    shared = ["bgwriter", *(["checkpointer"] if version >= 170_000 else [])]
    resets = ["pg_stat_statements_reset()", "pg_stat_reset()", *(f"pg_stat_reset_shared('{name}')" for name in shared)]
    step("statistics", inside, f"SELECT {', '.join(resets)}")


def maintain(administrator: Session, database: str) -> None:
    """Does now what autovacuum and a checkpoint would do at some time of their own."""
    check_name(database)
    inside = administrator.on(database)
    step("vacuum", inside, "VACUUM (ANALYZE)")
    checkpoint(inside)


def write_ids(administrator: Session, database: str, count: int, seed: int, out: Path) -> None:
    """Writes so many different ids of the table with the header `id`; the same for the same table and seed."""
    inside = administrator.on(database)
    rows = int(inside.ask(f"{_UNSEEN} SELECT count(*) FROM status"))
    if count > rows:
        raise Fault(f"--count {count} is more than the {rows} rows of {database}. Cure: at most {rows}", BAD_INPUT)
    # A random order that is the same in every version of PostgreSQL.
    sql = f"{_UNSEEN} SELECT id FROM status ORDER BY sha256((:'seed' || id::text)::bytea), id LIMIT :count"
    making = out.with_name(out.name + ".making")
    with making.open("wb") as file:
        file.write(b"id\n")
        file.flush()
        inside.ask(sql, output=file, seed=seed, count=count)
    os.replace(making, out)


def step(name: str, session: Session, sql: str) -> None:
    """Runs the statements, unseen by `pg_stat_statements`, and says on standard error how long they took."""
    began_s = time.monotonic()
    session.ask(f"{_UNSEEN} {sql}")
    print(f"{name}: {time.monotonic() - began_s:.2f} s", file=sys.stderr, flush=True)
