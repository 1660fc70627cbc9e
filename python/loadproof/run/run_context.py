"""What the sessions of one run share."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from loadproof.render.live import LiveView
from loadproof.run.interruption import Interruption
from loadproof.store.start_log import StartLog
from loadproof.store.writer import RunWriter
from loadproof.system.awake import Awake
from loadproof.system.servers import TargetServers

if TYPE_CHECKING:
    # It imports OpenTelemetry.
    from loadproof.run.machine_watch import MachineWatch
    from loadproof.run.otlp_export import OtlpExport

__all__ = ["RunContext"]


@dataclass(frozen=True, slots=True)
class RunContext:
    """The store, the live view, the user's wish to end, the numbers of the trials, and what keeps processors awake."""

    writer: RunWriter
    live: LiveView
    interruption: Interruption
    numbers: Iterator[int]
    servers: TargetServers | None = None
    """Of the one target that all sessions have; None: each may have its own."""
    said: set[str] = field(default_factory=set)
    """Kinds of what was said once and is true of the whole run."""
    awake: Awake | None = None
    """None where nobody asked for it."""
    machine: "MachineWatch | None" = None
    """Of sessions that take turns; None: each has its own."""
    is_shared_machine: bool = False
    """Other processes of the machine are accepted as part of the environment: no second is left out for them."""
    metrics: "OtlpExport | None" = None
    """Hears of each trial beside store and live view; None where nobody asked for it."""
    start: StartLog | None = None
    """Of the start that sessions belong to; None: they belong to none."""

    @property
    def log(self) -> StartLog:
        """The log of the start; without one that of the run."""
        return self.start or self.writer.log
