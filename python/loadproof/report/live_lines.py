"""The live view as plain lines, for logs and dumb terminals."""

from __future__ import annotations

from typing import TYPE_CHECKING, TextIO

from loadproof.judge.limits import LIMITS
from loadproof.report.figures import duration_text, milliseconds_text, planned_load, rate_text
from loadproof.report.live_figures import LiveFigures
from loadproof.report.plain_text import printable

if TYPE_CHECKING:
    from loadproof._engine import Histogram
    from loadproof.judge.disturbance import MachineSecond
    from loadproof.judge.tick import TickReading
    from loadproof.method.trial import Trial, TrialResult

__all__ = ["LiveLines", "errors_text", "generator_text", "limits_text", "others_text", "response_text"]

_LINE_EVERY_S = 5


def response_text(response: Histogram) -> str:
    """The p50 and p99 of the last seconds; a live figure, shown however few the calls are."""
    if not response.count:
        return "no answers"
    p50, p99 = (milliseconds_text(response.quantile_ms(quantile)) for quantile in (0.5, 0.99))
    return f"p50 {p50} ms, p99 {p99} ms"


def errors_text(figures: LiveFigures) -> str:
    """Errors by kind since the trial began, dropped calls among them."""
    kinds = [f"{printable(kind, limit=30)} {count:,}" for kind, count in figures.errors.most_common(4) if count]
    if figures.dropped:
        kinds.append(f"dropped {figures.dropped:,}")
    return ", ".join(kinds) or "none"


def generator_text(figures: LiveFigures) -> str:
    """The generator's own CPU, shard by shard, and its lateness; empty before the first second."""
    shares = "+".join(f"{percent:.0f}" for _, percent in sorted(figures.cpu_percent.items()))
    late_ms = figures.lateness_p99_ms()
    parts = [f"CPU {shares} %"] if shares else []
    return ", ".join(parts + ([] if late_ms is None else [f"lateness p99 {milliseconds_text(late_ms)} ms"]))


def others_text(figures: LiveFigures) -> str:
    """What others on the machine took in the last second, and who; empty where it is too little to matter."""
    machine = figures.machine
    if machine is None or machine.taken_cores < LIMITS.disturbing_cores:
        return ""
    names = ", ".join(printable(name, limit=30) for name, _ in machine.names)
    return f"{machine.taken_cores:.2g} cores{' (' if names else ''}{names}{')' if names else ''}"


def limits_text(figures: LiveFigures) -> str:
    """The limits of the generator that calls met since the trial began; empty where none was."""
    names = {"descriptors": "no open files left", "ports": "no local ports left", "connections": "connections all busy"}
    met = [
        f"{names.get(name, printable(name, limit=30))} {count:,}×" for name, count in figures.limits.items() if count
    ]
    return ", ".join(met)


class LiveLines:
    """One line when a trial begins and ends, and one every five seconds between."""

    def __init__(self, title: str, stream: TextIO) -> None:
        """Nothing is written yet."""
        self._title = printable(title)
        self._stream = stream
        self._figures = LiveFigures()
        self._number = 0
        self._next_line_s = 0.0

    def open(self) -> None:
        """Writes the title."""
        self._line(self._title)

    def close(self) -> None:
        """Nothing to put back."""

    def trial_started(self, number: int, trial: Trial, operations: int | None = None) -> None:
        """Writes what begins."""
        self._figures = LiveFigures(operations)
        self._number = number
        self._next_line_s = float(_LINE_EVERY_S)
        lasts = duration_text(trial.load_s)
        load = planned_load(trial.rate, trial.users)
        self._line(f"trial {number}: {trial.purpose.value} at {load}, at most {lasts}")

    def machine(self, machine: MachineSecond) -> None:
        """Keeps what others did for the next line."""
        self._figures.machine = machine

    def tick(self, tick: TickReading, elapsed_s: float, left_s: float | None, *, shown: bool = True) -> None:
        """Writes a line when one is due; without `shown` none is."""
        self._figures.add(tick)
        if not shown or elapsed_s + 0.5 < self._next_line_s:
            return
        self._next_line_s = elapsed_s + _LINE_EVERY_S
        figures = self._figures
        left = "" if left_s is None else f", {duration_text(max(0.0, left_s))} left"
        generator, limits, others = generator_text(figures), limits_text(figures), others_text(figures)
        sessions = f", users and flows {figures.sessions:,}" if figures.sessions else ""
        self._line(
            f"trial {self._number}: {duration_text(elapsed_s)}{left}: due {rate_text(figures.due_rate)}/s, "
            f"done {rate_text(figures.done_rate)}/s; {response_text(figures.response())}; "
            f"errors {errors_text(figures)}; in flight {figures.in_flight:,}, waiting {figures.waiting:,}, "
            f"connections {figures.connections:,}{sessions}"
            f"{'; generator ' if generator else ''}{generator}{'; limits met: ' if limits else ''}{limits}"
            f"{'; others on this machine: ' if others else ''}{others}"
        )

    def trial_ended(self, result: TrialResult) -> None:
        """Writes how it ended."""
        reason = printable(result.verdict.reason)
        self._line(f"trial {self._number}: {result.verdict.state.value}{': ' if reason else ''}{reason}")

    def say(self, text: str) -> None:
        """Writes the text."""
        self._line(printable(text))

    def _line(self, text: str) -> None:
        self._stream.write(text + "\n")
        self._stream.flush()
