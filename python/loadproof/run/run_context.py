"""What the sessions of one run share."""

from collections.abc import Iterator
from dataclasses import dataclass

from loadproof.report.live import LiveView
from loadproof.run.interruption import Interruption
from loadproof.store.writer import RunWriter
from loadproof.system.servers import TargetServers

__all__ = ["RunContext"]


@dataclass(frozen=True, slots=True)
class RunContext:
    """The store, the live view, the user's wish to end, and the numbers of the trials."""

    writer: RunWriter
    live: LiveView
    interruption: Interruption
    numbers: Iterator[int]
    servers: TargetServers | None = None
    """Of the one target that all sessions have; None: each may have its own."""
