"""What is alive in the heap of a Java VM: its old generation right after a collection that included it.

Which counters tell that was found by experiment, with the collectors of OpenJDK 17 and 25 (docs/method/leaks.md).
"""

from loadproof.system.java_counters import VmCounters

__all__ = ["COUNTERS", "LiveSet", "filled_share", "heap_max_bytes"]

_POLICY, _CAUSE = "sun.gc.policy.name", "sun.gc.cause"
_OLD, _OLD_MOST = "sun.gc.generation.1.space.0.used", "sun.gc.generation.1.maxCapacity"
_YOUNG, _FULL, _CYCLES = (f"sun.gc.collector.{number}.invocations" for number in range(3))
COUNTERS = frozenset({_POLICY, _CAUSE, _OLD, _OLD_MOST, _YOUNG, _FULL, _CYCLES})
"""The counters that are asked for."""

_IDLE = "No GC"
_G1 = "GarbageFirst"
_FULL_ALONE = ("Copy:MSC", "ParScav:MSC")
"""Serial and Parallel collect the old generation in full collections alone."""
_CALM = 2
"""Young collections of G1 that leave the old generation as it is: the first after a cycle never takes of it."""
_MOST_BYTES = 1 << 50


class LiveSet:
    """Follows one VM from reading to reading, and gives what was alive once for each collection that tells it.

    Full collections tell it of Serial, Parallel and G1. G1 marks beside the service besides: what its old generation
    came down to in the young collections after a cycle is alive, but for what it found not worth to move
    (`G1HeapWastePercent`, 5 % of the heap). What was promoted between the collection and the reading counts as alive.
    """

    def __init__(self) -> None:
        """Nothing is read yet."""
        self._seen: tuple[int, int, int] | None = None
        self._least: int | None = None
        """Of the old generation since the last cycle of G1, until it is told."""
        self._calm = 0
        self._collected = False
        """Whether a young collection came after that cycle."""

    def read(self, counters: VmCounters) -> int | None:
        """Bytes alive after a collection since the reading before; None: there was none, or it cannot be told."""
        policy, used = counters.get(_POLICY), _size(counters, _OLD)
        # While it collects, a collection is counted already and its result is not.
        if policy not in (*_FULL_ALONE, _G1) or used is None or counters.get(_CAUSE) != _IDLE:
            return None
        now = (_size(counters, _YOUNG) or 0, _size(counters, _FULL) or 0, _size(counters, _CYCLES) or 0)
        before, self._seen = self._seen, now
        if before is None or min(new - old for new, old in zip(now, before, strict=True)) < 0:
            return None
        young, full, cycles = (new - old for new, old in zip(now, before, strict=True))
        if full:
            self._least = None
            return used
        return self._after_cycle(used, young, cycles) if policy == _G1 else None

    def _after_cycle(self, used: int, young: int, cycles: int) -> int | None:
        if cycles:
            # The pauses of one cycle may lie on both sides of a reading.
            told = self._least if self._collected or young else None
            self._least, self._calm, self._collected = used, 0, False
            return told
        if self._least is None:
            return None
        self._collected |= young > 0
        if used < self._least:
            self._least, self._calm = used, 0
            return None
        self._calm += young
        if self._calm < _CALM:
            return None
        told, self._least = self._least, None
        return told


def heap_max_bytes(counters: VmCounters) -> int | None:
    """What the live set may grow to: the old generation of Serial and Parallel at its largest, the heap of G1."""
    most = _size(counters, _OLD_MOST)
    return most if most and counters.get(_POLICY) in (*_FULL_ALONE, _G1) else None


def filled_share(counters: VmCounters) -> float | None:
    """How much of what there may be of old objects is there; of a whole heap that was just collected all is alive."""
    used, most = _size(counters, _OLD), heap_max_bytes(counters)
    return None if used is None or most is None else used / most


def _size(counters: VmCounters, name: str) -> int | None:
    value = counters.get(name)
    return value if isinstance(value, int) and 0 <= value < _MOST_BYTES else None
