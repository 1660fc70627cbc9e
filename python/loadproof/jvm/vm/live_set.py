"""Live set of a Java VM: the old generation, for G1 with its survivors, after a collection of all objects.

Experiments with the collectors of OpenJDK 17 and 25 showed which counters tell this (docs/method/leaks.md).
"""

from loadproof.system.java_counters import VmCounters

__all__ = [
    "COUNTERS",
    "LiveSetFollower",
    "filled_share",
    "heap_max_bytes",
    "live_set_max_bytes",
    "live_set_max_of_log_mib",
]

_POLICY, _CAUSE = "sun.gc.policy.name", "sun.gc.cause"
_OLD = "sun.gc.generation.1.space.0.used"
_SURVIVORS = tuple(f"sun.gc.generation.0.space.{number}.used" for number in (1, 2))
_YOUNG_MOST, _OLD_MOST = (f"sun.gc.generation.{number}.maxCapacity" for number in range(2))
_YOUNG, _FULL, _CYCLES = (f"sun.gc.collector.{number}.invocations" for number in range(3))
COUNTERS = frozenset({_POLICY, _CAUSE, _OLD, *_SURVIVORS, _YOUNG_MOST, _OLD_MOST, _YOUNG, _FULL, _CYCLES})
"""The counters that are asked for."""

_IDLE = "No GC"
_G1 = "GarbageFirst"
_FULL_ALONE = ("Copy:MSC", "ParScav:MSC")
"""Serial and Parallel collect the old generation in full collections alone."""
_CALM = 2
"""Young collections of G1 that leave the old generation as it is: the first after a cycle never takes of it."""
_MIB = 1 << 20
_MOST_BYTES = 1 << 50
_REGIONS, _SMALLEST_REGION_MIB, _LARGEST_REGION_MIB = 2048, 1, 32
_UNFILLED_REGIONS = 2.5


class LiveSetFollower:
    """Follows one VM from reading to reading, and gives what was alive once for each collection that tells it.

    Full collections tell it of Serial, Parallel and G1. G1 marks beside the service besides: what its old generation
    came down to in the young collections after a cycle is alive, but for what it found not worth to move
    (`G1HeapWastePercent`, 5 % of the heap), and what survived the last of these as well: a leak waits there until it is
    promoted, the shorter the less room new objects have. What was promoted between the collection and the reading
    counts as alive.
    """

    def __init__(self) -> None:
        """Nothing is read yet."""
        self._seen: tuple[int, int, int] | None = None
        self._least: tuple[int, int] | None = None
        """Smallest old generation since the last G1 cycle, until it is reported, and the same with survivors, bytes."""
        self._calm = 0
        self._collected = False
        """True if a young collection came after that cycle."""

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
        if policy != _G1:
            return None
        alive = used + sum(_size(counters, name) or 0 for name in _SURVIVORS)
        return self._after_cycle(used, alive, young, cycles)

    def _after_cycle(self, used: int, alive: int, young: int, cycles: int) -> int | None:
        least = self._least
        if cycles:
            # The pauses of one cycle may lie on both sides of a reading.
            told = least[1] if least is not None and (self._collected or young) else None
            self._least, self._calm, self._collected = (used, alive), 0, False
            return told
        if least is None:
            return None
        self._collected |= young > 0
        if used < least[0]:
            self._least, self._calm = (used, alive), 0
            return None
        self._calm += young
        if self._calm < _CALM:
            return None
        self._least = None
        return least[1]


def heap_max_bytes(counters: VmCounters) -> int | None:
    """The whole heap at its largest; None: not known, or of a collector whose live set cannot be told."""
    most, policy = _size(counters, _OLD_MOST), counters.get(_POLICY)
    if not most or policy not in (*_FULL_ALONE, _G1):
        return None
    # Each generation of G1 may take all of the heap.
    return most if policy == _G1 else most + (_size(counters, _YOUNG_MOST) or 0)


def live_set_max_bytes(counters: VmCounters) -> int | None:
    """Return the size to which the live set may grow, bytes; None if it is not known.

    For Serial and Parallel, the largest old generation; for G1, the heap without the regions that G1 needs for itself.
    """
    heap = heap_max_bytes(counters)
    if heap is None:
        return None
    return int(_room_of_g1_mib(heap / _MIB) * _MIB) if counters.get(_POLICY) == _G1 else _size(counters, _OLD_MOST)


def live_set_max_of_log_mib(collector: str | None, heap_mib: float) -> float:
    """Return the size to which the live set may grow, MiB, by the collector that a log names and its heap size.

    G1 needs two free regions, for new objects and for copies of live objects. Without them it collects the whole heap
    again and again. The region that old objects go to is half empty, on average. A heap has 2048 regions, each of 1 to
    32 MiB and a power of 2 (`setup_heap_region_size` of OpenJDK 17 to 25); `-XX:G1HeapRegionSize` is not read.

    >>> [live_set_max_of_log_mib("G1", heap_mib) for heap_mib in (20.0, 3072.0)], live_set_max_of_log_mib("ZGC", 20.0)
    ([17.5, 3067.0], 20.0)
    """
    return _room_of_g1_mib(heap_mib) if collector == "G1" else heap_mib


def _room_of_g1_mib(heap_mib: float) -> float:
    region_mib = _SMALLEST_REGION_MIB
    while region_mib < min(heap_mib / _REGIONS, _LARGEST_REGION_MIB):
        region_mib *= 2
    return max(0.0, heap_mib - _UNFILLED_REGIONS * region_mib)


def filled_share(counters: VmCounters) -> float | None:
    """Return the share of the largest possible live set that old objects fill; None if it is not known.

    Right after a collection of the whole heap, all old objects are alive.
    """
    used, most = _size(counters, _OLD), live_set_max_bytes(counters)
    return used / most if used is not None and most else None


def _size(counters: VmCounters, name: str) -> int | None:
    value = counters.get(name)
    return value if isinstance(value, int) and 0 <= value < _MOST_BYTES else None
