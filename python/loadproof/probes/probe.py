"""Interface of every probe."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, runtime_checkable

from loadproof.errors import LoadproofError
from loadproof.model.message import Message
from loadproof.probes.reading import Reading
from loadproof.records.database_activity import DatabaseActivity
from loadproof.system.control_group import ControlGroup
from loadproof.words.catalogue import english

__all__ = ["HoldingProbe", "ObservingProbe", "Probe", "ProbeFailure", "ProbedService", "ServicesNow"]


class ProbeFailure(LoadproofError):
    """A probe could not read; `told` says what and why. It becomes a doubt and never leaves the prober."""

    def __init__(self, told: Message) -> None:
        """Use the English of `told` as the text of the error."""
        super().__init__(english(told))
        self.told = told


class Probe(Protocol):
    """Reads one thing, once a second, always from the same thread."""

    @property
    def name(self) -> str:
        """The `probe` of its readings, such as `process:api`."""

    @property
    def slow(self) -> bool:
        """True if the probe waits for other processes, so that it needs a thread of its own."""

    def read(self, now_s: float) -> Sequence[Reading]:
        """Return the readings at `now_s` of the monotonic clock; rates from the second reading on.

        Raises ProbeFailure, OSError or ValueError.
        """

    def shortfalls(self) -> Sequence[Message]:
        """Return what the probe left out or replaced so far, each with a hint and without a full stop."""


@runtime_checkable
class HoldingProbe(Protocol):
    """A probe that holds something open between its readings."""

    def close(self) -> None:
        """Lets it go; called after the last reading, from the same thread."""


@runtime_checkable
class ObservingProbe(Protocol):
    """A probe that observes intervals of a trial, beside its readings; all from the same thread."""

    def observe(self) -> None:
        """A trial begins: the next reading is the start of its first interval."""

    def conclude(self, now_s: float) -> None:
        """The trial has ended: the interval under way ends at `now_s`, and no other begins. Never raises."""

    def take_activities(self) -> Sequence[DatabaseActivity]:
        """Return the intervals that ended since the last call, their instants on the clock of `read`."""


class ProbedService(Protocol):
    """A running service, as far as it is probed."""

    @property
    def process_id(self) -> int:
        """The root of its processes; another one after a restart."""

    @property
    def control_group(self) -> ControlGroup | None:
        """Control group of this service alone; None if there is none."""


ServicesNow = Callable[[], Mapping[str, ProbedService]]
"""The services that run now, by name."""
