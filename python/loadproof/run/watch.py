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

    def trial_ended(self) -> None:
        """The trial has ended."""


class Unwatched:
    """Nobody watches."""

    def trial_started(self, _number: int, _trial: Trial, /) -> None:
        """Nobody is told."""

    def ticked(self, _tick: TickReading, /) -> None:
        """Nobody is told."""

    def trial_ended(self) -> None:
        """Nobody is told."""
