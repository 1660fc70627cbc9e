"""Figures of a database over some seconds, as an administrator reads them from the views of PostgreSQL itself."""

import os
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, Thread
from typing import Any

from psycopg.rows import dict_row

from bench.database_faults.fault_server import ADMINISTRATOR, DATABASE, FaultServer

__all__ = ["Figures", "FiguresRead", "StatementFigures", "table_of"]

_OWN = f"('loadproof', '{ADMINISTRATOR}')"
_SESSIONS = f"""
SELECT pid, state, wait_event_type AS wait, client_port, cardinality(pg_blocking_pids(pid)) AS blockers
FROM pg_stat_activity WHERE backend_type = 'client backend' AND application_name NOT IN {_OWN}
"""  # noqa: S608
_TEMPORARY = """
SELECT count(*) AS relations, coalesce(sum(pg_relation_size(oid)), 0)::bigint AS bytes
FROM pg_class WHERE relpersistence = 't'
"""
_COUNTERS = """
SELECT xact_commit + xact_rollback AS transactions, xact_rollback AS rollbacks, blks_hit, blks_read, temp_bytes,
    (SELECT wal_bytes FROM pg_stat_wal) AS wal_bytes,
    (SELECT n_tup_ins FROM pg_stat_sys_tables WHERE relname = 'pg_class') AS relations,
    checkpoints_req AS requested, checkpoints_timed AS timed
FROM pg_stat_database, pg_stat_bgwriter WHERE datname = current_database()
"""
_STATEMENTS = """
SELECT queryid::text AS key, max(query) AS text, sum(calls) AS calls, sum(total_exec_time) AS execution_ms,
    sum(jit_generation_time + jit_inlining_time + jit_optimization_time + jit_emission_time) AS jit_ms,
    sum(local_blks_written) AS local_blocks, sum(temp_blks_written) AS spilled_blocks
FROM pg_stat_statements WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND userid = (SELECT oid FROM pg_roles WHERE rolname = %s) GROUP BY 1
"""
_SCANS = "SELECT relname AS key, seq_scan AS scans, seq_tup_read AS rows, n_live_tup AS live FROM pg_stat_user_tables"
_LIMIT = """
SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS sessions
"""
_TOP = 4
_ESTABLISHED = "01"
_BLOCK = 8192
_TICK_S = 1.0 / os.sysconf("SC_CLK_TCK")

_Row = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class StatementFigures:
    """One statement by its execution time."""

    text: str
    calls_per_s: float
    mean_ms: float
    time_share: float
    """Share of the execution time of all statements."""
    jit_share: float
    """JIT compilation as a share of its own execution time."""


@dataclass(frozen=True, slots=True)
class Figures:
    """Means of samples, one a second, and growth of counters per second."""

    seconds: float
    sessions: float
    most_sessions: int
    sessions_limit: int
    active: float
    working: float
    waiting_lock: float
    waiting_io: float
    waiting_other: float
    idle_in_transaction: float
    most_blocked: int
    """Most sessions at a time that wait for another one."""
    abandoned: float
    """Active sessions whose client has no connection any more."""
    processors: float
    """CPU time of all processes of the server, seconds per second."""
    transactions_per_s: float
    rollbacks_per_s: float
    jit_share: float
    worst_jit_share: float
    """Largest share of JIT in the time of a statement that takes 2 % of all time or more."""
    relations_per_s: float
    """Relations made, of temporary tables in most cases."""
    temporary_relations: float
    temporary_bytes: float
    local_written_bytes_per_s: float
    """Bytes of temporary tables that went to their files because `temp_buffers` was full."""
    spilled_bytes_per_s: float
    least_free_share: float | None
    """Least free share of the temporary tablespace; None: there is none of its own."""
    wal_bytes_per_s: float
    checkpoints_requested: int
    checkpoints_timed: int
    hit_share: float
    scans: tuple[str, ...]
    """Tables by rows that sequential scans read."""
    scanned_rows_per_s: float
    """Rows of the first of them."""
    statements: tuple[StatementFigures, ...]
    base_calls_per_s: tuple[float, ...] = ()
    """Rate of each client of the base load."""
    other_calls_per_s: tuple[float, ...] = ()
    other_errors_per_s: tuple[float, ...] = ()


@dataclass
class _Samples:
    counts: Counter[str] = field(default_factory=Counter)
    samples: int = 0
    most_sessions: int = 0
    most_blocked: int = 0
    least_free_share: float | None = None

    def mean(self, name: str) -> float:
        return self.counts[name] / max(1, self.samples)


