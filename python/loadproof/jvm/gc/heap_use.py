"""Heap use over a log: allocation between collections, promotion, and size of the heap."""

from loadproof.jvm.gc.lines import Cleanup, CollectionPause, Row
from loadproof.jvm.gc.stretches import LogStretches

__all__ = ["HeapUse"]

_YOUNG = {"Young", "Young (Normal)", "Young (Concurrent Start)", "Young (Prepare Mixed)", "Initial Mark"}
"""Pauses that take nothing out of the old generation."""


class HeapUse:
    """Follows the heap from collection to collection; instants are s since the log began.

    Allocated is by how much the use grew from the end of a collection to the begin of the next, and what ZGC says was
    allocated beside it. Collectors tell whole MiB: each growth may be off by 1 MiB, their sum is not.
    """

    def __init__(self, stretches: LogStretches) -> None:
        """`stretches` get what was allocated and promoted."""
        self._stretches = stretches
        self.allocated_mib = 0.0
        self.allocation_s = 0.0
        """The time in which that was allocated; 0 where no two collections tell."""
        self.allocation_from_s: float | None = None
        self.allocation_until_s = 0.0
        self.promoted_mib: float | None = None
        """Promoted memory in total, MiB; None: no collection reports it."""
        self.capacity_mib: float | None = None
        self.capacity_max_mib: float | None = None
        self.region_mib: float | None = None
        self.ended = 0
        """Collections that told what they left in use."""
        self.after_mib: float | None = None
        """In use after the last of them."""
        self._after: tuple[float, float, int | None] | None = None
        """End of the last collection (s), MiB in use then, and number of the collection."""
        self._z_used: tuple[float, float] | None = None

    def pause(self, end_s: float, pause: CollectionPause, *, is_outer: bool = False) -> None:
        """A pause of G1, Parallel or Serial; `is_outer`: another collection was run and told within it."""
        collection, kind, _, _, sizes, _, old = pause
        if old is not None and kind in _YOUNG:
            part_mib = self.region_mib if old.in_regions else 1.0
            if part_mib is not None:
                grown = old.after - old.before
                self._promote(end_s, grown * part_mib if grown > 0.0 else 0.0)
        if sizes is None:
            return
        before_mib, after_mib, capacity_mib = sizes
        if self._after is not None and not is_outer:
            self._allocate(self._after[0], end_s, before_mib - self._after[1])
        self._end(end_s, after_mib, collection)
        if capacity_mib != self.capacity_mib:
            self.resize(capacity_mib)

    def cleanup(self, end_s: float, event: Cleanup | CollectionPause) -> None:
        """Shenandoah has freed memory; within a cycle the use also grows by the copies that it makes."""
        if event.sizes is None:
            return
        if self._after is not None and self._after[2] != event.collection:
            self._allocate(self._after[0], end_s, event.sizes.before_mib - self._after[1])
        self._end(end_s, event.sizes.after_mib, event.collection)
        self.resize(event.sizes.capacity_mib)

    def row(self, end_s: float, section: str, row: Row) -> None:
        """A row of a table of ZGC: `section` is that of the table, empty without generations.

        What is allocated goes to the young generation; what is promoted is not allocated once more.
        """
        columns = row.columns
        if row.name == "Used" and columns[3] is not None and (not row.generation or section == "Heap"):
            self.after_mib, self.ended = columns[3], self.ended + 1
        if row.name == "Capacity":
            self.resize(columns[3])
        elif row.generation and section != "Young Generation":
            return
        elif row.name == "Used" and columns[0] is not None and columns[3] is not None:
            self._z_used = (columns[0], columns[3])
        elif row.name == "Allocated" and columns[3] is not None and self._z_used is not None:
            at_start_mib, at_end_mib = self._z_used
            if self._after is not None:
                self._allocate(self._after[0], end_s, at_start_mib - self._after[1] + columns[3])
            self._after, self._z_used = (end_s, at_end_mib, row.collection), None
        elif row.name == "Promoted" and columns[3] is not None:
            self._promote(end_s, columns[3])

    def restart(self) -> None:
        """Another VM goes on with the log: nothing of the one before is left."""
        self._after, self._z_used = None, None

    def resize(self, capacity_mib: float | None) -> None:
        """The heap has this size now."""
        if capacity_mib is not None and capacity_mib != self.capacity_mib:
            self.capacity_mib = capacity_mib
            self.capacity_max_mib = max(self.capacity_max_mib or 0.0, capacity_mib)

    def _end(self, end_s: float, after_mib: float, collection: int | None) -> None:
        self._after = (end_s, after_mib, collection)
        self.after_mib, self.ended = after_mib, self.ended + 1

    def _allocate(self, begin_s: float, end_s: float, grown_mib: float) -> None:
        self.allocated_mib += grown_mib
        self.allocation_s += end_s - begin_s if end_s > begin_s else 0.0
        self.allocation_from_s = begin_s if self.allocation_from_s is None else self.allocation_from_s
        self.allocation_until_s = end_s if end_s > self.allocation_until_s else self.allocation_until_s
        self._stretches.allocated(begin_s, end_s if end_s > begin_s else begin_s, grown_mib)

    def _promote(self, end_s: float, promoted_mib: float) -> None:
        self.promoted_mib = (self.promoted_mib or 0.0) + promoted_mib
        self._stretches.promoted(end_s, promoted_mib)
