"""Live set after collections, by the meaning that each collector gives it."""

from typing import Literal

from loadproof.jvm.gc.lines import Cleanup, CollectionPause, Row

__all__ = ["LiveSetPoints", "Told"]

Told = Literal["full", "mixed", "marked", "old_marked", "cycle"]

_MOST_POINTS = 4096
_YOUNG = ("Young (Normal)", "Young")


class LiveSetPoints:
    """(s since the log began, MiB) of each collection that tells what is alive; at most 4,096, then every second.

    Serial and Parallel tell it by full collections, and so does G1; its marking besides: the least that was left in the
    mixed collections after a cycle, or after the first young one where none followed, is alive but for what it found
    not worth to move (`G1HeapWastePercent`, 5 % of the heap). ZGC says what it has marked, with generations of the old
    one. Of Shenandoah it is what a cycle left in use, which includes what was allocated beside it.

    >>> points = LiveSetPoints()
    >>> points.row(3.0, "", Row(1, "", "Live", (None, 24.0, 24.0, 24.0)))
    >>> points.points
    [(3.0, 24.0)]
    """

    def __init__(self) -> None:
        """No collection yet."""
        self.points: list[tuple[float, float]] = []
        self.kinds: set[Told] = set()
        """`full`, `mixed`, `marked`, `old_marked` or `cycle`: what told it."""
        self.collections = 0
        self.most_mib = 0.0
        self.last_mib = 0.0
        self._skipped = 0
        self._each = 1
        self._after_cycle: tuple[float, float] | None = None
        self._is_after_marking = False
        self._is_mixed = False
        self._cycle: tuple[int | None, float, float] | None = None

    def pause(self, end_s: float, pause: CollectionPause) -> None:
        """A pause of G1, Parallel or Serial."""
        if pause.sizes is None or (pause.kind in _YOUNG and not self._is_after_marking):
            return
        if pause.kind == "Full":
            self._forget()
            self._add(end_s, pause.sizes.after_mib, "full")
        elif pause.kind == "Cleanup":
            self._told()
            self._is_after_marking = True
        elif pause.kind in ("Young (Concurrent Start)", "Initial Mark"):
            self._told()
        elif pause.kind in ("Young (Mixed)", "Mixed"):
            if not self._is_mixed or self._after_cycle is None or pause.sizes.after_mib < self._after_cycle[1]:
                self._after_cycle = (end_s, pause.sizes.after_mib)
            self._is_mixed = True
        elif pause.kind in _YOUNG:
            # The first may come before the mixed ones; a second one tells that none will.
            if self._after_cycle is None:
                self._after_cycle = (end_s, pause.sizes.after_mib)
            else:
                self._told(is_sure=True)

    def row(self, end_s: float, section: str, row: Row) -> None:
        """A row of a table of ZGC."""
        if row.name == "Live" and row.columns[1] is not None:
            if not row.generation:
                self._add(end_s, row.columns[1], "marked")
            elif section == "Old Generation":
                self._add(end_s, row.columns[1], "old_marked")

    def cleanup(self, end_s: float, event: Cleanup | CollectionPause) -> None:
        """Shenandoah has freed memory: the last time in a cycle counts."""
        if event.sizes is None:
            return
        if self._cycle is not None and self._cycle[0] != event.collection:
            self._add(*self._cycle[1:], "cycle")
        self._cycle = (event.collection, end_s, event.sizes.after_mib)

    def finish(self) -> None:
        """The log, or the VM, has ended."""
        self._told()
        if self._cycle is not None:
            self._add(*self._cycle[1:], "cycle")
        self._cycle = None

    def _told(self, *, is_sure: bool = False) -> None:
        if self._after_cycle is not None and (self._is_mixed or is_sure):
            self._add(*self._after_cycle, "mixed")
        self._forget()

    def _forget(self) -> None:
        self._after_cycle, self._is_mixed, self._is_after_marking = None, False, False

    def _add(self, end_s: float, alive_mib: float, kind: Told) -> None:
        self.kinds.add(kind)
        self.collections += 1
        self.last_mib = alive_mib
        self.most_mib = max(self.most_mib, alive_mib)
        self._skipped += 1
        if self._skipped < self._each:
            return
        self._skipped = 0
        self.points.append((end_s, alive_mib))
        if len(self.points) > _MOST_POINTS:
            self.points = self.points[::2]
            self._each *= 2
