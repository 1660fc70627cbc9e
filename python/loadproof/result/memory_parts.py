"""The memory of services in its parts, over the judged seconds of some trials, by what probes stored."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import TYPE_CHECKING

from loadproof.store.reader import RunReader
from loadproof.store.record import TrialRecord

if TYPE_CHECKING:
    from loadproof.judge.round_figures import RoundUse

__all__ = ["JudgedSpan", "MachineMemory", "MemoryParts", "memory_parts", "use_of_memory"]

JudgedSpan = tuple[TrialRecord, float, float]
"""A trial, and the begin and the end of its judged seconds, s since the trial began."""

_OF_JAVA, _OF_PROCESS, _OF_GROUP, _OF_HOST = ("java", "prometheus"), ("process",), ("cgroup",), ("host",)
"""Kinds of probes; the first that tells it of a service."""
_AFTER, _OTHER = "heap_used_after_collection_mib", "other_memory_mib"
_NAMES = (
    *("heap_committed_mib", _AFTER, "pss_mib", _OTHER, "memory_mib", "memory_limit_mib", "page_cache_mib"),
    *("file_refaults_per_s", "anon_refaults_per_s", "memory_pressure_share", "memory_used_mib", "memory_shared_mib"),
    "classes",
)
_HALF_A_SECOND = 0.5
"""A reading is of the second before it, and may come somewhat early or late."""
_MOST = 2.0**60
_MOST_SERVICES = 200


@dataclass(frozen=True, slots=True)
class MachineMemory:
    """The memory of the whole machine in the same seconds, means; None: not read."""

    used_mib: float | None = None
    """Used memory as `free` shows it: without caches and shared memory."""
    shared_mib: float | None = None
    pressure_share: float | None = None
    """Part of the time in which some process waited for memory."""


@dataclass(frozen=True, slots=True)
class MemoryParts:
    """The memory of one service, MiB; None: not read."""

    is_java: bool = False
    """True if the service has a Java VM that a probe found."""
    heap_after_mib: float | None = None
    """Median of the memory in use in its heaps after collections."""
    heap_committed_mib: float | None = None
    """The most that its heap had of the system."""
    other_mib: float | None = None
    """The most that its processes had besides the resident part of their heaps, proportional; None without heaps."""
    processes_mib: float | None = None
    """The most that its processes had, proportional."""
    group_mib: float | None = None
    """The most that its control group had without its page cache."""
    limit_mib: float | None = None
    page_cache_mib: float | None = None
    """Mean page cache of its control group."""
    file_refaults_per_s: float | None = None
    anon_refaults_per_s: float | None = None
    pressure_share: float | None = None
    """Part of the time in which some process of its control group waited for memory."""

    @property
    def besides_heap_mib(self) -> float | None:
        """Memory besides the heap; of a service without a heap all of its processes, else of its group."""
        heap = self.heap_committed_mib or 0.0
        if self.other_mib is not None:
            # Of several VMs one tells its heap: those of the others are other memory to it.
            return max(self.other_mib, (self.processes_mib or 0.0) - heap)
        whole = self.processes_mib if self.processes_mib is not None else self.group_mib
        return None if whole is None else max(0.0, whole - heap)


@dataclass(slots=True)
class _Fold:
    """One series: what a report needs of it."""

    count: int = 0
    total: float = 0.0
    most: float = 0.0
    values: list[float] = field(default_factory=list)
    """Values of `_AFTER`; of other series none are kept."""

    def add(self, value: float, *, keep: bool) -> None:
        self.count, self.total = self.count + 1, self.total + value
        self.most = max(self.most, value)
        if keep:
            self.values.append(value)


_Folds = Mapping[tuple[str, str, str], _Fold]
"""Folded series by kind of probe, service and name."""


def memory_parts(reader: RunReader, spans: Iterable[JudgedSpan]) -> tuple[dict[str, MemoryParts], MachineMemory]:
    """Return the parts by service, and the machine beside them. Raises RunDirectoryError.

    A heap after collections, and other memory, are taken of whole trials if none was read in their judged seconds.
    """
    judged: dict[tuple[str, str, str], _Fold] = {}
    before: dict[tuple[str, str, str], _Fold] = {}
    for record, begin_s, end_s in spans:
        for probe, name, at_s, value in reader.readings_of_trial(record, _NAMES):
            kind, _, service = probe.partition(":")
            if not 0.0 <= value < _MOST:
                continue
            is_judged = begin_s + _HALF_A_SECOND < at_s <= end_s + _HALF_A_SECOND
            if is_judged or name in (_AFTER, _OTHER):
                folds = judged if is_judged else before
                folds.setdefault((kind, service, name), _Fold()).add(value, keep=name == _AFTER)
    services = dict.fromkeys(service for kind, service, _ in judged if service and kind in (*_OF_PROCESS, *_OF_GROUP))
    found = {name: _parts(name, judged, before) for name in list(services)[:_MOST_SERVICES]}
    machine = MachineMemory(
        _mean(judged, "", "memory_used_mib", _OF_HOST),
        _mean(judged, "", "memory_shared_mib", _OF_HOST),
        _mean(judged, "", "memory_pressure_share", _OF_HOST),
    )
    return found, machine


def use_of_memory(parts: Iterable[MemoryParts]) -> RoundUse:
    """Parts of several services together; what no service has is None.

    >>> use = use_of_memory([MemoryParts(heap_after_mib=20.0), MemoryParts(heap_after_mib=30.0, processes_mib=9.0)])
    >>> use.heap_after_mib, use.other_memory_mib, use.page_cache_mib
    (50.0, 9.0, None)
    """
    # Not at the top: it brings numpy, and other reports need none.
    from loadproof.judge.round_figures import RoundUse

    services = list(parts)

    def together(sizes: Iterable[float | None]) -> float | None:
        known = [mib for mib in sizes if mib is not None]
        return math.fsum(known) if known else None

    return RoundUse(
        heap_after_mib=together(one.heap_after_mib for one in services),
        heap_committed_mib=together(one.heap_committed_mib for one in services),
        other_memory_mib=together(one.besides_heap_mib for one in services),
        page_cache_mib=together(one.page_cache_mib for one in services),
    )


def _parts(service: str, judged: _Folds, before: _Folds) -> MemoryParts:
    after = _fold(judged, service, _AFTER, _OF_JAVA) or _fold(before, service, _AFTER, _OF_JAVA)
    other = _fold(judged, service, _OTHER, _OF_PROCESS) or _fold(before, service, _OTHER, _OF_PROCESS)
    of_java = (_fold(judged, service, name, _OF_JAVA[:1]) for name in ("classes", "heap_committed_mib"))
    return MemoryParts(
        is_java=other is not None or any(of_java),
        heap_after_mib=None if after is None else median(after.values),
        heap_committed_mib=_most(judged, service, "heap_committed_mib", _OF_JAVA),
        other_mib=None if other is None else other.most,
        processes_mib=_most(judged, service, "pss_mib", _OF_PROCESS),
        group_mib=_most(judged, service, "memory_mib", _OF_GROUP),
        limit_mib=_most(judged, service, "memory_limit_mib", _OF_GROUP),
        page_cache_mib=_mean(judged, service, "page_cache_mib", _OF_GROUP),
        file_refaults_per_s=_mean(judged, service, "file_refaults_per_s", _OF_GROUP),
        anon_refaults_per_s=_mean(judged, service, "anon_refaults_per_s", _OF_GROUP),
        pressure_share=_mean(judged, service, "memory_pressure_share", _OF_GROUP),
    )


def _fold(folds: _Folds, service: str, name: str, kinds: Sequence[str]) -> _Fold | None:
    return next((found for kind in kinds if (found := folds.get((kind, service, name)))), None)


def _most(folds: _Folds, service: str, name: str, kinds: Sequence[str]) -> float | None:
    found = _fold(folds, service, name, kinds)
    return None if found is None else found.most


def _mean(folds: _Folds, service: str, name: str, kinds: Sequence[str]) -> float | None:
    found = _fold(folds, service, name, kinds)
    return None if found is None else found.total / found.count
