"""Reads the activity of a database in intervals of 10 s, beside the readings of each second and within their time.

What an interval needs beside them is read in parts, one after the other, over several readings where time is short.
"""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from loadproof.model.message import Message
from loadproof.postgres.activity import joined_plans
from loadproof.postgres.link import PostgresLink, PostgresRefusal
from loadproof.postgres.observer import (
    IntervalObserver,
    Lines,
    ServerCpu,
    by_key,
    lock_tree,
    number,
    settings_read,
    shown_running,
    shown_statement,
    statement_growth,
    table_growth,
)
from loadproof.postgres.plan_log import PlanLog
from loadproof.postgres.plans import PlanReader
from loadproof.postgres.queries import (
    LOCKS,
    MOST_RUNNING_TEXTS,
    MOST_TEXTS,
    SETTINGS,
    TEMPORARY_BYTES,
    TEMPORARY_RELATIONS,
    abandoned,
    own_statements,
    running_texts,
    statement_columns,
    statement_texts,
    statements,
    tables,
    tablespaces,
)
from loadproof.postgres.server_machine import ServerMachine, tablespace_names
from loadproof.postgres.statement_names import StatementNames
from loadproof.probes.probe import ProbeFailure
from loadproof.records.database_activity import (
    DatabaseActivity,
    DatabaseSettingsRead,
    StatementPlan,
    StatementUse,
    TableScans,
    TemporarySpace,
)

__all__ = ["ActivityReader", "OpenReading"]

INTERVAL_S = 10.0
_NEAR_S = 0.5
"""A reading that comes so much before the end of an interval is that of its end."""
_LEAST_S = 0.05
"""Time that has to be left of a reading for a part."""
_MOST_TRIES = 3
"""Readings over which the end of an interval may be spread."""
_CLIENTS_EACH_S = 5.0
_RUNNING_EACH_S = 3.0
"""Least time between two looks at the texts of running statements."""
_MOST_DIGITS = 19
_LARGEST_PORT = 65535
_MIB = 2**20
_CURES = {"42501": "postgres-cure-grant", "42883": "postgres-cure-update", "42703": "postgres-cure-update"}
_Row = Mapping[str, str | None]


@dataclass(frozen=True, slots=True)
class OpenReading:
    """One reading under way: connection of the probe, and the time up to which it may be used."""

    link: PostgresLink
    until_s: float
    extra_until_s: float
    """Time up to which it may be used for what an overloaded server is spared."""
    schema: str | None
    """Schema of pg_stat_statements; None: its statements cannot be read."""
    has_jit: bool
    own: set[str]
    """Identifiers of the probe's own statements, which grow with what it asks."""

    @property
    def left_s(self) -> float:
        """Return the time that is left of the reading."""
        return self.until_s - time.monotonic()

    @property
    def left_for_extras_s(self) -> float:
        """Return the time that is left for what an overloaded server is spared."""
        return self.extra_until_s - time.monotonic()


@dataclass(slots=True)
class _Edge:
    """Counters at one end of an interval, as far as they were read."""

    statements: Lines | None = None
    tables: Lines | None = None
    left: list[str] = field(default_factory=lambda: ["statements", "tables", "temporary"])
    tries: int = 0


