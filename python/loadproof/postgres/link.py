"""A connection to PostgreSQL whose every step is bounded in time, whatever the other side does."""

import os
import select
import socket
import struct
import time
from collections.abc import Callable, Mapping
from typing import Self

from psycopg import Error, pq
from psycopg.conninfo import make_conninfo

from loadproof.model.message import Message
from loadproof.probes.probe import ProbeFailure

__all__ = ["PostgresLink", "PostgresRefusal"]

_CURES = (
    # What a server says before it knows a client has no code that libpq would hand on.
    (("too many", "connection slots"), "postgres-cure-connections"),
    (("password", "authentication", "pg_hba", "role "), "postgres-cure-password"),
    (("database ",), "postgres-cure-database"),
    (("starting up", "shutting down", "recovery"), "postgres-cure-wait"),
)
_REACH = "postgres-cure-reach"
_LONGEST_TEXT = 120
_CANCELLED = "57014"
_LATE = "postgres-no-answer"
_LONGEST_LATE_S = 14.0
"""Time after which a late answer is no longer waited for."""
_MOST_BYTES = 16 << 20
"""Largest answer: the counters of thousands of statements take 1 MiB; a server that goes on sending is cut off."""
_MOST_CELL_BYTES = 1 << 20
_MOST_ROWS = 500
_MOST_LINES = 20_000
_MOST_COLUMNS = 200
_RECEIVED_AT = 128
"""Place of `tcpi_bytes_received` in `struct tcp_info` of linux/tcp.h."""
_COPYING = (pq.ExecStatus.COPY_IN, pq.ExecStatus.COPY_OUT, pq.ExecStatus.COPY_BOTH)


class PostgresRefusal(ProbeFailure):
    """PostgreSQL answered a statement with an error; `code` is its SQLSTATE."""

    def __init__(self, told: Message, code: str) -> None:
        """`told` is one line."""
        super().__init__(told)
        self.code = code


