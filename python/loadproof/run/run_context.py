"""Context that the sessions of one run share."""

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from loadproof.judge.saturation import WITHOUT_STUDY, SaturatedLeaveOut
from loadproof.model.message import Message, duration
from loadproof.render.live import LiveView
from loadproof.run.failed_reading import failed_reading_doubted
from loadproof.run.interruption import Interruption
from loadproof.store.start_log import StartLog
from loadproof.store.writer import RunWriter
from loadproof.system.awake import Awake
from loadproof.system.servers import TargetServers

if TYPE_CHECKING:
    from loadproof.alarms.rule import AlarmRule
    from loadproof.injections.injector import Injector

    # It imports OpenTelemetry.
    from loadproof.run.machine_watch import MachineWatch
    from loadproof.run.otlp_export import OtlpExport

__all__ = ["RunContext"]

_LONGEST_WAIT_S = 60.0


@dataclass(frozen=True, slots=True)
class RunContext:
    """The store, the live view, the user's wish to end, the numbers of the trials, and what keeps processors awake."""

    writer: RunWriter
    live: LiveView
    interruption: Interruption
    numbers: Iterator[int]
    servers: TargetServers | None = None
    """Servers of the one target that all sessions have; None: each session may have its own target."""
    said: set[str] = field(default_factory=set)
    """Kinds of what was said once and is true of the whole run."""
    awake: Awake | None = None
    """State of the processors that are kept awake; None if nobody asked for it."""
    machine: "MachineWatch | None" = None
    """Watch of the machine, of one session or of all that take turns; None in virtual time."""
    is_shared_machine: bool = False
    """Other processes of the machine are accepted as part of the environment: no second is left out for them."""
    saturated: SaturatedLeaveOut = WITHOUT_STUDY
    """Saturated seconds that are left out of the judgement."""
    metrics: "OtlpExport | None" = None
    """Hears of each trial beside store and live view; None where nobody asked for it."""
    start: StartLog | None = None
    """Log of the start that the sessions belong to; None: the sessions belong to no start."""

    alarms: tuple["AlarmRule", ...] = ()
    """Rules of the study that are evaluated in each trial."""
    injectors: tuple["Injector", ...] = ()
    """Injectors of the start, which have been checked."""
    speaker: str | None = None
    """Variant that lines of the live view name, where several take turns."""

    @property
    def interrupted(self) -> bool:
        """True if the run is to end: a signal has come, a resource ran out, or a process of ours failed."""
        return self.interruption.requested

    def say(self, told: Message) -> None:
        """Show a line of the live view that stays."""
        self.live.say(self._spoken(told))

    def tell_ahead(self, told: Message, left_s: float) -> None:
        """Show a line of the live view that says how long the load still takes at most."""
        self.live.tell_ahead(told, left_s)

    def note(self, told: Message) -> None:
        """Show a line of a log; a terminal shows as much in its own way."""
        self.live.note(self._spoken(told))

    def _spoken(self, told: Message) -> Message:
        return told if self.speaker is None else Message("of-variant", variant=self.speaker, told=told)

    def wait_for_quiet(self, most_s: float) -> float:
        """Wait until others are quiet, after a trial that they disturbed too much, `most_s` at most; returns how long.

        Virtual time has no machine, and waits for nobody.
        """
        if self.machine is None or not self.machine.was_disturbed:
            return 0.0
        most_s, began_s = min(_LONGEST_WAIT_S, most_s), time.monotonic()
        if most_s >= 1.0:
            self.live.say(Message("waiting-for-quiet", most=duration(round(most_s))))
            with failed_reading_doubted(self.writer, "machine"):
                self.machine.wait_for_quiet(most_s, lambda: self.interrupted)
        return time.monotonic() - began_s

    @property
    def log(self) -> StartLog:
        """The log of the start; without one that of the run."""
        return self.start or self.writer.log
