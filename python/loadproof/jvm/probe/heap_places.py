"""Place of the heap of a Java VM in the memory of its process. All other memory of the process is `other` memory."""

import contextlib
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from loadproof.jvm.vm.heap_use import HEAP_USE_COUNTERS, heap_committed_bytes, heap_reserved_bytes
from loadproof.system.address_space import Mapping, mappings_of, proportional_bytes_between
from loadproof.system.java_counters import open_counters, read_counters
from loadproof.system.process_files import ProcessKey, proportional_memory

__all__ = ["HeapPlaces", "NoHeap", "SplitMemory", "heap_range"]

_LIBRARY, _SHARED_HEAP, _ARCHIVE = b"/libjvm.so", b"/memfd:java_heap", b".jsa"
"""ZGC has its heap in a file in memory; others map an archive of objects into theirs."""
_LEAST_APART = 4 << 20
"""The counters are written at collections, of Shenandoah now and then: a heap that grew since has more."""
_MOST_MAPPINGS, _MOST_PARTS = 4096, 256
"""Looked through, and in one heap: a process that others wrote may have any number."""
_FIRST_SOUGHT_S, _SELDOM_SOUGHT_S = 1.0, 64.0


class NoHeap(Enum):
    """Reason why no heap can be separated from the other memory of a process."""

    NOT_JAVA = "not_java"
    NOT_FOUND = "not_found"
    """A Java VM, but its heap was not found: no shared counters, none that fit its mappings, or memory not readable."""


@dataclass(frozen=True, slots=True)
class _HeapPlace:
    """A heap in shared memory, or from `begin` up to `end`."""

    begin: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class SplitMemory:
    """The proportional memory of a process in bytes, and the part of it that is a heap, or why that is not known."""

    whole: int
    heap: int | NoHeap


class HeapPlaces:
    """Finds the heaps of processes once, and looks again where there was none: a launcher may become a VM late."""

    def __init__(self) -> None:
        """Nothing is found yet."""
        self._found: dict[ProcessKey, tuple[_HeapPlace | NoHeap, float, float]] = {}

    def read(self, key: ProcessKey, now_s: float) -> SplitMemory:
        """Return the memory of a process. Raises OSError."""
        place = self._place(key, now_s)
        try:
            # Before the whole: what the heap takes between the two counts as other memory, which it never makes less.
            heap = _between(key[0], place)
        except (OSError, ValueError):
            heap = NoHeap.NOT_FOUND
        memory = proportional_memory(key[0])
        if isinstance(place, _HeapPlace) and not place.end:
            heap = NoHeap.NOT_FOUND if memory.of_shared_memory is None else memory.of_shared_memory
        return SplitMemory(memory.whole, heap if isinstance(heap, NoHeap) else min(heap, memory.whole))

    def seek(self, keys: Sequence[ProcessKey], now_s: float) -> bool:
        """Look where it is time to, and return whether all heaps are found, one at least. Reads no memory."""
        self.keep(keys)
        places = []
        for key in keys:
            with contextlib.suppress(OSError, ValueError):
                places.append(self._place(key, now_s))
        return NoHeap.NOT_FOUND not in places and any(isinstance(place, _HeapPlace) for place in places)

    def keep(self, keys: Sequence[ProcessKey]) -> None:
        """Forget all other processes."""
        self._found = {key: self._found[key] for key in keys if key in self._found}

    def _place(self, key: ProcessKey, now_s: float) -> _HeapPlace | NoHeap:
        place, next_s, interval_s = self._found.get(key, (NoHeap.NOT_JAVA, now_s, _FIRST_SOUGHT_S))
        if isinstance(place, NoHeap) and now_s >= next_s:
            place = _heap_of(key[0])
            self._found[key] = place, now_s + interval_s, min(2.0 * interval_s, _SELDOM_SOUGHT_S)
        return place


def heap_range(mappings: Sequence[Mapping], reserved: int, committed: int) -> tuple[int, int] | None:
    """Return the begin and the end of a heap of `reserved` bytes, of which `committed` can be written; None: not found.

    It is a run of anonymous mappings without a gap (and of archives mapped into it) from the begin of one of them on;
    of several runs one that ends with a mapping, and of which about `committed` bytes can be written.
    """
    found = []
    for place, first in enumerate(mappings[:_MOST_MAPPINGS]):
        if first.name:
            continue
        end = first.begin + reserved
        own = list(_run(mappings[place : place + _MOST_PARTS], end))
        if not own or own[-1].end < end:
            continue
        written = sum(min(one.end, end) - one.begin for one in own if one.is_writable)
        apart = abs(written - committed)
        if apart <= max(_LEAST_APART, committed // 2):
            found.append((own[-1].end != end, apart, first.begin, end))
    return min(found)[2:] if found else None


def _run(mappings: Sequence[Mapping], end: int) -> Iterator[Mapping]:
    at = mappings[0].begin
    for one in mappings:
        if at >= end or one.begin != at or (one.name and not one.name.endswith(_ARCHIVE)):
            break
        yield one
        at = one.end


def _between(process_id: int, place: _HeapPlace | NoHeap) -> int | NoHeap:
    if isinstance(place, NoHeap):
        return place
    return proportional_bytes_between(process_id, place.begin, place.end) if place.end else 0


def _heap_of(process_id: int) -> _HeapPlace | NoHeap:
    mappings = mappings_of(process_id)
    if not any(one.name.endswith(_LIBRARY) for one in mappings):
        return NoHeap.NOT_JAVA
    if any(one.name.startswith(_SHARED_HEAP) for one in mappings):
        return _HeapPlace()
    sizes = _sizes_of(process_id)
    between = None if sizes is None else heap_range(mappings, *sizes)
    return NoHeap.NOT_FOUND if between is None else _HeapPlace(*between)


def _sizes_of(process_id: int) -> tuple[int, int] | None:
    """The bytes that its counters call reserved and committed."""
    descriptor = open_counters(process_id)
    if descriptor is None:
        return None
    try:
        counters = read_counters(descriptor, HEAP_USE_COUNTERS)
    except (OSError, ValueError):
        return None
    finally:
        os.close(descriptor)
    reserved, committed = heap_reserved_bytes(counters), heap_committed_bytes(counters)
    return None if reserved is None or committed is None else (reserved, committed)
