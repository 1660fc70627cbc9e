"""Reads a MariaDB or MySQL server: its connections, statements, row locks and buffer pool."""

import contextlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence

from pymysql import Connection, Error
from pymysql.cursors import Cursor

from loadproof.model.message import Message
from loadproof.probes.counter_group import CounterGroup
from loadproof.probes.probe import ProbeFailure
from loadproof.probes.reading import Reading
from loadproof.study.database_url import database_words
from loadproof.study.probe_settings import DatabaseSettings

__all__ = ["MariadbProbe"]

_WITHIN_S = 0.8
"""For a whole reading, a new connection included: below one second."""
_DEFAULT_PORT = 3306
_LONGEST_TEXT = 120
# https://mariadb.com/kb/en/mariadb-error-code-reference/
_HINTS = {
    1040: "mariadb-hint-connections",
    1203: "mariadb-hint-connections",
    1226: "mariadb-hint-connections",
    1044: "mariadb-hint-password",
    1045: "mariadb-hint-password",
    1698: "mariadb-hint-password",
    1049: "mariadb-hint-database",
    1129: "mariadb-hint-blocked",
    1130: "mariadb-hint-host",
    1969: "mariadb-hint-slow",
    2013: "mariadb-hint-slow",
}
_COUNTERS = (
    "Queries",
    "Slow_queries",
    "Innodb_row_lock_waits",
    "Innodb_row_lock_time",
    "Innodb_buffer_pool_read_requests",
    "Innodb_buffer_pool_reads",
    "Connection_errors_max_connections",
)
_LEVELS = ("Threads_connected", "Threads_running", "Innodb_row_lock_current_waits", "Uptime")
_STATUS = "SHOW GLOBAL STATUS WHERE Variable_name IN ({})".format(
    ", ".join(f"'{name}'" for name in (*_LEVELS, *_COUNTERS))
)

_Row = Mapping[str, str | None]


class MariadbProbe:
    """One server through one connection of its own, made anew after it broke. Rates from the second reading on.

    The connection of the probe and its statements are not counted.
    """

    slow = True

    def __init__(self, settings: DatabaseSettings, filled: Callable[[str, str], str]) -> None:
        """`filled` gives the values of gaps in the URL; it is asked for each connection."""
        self.name = f"mariadb:{settings.service}"
        self._settings = settings
        self._filled = filled
        self._connection: Connection[Cursor] | None = None
        self._limit = 0.0
        self._statements = CounterGroup("Queries", "Slow_queries")
        self._locks = CounterGroup("Innodb_row_lock_waits", "Innodb_row_lock_time")
        self._pool = CounterGroup("Innodb_buffer_pool_read_requests", "Innodb_buffer_pool_reads")
        self._refused = CounterGroup("Connection_errors_max_connections")
        self._began_s = 0

    def read(self, now_s: float) -> list[Reading]:
        """Raises ProbeFailure if the server cannot be reached, refuses, or does not answer within 0.8 s."""
        began_s = time.monotonic()
        try:
            connection = self._connection or self._connected()
            row: _Row = {str(name): value for name, value in _rows(connection, _STATUS)}
        except (Error, OSError) as error:
            self.close()
            raise _failure(error) from error
        # Whole seconds since the start, and so its instant: another one after a restart.
        began = round(now_s - float(row.get("Uptime") or 0.0))
        if abs(began - self._began_s) > 2:
            self._began_s = began
        return [*self._levels(row), *self._growths(row, now_s + time.monotonic() - began_s)]

    def shortfalls(self) -> Sequence[Message]:
        """Return no shortfalls: every user may read the status of the server."""
        return ()

    def close(self) -> None:
        """Ends the connection."""
        if self._connection is not None:
            with contextlib.suppress(Error, OSError):
                self._connection.close()
            self._connection = None

    def _connected(self) -> "Connection[Cursor]":
        settings = self._settings
        words = database_words(settings.kind, settings.url, lambda gap: self._filled(gap, settings.service))
        self._connection = connection = Connection(
            host=words["host"],
            port=int(words.get("port", _DEFAULT_PORT)),
            user=words["user"],
            password=words.get("password", ""),
            database=words.get("dbname"),
            connect_timeout=_WITHIN_S,
            read_timeout=_WITHIN_S,
            write_timeout=_WITHIN_S,
            autocommit=True,
            program_name="loadproof",
        )
        ((limit,),) = _rows(connection, "SELECT @@global.max_connections")
        self._limit = float(limit or 0)
        return connection

    def _levels(self, row: _Row) -> Iterator[Reading]:
        yield self._reading("sessions_total", "", max(0.0, _number(row, "Threads_connected") - 1.0))
        yield self._reading("sessions_active", "", max(0.0, _number(row, "Threads_running") - 1.0))
        yield self._reading("sessions_waiting_lock", "", _number(row, "Innodb_row_lock_current_waits"))
        yield self._reading("sessions_limit", "", self._limit)

    def _growths(self, row: _Row, at_s: float) -> Iterator[Reading]:
        grown = self._statements.grown(row, self._began_s, at_s)
        if grown is not None:
            # Less the statement of this reading.
            yield self._reading("statements_per_s", "1/s", max(0.0, grown["Queries"] - 1.0) / grown.elapsed_s)
            yield self._reading("slow_statements", "", grown["Slow_queries"])
        grown = self._locks.grown(row, self._began_s, at_s)
        if grown is not None:
            yield self._reading("lock_waits_per_s", "1/s", grown["Innodb_row_lock_waits"] / grown.elapsed_s)
            # Counted when a wait ends, in ms: over time, the mean number of sessions that waited (Little's law).
            yield self._reading("lock_wait_s_per_s", "", grown["Innodb_row_lock_time"] / 1e3 / grown.elapsed_s)
        grown = self._pool.grown(row, self._began_s, at_s)
        if grown is not None and grown["Innodb_buffer_pool_read_requests"] > 0:
            missed = grown["Innodb_buffer_pool_reads"] / grown["Innodb_buffer_pool_read_requests"]
            yield self._reading("hit_share", "", max(0.0, 1.0 - missed))
        grown = self._refused.grown(row, self._began_s, at_s)
        if grown is not None:
            yield self._reading("connections_refused", "", grown["Connection_errors_max_connections"])

    def _reading(self, name: str, unit: str, value: float) -> Reading:
        return Reading(self.name, name, unit, value)


def _rows(connection: "Connection[Cursor]", statement: str) -> list[tuple[str | None, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return [tuple(None if value is None else str(value) for value in row) for row in cursor.fetchall()]


def _number(row: _Row, name: str) -> float:
    return float(row.get(name) or 0.0)


def _failure(error: Exception) -> ProbeFailure:
    code = error.args[0] if error.args and isinstance(error.args[0], int) else 0
    text = str(error.args[-1] if error.args else error)
    said = " ".join(text.split())[:_LONGEST_TEXT] or type(error).__name__
    return ProbeFailure(Message("mariadb-unread", why=said, hint=Message(_HINTS.get(code, "mariadb-hint-reach"))))
