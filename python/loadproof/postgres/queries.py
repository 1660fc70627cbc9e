"""SQL statements for PostgreSQL: once for each connection, and at each reading."""
# ruff: noqa: S608 - nothing of others is put into these texts but names that PostgreSQL has quoted itself, and numbers.

from collections.abc import Iterable, Sequence

__all__ = [
    "BEGIN",
    "LOCKS",
    "LOG_SETTINGS",
    "MARK",
    "MOST_RUNNING_TEXTS",
    "MOST_TABLES",
    "MOST_TEXTS",
    "NAME",
    "OLDEST_VERSION",
    "PLAN_NAME",
    "QUIET",
    "SETTINGS",
    "TEMPORARY_BYTES",
    "TEMPORARY_RELATIONS",
    "abandoned",
    "log_files",
    "log_part",
    "own_statements",
    "plan_text",
    "reading",
    "running_texts",
    "statement_columns",
    "statement_texts",
    "statement_trial",
    "statements",
    "tables",
    "tablespaces",
]

NAME = "loadproof"
"""Application name of the probe's connections, which are not counted as sessions."""
OLDEST_VERSION = 14
PLAN_NAME = "loadproof_plan"
"""Prepared statement that is explained."""
MARK = "/* loadproof */"
"""In each statement of the probe, by which its own statements are told from those of others; behind its first word, as
PostgreSQL 18 cuts off what stands before."""

BEGIN = f"""
SET {MARK} statement_timeout = '{{timeout_ms}}ms'; SET {MARK} lock_timeout = '100ms';
SET {MARK} search_path = pg_catalog; SET {MARK} default_transaction_read_only = on; SET {MARK} jit = off;
SET {MARK} max_parallel_workers_per_gather = 0;
SELECT {MARK}
    (SELECT quote_ident(nspname) FROM pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace
        WHERE extname = 'pg_stat_statements') AS schema,
    coalesce(current_setting('pg_stat_statements.track', true), 'top') <> 'none'
        AND coalesce(current_setting('compute_query_id', true), 'auto') <> 'off' AS counts,
    (SELECT 'jit_generation_time' = ANY (proargnames) FROM pg_proc WHERE proname = 'pg_stat_statements'
        ORDER BY pronargs DESC LIMIT 1) AS jit
"""
"""The session's own settings, and what the database has: `schema` of pg_stat_statements, `counts` of `t` or `f`, and
`jit`, `t` if it counts the time of JIT compilation."""

SETTINGS = f"""
SELECT {MARK} name, reset_val AS value, unit FROM pg_settings
WHERE name IN ('jit', 'jit_above_cost', 'join_collapse_limit', 'from_collapse_limit', 'temp_buffers',
    'temp_tablespaces', 'shared_buffers', 'max_wal_size', 'checkpoint_timeout',
    'max_connections', 'data_directory', 'port')
LIMIT 20
"""
"""Settings as a session of the role begins with them: this one has changed some for itself."""

LOG_SETTINGS = f"""
SELECT {MARK} name, reset_val AS value FROM pg_settings
WHERE name IN ('auto_explain.log_min_duration', 'auto_explain.log_format', 'auto_explain.log_parameter_max_length',
    'log_parameter_max_length', 'log_min_duration_statement', 'log_min_duration_sample', 'log_statement',
    'log_transaction_sample_rate')
UNION ALL SELECT 'database', current_database()
LIMIT 20
"""
"""Settings of the log of plans; those of a library that is not loaded are none of `pg_settings`."""

QUIET = f"""
SELECT {MARK} set_config('auto_explain.log_min_duration', '-1', false)
WHERE has_parameter_privilege('auto_explain.log_min_duration', 'SET')
"""
"""Keeps the plans of the probe's own session out of the log, if its role may."""

_MOST_TEXT = 4000
_OTHERS = f"""application_name IS DISTINCT FROM '{NAME}' AND pid <> pg_backend_pid()"""

