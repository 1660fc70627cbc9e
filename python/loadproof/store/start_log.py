"""Log of one start of a run: events, doubts, answers of methods, facts of runtimes, and the end of the start."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from loadproof.model.message import Message
from loadproof.records.answer import Answer
from loadproof.records.doubt import Doubt
from loadproof.store.message_columns import json_column, message_column
from loadproof.store.record import StartState

__all__ = ["Sheet", "StartLog"]


@dataclass(frozen=True, slots=True)
class Sheet:
    """Means by which a log writes its rows."""

    write: Callable[[str, tuple[Any, ...]], None]
    """Writes one row by a statement."""
    kept: Callable[[str], str]
    """Gives a text as it may be stored: without secrets, and not too long."""
    now_s: Callable[[], float]
    """Gives the seconds since the run began."""


@dataclass(frozen=True, slots=True)
class StartLog:
    """The log of the start `number` (from 1) of `variant`.

    Number 0: of no start, but of the variant, or where that is None of the run.
    """

    sheet: Sheet
    variant: str | None
    number: int

    def event(self, kind: str, text: Message | str, service: str | None = None, trial: int | None = None) -> None:
        """Notes what happened now, such as the death of a service (`died`); `trial` is the one under way."""
        sheet = self.sheet
        row = (sheet.now_s(), trial, kind, service, message_column(text, sheet.kept), self.variant, self.number)
        sheet.write("INSERT INTO event VALUES (?, ?, ?, ?, ?, ?, ?)", row)

    def doubt(self, doubt: Doubt) -> None:
        """Notes a doubt of the stand or the probes; those of a trial stand in its measurement."""
        row = (self.variant, doubt.code, message_column(doubt.text, self.sheet.kept), self.number)
        self.sheet.write("INSERT INTO doubt VALUES (?, ?, ?, ?)", row)

    def answer(self, answer: Answer) -> None:
        """Notes the answer of a method."""
        row = (self.variant, answer.method, json_column(answer.stored(), self.sheet.kept), self.number)
        self.sheet.write("INSERT INTO answer VALUES (?, ?, ?, ?)", row)

    def runtime(self, service: str, facts: Mapping[str, str]) -> None:
        """Notes facts on `service`, as its runtime reported them; outside of a start it is others'."""
        kept = self.sheet.kept
        told = {kept(name): kept(text) for name, text in facts.items()}
        row = (self.variant or "", self.number, service, json.dumps(told))
        self.sheet.write("INSERT INTO runtime VALUES (?, ?, ?, ?)", row)

    def end(self, state: StartState, work_us: float | None = None) -> None:
        """Notes what became of the start, and what the fixed piece of work took after it."""
        row = (state.value, work_us, self.variant, self.number)
        self.sheet.write("UPDATE start SET state = ?, work_after_us = ? WHERE variant = ? AND number = ?", row)

    def supersede(self) -> None:
        """Notes that the start is to be run again: it stays, and has no answer."""
        row = (StartState.SUPERSEDED.value, self.variant, self.number)
        self.sheet.write("UPDATE start SET state = ? WHERE variant = ? AND number = ?", row)
