"""Random databases over a wide range of sizes and workloads, healthy or with one fault, as a probe would see them.

The ranges come from how such databases are run, not from the thresholds of the rules: sizes of servers, use of their
processors up to 60 %, rates and times of point reads, reports and analyses, sizes of tables. A fault is drawn by what
makes it (sessions, calls a second, milliseconds), as a part of what its database does.
"""

from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from loadproof.records.database_activity import (
    AbandonedStatement,
    DatabaseActivity,
    DatabaseCounts,
    DatabaseLevels,
    LockedSession,
    LockTree,
    SessionUse,
    StatementPlan,
    StatementUse,
    TableScans,
    TemporarySpace,
)
from loadproof.records.finding import Cause

from .made_activity import MIB, settings

__all__ = ["FAULTS", "faulty", "healthy"]

_GIB = 1024 * MIB
_SCAN_MS = 1e-4
"""Time to read a row of a table in a sequential scan."""


@dataclass
class _Draft:
    """Database that is still being drawn."""

    draw: Random
    seconds: int
    processors: int
    busy: float
    """Processors in use."""
    counts: dict[str, int] = field(default_factory=dict)
    levels: dict[str, Any] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)
    statements: list[StatementUse] = field(default_factory=list)
    use: list[SessionUse] = field(default_factory=list)
    scans: list[TableScans] = field(default_factory=list)
    plans: list[StatementPlan] = field(default_factory=list)
    abandoned: list[AbandonedStatement] = field(default_factory=list)
    locks: LockTree | None = None
    space: TemporarySpace | None = None

    @property
    def work_ms(self) -> float:
        """Execution time that the processors in use give in the interval."""
        return self.busy * self.seconds * 1e3

    def between(self, low: float, high: float) -> float:
        """Draw a value whose logarithm is uniform."""
        return float(low * (high / low) ** self.draw.random())

    def chance(self, share: float) -> bool:
        """Draw an event of this probability."""
        return self.draw.random() < share

    def add(self, text: str | None, calls: int, execution_ms: float, **options: Any) -> StatementUse:
        """Add a statement under an identifier of its own."""
        one = StatementUse(
            query_id=str(-(10**18) + len(self.statements)),
            text=text,
            calls=max(1, calls),
            execution_ms=execution_ms,
            **options,
        )
        self.statements.append(one)
        return one

    def made(self) -> DatabaseActivity:
        """Return the activity."""
        ordered = sorted(self.statements, key=lambda one: -one.execution_ms)
        top, others = ordered[:20], ordered[20:]
        rest = None
        if others:
            sums = {
                name: sum(getattr(one, name) for one in others) for name in ("calls", "execution_ms", "jit_ms", "rows")
            }
            rest = StatementUse(query_id="", text=None, **sums)
        return DatabaseActivity(
            service="db",
            begin_s=0.0,
            end_s=float(self.seconds),
            samples=self.seconds,
            settings=settings(processors=self.processors, **self.settings),
            counts=DatabaseCounts(**self.counts),
            levels=DatabaseLevels(**self.levels),
            statements=tuple(top),
            other_statements=rest,
            use=tuple(sorted(self.use, key=lambda one: -one.samples)[:40]),
            locks=self.locks,
            abandoned=tuple(self.abandoned),
            scans=tuple(sorted(self.scans, key=lambda one: -one.rows_read)[:10]),
            temporary_space=self.space,
            plans=tuple(self.plans),
        )


def healthy(draw: Random) -> DatabaseActivity:
    """Draw a database that has no fault."""
    return _healthy(draw).made()


def faulty(draw: Random, cause: Cause) -> DatabaseActivity:
    """Draw a database with the fault that has this cause."""
    draft = _healthy(draw)
    FAULTS[cause](draft)
    return draft.made()


