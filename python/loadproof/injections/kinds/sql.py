"""SQL injection: sessions of a PostgreSQL database that run statements, and are rolled back by the server itself.

Statements that cannot be undone so are refused before any load (`sql_statement`). The server parses each statement
before any load, too, without running it: a table that is missing is refused then. After a statement that makes or
changes names (CREATE, ALTER, DROP, SET, DO, CALL, IMPORT, SELECT INTO), later ones are held to the syntax alone. Rights
on tables, and tables of LOCK, are only seen once a statement runs.

If the sessions are abandoned, all statements but the last run with their client; the last one goes on without.

If the study expects an error, such as 53100 of a full file system, a session whose statement fails with it has made its
problem and stays in its failed transaction; the injection fails if no session got that error.
"""

import time
from collections.abc import Mapping
from typing import NoReturn

from loadproof.errors import WrittenValueError
from loadproof.injections.hold import Hold, Traces
from loadproof.injections.injector import InjectionError, InjectionPlace
from loadproof.injections.kinds.sql_client import SqlClient
from loadproof.injections.kinds.sql_order import SessionCounts, SqlOrder
from loadproof.injections.kinds.sql_space import SPARE_DISK_BYTES, ServerSpace, read_server_space
from loadproof.injections.kinds.sql_statement import fills_tables, makes_names, statement_fault
from loadproof.injections.kinds.sql_termination import (
    count_sessions,
    database_place,
    opened_link,
    quoted_application,
    terminate_sessions,
    termination_statement,
)
from loadproof.injections.settings import Injection, SqlProblem
from loadproof.injections.undo import undo_words
from loadproof.model.message import Message, byte_size, count, duration
from loadproof.model.visible_text import visible_line
from loadproof.postgres.link import PostgresLink, PostgresRefusal
from loadproof.postgres.queries import MARK as OWN_STATEMENT
from loadproof.probes.probe import ProbeFailure
from loadproof.stand.lease import MARK
from loadproof.study.database_url import database_words
from loadproof.study.probe_settings import DatabaseKind
from loadproof.system.path_lookup import absolute_path
from loadproof.system.secret_mask import SecretMask
from loadproof.words.catalogue import english

__all__ = ["SqlInjector"]

_OLDEST_VERSION = 12
_SPARE_CONNECTIONS = 5
_LEAST_TEMPORARY_BYTES = 16 << 20
"""Least that a session gets of the disk."""
_MOST_TEMPORARY_BYTES = (2**31 - 1) << 10
"""Upper bound of `temp_file_limit`."""
_CHECK_S = 5.0
"""For each answer of the server before any load."""
_BEGIN_S = 15.0
"""For all sessions to run, or fail; and as much more for each:"""
_BEGIN_OF_EACH_S = 0.03
_CLIENT_END_S = 3.0
"""For the client to cancel and close all sessions; and as much more for each:"""
_CLIENT_END_OF_EACH_S = 0.005
_LOOK_S = 3.0
_EARLY_S = 0.5
"""Most that a look is early that comes at the end of an occurrence."""
_MARGIN_S = 5.0
"""After the occurrence and its undo, until the server itself ends the sessions."""
_UNDO_START_S = 1.0
"""Part of the time of an undo that is for the start of its process."""
_LONGEST_TEXT = 200
_NOT_ALLOWED = "42501"
_SYNTAX = "42601"
_CLASS_OF_NAMES = "42"
_ENVIRONMENT = ("PATH", "HOME")

