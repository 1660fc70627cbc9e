"""SQL statements for PostgreSQL: once for each connection, and at each reading."""
# ruff: noqa: S608 - nothing of others is put into these texts but a name that PostgreSQL has quoted itself.

__all__ = ["BEGIN", "NAME", "OLDEST_VERSION", "reading", "statement_trial"]

NAME = "loadproof"
"""Application name of the probe's connections, which are not counted as sessions."""
OLDEST_VERSION = 14

BEGIN = """
SET statement_timeout = '{timeout_ms}ms'; SET lock_timeout = '{timeout_ms}ms'; SET search_path = pg_catalog;
SET default_transaction_read_only = on; SET jit = off; SET max_parallel_workers_per_gather = 0;
SELECT
    (SELECT quote_ident(nspname) FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace
        WHERE extname = 'pg_stat_statements') AS schema,
    coalesce(current_setting('pg_stat_statements.track', true), 'top') <> 'none'
        AND coalesce(current_setting('compute_query_id', true), 'auto') <> 'off' AS counts
"""
"""The session's own settings, and what the database has: `schema` of pg_stat_statements, `counts` of `t` or `f`."""

_SESSIONS = f"""
SELECT
    count(*) AS sessions_total,
    count(*) FILTER (WHERE state IN ('active', 'fastpath function call')) AS sessions_active,
    count(*) FILTER (WHERE state = 'idle') AS sessions_idle,
    count(*) FILTER (WHERE state LIKE 'idle in transaction%') AS sessions_idle_in_transaction,
    count(*) FILTER (WHERE state = 'active' AND wait_event_type = 'Lock') AS sessions_waiting_lock,
    count(*) FILTER (WHERE state = 'active' AND wait_event_type = 'LWLock') AS sessions_waiting_lwlock,
    count(*) FILTER (WHERE state = 'active' AND wait_event_type = 'IO') AS sessions_waiting_io,
    count(*) FILTER (WHERE state = 'active' AND wait_event_type NOT IN ('Lock', 'LWLock', 'IO', 'Client'))
        AS sessions_waiting_other,
    count(*) FILTER (WHERE backend_type IS NULL OR state = 'disabled') AS hidden
FROM pg_stat_get_activity(NULL)
WHERE application_name IS DISTINCT FROM '{NAME}' AND pid <> pg_backend_pid()
    AND (backend_type = 'client backend' OR backend_type IS NULL AND usesysid IS NOT NULL AND datid IS NOT NULL)
"""
# PostgreSQL shows a role without rights only the ids of another session's role and database.

_DATABASE = """
SELECT xact_commit, xact_rollback, blks_hit, blks_read, deadlocks, stats_reset AS database_since
FROM pg_stat_database WHERE datname = current_database()
"""

_CHECKPOINTS_TO_16 = """
SELECT checkpoints_timed AS timed, checkpoints_req AS requested, stats_reset AS checkpoints_since FROM pg_stat_bgwriter
"""
_CHECKPOINTS_FROM_17 = """
SELECT num_timed AS timed, num_requested AS requested, stats_reset AS checkpoints_since FROM pg_stat_checkpointer
"""

_SERVER = """
SELECT
    pg_postmaster_start_time() AS server_since,
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0) AS sessions_limit,
    (SELECT count(*) FROM pg_lock_status() WHERE NOT granted) AS locks_waiting
"""

# Without the texts of statements, which lie in a file; and without this statement itself.
_STATEMENTS = """
SELECT coalesce(sum(calls), 0) AS calls, coalesce(sum(total_exec_time), 0) AS execution_ms,
    (SELECT stats_reset FROM {schema}.pg_stat_statements_info) AS statements_since
FROM {schema}.pg_stat_statements(false)
WHERE toplevel AND dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND queryid IS DISTINCT FROM (SELECT query_id FROM pg_stat_get_activity(pg_backend_pid()))
"""


def statement_trial(schema: str) -> str:
    """Fails as a reading would, where pg_stat_statements in `schema` cannot be read."""
    return f"SELECT * FROM ({_STATEMENTS.format(schema=schema)}) AS tried"


def reading(server_version: int, schema: str | None) -> str:
    """One statement that gives one row; without the statements where `schema` is None.

    >>> "pg_stat_checkpointer" in reading(170002, None), "pg_stat_checkpointer" in reading(160006, None)
    (True, False)
    """
    checkpoints = _CHECKPOINTS_FROM_17 if server_version >= 170000 else _CHECKPOINTS_TO_16
    parts = [_SESSIONS, _DATABASE, checkpoints, _SERVER]
    if schema is not None:
        parts.append(_STATEMENTS.format(schema=schema))
    return "SELECT * FROM " + ", ".join(f"({part.strip()}) AS part_{place}" for place, part in enumerate(parts))
