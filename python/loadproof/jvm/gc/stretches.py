"""The time of a log in equal stretches: a bounded number, so that a year takes no more room than a minute."""

from loadproof.jvm.gc.pause_times import PauseTimes

__all__ = ["MOST_STRETCHES", "LogStretch", "LogStretches"]

MOST_STRETCHES = 80
"""From 40 to 80 of a longer log: at least 20 show how their values depend on each other."""


class LogStretch:
    """Pauses, stopped time, allocation and promotion in one stretch."""

    __slots__ = ("allocated_mib", "pauses", "promoted_mib", "stopped_s")

    def __init__(self) -> None:
        """Nothing happened yet."""
        self.pauses = PauseTimes()
        self.stopped_s = 0.0
        self.allocated_mib = 0.0
        self.promoted_mib = 0.0

    def merge(self, other: "LogStretch") -> None:
        """Adds another stretch."""
        self.pauses.merge(other.pauses)
        self.stopped_s += other.stopped_s
        self.allocated_mib += other.allocated_mib
        self.promoted_mib += other.promoted_mib


class LogStretches:
    """Stretches by s since the log began; when there would be more than 80, neighbours become one.

    >>> stretches = LogStretches()
    >>> stretches.pause(100.0, 5.0)
    >>> stretches.width_s, len(stretches.all)
    (2.0, 51)
    """

    def __init__(self) -> None:
        """The log begins."""
        self.width_s = 1.0
        self.all: list[LogStretch] = []
        # A log has millions of pauses, and nearly each lies in the stretch of the one before.
        self._last = LogStretch()
        self._last_from_s = self._last_until_s = 0.0

    def pause(self, end_s: float, pause_ms: float) -> None:
        """A pause, which belongs to the stretch that it ended in."""
        stretch = self._last if self._last_from_s <= end_s < self._last_until_s else self._at(end_s)
        stretch.pauses.add(pause_ms)
        stretch.stopped_s += pause_ms / 1e3

    def promoted(self, end_s: float, promoted_mib: float) -> None:
        """Promoted in a collection that ended then."""
        self._at(end_s).promoted_mib += promoted_mib

    def allocated(self, begin_s: float, end_s: float, allocated_mib: float) -> None:
        """Allocated between two collections, which is spread evenly over the time between them."""
        stretch = self._last if self._last_from_s <= end_s < self._last_until_s else self._at(end_s)
        if begin_s >= self._last_from_s:
            stretch.allocated_mib += allocated_mib
            return
        last = int(end_s / self.width_s)
        first = int(max(0.0, begin_s) / self.width_s)
        for index in range(first, last + 1):
            low, high = max(begin_s, index * self.width_s), min(end_s, (index + 1) * self.width_s)
            self.all[index].allocated_mib += allocated_mib * (high - low) / (end_s - begin_s)

    def whole(self, span_s: float) -> list[LogStretch]:
        """The stretches that lie within the log as a whole: its last one may be cut by its end."""
        if span_s > 0.0:
            self._at(span_s)
        return self.all[: int(span_s / self.width_s + 1e-9)]

    def _at(self, instant_s: float) -> LogStretch:
        if self._last_from_s <= instant_s < self._last_until_s:
            return self._last
        index = max(0, int(instant_s / self.width_s))
        while index >= MOST_STRETCHES:
            self._widen()
            index = max(0, int(instant_s / self.width_s))
        while len(self.all) <= index:
            self.all.append(LogStretch())
        self._last = self.all[index]
        self._last_from_s, self._last_until_s = index * self.width_s, (index + 1) * self.width_s
        return self._last

    def _widen(self) -> None:
        for first, second in zip(self.all[::2], self.all[1::2], strict=False):
            first.merge(second)
        self.all = self.all[::2]
        self.width_s *= 2.0
