"""What a session tells of its trials to whoever watches beside the windows."""

from dataclasses import dataclass
from typing import Protocol

from loadproof.judge.tick import TickReading
from loadproof.method.trial import Trial

__all__ = ["SeenBeside", "Unwatched", "Watch"]


@dataclass(frozen=True, slots=True)
class SeenBeside:
    """What was seen beside the load of one trial."""

    died: tuple[str, ...] = ()
    """Services that ended by themselves, in the order in which it was seen."""
    foreign_share: float | None = None
    """Share (0 to 1) of the machine that processes of neither loadproof nor the stand used.

    None where others run the service: it cannot be told from strangers.
    """


class Watch(Protocol):
    """Told when trials begin, go on and end; must not raise and must not take long."""

    def trial_started(self, number: int, trial: Trial, /) -> None:
        """Trial `number` begins now."""

    def ticked(self, tick: TickReading, /) -> None:
        """A second of the trial has ended."""

    def saturated(self, begin_s: float, end_s: float, /) -> bool:
        """Whether the stand took nearly all of the processor time in this stretch of the trial, as far as is known."""

    def trial_ended(self) -> SeenBeside:
        """The trial has ended; says what was seen from its begin until now."""


class Unwatched:
    """Nobody watches."""

    def trial_started(self, _number: int, _trial: Trial, /) -> None:
        """Nobody is told."""

    def ticked(self, _tick: TickReading, /) -> None:
        """Nobody is told."""

    def saturated(self, _begin_s: float, _end_s: float, /) -> bool:
        """Nobody knows."""
        return False

    def trial_ended(self) -> SeenBeside:
        """Nothing was seen."""
        return SeenBeside()
