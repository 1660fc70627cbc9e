"""Activity of one database over an interval: statements, sessions and their waits, locks, temporary tables, plans."""

from dataclasses import dataclass, field

from loadproof.model.message import Message
from loadproof.model.typed_json import rounded

__all__ = [
    "AbandonedStatement",
    "DatabaseActivity",
    "DatabaseCounts",
    "DatabaseLevels",
    "DatabaseSettingsRead",
    "LockTree",
    "LockedSession",
    "ProblemActivity",
    "RunningStatement",
    "SessionUse",
    "StatementPlan",
    "StatementUse",
    "TableScans",
    "TemporarySpace",
    "TrialDatabase",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementUse:
    """Growth of the counters of one statement (`pg_stat_statements`) over the interval."""

    query_id: str
    """Identifier of the server, as text: it has 64 bits."""
    text: str | None
    """Statement in one line, its values hidden; null: it could not be read."""
    calls: int
    """Executions that ended in the interval."""
    execution_ms: float = field(metadata=rounded(3))
    planning_ms: float = field(default=0.0, metadata=rounded(3))
    """0 if the server does not track it."""
    jit_ms: float = field(default=0.0, metadata=rounded(3))
    """Time of JIT compilation: generation, inlining, optimization and emission; 0 on servers older than 15."""
    rows: int = 0
    blocks_hit: int = 0
    blocks_read: int = 0
    local_blocks_written: int = 0
    """Blocks of temporary tables that went to their files, 8 KiB each."""
    temporary_blocks_written: int = 0
    """Blocks of sorts, hashes and materializations that went to files, 8 KiB each."""
    wal_bytes: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionUse:
    """Samples of active sessions with the same statement and the same wait."""

    query_id: str | None
    """Null: the server does not compute identifiers, or the session runs no statement that has one."""
    wait_type: str | None
    """Type of the wait event, such as `Lock`; null: the session was working."""
    wait: str | None
    """Wait event, such as `transactionid`."""
    samples: int
    """Sum over the samples of the interval, one a second, of the sessions seen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningStatement:
    """Statement that sessions were seen to run: `pg_stat_statements` counts it only when it ends."""

    query_id: str
    text: str | None
    """Statement in one line, its values hidden, with `…` at the end if it is cut; null: it could not be read."""
    longest_s: float = field(metadata=rounded(1))
    """Largest age of one execution at a sample."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LockedSession:
    """Session in a tree of locks: it waits for others, or others wait for it."""

    process_id: int
    blocked_by: tuple[int, ...]
    """Processes that it waits for; empty: it is the root, which holds the lock."""
    state: str
    """State of the session, such as `active` or `idle in transaction`."""
    application: str
    text: str | None
    """Its statement, or the last one of an idle session, with values hidden; null: not readable."""
    wait: str | None
    """Wait event, such as `transactionid`; null: it does not wait."""
    transaction_s: float | None = field(default=None, metadata=rounded(1))
    """Age of its transaction; null: it has none."""
    waited_s: float | None = field(default=None, metadata=rounded(1))
    """Time since its statement began, which is the longest that it may have waited; null: it does not wait."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LockTree:
    """Sessions that wait for locks and those that hold them, at the second of the interval with the most waiting."""

    at_s: float = field(metadata=rounded(1))
    """Seconds on the axis of `DatabaseActivity.begin_s`."""
    waiting: int
    sessions: tuple[LockedSession, ...]
    """50 at most, roots first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AbandonedStatement:
    """Statement that runs though its client has closed the connection."""

    process_id: int
    application: str
    text: str | None
    running_s: float = field(metadata=rounded(1))
    """Age of the statement when it was seen last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableScans:
    """Sequential scans of one table in the interval."""

    table: str
    scans: int
    rows_read: int
    """Rows that these scans read."""
    live_rows: int
    """Rows that the table has, as the server estimates."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DatabaseCounts:
    """Growth of the counters of the database and its server over the interval."""

    commits: int = 0
    rollbacks: int = 0
    deadlocks: int = 0
    blocks_hit: int = 0
    blocks_read: int = 0
    temporary_files: int = 0
    """Files of sorts, hashes and materializations; those of temporary tables are not among them."""
    temporary_bytes: int = 0
    relations_created: int = 0
    """Tables, indexes and TOAST tables that were made: temporary tables make a file each, whatever `temp_buffers`."""
    wal_bytes: int = 0
    """0 if the server does not tell (older than 14)."""
    checkpoints_timed: int = 0
    checkpoints_requested: int = 0
    """Checkpoints that were due because the WAL had grown to `max_wal_size`, or that somebody asked for."""
    checkpoint_write_ms: float = field(default=0.0, metadata=rounded(3))
    blocks_written_by_checkpoints: int = 0
    blocks_written_by_sessions: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class DatabaseLevels:
    """Means over the samples of the interval, one sample a second."""

    sessions: float = field(default=0.0, metadata=rounded(2))
    active: float = field(default=0.0, metadata=rounded(2))
    idle_in_transaction: float = field(default=0.0, metadata=rounded(2))
    waiting_lock: float = field(default=0.0, metadata=rounded(2))
    waiting_io: float = field(default=0.0, metadata=rounded(2))
    working: float = field(default=0.0, metadata=rounded(2))
    """Active sessions that wait for nothing: they run, or wait for a processor."""
    sessions_limit: float = field(default=0.0, metadata=rounded(2))
    """Sessions that the server allows to users who are no superusers."""
    most_sessions: int = 0
    """Largest sample of all sessions."""
    temporary_relations: float = field(default=0.0, metadata=rounded(2))
    """Temporary tables and their indexes that exist: as many files."""
    temporary_relation_bytes: float = field(default=0.0, metadata=rounded(0))
    own_cpu_share: float | None = field(default=None, metadata=rounded(6))
    """CPU time of the backend and the client of the probe as a share of that of all processes of the server with this
    client; null: the server is on another machine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TemporarySpace:
    """File system of the temporary tablespace, at the second of the interval when it was fullest."""

    tablespace: str
    """Name of the tablespace; `pg_default` if `temp_tablespaces` names none."""
    size_bytes: int
    least_free_bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class DatabaseSettingsRead:
    """Settings of the server that the causes rest on."""

    version: int
    """Such as 150007 for 15.7."""
    jit: bool
    jit_above_cost: float
    join_collapse_limit: int
    from_collapse_limit: int
    temp_buffers_bytes: int
    temp_tablespaces: str
    shared_buffers_bytes: int
    max_wal_size_bytes: int
    checkpoint_timeout_s: float
    max_connections: int
    processors: int | None
    """Processors that the server may use; null: it is on another machine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementPlan:
    """Generic plan of a statement, with its cost if the planner may reorder all joins; or the plan of an execution."""

    query_id: str
    """Identifier of the statement; empty: the server computes none."""
    text: str | None = None
    """Statement of the execution in one line, its values hidden; null: the plan is generic, or has no text."""
    joined: int
    """Tables that it joins."""
    cost: float = field(metadata=rounded(2))
    """Estimated total cost at the present limits."""
    cost_reordered: float | None = field(default=None, metadata=rounded(2))
    """Estimated total cost with `join_collapse_limit` and `from_collapse_limit` of `joined`; null: the limits allow it
    already, or it was not asked."""
    execution_ms: float | None = field(default=None, metadata=rounded(3))
    """Duration of the execution that had this plan, the slowest of its statement in the interval; null: the plan is
    generic and was not run."""
    lines: tuple[str, ...] = ()
    """Plan as text with values hidden, 60 lines at most; with time and rows of each node if they were measured."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DatabaseActivity:
    """Activity of one database over one interval, as its probe saw it."""

    service: str
    """Name of the database in the study: its series have the probe `postgres:SERVICE`."""
    begin_s: float = field(metadata=rounded(3))
    """Start of the interval in seconds, on the axis of the run; in a diagnosis without a run, since it began."""
    end_s: float = field(metadata=rounded(3))
    samples: int
    """Samples of sessions in it, one a second."""
    settings: DatabaseSettingsRead | None = None
    counts: DatabaseCounts
    levels: DatabaseLevels
    statements: tuple[StatementUse, ...] = ()
    """Statements by execution time, longest first; 20 at most."""
    other_statements: StatementUse | None = None
    """Sum of all others, with an empty `query_id`; null: there were none."""
    use: tuple[SessionUse, ...] = ()
    """Active sessions by statement and wait, most samples first; 40 at most."""
    running: tuple[RunningStatement, ...] = ()
    """Statements that sessions ran for 10 s or longer, then other ones that are not among `statements`, each group with
    most samples first; 10 at most."""
    locks: LockTree | None = None
    """Null: nobody waited for a lock in any sample."""
    abandoned: tuple[AbandonedStatement, ...] = ()
    scans: tuple[TableScans, ...] = ()
    """Tables by rows that sequential scans read, most first; 10 at most."""
    temporary_space: TemporarySpace | None = None
    """Null: its file system cannot be seen from here."""
    plans: tuple[StatementPlan, ...] = ()
    """Generic plans that were asked for in the interval, each statement once a start; then, on request, plans of the
    slowest executions in the log of the server, one of each statement, 5 at most."""
    shortfalls: tuple[Message, ...] = ()
    """Parts that could not be read, each with a hint."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProblemActivity:
    """Activity of one database before and during an injection, over all its occurrences in one trial."""

    injection: str
    occurrences: int
    """Occurrences during which the database was read."""
    before: DatabaseActivity
    """Five minutes at most before the first occurrence, without seconds of other injections."""
    during: DatabaseActivity


@dataclass(frozen=True, slots=True, kw_only=True)
class TrialDatabase:
    """Activity of one database in one trial, on the axis of the run."""

    trial: int
    service: str
    """Name of the database in the study."""
    variant: str | None
    activity: DatabaseActivity
    """Activity over the judged seconds; of a trial without any, over all of it."""
    minutes: tuple[DatabaseActivity, ...] = ()
    """Minutes of the trial, with its 5 longest statements each; of a trial of more than 2 hours, longer parts."""
    problems: tuple[ProblemActivity, ...] = ()
    """Injections of the trial, in the order of the study; an injection without an interval before or during it is left
    out."""
