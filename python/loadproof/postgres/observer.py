"""Activity of a database over one interval, from samples a second apart and from counters at its two ends.

What a server says is bounded here: numbers that are none, or beyond what JSON keeps exactly, count as not said.
"""

import json
import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from loadproof.model.message import Message
from loadproof.postgres.activity import MOST_SCANS, MOST_USES, most_running, most_used
from loadproof.postgres.hidden_values import CUT, LONGEST_STATEMENT, hidden_values
from loadproof.postgres.queries import MOST_TABLES, statement_columns
from loadproof.postgres.statement_names import StatementNames
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
    "IntervalObserver",
    "Lines",
    "ServerCpu",
    "by_key",
    "lock_tree",
    "number",
    "pairs",
    "settings_read",
    "shown_running",
    "shown_statement",
    "statement_growth",
    "table_growth",
]

Lines = Mapping[str, str]
"""Lines of counters by statement or table."""
_Row = Mapping[str, str | None]

_LARGEST = 2.0**53
_LARGEST_MS = 1e12
_LARGEST_S = 1e9
_LONGEST_NAME = 100
_MOST_SESSIONS = 50
_MOST_KINDS = 2000
_UNITS = {"B": 1, "kB": 1024, "8kB": 8192, "16kB": 16384, "32kB": 32768, "MB": 1 << 20, "GB": 1 << 30}
_HIDDEN_TEXT = "<"
"""Start of a text that stands in place of a statement, as of `<insufficient privilege>`."""
_PREPARED = "prepared transaction"


def number(text: object, largest: float = _LARGEST) -> float:
    """Return a number of a server, 0 where it is none, negative or beyond `largest`.

    >>> number("7.5"), number("NaN"), number("-1"), number(None), number("1e300")
    (7.5, 0.0, 0.0, 0.0, 0.0)
    """
    try:
        value = float(str(text))
    except ValueError:
        return 0.0
    return value if 0 <= value <= largest else 0.0


def by_key(lines: Sequence[str], numbers: int, *, is_last: bool = False) -> dict[str, str]:
    """Return lines of `numbers` numbers by their first word, or by what stands behind the numbers.

    Lines with fewer words are left out.

    >>> by_key(["7 1 2", "8 3"], 2), by_key(["1 2 public.tasks done"], 2, is_last=True)
    ({'7': '1 2'}, {'public.tasks done': '1 2'})
    """
    found = {}
    for line in lines:
        words = line.split(" ", numbers if is_last else 1)
        if is_last and len(words) == numbers + 1:
            found[words[-1]] = " ".join(words[:-1])
        elif not is_last and len(words) > 1 and words[1].count(" ") == numbers - 1:
            found[words[0]] = words[1]
    return found


def _numbers(line: str | None, wanted: int) -> list[float] | None:
    """Numbers of a line; zeros of no line; None: the line is none of numbers."""
    if line is None:
        return [0.0] * wanted
    try:
        values = [float(word) for word in line.split()]
    except ValueError:
        return None
    return values if len(values) == wanted and all(0 <= value <= _LARGEST for value in values) else None


def _grown(before: str | None, now: str, wanted: int) -> list[float] | None:
    """Growth between two lines; all of `now` where a counter fell, as it began anew meanwhile; None: none grew."""
    first, last = _numbers(before, wanted), _numbers(now, wanted)
    if first is None or last is None:
        return None
    began_anew = any(later < earlier for earlier, later in zip(first, last, strict=True))
    growth = last if began_anew else [later - earlier for earlier, later in zip(first, last, strict=True)]
    return growth if any(growth) else None


def statement_growth(before: Lines, now: Lines) -> list[StatementUse]:
    """Return the statements whose counters grew, without texts; a statement that is new began at zero.

    >>> before, now = {"7": "1 2.5 0 1 0 0 0 0 0 0"}, {"7": "3 4.5 0 3 0 0 0 0 0 1.5", "8": "0 0 0 0 0 0 0 0 0 0"}
    >>> [(one.query_id, one.calls, one.execution_ms, one.jit_ms) for one in statement_growth(before, now)]
    [('7', 2, 2.0, 1.5)]
    """
    wanted = len(statement_columns())
    found = []
    for query_id, line in now.items():
        # Most statements of thousands do not run in an interval: their lines are as they were.
        if before.get(query_id) == line or (growth := _grown(before.get(query_id), line, wanted)) is None:
            continue
        calls, execution_ms, planning_ms, rows, hit, read, local, temporary, wal_bytes, jit_ms = growth
        found.append(
            StatementUse(
                query_id=query_id[:_LONGEST_NAME],
                text=None,
                calls=round(calls),
                execution_ms=min(execution_ms, _LARGEST_MS),
                planning_ms=min(planning_ms, _LARGEST_MS),
                jit_ms=min(jit_ms, execution_ms, _LARGEST_MS),
                rows=round(rows),
                blocks_hit=round(hit),
                blocks_read=round(read),
                local_blocks_written=round(local),
                temporary_blocks_written=round(temporary),
                wal_bytes=round(wal_bytes),
            )
        )
    return found


