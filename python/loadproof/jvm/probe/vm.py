"""One Java VM from reading to reading: its counters, its log of collections where it writes one, its threads."""

import os
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress

from loadproof.jvm.gc.followed_log import FollowedLog, LogSums, open_log_of
from loadproof.jvm.vm.collection_rates import COLLECTION_COUNTERS, VmCollections
from loadproof.jvm.vm.heap_use import HEAP_USE_COUNTERS, HeapAfterCollections, heap_committed_bytes
from loadproof.jvm.vm.live_set import (
    COUNTERS,
    LiveSetFollower,
    heap_max_bytes,
    live_set_max_bytes,
    live_set_max_of_log_mib,
)
from loadproof.jvm.vm.native_memory import DIRECT, native_memory_kib
from loadproof.jvm.vm.reading import READING_COUNTERS, VmReading, vm_reading
from loadproof.jvm.vm.thread_groups import ThreadGroup, group_of
from loadproof.model.message import Message, count
from loadproof.probes.reading import Happening
from loadproof.system.growth import Sparing, per_second
from loadproof.system.java_attach import AttachError, JavaAttachment
from loadproof.system.java_counters import VmCounters, open_counters, read_counters
from loadproof.system.process_files import ProcessKey
from loadproof.system.thread_use import ThreadUse, thread_uses

__all__ = ["JavaVm", "VmValue"]

_ASKED = COUNTERS | COLLECTION_COUNTERS | READING_COUNTERS | HEAP_USE_COUNTERS
_UNITS = {"gc_pause_share": "share", "major_collections_per_s": "1/s"}
_MIB = 2.0**20
_MOST_LOG_BYTES = 1 << 20
"""Most bytes of the log read for one second, which takes ten milliseconds. A log of collections has some kilobytes."""
_LOG_SOUGHT_S = 80.0
"""A log may be begun while the VM runs; to look for it costs a millisecond."""
_NATIVE_EACH_S, _NATIVE_LONGEST_S = 10.0, 0.2
"""Interval between questions about native memory, and longest wait for one: more would hold up the other probes."""
_UNTRUE_LIVE_SETS = ("Shenandoah",)
"""Collectors whose heap after a cycle includes allocations made during the cycle: a busy service would seem to leak."""
_FULL_IS_RARE = "GarbageFirst"
_LEAST_APART_S = 10.0

VmValue = tuple[str, str, float]
"""A series, its unit and its value."""


