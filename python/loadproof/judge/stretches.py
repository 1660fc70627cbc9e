"""The span of a long trial in stretches of equal whole seconds, each with its calls and their response times."""

from collections.abc import Sequence
from dataclasses import dataclass

from loadproof._engine import Histogram, Tally
from loadproof.judge.tick import CallCounts, TickReading

__all__ = ["MOST_STRETCHES", "Stretch", "Stretches", "merged"]

MOST_STRETCHES = 120
_OPEN_S = 16
"""Answers later than this are rare: the histograms of older stretches are kept packed."""


@dataclass(slots=True)
class Stretch:
    """Calls due in one stretch: how many, how many of them were answered, and in what time."""

    due: int
    completed: int
    packed: bytes | None
    open: Tally | None

    @property
    def response(self) -> Histogram:
        """Response times of the calls that were answered."""
        if self.open is not None:
            return self.open.response
        return Histogram.from_blob(self.packed) if self.packed is not None else Histogram()

    def add(self, calls: CallCounts) -> None:
        """Adds calls and their response times."""
        self.due += calls.due
        if calls.completed:
            self.completed += calls.completed
            self._opened().add(calls)

    def merge(self, other: "Stretch") -> None:
        """Adds another stretch."""
        self.due += other.due
        if other.completed:
            self.completed += other.completed
            self._opened().add(Tally(response=other.response))

    def _opened(self) -> Tally:
        if self.open is None:
            self.open, self.packed = Tally(response=self.response), None
        return self.open

    def pack(self) -> None:
        """Takes less room: a tenth of a megabyte becomes a few kilobytes."""
        if self.open is not None:
            self.packed, self.open = self.open.response.to_blob(), None


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

    def add(self, tick: TickReading) -> None:
        """Folds one tick in."""
        for delta in tick.deltas:
            is_call = self._operations is None or delta.operation < self._operations
            if is_call and delta.second >= self._start:
                self._at(delta.second).add(delta)
        self._pack(before_second=tick.second - _OPEN_S)

    def until(self, second: int) -> Sequence[Stretch]:
        """The stretches that are whole before due second `second`."""
        return self._stretches[: max(0, second - self._start) // self.width_s]

    def _at(self, second: int) -> Stretch:
        while (second - self._start) // self.width_s >= MOST_STRETCHES:
            self._stretches = merged(self._stretches, 2)
            self.width_s *= 2
        index = (second - self._start) // self.width_s
        while len(self._stretches) <= index:
            self._stretches.append(Stretch(0, 0, None, None))
        return self._stretches[index]

    def _pack(self, before_second: int) -> None:
        old = max(0, (before_second - self._start) // self.width_s)
        # Late answers may open an older one again: once in a while all are looked at.
        first = 0 if before_second % _OPEN_S == 0 else max(0, old - 1)
        for stretch in self._stretches[first:old]:
            stretch.pack()


def merged(stretches: Sequence[Stretch], factor: int) -> list[Stretch]:
    """Each `factor` neighbours as one; the last may hold fewer."""
    wider = []
    for first in range(0, len(stretches), factor):
        sum_of = Stretch(0, 0, None, None)
        for part in stretches[first : first + factor]:
            sum_of.merge(part)
        sum_of.pack()
        wider.append(sum_of)
    return wider
