"""Connection to a database that other people may have made: queries end, values are small, nothing is written."""

import sqlite3

__all__ = ["BoundedConnection", "was_interrupted"]

_STEPS_AT_ONCE = 100_000
"""Steps of SQLite's machine between two looks, about a millisecond: so long Ctrl-C waits."""
_LARGEST_VALUE_BYTES = 64 * 2**20
"""Greatest text or blob that is read. A profile file of a run is the largest that loadproof stores."""
_LIMITS = {
    sqlite3.SQLITE_LIMIT_LENGTH: _LARGEST_VALUE_BYTES,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
    sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH: 0,
    sqlite3.SQLITE_LIMIT_SQL_LENGTH: 2**20,
}
_SAFETY = ("trusted_schema = OFF", "query_only = ON", "cell_size_check = ON", "mmap_size = 0")


class BoundedConnection(sqlite3.Connection):
    """Read-only connection whose queries take at most so many steps in all, then raise sqlite3.OperationalError."""

    looks_left: int

    def bound(self, most_steps: int) -> None:
        """Set the limits; `most_steps` is for all queries from now on. Raises sqlite3.Error."""
        self.looks_left = max(1, most_steps // _STEPS_AT_ONCE)
        self.set_progress_handler(self._look, min(most_steps, _STEPS_AT_ONCE))
        for limit, most in _LIMITS.items():
            self.setlimit(limit, most)
        for setting in _SAFETY:
            self.execute(f"PRAGMA {setting}")

    def _look(self) -> bool:
        self.looks_left -= 1
        return self.looks_left < 0


def was_interrupted(connection: sqlite3.Connection | None, error: BaseException) -> bool:
    """True if a signal, such as Ctrl-C, ended a query: SQLite reports only that the query was interrupted."""
    if not isinstance(connection, BoundedConnection) or not isinstance(error, sqlite3.OperationalError):
        return False
    # Errors of Python's own module, such as that a text is no UTF-8, have no code.
    code = getattr(error, "sqlite_errorcode", None)
    return code == sqlite3.SQLITE_INTERRUPT and connection.looks_left >= 0
