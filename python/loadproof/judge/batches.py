"""Response times of a span in batches of equal whole seconds: a bounded number, so that hours take no more room."""

from collections.abc import Iterable, Sequence

from loadproof._engine import Delta, Histogram, Tally

__all__ = ["MOST_BATCHES", "Batch", "Batches", "ResponseBatches", "batch_width_s"]

MOST_BATCHES = 120
_WIDTHS_S = (1, 2, 10, 20, 60, 120, 600, 1200, 3600, 7200)
"""Divisors of minutes and hours, as the periods of timers and jobs are: a batch then holds whole periods."""
_KEPT_AS_THEY_ARE_S = 2
"""Batches of more seconds are folded at their ends, and packed."""
_MOST_KEPT_OPEN = 2
"""Rows up to which narrow batches stay as they are; with more rows every closed batch is packed."""
_OPEN_S = 16
"""Answers later than this are rare: older batches are packed."""
_MOST_PENDING = 32
"""Ticks that are added at once; more would hold more memory than they save time."""


def batch_width_s(span_s: int) -> int:
    """The width of the batches once a span of `span_s` whole seconds has been folded.

    >>> batch_width_s(60), batch_width_s(300), batch_width_s(8 * 3600)
    (1, 10, 600)
    """
    width_s = next((width_s for width_s in _WIDTHS_S if span_s <= MOST_BATCHES * width_s), _WIDTHS_S[-1])
    while span_s > MOST_BATCHES * width_s:
        width_s *= 2
    return width_s


class Batch:
    """The response times of one batch, by row: sums, and the deltas of a few ticks that are only referred to.

    A batch of one second mostly gets two ticks: that of its own second, and that of its late answers. Making sums of
    them costs more than all else that a tick does with them, and most batches of short plateaus are never read.
    """

    __slots__ = ("_is_lent", "_pending", "_tallies")

    def __init__(self) -> None:
        """Nothing was answered yet."""
        self._pending: list[tuple[Sequence[Delta], int, int]] = []
        self._tallies: list[Tally] = []
        self._is_lent = False

    def add(self, deltas: Sequence[Delta], begin: int, end: int, rows: int) -> None:
        """Adds what is due from second `begin` and before `end`; `deltas` must not be changed afterwards."""
        self._pending.append((deltas, begin, end))
        if len(self._pending) > _MOST_PENDING:
            self.fold(rows)

    def merge(self, other: "Batch", rows: int) -> None:
        """Adds another batch."""
        self._pending += other._pending
        if other._tallies or len(self._pending) > _MOST_PENDING:
            self.fold(rows)
            for mine, theirs in zip(self._tallies, other._tallies, strict=False):
                mine.add(theirs)

    def pack(self, rows: int) -> None:
        """A tenth of a megabyte of each row becomes a few kilobytes."""
        self.fold(rows)
        for tally in self._tallies:
            tally.pack()

    def lent(self) -> "Batch":
        """Return a snapshot of the batch; later calls do not change it."""
        self._is_lent = True
        lent = Batch()
        lent._pending, lent._tallies, lent._is_lent = list(self._pending), self._tallies, True
        return lent

    def response(self, row: int, rows: int) -> Histogram:
        """The response times of one of `rows` rows."""
        if self._pending:
            self.pack(rows)
        return self._tallies[row].response if self._tallies else Histogram()

    def fold(self, rows: int) -> None:
        """Lets go of the deltas that are only referred to."""
        if self._is_lent or not self._tallies:
            former, self._tallies, self._is_lent = self._tallies, [Tally() for _ in range(rows)], False
            for mine, theirs in zip(self._tallies, former, strict=False):
                mine.add(theirs)
        Tally.add_each(self._tallies, self._pending, responses_only=True)
        self._pending = []