class JavaVm:
    """All is read of what the VM shares and writes anyway; nothing is caused in it.

    One thing it is asked for, each ten seconds: its direct memory, where it tracks it and listens already.
    """

    def __init__(self, key: ProcessKey) -> None:
        """Raises PermissionError where its counters may not be read; a VM that shares none is read without them."""
        self.key = key
        self._descriptor = open_counters(key[0])
        self._log: FollowedLog | None = None
        self._log_sought_s = float("-inf")
        self._sums: tuple[float, LogSums] | None = None
        self._before: tuple[float, VmReading] | None = None
        self._live_set = LiveSetFollower()
        self._after_collections = HeapAfterCollections()
        self._collections = VmCollections()
        self._sparing = Sparing()
        self._threads: tuple[float, Mapping[ProcessKey, ThreadUse]] | None = None
        self._attachment = JavaAttachment.listening(key[0])
        self._native_at_s = float("-inf")
        self._full = 0
        self._full_told_s = float("-inf")

    @property
    def shares_counters(self) -> bool:
        """False under `-XX:-UsePerfData` and `-XX:+PerfDisableSharedMem`, and where its /tmp cannot be written."""
        return self._descriptor is not None

    @property
    def writes_log(self) -> bool:
        """True if a log of the VM's collections was found and can be read."""
        return self._log is not None

    @property
    def has_skipped_log(self) -> bool:
        """True if the VM's log grew too fast to be read in full."""
        return self._log is not None and self._log.has_skipped

    def heap_max_bytes(self) -> int:
        """0 where it does not tell."""
        with suppress(OSError, ValueError):
            return heap_max_bytes(self._counters(COUNTERS)) or 0
        return 0

    def read(self, now_s: float) -> list[VmValue]:
        """Return the values of the VM now. Raises OSError or ValueError if its counters can no longer be read."""
        counters = self._counters(_ASKED)
        values = list(self._of_counters(counters, now_s))
        told = {name for name, _, _ in values}
        # A VM that tells how large its heap may get tells also what is alive in it.
        values += [one for one in self._of_log(now_s, "heap_max_mib" in told) if one[0] not in told]
        values += self._of_threads(now_s)
        values += self._of_native_memory(now_s)
        return values

    def full_collections(self, service: str, now_s: float) -> tuple[int, Happening] | None:
        """Return the number of full collections of G1 since the last report, and their event; None: nothing to report.

        G1 runs a full collection only as a last resort. Two reports are at least 10 s apart.
        """
        if not self._full or now_s < self._full_told_s + _LEAST_APART_S or self._before is None:
            return None
        reading = self._before[1]
        # One that goes on is counted already.
        cause = reading.cause or reading.last_cause or ""
        number, self._full, self._full_told_s = self._full, 0, now_s
        text = Message("vm-collected-whole-heap", service=service, collections=count(number), cause=cause)
        return number, Happening("full-collection", service, text)

    def close(self) -> None:
        """Lets its files go."""
        if self._descriptor is not None:
            os.close(self._descriptor)
        self._descriptor = None
        if self._log is not None:
            self._log.close()
        self._log = None

    def _counters(self, names: frozenset[str]) -> VmCounters:
        return {} if self._descriptor is None else read_counters(self._descriptor, names)

    def _of_counters(self, counters: VmCounters, now_s: float) -> Iterator[VmValue]:
        if not counters:
            return
        sizes = (
            ("live_set_mib", self._live_set.read(counters)),
            ("live_set_max_mib", live_set_max_bytes(counters)),
            ("heap_max_mib", heap_max_bytes(counters)),
            ("heap_committed_mib", heap_committed_bytes(counters)),
            ("heap_used_after_collection_mib", self._used_after(counters)),
        )
        yield from ((name, "MiB", size / _MIB) for name, size in sizes if size is not None)
        collected = self._collections.read(counters, now_s)
        yield from ((name, _UNITS[name], rate) for name, rate in collected.items())
        reading = vm_reading(counters)
        yield from ((f"{pool.name}_mib", "MiB", pool.used / _MIB) for pool in reading.pools)
        numbers = (("classes", reading.classes), ("java_threads", reading.threads))
        yield from ((name, "", float(number)) for name, number in numbers if number is not None)
        yield from self._grown(reading, now_s)
        if counters.get("sun.gc.policy.name") != _FULL_IS_RARE:
            self._full = 0

    def _used_after(self, counters: VmCounters) -> int | None:
        """A log of Z tells it of the end of a collection; the counters tell it of its last pause."""
        used = self._after_collections.read(counters)
        return used if heap_max_bytes(counters) is not None or self._log is None else None

    def _grown(self, reading: VmReading, now_s: float) -> Iterator[VmValue]:
        before, self._before = self._before, (now_s, reading)
        if before is not None:
            yield from _rates(before[1], reading, now_s - before[0])
            self._full += max(0, _full(reading) - _full(before[1]))

    def _of_log(self, now_s: float, counters_tell: bool) -> Iterator[VmValue]:
        sums = self._log_sums(now_s)
        before, self._sums = self._sums, None if sums is None else (now_s, sums)
        if self._log is None or sums is None:
            return
        log = self._log.log
        if not counters_tell and log.heap_max_mib:
            yield "heap_max_mib", "MiB", log.heap_max_mib
            yield "live_set_max_mib", "MiB", live_set_max_of_log_mib(log.collector, log.heap_max_mib)
        if before is None:
            return
        past, elapsed_s = before[1], now_s - before[0]
        if sums.capacity_mib is not None:
            yield "heap_committed_mib", "MiB", sums.capacity_mib
        if not counters_tell and sums.used_after_mib is not None and sums.ended > past.ended:
            yield "heap_used_after_collection_mib", "MiB", sums.used_after_mib
        is_told = not counters_tell and log.collector not in _UNTRUE_LIVE_SETS
        if is_told and sums.live_sets > past.live_sets:
            yield "live_set_mib", "MiB", sums.live_set_mib
        paused = per_second(past.paused_s, sums.paused_s, elapsed_s)
        if paused is not None:
            yield "gc_pause_share", "share", paused
        # From collection to collection, however many seconds lie between: zeros and peaks would be of the reading.
        allocation_s = sums.allocation_s - past.allocation_s
        if allocation_s > 0.0:
            yield "allocated_mib_per_s", "MiB/s", max(0.0, sums.allocated_mib - past.allocated_mib) / allocation_s
            if sums.promoted_mib is not None:
                promoted_mib = sums.promoted_mib - (past.promoted_mib or 0.0)
                yield "promoted_mib_per_s", "MiB/s", max(0.0, promoted_mib) / allocation_s

    def _log_sums(self, now_s: float) -> LogSums | None:
        try:
            if self._log is not None:
                return self._log.read(_MOST_LOG_BYTES)
            if now_s >= self._log_sought_s + _LOG_SOUGHT_S:
                self._log_sought_s = now_s
                self._log = open_log_of(self.key[0])
                return None if self._log is None else self._log.sums
        except OSError:
            if self._log is not None:
                self._log.close()
            self._log = None
        return None

    def _of_native_memory(self, now_s: float) -> Iterator[VmValue]:
        if self._attachment is None or now_s < self._native_at_s + _NATIVE_EACH_S:
            return
        self._native_at_s = now_s
        parts: Mapping[str, int] = {}
        with suppress(AttachError):
            parts = native_memory_kib(self._attachment, _NATIVE_LONGEST_S)
        if not parts:
            # It does not track it, or does not answer in time: it is not asked once more.
            self._attachment = None
        elif DIRECT in parts:
            yield "direct_mib", "MiB", parts[DIRECT] / 1024.0

    def _of_threads(self, now_s: float) -> Iterator[VmValue]:
        if not self._sparing.due(now_s):
            return
        began_s = time.thread_time()
        try:
            uses = thread_uses(self.key[0])
        except OSError:
            return
        before, self._threads = self._threads, (now_s, uses)
        if before is not None and now_s > before[0]:
            yield from _cores(before[1], uses, now_s - before[0])
            yield from _states(uses)
        self._sparing.spent(now_s, time.thread_time() - began_s)