def table_growth(before: Lines, now: Lines) -> tuple[TableScans, ...]:
    """Return the ten tables of which sequential scans read most rows, from lines of scans, rows read and live rows."""
    found = []
    for table, line in now.items():
        values = _numbers(line, 3)
        # Without a line before it had no scans, unless there were more tables than are read.
        if values is None or (table not in before and len(before) >= MOST_TABLES):
            continue
        earlier = before[table].rsplit(" ", 1)[0] if table in before else None
        growth = _grown(earlier, line.rsplit(" ", 1)[0], 2)
        if growth is not None and growth[0] > 0:
            name = _shown_name(table)
            found.append(
                TableScans(table=name, scans=round(growth[0]), rows_read=round(growth[1]), live_rows=round(values[2]))
            )
    return tuple(sorted(found, key=lambda one: (-one.rows_read, one.table))[:MOST_SCANS])


def _shown_name(text: str) -> str:
    """Return a name of a server as it is shown: in one line, bounded, without control characters."""
    plain = text if text.isprintable() else "".join(sign if sign.isprintable() else "·" for sign in text)
    return plain[: 2 * _LONGEST_NAME]


def shown_statement(text: str | None) -> str | None:
    """Return a statement without its values; None: the server does not show it."""
    return None if not text or text.startswith(_HIDDEN_TEXT) else hidden_values(text)


def shown_running(row: _Row) -> str | None:
    """Return the text of a running statement from a row of `text` and `is_cut`, without its values.

    The semicolon at its end goes, as in pg_stat_statements. A text that the server cut ends with `…`.

    >>> shown_running({"text": "SELECT 'a';", "is_cut": "f"}), shown_running({"text": "SELECT b", "is_cut": "t"})
    ('SELECT ?', 'SELECT b…')
    """
    text = shown_statement(row.get("text"))
    if text is None or text.endswith(CUT):
        return text
    return text[: LONGEST_STATEMENT - 1] + CUT if row.get("is_cut") == "t" else text.rstrip("; ")


def settings_read(version: int, rows: Sequence[_Row]) -> DatabaseSettingsRead:
    """Return settings from rows of `name`, `value` and `unit`."""
    values = {str(row.get("name")): str(row.get("value") or "") for row in rows}
    units = {str(row.get("name")): str(row.get("unit") or "") for row in rows}

    def size(name: str) -> int:
        return min(round(number(values.get(name))) * _UNITS.get(units.get(name, ""), 1), 2**53)

    return DatabaseSettingsRead(
        version=version,
        jit=values.get("jit") == "on",
        jit_above_cost=number(values.get("jit_above_cost")),
        join_collapse_limit=round(number(values.get("join_collapse_limit"))),
        from_collapse_limit=round(number(values.get("from_collapse_limit"))),
        temp_buffers_bytes=size("temp_buffers"),
        temp_tablespaces=_shown_name(values.get("temp_tablespaces", "")),
        shared_buffers_bytes=size("shared_buffers"),
        max_wal_size_bytes=size("max_wal_size"),
        checkpoint_timeout_s=number(values.get("checkpoint_timeout"), _LARGEST_S),
        max_connections=round(number(values.get("max_connections"))),
        processors=None,
    )


