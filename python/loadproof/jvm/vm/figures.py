"""Figures of a VM between two instants: what its collectors, its memory and each of its threads did meanwhile."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from loadproof.jvm.gc.report import GcLog
from loadproof.jvm.threads.dump import Thread, ThreadDump, place_of
from loadproof.jvm.vm.live_set import live_set_max_of_log_mib
from loadproof.jvm.vm.reading import VmReading
from loadproof.jvm.vm.report import BusyThread, CollectorFigures, PoolFigures, VmFigures
from loadproof.jvm.vm.thread_groups import ThreadGroup, group_of
from loadproof.jvm.vm.watch import Instant, VmWatch
from loadproof.system.growth import per_second

__all__ = ["busy_threads", "figures_between"]

_MIB = 2.0**20
_LEAST_CORES = 0.0005
"""Less than one tick of the kernel in ten seconds."""
_UNCERTAIN_SHARE = 0.2
"""A dump tells what a thread has allocated in whole MiB or GiB: a growth of less than five of them is not told."""


def figures_between(watch: VmWatch, first: Instant, last: Instant, log: GcLog | None) -> VmFigures:
    """Return the metrics of a VM between two instants, from its counters, its log and its answers."""
    told, elapsed_s = watch.told, last.at_s - first.at_s
    before, now = first.reading, last.reading or first.reading
    allocated, promoted = _allocation(first, last)
    alive, most = told.live_set_bytes, told.live_set_max_bytes
    live_set_mib = None if log is None or log.live_set is None else log.live_set.last_mib
    log_most_mib = None
    if log is not None and log.heap_max_mib is not None:
        log_most_mib = live_set_max_of_log_mib(log.collector, log.heap_max_mib)
    return VmFigures(
        resident_mib=None if watch.resident_bytes is None else watch.resident_bytes / _MIB,
        pools=tuple(
            PoolFigures(name=pool.name, used_mib=pool.used / _MIB, committed_mib=pool.committed / _MIB)
            for pool in (now.pools if now else ())
        ),
        native_mib={
            name: kib / 1024.0 for name, kib in sorted(told.native_kib.items(), key=lambda part: -part[1]) if kib
        },
        live_set_mib=live_set_mib if alive is None else alive / _MIB,
        live_set_max_mib=log_most_mib if most is None else most / _MIB,
        collectors=tuple(_collectors(before, now)),
        pause_share=told.pause_share if told.pause_share is not None else _paused(first, last),
        last_cause=now.last_cause if now else None,
        allocated_mib_per_s=_thread_allocation(watch) if allocated is None else allocated,
        promoted_mib_per_s=promoted,
        safepoints=_safepoints(before, now),
        safepoint_share=_rate(before, now, "safepoint_s", elapsed_s),
        contended_per_s=_rate(before, now, "contended", elapsed_s),
        classes=now.classes if now else None,
        threads=now.threads if now else None,
        cores=_cores(first, last),
    )


def _collectors(before: VmReading | None, now: VmReading | None) -> Iterator[CollectorFigures]:
    if before is None or now is None:
        return
    for past, present in zip(before.collectors, now.collectors, strict=False):
        yield CollectorFigures(
            name=present.name[:100],
            collections=max(0, present.collections - past.collections),
            paused_ms=max(0.0, present.paused_s - past.paused_s) * 1e3,
        )


def _safepoints(before: VmReading | None, now: VmReading | None) -> int | None:
    if before is None or now is None or before.safepoints is None or now.safepoints is None:
        return None
    return max(0, now.safepoints - before.safepoints)


def _rate(
    before: VmReading | None, now: VmReading | None, name: Literal["safepoint_s", "contended"], elapsed_s: float
) -> float | None:
    return per_second(getattr(before, name, None), getattr(now, name, None), elapsed_s)


def _paused(first: Instant, last: Instant) -> float | None:
    if first.sums is None or last.sums is None:
        return None
    return per_second(first.sums.paused_s, last.sums.paused_s, last.at_s - first.at_s)


def _allocation(first: Instant, last: Instant) -> tuple[float | None, float | None]:
    """Between the collections of these seconds, by the log."""
    if first.sums is None or last.sums is None:
        return None, None
    over_s = last.sums.allocation_s - first.sums.allocation_s
    if over_s <= 0.0:
        return None, None
    allocated = max(0.0, last.sums.allocated_mib - first.sums.allocated_mib) / over_s
    if last.sums.promoted_mib is None:
        return allocated, None
    return allocated, max(0.0, last.sums.promoted_mib - (first.sums.promoted_mib or 0.0)) / over_s


def _thread_allocation(watch: VmWatch) -> float | None:
    """Return the MiB/s of threads in both the first and the last dump; None if the dumps tell it too coarsely."""
    dumps = watch.told.dumps
    if len(dumps) < 2 or dumps[-1][0] <= dumps[0][0]:
        return None
    before = {thread.native_number: thread.allocated for thread in dumps[0][1].threads}
    grown, uncertain = 0, 0
    for thread in dumps[-1][1].threads:
        past = before.get(thread.native_number)
        if thread.allocated is not None and past is not None and thread.allocated[0] > past[0]:
            grown += thread.allocated[0] - past[0]
            uncertain += thread.allocated[1]
    if not grown or uncertain > _UNCERTAIN_SHARE * grown:
        return None
    return grown / _MIB / (dumps[-1][0] - dumps[0][0])


def _used_s(first: Instant, last: Instant) -> dict[int, tuple[str, float]]:
    """By thread its name and the processor time that it used meanwhile."""
    found = {}
    for key, use in last.uses.items():
        past = first.uses.get(key)
        found[key[0]] = (use.name, max(0.0, use.cpu_s - (0.0 if past is None else past.cpu_s)))
    return found


def _cores(first: Instant, last: Instant) -> dict[str, float]:
    elapsed_s = last.at_s - first.at_s
    if elapsed_s <= 0.0 or not last.uses:
        return {}
    groups = dict.fromkeys((str(group) for group in ThreadGroup), 0.0)
    for name, used_s in _used_s(first, last).values():
        groups[group_of(name)] += used_s / elapsed_s
    return groups


def busy_threads(watch: VmWatch, first: Instant, last: Instant) -> Iterator[BusyThread]:
    """Threads by the processor time that each used, the busiest first; those that used none are left out."""
    elapsed_s = last.at_s - first.at_s
    if elapsed_s <= 0.0:
        return
    dumps = watch.told.dumps
    known = {thread.native_number: thread for _, dump in dumps[-1:] for thread in dump.threads}
    rates = _allocation_rates(dumps)
    used = sorted(_used_s(first, last).items(), key=lambda one: (-one[1][1], one[0]))
    for number, (name, used_s) in used:
        if used_s / elapsed_s < _LEAST_CORES:
            return
        inner = watch.told.inner.get(number)
        thread: Thread | None = None if inner is None else known.get(inner)
        yield BusyThread(
            thread=name if thread is None or not thread.name else thread.name,
            group=_GROUPS[group_of(name)],
            cores=used_s / elapsed_s,
            state=None if thread is None else thread.state or None,
            place=None if thread is None else place_of(thread, 0) or None,
            allocated_mib_per_s=None if inner is None else rates.get(inner),
        )


_GROUPS: Mapping[ThreadGroup, Literal["service", "collector", "compiler", "vm"]] = {
    ThreadGroup.SERVICE: "service",
    ThreadGroup.COLLECTOR: "collector",
    ThreadGroup.COMPILER: "compiler",
    ThreadGroup.VM: "vm",
}


def _allocation_rates(dumps: Sequence[tuple[float, ThreadDump]]) -> dict[int, float]:
    if len(dumps) < 2 or dumps[-1][0] <= dumps[0][0]:
        return {}
    before = {thread.native_number: thread.allocated for thread in dumps[0][1].threads}
    found = {}
    for thread in dumps[-1][1].threads:
        past = before.get(thread.native_number)
        if thread.native_number is None or thread.allocated is None or past is None:
            continue
        grown = thread.allocated[0] - past[0]
        if grown > 0 and thread.allocated[1] <= _UNCERTAIN_SHARE * grown:
            found[thread.native_number] = grown / _MIB / (dumps[-1][0] - dumps[0][0])
    return found