class Batches:
    """Response times of all operations; when there are too many batches, neighbours become one in `widen`."""

    def __init__(self, start: int, rows: int = 1) -> None:
        """`start`: the first due second of the span; `rows`: operations and flows."""
        self._start = start
        self._rows = rows
        self._widths = iter(_WIDTHS_S)
        self.width_s = next(self._widths)
        """Seconds of one batch."""
        self._batches: list[Batch] = []
        self._packed = 0
        """Batches from the first on that were packed."""

    def add(self, deltas: Sequence[Delta], seconds: Iterable[int]) -> None:
        """Adds those of `deltas` that are due in `seconds`, none of which lies before the span."""
        for index, its_seconds in self._by_index(seconds).items():
            while len(self._batches) <= index:
                if self._batches and self.width_s > _KEPT_AS_THEY_ARE_S:
                    self._batches[-1].fold(self._rows)
                self._batches.append(Batch())
            self._batches[index].add(deltas, min(its_seconds), max(its_seconds) + 1, self._rows)
            if index < self._packed:
                self._batches[index].pack(self._rows)

    def _by_index(self, seconds: Iterable[int]) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for second in seconds:
            found.setdefault((second - self._start) // self.width_s, []).append(second)
        return found

    @property
    def is_full(self) -> bool:
        """True if there are more than `MOST_BATCHES` batches: call `widen`, at once or some batches later."""
        return len(self._batches) > MOST_BATCHES

    def widen(self) -> None:
        """Makes the batches wider, by two to five times."""
        width_s = next(self._widths, 2 * self.width_s)
        factor = width_s // self.width_s
        wider = []
        for first in range(0, len(self._batches), factor):
            batch = Batch()
            for narrow in self._batches[first : first + factor]:
                batch.merge(narrow, self._rows)
            if first + factor <= self._packed:
                batch.pack(self._rows)
            wider.append(batch)
        self._batches, self.width_s, self._packed = wider, width_s, self._packed // factor

    def pack_closed(self, at_second: int) -> None:
        """Pack the batches that are closed at second `at_second`, except narrow ones of one or two rows.

        An open batch takes up to a tenth of a megabyte for each row: 120 of them would look like a leak.
        """
        if self._rows > _MOST_KEPT_OPEN or self.width_s > _KEPT_AS_THEY_ARE_S:
            self.pack(at_second - _OPEN_S)

    def pack(self, before_second: int) -> None:
        """Packs the batches that end before due second `before_second`."""
        closed = min(len(self._batches), (before_second - self._start) // self.width_s)
        while self._packed < closed:
            self._batches[self._packed].pack(self._rows)
            self._packed += 1

    def with_those_of(self, other: "Batches") -> "Batches":
        """A copy with those of another account of the same span added, whose batches may be narrower or wider."""
        both = Batches(self._start, self._rows)
        for one in (self, other):
            while both.width_s < one.width_s:
                both.widen()
        for one in (self, other):
            for place, batch in enumerate(one._batches):
                index = place * one.width_s // both.width_s
                while len(both._batches) <= index:
                    both._batches.append(Batch())
                both._batches[index].merge(batch.lent(), self._rows)
        return both

    def until(self, stop: int) -> "ResponseBatches":
        """Return a snapshot of the batches that are complete before due second `stop`; later calls do not change it."""
        whole = max(0, stop - self._start) // self.width_s
        found = [batch.lent() for batch in self._batches[:whole]]
        return ResponseBatches(found + [Batch() for _ in range(whole - len(found))], self._rows)


class ResponseBatches:
    """The batches of one operation, or of several together, as they were at one moment."""

    def __init__(self, batches: Sequence[Batch], rows: int, chosen: Sequence[int] | None = None) -> None:
        """`chosen` of the `rows` rows of each batch; None: all."""
        self._batches = batches
        self._rows = rows
        self._chosen = range(rows) if chosen is None else chosen

    def of(self, chosen: Sequence[int]) -> "ResponseBatches":
        """Return the same batches, restricted to the `chosen` rows."""
        return ResponseBatches(self._batches, self._rows, chosen)

    def over(self, levels_ms: Sequence[float]) -> tuple[list[int], list[list[int]]]:
        """The calls of each batch, and for each level those of them above it."""
        calls = [0] * len(self._batches)
        over = [[0] * len(self._batches) for _ in levels_ms]
        for number, batch in enumerate(self._batches):
            for row in self._chosen:
                histogram = batch.response(row, self._rows)
                count = histogram.count
                calls[number] += count
                for places, level_ms in zip(over, levels_ms, strict=True):
                    places[number] += round(histogram.share_over(level_ms) * count) if count else 0
        return calls, over
