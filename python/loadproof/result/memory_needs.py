"""Memory needs of services, from the stored readings of their trials."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from loadproof.methods.registry import row_of
from loadproof.model.message import Listing, Message, listed, mebibytes, rate
from loadproof.model.typed_json import as_written
from loadproof.records.comparison import Comparison
from loadproof.records.memory_need import MemoryNeed
from loadproof.records.trial import Trial
from loadproof.result.memory_parts import JudgedSpan, MachineMemory, MemoryParts, memory_parts
from loadproof.result.plain_text import printable
from loadproof.result.result import Answer
from loadproof.result.sentence import NOTHING
from loadproof.store.reader import RunReader

__all__ = ["memory_needs_in", "need_of"]

_MOST_REFAULTS_PER_S = 1.0
"""Fewer pages read again are of files that were read once in a while."""


@dataclass(frozen=True, slots=True)
class _Held:
    """Trials over which a need is read."""

    variant: str | None
    start: int
    method: str
    trials: tuple[Trial, ...]

    @property
    def judged_s(self) -> float:
        return sum(trial.span_end_s - trial.span_begin_s for trial in self.trials)

    def of(self, need: MemoryNeed) -> MemoryNeed:
        """Return the need as one that was read over these trials."""
        numbers = tuple(trial.number for trial in self.trials)
        return replace(need, variant=self.variant, start=self.start, method=self.method, trials=numbers)


def memory_needs_in(
    reader: RunReader, answers: Sequence[Answer], trials: Sequence[Trial], comparisons: Sequence[Comparison]
) -> list[MemoryNeed]:
    """Return one need for each service and answer, of its decisive trial; of a comparison for each variant.

    Raises RunDirectoryError.
    """
    if not any(probe.startswith(("process:", "cgroup:")) for probe, _, _ in reader.series_names()):
        return []
    records = {record.number: record for record in reader.trials()}
    found: list[tuple[float, MemoryNeed]] = []
    for held in _held(answers, trials, comparisons):
        spans: list[JudgedSpan] = [
            (records[trial.number], trial.span_begin_s - trial.started_s, trial.span_end_s - trial.started_s)
            for trial in held.trials
        ]
        parts, machine = memory_parts(reader, spans)
        for service, own in parts.items():
            need = need_of(service, own, machine)
            if need is not None:
                found.append((held.judged_s, held.of(need)))
    longest: dict[tuple[str | None, str], float] = {}
    for judged_s, need in found:
        key = need.variant, need.service
        longest[key] = max(longest.get(key, 0.0), judged_s)
    told = []
    for judged_s, need in found:
        # Of equally long ones the first.
        is_told = longest.get((need.variant, need.service)) == judged_s
        if is_told:
            del longest[need.variant, need.service]
        told.append(replace(need, is_told=is_told))
    return told


def _held(answers: Sequence[Answer], trials: Sequence[Trial], comparisons: Sequence[Comparison]) -> Iterator[_Held]:
    by_number = {trial.number: trial for trial in trials if not trial.superseded}
    for answer in answers:
        trial = None if answer.decisive is None else by_number.get(answer.decisive)
        if trial is not None and not row_of(answer.method).has_own_starts:
            yield _Held(answer.variant, answer.start, answer.method, (trial,))
    for comparison in comparisons:
        for variant in comparison.variants:
            slots = (slot.trial for slot in comparison.slots if slot.variant == variant and slot.counts)
            own = tuple(by_number[number] for number in slots if number in by_number)
            if own:
                yield _Held(variant, 0, comparison.method, own)


def need_of(service: str, parts: MemoryParts, machine: MachineMemory) -> MemoryNeed | None:
    """Return the need of a service, of no trial yet; None where neither its processes nor its group were read."""
    other, heap = parts.besides_heap_mib, parts.heap_committed_mib
    if other is None:
        return None
    is_difference = parts.other_mib is None and (parts.is_java or heap is not None)
    after = None if heap is None or parts.heap_after_mib is None else min(parts.heap_after_mib, heap)
    share, pressure_of = _pressure(parts, machine)
    read = MemoryNeed(
        variant=None,
        start=0,
        method="",
        service=service,
        trials=(),
        is_told=False,
        needed_mib=(heap or 0.0) + other,
        heap_after_collection_mib=after,
        head_room_mib=None if after is None or heap is None else heap - after,
        heap_committed_mib=heap,
        # A heap that is committed and was not touched yet takes no memory: the difference says nothing then.
        other_mib=None if is_difference and other == 0.0 else other,
        other_of="difference" if is_difference else "processes",
        page_cache_mib=parts.page_cache_mib,
        limit_mib=parts.limit_mib,
        file_refaults_per_s=parts.file_refaults_per_s,
        anon_refaults_per_s=parts.anon_refaults_per_s,
        pressure_percent=None if share is None else 100.0 * share,
        pressure_of=pressure_of,
        machine_used_mib=machine.used_mib,
        machine_shared_mib=machine.shared_mib,
        text=NOTHING,
        beside=NOTHING,
        lacking=_together(list(_lacking(parts, pressure_of)), Listing.CLAUSES),
    )
    need = as_written(read)
    beside = _together(list(_beside_texts(need, parts)), Listing.SENTENCES)
    return replace(need, text=_need_text(need, parts), beside=beside)


def _together(texts: Sequence[Message], listing: Listing) -> Message:
    return Message("sentences", sentences=listed(texts, listing)) if texts else NOTHING


def _pressure(parts: MemoryParts, machine: MachineMemory) -> tuple[float | None, Literal["group", "machine"] | None]:
    if parts.pressure_share is not None:
        return parts.pressure_share, "group"
    return machine.pressure_share, None if machine.pressure_share is None else "machine"


def _lacking(parts: MemoryParts, pressure_of: str | None) -> Iterator[Message]:
    if parts.is_java and parts.heap_committed_mib is None:
        yield Message("memory-lacks-heap")
    elif parts.heap_committed_mib is not None and parts.heap_after_mib is None:
        yield Message("memory-lacks-collections")
    if parts.heap_committed_mib is not None and parts.other_mib is None and parts.besides_heap_mib:
        yield Message("memory-lacks-other")
    if parts.group_mib is None and parts.page_cache_mib is None:
        yield Message("memory-lacks-group")
    if pressure_of is None:
        yield Message("memory-lacks-pressure")


def _need_text(need: MemoryNeed, parts: MemoryParts) -> Message:
    service, needed = printable(need.service), mebibytes(need.needed_mib)
    if need.other_mib is None:
        return Message("memory-need-least", service=service, needed=needed)
    other = mebibytes(need.other_mib)
    heap, after, room = need.heap_committed_mib, need.heap_after_collection_mib, need.head_room_mib
    if heap is None:
        return Message("memory-need-unsplit" if parts.is_java else "memory-need-plain", service=service, needed=needed)
    if after is None or room is None:
        return Message("memory-need-heap", service=service, needed=needed, heap=mebibytes(heap), other=other)
    split = {"after": mebibytes(after), "room": mebibytes(room), "other": other}
    return Message("memory-need", service=service, needed=needed, **split)


def _beside_texts(need: MemoryNeed, parts: MemoryParts) -> Iterator[Message]:
    if need.page_cache_mib is not None:
        cache, refaults = mebibytes(need.page_cache_mib), need.file_refaults_per_s or 0.0
        if refaults > _MOST_REFAULTS_PER_S:
            yield Message("memory-cache-read-again", cache=cache, pages=rate(refaults))
        else:
            yield Message("memory-cache-beside", cache=cache)
    used, shared = need.machine_used_mib, need.machine_shared_mib
    if used is not None and parts.is_java and shared is not None:
        yield Message("memory-used-beside", used=mebibytes(used), shared=mebibytes(shared))
    elif used is not None:
        yield Message("memory-used-of-others", used=mebibytes(used))
