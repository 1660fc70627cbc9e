"""The memory of one service over a trial, as it was read."""

from collections.abc import Sequence
from dataclasses import dataclass

from loadproof.system.runtime import Collector

__all__ = ["Memory", "ServiceMemory"]

Memory = Sequence[tuple[float, float]]
"""(s since the trial began, MiB), ascending."""


@dataclass(frozen=True, slots=True)
class ServiceMemory:
    """Memory of a service: use, limits, and the live set after each collection where it is known."""

    used: Memory = ()
    """Memory in use by the control group or the processes of the service, with garbage that waits for collection."""
    live_set: Memory = ()
    """Once for each collection that included what lives long; empty: there was none, or it is not known."""
    limit_mib: float | None = None
    """Limit of the control group, else of the machine; None: not known."""
    collector: Collector = Collector.UNKNOWN
    heap_max_mib: float | None = None
    """The whole heap at its largest; None: not known."""
    live_set_max_mib: float | None = None
    """Part of the heap for the live set, if the collector keeps another part for new objects; None: the whole heap."""
    has_ended: bool = False
    """True if the service ended by itself within the trial: then no time until its memory is full is given."""

    @property
    def live_set_limit_mib(self) -> float | None:
        """Limit that is reached first, of the heap or of the memory around the heap, MiB; None: it is not known.

        >>> ServiceMemory(limit_mib=4096.0, heap_max_mib=512.0, live_set_max_mib=510.0).live_set_limit_mib
        510.0
        >>> ServiceMemory(limit_mib=4096.0, collector=Collector.NODE).live_set_limit_mib
        """
        most = self.heap_max_mib if self.live_set_max_mib is None else self.live_set_max_mib
        if most is None:
            return None if self.collector.is_there else self.limit_mib
        return most if self.limit_mib is None else min(most, self.limit_mib)
