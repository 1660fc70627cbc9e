"""Clients of a database in processes of their own: they end with the bench, as the server does that they use."""

import multiprocessing
import os
import random
import socket
import struct
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing.sharedctypes import Synchronized
from multiprocessing.synchronize import Event
from typing import Any

import psycopg
from psycopg import pq

__all__ = ["Calls", "Client", "Draw", "Progress", "abandon", "clients_running", "paced", "run_statements"]

_LONGEST_END_S = 10.0
_LONGEST_PREPARATION_S = 120.0
_LINGER_NOT = struct.pack("ii", 1, 0)
_CONTEXT = multiprocessing.get_context("spawn")


@dataclass(frozen=True)
class Progress:
    """Counters and signals that a client shares with the bench."""

    calls: "Synchronized[int]"
    """Calls that ended well."""
    errors: "Synchronized[int]"
    """Calls that the server refused."""
    begun: Event
    """Set by the client once its situation is there."""
    stop: Event
    """Set by the bench at the end."""

    def count(self, call: Callable[[], object]) -> None:
        """Make a call and count it; a refusal by the server is counted and goes no further."""
        try:
            call()
        except psycopg.Error:
            with self.errors.get_lock():
                self.errors.value += 1
        else:
            with self.calls.get_lock():
                self.calls.value += 1


Client = Callable[[str, Progress], None]
"""Function at the top of a module: connects to the URL and works until `stop`."""


@dataclass(frozen=True, slots=True)
class Draw:
    """Value of a parameter, drawn anew for each call: a whole number, or a text with it."""

    least: int
    most: int
    text: str = ""
    """Text with `{}` for the number; empty: the number itself."""

    def value(self, draw: random.Random) -> int | str:
        """Return the next value."""
        number = draw.randint(self.least, self.most)
        return self.text.format(number) if self.text else number


@dataclass(frozen=True, slots=True)
class Calls:
    """Statements of one client, called at a rate."""

    name: str
    rate: float
    """Calls per second: each runs all statements, one after the other."""
    statements: tuple[str, ...]
    """Parameters are the names of `values`, such as `%(account)s`, and sent beside the text as applications do."""
    values: Mapping[str, Draw] = field(default_factory=dict)
    settings: tuple[str, ...] = ()
    """Statements at the start of the session."""
    may_fail: bool = False
    """True if the situation is that the server refuses the statements."""


@contextmanager
def clients_running(url: str, clients: Sequence[Client | Calls]) -> Iterator[list[Progress]]:
    """Run each client in a process of its own, once each has begun; all are ended after."""
    progress = [
        Progress(_CONTEXT.Value("q", 0), _CONTEXT.Value("q", 0), _CONTEXT.Event(), _CONTEXT.Event()) for _ in clients
    ]
    processes = [
        _CONTEXT.Process(target=_run, args=(url, client, own), daemon=True)
        for client, own in zip(clients, progress, strict=True)
    ]
    try:
        for process in processes:
            process.start()
        ends_s = time.monotonic() + _LONGEST_PREPARATION_S
        for process, own in zip(processes, progress, strict=True):
            while not own.begun.wait(0.2):
                assert process.is_alive(), "a client ended before it began; its words are above"
                assert time.monotonic() < ends_s, f"a client did not begin within {_LONGEST_PREPARATION_S} s"
        yield progress
    finally:
        for own in progress:
            own.stop.set()
        ends_s = time.monotonic() + _LONGEST_END_S
        for process in processes:
            if process.pid is not None:
                process.join(max(0.1, ends_s - time.monotonic()))
                process.kill()
                process.join()


def _run(url: str, client: Client | Calls, progress: Progress) -> None:
    with suppress(psycopg.OperationalError, KeyboardInterrupt):
        if isinstance(client, Calls):
            run_statements(url, client, progress)
        else:
            client(url, progress)


def paced(rate: float, stop: Event) -> Iterator[int]:
    """Yield the numbers of calls at their due times, which are even; a late call is made at once, until `stop`."""
    began_s = time.monotonic()
    number = 0
    while not stop.is_set():
        left_s = began_s + number / rate - time.monotonic()
        if left_s > 0 and stop.wait(left_s):
            return
        yield number
        number += 1


def run_statements(url: str, calls: Calls, progress: Progress) -> None:
    """Run the statements of `calls` at their rate in one session."""
    draw = random.Random(calls.name)
    with psycopg.connect(url, autocommit=True, application_name=calls.name) as session:
        for setting in calls.settings:
            session.execute(setting)
        for _ in paced(calls.rate, progress.stop):
            values = {name: one.value(draw) for name, one in calls.values.items()}
            progress.count(lambda values=values: _execute(session, calls.statements, values))  # type: ignore[misc]
            progress.begun.set()


def _execute(session: psycopg.Connection, statements: Sequence[str], values: dict[str, Any]) -> None:
    for statement in statements:
        # Statements are constants of this package.
        cursor = session.execute(statement.encode(), values)
        if cursor.description is not None:
            cursor.fetchall()


def abandon(url: str, name: str, statement: str, *, is_reset: bool) -> None:
    """Send a statement and close the socket while it runs: with a reset (RST), or with an orderly end (FIN)."""
    connection = psycopg.connect(url, autocommit=True, application_name=name)
    wire = connection.pgconn
    wire.send_query(statement.encode())
    while wire.flush():
        time.sleep(0.01)
    # The server has to have read it, or it would see the end of the connection first.
    _wait_until_running(url, wire.backend_pid)
    handle = wire.socket
    nowhere = os.open("/dev/null", os.O_RDWR | os.O_CLOEXEC)
    with socket.socket(fileno=os.dup(handle)) as own:
        if is_reset:
            own.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _LINGER_NOT)
    # Closes the last handle of the socket; libpq then says farewell to nobody.
    os.dup2(nowhere, handle, inheritable=False)
    os.close(nowhere)
    wire.finish()
    assert wire.status == pq.ConnStatus.BAD


def _wait_until_running(url: str, process_id: int) -> None:
    with psycopg.connect(url, autocommit=True, application_name="looks") as session:
        query = "SELECT 1 FROM pg_stat_activity WHERE pid = %s AND state = 'active'"
        while session.execute(query, [process_id]).fetchone() is None:
            time.sleep(0.02)