def lock_tree(at_s: float, waiting: int, rows: Sequence[_Row]) -> LockTree | None:
    """Return the sessions of a tree of locks, the roots first, then those that wait for them; None: nobody waits."""
    found = {one.process_id: one for one in map(_locked, rows)}
    if not any(one.blocked_by for one in found.values()):
        return None
    order: dict[int, LockedSession] = {}
    level = {process_id for process_id, one in found.items() if not one.blocked_by}
    while len(order) < len(found):
        # Those of a circle, which the server will break, have no root.
        level = level or set(list(found.keys() - order.keys())[:1])
        order |= {process_id: found[process_id] for process_id in sorted(level)}
        level = {one for one in found.keys() - order.keys() if level & set(found[one].blocked_by)}
    sessions = tuple(order.values())[:_MOST_SESSIONS]
    return LockTree(at_s=at_s, waiting=max(waiting, sum(bool(one.blocked_by) for one in sessions)), sessions=sessions)


def _locked(row: _Row) -> LockedSession:
    blockers = [round(number(word)) for word in (row.get("blocked_by") or "").split(",") if word]
    transaction_s, waited_s = row.get("transaction_s"), row.get("waited_s")
    wait = row.get("wait")
    return LockedSession(
        process_id=round(number(row.get("process_id"))),
        blocked_by=tuple(sorted(set(blockers))[:_MOST_SESSIONS]),
        state=_shown_name(row.get("state") or _PREPARED),
        application=_shown_name(row.get("application") or ""),
        text=shown_statement(row.get("text")),
        wait=None if wait is None else _shown_name(wait),
        transaction_s=None if transaction_s is None else number(transaction_s, _LARGEST_S),
        waited_s=None if waited_s is None else number(waited_s, _LARGEST_S),
    )


def pairs(text: str | None, members: int) -> list[list[object]]:
    """Return the lists of `members` members in JSON of a server; others are left out."""
    try:
        found = json.loads(text or "[]")
    except (ValueError, RecursionError):
        return []
    return [one for one in found if isinstance(one, list) and len(one) == members] if isinstance(found, list) else []


@dataclass(frozen=True, slots=True)
class ServerCpu:
    """Processor time in one second: of the backend and the client of the probe, and of the server with that client."""

    own_s: float
    total_s: float

    @property
    def share(self) -> float | None:
        """Return the own part; None: the server used no time."""
        return self.own_s / self.total_s if self.total_s > 0 else None