def _rates(before: VmReading, now: VmReading, elapsed_s: float) -> Iterator[VmValue]:
    for name, unit, past, present in (
        ("safepoint_share", "share", before.safepoint_s, now.safepoint_s),
        ("safepoints_per_s", "1/s", before.safepoints, now.safepoints),
        ("contended_locks_per_s", "1/s", before.contended, now.contended),
    ):
        rate = per_second(past, present, elapsed_s)
        if rate is not None:
            yield name, unit, rate


def _full(reading: VmReading) -> int:
    """The second collector is that of full collections."""
    return reading.collectors[1].collections if len(reading.collectors) > 1 else 0


def _states(uses: Mapping[ProcessKey, ThreadUse]) -> Iterator[VmValue]:
    """Threads of the service by what the kernel says of them: who waits for a lock is asleep as all who wait are."""
    states = [use.state for use in uses.values() if group_of(use.name) is ThreadGroup.SERVICE]
    yield "threads_running", "", float(states.count("R"))
    yield "threads_waiting_disk", "", float(states.count("D"))


def _cores(
    before: Mapping[ProcessKey, ThreadUse], now: Mapping[ProcessKey, ThreadUse], elapsed_s: float
) -> Iterator[VmValue]:
    """Yield the cores that each group of threads used, and the busiest thread of the service itself.

    A thread that takes a whole core is a limit.
    """
    groups = dict.fromkeys(ThreadGroup, 0.0)
    busiest = 0.0
    for key, use in now.items():
        past = before.get(key)
        grown_s = max(0.0, use.cpu_s - (0.0 if past is None else past.cpu_s))
        group = group_of(use.name)
        groups[group] += grown_s
        if group is ThreadGroup.SERVICE:
            busiest = max(busiest, grown_s)
    for group, grown_s in groups.items():
        yield f"{group}_cores", "cores", grown_s / elapsed_s
    yield "busiest_thread_cores", "cores", busiest / elapsed_s
