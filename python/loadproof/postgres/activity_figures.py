"""Figures of one activity that several causes need: rates, shares of the execution time, texts for a report.

An activity comes from a server that nobody vouches for, or from a store that somebody changed: `plausible` takes out
what cannot be true before any figure is made of it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cached_property
from typing import Any

from loadproof.model.message import Message, Value
from loadproof.records.database_activity import (
    DatabaseActivity,
    DatabaseCounts,
    DatabaseLevels,
    DatabaseSettingsRead,
    RunningStatement,
    StatementUse,
)
from loadproof.records.finding import Evidence, Unit

__all__ = ["BLOCK_BYTES", "MEBIBYTE", "ActivityFigures", "before_words", "plausible", "readable", "said", "with_before"]

BLOCK_BYTES = 8192
MEBIBYTE = 2**20
_MOST_VALUE = 1e15
"""Number from which a counter or a level is a fault of the server."""
_MOST_ITEMS = 200
"""Items of a list that are looked at; an agreed activity has 50 at most."""
_LONGEST_TEXT = 2_000
_GAPS = re.compile(r"\s+")


@dataclass(frozen=True)
class ActivityFigures:
    """Rates and shares of a plausible activity."""

    activity: DatabaseActivity

    @property
    def database(self) -> str:
        """Name of the database, in one line."""
        return readable(self.activity.service, 100)

    @property
    def counts(self) -> DatabaseCounts:
        """Growth of the counters."""
        return self.activity.counts

    @property
    def levels(self) -> DatabaseLevels:
        """Means over the samples."""
        return self.activity.levels

    @property
    def settings(self) -> DatabaseSettingsRead | None:
        """Settings of the server; None: not read."""
        return self.activity.settings

    @property
    def duration_s(self) -> float:
        """Length of the interval, seconds."""
        return max(0.0, self.activity.end_s - self.activity.begin_s)

    @cached_property
    def all_statements(self) -> tuple[StatementUse, ...]:
        """Statements by time, and the sum of all others behind them."""
        others = self.activity.other_statements
        return (*self.activity.statements, *(() if others is None else (others,)))

    @cached_property
    def execution_ms(self) -> float:
        """Execution time of all statements that ended in the interval."""
        return sum(one.execution_ms for one in self.all_statements)

    @property
    def transactions(self) -> int:
        """Transactions that ended in the interval."""
        return self.counts.commits + self.counts.rollbacks

    def per_s(self, value: float) -> float:
        """Return `value` per second of the interval."""
        return value / self.duration_s if self.duration_s > 0.0 else 0.0

    def share_of_time(self, time_ms: float) -> float:
        """Return `time_ms` as a share of the execution time of all statements, from 0 to 1."""
        return min(1.0, time_ms / self.execution_ms) if self.execution_ms > 0.0 else 0.0

    def text_of(self, query_id: str | None) -> str | None:
        """Return the text of a statement by its identifier, also of one that has not ended; None: not known."""
        named: tuple[StatementUse | RunningStatement, ...] = (*self.activity.statements, *self.activity.running)
        return next((one.text for one in named if one.query_id == query_id and one.text), None)

    def longest_s(self, query_id: str | None) -> float:
        """Return the largest age of an execution of a statement that ran for long; 0: none was seen."""
        return max((one.longest_s for one in self.activity.running if one.query_id == query_id), default=0.0)


def plausible(activity: DatabaseActivity) -> DatabaseActivity:
    """Return the activity with 0 for each number that is negative, not finite, or beyond 10¹⁵, and with short lists.

    >>> counts = DatabaseCounts(commits=-3, rollbacks=10**400, wal_bytes=7)
    >>> levels = DatabaseLevels(active=float("nan"))
    >>> told = DatabaseActivity(service="db", begin_s=0.0, end_s=9.0, samples=9, counts=counts, levels=levels)
    >>> plausible(told).counts == DatabaseCounts(wal_bytes=7), plausible(told).levels.active
    (True, 0.0)
    """
    checked: DatabaseActivity = _plausible(activity)
    return checked


def _plausible(value: Any) -> Any:
    match value:
        case bool() | str() | None | Message():
            return value
        case int() | float():
            # NaN compares as false; a huge integer compares with a float without becoming one.
            return value if 0 <= value < _MOST_VALUE else type(value)(0)
        case tuple() | list():
            return tuple(_plausible(item) for item in value[:_MOST_ITEMS])
        case _ if is_dataclass(value) and not isinstance(value, type):
            return replace(value, **{one.name: _plausible(getattr(value, one.name)) for one in fields(value)})
    return value


def readable(text: str, longest: int = _LONGEST_TEXT) -> str:
    r"""Return a text of the server in one line of printable characters.

    >>> readable("SELECT 1;\x1b[2J\n  \u202eDROP")
    'SELECT 1; [2J DROP'
    """
    cut = text[:longest]
    return _GAPS.sub(" ", "".join(letter if letter.isprintable() else " " for letter in cut)).strip()


def said(name: Message, text: str | None) -> list[Evidence]:
    """Return a text of the server as evidence; nothing where there is no text."""
    told = readable(text or "")
    return [Evidence.said(name, told)] if told else []


def before_words(before: ActivityFigures | None, value: float, unit: Unit) -> Value:
    """Return the figure of the trial that passed, to put behind that of the failed one; empty where there is none."""
    return "" if before is None else Message("beside-before", figure=unit.figure(value))


def with_before(name: Message, value: float, unit: Unit, before: float | None) -> Sequence[Evidence]:
    """Return the figure, and that of the trial that passed where there is one."""
    found = [Evidence(name, value, unit)]
    if before is not None:
        found.append(Evidence(Message("evidence-before", name=name), before, unit))
    return found
