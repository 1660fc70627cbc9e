"""Lines of a unified log of garbage collections: what each says happened.

The forms are those of HotSpot from JDK 9 to 25, of G1, Parallel, Serial, both kinds of ZGC and of Shenandoah
(`gcTraceTime.inline.hpp`, `zStat.cpp`, `shenandoahConcurrentGC.cpp` and their like in its sources). The crate
loadproof-gc-log reads them: a log may have gigabytes.
"""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from loadproof._engine import GcLogReader

__all__ = [
    "Cleanup",
    "CollectionCycle",
    "CollectionPause",
    "Event",
    "Fact",
    "GcLines",
    "GenerationTable",
    "OldUse",
    "Row",
    "Safepoint",
    "Sizes",
    "Stall",
    "UnreadLine",
]


class Sizes(NamedTuple):
    """Heap sizes before and after a collection, and heap capacity, in MiB."""

    before_mib: float
    after_mib: float
    capacity_mib: float | None


class OldUse(NamedTuple):
    """The old generation before and after a collection, in MiB or in regions of G1."""

    before: float
    after: float
    in_regions: bool
    collector: str


class CollectionPause(NamedTuple):
    """A pause has ended."""

    collection: int | None
    kind: str
    """Such as `Young (Normal)`; of generational ZGC with its generation, such as `Old: Mark End`."""
    cause: str
    """Empty where the line names none."""
    failed: bool
    """True if objects could not be moved, because there was no room or because they were pinned."""
    sizes: Sizes | None
    pause_ms: float
    old: OldUse | None = None


class CollectionCycle(NamedTuple):
    """A collection of ZGC begins, or has ended and says its sizes."""

    collection: int | None
    kind: str
    cause: str
    sizes: Sizes | None


class Cleanup(NamedTuple):
    """Shenandoah has freed what it found empty, beside the service."""

    collection: int | None
    sizes: Sizes


class GenerationTable(NamedTuple):
    """A table of generational ZGC begins: `Heap`, `Young Generation` or `Old Generation`."""

    generation: str
    name: str


class Row(NamedTuple):
    """A row of a table of ZGC, in MiB: at mark start, mark end, relocate start and relocate end."""

    collection: int | None
    generation: str
    """`y` of a minor collection, `Y` and `O` of a major one; empty without generations."""
    name: str
    columns: tuple[float | None, ...]


class Stall(NamedTuple):
    """A thread had to wait for memory."""

    stall_ms: float


class Fact(NamedTuple):
    """Fact that the VM reports: `collector`, `version`, `region_mib`, `heap_max_mib` or `to_space_exhausted`."""

    name: str
    text: str
    value: float | None = None


class Safepoint(NamedTuple):
    """All threads were stopped, for whatever reason."""

    reaching_ms: float
    total_ms: float


class UnreadLine(NamedTuple):
    """A line of a pause or of a wait in a form that is not known, or a part of such a line."""

    number: int
    """In its file, from 1."""
    text: bytes
    """First 200 bytes of the line."""


Event = CollectionPause | CollectionCycle | Cleanup | GenerationTable | Row | Stall | Fact | Safepoint | UnreadLine

_MIB_PER_KIB = 2.0**-10
_IN_REGIONS = "Old regions"
_COLLECTORS = {
    b"Using G1": "G1",
    b"Using Parallel": "Parallel",
    b"Using Serial": "Serial",
    b"Using The Z Garbage Collector": "ZGC",
    b"Using Shenandoah": "Shenandoah",
    b"Using Concurrent Mark Sweep": "CMS",
    b"Using Epsilon": "Epsilon",
}
_SIZED_FACTS = {b"Heap Region Size": "region_mib", b"Heap region size": "region_mib"}
_VERSION = re.compile(rb"\d[\w.+~-]{0,59}(?: \([\w .,+-]{1,40}\))?")
"""A suffix may follow."""
_SIZE = re.compile(rb"(\d{1,15}) ?([BKMGT])\b")
_UNITS_MIB = {b"B": 2.0**-20, b"K": 2.0**-10, b"M": 1.0, b"G": 2.0**10, b"T": 2.0**20}
_NO_PART_OF_A_KIND = {"unload classes", "process weakrefs", "update refs"}
_PARTS_OF_A_KIND = {
    *("Normal", "Concurrent Start", "Prepare Mixed", "Mixed", "Major", "Young", "Old", "Global", "Bootstrap Old"),
    *("Outside of Cycle", "Roots", "Mark", "Evacuation", "Update Refs"),
}
"""Words in brackets after the name of a pause that belong to its kind, not to its cause."""
_GENERATIONS = {"": "", "y": "Young: ", "Y": "Young: ", "O": "Old: "}


