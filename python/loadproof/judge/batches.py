"""Response times of a span in batches of equal whole seconds: a bounded number, so that hours take no more room."""

from collections.abc import Iterator, Sequence

from loadproof._engine import Histogram, Tally
from loadproof.judge.tick import CallCounts

__all__ = ["MOST_BATCHES", "Batches", "Parts", "ResponseBatches", "batch_width_s"]

Parts = tuple[CallCounts, ...]
"""What one batch is made of: together they hold its calls."""

MOST_BATCHES = 120
_WIDTHS_S = (1, 2, 10, 20, 60, 120, 600, 1200, 3600, 7200)
"""Divisors of minutes and hours, as the periods of timers and jobs are: a batch then holds whole periods."""


def batch_width_s(span_s: int) -> int:
    """The width of the batches once a span of `span_s` whole seconds has been folded.

    >>> batch_width_s(60), batch_width_s(300), batch_width_s(8 * 3600)
    (1, 10, 600)
    """
    width_s = next((width_s for width_s in _WIDTHS_S if span_s <= MOST_BATCHES * width_s), _WIDTHS_S[-1])
    while span_s > MOST_BATCHES * width_s:
        width_s *= 2
    return width_s


_MOST_PARTS = 4


class _Batch:
    """The response times of one batch: a few deltas that are only referred to, or their sum, which may be packed.

    A batch of one second mostly gets two: of the answers in that second and of the late ones. Making histograms of
    them costs more than all else that a tick does with them, and most batches of short plateaus are never read.
    """

    __slots__ = ("own", "parts")

    def __init__(self) -> None:
        self.parts: Parts = ()
        self.own: Tally | None = None

    def add(self, calls: CallCounts) -> None:
        if self.own is not None:
            self.own.add(calls)
        elif len(self.parts) < _MOST_PARTS:
            self.parts = (*self.parts, calls)
        else:
            self.own = Tally(response=self.together())
            self.own.add(calls)
            self.parts = (self.own,)

    def together(self) -> Histogram:
        """A histogram with all of the parts."""
        whole = Histogram()
        for histogram in _unpacked(self.parts):
            whole.merge(histogram)
        return whole

    def pack(self) -> None:
        """A tenth of a megabyte becomes a few kilobytes."""
        if self.parts:
            self.own = Tally(response=self.together())
            self.own.pack()
            self.parts = (self.own,)


def _unpacked(parts: Parts) -> Iterator[Histogram]:
    """The histograms of a batch."""
    for part in parts:
        yield part.response


class Batches:
    """Response times of one operation; when there are too many batches, neighbours become one in `widen`."""

    def __init__(self, start: int) -> None:
        """`start`: the first due second of the span."""
        self._start = start
        self._widths = iter(_WIDTHS_S)
        self.width_s = next(self._widths)
        """Seconds of one batch."""
        self._batches: list[_Batch] = []
        self._packed = 0
        """Batches from the first on that were packed."""

    def add(self, second: int, calls: CallCounts) -> None:
        """Adds calls due in `second`, not before the span; `calls` must not be changed afterwards."""
        index = (second - self._start) // self.width_s
        while len(self._batches) <= index:
            self._batches.append(_Batch())
        self._batches[index].add(calls)
        if index < self._packed:
            self._batches[index].pack()

    @property
    def is_full(self) -> bool:
        """Whether neighbours should become one; some more batches may wait for it."""
        return len(self._batches) > MOST_BATCHES

    def widen(self) -> None:
        """Makes the batches wider, by two to five times."""
        width_s = next(self._widths, 2 * self.width_s)
        factor = width_s // self.width_s
        wider = []
        for first in range(0, len(self._batches), factor):
            batch = _Batch()
            for narrow in self._batches[first : first + factor]:
                if narrow.parts:
                    batch.add(Tally(response=narrow.together()))
            wider.append(batch)
        self._batches, self.width_s, self._packed = wider, width_s, 0

    def pack(self, before_second: int) -> None:
        """Packs the batches that end before due second `before_second`."""
        closed = min(len(self._batches), (before_second - self._start) // self.width_s)
        while self._packed < closed:
            self._batches[self._packed].pack()
            self._packed += 1

    def until(self, stop: int, width_s: int) -> list[Parts]:
        """What is in the batches of `width_s` seconds, at least its own, that are whole before due second `stop`.

        Later calls do not change what was given out.
        """
        while self.width_s < width_s:
            self.widen()
        whole = max(0, stop - self._start) // self.width_s
        for batch in self._batches:
            batch.own = None
        found = [batch.parts for batch in self._batches[:whole]]
        return found + [()] * (whole - len(found))


class ResponseBatches:
    """The batches of one operation, or of several together, as they were at one moment."""

    def __init__(self, operations: Sequence[Sequence[Parts]]) -> None:
        """Each operation has the same number of batches."""
        self._operations = operations

    def over(self, levels_ms: Sequence[float]) -> tuple[list[int], list[list[int]]]:
        """The calls of each batch, and for each level those of them above it."""
        count = len(self._operations[0]) if self._operations else 0
        calls = [0] * count
        over = [[0] * count for _ in levels_ms]
        for batches in self._operations:
            for batch, parts in enumerate(batches):
                for histogram in _unpacked(parts):
                    count_of = histogram.count
                    calls[batch] += count_of
                    for row, level_ms in zip(over, levels_ms, strict=True):
                        row[batch] += round(histogram.share_over(level_ms) * count_of) if count_of else 0
        return calls, over
