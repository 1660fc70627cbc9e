"""Reads a PostgreSQL database: its sessions and what they wait for, statements, transactions, locks, checkpoints."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence

from loadproof.model.message import Message, count
from loadproof.postgres.activity_reader import ActivityReader, OpenReading
from loadproof.postgres.link import PostgresLink, PostgresRefusal
from loadproof.postgres.observer import number
from loadproof.postgres.queries import BEGIN, NAME, OLDEST_VERSION, reading, statement_trial
from loadproof.probes.counter_group import CounterGroup
from loadproof.probes.probe import ProbeFailure
from loadproof.probes.reading import Happening, Reading
from loadproof.records.database_activity import DatabaseActivity
from loadproof.study.database_url import database_words
from loadproof.study.probe_settings import DatabaseSettings, PlanSource

__all__ = ["PostgresProbe"]

_CONNECTED_WITHIN_S = 10.0
"""For a new connection and what is asked over it at first."""
_WITHIN_S = 5.0
"""For a whole reading over a connection. While its processors are queued for a server takes seconds, and those
are the seconds that matter; readings then come less often than once a second."""
_STATEMENT_MS = 4500
"""After which PostgreSQL itself gives up, so that the connection can be kept."""
_EXTRA_WITHIN_S = 0.8
"""For what a reading of an overloaded server goes without, from its start on."""
_LEVELS = (
    "sessions_total",
    "sessions_active",
    "sessions_idle",
    "sessions_idle_in_transaction",
    "sessions_waiting_lock",
    "sessions_waiting_lwlock",
    "sessions_waiting_io",
    "sessions_waiting_other",
    "sessions_limit",
    "locks_waiting",
)
_STATEMENT_CURES = {
    "55000": "postgres-cure-preload",
    "42501": "postgres-cure-grant",
}
_OLD_STATEMENTS = "postgres-cure-update"

_MIB = 2**20
_OF_DATABASE = {
    "xact_commit": "commits",
    "xact_rollback": "rollbacks",
    "deadlocks": "deadlocks",
    "blks_hit": "blocks_hit",
    "blks_read": "blocks_read",
    "temp_files": "temporary_files",
    "temp_bytes": "temporary_bytes",
    "relations_created": "relations_created",
}
_OF_CHECKPOINTS = {
    "timed": "checkpoints_timed",
    "requested": "checkpoints_requested",
    "write_ms": "checkpoint_write_ms",
    "written": "blocks_written_by_checkpoints",
    "written_by_sessions": "blocks_written_by_sessions",
}
_OF_WAL = {"wal_bytes": "wal_bytes"}
"""Columns of a reading, by the field of `DatabaseCounts` that their growth is added to."""

_Row = Mapping[str, str | None]


class PostgresProbe:
    """One database through one connection of its own, made anew where it broke. Rates from the second reading on.

    Sessions and locks are those of the whole server, as its limit is; statements, transactions and blocks those of the
    database. Counters that were reset, or a server that was started anew, begin again instead of going back. From
    `observe` to `conclude` it also gives the activity of each 10 s.
    """

    slow = True

    def __init__(self, settings: DatabaseSettings, filled: Callable[[str, str], str]) -> None:
        """`filled` puts values into the gaps of the URL, as those of the service; asked for each connection."""
        self.name = f"postgres:{settings.service}"
        self._settings = settings
        self._filled = filled
        self._link: PostgresLink | None = None
        self._statement = ""
        self._schema: str | None = None
        self._has_jit = False
        self._own: set[str] = set()
        self._database = CounterGroup(*_OF_DATABASE)
        self._checkpoints = CounterGroup(*_OF_CHECKPOINTS)
        self._wal = CounterGroup(*_OF_WAL)
        self._statements = CounterGroup("calls", "execution_ms")
        self._no_statements: Message | None = None
        self._most_hidden = 0
        self._activities = ActivityReader(settings.service, reads_log=settings.plans is PlanSource.LOGGED)

    def read(self, now_s: float) -> list[Reading]:
        """Raises ProbeFailure if there is no database, it refuses, or it does not answer.

        A new connection may take 10 s, a reading 5 s.
        """
        began_s = time.monotonic()
        link = self._link
        if link is None or not link.is_open:
            link = self._connected(began_s)
        asked_s = time.monotonic()
        row = link.ask(self._statement, _WITHIN_S)
        at_s = now_s + asked_s - began_s
        counts: dict[str, float] = {}
        readings = [*self._levels(row), *self._growths(row, at_s, counts)]
        asked = self._opened(link, asked_s)
        known = len(self._own)
        self._activities.look(link)
        readings += self._of_machine()
        for name, unit, value in self._activities.read(asked, row, counts, at_s, self.shortfalls()):
            readings.append(self._reading(name, unit, value))
        if len(self._own) > known:
            # Its counters of all statements begin anew, as they lose those that are its own.
            self._statement = reading(link.server_version, self._schema, sorted(self._own))
            self._statements = CounterGroup("calls", "execution_ms")
        return readings

    def observe(self) -> None:
        """A trial begins: the next reading is the start of its first interval."""
        self._activities.observe()

    def conclude(self, now_s: float) -> None:
        """The trial has ended: the interval under way ends at `now_s`, within 5 s."""
        link = self._link
        asked = self._opened(link, time.monotonic()) if link is not None and link.is_open else None
        self._activities.conclude(asked, now_s, self.shortfalls())

    def take_activities(self) -> Sequence[DatabaseActivity]:
        """Return the intervals that ended since the last call, their instants on the clock of `read`."""
        return self._activities.taken()

    def shortfalls(self) -> Sequence[Message]:
        """Return the shortfalls: statements not counted or not readable, hidden sessions, plans that are not logged."""
        found = [] if self._no_statements is None else [self._no_statements]
        if self._most_hidden:
            found.append(Message("postgres-sessions-hidden", count=count(self._most_hidden)))
        return [*found, *self._activities.shortfalls()]

    def close(self) -> None:
        """Ends the connection, so that a database which waits for its clients can stop."""
        if self._link is not None:
            self._link.close()
            self._link = None

    def _opened(self, link: PostgresLink, began_s: float) -> OpenReading:
        until_s, extra_until_s = began_s + _WITHIN_S, began_s + _EXTRA_WITHIN_S
        return OpenReading(link, until_s, extra_until_s, self._schema, self._has_jit, self._own)

    def _connected(self, began_s: float) -> PostgresLink:
        self.close()
        until_s = began_s + _CONNECTED_WITHIN_S
        service = self._settings.service
        words = database_words(self._settings.kind, self._settings.url, lambda gap: self._filled(gap, service))
        words = {"gssencmode": "disable", **words, "application_name": NAME, "client_encoding": "UTF8"}
        link = PostgresLink.opened(words, until_s - time.monotonic())
        try:
            if link.server_version < OLDEST_VERSION * 10000:
                version = link.server_version // 10000
                raise ProbeFailure(Message("postgres-too-old", version=str(version), oldest=str(OLDEST_VERSION)))
            self._schema = self._begun(link, until_s)
        except BaseException:
            link.close()
            raise
        self._own.clear()
        self._activities.connected(self._opened(link, time.monotonic()))
        self._statement = reading(link.server_version, self._schema, sorted(self._own))
        link.waits_for_late = True
        self._link = link
        return link

    def _begun(self, link: PostgresLink, until_s: float) -> str | None:
        """The schema of pg_stat_statements, where it can be read."""
        has = link.ask(BEGIN.format(timeout_ms=_STATEMENT_MS), until_s - time.monotonic())
        schema = has.get("schema")
        self._has_jit = has.get("jit") == "t"
        self._no_statements = None
        if schema is None:
            self._no_statements = Message("postgres-no-statements")
            return None
        if has.get("counts") == "f":
            self._no_statements = Message("postgres-statements-uncounted")
            return None
        try:
            link.ask(statement_trial(schema), until_s - time.monotonic())
        except PostgresRefusal as refusal:
            cure = _STATEMENT_CURES.get(refusal.code, _OLD_STATEMENTS)
            self._no_statements = Message("postgres-statements-unread", why=refusal.told, cure=Message(cure))
            return None
        return schema

    def _levels(self, row: _Row) -> Iterator[Reading]:
        for name in _LEVELS:
            yield self._reading(name, "", float(row.get(name) or 0))
        self._most_hidden = max(self._most_hidden, round(number(row.get("hidden"))))

    def _of_machine(self) -> Iterator[Reading]:
        """Yield the readings of the server's machine, if it is this one."""
        machine = self._activities.machine
        if machine is None:
            return
        used, space = machine.cpu(), machine.space()
        self._activities.see_machine(used, space)
        if used is not None and used.share is not None:
            yield self._reading("own_cpu_share", "share", used.share)
        if space is not None:
            yield self._reading("temporary_space_free_mib", "MiB", space.least_free_bytes / _MIB)

    def _growths(self, row: _Row, at_s: float, counts: dict[str, float]) -> Iterator[Reading]:
        """Yield rates, and put growths into `counts` by the names of `DatabaseCounts`."""
        server = str(row.get("server_since"))
        grown = self._database.grown(row, (server, row.get("database_since")), at_s)
        if grown is not None:
            counts.update({_OF_DATABASE[name]: value for name, value in grown.items()})
            yield self._reading("relations_created_per_s", "1/s", grown["relations_created"] / grown.elapsed_s)
            yield self._reading("temporary_mib_per_s", "MiB/s", grown["temp_bytes"] / _MIB / grown.elapsed_s)
            yield self._reading("commits_per_s", "1/s", grown["xact_commit"] / grown.elapsed_s)
            yield self._reading("rollbacks_per_s", "1/s", grown["xact_rollback"] / grown.elapsed_s)
            yield self._reading("deadlocks", "", grown["deadlocks"])
            blocks = grown["blks_hit"] + grown["blks_read"]
            if blocks > 0:
                yield self._reading("hit_share", "", grown["blks_hit"] / blocks)
        grown = self._checkpoints.grown(row, (server, row.get("checkpoints_since")), at_s)
        if grown is not None:
            counts.update({_OF_CHECKPOINTS[name]: value for name, value in grown.items()})
            timed, requested = round(grown["timed"]), round(grown["requested"])
            yield self._reading("checkpoints", "", timed + requested, self._begun_checkpoints(timed, requested))
        grown = self._wal.grown(row, (server, row.get("wal_since")), at_s)
        if grown is not None:
            counts.update(grown)
            yield self._reading("wal_mib_per_s", "MiB/s", grown["wal_bytes"] / _MIB / grown.elapsed_s)
        grown = self._statements.grown(row, (server, row.get("statements_since")), at_s)
        if grown is not None:
            yield self._reading("statements_per_s", "1/s", grown["calls"] / grown.elapsed_s)
            yield self._reading("statements_running", "", grown["execution_ms"] / 1e3 / grown.elapsed_s)
            if grown["calls"] > 0:
                yield self._reading("statement_ms", "ms", grown["execution_ms"] / grown["calls"])

    def _begun_checkpoints(self, timed: int, requested: int) -> Happening | None:
        if timed + requested == 0:
            return None
        if timed + requested == 1:
            text = Message("postgres-checkpoint", kind="timed" if timed else "requested")
        else:
            begun = count(timed + requested)
            text = Message("postgres-checkpoints", count=begun, timed=count(timed), requested=count(requested))
        return Happening("checkpoint", self._settings.service, text)

    def _reading(self, name: str, unit: str, value: float, happening: Happening | None = None) -> Reading:
        return Reading(self.name, name, unit, value, happening)