class GcLines:
    """The lines of one log, block by block; what a collection says of the old generation goes with its pause.

    >>> line = b"[1.5s][info][gc] GC(7) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(250M) 2.503ms"
    >>> [(at_s, event.kind, event.sizes) for at_s, event in GcLines().events(line, "uptime")]
    [(1.5, 'Young (Normal)', Sizes(before_mib=24.0, after_mib=4.0, capacity_mib=250.0))]
    """

    def __init__(self) -> None:
        """Nothing is read yet."""
        self._reader = GcLogReader()

    def events(self, block: bytes, clock: str | None) -> Iterator[tuple[float | None, Event]]:
        """Yield (seconds, event) for each event in the next block; seconds by `clock`, None if the line has none."""
        for kind, at_s, told in self._reader.events(block, clock):
            event = _MADE[kind](*told)
            if event is not None:
                yield at_s, event

    def begin_file(self) -> None:
        """Start another file of the log."""
        self._reader.begin_file()

    def unended(self) -> tuple[int, UnreadLine | None]:
        """End the log: the number of pauses and collections without an end, and the line of the first.

        Their ends are missing, or could not be read: a pause begins and never ends, lines have the number of a
        collection of which no pause was read.
        """
        number, first = self._reader.finish()
        return number, None if first is None else UnreadLine(*first)


def _pause(
    collection: int | None,
    name: tuple[bytes, bytes, str],
    sizes: tuple[float, float, float | None] | None,
    ms: float,
    old: tuple[str, int, int] | None,
) -> Event:
    kind, cause, failed = _named(name)
    use = None if old is None else _old(*old)
    return CollectionPause(collection, kind, cause, failed, None if sizes is None else Sizes(*sizes), ms, use)


@lru_cache(maxsize=1024)
def _named(name: tuple[bytes, bytes, str]) -> tuple[str, str, bool]:
    """The kind of a pause by its name, brackets and generation; its cause; whether it could not move all."""
    inner = name[1].decode("latin-1").strip()[1:-1]
    parts = [part for part in inner.split(") (") if part and part not in _NO_PART_OF_A_KIND]
    failed = any(part.startswith("Evacuation Failure") for part in parts)
    kinds = [part for part in parts if part in _PARTS_OF_A_KIND]
    causes = [part for part in parts if part not in _PARTS_OF_A_KIND and not part.startswith("Evacuation Failure")]
    kind = _GENERATIONS[name[2]] + name[0].decode("latin-1")
    return f"{kind} ({', '.join(kinds)})" if kinds else kind, ", ".join(causes), failed


def _cycle(collection: int | None, name: bytes, cause: bytes, sizes: tuple[float, float, float | None] | None) -> Event:
    told = None if sizes is None else Sizes(*sizes)
    return CollectionCycle(collection, name.decode("ascii"), cause.decode("latin-1"), told)


def _cleanup(collection: int | None, sizes: tuple[float, float, float | None]) -> Event:
    return Cleanup(collection, Sizes(*sizes))


def _old(name: str, before: int, after: int) -> OldUse:
    if name == _IN_REGIONS:
        return OldUse(float(before), float(after), True, "G1")
    collector = "Serial" if name == "Tenured" else "Parallel"
    return OldUse(before * _MIB_PER_KIB, after * _MIB_PER_KIB, False, collector)


def _section(generation: str, name: bytes) -> Event:
    return GenerationTable(generation, name.decode("ascii"))


def _row(collection: int | None, generation: str, name: bytes, columns: list[float | None]) -> Event:
    return Row(collection, generation, name.decode("ascii"), tuple(columns))


def _fact(text: bytes) -> Event | None:
    if text.startswith(b"Using "):
        return next((Fact("collector", name) for words, name in _COLLECTORS.items() if text.startswith(words)), None)
    name, _, value = text.partition(b": ")
    if name == b"Version":
        found = _VERSION.match(value)
        return None if found is None else Fact("version", found[0].decode("ascii"))
    if name.startswith(b"To-space exhausted"):
        return Fact("to_space_exhausted", "")
    size = _SIZE.match(value)
    if size is None:
        return None
    return Fact(_SIZED_FACTS.get(name, "heap_max_mib"), "", int(size[1]) * _UNITS_MIB[size[2]])


_MADE: dict[str, Callable[..., Event | None]] = {
    "pause": _pause,
    "cycle": _cycle,
    "cleanup": _cleanup,
    "section": _section,
    "row": _row,
    "stall": Stall,
    "safepoint": Safepoint,
    "unread": UnreadLine,
    "fact": _fact,
}