def _healthy(draw: Random) -> _Draft:
    processors = draw.choice([1, 2, 4, 8, 16, 32, 64, 96])
    draft = _Draft(draw, draw.choice([30, 60, 60, 120, 300]), processors, draw.uniform(0.02, 0.6) * processors)
    _transactions(draft)
    for part in (_point_statements, _reports, _analyses, _small_tables, _wide_joins, _rare_compilations):
        part(draft)
    _sessions(draft)
    _lock_moments(draft)
    _wal(draft)
    _space(draft)
    if draft.chance(0.1):
        draft.abandoned.append(
            AbandonedStatement(process_id=7, application="", text=None, running_s=draft.draw.uniform(0.1, 8.0))
        )
    return draft


def _transactions(draft: _Draft) -> None:
    """Transactions of 0.2 to 50 ms of a processor each; some applications roll back what only reads."""
    commits = round(draft.work_ms / draft.between(0.2, 50.0))
    draft.counts = {
        "commits": commits,
        "rollbacks": round(commits * draft.draw.choice([0.0, 0.001, 0.02, 0.3])),
        "blocks_hit": commits * draft.draw.randint(5, 500),
        "blocks_read": commits * draft.draw.randint(0, 20),
        "deadlocks": draft.draw.choice([0, 0, 0, 1]),
    }


def _point_statements(draft: _Draft) -> None:
    share = draft.work_ms * draft.draw.uniform(0.4, 0.9)
    many = draft.draw.randint(2, 30)
    for number in range(many):
        time_ms = share / many * draft.draw.uniform(0.3, 1.7)
        calls = round(time_ms / draft.between(0.03, 8.0))
        rows = round(calls * draft.draw.choice([0.0, 1.0, 1.0, 12.0, 80.0]))
        text = draft.draw.choice(
            [
                f"SELECT * FROM table_{number} WHERE id = $1",  # noqa: S608
                f"UPDATE table_{number} SET state = $1 WHERE id = $2",  # noqa: S608
                f"SELECT count(*), sum(amount) FROM register_{number % 4} WHERE owner = $1",  # noqa: S608
                None,
            ]
        )
        draft.add(text, calls, time_ms, rows=rows, blocks_hit=calls * draft.draw.randint(3, 2_000))


def _reports(draft: _Draft) -> None:
    """Reports with temporary tables, one every 2 s to 2 minutes, each of some tables, up to twice temp_buffers."""
    if draft.chance(0.4):
        return
    reports = max(1, round(draft.seconds * draft.between(0.008, 0.5)))
    tables = draft.draw.randint(1, 6)
    blocks = draft.draw.choice([0, 0, 200, 2_000])
    size = round(draft.between(2e5, 5e6))
    time_ms = reports * (tables * size * _SCAN_MS + draft.between(50.0, 4_000.0))
    for number in range(tables):
        text = f"CREATE TEMPORARY TABLE step_{number} AS SELECT owner, sum(amount) FROM register_0 GROUP BY owner"  # noqa: S608
        rows = reports * draft.draw.randint(10, 50_000)
        draft.add(text, reports, time_ms / tables, rows=rows, local_blocks_written=reports * blocks, blocks_hit=10**6)
        draft.add(f"DROP TABLE step_{number}", reports, reports * draft.between(0.3, 8.0))
    draft.counts["relations_created"] = reports * tables * draft.draw.choice([1, 3, 4])
    draft.counts["temporary_files"] = reports
    draft.counts["temporary_bytes"] = reports * round(draft.between(1.0, 200.0) * MIB)
    draft.levels["temporary_relations"] = draft.draw.uniform(0.0, tables * 4.0)
    draft.levels["temporary_relation_bytes"] = draft.levels["temporary_relations"] * draft.between(0.01, 20.0) * MIB
    draft.scans.append(_scanned("public.register_0", reports * tables, size))