# One look at the sessions for all that is told of them. PostgreSQL shows a role without rights only the ids of another
# session's role and database.
_LOOK = f"""
WITH {MARK} seen AS MATERIALIZED (
    SELECT pid, state, wait_event_type, wait_event, query_id, query_start, client_addr, client_port, backend_type
    FROM pg_stat_get_activity(NULL)
    WHERE {_OTHERS}
        AND (backend_type = 'client backend' OR backend_type IS NULL AND usesysid IS NOT NULL AND datid IS NOT NULL)
)
"""
_SESSIONS = """
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
    count(*) FILTER (WHERE state = 'active' AND wait_event_type IS NULL) AS working,
    count(*) FILTER (WHERE backend_type IS NULL OR state = 'disabled') AS hidden
FROM seen
"""
_USE = """
SELECT json_agg(json_build_array(query_id::text, wait_event_type, wait_event, seen, longest_s)) AS use FROM (
    SELECT query_id, wait_event_type, wait_event, count(*) AS seen,
        round(max(extract(epoch FROM clock_timestamp() - query_start))::numeric, 1) AS longest_s
    FROM seen WHERE state = 'active'
    GROUP BY query_id, wait_event_type, wait_event ORDER BY count(*) DESC LIMIT 200
) AS most
"""
_RUNNING = """
SELECT json_agg(json_build_array(pid, host(client_addr), client_port)) AS running FROM (
    SELECT pid, client_addr, client_port FROM seen
    WHERE state = 'active' AND client_port > 0 AND query_start < clock_timestamp() - interval '2 s'
    ORDER BY query_start LIMIT 200
) AS longest
"""

_DATABASE = """
SELECT xact_commit, xact_rollback, blks_hit, blks_read, deadlocks, temp_files, temp_bytes,
    pg_stat_get_tuples_inserted('pg_class'::regclass) AS relations_created, stats_reset AS database_since
FROM pg_stat_database WHERE datname = current_database()
"""

_CHECKPOINTS_TO_16 = """
SELECT checkpoints_timed AS timed, checkpoints_req AS requested, checkpoint_write_time AS write_ms,
    buffers_checkpoint AS written, buffers_backend AS written_by_sessions, stats_reset AS checkpoints_since
FROM pg_stat_bgwriter
"""
_CHECKPOINTS_FROM_17 = """
SELECT num_timed AS timed, num_requested AS requested, write_time AS write_ms, buffers_written AS written,
    (SELECT coalesce(sum(writes), 0) FROM pg_stat_io WHERE backend_type = 'client backend' AND object = 'relation')
        AS written_by_sessions,
    stats_reset AS checkpoints_since
FROM pg_stat_checkpointer
"""
_WAL = "SELECT wal_bytes, stats_reset AS wal_since FROM pg_stat_wal"

_SERVER = """
SELECT
    pg_postmaster_start_time() AS server_since,
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0) AS sessions_limit,
    (SELECT count(*) FROM pg_lock_status() WHERE NOT granted) AS locks_waiting
"""

# Without the texts of statements, which lie in a file; and without this statement itself.
_OWN_DATABASE = """
WHERE toplevel AND dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND queryid IS DISTINCT FROM (SELECT query_id FROM pg_stat_get_activity(pg_backend_pid()))
"""
_STATEMENTS = """
SELECT coalesce(sum(calls), 0) AS calls, coalesce(sum(total_exec_time), 0) AS execution_ms,
    (SELECT stats_reset FROM {schema}.pg_stat_statements_info) AS statements_since
FROM {schema}.pg_stat_statements(false)
"""

_STATEMENT_COLUMNS = (
    "calls",
    "total_exec_time",
    "total_plan_time",
    "rows",
    "shared_blks_hit",
    "shared_blks_read",
    "local_blks_written",
    "temp_blks_written",
    "wal_bytes",
)
_JIT = "jit_generation_time + jit_inlining_time + jit_optimization_time + jit_emission_time"
_MOST_STATEMENTS = 10_000
MOST_TABLES = 2_000
"""Tables whose scans are read."""
MOST_TEXTS = 500
"""Texts of statements that are read at the end of an interval."""
MOST_RUNNING_TEXTS = 20
"""Texts of running statements that are read at once."""
_MOST_RELATIONS = 10_000

TEMPORARY_RELATIONS = f"SELECT {MARK} count(*) AS relations FROM pg_class WHERE relpersistence = 't'"
"""Temporary tables, their indexes and TOAST tables, of all sessions of the database."""
# A size takes a lock on its relation: those that a session is about to drop or has truncated are left out.
TEMPORARY_BYTES = f"""
SELECT {MARK} coalesce(sum(pg_relation_size(oid)), 0) AS bytes FROM (
    SELECT oid FROM pg_class WHERE relpersistence = 't' AND relkind IN ('r', 'i', 't', 'm') AND NOT EXISTS (
        SELECT 1 FROM pg_lock_status() AS held WHERE held.relation = pg_class.oid AND held.mode = 'AccessExclusiveLock'
    ) LIMIT {_MOST_RELATIONS}
) AS temporary
"""