_STATE = """
SET {mark} statement_timeout = '{limit_ms}ms'; SET {mark} lock_timeout = '{limit_ms}ms';
SELECT {mark}
    pg_catalog.pg_backend_pid() AS process,
    pg_catalog.current_setting('application_name') AS application,
    pg_catalog.current_setting('max_connections')::int
        - pg_catalog.current_setting('superuser_reserved_connections')::int
        - coalesce(pg_catalog.current_setting('reserved_connections', true)::int, 0) AS most_of_server,
    (SELECT count(*) FROM pg_catalog.pg_stat_activity WHERE pid <> pg_catalog.pg_backend_pid() AND
        (backend_type = 'client backend' OR backend_type IS NULL AND usesysid IS NOT NULL AND datid IS NOT NULL)
    ) AS used_of_server,
    (SELECT rolconnlimit FROM pg_catalog.pg_roles WHERE rolname = session_user) AS most_of_role,
    (SELECT count(*) FROM pg_catalog.pg_stat_activity
        WHERE pid <> pg_catalog.pg_backend_pid() AND usename = session_user) AS used_of_role,
    (SELECT datconnlimit FROM pg_catalog.pg_database WHERE datname = current_database()) AS most_of_database,
    (SELECT count(*) FROM pg_catalog.pg_stat_activity
        WHERE pid <> pg_catalog.pg_backend_pid() AND datname = current_database()) AS used_of_database
"""
# PostgreSQL shows a role without rights only the ids of another session's role and database.
_OWN_LIMIT = "SELECT {mark} setting AS own FROM pg_catalog.pg_settings WHERE name = 'temp_file_limit'"


