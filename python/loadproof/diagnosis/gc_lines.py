"""Lines of a unified log of garbage collections, one by one: what each says happened.

The forms are those of HotSpot from JDK 9 to 25, of G1, Parallel, Serial, both kinds of ZGC and of Shenandoah
(`gcTraceTime.inline.hpp`, `zStat.cpp`, `shenandoahConcurrentGC.cpp` and their like in its sources).
"""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

__all__ = [
    "Cleanup",
    "Cycle",
    "Event",
    "Fact",
    "OldUse",
    "Pause",
    "Row",
    "Safepoint",
    "Section",
    "Sizes",
    "Stall",
    "event_in",
]


class Sizes(NamedTuple):
    """Of the heap, in MiB."""

    before_mib: float
    after_mib: float
    capacity_mib: float | None


class Pause(NamedTuple):
    """A pause has ended."""

    collection: int | None
    kind: str
    """Such as `Young (Normal)`; of generational ZGC with its generation, such as `Old: Mark End`."""
    cause: str
    """Empty where the line names none."""
    failed: bool
    """Whether objects could not be moved for want of room, or as they were pinned."""
    sizes: Sizes | None
    pause_ms: float


class Cycle(NamedTuple):
    """A collection of ZGC begins, or has ended and says its sizes."""

    collection: int | None
    kind: str
    cause: str
    sizes: Sizes | None


class Cleanup(NamedTuple):
    """Shenandoah has freed what it found empty, beside the service."""

    collection: int | None
    sizes: Sizes


class OldUse(NamedTuple):
    """The old generation before and after a collection, in MiB or in regions of G1."""

    collection: int | None
    before: float
    after: float
    in_regions: bool
    collector: str


class Section(NamedTuple):
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
    """What the VM says of itself: `collector`, `version`, `region_mib`, `heap_max_mib` or `to_space_exhausted`."""

    name: str
    text: str
    value: float | None = None


class Safepoint(NamedTuple):
    """All threads were stopped, for whatever reason."""

    reaching_ms: float
    total_ms: float


Event = Pause | Cycle | Cleanup | OldUse | Section | Row | Stall | Fact | Safepoint
_Reader = Callable[[int | None, bytes, bytes], Event | None]

_LONGEST_LINE = 4096
"""What a collector writes has a few hundred letters."""
_MIB = {b"B": 2.0**-20, b"K": 2.0**-10, b"M": 1.0, b"G": 2.0**10, b"T": 2.0**20}
_SIZES = rb"(\d{1,12})([BKMGT])(?:\(\d{1,3}%\))?->(\d{1,12})([BKMGT])\((\d{1,12})([BKMGT%])\)"
_PAUSE = re.compile(
    rb"Pause ([A-Z][A-Za-z ]{0,40}?)((?: \((?:[^()]{0,80}|[^()]{0,60}\(\)[^()]{0,20})\)){0,6})"
    rb"(?: " + _SIZES + rb")?(?: \(\d+\.\d+s, \d+\.\d+s\))?\s(\d{1,9}[.,]\d{1,6})ms\s*$"
)
_CYCLE = re.compile(
    rb"(Garbage Collection|Major Collection|Minor Collection) \(([^()]{0,60}(?:\(\))?)\)(?: " + _SIZES + rb")?"
)
_CLEANUP = re.compile(rb"Concurrent cleanup(?: \([A-Za-z ]{1,40}\))? " + _SIZES)
_OLD = re.compile(rb"(?:ParOldGen|PSOldGen|Tenured|Old regions): (\d{1,12})(K?)(?:\(\d{1,12}K\))?->(\d{1,12})")
_COLUMN = re.compile(rb"(-|\d{1,9}M)(?=\s|$)")
_STALL = re.compile(rb"(?:Allocation|Relocation) Stall \(.*\) (\d{1,9}[.,]\d{1,6})ms\s*$")
_SAFEPOINT = re.compile(rb"Reaching safepoint: (\d{1,15}) ns.{0,200} Total: (\d{1,15}) ns")
_STOPPED = re.compile(rb"stopped: (\d{1,9}[.,]\d{1,9}) seconds, Stopping threads took: (\d{1,9}[.,]\d{1,9}) seconds")
_SIZE = re.compile(rb": (\d{1,12}) ?([BKMGT])")
_COLLECTORS = {
    b"Using G1": "G1",
    b"Using Parallel": "Parallel",
    b"Using Serial": "Serial",
    b"Using The Z Garbage Collector": "ZGC",
    b"Using Shenandoah": "Shenandoah",
    b"Using Concurrent Mark Sweep": "CMS",
    b"Using Epsilon": "Epsilon",
}
_NO_PART_OF_A_KIND = {"unload classes", "process weakrefs", "update refs"}
_PARTS_OF_A_KIND = {
    *("Normal", "Concurrent Start", "Prepare Mixed", "Mixed", "Major", "Young", "Old", "Global", "Bootstrap Old"),
    *("Outside of Cycle", "Roots", "Mark", "Evacuation", "Update Refs"),
}
"""What stands in brackets behind the name of a pause and is no cause of it."""
_GENERATIONS = {b"y": "Young: ", b"Y": "Young: ", b"O": "Old: "}


