"""The memory of one service over a trial, as it was read."""

from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["Memory", "ServiceMemory"]

Memory = Sequence[tuple[float, float]]
"""(s since the trial began, MiB), ascending."""


@dataclass(frozen=True, slots=True)
class ServiceMemory:
    """What a service used, what of it was alive after each collection where that is known, and what it may use."""

    used: Memory = ()
    """Of its control group or its processes: garbage that waits for its collection is in it."""
    live_set: Memory = ()
    """After the last collection before each reading; empty: not known."""
    limit_mib: float | None = None
    """Of its control group, else of the machine; None: not known."""
    waits_for_collector: bool | None = None
    """Whether a collector frees garbage at times of its own (JVM, V8, CLR), so that `used` may hold any amount of it.

    False: what is no longer used is freed at once, or soon whatever it is (C, Rust, Go); None: not known.
    """
