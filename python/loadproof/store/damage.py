"""One guard around a stored run: opening, reading and drawing it all raise one error, which names the file.

A run directory may come from anybody. No reader knows beforehand where damaged data show: a row can be read and make
no sense in a sentence of the report. The guard therefore takes every error that data can cause.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from loadproof.errors import RunDirectoryError
from loadproof.store.bounded_connection import was_interrupted

__all__ = ["OF_DAMAGE", "damage_named"]

OF_DAMAGE = (
    sqlite3.Error,
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    ArithmeticError,
    RecursionError,
    AssertionError,
    StopIteration,
)
"""Errors that stored data can cause."""
_LONGEST_REASON = 300


@contextmanager
def damage_named(*databases: Path, connection: sqlite3.Connection | None = None) -> Iterator[None]:
    """Turn errors of stored data within this block into a RunDirectoryError that names the databases it may be from.

    Ctrl-C within a query of `connection` stays a KeyboardInterrupt.
    """
    try:
        yield
    except OF_DAMAGE as error:
        if was_interrupted(connection, error):
            raise KeyboardInterrupt from error
        raise _damaged(databases, error) from error


def _damaged(databases: Sequence[Path], error: Exception) -> RunDirectoryError:
    reason = " ".join(str(error).split()) or error.__class__.__name__
    reason = reason if len(reason) <= _LONGEST_REASON else f"{reason[:_LONGEST_REASON]}..."
    if len(databases) == 1:
        return RunDirectoryError(
            f"{databases[0]}: the database of the run is damaged ({reason}). "
            "Cure: result.json and report.md beside it may still hold the answer; else repeat the run"
        )
    return RunDirectoryError(
        f"{' and '.join(map(str, databases))}: one of these databases is damaged ({reason}). "
        "Cure: loadproof show tells which; repeat that run"
    )
