"""Opens the database of a run for reading: a live one, a finished one, or what a killed process left."""

import os
import sqlite3
from pathlib import Path
from urllib.parse import quote

from loadproof.errors import RunDirectoryError
from loadproof.store.run_directory import RunDirectory
from loadproof.store.schema import OLDEST_READ, SCHEMA_VERSION
from loadproof.system.path_lookup import absolute_path, size_of

__all__ = ["open_for_a_look", "open_for_reading"]

_MOST_STEPS = 2_000_000
"""Of SQLite's machine, for a look: some 20 ms. A database of others can hold views that never end."""


def open_for_reading(directory: RunDirectory) -> sqlite3.Connection:
    """A read-only connection whose schema and pages have been checked. Raises RunDirectoryError."""
    connection = _opened(directory.database, patience_s=5.0)
    path = directory.database
    try:
        _check_schema(path, connection)
        found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        if found != "ok":
            raise _unreadable(path, found.splitlines()[-1])
    except sqlite3.Error as error:
        connection.close()
        raise _unreadable(path, error) from error
    except RunDirectoryError:
        connection.close()
        raise
    return connection


def open_for_a_look(directory: RunDirectory) -> sqlite3.Connection:
    """As `open_for_reading`, but quick: pages are not checked, and what takes long is an sqlite3.Error."""
    path = directory.database
    connection = _opened(path, patience_s=0.1)
    connection.set_progress_handler(lambda: 1, _MOST_STEPS)
    try:
        _check_schema(path, connection)
    except sqlite3.Error as error:
        connection.close()
        raise _unreadable(path, error) from error
    except RunDirectoryError:
        connection.close()
        raise
    return connection


def _opened(path: Path, patience_s: float) -> sqlite3.Connection:
    try:
        return sqlite3.connect(_address(path), uri=True, isolation_level=None, timeout=patience_s)
    except sqlite3.Error as error:
        raise _unreadable(path, error) from error


def _check_schema(path: Path, connection: sqlite3.Connection) -> None:
    version = connection.execute("PRAGMA user_version").fetchone()[0]
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
    if not version or not connection.execute("SELECT COUNT(*) FROM run").fetchone()[0]:
        raise RunDirectoryError(f"{path}: not a run of loadproof. Cure: give the path of a run, such as runs/...")


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
