"""Keeps the activity of databases small: what is older than an hour becomes one row a minute, and no row is large.

An hour of 10 s takes some 4 MB, a day of minutes 60 MB at most.
"""

import json
import sqlite3
from collections.abc import Callable, Iterator
from typing import Any

from loadproof.postgres.activity import merged, reduced
from loadproof.records.database_activity import DatabaseActivity
from loadproof.store.journal import Journal, RowBatch
from loadproof.store.json_columns import typed_in
from loadproof.store.message_columns import json_column
from loadproof.store.rows import INSERT_ACTIVITY

__all__ = ["ActivityThinning", "activity_of", "activity_row"]

_KEPT_S = 3600.0
_MINUTE_S = 60
_LARGEST = 40_000
"""Characters of a row: of a day of minutes, some 60 MB."""
_MOST_ROWS = 200
"""Rows of one minute that are merged: six of each database of the trial."""
_REDUCTIONS = ((10, 300), (5, 200), (3, 100), (1, 50))
"""Statements and characters of their texts that are left, in this order, of what is too large."""
_NEXT = "SELECT MIN(at_s) FROM database_activity WHERE at_s >= ? AND at_s < ?"
_MINUTE = (
    "SELECT rowid, trial, activity FROM database_activity WHERE at_s >= ? AND at_s < ? ORDER BY trial, service, at_s "
    "LIMIT ?"
)
_DELETE = "DELETE FROM database_activity WHERE rowid = ?"


def activity_of(text: str) -> DatabaseActivity:
    """Return the activity in a column. Raises ValueError."""
    return typed_in("database_activity.activity", DatabaseActivity, text)


def activity_row(trial: int, activity: DatabaseActivity, kept: Callable[[str], str]) -> tuple[int, float, str, str]:
    """Return a row of `database_activity`; `kept` gives what may be stored of a text."""
    text = _column(activity, kept)
    for most, longest_text in _REDUCTIONS:
        if len(text) <= _LARGEST:
            break
        text = _column(reduced(activity, most, longest_text), kept)
    return trial, activity.begin_s, kept(activity.service), text


def _column(activity: DatabaseActivity, kept: Callable[[str], str]) -> str:
    # Names of a server are in lists and fields of all kinds.
    return json.dumps(_kept(json.loads(json_column(activity, kept)), kept), ensure_ascii=False)


def _kept(value: Any, kept: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return kept(value)
    if isinstance(value, dict):
        return {name: _kept(held, kept) for name, held in value.items()}
    return [_kept(held, kept) for held in value] if isinstance(value, list) else value


class ActivityThinning:
    """Merges the rows of one minute at a time, in one transaction each."""

    def __init__(self, connection: sqlite3.Connection, journal: Journal, kept: Callable[[str], str]) -> None:
        """Begins with the first row: what a run had merged before it was cut is one row a minute already."""
        self._connection = connection
        self._journal = journal
        self._kept = kept
        self._begun_s = 0
        self._looked_s = float("-inf")

    def step(self, now_s: float) -> None:
        """Merge the next minute that is older than an hour, if there is one; `now_s` is since the run began."""
        old_s = int((now_s - _KEPT_S) // _MINUTE_S) * _MINUTE_S
        if self._journal.failure is not None or self._begun_s >= old_s:
            return
        try:
            (next_s,) = self._connection.execute(_NEXT, (self._begun_s, old_s)).fetchone()
            if next_s is None:
                self._begun_s = old_s
                return
            begin_s = int(next_s // _MINUTE_S) * _MINUTE_S
            self._begun_s = begin_s + _MINUTE_S
            rows = self._connection.execute(_MINUTE, (begin_s, begin_s + _MINUTE_S, _MOST_ROWS)).fetchall()
            batch = RowBatch(list(self._merged(rows)))
        except (sqlite3.Error, ValueError, TypeError):
            # The rows stay as they are, and a reader names the damage.
            return
        if batch.statements:
            self._journal.write(batch)

    def _merged(self, rows: list[Any]) -> Iterator[tuple[str, list[tuple[Any, ...]]]]:
        of_each: dict[tuple[int, str], list[tuple[int, DatabaseActivity]]] = {}
        for row_id, trial, text in rows:
            activity = activity_of(text)
            of_each.setdefault((trial, activity.service), []).append((row_id, activity))
        for (trial, _), own in of_each.items():
            if len(own) > 1:
                row = activity_row(trial, merged([activity for _, activity in own]), self._kept)
                yield _DELETE, [(row_id,) for row_id, _ in own]
                yield INSERT_ACTIVITY, [row]
