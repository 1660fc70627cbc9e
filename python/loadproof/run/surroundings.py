"""What the sessions of one run share."""

from collections.abc import Iterator
from dataclasses import dataclass

from loadproof.report.live import LiveView
from loadproof.run.interruption import Interruption
from loadproof.store.writer import RunWriter

__all__ = ["Surroundings"]


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The store, the live view, the user's wish to end, and the numbers of the trials."""

    writer: RunWriter
    live: LiveView
    interruption: Interruption
    numbers: Iterator[int]
