"""Reads what belongs to the starts of variants: answers, events, doubts and runtimes."""

import json
import sqlite3
from typing import Any

from loadproof.store.record import Event, RuntimeRecord, StartRecord, StartState

__all__ = ["StartReader"]

_NOT_SUPERSEDED = (
    "NOT EXISTS (SELECT 1 FROM start WHERE start.variant = of.variant AND start.number = of.start "
    "AND start.state = 'superseded')"
)
_STARTS = "SELECT variant, number, began_s, state, work_before_us, work_after_us FROM start ORDER BY began_s, number"
_ANSWERS = f"SELECT variant, start, method, answer FROM answer AS of WHERE {_NOT_SUPERSEDED} ORDER BY rowid"  # noqa: S608
_DOUBTS = f"SELECT variant, start, code, text, cure FROM doubt AS of WHERE {_NOT_SUPERSEDED} ORDER BY rowid"  # noqa: S608
_EVENTS = "SELECT at_s, trial, kind, service, text, variant, start FROM event ORDER BY rowid"
_RUNTIMES = f"SELECT variant, start, service, facts FROM runtime AS of WHERE {_NOT_SUPERSEDED} ORDER BY rowid"  # noqa: S608


class StartReader:
    """Of one run; raises sqlite3.Error and ValueError where it is damaged. What was superseded is left out."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Of the database of a run."""
        self._connection = connection

    def starts(self) -> list[StartRecord]:
        """All starts, in the order in which they began."""
        rows = self._connection.execute(_STARTS)
        return [
            StartRecord(variant, number, began_s, StartState(state), tuple(us for us in work_us if us is not None))
            for variant, number, began_s, state, *work_us in rows
        ]

    def superseded(self) -> set[tuple[str, int]]:
        """(variant, number) of starts that were run again under another number."""
        return {(start.variant, start.number) for start in self.starts() if start.state is StartState.SUPERSEDED}

    def answers(self) -> list[tuple[str | None, int, str, dict[str, Any]]]:
        """(variant, start, method, answer) in the order in which they were found."""
        rows = self._connection.execute(_ANSWERS)
        return [(variant, start, method, json.loads(answer)) for variant, start, method, answer in rows]

    def doubts(self) -> list[tuple[str | None, int, dict[str, str]]]:
        """Doubts of the stand and the probes as (variant, start, `Doubt.as_dict()`)."""
        rows = self._connection.execute(_DOUBTS)
        return [
            (variant, start, {"code": code, "text": text, "cure": cure}) for variant, start, code, text, cure in rows
        ]

    def events(self) -> list[Event]:
        """What happened to services, in order."""
        return [Event(*row) for row in self._connection.execute(_EVENTS)]

    def runtimes(self) -> list[RuntimeRecord]:
        """The facts that runtimes of services reported, in the order of the starts."""
        rows = self._connection.execute(_RUNTIMES)
        return [
            RuntimeRecord(variant or None, start, service, json.loads(facts)) for variant, start, service, facts in rows
        ]
