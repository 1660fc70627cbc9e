"""Counters of a Java VM at one instant: its memory by pool, collections, threads, classes, safepoints.

Experiments with the collectors of OpenJDK 17 and 25 showed which counters exist.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from loadproof.system.java_counters import VmCounters

__all__ = ["READING_COUNTERS", "CollectorCount", "Pool", "PoolName", "VmReading", "vm_reading"]

PoolName = Literal["eden", "survivor", "young", "old", "heap", "metaspace"]

_FREQUENCY, _CAUSE, _LAST_CAUSE = "sun.os.hrt.frequency", "sun.gc.cause", "sun.gc.lastCause"
_SPACES, _COLLECTORS = 3, 4
_IDLE = "No GC"
_NAMES_OF_SPACES: dict[str, PoolName] = {"eden": "eden", "s0": "survivor", "s1": "survivor"}
_CLASSES = (
    ("java.cls.loadedClasses", 1),
    ("java.cls.sharedLoadedClasses", 1),
    ("java.cls.unloadedClasses", -1),
    ("java.cls.sharedUnloadedClasses", -1),
)
_THREADS = tuple(f"java.threads.{name}" for name in ("live", "daemon", "livePeak"))
_SAFEPOINTS = ("sun.rt.safepoints", "sun.rt.safepointTime", "sun.rt.safepointSyncTime")
_CONTENDED = "sun.rt._sync_ContendedLockAttempts"
"""Waits for monitors; JDK 25 does not count them."""
_METASPACE = ("sun.gc.metaspace.used", "sun.gc.metaspace.capacity")
_POLICY = "sun.gc.policy.name"
_POLICIES = {"Copy:MSC": "Serial", "ParScav:MSC": "Parallel", "GarbageFirst": "G1"}
_COMMAND, _VERSION = "sun.rt.javaCommand", "java.property.java.vm.version"
_MOST = 1 << 62


def _space(generation: int, number: int, what: str) -> str:
    return f"sun.gc.generation.{generation}.space.{number}.{what}"


def _collector(number: int, what: str) -> str:
    return f"sun.gc.collector.{number}.{what}"


READING_COUNTERS = frozenset(
    {
        *(_FREQUENCY, _CAUSE, _LAST_CAUSE, _CONTENDED, _COMMAND, _VERSION, _POLICY),
        *(*_THREADS, *_SAFEPOINTS, *_METASPACE),
        *(name for name, _ in _CLASSES),
        *(
            _space(generation, number, what)
            for generation in (0, 1)
            for number in range(_SPACES)
            for what in ("name", "used", "capacity", "maxCapacity")
        ),
        *(_collector(number, what) for number in range(_COLLECTORS) for what in ("name", "invocations", "time")),
    }
)
"""The counters that are asked for."""


@dataclass(frozen=True, slots=True)
class Pool:
    """A part of the memory that the VM itself manages, in bytes."""

    name: PoolName
    used: int
    committed: int
    """Memory that the pool has from the system."""


@dataclass(frozen=True, slots=True)
class CollectorCount:
    """Collections and pauses of one collector since the VM began."""

    name: str
    collections: int
    paused_s: float


@dataclass(frozen=True, slots=True)
class VmReading:
    """One instant; None: this VM does not tell it."""

    command: str
    """The main class or the jar, and what it was given: it may hold secrets, and is shown by its first word alone."""
    version: str
    collector: str | None
    """Name, for Serial, Parallel and G1; None for other collectors, which have no policy here."""
    pools: tuple[Pool, ...]
    """Pools of the heap first. Some collectors update the memory in use only at collections; for the metaspace, all do
    so."""
    collectors: tuple[CollectorCount, ...]
    cause: str | None
    """Cause of the collection in progress."""
    last_cause: str | None
    classes: int | None
    threads: int | None
    daemons: int | None
    most_threads: int | None
    safepoints: int | None
    safepoint_s: float | None
    """Total time during which all threads were stopped, for collections too."""
    reaching_s: float | None
    """Total time that threads took to come to a stop."""
    contended: int | None
    """Waits for a monitor that another thread held."""


def vm_reading(counters: VmCounters) -> VmReading:
    """Return the reading of counters from one instant; impossible values are left out.

    >>> read = vm_reading({"java.cls.loadedClasses": 9, "java.cls.unloadedClasses": 2, "java.threads.live": 11})
    >>> read.classes, read.threads, read.pools, read.contended
    (7, 11, (), None)
    """
    ticks_per_s = _number(counters, _FREQUENCY) or 0
    classes = [(number, sign) for name, sign in _CLASSES if (number := _number(counters, name)) is not None]
    threads, daemons, most = (_number(counters, name) for name in _THREADS)
    number, paused, reaching = (_number(counters, name) for name in _SAFEPOINTS)
    return VmReading(
        command=_text(counters, _COMMAND) or "",
        version=_text(counters, _VERSION) or "",
        collector=_POLICIES.get(_text(counters, _POLICY) or ""),
        pools=(*_heap(counters), *_metaspace(counters)),
        collectors=tuple(_collectors(counters, ticks_per_s)),
        cause=_cause(counters, _CAUSE),
        last_cause=_cause(counters, _LAST_CAUSE),
        classes=max(0, sum(sign * one for one, sign in classes)) if classes else None,
        threads=threads,
        daemons=daemons,
        most_threads=most,
        safepoints=number,
        safepoint_s=_seconds(paused, ticks_per_s),
        reaching_s=_seconds(reaching, ticks_per_s),
        contended=_number(counters, _CONTENDED),
    )


def _heap(counters: VmCounters) -> Iterator[Pool]:
    """Each pool once: both survivor spaces are one."""
    found: dict[PoolName, tuple[int, int]] = {}
    is_apart = any(_number(counters, _space(0, number, "maxCapacity")) for number in range(_SPACES))
    for generation in (0, 1) if is_apart else (1,):
        for number in range(_SPACES):
            used = _number(counters, _space(generation, number, "used"))
            if used is None:
                continue
            written = _text(counters, _space(generation, number, "name")) or ""
            name: PoolName = "old" if is_apart else "heap"
            if generation == 0:
                name = _NAMES_OF_SPACES.get(written, "young")
            before = found.get(name, (0, 0))
            committed = _number(counters, _space(generation, number, "capacity")) or 0
            found[name] = (before[0] + used, before[1] + committed)
    for pool, (in_use, kept) in found.items():
        yield Pool(pool, in_use, kept)


def _metaspace(counters: VmCounters) -> Iterator[Pool]:
    used, committed = (_number(counters, name) for name in _METASPACE)
    # Zero until the first collection: it is written by them.
    if used:
        yield Pool("metaspace", used, committed or used)


def _collectors(counters: VmCounters, ticks_per_s: int) -> Iterator[CollectorCount]:
    for number in range(_COLLECTORS):
        collections = _number(counters, _collector(number, "invocations"))
        paused_s = _seconds(_number(counters, _collector(number, "time")), ticks_per_s)
        if collections is not None and paused_s is not None:
            yield CollectorCount(_text(counters, _collector(number, "name")) or "", collections, paused_s)


def _seconds(ticks: int | None, ticks_per_s: int) -> float | None:
    return None if ticks is None or ticks_per_s <= 0 else ticks / ticks_per_s


def _cause(counters: VmCounters, name: str) -> str | None:
    cause = _text(counters, name)
    return None if cause in (None, "", _IDLE) else cause


def _number(counters: VmCounters, name: str) -> int | None:
    value = counters.get(name)
    return value if isinstance(value, int) and 0 <= value < _MOST else None


def _text(counters: VmCounters, name: str) -> str | None:
    value = counters.get(name)
    return value if isinstance(value, str) else None