def event_in(line: bytes) -> Event | None:
    """What a line says happened; None where that is nothing that is followed here.

    >>> event_in(b"[1.5s][info][gc] GC(7) Pause Young (Normal) (G1 Evacuation Pause) 24M->4M(250M) 2.503ms").sizes
    Sizes(before_mib=24.0, after_mib=4.0, capacity_mib=250.0)
    >>> event_in(b"[1.5s][info][gc,start] GC(7) Pause Young (Normal) (G1 Evacuation Pause)")
    """
    found = None if line.startswith(b"[") else _PLAIN(line)
    found = found or _DECORATED(line)
    if found is None or len(line) > _LONGEST_LINE:
        return None
    collection, generation, literal = found.groups()
    number = None if collection is None else int(collection)
    return _READERS[literal](number, generation or b"", line[found.start(3) :])


def _pause(collection: int | None, generation: bytes, text: bytes) -> Event | None:
    found = _PAUSE.match(text)
    if found is None:
        return None
    kind, cause, failed = _named(found[1], found[2], generation)
    return Pause(collection, kind, cause, failed, _sizes(found, 3), float(found[9].replace(b",", b".")))


@lru_cache(maxsize=1024)
def _named(name: bytes, brackets: bytes, generation: bytes) -> tuple[str, str, bool]:
    """The kind of a pause, its cause, and whether it could not move all."""
    inner = brackets.decode("latin-1").strip()[1:-1]
    parts = [part for part in inner.split(") (") if part and part not in _NO_PART_OF_A_KIND]
    failed = any(part.startswith("Evacuation Failure") for part in parts)
    kinds = [part for part in parts if part in _PARTS_OF_A_KIND]
    causes = [part for part in parts if part not in _PARTS_OF_A_KIND and not part.startswith("Evacuation Failure")]
    kind = _GENERATIONS.get(generation, "") + name.decode("latin-1")
    return f"{kind} ({', '.join(kinds)})" if kinds else kind, ", ".join(causes), failed


def _sizes(found: re.Match[bytes], first: int) -> Sizes | None:
    if found[first] is None:
        return None
    before, before_unit, after, after_unit, capacity, unit = found.group(*range(first, first + 6))
    whole = None if unit == b"%" else int(capacity) * _MIB[unit]
    return Sizes(int(before) * _MIB[before_unit], int(after) * _MIB[after_unit], whole)


def _cycle(collection: int | None, _: bytes, text: bytes) -> Event | None:
    found = _CYCLE.match(text)
    if found is None:
        return None
    return Cycle(collection, found[1].decode("ascii"), found[2].decode("latin-1"), _sizes(found, 3))


def _cleanup(collection: int | None, _: bytes, text: bytes) -> Event | None:
    found = _CLEANUP.match(text)
    sizes = None if found is None else _sizes(found, 1)
    return None if sizes is None else Cleanup(collection, sizes)


