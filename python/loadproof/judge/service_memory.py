"""The memory of one service over a trial, as it was read."""

from collections.abc import Sequence
from dataclasses import dataclass

from loadproof.system.runtime import Collector

__all__ = ["Memory", "ServiceMemory"]

Memory = Sequence[tuple[float, float]]
"""(s since the trial began, MiB), ascending."""


@dataclass(frozen=True, slots=True)
class ServiceMemory:
    """What a service used, what of it was alive after each collection where that is known, and what it may use."""

    used: Memory = ()
    """Of its control group or its processes: garbage that waits for its collection is in it."""
    live_set: Memory = ()
    """Once for each collection that included what lives long; empty: there was none, or it is not known."""
    limit_mib: float | None = None
    """Of its control group, else of the machine; None: not known."""
    collector: Collector = Collector.UNKNOWN
    heap_max_mib: float | None = None
    """The whole heap at its largest; None: not known."""
    live_set_max_mib: float | None = None
    """What of the heap the live set may take, where its collector keeps some of it for what is new; None: all of it."""
    has_ended: bool = False
    """Whether the service ended by itself within the trial: when its memory would be full is no question any more."""

    @property
    def live_set_limit_mib(self) -> float | None:
        """What fills first: the heap, or the memory around it; None: a heap whose maximum is not known.

        >>> ServiceMemory(limit_mib=4096.0, heap_max_mib=512.0, live_set_max_mib=510.0).live_set_limit_mib
        510.0
        >>> ServiceMemory(limit_mib=4096.0, collector=Collector.NODE).live_set_limit_mib
        """
        most = self.heap_max_mib if self.live_set_max_mib is None else self.live_set_max_mib
        if most is None:
            return None if self.collector.is_there else self.limit_mib
        return most if self.limit_mib is None else min(most, self.limit_mib)
