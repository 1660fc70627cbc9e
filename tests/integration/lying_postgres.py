"""A server that speaks the protocol of PostgreSQL and lies: in numbers, types, texts, and in how much it sends."""

import json
import socket
import struct
import threading
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Self

__all__ = ["LIES", "LyingPostgres"]

_COLUMNS = (
    *("line", "schema", "counts", "jit", "name", "value", "unit", "place", "query_id", "text"),
    *("sessions_total", "sessions_active", "sessions_idle", "sessions_idle_in_transaction", "sessions_waiting_lock"),
    *("sessions_limit", "working", "hidden", "use", "running", "xact_commit", "xact_rollback", "blks_hit", "blks_read"),
    *("deadlocks", "temp_files", "temp_bytes", "relations_created", "database_since", "timed", "requested"),
    *("write_ms", "written", "written_by_sessions", "checkpoints_since", "wal_bytes", "wal_since", "server_since"),
    *("locks_waiting", "calls", "execution_ms", "statements_since", "process_id", "blocked_by", "state"),
    *("application", "wait", "transaction_s", "waited_s", "running_s", "relations", "bytes", "parameters", "is_cut"),
    *("path", "size", "known_size", "part"),
)
_NASTY = "\x1b[31m\u202e\x07" + "x" * 5000


Rows = list[list[str | None]]


def _row(query: str, value: str, *only: str) -> Rows:
    """One row with `value` in every column, or in those of `only`, but for what lets the probe go on asking."""
    fixed = {"schema": "public", "counts": "t", "jit": "t"} if "pg_extension" in query else {}
    return [[fixed.get(name, value if not only or name in only else "1") for name in _COLUMNS]]


def _many(query: str, value: str) -> Rows:
    return _row(query, value, "line", "use") * (1 if "pg_extension" in query else 3000)


_RUNNING = json.dumps([[str(place), _NASTY[:50], None, 1e300, -1e300] for place in range(5_000)])
_ZERO_LINE = "7 0 0 0 0 0 0 0 0 0 0"


def _growing(places: list[int]) -> Callable[[str], Rows]:
    def rows(query: str) -> Rows:
        places[0] += 1
        huge = str(places[0] * 10**15)
        return _row(query, huge if places[0] % 3 else f"{places[0]} " + " ".join([huge] * 10))

    return rows


LIES: dict[str, Callable[[str], Rows | None] | None] = {
    "words": lambda query: _row(query, "word"),
    "no numbers": lambda query: _row(query, "NaN"),
    "numbers below zero": lambda query: _row(query, "-9223372036854775808"),
    "numbers beyond all": lambda query: _row(query, "9" * 300),
    "infinity": lambda query: _row(query, "Infinity"),
    "nulls": lambda query: [[None if "pg_extension" not in query else "t" for _ in _COLUMNS]],
    "no rows": lambda _: [],
    "no columns": lambda query: [[]] if "pg_extension" not in query else _row(query, "0"),
    "texts of a terminal": lambda query: _row(query, _NASTY) if "schema" in query else _row(query, "1"),
    "lists that are none": lambda query: _row(
        query, '[[1,"a"],{"a":[]},[[[]]],["\\u001b",2,3,1e999]]', "use", "running"
    ),
    "statements that never end": lambda query: (
        _row(query, _RUNNING, "use") if "AS use" in query else _row(query, _NASTY)
    ),
    "lists nested deeply": lambda query: _row(query, "[" * 100_000, "use", "running"),
    "thousands of rows": lambda query: _many(query, _ZERO_LINE),
    "counters that jump": _growing([0]),
    "endless rows": None,
    "silence": lambda query: _row(query, "1") if "pg_extension" in query else None,
}
"""Rows by the text of a query; None: rows without an end, or in place of them no answer at all."""


def _message(kind: bytes, body: bytes) -> bytes:
    return kind + struct.pack("!I", len(body) + 4) + body


def _text(text: str) -> bytes:
    return text.encode("utf-8", "replace") + b"\0"


_READY = _message(b"Z", b"I")
_BEGIN = (
    _message(b"R", struct.pack("!I", 0))
    + _message(b"S", _text("server_version") + _text("15.7"))
    + _message(b"S", _text("client_encoding") + _text("UTF8"))
    + _message(b"K", struct.pack("!II", 4242, 1))
    + _READY
)


def _description(columns: int) -> bytes:
    fields = b"".join(_text(name) + struct.pack("!IHIhih", 0, 0, 25, -1, -1, 0) for name in _COLUMNS[:columns])
    return _message(b"T", struct.pack("!H", columns) + fields)


def _data(row: list[str | None]) -> bytes:
    body = struct.pack("!H", len(row))
    for value in row:
        held = None if value is None else value.encode("utf-8", "replace")
        body += struct.pack("!i", -1) if held is None else struct.pack("!I", len(held)) + held
    return _message(b"D", body)


class LyingPostgres:
    """A context manager that serves connections one after the other."""

    def __init__(self, rows: Callable[[str], Rows | None] | None) -> None:
        """`rows` as in `LIES`."""
        self._rows = rows
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._thread = threading.Thread(target=self._serve, daemon=True)

    @property
    def url(self) -> str:
        """Its database."""
        return f"postgresql://u:p@127.0.0.1:{self._listening.getsockname()[1]}/d"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        self._thread.join(5.0)
        assert not self._thread.is_alive()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listening.accept()
                client.settimeout(3.0)
                with client, suppress(OSError, struct.error):
                    self._talk(client)

    def _talk(self, client: socket.socket) -> None:
        while self._message_of(client)[:4] == struct.pack("!I", 80877103):
            client.sendall(b"N")
        client.sendall(_BEGIN)
        while True:
            kind = self._exactly(client, 1)
            body = self._message_of(client)
            if kind == b"Q":
                self._answer(client, body.rstrip(b"\0").decode("utf-8", "replace"))
            elif kind == b"S":
                client.sendall(_READY)
            elif kind == b"X":
                return

    def _answer(self, client: socket.socket, query: str) -> None:
        if self._rows is None and "pg_extension" not in query:
            client.sendall(_description(1))
            endless = _data(["7 " + "1" * 1000]) * 500
            while True:
                client.sendall(endless)
        rows = _row(query, "0") if self._rows is None else self._rows(query)
        if rows is None:
            return
        described = _description(len(rows[0]) if rows else len(_COLUMNS))
        done = _message(b"C", _text(f"SELECT {len(rows)}"))
        client.sendall(described + b"".join(map(_data, rows)) + done + _READY)

    def _message_of(self, client: socket.socket) -> bytes:
        (length,) = struct.unpack("!I", self._exactly(client, 4))
        return self._exactly(client, length - 4)

    @staticmethod
    def _exactly(client: socket.socket, wanted: int) -> bytes:
        read = b""
        while len(read) < wanted:
            data = client.recv(wanted - len(read))
            if not data:
                raise ConnectionResetError
            read += data
        return read