class ActivityReader:
    """Intervals of one trial after the other; the caller gives the reading of each second."""

    def __init__(self, service: str, *, reads_log: bool = False) -> None:
        """No trial is under way; if `reads_log`, plans of executions are read from the log of the server."""
        self._service = service
        self._observer: IntervalObserver | None = None
        self._begins = False
        self._began_s = 0.0
        self._intervals = 0
        self._base: _Edge | None = None
        self._edge: _Edge | None = None
        self._names = StatementNames()
        self._plans = PlanReader()
        self._log = PlanLog() if reads_log else None
        self._ended: list[DatabaseActivity] = []
        self._clients_at_s = 0.0
        self._running_at_s = float("-inf")
        self._settings: DatabaseSettingsRead | None = None
        self.machine: ServerMachine | None = None
        """Machine of the server, as far as it is this one."""
        self._looked = False
        self._places: dict[str, str] = {}
        self._port = 0

    def connected(self, asked: OpenReading) -> None:
        """Read the settings over a new connection, and which statements are the probe's own. Never raises."""
        self._settings = None
        self.machine = None
        self._looked = False
        self._places, self._port = {}, 0
        with self._noted("settings"):
            rows = asked.link.ask_rows(SETTINGS, max(asked.left_s, _LEAST_S))
            self._settings = settings_read(asked.link.server_version, rows)
            values = {str(row.get("name")): row.get("value") or "" for row in rows}
            self._port = round(number(values.get("port"), _LARGEST_PORT))
            names = tablespace_names(values.get("temp_tablespaces", ""))
            places = asked.link.ask_rows(tablespaces(names), max(asked.left_s, _LEAST_S))
            data = values.get("data_directory", "")
            self._places = {str(row.get("name")): row.get("place") or data for row in places}
        self._learn_own(asked)
        if self._log is not None:
            self._log.connected()

    def observe(self) -> None:
        """A trial begins with the next reading; an interval that is under way has no end, and is left out."""
        self._begins = True
        self._observer = None
        if self._log is not None:
            self._log.begin()

    def shortfalls(self) -> Sequence[Message]:
        """Return what keeps plans of executions from being read, or values out of the log."""
        return () if self._log is None else self._log.shortfalls()

    @property
    def is_observing(self) -> bool:
        """True while a trial is under way."""
        return self._begins or self._observer is not None

    def taken(self) -> list[DatabaseActivity]:
        """Return the intervals that ended since the last call."""
        ended, self._ended = self._ended, []
        return ended

    def look(self, link: PostgresLink) -> None:
        """Find the machine of the server, once for a connection."""
        if self._looked:
            return
        self._looked = True
        self.machine = ServerMachine.found(link, self._places, self._port)
        if self.machine is not None and self._settings is not None:
            self._settings = replace(self._settings, processors=self.machine.processors)

    def see_machine(self, used: ServerCpu | None, space: TemporarySpace | None) -> None:
        """Take the processor time and the temporary space of one second."""
        if self._observer is not None and used is not None:
            self._observer.add_cpu(used)
        if self._observer is not None and space is not None:
            self._observer.see_space(space)

    def read(
        self, asked: OpenReading, row: _Row, growths: Mapping[str, float], at_s: float, shortfalls: Sequence[Message]
    ) -> Iterator[tuple[str, str, float]]:
        """Take one reading at `at_s`, with the growth of counters by the names of `DatabaseCounts`.

        Yields values that are read once in an interval, as name, unit and value.
        """
        if self._begins:
            self._begin(asked, at_s)
        elif self._observer is not None:
            self._sample(self._observer, asked, row, growths, at_s)
            self._read_log(asked)
            if self._edge is None and at_s - self._began_s >= (self._intervals + 1) * INTERVAL_S - _NEAR_S:
                self._edge = _Edge()
        if self._edge is not None:
            yield from self._go_on(asked, self._edge)
            if self._is_ended(self._edge):
                yield from self._end(asked, at_s, shortfalls)
        elif self._observer is not None and self._settings is not None and asked.schema is not None:
            with self._noted("plans"):
                self._plans.step(asked.link, asked.schema, self._settings, at_s, asked.left_for_extras_s)

    def conclude(self, asked: OpenReading | None, at_s: float, shortfalls: Sequence[Message]) -> None:
        """End the interval under way at `at_s`; without a connection its statements are not known."""
        if self._observer is not None and self._observer.samples:
            self._edge = self._edge or _Edge()
            if asked is not None:
                self._read_log(asked)
                for _ in self._go_on(asked, self._edge):
                    pass
            for _ in self._end(asked, at_s, shortfalls):
                pass
        self._observer = None
        self._begins = False
        self._edge = None

    def _begin(self, asked: OpenReading, at_s: float) -> None:
        self._begins = False
        self._began_s = self._clients_at_s = at_s
        self._running_at_s = float("-inf")
        self._intervals = 0
        self._edge = None
        self._observer = IntervalObserver(self._service, at_s)
        self._base = _Edge()
        for _ in self._go_on(asked, self._base):
            pass
        self._learn_own(asked)
        self._read_log(asked)

    def _read_log(self, asked: OpenReading) -> None:
        """Read the new part of the log of plans."""
        if self._log is not None and asked.left_s > _LEAST_S and asked.link.is_open:
            with self._noted("log"):
                self._log.step(asked.link, asked.left_s)

    def _learn_own(self, asked: OpenReading) -> None:
        """Read which statements are the probe's own, so that none of them counts."""
        if asked.schema is not None and asked.left_s > _LEAST_S and asked.link.is_open:
            with self._noted("statements"):
                rows = asked.link.ask_rows(own_statements(asked.schema), asked.left_s)
                asked.own.update(identifier for row in rows if (identifier := _identifier(row.get("query_id"))))

    def _sample(
        self, observer: IntervalObserver, asked: OpenReading, row: _Row, growths: Mapping[str, float], at_s: float
    ) -> None:
        observer.sample(row)
        observer.add_counts(growths)
        waiting = round(number(row.get("sessions_waiting_lock")))
        if waiting and waiting >= observer.waiting and asked.left_s > _LEAST_S:
            with self._noted("locks"):
                observer.see_locks(lock_tree(at_s, waiting, asked.link.ask_rows(LOCKS, asked.left_s)))
        self._name_running(observer, asked, at_s)
        if self.machine is not None and at_s - self._clients_at_s >= _CLIENTS_EACH_S - _NEAR_S:
            self._clients_at_s = at_s
            gone = self.machine.abandoned(row.get("running"))
            if gone and asked.left_s > _LEAST_S:
                with self._noted("abandoned"):
                    observer.see_abandoned(asked.link.ask_rows(abandoned(gone), asked.left_s))

    def _name_running(self, observer: IntervalObserver, asked: OpenReading, at_s: float) -> None:
        """Read the texts of statements that run now and have none: a cancelled one will never have another."""
        if at_s - self._running_at_s < _RUNNING_EACH_S - _NEAR_S or asked.left_s <= _LEAST_S or not asked.link.is_open:
            return
        unknown = self._names.unknown_running([one for one in observer.running if _identifier(one)], MOST_RUNNING_TEXTS)
        if not unknown:
            return
        self._running_at_s = at_s
        with self._noted("statements"):
            for row in asked.link.ask_rows(running_texts(unknown), asked.left_s):
                query_id = row.get("query_id")
                if query_id is not None and query_id in unknown:
                    self._names.learn_running(query_id, shown_running(row))

    def _is_ended(self, edge: _Edge) -> bool:
        return not edge.left or edge.tries >= _MOST_TRIES

    def _go_on(self, asked: OpenReading, edge: _Edge) -> Iterator[tuple[str, str, float]]:
        """Read the parts that are left, as far as the time suffices."""
        edge.tries += 1
        while edge.left and asked.left_s > _LEAST_S and asked.link.is_open:
            part = edge.left.pop(0)
            with self._noted(part):
                if part == "statements":
                    edge.statements = self._statement_lines(asked)
                elif part == "tables":
                    edge.tables = by_key(asked.link.ask_lines(tables(), asked.left_s), 3, is_last=True)
                else:
                    yield from self._temporary(asked)

    def _statement_lines(self, asked: OpenReading) -> Lines | None:
        if asked.schema is None:
            return None
        lines = asked.link.ask_lines(statements(asked.schema, has_jit=asked.has_jit), asked.left_s)
        return by_key(lines, len(statement_columns()))

    def _temporary(self, asked: OpenReading) -> Iterator[tuple[str, str, float]]:
        relations = number(asked.link.ask(TEMPORARY_RELATIONS, asked.left_s).get("relations"))
        size_bytes = number(asked.link.ask(TEMPORARY_BYTES, asked.left_s).get("bytes")) if relations else 0.0
        if self._observer is not None:
            self._observer.see_temporary(relations, size_bytes)
        yield "temporary_relations", "", relations
        yield "temporary_relation_mib", "MiB", size_bytes / _MIB

    def _end(
        self, asked: OpenReading | None, at_s: float, shortfalls: Sequence[Message]
    ) -> Iterator[tuple[str, str, float]]:
        """The interval ends at `at_s`, and the next one begins."""
        observer, edge, base = self._observer, self._edge, self._base
        if observer is None or edge is None:
            return
        grown: list[StatementUse] = []
        scans: tuple[TableScans, ...] = ()
        if base is not None and base.statements is not None and edge.statements is not None:
            grown = statement_growth(base.statements, edge.statements)
            if asked is not None:
                grown = self._names.joined(self._of_others(asked, grown))
        if base is not None and base.tables is not None and edge.tables is not None:
            scans = table_growth(base.tables, edge.tables)
        for part in edge.left:
            observer.lack(_unread(part, Message("postgres-reading-slow"), None))
        if self.machine is None:
            observer.lack(Message("postgres-elsewhere"))
        lacking = [
            one
            for one in (self._plans.shortfall, None if self.machine is None else self.machine.shortfall)
            if one is not None
        ]
        ended = observer.ended(
            at_s,
            grown,
            scans,
            self._settings,
            self._taken_plans(),
            (*shortfalls, *lacking),
            self._names,
        )
        self._ended.append(ended)
        self._plans.offer(ended.statements)
        execution_ms = sum(one.execution_ms for one in grown)
        if execution_ms > 0 and asked is not None and asked.has_jit:
            yield "jit_share", "share", min(1.0, sum(one.jit_ms for one in grown) / execution_ms)
        self._intervals = max(self._intervals + 1, int((at_s - self._began_s + _NEAR_S) // INTERVAL_S))
        self._observer = IntervalObserver(self._service, at_s)
        # A part that was not read leaves the counters of the interval before as the start of the next.
        self._base = _Edge(
            edge.statements if edge.statements is not None or base is None else base.statements,
            edge.tables if edge.tables is not None or base is None else base.tables,
        )
        self._edge = None

    def _taken_plans(self) -> tuple[StatementPlan, ...]:
        """Return the plans since the last call, those of executions under the identifiers of their statements."""
        logged = () if self._log is None else self._log.taken()
        return joined_plans(
            (*self._plans.taken(), *(replace(one, query_id=self._names.of(one.query_id)) for one in logged))
        )

    def _of_others(self, asked: OpenReading, grown: list[StatementUse]) -> list[StatementUse]:
        """Return the statements that are not the probe's, after reading the texts of those that are new."""
        others = [one for one in grown if one.query_id not in asked.own]
        unknown = self._names.unknown(others, MOST_TEXTS)
        if not unknown:
            return others
        self._learn_own(asked)
        self._read_texts(asked, [one for one in unknown if one not in asked.own])
        return [one for one in others if one.query_id not in asked.own]

    def _read_texts(self, asked: OpenReading, unknown: Sequence[str]) -> None:
        unknown = [one for one in unknown if _identifier(one)]
        if not unknown or asked.schema is None or asked.left_s < _LEAST_S or not asked.link.is_open:
            return
        with self._noted("statements"):
            rows = asked.link.ask_rows(statement_texts(asked.schema, unknown), asked.left_s)
            found = {str(row.get("query_id")): shown_statement(row.get("text")) for row in rows}
            for query_id in unknown:
                self._names.learn(query_id, found.get(query_id))

    def _noted(self, part: str) -> "_Noted":
        """Guard that notes a part which cannot be read, and goes on."""
        return _Noted(part, lambda shortfall: None if self._observer is None else self._observer.lack(shortfall))


def _identifier(text: str | None) -> str | None:
    """An identifier of a statement; None: it is none."""
    digits = (text or "").removeprefix("-")
    return text if digits.isascii() and digits.isdecimal() and len(digits) <= _MOST_DIGITS else None


class _Noted:
    """Context manager that turns the failure of one part into a shortfall."""

    def __init__(self, part: str, lack: Callable[[Message], None]) -> None:
        self._part = part
        self._lack = lack

    def __enter__(self) -> None:
        """Nothing is to be prepared."""

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> bool:
        if isinstance(error, PostgresRefusal):
            self._lack(_unread(self._part, error.told, error.code))
            return True
        if isinstance(error, ProbeFailure):
            self._lack(_unread(self._part, error.told, None))
            return True
        if isinstance(error, ValueError):
            # A server that lies: numbers where names belong, and the like.
            self._lack(_unread(self._part, Message.said(type(error).__name__), None))
            return True
        return False


def _unread(part: str, why: Message, code: str | None) -> Message:
    cure = Message(_CURES.get(code or "", "postgres-cure-load"))
    return Message("postgres-part-unread", part=part, why=why, cure=cure)