# pg_blocking_pids holds up the lock manager: only for those that wait, and for 50 at most.
LOCKS = f"""
WITH {MARK} seen AS MATERIALIZED (SELECT * FROM pg_stat_get_activity(NULL) WHERE {_OTHERS}),
waiting AS MATERIALIZED (
    SELECT pid, pg_blocking_pids(pid) AS blocked_by FROM (
        SELECT pid FROM seen WHERE wait_event_type = 'Lock' ORDER BY query_start LIMIT 50
    ) AS longest
),
members AS (SELECT pid FROM waiting UNION SELECT unnest(blocked_by) FROM waiting)
SELECT members.pid AS process_id, array_to_string(blocked_by[1:50], ',') AS blocked_by, state,
    left(application_name, 100) AS application, left(query, {_MOST_TEXT}) AS text,
    CASE WHEN state = 'active' THEN wait_event END AS wait,
    extract(epoch FROM clock_timestamp() - xact_start) AS transaction_s,
    CASE WHEN blocked_by IS NOT NULL THEN extract(epoch FROM clock_timestamp() - query_start) END AS waited_s
FROM members LEFT JOIN waiting USING (pid) LEFT JOIN seen USING (pid)
ORDER BY blocked_by IS NOT NULL, query_start LIMIT 200
"""


def abandoned(process_ids: Sequence[int]) -> str:
    """Return the query for the statements of processes."""
    return f"""
SELECT {MARK} pid AS process_id, left(application_name, 100) AS application, left(query, {_MOST_TEXT}) AS text,
    extract(epoch FROM clock_timestamp() - query_start) AS running_s
FROM pg_stat_get_activity(NULL) WHERE state = 'active' AND pid = ANY ('{_listed(process_ids)}'::int[])
LIMIT 200
"""


def own_statements(schema: str) -> str:
    """Return the query for the identifiers of the probe's own statements."""
    return (
        f"SELECT {MARK} queryid AS query_id FROM {schema}.pg_stat_statements(true) {_OWN_DATABASE} "
        f"AND query LIKE '%{MARK}%' "
        "UNION SELECT query_id FROM pg_stat_get_activity(pg_backend_pid()) LIMIT 200"
    )


def _listed(numbers: Iterable[int | str]) -> str:
    """An array as one constant: lists of any length are then one statement to PostgreSQL."""
    return f"{{{','.join(str(int(one)) for one in numbers)}}}"


def statement_columns() -> tuple[str, ...]:
    """Return the names of the numbers of a line of `statements`, behind the identifier."""
    return (*_STATEMENT_COLUMNS, "jit")


def statements(schema: str, *, has_jit: bool) -> str:
    """Return the query for the counters of all statements of the database, each a line of identifier and numbers."""
    sums = ", ".join(f"sum({column})" for column in (*_STATEMENT_COLUMNS, _JIT if has_jit else "0"))
    return (
        f"SELECT {MARK} concat_ws(' ', queryid, {sums}) FROM {schema}.pg_stat_statements(false) {_OWN_DATABASE} "
        f"GROUP BY queryid ORDER BY sum(total_exec_time) DESC LIMIT {_MOST_STATEMENTS}"
    )


def statement_texts(schema: str, query_ids: Sequence[str]) -> str:
    """Return the query for the texts of statements, by identifier."""
    return (
        f"SELECT {MARK} queryid AS query_id, max(left(query, {_MOST_TEXT})) AS text "
        f"FROM {schema}.pg_stat_statements(true) {_OWN_DATABASE} "
        f"AND queryid = ANY ('{_listed(query_ids)}'::bigint[]) GROUP BY queryid LIMIT {MOST_TEXTS}"
    )


def running_texts(query_ids: Sequence[str]) -> str:
    """Return the query for the texts of statements that sessions run now, by identifier.

    PostgreSQL keeps `track_activity_query_size` bytes of a text: `is_cut` is `t` if a text has as many, but for the end
    byte and the rest of a character.
    """
    return f"""
SELECT {MARK} query_id, max(left(query, {_MOST_TEXT})) AS text,
    bool_or(length(query) > {_MOST_TEXT}
        OR octet_length(query) >= pg_size_bytes(current_setting('track_activity_query_size')) - 4) AS is_cut
FROM pg_stat_get_activity(NULL)
WHERE state = 'active' AND {_OTHERS} AND query_id = ANY ('{_listed(query_ids)}'::bigint[])
GROUP BY query_id LIMIT {MOST_RUNNING_TEXTS}
"""


