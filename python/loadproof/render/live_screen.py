"""The live view drawn in place on a terminal."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO

from rich.cells import cached_cell_len
from rich.console import Group, JustifyMethod, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from loadproof.alarms.state import AlarmPhase
from loadproof.judge.slot_judge import is_whole
from loadproof.judge.verdict import State
from loadproof.model.message import Message, Value, count, duration, rate
from loadproof.render.cells import percentile
from loadproof.render.live_alarms import LiveAlarms
from loadproof.render.live_figures import LiveFigures
from loadproof.render.live_injections import LiveInjections, style_of
from loadproof.render.live_texts import (
    apdex_told,
    calls_told,
    errors_told,
    generator_told,
    limits_told,
    load_told,
    others_told,
    purpose_told,
    response_told,
    slot_state_told,
    slot_told,
    state_told,
    users_told,
)
from loadproof.render.terminal_stream import console_on, width_of
from loadproof.result.plain_text import printable
from loadproof.words.figures import NOTHING

if TYPE_CHECKING:
    from loadproof.judge.apdex_so_far import ApdexSoFar
    from loadproof.judge.disturbance import MachineSecond
    from loadproof.judge.tick import TickReading
    from loadproof.methods.trial import Trial, TrialResult
    from loadproof.store.record import InjectionRecord
    from loadproof.words.catalogue import Words

__all__ = ["LiveScreen"]

_STYLES = {State.PASSED: "green", State.FAILED: "red", State.UNDECIDED: "yellow", State.INVALID: "magenta"}
_LINES_BESIDE_TRIALS = 17
_USUAL_ROWS = 8
"""Rows of a trial among these lines."""
_SAME_END_S = 2.0
"""A run that ends so soon after its only trial has no line of its own."""
_NARROW = 80
"""Columns of a terminal on which the load and what is missing have no room."""
_DRAWINGS_CACHED = 60
"""rich caches the widths of 4,096 texts, and each second has new ones: the cache is emptied after so many drawings."""


_Row = tuple[str, Value, str]
"""Code of the label, value and style of a row on the trial under way."""


@dataclass(frozen=True, slots=True)
class _EndedTrial:
    number: int
    result: TrialResult


class LiveScreen:
    """The trial under way and the search so far; drawn once per tick, with no thread of its own."""

    def __init__(self, title: Message, stream: TextIO, words: Words) -> None:
        """Nothing is drawn yet."""
        self._words = words
        self._title = self._shown(title)
        self._stream = stream
        self._console = console_on(stream)
        self._live = Live(console=self._console, auto_refresh=False, transient=True, redirect_stdout=False)
        self._figures = LiveFigures()
        self._alarms = LiveAlarms()
        self._injections = LiveInjections()
        self._ended: list[_EndedTrial] = []
        self._under_way: tuple[int, Trial] | None = None
        self._elapsed_s = 0.0
        self._left_s: float | None = None
        self._drawings = 0
        self._began_s = time.monotonic()
        self._ahead_s: float | None = None
        """Load of the whole run that was ahead at most when it was last told; None: it is unknown."""
        self._loaded_s = 0.0
        """Load since then in trials that have ended."""

    def open(self) -> None:
        """Draws for the first time."""
        self._live.start()
        self._draw()

    def close(self) -> None:
        """Gives the terminal back; the report takes the place of the screen."""
        self._live.stop()

    def trial_started(
        self, number: int, trial: Trial, operations: int | None = None, apdex: ApdexSoFar | None = None
    ) -> None:
        """Shows what begins."""
        self._figures = LiveFigures(operations, apdex)
        self._alarms = LiveAlarms(number)
        self._injections = LiveInjections(number)
        self._under_way = (number, trial)
        self._elapsed_s, self._left_s = 0.0, trial.load_s
        self._draw()

    def machine(self, machine: MachineSecond) -> None:
        """Keeps what others did for the next drawing."""
        self._figures.machine = machine

    def tick(self, tick: TickReading, elapsed_s: float, left_s: float | None, *, shown: bool = True) -> None:
        """Shows the last second; without `shown` it is only counted."""
        self._figures.add(tick)
        self._elapsed_s, self._left_s = elapsed_s, left_s
        if shown:
            self._draw()

    def alarm(self, name: str, phase: AlarmPhase, told: Message, at_s: float) -> None:
        """Keeps the phase for the next drawing; writes a line if the alarm fires, or no longer does."""
        line = self._alarms.change(name, phase, told, at_s)
        if line is not None:
            self._console.print(Text(self._shown(line), style="red" if phase is AlarmPhase.FIRING else "yellow"))

    def injection(self, record: InjectionRecord, for_s: float | None) -> None:
        """Keeps what is injected for the next drawing; writes a line if it begins, is undone, or failed."""
        line = self._injections.change(record, for_s)
        if line is not None:
            self._console.print(Text(self._shown(line), style=style_of(record)))

    def trial_ended(self, result: TrialResult) -> None:
        """Puts the trial into the table of the search."""
        number = self._under_way[0] if self._under_way else len(self._ended) + 1
        self._ended.append(_EndedTrial(number, result))
        self._under_way = None
        self._loaded_s += self._elapsed_s
        self._elapsed_s = 0.0
        self._draw()

    def say(self, told: Message) -> None:
        """Writes a line above the screen."""
        self._console.print(Text(self._shown(told), style="yellow"))

    def tell_ahead(self, told: Message, left_s: float) -> None:
        """Writes a line above the screen, and counts the time down on it."""
        self.say(told)
        self._ahead_s, self._loaded_s = left_s, -self._elapsed_s

    def note(self, _told: Message) -> None:
        """Nothing: the table has a row of each trial."""

    def _shown(self, told: Value) -> str:
        return printable(self._words.value(told))

    def _draw(self) -> None:
        self._drawings += 1
        self._console.width = width_of(self._stream)
        if self._drawings % _DRAWINGS_CACHED == 0:
            cached_cell_len.cache_clear()
        parts: list[RenderableType] = [Text(self._title, style="bold", no_wrap=True, overflow="ellipsis")]
        rows = [] if self._under_way is None else self._rows(self._under_way[1])
        if self._ended:
            parts.append(self._search(max(0, len(rows) - _USUAL_ROWS)))
        parts += self._whole_run()
        if self._under_way is not None:
            parts += [Text(), *self._trial(*self._under_way, rows)]
        self._live.update(Group(*parts), refresh=True)

    def _trial(self, number: int, trial: Trial, rows: Sequence[_Row]) -> list[RenderableType]:
        time: Value = duration(self._elapsed_s)
        if self._left_s is not None:
            time = Message("live-time-left", elapsed=time, left=duration(max(0.0, self._left_s)))
        head = Text.assemble(
            (self._shown(Message("live-trial", trial=str(number), purpose=purpose_told(trial))), "bold cyan"),
            f" · {self._shown(load_told(trial))} · {self._shown(time)}",
        )
        grid = Table.grid(padding=(0, 2))
        grid.add_column(style="dim")
        grid.add_column()
        for code, told, style in rows:
            grid.add_row(self._words(code), Text(self._shown(told), style=style))
        return [head, self._progress(self._elapsed_s, max(0.0, self._left_s or 0.0)), grid]

    def _whole_run(self) -> list[RenderableType]:
        """The time left of the whole run, where that is more than the trial under way."""
        if self._ahead_s is None:
            return []
        left_s = self._ahead_s - self._loaded_s - self._elapsed_s
        # Trials that are repeated, as others disturbed them, may take longer than what was told.
        if left_s <= (0.0 if self._ended else (self._left_s or 0.0) + _SAME_END_S):
            return []
        elapsed_s = time.monotonic() - self._began_s
        told = Message("live-run-left", elapsed=duration(elapsed_s), left=duration(left_s))
        head = Text.assemble((self._words("live-label-run"), "bold cyan"), f" · {self._shown(told)}")
        return [Text(), head, self._progress(elapsed_s, left_s)]

    def _progress(self, elapsed_s: float, left_s: float) -> RenderableType:
        width = min(60, self._console.width - 2)
        bar = ProgressBar(total=elapsed_s + left_s or 1.0, completed=elapsed_s, width=width)
        # A bar ends no line by itself; as the cell of a grid it has one of its own.
        line = Table.grid()
        line.add_row(bar)
        return line

    def _search(self, more_rows: int) -> Table:
        table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
        table.add_column("#", justify="right", no_wrap=True)
        columns = ["purpose", "load", "done", "p99", "missing", "state"]
        if self._console.width < _NARROW:
            columns = ["purpose", "done", "p99", "state"]
        for column in columns:
            title = self._words(f"live-column-{column}")
            side: JustifyMethod = "left" if column in ("purpose", "state") else "right"
            table.add_column(title, justify=side, no_wrap=column != "purpose", overflow="ellipsis")
        shown = max(3, self._console.height - _LINES_BESIDE_TRIALS - more_rows)
        for ended in self._ended[-shown:]:
            measurement, trial = ended.result.measurement, ended.result.trial
            p99_ms = measurement.response.quantile_ms(0.99)
            cells: dict[str, str | Text] = {
                "purpose": self._shown(slot_told(trial) if trial.cycle else purpose_told(trial)),
                "load": self._shown(load_told(trial)),
                "done": self._words.figures.plain(measurement.rate),
                "p99": percentile(self._words, p99_ms, "p99", measurement.completed).text,
                "missing": self._words.percent(measurement.error_percent),
                "state": self._state(ended.result),
            }
            table.add_row(str(ended.number), *(cells[column] for column in columns))
        return table

    def _state(self, result: TrialResult) -> Text:
        verdict = result.verdict
        if not result.trial.cycle:
            return Text(self._shown(state_told(verdict, is_early=verdict.early)), style=_STYLES[verdict.state])
        return Text(self._shown(slot_state_told(result)), style="" if is_whole(result.measurement) else "yellow")

    def _rows(self, trial: Trial) -> list[_Row]:
        """Return the rows on the trial under way: injections and alarms first, then the load."""
        firing, pending = self._alarms.firing(), self._alarms.pending(self._elapsed_s)
        injected = self._injections.now(self._elapsed_s)
        alarms: list[_Row] = [] if injected is None else [("live-label-injected", injected, "bold magenta")]
        if firing is not None:
            alarms.append(("live-label-firing", firing, "bold red"))
        if pending is not None:
            alarms.append(("live-label-pending", pending, "yellow"))
        return [*alarms, *_rows(self._figures, trial, self._elapsed_s)]


def _rows(figures: LiveFigures, trial: Trial, elapsed_s: float) -> Iterator[_Row]:
    """Yield the rows on the load of the trial under way."""
    if (users := users_told(figures, trial, elapsed_s)) is not None:
        yield "live-label-users", users, ""
    yield "live-label-rate", Message("live-rates", due=rate(figures.due_rate), done=rate(figures.done_rate)), ""
    response = response_told(figures.response())
    yield "live-label-response", Message("live-response-of-last-seconds", response=response), ""
    if (apdex := apdex_told(figures, has_lowest=True)) is not None:
        yield "live-label-apdex", apdex, ""
    yield "live-label-calls", calls_told(figures), ""
    if figures.sessions:
        yield "live-label-sessions", Message("live-sessions", count=count(figures.sessions)), ""
    yield "live-label-generator", generator_told(figures) or NOTHING, ""
    if (others := others_told(figures)) is not None:
        yield "live-label-others", others, "yellow"
    if (limits := limits_told(figures)) is not None:
        yield "live-label-limits", limits, "red"
    yield "live-label-errors", errors_told(figures), "red" if figures.errors or figures.dropped else ""