@dataclass(slots=True)
class IntervalObserver:
    """Collects what is seen of one database in one interval."""

    service: str
    begin_s: float
    samples: int = 0
    waiting: int = 0
    """Sessions that wait for locks in the tree that is kept."""
    _levels: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    _counts: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    _longest_s: dict[str, float] = field(default_factory=dict)
    _running: dict[str, float] = field(default_factory=dict)
    _most_sessions: int = 0
    _use: Counter[tuple[str | None, str | None, str | None]] = field(default_factory=Counter)
    _locks: LockTree | None = None
    _abandoned: dict[int, AbandonedStatement] = field(default_factory=dict)
    _space: TemporarySpace | None = None
    _own_s: float = 0.0
    _total_s: float = 0.0
    _temporary: tuple[float, float] = (0.0, 0.0)
    _shortfalls: dict[Message, None] = field(default_factory=dict)

    def sample(self, row: _Row) -> None:
        """Take the sessions of one reading."""
        self.samples += 1
        for name, column in _LEVELS.items():
            self._levels[name] += number(row.get(column))
        self._most_sessions = max(self._most_sessions, round(number(row.get("sessions_total"))))
        self._running = {}
        for query_id, wait_type, wait, seen, longest_s in pairs(row.get("use"), 5):
            key = (_name(query_id), _name(wait_type), _name(wait))
            if key in self._use or len(self._use) < _MOST_KINDS:
                self._use[key] += round(number(seen))
                self._see_age(key[0], number(longest_s, _LARGEST_S))

    @property
    def running(self) -> list[str]:
        """Return the identifiers of the statements that ran at the last sample, largest age first."""
        return sorted(self._running, key=lambda query_id: -self._running[query_id])

    def _see_age(self, query_id: str | None, age_s: float) -> None:
        if query_id is not None:
            self._running[query_id] = max(self._running.get(query_id, 0.0), age_s)
            self._longest_s[query_id] = max(self._longest_s.get(query_id, 0.0), age_s)

    def add_counts(self, growth: Mapping[str, float]) -> None:
        """Add growths of counters, by the names of `DatabaseCounts`."""
        for name, value in growth.items():
            if math.isfinite(value) and 0 <= value <= _LARGEST:
                self._counts[name] += value

    def add_cpu(self, used: ServerCpu) -> None:
        """Add the processor time of one second."""
        self._own_s += used.own_s
        self._total_s += used.total_s

    def see_locks(self, tree: LockTree | None) -> None:
        """Keep the tree if no other of the interval has more who wait."""
        if tree is not None and (self._locks is None or tree.waiting >= self._locks.waiting):
            self._locks, self.waiting = tree, tree.waiting

    def see_abandoned(self, rows: Sequence[_Row]) -> None:
        """Keep statements whose clients have gone."""
        for row in rows:
            process_id = round(number(row.get("process_id")))
            self._abandoned[process_id] = AbandonedStatement(
                process_id=process_id,
                application=_shown_name(row.get("application") or ""),
                text=shown_statement(row.get("text")),
                running_s=number(row.get("running_s"), _LARGEST_S),
            )

    def see_space(self, space: TemporarySpace) -> None:
        """Keep the second in which the file system was fullest."""
        if self._space is None or space.least_free_bytes < self._space.least_free_bytes:
            self._space = space

    def see_temporary(self, relations: float, size_bytes: float) -> None:
        """Keep how many temporary relations there are, and how large they are."""
        self._temporary = (relations, size_bytes)

    def lack(self, shortfall: Message) -> None:
        """Note what could not be read."""
        self._shortfalls[shortfall] = None

    def ended(
        self,
        end_s: float,
        statements: Sequence[StatementUse],
        scans: tuple[TableScans, ...],
        settings: DatabaseSettingsRead | None,
        plans: tuple[StatementPlan, ...],
        shortfalls: Sequence[Message],
        names: StatementNames | None = None,
    ) -> DatabaseActivity:
        """Return the activity up to `end_s`; `statements` and `scans` grew in the interval.

        `names` has the texts of the statements that sessions run, and the identifiers that `statements` have for them.
        """
        top, others = most_used(statements)
        samples = max(self.samples, 1)
        names = names or StatementNames()
        use = self._uses(names)
        ran = [
            RunningStatement(query_id=names.of(query_id), text=names.text_of(query_id), longest_s=age_s)
            for query_id, age_s in self._longest_s.items()
        ]
        means = {name: self._levels[name] / samples for name in _LEVELS}
        return DatabaseActivity(
            service=self.service,
            begin_s=self.begin_s,
            end_s=max(end_s, self.begin_s),
            samples=self.samples,
            settings=settings,
            counts=self._all_counts(),
            levels=DatabaseLevels(
                **means,
                most_sessions=self._most_sessions,
                temporary_relations=self._temporary[0],
                temporary_relation_bytes=self._temporary[1],
                own_cpu_share=ServerCpu(self._own_s, self._total_s).share,
            ),
            statements=top,
            other_statements=others,
            use=use,
            running=most_running(ran, top, use),
            locks=self._locks,
            abandoned=tuple(self._abandoned.values()),
            scans=scans,
            temporary_space=self._space,
            plans=plans,
            shortfalls=tuple(dict.fromkeys((*shortfalls, *self._shortfalls))),
        )

    def _all_counts(self) -> DatabaseCounts:
        whole = {name: round(value) for name, value in self._counts.items() if not name.endswith("_ms")}
        write_ms = min(self._counts.get("checkpoint_write_ms", 0.0), _LARGEST_MS)
        return DatabaseCounts(**whole, checkpoint_write_ms=write_ms)

    def _uses(self, names: StatementNames) -> tuple[SessionUse, ...]:
        use: Counter[tuple[str | None, str | None, str | None]] = Counter()
        for (query_id, wait_type, wait), samples in self._use.items():
            use[None if query_id is None else names.of(query_id), wait_type, wait] += samples
        ordered = sorted(use.items(), key=lambda item: (-item[1], str(item[0])))[:MOST_USES]
        return tuple(
            SessionUse(query_id=query_id, wait_type=wait_type, wait=wait, samples=samples)
            for (query_id, wait_type, wait), samples in ordered
        )


_LEVELS = {
    "sessions": "sessions_total",
    "active": "sessions_active",
    "idle_in_transaction": "sessions_idle_in_transaction",
    "waiting_lock": "sessions_waiting_lock",
    "waiting_io": "sessions_waiting_io",
    "working": "working",
    "sessions_limit": "sessions_limit",
}
"""Columns of a reading by the field of `DatabaseLevels` that is their mean."""


def _name(value: object) -> str | None:
    return None if value is None else _shown_name(str(value))