class PostgresLink:
    """One connection, of one thread.

    On the functions of libpq that never block: those of psycopg that connect take two seconds at the least before they
    give up, and a probe has one. Raises ProbeFailure, after which `is_open` says whether it can be asked again.
    """

    def __init__(self, connection: pq.abc.PGconn) -> None:
        """`connection` is being made."""
        self._connection = connection
        self.waits_for_late = False
        """True: an answer that does not come in time stays outstanding and the connection open, and the next question
        waits for it first. An overloaded server answers late, and takes longer still for a new connection."""
        self._late_since_s: float | None = None

    @classmethod
    def opened(cls, words: Mapping[str, str], within_s: float) -> Self:
        """Connects as `words` of libpq say."""
        try:
            text = make_conninfo(**words)
        except Error:
            # Its text may hold what was written.
            raise ProbeFailure(Message("postgres-url-unreadable")) from None
        link = cls(pq.PGconn.connect_start(text.encode()))
        try:
            link._connect(time.monotonic() + within_s)
        except BaseException:
            link.close()
            raise
        return link

    @property
    def is_open(self) -> bool:
        """True if the connection can take statements."""
        return self._connection.status == pq.ConnStatus.OK

    @property
    def server_version(self) -> int:
        """Such as 150007 for 15.7. Raises ProbeFailure if the connection has been given up."""
        try:
            return self._connection.server_version
        except Error:
            raise ProbeFailure(Message("postgres-connection-ended")) from None

    @property
    def process_id(self) -> int:
        """Process of the server that the connection speaks to, as the server said at its begin."""
        return self._connection.backend_pid

    def close(self) -> None:
        """Gives the connection up at once; can be called again."""
        self._connection.finish()
        self._late_since_s = None

    def ask(self, statements: str, within_s: float) -> dict[str, str | None]:
        """The first row of the last of `statements`, as text by name. Raises PostgresRefusal where one fails."""
        results = self._answer(lambda: self._connection.send_query(statements.encode()), within_s)
        return _row(results[-1], 0) if results and results[-1].ntuples else {}

    def ask_rows(self, statements: str, within_s: float) -> list[dict[str, str | None]]:
        """Return the rows of the last of `statements`, 500 at most. Raises PostgresRefusal where one fails."""
        results = self._answer(lambda: self._connection.send_query(statements.encode()), within_s)
        return [_row(results[-1], place) for place in range(min(results[-1].ntuples, _MOST_ROWS))] if results else []

    def ask_lines(self, statements: str, within_s: float) -> list[str]:
        """Return the first column of the rows of the last of `statements`, 20,000 at most; null: an empty text.

        A row of one text is ten times cheaper than a row of names. Raises PostgresRefusal where a statement fails.
        """
        results = self._answer(lambda: self._connection.send_query(statements.encode()), within_s)
        if not results or not results[-1].nfields:
            return []
        return [_text(results[-1].get_value(place, 0)) or "" for place in range(min(results[-1].ntuples, _MOST_LINES))]

    def parse(self, statement: str, within_s: float, name: str = "") -> None:
        """Has one statement parsed and not run, as the prepared statement `name`.

        Raises PostgresRefusal where it fails, or there are several.
        """
        self._answer(lambda: self._connection.send_prepare(name.encode(), statement.encode()), within_s)

    @property
    def descriptor(self) -> int:
        """Descriptor of its socket."""
        return self._connection.socket

    @property
    def place(self) -> tuple[str, int]:
        """Address and port of the server; for a Unix socket its directory."""
        connection = self._connection
        host = connection.host.decode("utf-8", "replace")
        address = "" if host.startswith("/") else connection.hostaddr.decode("ascii", "replace")
        port = connection.port.decode("ascii", "replace")
        return address or host, int(port) if port.isdecimal() else 0

    def _answer(self, send: Callable[[], None], within_s: float) -> "list[pq.abc.PGresult]":
        asked_s = time.monotonic()
        until_s = asked_s + within_s
        is_sent = self._late_since_s is not None
        try:
            if self._late_since_s is not None:
                self._results(until_s)
                self._late_since_s, is_sent, asked_s = None, False, time.monotonic()
            send()
            while self._connection.flush():
                self._wait(select.POLLOUT | select.POLLIN, until_s)
                self._connection.consume_input()
            is_sent = True
            results = self._results(until_s)
        except Error:
            self.close()
            raise ProbeFailure(Message("postgres-connection-ended")) from None
        except ProbeFailure as failure:
            since_s = asked_s if self._late_since_s is None else self._late_since_s
            is_late = failure.told.code == _LATE and is_sent and time.monotonic() - since_s < _LONGEST_LATE_S
            if self.waits_for_late and is_late:
                self._late_since_s = since_s
            else:
                self.close()
            raise
        for result in results:
            if result.status == pq.ExecStatus.FATAL_ERROR:
                raise _refusal(result)
        return results

    def _connect(self, until_s: float) -> None:
        status = int(pq.PollingStatus.WRITING)
        while status != pq.PollingStatus.OK:
            if status == pq.PollingStatus.FAILED or self._connection.status == pq.ConnStatus.BAD:
                text = _one_line(self._connection.error_message)
                cure = next((cure for words, cure in _CURES if any(word in text for word in words)), _REACH)
                raise ProbeFailure(Message("postgres-unreachable", why=text, cure=Message(cure)))
            self._wait(select.POLLIN if status == pq.PollingStatus.READING else select.POLLOUT, until_s)
            status = self._connection.connect_poll()
        self._connection.nonblocking = 1

    def _results(self, until_s: float) -> list[pq.abc.PGresult]:
        results: list[pq.abc.PGresult] = []
        before = _received_bytes(self._connection.socket)
        while True:
            while self._connection.is_busy():
                self._wait(select.POLLIN, until_s)
                if _received_bytes(self._connection.socket) - before > _MOST_BYTES:
                    raise ProbeFailure(Message("postgres-answer-large"))
                self._connection.consume_input()
            result = self._connection.get_result()
            if result is None:
                return results
            if result.status in _COPYING:
                # Nobody asked for it, and libpq would hand it on for ever.
                raise ProbeFailure(Message("postgres-connection-ended"))
            results.append(result)

    def _wait(self, events: int, until_s: float) -> None:
        left_s = until_s - time.monotonic()
        waiting = select.poll()
        waiting.register(self._connection.socket, events)
        if left_s <= 0 or not waiting.poll(left_s * 1e3):
            raise ProbeFailure(Message(_LATE))


def _refusal(result: pq.abc.PGresult) -> PostgresRefusal:
    code = (result.error_field(pq.DiagnosticField.SQLSTATE) or b"").decode("ascii", "replace")
    if code == _CANCELLED:
        return PostgresRefusal(Message("postgres-reading-slow"), code)
    text = _one_line(result.error_field(pq.DiagnosticField.MESSAGE_PRIMARY) or b"an error")
    return PostgresRefusal(Message.said(text), code)


def _received_bytes(descriptor: int) -> int:
    """Bytes that have come on a TCP connection (TCP_INFO of Linux 4.1 or newer); 0 of a Unix socket."""
    try:
        with socket.socket(fileno=os.dup(descriptor)) as own:
            told = own.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, _RECEIVED_AT + 8)
    except OSError:
        return 0
    return int(struct.unpack_from("=Q", told, _RECEIVED_AT)[0]) if len(told) >= _RECEIVED_AT + 8 else 0


def _row(result: pq.abc.PGresult, place: int) -> dict[str, str | None]:
    """One row by name; a server that lies may send any number of columns."""
    return {
        (result.fname(column) or b"").decode("utf-8", "replace"): _text(result.get_value(place, column))
        for column in range(min(result.nfields, _MOST_COLUMNS))
    }


def _text(value: bytes | None) -> str | None:
    return None if value is None else value[:_MOST_CELL_BYTES].decode("utf-8", "replace")


def _one_line(message: bytes) -> str:
    """The last line with a reason: libpq puts each address that it tried on one of its own, and hints below."""
    lines = [line.strip() for line in message.decode("utf-8", "replace").splitlines() if line.strip()]
    text = ([line for line in lines if "failed: " in line] or lines or ["no reason given"])[-1]
    return text.rpartition("failed: ")[2].removeprefix("FATAL:").strip()[:_LONGEST_TEXT]
