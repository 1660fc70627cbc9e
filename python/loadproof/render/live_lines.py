"""The live view as plain lines, for logs and dumb terminals."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

from loadproof.model.message import Listing, Message, Value, count, duration, listed, rate
from loadproof.render.live_alarms import LiveAlarms
from loadproof.render.live_figures import LiveFigures
from loadproof.render.live_injections import LiveInjections
from loadproof.render.live_texts import (
    apdex_told,
    calls_told,
    ended_errors_told,
    errors_told,
    generator_told,
    limits_told,
    load_told,
    others_told,
    purpose_told,
    response_told,
    state_told,
    users_told,
)
from loadproof.result.plain_text import printable

if TYPE_CHECKING:
    from loadproof.alarms.state import AlarmPhase
    from loadproof.judge.apdex_so_far import ApdexSoFar
    from loadproof.judge.disturbance import MachineSecond
    from loadproof.judge.tick import TickReading
    from loadproof.methods.trial import Trial, TrialResult
    from loadproof.store.record import InjectionRecord
    from loadproof.words.catalogue import Words

__all__ = ["LiveLines"]

_LINE_EVERY_S = 60


class LiveLines:
    """One line a trial, when it has ended; a trial of more than a minute has one when it begins and one a minute.

    Slots of a comparison are many: their cycle has one line, of which the driver of the method gives notice.
    """

    def __init__(self, title: Message, stream: TextIO, words: Words) -> None:
        """Nothing is written yet."""
        self._title = title
        self._stream = stream
        self._words = words
        self._figures = LiveFigures()
        self._alarms = LiveAlarms()
        self._injections = LiveInjections()
        self._trial: Trial | None = None
        self._number = 0
        self._what: dict[str, Value] = {}
        self._next_line_s = 0.0

    def open(self) -> None:
        """Writes the title."""
        self.say(self._title)

    def close(self) -> None:
        """Nothing to put back."""

    def trial_started(
        self, number: int, trial: Trial, operations: int | None = None, apdex: ApdexSoFar | None = None
    ) -> None:
        """Keeps what begins; writes it where its end is more than a minute away."""
        self._figures = LiveFigures(operations, apdex)
        self._alarms = LiveAlarms(number)
        self._injections = LiveInjections(number)
        self._trial = trial
        self._number = number
        self._next_line_s = float(_LINE_EVERY_S)
        self._what = {"trial": str(number), "purpose": purpose_told(trial), "load": load_told(trial)}
        if trial.load_s > _LINE_EVERY_S:
            self.say(Message("live-trial-begins", **self._what, most=duration(trial.load_s)))

    def machine(self, machine: MachineSecond) -> None:
        """Keeps what others did for the next line."""
        self._figures.machine = machine

    def tick(self, tick: TickReading, elapsed_s: float, left_s: float | None, *, shown: bool = True) -> None:
        """Writes a line when one is due; without `shown` none is."""
        self._figures.add(tick)
        if not shown or elapsed_s + 0.5 < self._next_line_s:
            return
        self._next_line_s = elapsed_s + _LINE_EVERY_S
        time: Value = duration(elapsed_s)
        if left_s is not None:
            time = Message("live-time-left", elapsed=time, left=duration(max(0.0, left_s)))
        figures = listed(tuple(_told(self._figures, self._trial, elapsed_s)), Listing.CLAUSES)
        self.say(Message("live-second", trial=str(self._number), time=time, figures=figures))

    def alarm(self, name: str, phase: AlarmPhase, told: Message, at_s: float) -> None:
        """Writes a line if the alarm fires now, or no longer does."""
        line = self._alarms.change(name, phase, told, at_s)
        if line is not None:
            self.say(line)

    def injection(self, record: InjectionRecord, for_s: float | None) -> None:
        """Writes a line if the injection begins, is undone, or failed."""
        line = self._injections.change(record, for_s)
        if line is not None:
            self.say(line)

    def trial_ended(self, result: TrialResult) -> None:
        """Writes how it ended; of a slot nothing."""
        if result.trial.cycle:
            return
        state, why = state_told(result.verdict), result.verdict.reason
        errors = ended_errors_told(result)
        if errors is not None:
            why = Message("clauses", clauses=listed([*([why] if why else []), errors], Listing.CLAUSES))
        if why:
            self.say(Message("live-trial-ended-because", **self._what, state=state, why=why))
        else:
            self.say(Message("live-trial-ended", **self._what, state=state))

    def tell_ahead(self, told: Message, _left_s: float) -> None:
        """Writes the text."""
        self.say(told)

    def note(self, told: Message) -> None:
        """Writes the text."""
        self.say(told)

    def say(self, told: Message) -> None:
        """Writes the text."""
        self._stream.write(printable(self._words.told(told)) + "\n")
        self._stream.flush()


def _told(figures: LiveFigures, trial: Trial | None, elapsed_s: float) -> list[Message]:
    """The clauses of a line."""
    told = [
        Message("live-rates", due=rate(figures.due_rate), done=rate(figures.done_rate)),
        response_told(figures.response()),
        Message("live-errors", errors=errors_told(figures)),
        calls_told(figures),
    ]
    if trial is not None and (users := users_told(figures, trial, elapsed_s)) is not None:
        told.append(Message("live-users", users=users))
    if (apdex := apdex_told(figures, has_lowest=False)) is not None:
        told.append(Message("live-apdex", apdex=apdex))
    if figures.sessions:
        told.append(Message("live-sessions", count=count(figures.sessions)))
    if (generator := generator_told(figures)) is not None:
        told.append(Message("live-generator", told=generator))
    if (limits := limits_told(figures)) is not None:
        told.append(Message("live-limits", limits=limits))
    if (others := others_told(figures)) is not None:
        told.append(Message("live-others", told=others))
    return told
