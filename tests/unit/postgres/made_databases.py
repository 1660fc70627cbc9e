"""Activities of databases for tests of what is reported of them: a busy one, and one whose every text is hostile."""

from dataclasses import replace
from typing import Any

from loadproof.model.message import Message
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
    TrialDatabase,
)

from tests.control_characters import HOSTILE

__all__ = ["ATTACK", "BUSY", "CREATION", "REPORT", "SETTINGS", "UPDATE", "hostile_activity", "of_trial", "statement"]

ATTACK = f"</td><script>alert(1)</script>|`` ```\n{HOSTILE}\u202e"
"""Text that would run in a page, break a table of Markdown, move the cursor of a terminal, and turn a line around."""

SETTINGS = DatabaseSettingsRead(
    version=150007,
    jit=True,
    jit_above_cost=100_000.0,
    join_collapse_limit=8,
    from_collapse_limit=8,
    temp_buffers_bytes=8 << 20,
    temp_tablespaces="space",
    shared_buffers_bytes=128 << 20,
    max_wal_size_bytes=1 << 30,
    checkpoint_timeout_s=300.0,
    max_connections=100,
    processors=2,
)


def statement(query_id: str, text: str | None, calls: int, execution_ms: float, **more: Any) -> StatementUse:
    return StatementUse(query_id=query_id, text=text, calls=calls, execution_ms=execution_ms, **more)


REPORT = statement(
    "11", "SELECT d.id FROM document d JOIN task t ON t.document = d.id WHERE d.region = ?", 60, 60_000.0,
    jit_ms=15_000.0, rows=600, blocks_hit=900, blocks_read=100, temporary_blocks_written=1280, wal_bytes=0,
)  # fmt: skip
UPDATE = statement("12", "UPDATE document SET subject = ? WHERE id = ?", 6000, 36_000.0, rows=6000, wal_bytes=60 << 20)
CREATION = statement("13", "CREATE TEMPORARY TABLE tt1 AS SELECT ?", 1200, 12_000.0, local_blocks_written=640)

BUSY = DatabaseActivity(
    service="db",
    begin_s=30.0,
    end_s=90.0,
    samples=60,
    settings=SETTINGS,
    counts=DatabaseCounts(
        commits=600,
        rollbacks=6,
        deadlocks=1,
        blocks_hit=99_000,
        blocks_read=1_000,
        temporary_files=120,
        temporary_bytes=60 << 20,
        relations_created=1200,
        wal_bytes=120 << 20,
        checkpoints_timed=1,
        checkpoints_requested=3,
        checkpoint_write_ms=12_000.0,
        blocks_written_by_checkpoints=7680,
        blocks_written_by_sessions=3840,
    ),
    levels=DatabaseLevels(
        sessions=40.0,
        active=4.0,
        idle_in_transaction=1.0,
        waiting_lock=1.5,
        waiting_io=0.25,
        working=2.0,
        sessions_limit=97.0,
        most_sessions=90,
        temporary_relations=24.0,
        temporary_relation_bytes=float(96 << 20),
        own_cpu_share=0.004,
    ),
    statements=(REPORT, UPDATE, CREATION),
    other_statements=statement("", None, 600, 12_000.0),
    use=(
        SessionUse(query_id="11", wait_type=None, wait=None, samples=110),
        SessionUse(query_id="12", wait_type="Lock", wait="transactionid", samples=80),
        SessionUse(query_id="11", wait_type="Lock", wait="transactionid", samples=10),
        SessionUse(query_id="13", wait_type="IO", wait="DataFileWrite", samples=15),
    ),
    locks=LockTree(
        at_s=61.0,
        waiting=3,
        sessions=(
            LockedSession(
                process_id=700, blocked_by=(), state="idle in transaction", application="console",
                text="UPDATE document SET state = ? WHERE id = ?", wait=None, transaction_s=42.0,
            ),
            LockedSession(
                process_id=701, blocked_by=(700,), state="active", application="documents",
                text="UPDATE document SET subject = ?", wait="transactionid", transaction_s=9.0, waited_s=8.5,
            ),
            LockedSession(
                process_id=702, blocked_by=(701, 700), state="active", application="documents",
                text="UPDATE document SET subject = ?", wait="tuple", transaction_s=7.0, waited_s=6.0,
            ),
            LockedSession(
                process_id=703, blocked_by=(702,), state="active", application="", text=None, wait="tuple",
            ),
        ),
    ),
    abandoned=(
        AbandonedStatement(process_id=801, application="old", text="SELECT count(*) FROM entry", running_s=90.0),
    ),
    scans=(TableScans(table="public.entry", scans=60, rows_read=60_000_000, live_rows=1_000_000),),
    temporary_space=TemporarySpace(tablespace="space", size_bytes=256 << 20, least_free_bytes=8 << 20),
    plans=(
        StatementPlan(
            query_id="11", joined=12, cost=1_240_000.0, cost_reordered=31_000.0,
            lines=("Hash Join", "  ->  Seq Scan on entry", "        Filter: (value = ?)"),
        ),
        StatementPlan(query_id="12", joined=1, cost=8.0),
    ),
    shortfalls=(Message("postgres-no-statements"),),
)  # fmt: skip
"""Shares of 120 s of execution: 50, 30, 10 and 10 %."""


def hostile_activity(text: str = ATTACK) -> DatabaseActivity:
    """Return an activity with `text` at every place for one, and with numbers that no server has."""
    assert BUSY.locks is not None
    assert BUSY.temporary_space is not None
    enormous = 10**400
    sessions = tuple(
        replace(one, application=text, text=text, state=text, wait=text if one.wait else None)
        for one in BUSY.locks.sessions
    )
    cycle = (
        replace(sessions[0], process_id=900, blocked_by=(901,)),
        replace(sessions[1], process_id=901, blocked_by=(900, 901)),
    )
    return replace(
        BUSY,
        service=text,
        end_s=BUSY.begin_s,
        counts=replace(BUSY.counts, commits=enormous, wal_bytes=-enormous, checkpoints_requested=enormous),
        levels=replace(BUSY.levels, active=float("nan"), sessions=float("inf")),
        statements=(
            *(replace(one, text=text, query_id=f"{place}{text}") for place, one in enumerate(BUSY.statements)),
            statement(f"z{text}", None, 0, 0.0, rows=enormous),
        ),
        use=tuple(replace(one, query_id=text, wait=text, wait_type=text) for one in BUSY.use),
        running=(
            RunningStatement(query_id=text, text=text, longest_s=float("inf")),
            RunningStatement(query_id=f"z{text}", text=None, longest_s=float("nan")),
        ),
        locks=replace(BUSY.locks, sessions=(*sessions, *cycle)),
        abandoned=tuple(replace(one, application=text, text=text, running_s=float("inf")) for one in BUSY.abandoned),
        scans=tuple(replace(one, table=text, rows_read=enormous) for one in BUSY.scans),
        temporary_space=replace(BUSY.temporary_space, tablespace=text),
        plans=tuple(replace(one, query_id=text, lines=(text, " " * 100_000 + text) * 100) for one in BUSY.plans),
        settings=replace(SETTINGS, temp_tablespaces=text),
        shortfalls=(Message.said(text),) * 100,
    )


def of_trial(number: int, activity: DatabaseActivity = BUSY, variant: str | None = None) -> TrialDatabase:
    return TrialDatabase(
        trial=number, service=activity.service, variant=variant, activity=activity, minutes=(activity, activity)
    )
