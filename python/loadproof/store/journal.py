"""Batches on their way to the disk: in order, and kept in memory while the disk refuses them."""

import sqlite3
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from loadproof.model.message import Message, duration
from loadproof.system.exhausted_resource import exhausted_resource
from loadproof.words.catalogue import english

__all__ = ["Journal", "RowBatch", "StorageFailure"]

_CODES = {
    "SQLITE_FULL": "disk-full",
    "SQLITE_IOERR": "disk-input-output-error",
    "SQLITE_READONLY": "run-directory-read-only",
    "SQLITE_CORRUPT": "database-damaged",
    "SQLITE_NOTADB": "database-damaged",
    "SQLITE_CANTOPEN": "database-not-openable",
    "SQLITE_BUSY": "database-locked",
}


@dataclass(frozen=True, slots=True)
class RowBatch:
    """Statements with their rows that belong together.

    `is_tick`: a second of windows, which may be given up when too many are refused.
    """

    statements: Sequence[tuple[str, Sequence[Sequence[Any]]]]
    is_tick: bool = False


@dataclass(frozen=True, slots=True)
class StorageFailure:
    """The disk refused the run's data: since when (s from the start of the run), why, and what it lacks."""

    at_s: float
    text: Message
    lost_seconds: int

    def __str__(self) -> str:
        """One plain sentence in English."""
        return english(self.told)

    @property
    def told(self) -> Message:
        """One plain sentence."""
        at, lost = duration(round(self.at_s)), duration(self.lost_seconds)
        return Message("run-not-stored", at=at, why=self.text, lost=lost)


class Journal:
    """Writes batches, and never raises for the disk's sake: what was refused is tried again each time.

    At most `capacity` refused ticks are kept; older ones are given up and counted. Nothing else is given up.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        started_monotonic: float,
        capacity: int = 600,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Takes a connection in autocommit mode."""
        self._clock = clock
        self._connection = connection
        self._started_monotonic = started_monotonic
        self._capacity = capacity
        self._pending: deque[RowBatch] = deque()
        self._refused: tuple[float, Message] | None = None
        self._given_up = 0

    @property
    def failure(self) -> StorageFailure | None:
        """Storage failure because of which the disk lacks data now; None if the disk has everything."""
        lost = self._given_up + sum(batch.is_tick for batch in self._pending)
        if self._refused is None or not (self._pending or self._given_up):
            return None
        at_s, text = self._refused
        return StorageFailure(at_s, text, lost)

    @property
    def is_written(self) -> bool:
        """True if no batch waits for the disk."""
        return not self._pending

    def write(self, batch: RowBatch) -> None:
        """Writes what is pending and then `batch`, all in one transaction."""
        self._pending.append(batch)
        try:
            self.apply_pending(self._connection)
        except sqlite3.Error as error:
            self._keep(error)
        else:
            self._pending.clear()

    def apply_pending(self, connection: sqlite3.Connection) -> None:
        """Writes what is pending to `connection` and forgets none of it. Raises sqlite3.Error."""
        connection.execute("BEGIN IMMEDIATE")
        try:
            for batch in self._pending:
                for statement, rows in batch.statements:
                    connection.executemany(statement, rows)
            connection.execute("COMMIT")
        except sqlite3.Error:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            raise

    def _keep(self, error: sqlite3.Error) -> None:
        if self._refused is None:
            self._refused = (self._clock() - self._started_monotonic, _message_of(error))
        ticks = [batch for batch in self._pending if batch.is_tick]
        for batch in ticks[: max(0, len(ticks) - self._capacity)]:
            self._pending.remove(batch)
            self._given_up += 1


def _message_of(error: sqlite3.Error) -> Message:
    exhausted = exhausted_resource(error)
    if exhausted is not None and exhausted.name == "file-size":
        return Message("file-size-reached")
    name = getattr(error, "sqlite_errorname", "") or ""
    told = next((told for code, told in _CODES.items() if name.startswith(code)), None)
    return Message("database-failed", error=str(error)) if told is None else Message(told)