def _old(collection: int | None, _: bytes, text: bytes) -> Event | None:
    found = _OLD.match(text)
    if found is None:
        return None
    in_regions = not found[2]
    part = 1.0 if in_regions else _MIB[b"K"]
    collector = "G1" if in_regions else "Serial" if text.startswith(b"T") else "Parallel"
    return OldUse(collection, int(found[1]) * part, int(found[3]) * part, in_regions, collector)


def _section(_: int | None, generation: bytes, text: bytes) -> Event | None:
    return Section(generation.decode("ascii"), text.partition(b" Statistics")[0].decode("latin-1"))


def _row(collection: int | None, generation: bytes, text: bytes) -> Event | None:
    name, _, rest = text.partition(b":")
    columns = tuple(None if one == b"-" else float(one[:-1]) for one in _COLUMN.findall(rest)[:6])
    return Row(collection, generation.decode("ascii"), name.decode("latin-1"), columns) if len(columns) > 3 else None


def _stall(_: int | None, __: bytes, text: bytes) -> Event | None:
    found = _STALL.match(text)
    return None if found is None else Stall(float(found[1].replace(b",", b".")))


def _safepoint(_: int | None, __: bytes, text: bytes) -> Event | None:
    found = _SAFEPOINT.search(text)
    return None if found is None else Safepoint(int(found[1]) / 1e6, int(found[2]) / 1e6)


def _stopped(_: int | None, __: bytes, text: bytes) -> Event | None:
    found = _STOPPED.search(text)
    if found is None:
        return None
    total_s, reaching_s = (float(one.replace(b",", b".")) for one in found.groups())
    return Safepoint(reaching_s * 1e3, total_s * 1e3)


def _collector(_: int | None, __: bytes, text: bytes) -> Event | None:
    return next((Fact("collector", name) for words, name in _COLLECTORS.items() if text.startswith(words)), None)


def _version(_: int | None, __: bytes, text: bytes) -> Event | None:
    return Fact("version", text[9:69].decode("latin-1").strip())


def _size_fact(name: str) -> _Reader:
    def read(_: int | None, __: bytes, text: bytes) -> Event | None:
        found = _SIZE.search(text)
        return None if found is None else Fact(name, "", int(found[1]) * _MIB[found[2]])

    return read


def _exhausted(_: int | None, __: bytes, ___: bytes) -> Event | None:
    return Fact("to_space_exhausted", "")


_READERS: dict[bytes, _Reader] = {
    b"Pause ": _pause,
    **dict.fromkeys((b"Old regions: ", b"ParOldGen: ", b"PSOldGen: ", b"Tenured: "), _old),
    **dict.fromkeys((b"Garbage Collection (", b"Major Collection (", b"Minor Collection ("), _cycle),
    **dict.fromkeys((b"Heap Statistics", b"Young Generation Statistics", b"Old Generation Statistics"), _section),
    **dict.fromkeys((b"Used: ", b"Live: ", b"Allocated: ", b"Promoted: ", b"Capacity: "), _row),
    b"Concurrent cleanup ": _cleanup,
    **dict.fromkeys((b"Allocation Stall ", b"Relocation Stall "), _stall),
    b"To-space exhausted": _exhausted,
    b"Safepoint ": _safepoint,
    b"Total time for which application threads": _stopped,
    **dict.fromkeys(_COLLECTORS, _collector),
    b"Version: ": _version,
    **dict.fromkeys((b"Heap Region Size: ", b"Heap region size: "), _size_fact("region_mib")),
    **dict.fromkeys((b"Heap Max Capacity: ", b"Max Capacity: "), _size_fact("heap_max_mib")),
}
_MESSAGE = rb"(?:GC\((\d{1,9})\) +)?(?:([yYO]): +)?(" + b"|".join(map(re.escape, _READERS)) + rb")"
_PLAIN = re.compile(_MESSAGE).match
# Two plain letters in front: the search then leaps from one of them to the next.
_DECORATED = re.compile(rb"\] (?: *)" + _MESSAGE).search
