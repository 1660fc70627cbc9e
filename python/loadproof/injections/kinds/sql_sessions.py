"""Process that has the sessions of an SQL injection: neither their bytes nor Python's lock disturb the generator.

Standard input is lines of the controller: an SqlOrder opens the sessions, `end` cancels and closes them, and so does
the end of the input, which means that the controller is dead. Standard output is a line of SessionCounts a change.

Each session sets its bounds, begins a transaction and runs the statements in it, one after the other. It never commits:
the server rolls back when the session ends, for whatever reason. After its last statement a session stays in its
transaction, with the locks that it has, until the end. Rows are read and thrown away. If a statement fails with the
SQLSTATE that the order expects, the session stays in its failed transaction: after a SAVEPOINT tables that were made
before it keep what they hold, and so does a full file system.

The bounds are those of the server, which keeps them without us: `statement_timeout` (what is left of the occurrence,
its undo and a margin), timeouts of idle sessions, `temp_file_limit`, and a look once a second whether the client is
still there (PostgreSQL 14). If the client is to be abandoned, its socket is reset once the last statement runs.
"""

import asyncio
import os
import resource
import socket
import struct
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import replace

from psycopg import Error, NotSupportedError, pq
from psycopg.conninfo import make_conninfo

from loadproof.injections.kinds.sql_order import SessionCounts, SqlOrder
from loadproof.injections.kinds.sql_termination import quoted_application
from loadproof.postgres.queries import MARK

__all__ = ["main"]

_OPENED_AT_ONCE = 32
"""Connections being made at a time: the server forks for each."""
_CONNECT_S = 10.0
_SETTINGS_S = 10.0
_CANCEL_S = 1.5
"""For all cancel requests together: whatever is left then is terminated by the controller."""
_AT_ONCE_S = 0.1
"""Within which a statement that fails never ran."""
_SEEN_EVERY_S = 0.05
_UNSEEN_S = 2.0
"""After which a statement that was sent counts as running, where the server does not show it."""
_REPORT_EVERY_S = 0.1
_LARGEST_DATA_BYTES = 1 << 30
_LONGEST_LINE = 64 << 20
_MOST_ROWS = 2048
_LONGEST_TEXT = 500
_COPYING = (pq.ExecStatus.COPY_IN, pq.ExecStatus.COPY_OUT, pq.ExecStatus.COPY_BOTH)
_COPIES = "the statement copies from or to its client"
_ENDS_TRANSACTION = "the statement ended its transaction"
_FIRST_WITH_CLIENT_CHECK = 140000
_FIRST_WITH_TRANSACTION_TIMEOUT = 170000
_LONGEST_TIMEOUT_MS = 2**31 - 1
_LINGER_NOT = struct.pack("ii", 1, 0)


def main() -> None:
    """Runs what standard input orders, until it ends."""
    _, most_bytes = resource.getrlimit(resource.RLIMIT_DATA)
    most_bytes = _LARGEST_DATA_BYTES if most_bytes == resource.RLIM_INFINITY else min(most_bytes, _LARGEST_DATA_BYTES)
    resource.setrlimit(resource.RLIMIT_DATA, (most_bytes, most_bytes))
    _, most_files = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most_files, most_files))
    asyncio.run(_obey())


async def _obey() -> None:
    loop, reader = asyncio.get_running_loop(), asyncio.StreamReader(limit=_LONGEST_LINE)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    sessions: _Sessions | None = None
    while True:
        line = await reader.readline()
        if sessions is not None:
            await sessions.close()
            sessions = None
        if not line:
            return
        if line != b"end\n":
            order = SqlOrder.from_line(line)
            with suppress(OSError):
                os.sched_setaffinity(0, order.cpus)
            sessions = _Sessions(order)


class _FailedError(Exception):
    """A session failed; `code` is the SQLSTATE, if there is one."""

    def __init__(self, text: str, code: str = "") -> None:
        super().__init__(text)
        self.code = code


