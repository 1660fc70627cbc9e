"""Reads what belongs to the starts of variants: answers, events, doubts and runtimes."""

import sqlite3

from loadproof.model.message import Message
from loadproof.records.answer import Answer
from loadproof.records.doubt import Doubt
from loadproof.records.injection import InjectionState
from loadproof.records.run import Event, Runtime
from loadproof.store.journal import StorageFailure
from loadproof.store.json_columns import object_in, typed_in
from loadproof.store.message_columns import message_of_column
from loadproof.store.record import (
    UNDER_WAY,
    AlarmRecord,
    CampaignName,
    InjectionRecord,
    StartRecord,
    StartState,
    VariantUse,
)
from loadproof.store.schema import FIRST_WITH_ALARMS, FIRST_WITH_CAMPAIGNS, FIRST_WITH_INJECTIONS, FIRST_WITH_USES

__all__ = ["StartReader"]

_NOT_SUPERSEDED = (
    "NOT EXISTS (SELECT 1 FROM start WHERE start.variant = of.variant AND start.number = of.start "
    "AND start.state = 'superseded')"
)
_STARTS = "SELECT {campaign}, variant, number, began_s, state, work_before_us, work_after_us FROM start"
_IN_ORDER = "ORDER BY began_s, number"
_ANSWERS = f"SELECT variant, start, method, answer FROM answer AS of WHERE {_NOT_SUPERSEDED} ORDER BY rowid"  # noqa: S608
_DOUBTS = f"SELECT variant, start, code, text FROM doubt AS of WHERE {_NOT_SUPERSEDED} ORDER BY rowid"  # noqa: S608
_EVENTS = "SELECT at_s, trial, kind, service, text, variant, start FROM event ORDER BY rowid"
_ALARMS = "SELECT trial, name, phase, at_s, known_s, since_s, value FROM alarm ORDER BY rowid"
_INJECTIONS = (
    "SELECT trial, name, number, begun_s, ended_s, undone_s, state, fault FROM injection ORDER BY trial, begun_s, rowid"
)
_STATES = frozenset((*InjectionState, UNDER_WAY))
_FAILURES = "SELECT at_s, text, lost_seconds FROM storage_failure"
_USES = f"SELECT * FROM variant_use AS of WHERE {_NOT_SUPERSEDED} ORDER BY rowid"  # noqa: S608
_RUNTIMES = f"SELECT variant, start, service, facts FROM runtime AS of WHERE {_NOT_SUPERSEDED} ORDER BY rowid"  # noqa: S608


class StartReader:
    """Reader of the starts of one run, with their answers, doubts, events, uses and runtimes.

    Answers, doubts, uses and runtimes of superseded starts are left out. Raises sqlite3.Error and ValueError if the run
    is damaged.
    """

    def __init__(self, connection: sqlite3.Connection) -> None:
        """Take a connection to the database of a run."""
        self._connection = connection
        self._schema: int = connection.execute("PRAGMA user_version").fetchone()[0]

    def starts(self) -> list[StartRecord]:
        """All starts, in the order in which they began."""
        campaign = "campaign" if self._schema >= FIRST_WITH_CAMPAIGNS else f"'{CampaignName.STUDY}'"
        rows = self._connection.execute(f"{_STARTS.format(campaign=campaign)} {_IN_ORDER}")
        return [
            StartRecord(
                variant,
                number,
                began_s,
                StartState(state),
                tuple(us for us in work_us if us is not None),
                CampaignName(campaign),
            )
            for campaign, variant, number, began_s, state, *work_us in rows
        ]

    def superseded(self) -> set[tuple[str, int]]:
        """(variant, number) of starts that were run again under another number."""
        return {(start.variant, start.number) for start in self.starts() if start.state is StartState.SUPERSEDED}

    def answers(self) -> list[tuple[str | None, int, str, Answer]]:
        """(variant, start, method, answer) in the order in which they were found."""
        rows = self._connection.execute(_ANSWERS)
        return [(variant, start, method, _answer(method, text)) for variant, start, method, text in rows]

    def doubts(self) -> list[tuple[str | None, int, Doubt]]:
        """Doubts of the stand and the probes as (variant, start, doubt)."""
        return [
            (variant, start, Doubt(code, self._message("doubt.text", text)))
            for variant, start, code, text in self._connection.execute(_DOUBTS)
        ]

    def events(self) -> list[Event]:
        """Return all events of the run, such as the death of a service, in order."""
        return [
            Event(at_s, trial, kind, service, self._message("event.text", text), variant, start)
            for at_s, trial, kind, service, text, variant, start in self._connection.execute(_EVENTS)
        ]

    def storage_failures(self) -> list[StorageFailure]:
        """Return the storage failures: when and why the disk refused the run's data."""
        rows = self._connection.execute(_FAILURES)
        return [
            StorageFailure(at_s, self._message("storage_failure.text", text), lost_seconds)
            for at_s, text, lost_seconds in rows
        ]

    def variant_uses(self) -> list[VariantUse]:
        """Return the use of the variants of a comparison, in the order of reading."""
        if self._schema < FIRST_WITH_USES:
            return []
        return [VariantUse(*row) for row in self._connection.execute(_USES)]

    def alarms(self) -> list[AlarmRecord]:
        """Return the changes of alarms, in order."""
        if self._schema < FIRST_WITH_ALARMS:
            return []
        return [
            AlarmRecord(trial, name, phase, at_s, known_s, since_s, text and self._message("alarm.value", text))
            for trial, name, phase, at_s, known_s, since_s, text in self._connection.execute(_ALARMS)
        ]

    def injections(self) -> list[InjectionRecord]:
        """Return the occurrences of injections, by trial and start."""
        if self._schema < FIRST_WITH_INJECTIONS:
            return []
        found = []
        for trial, name, number, begun_s, ended_s, undone_s, state, fault in self._connection.execute(_INJECTIONS):
            if state not in _STATES:
                raise ValueError(f"injection.state: {state!r:.80} is no state of an injection")
            told = None if fault is None else self._message("injection.fault", fault)
            found.append(InjectionRecord(trial, name, number, begun_s, ended_s, undone_s, state, told))
        return found

    def _message(self, place: str, text: str) -> Message:
        return message_of_column(place, text, self._schema)

    def runtimes(self) -> list[Runtime]:
        """The facts that runtimes of services reported, in the order of the starts."""
        rows = self._connection.execute(_RUNTIMES)
        return [
            Runtime(variant or None, start, service, typed_in("runtime.facts", dict[str, str], facts))
            for variant, start, service, facts in rows
        ]


def _answer(method: str, text: str) -> Answer:
    place = "answer.answer"
    try:
        return Answer.of_json(method, object_in(place, text))
    except ValueError as error:
        raise ValueError(f"{place}: {error}") from error
