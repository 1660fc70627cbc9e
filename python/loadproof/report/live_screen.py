"""The live view drawn in place on a terminal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO

from rich import box
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from loadproof.judge.verdict import State
from loadproof.report.figures import duration_text, percent_text, percentile_text, planned_load, rate_text
from loadproof.report.live_figures import LiveFigures
from loadproof.report.live_lines import errors_text, generator_text, limits_text, others_text, response_text
from loadproof.report.plain_text import printable

if TYPE_CHECKING:
    from loadproof.judge.disturbance import MachineSecond
    from loadproof.judge.tick import TickReading
    from loadproof.method.trial import Trial, TrialResult

__all__ = ["LiveScreen"]

_STYLES = {State.PASSED: "green", State.FAILED: "red", State.UNDECIDED: "yellow", State.INVALID: "magenta"}
_LINES_BESIDE_TRIALS = 15


@dataclass(frozen=True, slots=True)
class _Ended:
    number: int
    result: TrialResult


class LiveScreen:
    """The trial under way and the search so far; drawn once per tick, with no thread of its own."""

    def __init__(self, title: str, stream: TextIO) -> None:
        """Nothing is drawn yet."""
        self._title = printable(title)
        self._console = Console(file=stream)
        self._live = Live(console=self._console, auto_refresh=False, transient=True, redirect_stdout=False)
        self._figures = LiveFigures()
        self._ended: list[_Ended] = []
        self._under_way: tuple[int, Trial] | None = None
        self._elapsed_s = 0.0
        self._left_s: float | None = None

    def open(self) -> None:
        """Draws for the first time."""
        self._live.start()
        self._draw()

    def close(self) -> None:
        """Gives the terminal back; the report takes the place of the screen."""
        self._live.stop()

    def trial_started(self, number: int, trial: Trial, operations: int | None = None) -> None:
        """Shows what begins."""
        self._figures = LiveFigures(operations)
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

    def trial_ended(self, result: TrialResult) -> None:
        """Puts the trial into the table of the search."""
        number = self._under_way[0] if self._under_way else len(self._ended) + 1
        self._ended.append(_Ended(number, result))
        self._under_way = None
        self._draw()

    def say(self, text: str) -> None:
        """Writes a line above the screen."""
        self._console.print(Text(printable(text), style="yellow"))

    def _draw(self) -> None:
        parts: list[RenderableType] = [Text(self._title, style="bold", no_wrap=True, overflow="ellipsis")]
        if self._ended:
            parts.append(self._search())
        if self._under_way is not None:
            parts += [Text(), *self._trial(*self._under_way)]
        self._live.update(Group(*parts), refresh=True)

    def _trial(self, number: int, trial: Trial) -> list[RenderableType]:
        figures = self._figures
        left = "" if self._left_s is None else f" · {duration_text(max(0.0, self._left_s))} left"
        head = Text.assemble(
            (f"Trial {number} · {trial.purpose.value}", "bold cyan"),
            f" · {planned_load(trial.rate, trial.users)} · {duration_text(self._elapsed_s)}{left}",
        )
        grid = Table.grid(padding=(0, 2))
        grid.add_column(style="dim")
        grid.add_column()
        limits = limits_text(figures)
        rows = {
            "Rate": f"{rate_text(figures.due_rate)}/s due, {rate_text(figures.done_rate)}/s done",
            "Response": f"{response_text(figures.response())} (last seconds)",
            "Calls": f"{figures.in_flight:,} in flight, {figures.waiting:,} waiting, "
            f"{figures.connections:,} connections",
            **({"Sessions": f"{figures.sessions:,} users and flows under way"} if figures.sessions else {}),
            "Generator": generator_text(figures) or "–",
        }
        for name, text in rows.items():
            grid.add_row(name, Text(text))
        if others := others_text(figures):
            grid.add_row("Others", Text(others, style="yellow"))
        if limits:
            grid.add_row("Limits met", Text(limits, style="red"))
        grid.add_row("Errors", Text(errors_text(figures), style="red" if figures.errors or figures.dropped else ""))
        return [head, self._progress(), grid]

    def _progress(self) -> RenderableType:
        total = self._elapsed_s + max(0.0, self._left_s or 0.0)
        bar = ProgressBar(total=total or 1.0, completed=self._elapsed_s, width=min(60, self._console.width - 2))
        # A bar ends no line by itself; as the cell of a grid it has one of its own.
        line = Table.grid()
        line.add_row(bar)
        return line

    def _search(self) -> Table:
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="dim", padding=(0, 1))
        for title in ("#", "Purpose", "Load", "Done/s", "p99 ms", "Missing", "State"):
            table.add_column(title, justify="left" if title in ("Purpose", "State") else "right", no_wrap=True)
        shown = max(3, self._console.height - _LINES_BESIDE_TRIALS)
        for ended in self._ended[-shown:]:
            measurement, verdict = ended.result.measurement, ended.result.verdict
            p99_ms = measurement.response.quantile_ms(0.99)
            table.add_row(
                str(ended.number),
                ended.result.trial.purpose.value,
                planned_load(ended.result.trial.rate, ended.result.trial.users),
                rate_text(measurement.rate),
                percentile_text({"p99": p99_ms}, "p99", measurement.completed),
                percent_text(measurement.error_percent),
                Text(verdict.state.value + (" (early)" if verdict.early else ""), style=_STYLES[verdict.state]),
            )
        return table