def _analyses(draft: _Draft) -> None:
    """Statements of seconds that read a whole table on purpose, with JIT, which pays there."""
    if draft.chance(0.5):
        return
    calls = max(1, round(draft.seconds * draft.between(0.005, 0.12)))
    mean_ms = draft.between(2_000.0, 30_000.0)
    rows = round(mean_ms * draft.between(1_000.0, 8_000.0))
    compiled_ms = mean_ms * draft.draw.choice([0.0, draft.draw.uniform(0.01, 0.2)])
    workers = draft.draw.choice([1, 3, 5])
    text = draft.draw.choice(
        [
            "SELECT region, count(*), avg(amount) FROM fact WHERE day < $1 GROUP BY region",
            "SELECT sum(amount * $1) FROM fact WHERE cost > $2",
            "SELECT max(amount) FROM fact WHERE kind = $1",
            None,
        ]
    )
    one = draft.add(
        text, calls, calls * mean_ms, jit_ms=calls * compiled_ms, rows=calls, blocks_read=calls * rows // 60
    )
    draft.scans.append(_scanned("public.fact", calls * workers, rows, workers))
    if draft.chance(0.5):
        kept = round(rows * draft.draw.uniform(0.08, 1.0))
        line = f"Seq Scan on fact  (cost {rows / 50:.2f}, rows {kept})"
        draft.plans.append(StatementPlan(query_id=one.query_id, joined=1, cost=rows / 50.0, lines=("Aggregate", line)))


def _small_tables(draft: _Draft) -> None:
    """Tables of some rows that the planner reads whole, as often as it likes, and a large one that a job reads."""
    for number in range(draft.draw.randint(0, 6)):
        scans = round(draft.seconds * draft.between(0.1, 900.0))
        draft.scans.append(_scanned(f"public.table_{number}", scans, round(draft.between(5, 3_000))))
    if draft.chance(0.2):
        draft.scans.append(_scanned("public.archive", draft.draw.randint(1, 3), round(draft.between(1e6, 1e8))))


def _wide_joins(draft: _Draft) -> None:
    """Statements of many joins: in the best order already, or too rare to matter."""
    if draft.chance(0.6):
        return
    is_rare = draft.chance(0.4)
    time_ms = draft.work_ms * (draft.draw.uniform(0.0005, 0.01) if is_rare else draft.draw.uniform(0.01, 0.2))
    one = draft.add("SELECT $1 FROM document JOIN form ON form.id = document.form", 9, time_ms, blocks_hit=9_000)
    cost = draft.between(100.0, 1e6)
    better = cost / (draft.between(5.0, 900.0) if is_rare else draft.draw.uniform(1.0, 1.5))
    joined = draft.draw.randint(9, 18)
    draft.plans.append(StatementPlan(query_id=one.query_id, joined=joined, cost=cost, cost_reordered=better))


def _rare_compilations(draft: _Draft) -> None:
    """Statement that JIT compilation slows down, and that nobody feels."""
    if draft.chance(0.3):
        time_ms = _all_ms(draft) * draft.draw.uniform(0.001, 0.03)
        draft.add("SELECT sum(a) FROM rare", 3, time_ms, jit_ms=time_ms * draft.draw.uniform(0.3, 0.9))


def _sessions(draft: _Draft) -> None:
    """Sessions at work as in a queue before the processors, pools up to 70 % of the limit, waits for I/O."""
    use = draft.busy / draft.processors
    # Mean of M/M/c, exact for one processor and near it for more.
    at_work = draft.busy + use ** ((2.0 * (draft.processors + 1)) ** 0.5) / (1.0 - use)
    at_work *= draft.draw.uniform(0.8, 1.2)
    waiting_io = at_work * draft.draw.choice([0.0, 0.05, 0.5, 2.0])
    limit = draft.draw.choice([97.0, 97.0, 197.0, 497.0])
    sessions = max(draft.draw.uniform(0.03, 0.7) * limit, min(at_work + waiting_io + 1.0, 0.7 * limit))
    draft.levels |= {
        "working": at_work,
        "waiting_io": waiting_io,
        "active": at_work + waiting_io,
        "sessions": sessions,
        "most_sessions": round(min(sessions * draft.draw.uniform(1.0, 1.25), limit - 2)),
        "sessions_limit": limit,
        "idle_in_transaction": draft.draw.uniform(0.0, 0.3) * at_work,
    }
    for one in draft.statements[:20]:
        samples = round(draft.levels["active"] * draft.seconds / 20)
        draft.use.append(SessionUse(query_id=one.query_id, wait_type=None, wait=None, samples=samples))


