"""Made activities of a database, to which a test adds what its rule reads."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from loadproof.records.database_activity import (
    AbandonedStatement,
    DatabaseActivity,
    DatabaseCounts,
    DatabaseLevels,
    DatabaseSettingsRead,
    LockedSession,
    LockTree,
    RunningStatement,
    SessionUse,
    StatementPlan,
    StatementUse,
    TableScans,
    TemporarySpace,
)

__all__ = [
    "ALL",
    "DURATION_S",
    "JOINED",
    "LOOK_UP",
    "MIB",
    "abandoned",
    "activity",
    "churning",
    "every_text",
    "joining",
    "locked",
    "look_up",
    "missing_index",
    "plan",
    "scans",
    "settings",
    "space",
    "statement",
    "storm",
    "tree",
    "waits",
    "with_jit",
]

DURATION_S = 60
MIB = 2**20


def settings(**options: Any) -> DatabaseSettingsRead:
    """Return settings of a server with 4 processors, otherwise the defaults of PostgreSQL 15."""
    defaults: dict[str, Any] = {
        "version": 150007,
        "jit": True,
        "jit_above_cost": 100_000.0,
        "join_collapse_limit": 8,
        "from_collapse_limit": 8,
        "temp_buffers_bytes": 8 * MIB,
        "temp_tablespaces": "",
        "shared_buffers_bytes": 128 * MIB,
        "max_wal_size_bytes": 1024 * MIB,
        "checkpoint_timeout_s": 300.0,
        "max_connections": 100,
        "processors": 4,
    }
    return DatabaseSettingsRead(**{**defaults, **options})


def statement(query_id: str = "1", text: str | None = "SELECT $1", calls: int = 6_000, **options: Any) -> StatementUse:
    """Return a statement of 1 ms a call."""
    return StatementUse(query_id=query_id, text=text, calls=calls, **{"execution_ms": float(calls), **options})


def activity(**options: Any) -> DatabaseActivity:
    """Return a minute of a database at work: 200 transactions a second, one active session, 20 of 97 sessions.

    `counts` and `levels` are dictionaries of what differs from that.
    """
    counts = {"commits": 12_000, "rollbacks": 12, "blocks_hit": 900_000, "blocks_read": 9_000, "wal_bytes": 60 * MIB}
    levels = {"sessions": 20.0, "active": 1.0, "working": 0.7, "sessions_limit": 97.0, "most_sessions": 22}
    told: dict[str, Any] = {
        "service": "db",
        "begin_s": 30.0,
        "end_s": 30.0 + DURATION_S,
        "samples": DURATION_S,
        "settings": settings(),
        "statements": (statement(),),
        **options,
        "counts": DatabaseCounts(**{**counts, **options.get("counts", {})}),
        "levels": DatabaseLevels(**{**levels, **options.get("levels", {})}),
    }
    return DatabaseActivity(**told)


def locked(process_id: int, *blocked_by: int, **options: Any) -> LockedSession:
    """Return a session of a tree: a root is idle in transaction for a minute, any other one waits for 20 s."""
    root = {"state": "idle in transaction", "text": "UPDATE account SET note = $1", "wait": None, "transaction_s": 60.0}
    waits = {"state": "active", "text": "UPDATE task SET done = $1", "wait": "transactionid", "waited_s": 20.0}
    told = {"application": "desk", **(waits if blocked_by else root), **options}
    return LockedSession(process_id=process_id, blocked_by=blocked_by, **told)


def tree(sessions: Sequence[LockedSession]) -> LockTree:
    """Return the tree of these sessions."""
    return LockTree(at_s=50.0, waiting=sum(bool(one.blocked_by) for one in sessions), sessions=tuple(sessions))


LOOK_UP = "SELECT id, amount FROM purchase WHERE barcode = $1"
JOINED = "SELECT 1 FROM purchase p JOIN account a ON a.barcode = p.barcode"


def scans(count_of: int = 300, rows: int = 1_000_000, table: str = "public.purchase", **options: Any) -> TableScans:
    """Return scans of a table, by default 5 a second of a million rows."""
    return TableScans(**{"table": table, "scans": count_of, "rows_read": count_of * rows, "live_rows": rows, **options})


def look_up(text: str | None = LOOK_UP, calls: int = 300, **options: Any) -> Any:
    """Return a statement that reads a table whole for one row, 100 ms a call."""
    told = {"rows": calls, "blocks_hit": calls * 10_000, "execution_ms": 100.0 * calls, **options}
    return statement("7", text, calls, **told)


def plan(*lines: str, **options: Any) -> StatementPlan:
    """Return a plan of the statement `7`."""
    return StatementPlan(**{"query_id": "7", "joined": 1, "cost": 20_000.0, "lines": lines, **options})


def space(free: float, tablespace: str = "fast") -> TemporarySpace:
    """Return a file system of 100 MiB with a share of it free at the fullest."""
    return TemporarySpace(tablespace=tablespace, size_bytes=100 * MIB, least_free_bytes=round(free * 100 * MIB))


def missing_index(statements: tuple[Any, ...] = (look_up(),), of: TableScans | None = None, **options: Any) -> Any:
    """Return a database that looks rows up without an index, beside short statements of 6 s in all."""
    return activity(statements=(*statements, statement()), scans=(of or scans(),), **options)


def with_jit(jit_ms: float, execution_ms: float = 10_000.0, others_ms: float = 6_000.0, **options: Any) -> Any:
    """Return a database with a statement that JIT compiles, beside others."""
    compiled = statement("7", "SELECT sum(a) FROM t", 100, execution_ms=execution_ms, jit_ms=jit_ms)
    return activity(statements=(compiled, statement(execution_ms=others_ms)), **options)


def churning(created: int = 3_600, **options: Any) -> Any:
    """Return a database that makes temporary tables, 60 relations a second by default."""
    counts = {"relations_created": created, **options.pop("counts", {})}
    return activity(counts=counts, levels={"temporary_relations": 3.0, **options.pop("levels", {})}, **options)


def joining(cost: float, reordered: float | None = 1_000.0, time_ms: float = 6_000.0, **options: Any) -> Any:
    """Return a database with a statement that joins 13 tables, beside others of 6 s in all."""
    report = statement("7", "SELECT max(d1.name) FROM sale JOIN d1", 60, execution_ms=time_ms)
    plans = (plan(joined=13, cost=cost, cost_reordered=reordered),)
    return activity(statements=(report, statement()), plans=plans, **options)


def storm(requested: int = 12, wal_mib: int = 600, max_mib: int = 32, timed: int = 0, **options: Any) -> Any:
    """Return a database with a checkpoint every 5 s, of 50 MiB of WAL each."""
    counts = {"checkpoints_requested": requested, "checkpoints_timed": timed, "wal_bytes": wal_mib * MIB}
    return activity(counts=counts, settings=settings(max_wal_size_bytes=max_mib * MIB), **options)


def abandoned(*ages_s: float, **options: Any) -> Any:
    """Return a database with statements of these ages whose clients are gone."""
    found = [
        AbandonedStatement(process_id=at, application="report", text="SELECT count(*)", running_s=age_s)
        for at, age_s in enumerate(ages_s)
    ]
    return activity(abandoned=tuple(found), **options)


def waits(waiting: float, active: float = 1.0, **options: Any) -> Any:
    """Return a database with sessions that wait for locks."""
    return activity(levels={"waiting_lock": waiting, "active": active}, **options)


ALL = activity(
    statements=(
        look_up(),
        statement("8", "SELECT sum(a) FROM t", 100, execution_ms=10_000.0, jit_ms=6_000.0),
        statement("9", "SELECT max(d1.name) FROM sale", 60, execution_ms=9_000.0),
        statement(),
    ),
    plans=(plan(query_id="9", joined=13, cost=9e5, cost_reordered=900.0),),
    scans=(scans(),),
    abandoned=abandoned(55.0, 54.0, 53.0).abandoned,
    locks=tree([locked(1), locked(2, 1), locked(3, 2)]),
    temporary_space=space(0.0),
    settings=settings(max_wal_size_bytes=32 * MIB),
    counts={"checkpoints_requested": 20, "wal_bytes": 900 * MIB, "relations_created": 9_000},
    levels={
        "waiting_lock": 9.0,
        "active": 30.0,
        "working": 20.0,
        "temporary_relations": 9.0,
        "sessions": 96.0,
        "most_sessions": 96,
    },
)
"""Everything at once."""


def every_text() -> list[DatabaseActivity]:
    """Return databases that together have every text of the causes; all but two beside any that passed."""
    return [
        ALL,
        activity(levels={"working": 9.0}, settings=settings(processors=None)),
        activity(scans=(scans(),)),
        activity(statements=(statement(local_blocks_written=10**7),), levels={"temporary_relations": 1.0}),
        replace(storm(), settings=None),
        with_jit(5_000.0),
        with_jit(5_000.0, plans=(plan(cost=250_000.0),)),
        waits(3.0),
        activity(
            levels={"working": 20.0},
            use=(SessionUse(query_id="99", wait_type=None, wait=None, samples=600),),
            running=(RunningStatement(query_id="99", text="SELECT sum(a) FROM t", longest_s=130.0),),
        ),
        activity(levels={"sessions": 96.0, "active": 90.0}),
        activity(levels={"sessions": 96.0, "active": 2.0}),
    ]