def plan_text(schema: str, query_id: str, most: int) -> str:
    """Return the query for the whole text of one statement; without a row: it is longer than `most` characters."""
    return (
        f"SELECT {MARK} query AS text FROM {schema}.pg_stat_statements(true) {_OWN_DATABASE} "
        f"AND queryid = {int(query_id)} AND length(query) <= {most} LIMIT 1"
    )


def log_files(known: str) -> str:
    """Return the query for the `path` and the `size` of the JSON log, and for `known_size`, that of another file.

    `path` is null if there is no such log. The directory of the log is read once, or twice after a rotation.
    """
    name = _constant(known.rpartition("/")[2])
    size = "(SELECT size FROM pg_ls_logdir() WHERE name = {name} LIMIT 1)"
    return (
        f"SELECT {MARK} path, CASE WHEN path <> '' THEN {size.format(name='current.name')} END AS size, "
        f"CASE WHEN {name} NOT IN ('', current.name) THEN {size.format(name=name)} END AS known_size "
        "FROM pg_current_logfile('jsonlog') AS path, LATERAL (SELECT substring(path FROM '[^/]*$') AS name) AS current"
    )


def log_part(path: str, begin: int, length: int) -> str:
    """Return the query for bytes of a log file, in base64: a part of it may be no text of any encoding."""
    return (
        f"SELECT {MARK} encode(pg_read_binary_file({_constant(path)}, {begin:d}, {length:d}, true), 'base64') AS part"
    )


def _constant(text: str) -> str:
    """A text as a constant, whatever `standard_conforming_strings` says of backslashes."""
    escaped = text.replace("\\", "\\\\").replace("'", "''")
    return f"E'{escaped}'"


def tables() -> str:
    """Return the query for the sequential scans of tables, the most read first, each a line of numbers and a name."""
    return f"""
SELECT {MARK} concat_ws(' ', scans, rows_read, pg_stat_get_live_tuples(most.oid),
    left(quote_ident(nspname) || '.' || quote_ident(relname), 200))
FROM (
    SELECT pg_class.oid, relname, relnamespace, pg_stat_get_numscans(pg_class.oid) AS scans,
        pg_stat_get_tuples_returned(pg_class.oid) AS rows_read
    FROM pg_class WHERE relkind = 'r' AND relpersistence <> 't' AND pg_class.oid >= 16384
    ORDER BY 5 DESC LIMIT {MOST_TABLES}
) AS most JOIN pg_namespace ON pg_namespace.oid = relnamespace WHERE scans > 0
"""


def tablespaces(names: Sequence[str]) -> str:
    """Return the query for the places of tablespaces; those of the data directory have an empty one."""
    quoted = ", ".join("'" + name.replace("'", "''") + "'" for name in names)
    return (
        f"SELECT {MARK} spcname AS name, pg_tablespace_location(oid) AS place FROM pg_tablespace "
        f"WHERE spcname IN ({quoted}) LIMIT {len(names)}"
    )


def statement_trial(schema: str) -> str:
    """Fails as a reading would, where pg_stat_statements in `schema` cannot be read."""
    return f"SELECT {MARK} * FROM ({_STATEMENTS.format(schema=schema)}{_OWN_DATABASE}) AS tried"


def reading(server_version: int, schema: str | None, own: Iterable[str] = ()) -> str:
    """One statement that gives one row; without the statements where `schema` is None.

    Statements with the identifiers `own` are not counted.

    >>> "pg_stat_checkpointer" in reading(170002, None), "pg_stat_checkpointer" in reading(160006, None)
    (True, False)
    """
    checkpoints = _CHECKPOINTS_FROM_17 if server_version >= 170000 else _CHECKPOINTS_TO_16
    parts = [_SESSIONS, _USE, _RUNNING, _DATABASE, checkpoints, _WAL, _SERVER]
    if schema is not None:
        others = f"AND (queryid IS NULL OR queryid <> ALL ('{_listed(own)}'::bigint[]))"
        parts.append(f"{_STATEMENTS.format(schema=schema)}{_OWN_DATABASE}{others}")
    joined = ", ".join(f"({part.strip()}) AS part_{place}" for place, part in enumerate(parts))
    return f"{_LOOK.strip()} SELECT * FROM {joined}"