class _Wire:
    """One connection on the functions of libpq that do not block."""

    def __init__(self, words: dict[str, str]) -> None:
        self._connection = pq.PGconn.connect_start(make_conninfo(**words).encode())
        self._farewell: _FailedError | None = None

    @property
    def connection(self) -> pq.abc.PGconn:
        return self._connection

    async def connect(self) -> None:
        status = int(pq.PollingStatus.WRITING)
        while status != pq.PollingStatus.OK:
            if status == pq.PollingStatus.FAILED or self._connection.status == pq.ConnStatus.BAD:
                raise self._lost()
            await _ready(self._connection.socket, reads=status == pq.PollingStatus.READING)
            status = self._connection.connect_poll()
        self._connection.nonblocking = 1
        self._connection.notice_handler = self._note

    def _note(self, notice: pq.abc.PGresult) -> None:
        """Keep what the server says as it ends an idle session: libpq takes that for a notice."""
        if notice.error_field(pq.DiagnosticField.SEVERITY_NONLOCALIZED) in (b"FATAL", b"PANIC"):
            self._farewell = _fault(notice)

    async def settle(self, statements: str) -> list[str]:
        """Run simple statements. Return the first column of the rows of the last one."""
        return await self._results(self._connection.send_query, statements)

    async def send(self, statement: str) -> None:
        """Send one statement by the extended protocol, which takes no second one; the kernel has it at the return."""
        try:
            self._connection.send_query_params(statement.encode(), None)
            # As they come, instead of all at once.
            self._connection.set_single_row_mode()
            await self._flush()
        except Error:
            raise self._lost() from None

    async def finish(self) -> list[str]:
        """Wait for the end of what was sent; rows are thrown away but for the first column of the last result."""
        first: list[str] = []
        fault: _FailedError | None = None
        try:
            while True:
                while self._connection.is_busy():
                    await _ready(self._connection.socket, reads=True)
                    self._connection.consume_input()
                result = self._connection.get_result()
                if result is None:
                    break
                if result.status == pq.ExecStatus.FATAL_ERROR:
                    fault = fault or _fault(result)
                elif result.status in _COPYING:
                    # libpq would hand it on for ever.
                    raise _FailedError(_COPIES)
                elif result.status == pq.ExecStatus.TUPLES_OK and result.nfields:
                    # Empty for what `send` sent. More than ids of sessions is never asked for.
                    rows = range(min(result.ntuples, _MOST_ROWS))
                    first = [(result.get_value(row, 0) or b"")[:32].decode("ascii", "replace") for row in rows]
        except Error:
            raise fault or self._lost() from None
        if fault is not None:
            raise fault
        return first

    async def stay(self) -> None:
        """Wait until the server ends the connection. Raises _FailedError, the only way out."""
        while True:
            await _ready(self._connection.socket, reads=True)
            try:
                self._connection.consume_input()
            except Error:
                raise self._lost() from None
            if self._connection.status == pq.ConnStatus.BAD:
                raise self._lost()
            result = self._connection.get_result()
            if result is not None and result.status == pq.ExecStatus.FATAL_ERROR:
                raise _fault(result)

    def close(self) -> None:
        self._connection.finish()

    def drop(self) -> None:
        """Reset the connection without a word to the server, as a client does whose machine is switched off."""
        handle = self._connection.socket
        nowhere = os.open("/dev/null", os.O_RDWR | os.O_CLOEXEC)
        try:
            with socket.socket(fileno=os.dup(handle)) as wire, suppress(OSError):
                wire.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _LINGER_NOT)
            # Closes the last handle of the socket; libpq then says farewell to nobody.
            os.dup2(nowhere, handle, inheritable=False)
        finally:
            os.close(nowhere)
        self._connection.finish()

    async def _results(self, send: Callable[[bytes], None], statement: str) -> list[str]:
        try:
            send(statement.encode())
            await self._flush()
        except Error:
            raise self._lost() from None
        return await self.finish()

    async def _flush(self) -> None:
        while self._connection.flush():
            await _ready(self._connection.socket, reads=False)

    def _lost(self) -> _FailedError:
        if self._farewell is not None:
            return self._farewell
        lines = self._connection.error_message.decode("utf-8", "replace").split("\n")
        said = [line.strip() for line in lines if line.strip()]
        return _FailedError(said[0] if said else "the connection ended")