def _lock_moments(draft: _Draft) -> None:
    """Rows that several sessions want, for milliseconds; instances that wait to become leader."""
    waiting = draft.levels["active"] * draft.draw.choice([0.0, 0.0, 0.01, 0.08])
    if waiting and draft.chance(0.5):
        waits_s = draft.between(0.001, 2.0)
        root = _session(1, (), "idle in transaction", draft.between(0.001, 3.0), None)
        draft.locks = LockTree(at_s=3.0, waiting=1, sessions=(root, _session(2, (1,), "active", 3.0, waits_s)))
    if draft.chance(0.1):
        standbys = draft.draw.randint(1, 3)
        samples = standbys * draft.seconds
        draft.use.append(SessionUse(query_id="3", wait_type="Lock", wait="advisory", samples=samples))
        waiting += standbys
        draft.levels["active"] += standbys
    draft.levels["waiting_lock"] = waiting


def _wal(draft: _Draft) -> None:
    """WAL up to a bulk load, checkpoints by it or by time, one that a backup asks for."""
    largest = draft.draw.choice([1, 1, 4, 16]) * _GIB
    written = round(draft.seconds * draft.between(0.001, 40.0) * MIB)
    asked = draft.draw.choice([0, 0, 1])
    draft.settings |= {"max_wal_size_bytes": largest, "jit": draft.chance(0.7)}
    draft.counts |= {
        "wal_bytes": written,
        "checkpoints_requested": round(written // (largest / 1.9)) + asked,
        "checkpoints_timed": draft.draw.choice([0, 0, 1]),
        "blocks_written_by_checkpoints": written // 20_000,
    }


def _space(draft: _Draft) -> None:
    """File system of the temporary tablespace: roomy, or nearly full and large."""
    if draft.chance(0.3):
        return
    size, free = round(draft.between(2.0, 4_000.0) * _GIB), draft.draw.uniform(0.1, 0.95)
    if draft.chance(0.15):
        size, free = round(draft.between(2_000.0, 20_000.0) * _GIB), draft.draw.uniform(0.02, 0.06)
    used = round(draft.levels.get("temporary_relation_bytes", 0.0)) + draft.counts.get("temporary_bytes", 0)
    draft.space = TemporarySpace(
        tablespace="pg_default", size_bytes=size + 2 * used, least_free_bytes=round(size * free) + used
    )


def _scanned(table: str, scans: int, rows: int, workers: int = 1) -> TableScans:
    return TableScans(table=table, scans=scans, rows_read=scans * rows // workers, live_rows=rows)


def _session(
    process_id: int, blocked_by: tuple[int, ...], state: str, transaction_s: float, waited_s: float | None
) -> LockedSession:
    return LockedSession(
        process_id=process_id,
        blocked_by=blocked_by,
        state=state,
        application="desk",
        text="UPDATE task SET done = $1 WHERE id = $2",
        wait="transactionid" if blocked_by else None,
        transaction_s=transaction_s,
        waited_s=waited_s,
    )


# Faults.


def _lock_chain(draft: _Draft) -> None:
    """Sessions that pile up behind a transaction which stays open, from some time in the interval on."""
    lasts = draft.draw.uniform(0.3, 1.0)
    waiting = draft.draw.randint(3, 40)
    if draft.chance(0.5):
        # A larger server has more sessions in the way of such a transaction.
        waiting += round(draft.busy * draft.draw.uniform(0.5, 3.0))
    else:
        draft.busy = min(draft.busy, 4.0)
        draft.levels["active"] = min(draft.levels["active"], 6.0)
    draft.levels["active"] += waiting * lasts
    draft.levels["waiting_lock"] += waiting * lasts
    draft.levels["sessions"] += waiting
    # The limit is one that the pools fit into.
    draft.levels["sessions_limit"] = max(draft.levels["sessions_limit"], 1.4 * draft.levels["sessions"])
    draft.levels["most_sessions"] = round(draft.levels["sessions"])
    state = draft.draw.choice(["idle in transaction", "active", "idle in transaction (aborted)"])
    age_s = lasts * draft.seconds
    sessions = [_session(1, (), state, age_s, None)]
    for process_id in range(2, min(50, waiting + 2)):
        blocker = draft.draw.choice([1, process_id - 1])
        sessions.append(_session(process_id, (blocker,), "active", age_s, draft.draw.uniform(0.5, 1.0) * age_s))
    draft.locks = LockTree(at_s=9.0, waiting=waiting, sessions=tuple(sessions))


def _compilation(draft: _Draft) -> None:
    """Statements of 15 to 400 ms that take a fifth to two thirds of the time, most of it for compilation."""
    whole_ms = max(_all_ms(draft), 2_000.0)
    time_ms = whole_ms * draft.draw.uniform(0.25, 2.0)
    calls = round(time_ms / draft.between(15.0, 400.0))
    text = draft.draw.choice(["WITH RECURSIVE below AS (SELECT id FROM department) SELECT id FROM below", None])
    one = draft.add(text, calls, time_ms, jit_ms=time_ms * draft.draw.uniform(0.45, 0.95), rows=calls * 9)
    if draft.chance(0.5):
        draft.plans.append(StatementPlan(query_id=one.query_id, joined=3, cost=draft.between(1e5, 1e8)))


def _churn(draft: _Draft) -> None:
    """Temporary tables, an index each, ten or more a second for each processor in use, beside longer transactions."""
    tables = round(draft.seconds * draft.between(10.0, 60.0) * max(1.0, draft.busy))
    relations = draft.draw.choice([4, 5, 6])
    draft.counts["relations_created"] = draft.counts.get("relations_created", 0) + tables * relations
    draft.counts["commits"] = round(draft.work_ms / draft.between(3.0, 60.0)) + tables * draft.draw.choice([1, 5])
    draft.levels["temporary_relations"] = draft.between(0.2, 60.0)
    draft.add("CREATE TEMPORARY TABLE step (line int, note text)", tables, tables * draft.between(0.4, 4.0))
    draft.add("CREATE INDEX step_line ON step (line)", tables, tables * draft.between(0.3, 2.0))
    draft.add("DROP TABLE step", tables, tables * draft.between(0.3, 3.0))


def _forbidden_order(draft: _Draft) -> None:
    """Report of more joins than the limits, with a selective one at the end of its text."""
    time_ms = max(_all_ms(draft), 3_000.0) * draft.draw.uniform(0.12, 3.0)
    one = draft.add("SELECT max(form.name) FROM document JOIN form ON $1", 30, time_ms, blocks_hit=10**6)
    cost, joined = draft.between(2_000.0, 1e7), draft.draw.randint(11, 18)
    better = cost / draft.between(3.0, 2_000.0)
    draft.plans.append(StatementPlan(query_id=one.query_id, joined=joined, cost=cost, cost_reordered=better))
    limit = draft.draw.choice([8, 10])
    draft.settings |= {"join_collapse_limit": limit, "from_collapse_limit": limit}


def _processors(draft: _Draft) -> None:
    """Sessions with statements of minutes, several for each processor."""
    added = draft.processors * draft.draw.uniform(2.2, 30.0) + 2.0
    draft.levels["working"] += added
    draft.levels["active"] += added
    draft.use.append(SessionUse(query_id="77", wait_type=None, wait=None, samples=round(added * draft.seconds)))


def _connections(draft: _Draft) -> None:
    """Clients that want more connections than there are, and come again as soon as one is free."""
    limit = draft.draw.choice([7.0, 17.0, 47.0, 97.0])
    sessions = limit - 1.0 - draft.draw.uniform(0.0, 0.1) * limit
    draft.levels |= {"sessions": sessions, "sessions_limit": limit, "most_sessions": round(limit - 1)}


def _full_space(draft: _Draft) -> None:
    """Small tablespace that a large temporary table, or files of sorts, fill up."""
    size = round(draft.between(64.0, 16_000.0) * MIB)
    used = draft.draw.uniform(0.3, 0.97)
    if draft.chance(0.7):
        draft.levels |= {"temporary_relation_bytes": size * used, "temporary_relations": 9.0}
    else:
        draft.counts["temporary_bytes"] = round(size * used) * draft.draw.randint(1, 9)
    draft.space = TemporarySpace(
        tablespace="fast", size_bytes=size, least_free_bytes=round(size * draft.draw.choice([0.0, 0.002, 0.03]))
    )
    draft.counts["rollbacks"] += draft.seconds * draft.draw.randint(1, 20)


def _missing_index(draft: _Draft) -> None:
    """Look-ups of one row in a table of 0.1 to 20 million rows, at the rate of an application."""
    rows = round(draft.between(1e5, 2e7))
    mean_ms = rows * draft.between(5e-5, 2e-4)
    time_ms = max(_all_ms(draft), 5_000.0) * draft.draw.uniform(0.2, 3.0)
    calls = max(round(time_ms / mean_ms), round(draft.seconds * 0.7))
    workers = draft.draw.choice([1, 1, 3])
    text = draft.draw.choice(
        [
            "SELECT id, amount FROM purchase WHERE barcode = $1",
            "SELECT p.* FROM public.purchase AS p WHERE p.barcode = upper($1) AND p.state IN ($2, $3)",
            "UPDATE purchase SET state = $1 WHERE barcode = $2",
            'DELETE FROM "purchase" WHERE account = ANY($1)',
        ]
    )
    one = draft.add(text, calls, calls * mean_ms, rows=calls, blocks_hit=calls * rows // 50)
    draft.scans.append(_scanned("public.purchase", calls * workers, rows, workers))
    if draft.chance(0.5):
        line = f"->  Seq Scan on purchase p  (cost {rows / 40:.2f}, rows {draft.draw.randint(1, 200)})"
        draft.plans.append(StatementPlan(query_id=one.query_id, joined=1, cost=rows / 40.0, lines=(line,)))


def _abandoned(draft: _Draft) -> None:
    """Statements of minutes that three or more clients left, in part before the interval."""
    left = max(3, round(draft.levels["active"] * draft.draw.uniform(0.1, 1.0)))
    draft.abandoned = [
        AbandonedStatement(
            process_id=at,
            application="report",
            text="SELECT count(*) FROM account AS one, account AS other",
            running_s=draft.seconds * draft.draw.uniform(0.6, 3.0),
        )
        for at in range(min(50, left))
    ]
    draft.levels["active"] += left
    draft.levels["working"] += left


def _checkpoint_storm(draft: _Draft) -> None:
    """Writes of an application beside a WAL that may grow to one or a few segments."""
    largest = draft.draw.choice([32, 48, 64, 96]) * MIB
    segments = max(1, int(largest / (16 * MIB) / 1.9))
    written = round(draft.seconds * draft.between(8.0, 60.0) * MIB)
    draft.settings["max_wal_size_bytes"] = largest
    draft.counts |= {
        "wal_bytes": written,
        "checkpoints_requested": written // (segments * 16 * MIB),
        "checkpoints_timed": 0,
    }


def _all_ms(draft: _Draft) -> float:
    return sum(one.execution_ms for one in draft.statements)


FAULTS = {
    Cause.DATABASE_LOCK: _lock_chain,
    Cause.DATABASE_JIT: _compilation,
    Cause.DATABASE_TEMPORARY_TABLES: _churn,
    Cause.DATABASE_JOIN_ORDER: _forbidden_order,
    Cause.DATABASE_SESSIONS: _processors,
    Cause.DATABASE_CONNECTIONS: _connections,
    Cause.DATABASE_TEMPORARY_SPACE: _full_space,
    Cause.DATABASE_MISSING_INDEX: _missing_index,
    Cause.DATABASE_ABANDONED: _abandoned,
    Cause.DATABASE_CHECKPOINTS: _checkpoint_storm,
}
"""Function that puts a fault into a healthy draft, by its cause."""


def without_statements(activity: DatabaseActivity) -> DatabaseActivity:
    """Return what a probe sees of a database without pg_stat_statements."""
    return replace(activity, statements=(), other_statements=None, plans=())
