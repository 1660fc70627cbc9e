"""Memory that a service needs, in its parts, as in `result.json`."""

from dataclasses import dataclass, field
from typing import Literal

from loadproof.model.message import Message
from loadproof.model.typed_json import rounded

__all__ = ["MemoryNeed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryNeed:
    """The memory of one service over the judged seconds of some trials, in MiB; null: not known.

    The need is heap after collections + head room of the collector + other memory, which is the committed heap + other
    memory. The page cache is no part of it, nor is what the machine shows as used.
    """

    variant: str | None
    start: int
    """Number of the start of its variant, from 1; 0: all rounds of a comparison, or a target that was already up."""
    method: str
    service: str
    trials: tuple[int, ...]
    """Numbers of the trials in which it was read."""
    is_told: bool
    """True if a report has its sentence: for each variant and service the need over the most judged seconds."""
    needed_mib: float = field(metadata=rounded(3))
    heap_after_collection_mib: float | None = field(metadata=rounded(3))
    """Median of the memory in use in the heap after collections."""
    head_room_mib: float | None = field(metadata=rounded(3))
    """Rest of the committed heap: new objects, and garbage until the next collection."""
    heap_committed_mib: float | None = field(metadata=rounded(3))
    """Most memory that the heap had from the system."""
    other_mib: float | None = field(metadata=rounded(3))
    """Most memory of the processes outside of their heaps: classes, code, threads, buffers, libraries."""
    other_of: Literal["processes", "difference"] | None
    """`processes`: proportional memory without the resident part of heaps; `difference`: the memory of the control
    group, else of the processes, less the committed heap: at least so much."""
    page_cache_mib: float | None = field(metadata=rounded(3))
    """Mean page cache of the control group. Mapped files, such as libraries, are also in the other memory."""
    limit_mib: float | None = field(metadata=rounded(3))
    """Memory limit of the control group."""
    file_refaults_per_s: float | None = field(metadata=rounded(3))
    """File pages read again soon after the kernel had evicted them, per second."""
    anon_refaults_per_s: float | None = field(metadata=rounded(3))
    """The same for pages in swap."""
    pressure_percent: float | None = field(metadata=rounded(3))
    """Share of the time in which some process waited for memory."""
    pressure_of: Literal["group", "machine"] | None
    machine_used_mib: float | None = field(metadata=rounded(3))
    """Used memory of the machine, as `free` shows it: with other processes, without caches and shared memory."""
    machine_shared_mib: float | None = field(metadata=rounded(3))
    """Shared memory of the machine, which is no part of its used memory."""
    text: Message
    """The need in a sentence."""
    beside: Message
    """Sentences on memory that is no part of the need: the page cache, and the used memory of the machine."""
    lacking: Message
    """Unknown parts and the reason; empty: all parts are known."""
