"""The database of a start: a fresh copy of the template, warm and with statistics from zero."""

import os
import re
import sys
import time
from pathlib import Path

from stand_server.fault import BAD_INPUT, Fault

from postgres_stand.session import BENCH, Session
from postgres_stand.template import TEMPLATE

__all__ = ["check_name", "is_ready", "maintain", "reset", "write_ids"]

_NAME = re.compile(r"[a-z_][a-z0-9_]{0,62}")
# What the stand asks before a load is no part of the statistics of the load.
_UNSEEN = "SET pg_stat_statements.track = none;"
_OWN = ("postgres", "template0", "template1", TEMPLATE)


def check_name(database: str) -> None:
    """Raises `Fault` for a name that needs quotes, and for those of the server's own databases."""
    if not _NAME.fullmatch(database) or database in _OWN:
        raise Fault(
            f"--database {database!r} cannot be reset. Cure: a name of a-z, 0-9 and _, such as bench", BAD_INPUT
        )


def is_ready(session: Session) -> bool:
    """Whether the server answers a query, and has the template."""
    return session.ask("SELECT datistemplate FROM pg_database WHERE datname = :'name'", name=TEMPLATE) == "t"


def reset(administrator: Session, database: str) -> None:
    """Makes the database anew and says on standard error how long each step took."""
    check_name(database)
    inside = administrator.on(database)
    _step("drop", administrator, f"DROP DATABASE IF EXISTS {database} WITH (FORCE)")
    # The default is made for small templates and would write WAL of the whole table.
    _step("copy", administrator, f"CREATE DATABASE {database} TEMPLATE {TEMPLATE} STRATEGY FILE_COPY OWNER {BENCH}")
    _step("vacuum", inside, "VACUUM (ANALYZE) status")
    _step("checkpoint", inside, "CHECKPOINT")
    prewarm = ", ".join(f"pg_prewarm('{name}')" for name in ("status", "status_pkey", "status_updated_at_idx"))
    _step("prewarm", inside, f"SELECT {prewarm}")
    version = int(administrator.ask("SHOW server_version_num"))
    shared = ["bgwriter", *(["checkpointer"] if version >= 170_000 else [])]
    resets = ["pg_stat_statements_reset()", "pg_stat_reset()", *(f"pg_stat_reset_shared('{name}')" for name in shared)]
    _step("statistics", inside, f"SELECT {', '.join(resets)}")


def maintain(administrator: Session, database: str) -> None:
    """Does now what autovacuum and a checkpoint would do at some time of their own."""
    check_name(database)
    inside = administrator.on(database)
    _step("vacuum", inside, "VACUUM (ANALYZE)")
    _step("checkpoint", inside, "CHECKPOINT")


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


def _step(name: str, session: Session, sql: str) -> None:
    began_s = time.monotonic()
    session.ask(sql)
    print(f"{name}: {time.monotonic() - began_s:.2f} s", file=sys.stderr, flush=True)
