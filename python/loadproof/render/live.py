"""The live view of a run: drawn in place on a terminal, a line a trial elsewhere.

Everything goes to standard error, so that `--json` keeps standard output to itself.
"""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING, Protocol, Self, TextIO

from loadproof.model.message import Message
from loadproof.render.live_lines import LiveLines
from loadproof.words.catalogue import Words, words_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from loadproof.alarms.state import AlarmPhase
    from loadproof.judge.apdex_so_far import ApdexSoFar
    from loadproof.judge.disturbance import MachineSecond
    from loadproof.judge.tick import TickReading
    from loadproof.methods.trial import Trial, TrialResult
    from loadproof.store.record import InjectionRecord

__all__ = ["LiveView"]


_VIRTUAL_PACE_S = 1.0


class _Drawing(Protocol):
    def open(self) -> None: ...
    def close(self) -> None: ...
    def trial_started(self, number: int, trial: Trial, operations: int | None, apdex: ApdexSoFar | None) -> None: ...
    def machine(self, machine: MachineSecond) -> None: ...
    def tick(self, tick: TickReading, elapsed_s: float, left_s: float | None, *, shown: bool) -> None: ...
    def alarm(self, name: str, phase: AlarmPhase, told: Message, at_s: float) -> None: ...
    def injection(self, record: InjectionRecord, for_s: float | None) -> None: ...
    def trial_ended(self, result: TrialResult) -> None: ...
    def say(self, told: Message) -> None: ...
    def tell_ahead(self, told: Message, left_s: float) -> None: ...
    def note(self, told: Message) -> None: ...


class LiveView:
    """Shows a run while it goes on; a context manager, called by one thread once a second.

    A terminal gets a screen that is drawn in place, everything else (and `TERM=dumb`) plain lines.
    """

    def __init__(
        self,
        title: Message | str,
        stream: TextIO | None = None,
        *,
        language: str = "en",
        virtual_time: bool = False,
    ) -> None:
        """`title` says what runs against what; `stream` is standard error unless given; `language` has a catalogue.

        In virtual time a second is over in no time: what is shown keeps to the pace of who looks on.
        """
        chosen = stream if stream is not None else sys.stderr
        self._stream = chosen
        self._drawing = _drawing(_message(title), chosen, words_of(language))
        self._broken = False
        self._pace_s = _VIRTUAL_PACE_S if virtual_time else 0.0
        self._shown_at_s = -_VIRTUAL_PACE_S

    def __enter__(self) -> Self:
        self._show(self._drawing.open)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._show(self._drawing.close)

    def trial_started(
        self, number: int, trial: Trial, operations: int | None = None, apdex: ApdexSoFar | None = None
    ) -> None:
        """Trial `number` begins; deltas from index `operations` on are those of flows.

        `apdex` is an empty account of the operations with a target time; None: no operation has one.
        """
        self._show(lambda: self._drawing.trial_started(number, trial, operations, apdex))

    def machine(self, machine: MachineSecond) -> None:
        """Show the use of the machine in the second whose tick comes next, such as cores taken by other processes."""
        self._show(lambda: self._drawing.machine(machine))

    def tick(self, tick: TickReading, elapsed_s: float, left_s: float | None) -> None:
        """One second of the trial is over; it lasts at most `left_s` more (None: not known)."""
        shown = time.monotonic() - self._shown_at_s >= self._pace_s
        if shown:
            self._shown_at_s = time.monotonic()
        self._show(lambda: self._drawing.tick(tick, elapsed_s, left_s, shown=shown))

    def alarm(self, name: str, phase: AlarmPhase, told: Message, at_s: float) -> None:
        """Show that an alarm of the trial under way is in `phase` from `at_s` on; `told` is its value with the unit.

        At the start of a trial all alarms are inactive.
        """
        self._show(lambda: self._drawing.alarm(name, phase, told, at_s))

    def injection(self, record: InjectionRecord, for_s: float | None = None) -> None:
        """Show what has become of an occurrence of an injection in the trial under way, which is to last `for_s`."""
        self._show(lambda: self._drawing.injection(record, for_s))

    def trial_ended(self, result: TrialResult) -> None:
        """The trial ended so."""
        self._show(lambda: self._drawing.trial_ended(result))

    def say(self, text: Message | str) -> None:
        """A line that stays, such as a full disk or the wait for the service to recover."""
        self._show(lambda: self._drawing.say(_message(text)))

    def tell_ahead(self, told: Message, left_s: float) -> None:
        """A line that stays, on load of at most `left_s` that is ahead; a terminal counts it down."""
        if self._pace_s:
            self.say(told)
        else:
            self._show(lambda: self._drawing.tell_ahead(told, left_s))

    def note(self, told: Message) -> None:
        """A line of a log, of several trials that belong together; a terminal has a row of each."""
        self._show(lambda: self._drawing.note(told))

    def _show(self, draw: Callable[[], None]) -> None:
        if self._broken:
            return
        try:
            draw()
        except (OSError, ValueError) as error:
            # A terminal that is gone must not end the measurement; the report says everything again.
            self._broken = isinstance(error, OSError) or self._stream.closed
            if not self._broken:
                raise


def _message(text: Message | str) -> Message:
    return Message.said(text) if isinstance(text, str) else text


def _drawing(title: Message, stream: TextIO, words: Words) -> _Drawing:
    if not stream.isatty() or os.environ.get("TERM", "dumb") == "dumb":
        return LiveLines(title, stream, words)
    from loadproof.render.live_screen import LiveScreen

    return LiveScreen(title, stream, words)
