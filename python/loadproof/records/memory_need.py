"""Memory that a service needs, in its parts, as in `result.json`."""

from dataclasses import dataclass
from typing import Literal

from loadproof.model.message import Message

__all__ = ["MemoryNeed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryNeed:
    """The memory of one service over the judged seconds of some trials, in MiB; null: not known.

    The need is heap after collections + head room of the collector + other memory, which is the committed heap + other
    memory. The page cache is no part of it, nor is what the machine shows as used.
    """

    variant: str | None
    start: int
    """Of its variant, from 1; 0: all rounds of a comparison, or whichever was up."""
    method: str
    service: str
    trials: tuple[int, ...]
    """Numbers of the trials that it was read in."""
    is_told: bool
    """True if a report has its sentence: of each variant and service the need over the most judged seconds."""
    needed_mib: float
    heap_after_collection_mib: float | None
    """Median of the memory in use in the heap after collections."""
    head_room_mib: float | None
    """What the heap had besides: new objects, and garbage until the next collection."""
    heap_committed_mib: float | None
    """The most that the heap had of the system."""
    other_mib: float | None
    """The most that the processes had besides their heaps: classes, code, threads, buffers, libraries."""
    other_of: Literal["processes", "difference"] | None
    """`processes`: proportional memory without the resident part of heaps; `difference`: the memory of the control
    group, else of the processes, less the committed heap: at least so much."""
    page_cache_mib: float | None
    """Of the control group, the mean. Mapped files, such as libraries, are also in the other memory."""
    limit_mib: float | None
    """Of the control group."""
    file_refaults_per_s: float | None
    """Pages of files that were read again soon after the kernel had given them back."""
    anon_refaults_per_s: float | None
    """The same of memory that had gone to swap."""
    pressure_percent: float | None
    """Part of the time in which some process waited for memory."""
    pressure_of: Literal["group", "machine"] | None
    machine_used_mib: float | None
    """What the machine showed as used, as `free` does: other processes are in it, caches and shared memory are not."""
    machine_shared_mib: float | None
    """Shared memory of the machine, which its used memory leaves out."""
    text: Message
    """The need in a sentence."""
    beside: Message
    """What is no part of it, in sentences: the page cache, and what the machine shows as used."""
    lacking: Message
    """What is not known, and why; empty: all is known."""
