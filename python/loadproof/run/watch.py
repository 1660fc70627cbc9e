"""What a session tells of its trials to whoever watches beside the windows."""

from typing import Protocol

from loadproof.judge.tick import TickReading
from loadproof.method.trial import Trial

__all__ = ["Unwatched", "Watch"]


class Watch(Protocol):
    """Told when trials begin, go on and end; must not raise and must not take long."""

    def trial_started(self, number: int, trial: Trial, /) -> None:
        """Trial `number` begins now."""

    def ticked(self, tick: TickReading, /) -> None:
        """A second of the trial has ended."""

    def saturated(self, begin_s: float, end_s: float, /) -> bool:
        """Whether the stand took nearly all of the processor time in this stretch of the trial, as far as is known."""

    def trial_ended(self) -> None:
        """The trial has ended."""


class Unwatched:
    """Nobody watches."""

    def trial_started(self, _number: int, _trial: Trial, /) -> None:
        """Nobody is told."""

    def ticked(self, _tick: TickReading, /) -> None:
        """Nobody is told."""

    def saturated(self, _begin_s: float, _end_s: float, /) -> bool:
        """Nobody knows."""
        return False

    def trial_ended(self) -> None:
        """Nobody is told."""
