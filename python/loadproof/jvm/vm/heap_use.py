"""Heap size of a Java VM, and memory in use after its collections, by the counters that the VM shares.

Experiments with the collectors of OpenJDK 17 and 25 showed which counters tell this (docs/method/service-memory.md).
"""

from loadproof.system.java_counters import VmCounters

__all__ = ["HEAP_USE_COUNTERS", "HeapAfterCollections", "heap_committed_bytes", "heap_reserved_bytes"]

_POLICY, _CAUSE, _IDLE = "sun.gc.policy.name", "sun.gc.cause", "No GC"
_GENERATIONS, _COLLECTORS = 2, 4
_CAPACITIES = tuple(f"sun.gc.generation.{generation}.capacity" for generation in range(_GENERATIONS))
"""Counters of generations, not of their spaces: for Shenandoah, the space has the largest size of the heap."""
_MOST = tuple(f"sun.gc.generation.{generation}.maxCapacity" for generation in range(_GENERATIONS))
_NAME = "sun.gc.collector.1.name"
_INVOCATIONS = tuple(f"sun.gc.collector.{number}.invocations" for number in range(_COLLECTORS))
_OLD = "sun.gc.generation.1.space.0.used"
_YOUNG = "sun.gc.generation.0.space.0.used"
_SURVIVORS = tuple(f"sun.gc.generation.0.space.{space}.used" for space in (1, 2))
HEAP_USE_COUNTERS = frozenset({_POLICY, _CAUSE, _OLD, _YOUNG, *_SURVIVORS, *_CAPACITIES, *_MOST, _NAME, *_INVOCATIONS})
"""The counters that are asked for."""

_APART = ("Copy:MSC", "ParScav:MSC")
"""Serial and Parallel reserve each generation for itself; of the other collectors any may have all of the heap."""
_EMPTY_EDEN = (*_APART, "GarbageFirst")
"""Collectors that leave nothing in the eden: the counter of it goes on while objects are made."""
_SHENANDOAH = "Shenandoah full"
"""Collector whose counter does not count collections: the counter grows at every moment of a cycle."""
_PAGE_BYTES = 4096
_MOST_BYTES = 1 << 50


class HeapAfterCollections:
    """Follows one VM from reading to reading, and gives what was in use after a collection once for each that is seen.

    Of Serial, Parallel and G1 the old generation and the survivors, after young collections too: garbage that a young
    collection leaves in the old generation is in it. Of Z all that its heap had in use at the last pause of a cycle,
    with what was made beside it and before what lives was moved together. Nothing of Shenandoah, whose counters count
    no collections.
    """

    def __init__(self) -> None:
        """Nothing is read yet."""
        self._seen: int | None = None

    def read(self, counters: VmCounters) -> int | None:
        """Return the bytes in use after a collection since the reading before; None: there was none, or not told.

        >>> vm = {"sun.gc.policy.name": "Copy:MSC", "sun.gc.cause": "No GC", "sun.gc.generation.1.space.0.used": 7}
        >>> heap = HeapAfterCollections()
        >>> [heap.read(vm | {"sun.gc.collector.0.invocations": seen}) for seen in (3, 3, 4)]
        [None, None, 7]
        """
        old = _size(counters, _OLD)
        # While it collects, a collection is counted already and its result is not.
        if old is None or counters.get(_CAUSE) != _IDLE or counters.get(_NAME) == _SHENANDOAH:
            return None
        is_eden_empty = counters.get(_POLICY) in _EMPTY_EDEN
        # Of G1 the last counts pauses of cycles, which leave the eden as it is; Z has all in the first and the last.
        ended = sum(_size(counters, name) or 0 for name in _INVOCATIONS[: 2 if is_eden_empty else None])
        used = old + sum(_size(counters, name) or 0 for name in (_SURVIVORS if is_eden_empty else (_YOUNG,)))
        before, self._seen = self._seen, ended
        return used if before is not None and ended > before else None


def heap_committed_bytes(counters: VmCounters) -> int | None:
    """Return what the heap has of the system, bytes; None: the VM does not tell it."""
    sizes = [size for name in _CAPACITIES if (size := _size(counters, name)) is not None]
    return sum(sizes) or None


def heap_reserved_bytes(counters: VmCounters) -> int | None:
    """Return the address space that the heap may grow in, bytes; None: the VM does not tell it."""
    young, old = (_size(counters, name) or 0 for name in _MOST)
    # G1 of JDK 17 says some bytes more.
    return (young + old if counters.get(_POLICY) in _APART else old) // _PAGE_BYTES * _PAGE_BYTES or None


def _size(counters: VmCounters, name: str) -> int | None:
    value = counters.get(name)
    return value if isinstance(value, int) and 0 <= value < _MOST_BYTES else None