class SqlInjector:
    """Sessions with the statements of one problem, in a process of their own."""

    def __init__(self, injection: Injection, place: InjectionPlace) -> None:
        """The problem of `injection` is an SqlProblem."""
        if not isinstance(injection.problem, SqlProblem):
            raise TypeError(f"{injection.problem!r:.80} is no SQL problem. Cure: take the injector of its kind")
        self._injection = injection
        self._problem = injection.problem
        self._place = place
        self._hold = Hold(place, injection)
        self._words: Mapping[str, str] = {}
        self._server_version = 0
        self._temporary_bytes: int | None = None
        self._most_temporary_bytes = 0
        """Most that each session may write into temporary files."""
        self._space: ServerSpace | None = None
        self._begun_s = 0.0
        self._shortage: Message | None = None
        """Space whose shortage has ended the sessions of this occurrence."""
        self._client: SqlClient | None = None
        self._is_held = False
        self._is_checked = False

    @property
    def injection(self) -> Injection:
        """The injection that is made."""
        return self._injection

    def check(self) -> None:
        """Refuse statements that cannot be undone or parsed, and a server without room. Raises InjectionError."""
        for statement in self._problem.statements:
            if (fault := statement_fault(statement)) is not None:
                self._refuse(fault)
        self._words = self._database()
        try:
            quoted_application(self._hold.token)
            link = opened_link(self._words, _CHECK_S, self._hold.token)
        except ProbeFailure as failure:
            self._refuse(failure.told)
        try:
            self._look(link)
            self._parse(link)
        except ProbeFailure as failure:
            self._refuse(failure.told)
        finally:
            link.close()
        self._hold.open()
        self._place.closing.callback(self.close)
        self._start_client()
        self._is_checked = True

    def begin(self) -> None:
        """Open the sessions and wait until each runs its first statement. Raises InjectionError if none does."""
        if not self._is_checked:
            self.check()
        injection, within_s = self._injection, self._injection.undo_within_s
        self._begun_s, self._shortage = time.monotonic(), None
        longest_s = injection.for_s + within_s + _MARGIN_S
        words, environment = undo_words(
            "sql",
            {
                "words": dict(self._words),
                "application": self._hold.token,
                "within_s": max(_UNDO_START_S, within_s - _UNDO_START_S),
            },
        )
        traces = Traces(
            "sql",
            injection.name,
            database=database_place(self._words),
            application=self._hold.token,
            ends_within_s=longest_s,
        )
        self._hold.take(words, {**self._environment(), **environment}, traces)
        self._is_held = True
        client = self._start_client()
        begin_s = _BEGIN_S + _BEGIN_OF_EACH_S * self._problem.sessions
        counts = client.begin(self._order(longest_s), min(begin_s, injection.for_s))
        if client.has_ended:
            self._refuse(Message("sql-client-died"))
        if counts.failed >= self._problem.sessions:
            self._refuse(self._failed(counts))

    def fault(self) -> Message | None:
        """Return how many sessions have failed, and why the first one did.

        Ends the sessions first if they leave the server too little space.
        """
        if self._client is None or not self._is_held:
            return self._shortage
        if self._shortage is None and self._space is not None:
            self._shortage = self._space.shortage()
            if self._shortage is not None:
                self._close_sessions(time.monotonic() + self._injection.undo_within_s)
        return self._shortage or self._fault_of(self._client)

    def _fault_of(self, client: SqlClient) -> Message | None:
        counts = client.counts()
        if client.has_ended:
            return Message("sql-client-died")
        if counts.failed:
            return self._failed(counts)
        code = self._problem.expected_code
        is_over = time.monotonic() - self._begun_s >= self._injection.for_s - _EARLY_S
        if code is not None and counts.met == 0 and is_over:
            return Message("sql-not-met", sessions=count(self._problem.sessions), code=code)
        missing = self._problem.sessions - counts.running
        return Message("sql-sessions-waiting", count=count(missing)) if missing > 0 else None

    def end(self) -> None:
        """Have the sessions closed, and terminate what the server still shows. Raises InjectionError."""
        if not self._is_held:
            return
        wrong = self._close_sessions(time.monotonic() + self._injection.undo_within_s)
        if wrong is not None:
            self._refuse(self._unknown(wrong))
        self._is_held = False
        self._hold.drop()

    def remains(self) -> Message | None:
        """Return the number of sessions that the server shows, or why nobody can tell."""
        if not self._is_checked:
            return None
        try:
            left = count_sessions(self._words, self._hold.token, min(_LOOK_S, self._injection.undo_within_s))
        except ProbeFailure as failure:
            # Without the undo in the hold nothing was left, as seen from outside.
            return self._unknown(failure.told) if self._is_held else None
        return Message("sql-sessions-left", count=count(left)) if left else None

    def close(self) -> None:
        """Let go of everything; what may be left is undone before."""
        try:
            self.end()
        except InjectionError:
            # The guard process, which ends after this, tries once more; its traces stay where it fails, too.
            pass
        finally:
            if self._client is not None:
                self._client.close()
                self._client = None
            self._hold.close()

    def _close_sessions(self, ends_s: float) -> Message | None:
        """Have the sessions closed, and terminate the others. Return why some may be left; None: none is."""
        client, client_s = self._client, _CLIENT_END_S + _CLIENT_END_OF_EACH_S * self._problem.sessions
        if client is not None and not client.end(min(client_s, self._injection.undo_within_s / 2)):
            client.close()
            self._client = None
        return terminate_sessions(self._words, self._hold.token, max(0.5, ends_s - time.monotonic()))

    def _database(self) -> Mapping[str, str]:
        place = self._place.place
        try:
            words = dict(database_words(DatabaseKind.POSTGRES, self._problem.database, place.filled))
        except WrittenValueError as error:
            self._refuse(Message("sql-database-unreadable", what=error.message, cure=error.cure))
        certificate = words.get("sslrootcert", "")
        if certificate and certificate != "system":
            # The undo has another working directory.
            words["sslrootcert"] = str(absolute_path(certificate))
        return words

    def _look(self, link: PostgresLink) -> None:
        """Refuse a server that is too old, behind a pooler or without room."""
        if link.server_version < _OLDEST_VERSION * 10000:
            version = str(link.server_version // 10000)
            self._refuse(Message("sql-server-too-old", version=version, oldest=str(_OLDEST_VERSION)))
        self._server_version = link.server_version
        row = link.ask(_STATE.format(limit_ms=round(1e3 * _CHECK_S), mark=OWN_STATEMENT), _CHECK_S + 1.0)
        if row.get("application") != self._hold.token or row.get("process") != str(link.process_id):
            self._refuse(Message("sql-behind-pooler"))
        for scope in ("server", "role", "database"):
            most, used = int(row.get(f"most_of_{scope}") or -1), int(row.get(f"used_of_{scope}") or 0)
            if most >= 0 and most - used < self._problem.sessions + _SPARE_CONNECTIONS:
                free, asked = count(max(0, most - used)), count(self._problem.sessions)
                spare = count(_SPARE_CONNECTIONS)
                self._refuse(Message("sql-without-room", scope=scope, free=free, sessions=asked, spare=spare))
        self._space = read_server_space(link, self._words.get("host", ""))
        self._temporary_bytes = self._temporary_limit(link)
        self._check_memory()

    def _temporary_limit(self, link: PostgresLink) -> int | None:
        """Return the `temp_file_limit` that each session sets; None: that of the server, which has one, stays.

        Lower than what the study says if all sessions together would leave too little of the server's disk.
        """
        limit = min(self._problem.temporary_limit_bytes, _MOST_TEMPORARY_BYTES)
        try:
            link.ask(f"SET {OWN_STATEMENT} temp_file_limit = {limit >> 10}", _CHECK_S)
        except PostgresRefusal as refusal:
            if refusal.code != _NOT_ALLOWED:
                raise
            own_kib = int(link.ask(_OWN_LIMIT.format(mark=OWN_STATEMENT), _CHECK_S).get("own") or -1)
            if own_kib < 0:
                self._refuse(Message("sql-without-temporary-limit", role=visible_line(self._words.get("user", "-"))))
            self._most_temporary_bytes = own_kib << 10
            return None
        self._most_temporary_bytes = limit
        if self._space is None:
            return limit
        free, sessions = self._space.free_bytes(), self._problem.sessions
        least = max(limit, sessions * min(limit, _LEAST_TEMPORARY_BYTES))
        if free - least < SPARE_DISK_BYTES:
            spare = byte_size(SPARE_DISK_BYTES)
            self._refuse(Message("sql-without-disk", free=byte_size(free), limit=byte_size(least), spare=spare))
        return min(limit, (free - SPARE_DISK_BYTES) // sessions)

    def _check_memory(self) -> None:
        """Refuse to fill a temporary tablespace in memory that takes more than the machine has."""
        if self._space is None:
            return
        is_unbounded = any(map(fills_tables, self._problem.statements))
        most = self._problem.sessions * self._most_temporary_bytes
        if (refusal := self._space.refusal(None if is_unbounded else most)) is not None:
            self._refuse(refusal)

    def _parse(self, link: PostgresLink) -> None:
        """Refuse a statement that the server cannot parse."""
        has_made_names = False
        for statement in self._problem.statements:
            try:
                link.parse(statement, _CHECK_S + 1.0)
            except PostgresRefusal as refusal:
                is_of_names = refusal.code.startswith(_CLASS_OF_NAMES) and refusal.code != _SYNTAX
                if not (has_made_names and is_of_names):
                    shown, said = visible_line(statement.strip())[:60], self._shown(english(refusal.told))
                    self._refuse(Message("sql-unparsed", statement=shown, code=refusal.code, what=said))
            has_made_names = has_made_names or makes_names(statement)

    def _order(self, longest_s: float) -> SqlOrder:
        problem = self._problem
        return SqlOrder(
            words=dict(self._words),
            application=self._hold.token,
            statements=problem.statements,
            sessions=problem.sessions,
            is_abandoned=problem.is_abandoned,
            temporary_kib=None if self._temporary_bytes is None else self._temporary_bytes >> 10,
            longest_s=longest_s,
            server_version=self._server_version,
            cpus=tuple(self._place.place.cpus),
            expected_code=problem.expected_code or "",
        )

    def _start_client(self) -> SqlClient:
        if self._client is not None and self._client.has_ended:
            self._client.close()
            self._client = None
        if self._client is None:
            try:
                self._client = SqlClient({**self._environment(), MARK: self._hold.mark})
            except OSError as error:
                self._refuse(Message("sql-client-not-started", why=error.strerror or type(error).__name__))
        return self._client

    def _environment(self) -> dict[str, str]:
        """The variables by which libpq logs in, as those of the user."""
        given = self._place.place.environment
        return {name: value for name, value in given.items() if name in _ENVIRONMENT or name.startswith("PG")}

    def _failed(self, counts: SessionCounts) -> Message:
        return Message(
            "sql-sessions-failed",
            failed=count(counts.failed),
            sessions=count(self._problem.sessions),
            code=visible_line(counts.code)[:5] or "-",
            what=self._shown(counts.text),
        )

    def _unknown(self, why: Message) -> Message:
        longest_s = self._injection.for_s + self._injection.undo_within_s + _MARGIN_S
        return Message(
            "sql-sessions-unknown",
            injection=self._injection.name,
            database=visible_line(database_place(self._words)),
            why=why,
            limit=duration(longest_s),
            statement=termination_statement(self._hold.token),
        )

    def _shown(self, text: str) -> str:
        password = self._words.get("password", "")
        mask = SecretMask((*self._place.place.secrets, *([password] if password else [])))
        return visible_line(mask.text(text))[:_LONGEST_TEXT]

    def _refuse(self, told: Message) -> NoReturn:
        raise InjectionError(english(told), told)