class _Sessions:
    """The sessions of one occurrence."""

    def __init__(self, order: SqlOrder) -> None:
        self._order = order
        self._counts = SessionCounts()
        self._ends_s = time.monotonic() + order.longest_s
        self._opening = asyncio.Semaphore(_OPENED_AT_ONCE)
        self._is_news = asyncio.Event()
        self._wires: set[_Wire] = set()
        self._active: set[int] = set()
        """Server processes that run a statement, as the server shows them."""
        self._cancels: list[_Cancel] = []
        """Cancel requests of statements whose client is gone."""
        self._tasks = [asyncio.create_task(self._session()) for _ in range(order.sessions)]
        self._tasks.append(asyncio.create_task(self._report()))
        if order.is_abandoned:
            self._tasks.append(asyncio.create_task(self._watch()))

    async def close(self) -> None:
        """Cancel what runs, close all and say so."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        cancels = [*self._cancels]
        for wire in self._wires:
            if wire.connection.transaction_status == pq.TransactionStatus.ACTIVE:
                with suppress(Error):
                    cancels.append(_Cancel(wire.connection))
        asking = [asyncio.create_task(cancel.ask(self._opening)) for cancel in cancels]
        if asking:
            _, late = await asyncio.wait(asking, timeout=_CANCEL_S)
            for task in late:
                task.cancel()
            await asyncio.gather(*asking, return_exceptions=True)
        for wire in self._wires:
            wire.close()
        self._counts = replace(self._counts, is_closed=True)
        _say(self._counts)

    async def _session(self) -> None:
        state = {"running": False}
        try:
            await self._run(state)
        except (_FailedError, Error, OSError, TimeoutError) as error:
            text = str(error) or "no answer in time"
            code = error.code if isinstance(error, _FailedError) else ""
            self._count(failed=1, running=-1 if state["running"] else 0, code=code, text=text)

    async def _run(self, state: dict[str, bool]) -> None:
        order = self._order
        async with self._opening:
            wire = await self._opened(order.application)
        try:
            try:
                await self._use(wire, state)
            except _FailedError as error:
                if not order.expected_code or error.code != order.expected_code:
                    raise
                self._begin(state)
                self._count(met=1)
                await wire.stay()
        except (_FailedError, Error, OSError, TimeoutError):
            self._wires.discard(wire)
            wire.close()
            raise

    async def _use(self, wire: _Wire, state: dict[str, bool]) -> None:
        """Run the statements, then stay in the transaction, or abandon the last statement."""
        order = self._order
        *before, last = order.statements
        for statement in before:
            await self._step(wire, statement, state)
        if not order.is_abandoned:
            await self._step(wire, last, state)
            await wire.stay()
        await self._bound(wire)
        await wire.send(last)
        async with _finishing(wire) as finishing:
            await self._seen(wire, finishing)
            if finishing.done():
                finishing.result()
        if finishing.cancelled():
            with suppress(Error):
                self._cancels.append(_Cancel(wire.connection))
            wire.drop()
            self._wires.discard(wire)
            self._begin(state)
        else:
            # It was too short to be abandoned.
            self._begin(state)
            await wire.stay()

    async def _opened(self, application: str) -> _Wire:
        """Connect, set the bounds and begin the transaction."""
        order = self._order
        own = {"application_name": application, "client_encoding": "UTF8"}
        wire = _Wire({"gssencmode": "disable", **order.words, **own})
        self._wires.add(wire)
        try:
            async with asyncio.timeout(_CONNECT_S):
                await wire.connect()
            async with asyncio.timeout(_SETTINGS_S):
                await wire.settle("; ".join(self._settings()))
                if order.server_version >= _FIRST_WITH_CLIENT_CHECK:
                    # Not every system can tell; the server then refuses it.
                    with suppress(_FailedError):
                        every_ms = 0 if order.is_abandoned else 1000
                        await wire.settle(f"SET {MARK} client_connection_check_interval = {every_ms}")
                await wire.settle(f"BEGIN {MARK}")
        except BaseException:
            self._wires.discard(wire)
            wire.close()
            raise
        return wire

    def _settings(self) -> list[str]:
        order, left_ms = self._order, self._left_ms()
        settings = [
            f"SET {MARK} application_name = {quoted_application(order.application)}",
            f"SET {MARK} statement_timeout = {left_ms}",
            f"SET {MARK} idle_in_transaction_session_timeout = {left_ms}",
        ]
        if order.server_version >= _FIRST_WITH_CLIENT_CHECK:
            settings.append(f"SET {MARK} idle_session_timeout = {left_ms}")
        if order.server_version >= _FIRST_WITH_TRANSACTION_TIMEOUT:
            settings.append(f"SET {MARK} transaction_timeout = {left_ms}")
        if order.temporary_kib is not None:
            settings.append(f"SET {MARK} temp_file_limit = {order.temporary_kib}")
        return settings

    def _left_ms(self) -> int:
        return min(max(1, round(1e3 * (self._ends_s - time.monotonic()))), _LONGEST_TIMEOUT_MS)

    async def _bound(self, wire: _Wire) -> None:
        await wire.settle(f"SET {MARK} LOCAL statement_timeout = {self._left_ms()}")

    async def _step(self, wire: _Wire, statement: str, state: dict[str, bool]) -> None:
        """Run one statement. The session counts as running from then on, unless the statement fails at once."""
        await self._bound(wire)
        await wire.send(statement)
        async with _finishing(wire) as finishing:
            await asyncio.wait([finishing], timeout=_AT_ONCE_S)
            if not finishing.done():
                self._begin(state)
            await finishing
        self._begin(state)
        if wire.connection.transaction_status != pq.TransactionStatus.INTRANS:
            raise _FailedError(_ENDS_TRANSACTION)

    async def _seen(self, wire: _Wire, finishing: "asyncio.Task[list[str]]") -> None:
        """Return when the server shows the statement of this session as running, or it has ended."""
        process, began_s = wire.connection.backend_pid, time.monotonic()
        self._active.discard(process)
        while process not in self._active and time.monotonic() - began_s < _UNSEEN_S:
            done, _ = await asyncio.wait([finishing], timeout=_SEEN_EVERY_S)
            if done:
                return

    async def _watch(self) -> None:
        """Keep the set of active sessions while there are clients to drop."""
        application = quoted_application(self._order.application)
        active = f"state = 'active' AND application_name = {application}"
        statement = f"SELECT {MARK} pid FROM pg_stat_activity WHERE {active}"  # noqa: S608 - a quoted name
        with suppress(_FailedError, Error, OSError, TimeoutError):
            wire = await self._opened(self._order.application)
            while self._counts.running + self._counts.failed < self._order.sessions:
                await wire.settle(f"SELECT {MARK} pg_stat_clear_snapshot()")
                self._active = {int(one) for one in await wire.settle(statement)}
                await asyncio.sleep(_SEEN_EVERY_S)
            self._wires.discard(wire)
            wire.close()

    def _begin(self, state: dict[str, bool]) -> None:
        if not state["running"]:
            state["running"] = True
            self._count(running=1)

    def _count(self, *, running: int = 0, failed: int = 0, met: int = 0, code: str = "", text: str = "") -> None:
        counts = self._counts
        running, met = counts.running + running, counts.met + met
        self._counts = replace(counts, running=running, failed=counts.failed + failed, met=met)
        if failed and not counts.failed:
            self._counts = replace(self._counts, code=code, text=text[:_LONGEST_TEXT])
        self._is_news.set()

    async def _report(self) -> None:
        while True:
            await self._is_news.wait()
            self._is_news.clear()
            _say(self._counts)
            await asyncio.sleep(_REPORT_EVERY_S)


class _Cancel:
    """Request to cancel what one session runs: by a connection of its own, which takes no place among the sessions."""

    def __init__(self, connection: pq.abc.PGconn) -> None:
        self._request: pq.abc.PGcancelConn | None = None
        self._blocking: pq.abc.PGcancel | None = None
        try:
            self._request = connection.cancel_conn()
        except NotSupportedError:
            self._blocking = connection.get_cancel()

    async def ask(self, limit: asyncio.Semaphore) -> None:
        """Ask the server once; nobody hears whether it did anything."""
        async with limit:
            with suppress(Error, OSError):
                if self._blocking is not None:
                    await asyncio.to_thread(self._blocking.cancel)
                elif self._request is not None:
                    await self._ask(self._request)

    async def _ask(self, request: pq.abc.PGcancelConn) -> None:
        try:
            request.start()
            while True:
                status = request.poll()
                if status in (pq.PollingStatus.OK, pq.PollingStatus.FAILED):
                    return
                await _ready(request.socket, reads=status == pq.PollingStatus.READING)
        finally:
            request.finish()


def _fault(result: pq.abc.PGresult) -> _FailedError:
    code = (result.error_field(pq.DiagnosticField.SQLSTATE) or b"").decode("ascii", "replace")
    text = (result.error_field(pq.DiagnosticField.MESSAGE_PRIMARY) or b"an error").decode("utf-8", "replace")
    return _FailedError(text, code)


@asynccontextmanager
async def _finishing(wire: _Wire) -> "AsyncIterator[asyncio.Task[list[str]]]":
    """Wait for the end of what was sent, as a task; cancelled where the block ends before it."""
    finishing = asyncio.create_task(wire.finish())
    try:
        yield finishing
    finally:
        finishing.cancel()
        await asyncio.gather(finishing, return_exceptions=True)


async def _ready(handle: int, *, reads: bool) -> None:
    """Wait until a socket can be read, or written."""
    loop = asyncio.get_running_loop()
    waiting: asyncio.Future[None] = loop.create_future()

    def wake() -> None:
        if not waiting.done():
            waiting.set_result(None)

    (loop.add_reader if reads else loop.add_writer)(handle, wake)
    try:
        await waiting
    finally:
        (loop.remove_reader if reads else loop.remove_writer)(handle)


def _say(counts: SessionCounts) -> None:
    with suppress(BrokenPipeError):
        sys.stdout.buffer.write(counts.to_line())
        sys.stdout.buffer.flush()
