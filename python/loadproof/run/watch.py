"""What a session tells of its trials to whoever watches beside the windows."""

from typing import Protocol

__all__ = ["Unwatched", "Watch"]


class Watch(Protocol):
    """Told when trials begin, go on and end; must not raise and must not take long."""

    def trial_started(self, number: int) -> None:
        """Trial `number` begins now."""

    def second(self) -> None:
        """A second of the trial has ended."""

    def trial_ended(self) -> None:
        """The trial has ended."""


class Unwatched:
    """Nobody watches."""

    def trial_started(self, number: int) -> None:
        """Nobody is told."""

    def second(self) -> None:
        """Nobody is told."""

    def trial_ended(self) -> None:
        """Nobody is told."""
