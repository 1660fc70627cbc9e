"""The memory of some processes together: proportional where it can be read, else resident; heaps of Java VMs apart."""

import os
import time
from collections.abc import Iterator, Sequence

from loadproof.jvm.probe.heap_places import HeapPlaces, NoHeap, SplitMemory
from loadproof.model.message import Message, duration
from loadproof.system.growth import Sparing
from loadproof.system.process_files import ProcessStat

__all__ = ["ProcessMemory"]

_MIB = 2**20
_SELDOM_S, _RARELY_S = 1.5, 5.0


class ProcessMemory:
    """Gives `pss_mib`, and `other_memory_mib` of a service with Java VMs: all but the resident part of their heaps.

    Large memories are read less often, as that is costly; the values then stay the last ones. Where the memory of a
    control group is read besides, what is costly is not read at all: it would slow the service down that is measured.
    But for a service with a heap: the group does not tell that from other memory, and it is read each five
    seconds, from the moment on in which the heap is found.
    """

    def __init__(self, *, has_group: bool = False) -> None:
        """Nothing is read yet."""
        self._has_group = has_group
        self._sparing = Sparing()
        self._heaps = HeapPlaces()
        self._members: frozenset[int] = frozenset()
        self._last_mib = 0.0
        self._last_other_mib: float | None = None
        self._read_s = float("-inf")
        self._refused: Message | None = None
        self._is_heap_lost = False

    def read(self, alive: Sequence[ProcessStat], now_s: float) -> Iterator[tuple[str, str, float]]:
        """Yield the memory of the processes `alive`; a reading is due at once if none of them was read last time."""
        members = frozenset(stat.key[0] for stat in alive)
        is_due = self._sparing.due(now_s) or self._members.isdisjoint(members)
        is_costly = self._has_group and self._sparing.interval_s > _SELDOM_S
        if is_costly:
            is_due = is_due and self._tells_more_than_group(alive, now_s)
        if is_due:
            self._read_s = now_s
            began_s = time.thread_time()
            self._split([self._memory_of(stat, now_s) for stat in alive])
            self._heaps.keep([stat.key for stat in alive])
            self._sparing.spent(now_s, time.thread_time() - began_s)
            self._members = members
        if is_costly and self._last_other_mib is None:
            return
        yield "pss_mib", "MiB", self._last_mib
        if self._last_other_mib is not None:
            yield "other_memory_mib", "MiB", self._last_other_mib

    def shortfalls(self) -> Iterator[Message]:
        """Yield the shortfalls: resident instead of proportional memory, a heap not found, or not read every second."""
        if self._refused is not None:
            yield Message("memory-not-proportional", why=self._refused)
        if self._is_heap_lost:
            yield Message("memory-heap-not-found")
        if self._sparing.interval_s > _SELDOM_S and not self._has_group:
            yield Message("memory-read-seldom", every=duration(round(self._sparing.interval_s)))

    def _tells_more_than_group(self, alive: Sequence[ProcessStat], now_s: float) -> bool:
        """Return True if a heap can be separated from other memory now, and was not in the last five seconds."""
        if self._last_other_mib is not None and now_s < self._read_s + _RARELY_S:
            return False
        return self._heaps.seek([stat.key for stat in alive], now_s)

    def _split(self, parts: Sequence[SplitMemory]) -> None:
        whole, heaps = sum(part.whole for part in parts), [part.heap for part in parts]
        self._is_heap_lost = NoHeap.NOT_FOUND in heaps
        found = [heap for heap in heaps if not isinstance(heap, NoHeap)]
        self._last_mib = whole / _MIB
        self._last_other_mib = (whole - sum(found)) / _MIB if found and not self._is_heap_lost else None

    def _memory_of(self, stat: ProcessStat, now_s: float) -> SplitMemory:
        try:
            return self._heaps.read(stat.key, now_s)
        except ProcessLookupError:
            pass  # It has just ended.
        except FileNotFoundError:
            if not os.path.exists("/proc/self/smaps_rollup"):
                self._refused = Message("kernel-without-proportional-memory")
        except OSError as error:
            self._refused = Message.said(str(error.strerror))
        return SplitMemory(stat.resident_bytes, NoHeap.NOT_JAVA)
