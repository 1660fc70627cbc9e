"""Opens the database of a run for reading: a live one, a finished one, or what a killed process left."""

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from loadproof.errors import RunDirectoryError
from loadproof.store.bounded_connection import BoundedConnection, was_interrupted
from loadproof.store.damage import damage_named
from loadproof.store.run_directory import RunDirectory
from loadproof.store.schema import OLDEST_READ, SCHEMA_VERSION
from loadproof.store.schema_check import check_schema, check_values
from loadproof.system.path_lookup import absolute_path, size_of

__all__ = ["open_for_a_look", "open_for_reading"]

_MOST_STEPS_OF_A_LOOK = 2_000_000
"""Most steps of the virtual machine of SQLite in a quick look, about 20 ms."""
_MOST_STEPS = 2_000_000_000
"""Most steps of all queries of one reader, about 20 s. A day of load takes a tenth of that."""
_SIDE_FILES = ("-wal", "-shm", "-journal")


def open_for_reading(directory: RunDirectory) -> sqlite3.Connection:
    """A read-only connection whose schema, pages and values have been checked. Raises RunDirectoryError."""
    path = directory.database
    with _opened(path, 5.0, _MOST_STEPS) as connection:
        version = _checked_version(path, connection)
        found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        if found != "ok":
            raise _unreadable(path, found.splitlines()[-1])
        check_values(connection, version)
    return connection


def open_for_a_look(directory: RunDirectory) -> sqlite3.Connection:
    """Return a read-only connection for a quick look: the schema is checked, pages and values are not.

    Raises RunDirectoryError. A long query on the connection raises sqlite3.Error.
    """
    path = directory.database
    with _opened(path, 0.1, _MOST_STEPS_OF_A_LOOK) as connection:
        _checked_version(path, connection)
    return connection


@contextmanager
def _opened(path: Path, patience_s: float, most_steps: int) -> Iterator[BoundedConnection]:
    """A bounded connection, closed only if the checks within this block raise. Raises RunDirectoryError."""
    for side in _SIDE_FILES:
        _check_side_file(path.with_name(path.name + side))
    connection: BoundedConnection | None = None
    try:
        with damage_named(path):
            try:
                connection = sqlite3.connect(
                    _address(path), uri=True, isolation_level=None, timeout=patience_s, factory=BoundedConnection
                )
                connection.bound(most_steps)
                yield connection
            except sqlite3.Error as error:
                if was_interrupted(connection, error):
                    raise KeyboardInterrupt from error
                raise _unreadable(path, error) from error
    except BaseException:
        if connection is not None:
            connection.close()
        raise


def _check_side_file(path: Path) -> None:
    """SQLite would wait for ever for the writer of a pipe."""
    try:
        mode = path.lstat().st_mode
    except OSError:
        return
    if not stat.S_ISREG(mode):
        raise RunDirectoryError(
            f"{path}: not a regular file, as SQLite's own is. Cure: take it away, if it is not yours"
        )


def _checked_version(path: Path, connection: sqlite3.Connection) -> int:
    """The version of the schema, after the schema was checked. Raises RunDirectoryError, sqlite3.Error, ValueError."""
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > SCHEMA_VERSION:
        raise RunDirectoryError(
            f"{path}: written by a newer loadproof (schema {version}, this one reads {SCHEMA_VERSION}). "
            "Cure: update loadproof"
        )
    if 0 < version < OLDEST_READ:
        raise RunDirectoryError(
            f"{path}: written by an older loadproof (schema {version}, this one reads {OLDEST_READ} to "
            f"{SCHEMA_VERSION}). "
            "Cure: read result.json and report.md beside it, or report it with the loadproof that wrote it"
        )
    if version <= 0:
        raise _not_a_run(path)
    check_schema(connection, version)
    runs = connection.execute("SELECT COUNT(*) FROM run").fetchone()[0]
    if not runs:
        raise _not_a_run(path)
    if runs > 1:
        raise ValueError(f"the table run has {runs} rows, not one")
    return version


def _not_a_run(path: Path) -> RunDirectoryError:
    return RunDirectoryError(f"{path}: not a run of loadproof. Cure: give the path of a run, such as runs/...")


def _address(path: Path) -> str:
    mode = "mode=ro"
    journal = path.with_name(path.name + "-wal")
    # SQLite wants to make its side files even to read. Where it cannot, and nothing waits in them, the file
    # alone is the whole run.
    if not os.access(path.parent, os.W_OK) and not size_of(journal):
        mode = "immutable=1"
    return f"file:{quote(os.fsencode(absolute_path(path)))}?{mode}"


def _unreadable(path: Path, reason: object) -> RunDirectoryError:
    return RunDirectoryError(
        f"{path}: the database of the run cannot be read ({reason}). "
        "Cure: result.json and report.md beside it may still hold the answer; "
        "in a read-only place, copy the run elsewhere first; else repeat the run"
    )