class FiguresRead:
    """Reading of figures on a thread of its own, from `start` to `end`."""

    def __init__(self, server: FaultServer, space: Path | None) -> None:
        """`space` is the directory of the temporary tablespace."""
        self._server = server
        self._space = space
        self._session = server.administrator()
        self._session.execute("SET jit = off")
        self._samples = _Samples()
        self._stop = Event()
        self._thread = Thread(target=self._sample, daemon=True)
        self._before: list[Any] = []
        self._began_s = 0.0

    def start(self) -> None:
        """Begin the interval."""
        self._before = self._read()
        self._began_s = time.monotonic()
        self._thread.start()

    def end(self) -> Figures:
        """End the interval. Return its figures."""
        self._stop.set()
        self._thread.join()
        seconds = time.monotonic() - self._began_s
        after = self._read()
        figures = self._figures(seconds, self._before, after)
        self._session.close()
        return figures

    def _rows(self, statement: str, values: Any = None) -> list[dict[str, Any]]:
        # One session for both threads, which take turns: it takes one connection of the server, as a user's would.
        with self._session.cursor(row_factory=dict_row) as cursor:
            return cursor.execute(statement.encode(), values).fetchall()

    def _read(self) -> list[Any]:
        (counters,) = self._rows(_COUNTERS)
        statements = {row["key"]: row for row in self._rows(_STATEMENTS, [DATABASE])}
        scans = {row["key"]: row for row in self._rows(_SCANS)}
        return [counters, statements, scans, _cpu_s(self._server.process_id)]

    def _sample(self) -> None:
        samples, due_s = self._samples, time.monotonic()
        while not self._stop.wait(max(0.0, due_s - time.monotonic())):
            due_s += 1.0
            rows = self._rows(_SESSIONS)
            (temporary,) = self._rows(_TEMPORARY)
            samples.samples += 1
            samples.counts.update(_names_of(rows, _connected_ports(self._server.port)))
            samples.counts["temporary_relations"] += temporary["relations"]
            samples.counts["temporary_bytes"] += temporary["bytes"]
            samples.most_sessions = max(samples.most_sessions, len(rows))
            samples.most_blocked = max(samples.most_blocked, sum(row["blockers"] > 0 for row in rows))
            if self._space is not None:
                seen = os.statvfs(self._space)
                free = seen.f_bavail / seen.f_blocks
                known = samples.least_free_share
                samples.least_free_share = free if known is None else min(known, free)

    def _figures(self, seconds: float, before: list[Any], after: list[Any]) -> Figures:
        grown = {name: float((after[0][name] or 0) - (before[0][name] or 0)) for name in after[0]}
        samples = self._samples
        statements = list(_statements(before[1], after[1]))
        total_ms = sum(row["execution_ms"] for row in statements) or 1.0
        top = sorted(statements, key=lambda row: row["execution_ms"], reverse=True)
        heavy = [row for row in statements if row["execution_ms"] >= 0.02 * total_ms]
        scans = sorted(_scans(before[2], after[2]), key=lambda row: row["rows"], reverse=True)
        (limit,) = self._rows(_LIMIT)
        return Figures(
            seconds=seconds,
            sessions=samples.mean("sessions"),
            most_sessions=samples.most_sessions,
            sessions_limit=limit["sessions"],
            active=samples.mean("active"),
            working=samples.mean("working"),
            waiting_lock=samples.mean("waiting_lock"),
            waiting_io=samples.mean("waiting_io"),
            waiting_other=samples.mean("waiting_other"),
            idle_in_transaction=samples.mean("idle_in_transaction"),
            most_blocked=samples.most_blocked,
            abandoned=samples.mean("abandoned"),
            processors=(after[3] - before[3]) / seconds,
            transactions_per_s=grown["transactions"] / seconds,
            rollbacks_per_s=grown["rollbacks"] / seconds,
            jit_share=sum(row["jit_ms"] for row in statements) / total_ms,
            worst_jit_share=max((row["jit_ms"] / row["execution_ms"] for row in heavy), default=0.0),
            relations_per_s=grown["relations"] / seconds,
            temporary_relations=samples.mean("temporary_relations"),
            temporary_bytes=samples.mean("temporary_bytes"),
            local_written_bytes_per_s=_BLOCK * sum(row["local_blocks"] for row in statements) / seconds,
            spilled_bytes_per_s=grown["temp_bytes"] / seconds,
            least_free_share=samples.least_free_share,
            wal_bytes_per_s=grown["wal_bytes"] / seconds,
            checkpoints_requested=round(grown["requested"]),
            checkpoints_timed=round(grown["timed"]),
            hit_share=grown["blks_hit"] / max(1.0, grown["blks_hit"] + grown["blks_read"]),
            scans=tuple(
                f"{row['key']}: {row['scans'] / seconds:.2f} scans/s, {row['rows'] / seconds:,.0f} rows/s"
                f" of {row['live']:,}"
                for row in scans[:3]
                if row["scans"]
            ),
            scanned_rows_per_s=scans[0]["rows"] / seconds if scans else 0.0,
            statements=tuple(
                StatementFigures(
                    text=" ".join(row["text"].split())[:90],
                    calls_per_s=row["calls"] / seconds,
                    mean_ms=row["execution_ms"] / max(1.0, row["calls"]),
                    time_share=row["execution_ms"] / total_ms,
                    jit_share=row["jit_ms"] / max(1e-9, row["execution_ms"]),
                )
                for row in top[:_TOP]
            ),
        )


