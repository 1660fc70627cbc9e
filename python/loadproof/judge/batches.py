"""Response times of a span in batches of equal whole seconds: a bounded number, so that hours take no more room."""

from collections.abc import Sequence

from loadproof._engine import Histogram

__all__ = ["MOST_BATCHES", "Batches", "ResponseBatches", "batch_width_s"]

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


class _Batch:
    """The response times of one batch, as a histogram of its own, one that others use too, or packed."""

    __slots__ = ("is_own", "times")

    def __init__(self) -> None:
        self.times: Histogram | bytes | None = None
        self.is_own = False

    def read(self) -> Histogram | None:
        return Histogram.from_blob(self.times) if isinstance(self.times, bytes) else self.times

    def add(self, other: Histogram) -> None:
        """The first histogram is only referred to: a second is mostly all that a batch of one second gets."""
        if self.times is None:
            self.times = other
            return
        held = self.read() or Histogram()
        if not self.is_own and held is self.times:
            held = held.copy()
        held.merge(other)
        self.times, self.is_own = held, True

    def pack(self) -> None:
        """A tenth of a megabyte becomes a few kilobytes."""
        if isinstance(self.times, Histogram):
            self.times, self.is_own = self.times.to_blob(), False


class Batches:
    """Response times of one operation; when there are too many batches, neighbours become one in `widen`."""

    def __init__(self, start: int) -> None:
        """`start`: the first due second of the span."""
        self._start = start
        self._widths = iter(_WIDTHS_S)
        self.width_s = next(self._widths)
        """Seconds of one batch."""
        self._batches: list[_Batch] = []

    def add(self, second: int, response: Histogram) -> None:
        """Adds calls due in `second`, not before the span; `response` must not be changed afterwards."""
        index = (second - self._start) // self.width_s
        while len(self._batches) <= index:
            self._batches.append(_Batch())
        self._batches[index].add(response)

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
            for part in self._batches[first : first + factor]:
                times = part.read()
                if times is not None:
                    batch.add(times)
            wider.append(batch)
        self._batches, self.width_s = wider, width_s

    def pack(self, before_second: int) -> None:
        """Packs the batches that end before due second `before_second`."""
        for batch in self._batches[: max(0, (before_second - self._start) // self.width_s)]:
            batch.pack()

    def until(self, stop: int, width_s: int) -> list[Histogram | bytes | None]:
        """What is in the batches of `width_s` seconds, at least its own, that are whole before due second `stop`.

        Later calls do not change what was given out.
        """
        while self.width_s < width_s:
            self.widen()
        whole = max(0, stop - self._start) // self.width_s
        for batch in self._batches:
            batch.is_own = False
        found = [batch.times for batch in self._batches[:whole]]
        return found + [None] * (whole - len(found))


class ResponseBatches:
    """The batches of one operation, or of several together, as they were at one moment."""

    def __init__(self, operations: Sequence[Sequence[Histogram | bytes | None]]) -> None:
        """Each operation has the same number of batches."""
        self._operations = operations

    def over(self, levels_ms: Sequence[float]) -> tuple[list[int], list[list[int]]]:
        """The calls of each batch, and for each level those of them above it."""
        count = len(self._operations[0]) if self._operations else 0
        calls = [0] * count
        over = [[0] * count for _ in levels_ms]
        for batches in self._operations:
            for batch, times in enumerate(batches):
                histogram = Histogram.from_blob(times) if isinstance(times, bytes) else times
                if histogram is None or not histogram.count:
                    continue
                calls[batch] += histogram.count
                for row, level_ms in zip(over, levels_ms, strict=True):
                    row[batch] += round(histogram.share_over(level_ms) * histogram.count)
        return calls, over
