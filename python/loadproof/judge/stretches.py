"""The span of a long trial in stretches of equal whole seconds, each with its calls and their response times."""

from collections.abc import Collection, Sequence

from loadproof._engine import Delta, Histogram, Tally
from loadproof.judge.tick import TickReading

__all__ = ["MOST_STRETCHES", "Stretch", "Stretches", "merged"]

MOST_STRETCHES = 120
_OPEN_S = 16
"""Answers later than this are rare: the histograms of older stretches are kept packed."""


class Stretch:
    """Calls due in one stretch: how many, how many of them were answered, and in what time."""

    __slots__ = ("_calls", "is_packed")

    def __init__(self) -> None:
        """Nothing came due yet."""
        self._calls = Tally()
        self.is_packed = False
        """True if the stretch is packed and takes only a few kilobytes."""

    @property
    def due(self) -> int:
        """Calls that came due."""
        return self._calls.due

    @property
    def completed(self) -> int:
        """Due calls that were answered."""
        return self._calls.completed

    @property
    def response(self) -> Histogram:
        """Response times of the calls that were answered."""
        return self._calls.response

    def add(self, deltas: Sequence[Delta], begin: int, end: int, operations: int | None) -> None:
        """Adds the calls of `deltas` due from `begin` and before `end`, of the first `operations` operations."""
        self._calls.add_all(deltas, begin, end, operations, responses_only=True)
        self.is_packed = False

    def merge(self, other: "Stretch") -> None:
        """Adds another stretch."""
        self._calls.add(other._calls)
        self.is_packed = False

    def pack(self) -> None:
        """Takes less room: a tenth of a megabyte becomes a few kilobytes."""
        if not self.is_packed:
            self._calls.pack()
            self.is_packed = True


class Stretches:
    """Folds the ticks of a trial into at most 120 stretches; when there would be more, neighbours become one.

    So a day takes no more memory than two minutes, and histograms are merged, never percentiles averaged.
    """

    def __init__(self, span_start: int, operations: int | None = None) -> None:
        """`span_start`: the first due second of the span; deltas from index `operations` on are flows, no calls."""
        self._start = span_start
        self._operations = operations
        self.width_s = 1
        """Seconds of one stretch."""
        self._stretches: list[Stretch] = []

    def add(self, tick: TickReading, left_out: Collection[int] = ()) -> None:
        """Folds one tick in, without the calls due in the seconds `left_out`."""
        seconds = [second for second in {delta.second for delta in tick.deltas} if second >= self._start]
        if seconds:
            self._reach(max(seconds))
        for index in {(second - self._start) // self.width_s for second in seconds}:
            begin = self._start + index * self.width_s
            for first, last in _runs(begin, begin + self.width_s, left_out):
                self._stretches[index].add(tick.deltas, first, last, self._operations)
        self._pack(before_second=tick.second - _OPEN_S)

    def with_those_of(self, other: "Stretches") -> "Stretches":
        """The calls of both accounts of one span."""
        both = Stretches(self._start, self._operations)
        both.width_s = max(self.width_s, other.width_s)
        for one in (self, other):
            for index, stretch in enumerate(merged(one._stretches, both.width_s // one.width_s)):
                while len(both._stretches) <= index:
                    both._stretches.append(Stretch())
                both._stretches[index].merge(stretch)
        return both

    def until(self, second: int, left_out: Collection[int] = ()) -> Sequence[Stretch]:
        """The stretches that are whole before due second `second`; those with a second of `left_out` are empty."""
        found = self._stretches[: max(0, second - self._start) // self.width_s]
        spoiled = {(left - self._start) // self.width_s for left in left_out}
        return [Stretch() if index in spoiled else stretch for index, stretch in enumerate(found)] if spoiled else found

    def _reach(self, second: int) -> None:
        while (second - self._start) // self.width_s >= MOST_STRETCHES:
            self._stretches = merged(self._stretches, 2)
            self.width_s *= 2
        index = (second - self._start) // self.width_s
        while len(self._stretches) <= index:
            self._stretches.append(Stretch())

    def _pack(self, before_second: int) -> None:
        old = max(0, (before_second - self._start) // self.width_s)
        # Late answers may open an older one again: once in a while all are looked at.
        first = 0 if before_second % _OPEN_S == 0 else max(0, old - 1)
        for stretch in self._stretches[first:old]:
            stretch.pack()


def _runs(begin: int, end: int, left_out: Collection[int]) -> list[tuple[int, int]]:
    """Return the seconds from `begin` and before `end` that are not in `left_out`, as stretches of [first, last).

    >>> _runs(10, 16, {12, 13})
    [(10, 12), (14, 16)]
    """
    gaps = sorted(second for second in left_out if begin <= second < end) if left_out else []
    edges = [begin, *(edge for second in gaps for edge in (second, second + 1)), end]
    return [(first, last) for first, last in zip(edges[::2], edges[1::2], strict=True) if first < last]


def merged(stretches: Sequence[Stretch], factor: int) -> list[Stretch]:
    """Each `factor` neighbours as one; the last may hold fewer."""
    wider = []
    for first in range(0, len(stretches), factor):
        sum_of = Stretch()
        for part in stretches[first : first + factor]:
            sum_of.merge(part)
        sum_of.pack()
        wider.append(sum_of)
    return wider