def _statements(before: Mapping[str, _Row], after: Mapping[str, _Row]) -> Iterator[dict[str, Any]]:
    names = ("calls", "execution_ms", "jit_ms", "local_blocks", "spilled_blocks")
    for key, row in after.items():
        old = before.get(key, {})
        yield {"text": row["text"], **{name: float(row[name]) - float(old.get(name, 0)) for name in names}}


def _scans(before: Mapping[str, _Row], after: Mapping[str, _Row]) -> Iterator[dict[str, Any]]:
    for key, row in after.items():
        old = before.get(key, {})
        grown = {name: (row[name] or 0) - (old.get(name) or 0) for name in ("scans", "rows")}
        yield {"key": key, "live": row["live"], **grown}


def _names_of(rows: list[dict[str, Any]], connected: set[int]) -> Iterator[str]:
    for row in rows:
        yield "sessions"
        if row["state"] == "active":
            yield "active"
            waits = {None: "working", "Lock": "waiting_lock", "IO": "waiting_io"}
            yield waits.get(row["wait"], "waiting_other")
            if row["client_port"] is not None and row["client_port"] not in connected:
                yield "abandoned"
        elif str(row["state"]).startswith("idle in transaction"):
            yield "idle_in_transaction"


def _connected_ports(port: int) -> set[int]:
    """Ports of the clients that have a whole connection to the server's port, as its kernel shows them."""
    found: set[int] = set()
    for line in Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]:
        _, own, other, state, *_ = line.split()
        if state == _ESTABLISHED and int(own.partition(":")[2], 16) == port:
            found.add(int(other.partition(":")[2], 16))
    return found


def _cpu_s(first: int) -> float:
    """CPU time of the server: of its first process, its children and those that have ended, seconds."""
    total = 0.0
    children = Path(f"/proc/{first}/task/{first}/children").read_text(encoding="ascii").split()
    for process in (first, *children):
        try:
            line = Path(f"/proc/{process}/stat").read_text(encoding="ascii")
        except OSError:
            continue
        fields = line.rpartition(")")[2].split()
        # Of the first process those that it has waited for, too.
        total += sum(map(int, fields[11:15])) * _TICK_S
    return total


_ROWS: tuple[tuple[str, str], ...] = (
    ("sessions, mean / most / limit", "{sessions:.1f} / {most_sessions} / {sessions_limit}"),
    (
        "active / working / lock / IO / other waits",
        "{active:.2f} / {working:.2f} / {waiting_lock:.2f} / {waiting_io:.2f} / {waiting_other:.2f}",
    ),
    ("idle in transaction; most blocked at once", "{idle_in_transaction:.2f}; {most_blocked}"),
    ("abandoned statements, mean", "{abandoned:.2f}"),
    ("CPU of the server, cores", "{processors:.2f}"),
    ("transactions/s; rollbacks/s", "{transactions_per_s:.1f}; {rollbacks_per_s:.2f}"),
    ("JIT: share of all time; worst statement", "{jit_share:.3f}; {worst_jit_share:.3f}"),
    (
        "relations made/s; temporary relations; their MiB",
        "{relations_per_s:.1f}; {temporary_relations:.1f}; {temporary_mib:.1f}",
    ),
    (
        "MiB/s: temporary tables to files; spills; WAL",
        "{local_mib:.2f}; {spilled_mib:.2f}; {wal_mib:.2f}",
    ),
    ("least free share of the temporary tablespace", "{free}"),
    ("checkpoints requested; timed", "{checkpoints_requested}; {checkpoints_timed}"),
    ("hit ratio", "{hit_share:.4f}"),
    ("base load: calls/s of each client", "{base}"),
    ("other clients: calls/s; errors/s of each", "{others}; {errors}"),
)
_MIB = 1 << 20


def table_of(figures: Figures) -> str:
    """Return the figures as a table of Markdown."""
    values = {name: getattr(figures, name) for name in Figures.__dataclass_fields__}
    values |= {
        "temporary_mib": figures.temporary_bytes / _MIB,
        "local_mib": figures.local_written_bytes_per_s / _MIB,
        "spilled_mib": figures.spilled_bytes_per_s / _MIB,
        "wal_mib": figures.wal_bytes_per_s / _MIB,
        "free": "–" if figures.least_free_share is None else f"{figures.least_free_share:.3f}",
        "base": _rates(figures.base_calls_per_s),
        "others": _rates(figures.other_calls_per_s),
        "errors": _rates(figures.other_errors_per_s),
    }
    lines = [f"| figure | over {figures.seconds:.0f} s |", "|---|---|"]
    lines += [f"| {name} | {text.format(**values)} |" for name, text in _ROWS]
    lines += [f"| sequential scans | {one} |" for one in figures.scans]
    lines += [
        f"| statement | {one.mean_ms:.2f} ms, {one.calls_per_s:.2f}/s, {one.time_share:.0%} of all time, "
        f"JIT {one.jit_share:.0%}: `{one.text.replace('|', '/')}` |"
        for one in figures.statements
    ]
    return "\n".join(lines)


def _rates(rates: tuple[float, ...]) -> str:
    return ", ".join(f"{one:.2f}" for one in rates) or "–"
