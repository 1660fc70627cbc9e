"""Plain counts per due second: what stays in memory of every second of a trial."""

from array import array
from collections.abc import Sequence

from loadproof.judge.tick import CallCounts

__all__ = ["SecondCounts"]


class SecondCounts:
    """Counts of one operation, or of the whole profile, by due second; `done` alone is by completion second.

    One eight-byte number per second and column: eight hours take about 3 MB per operation.
    """

    def __init__(self, thresholds: int) -> None:
        """Makes columns for `thresholds` counted response times."""
        self.due = array("q")
        self.sent = array("q")
        self.completed = array("q")
        self.dropped = array("q")
        self.cut = array("q")
        self.errors = array("q")
        self.done = array("q")
        self.within = [array("q") for _ in range(thresholds)]

    def __len__(self) -> int:
        """Seconds that have a row."""
        return len(self.due)

    def add(self, second: int, counts: CallCounts) -> None:
        """Adds what one tick brought to a due second."""
        self._reach([second])
        self.due[second] += counts.due
        self.sent[second] += counts.sent
        self.completed[second] += counts.completed
        self.dropped[second] += counts.dropped
        self.cut[second] += counts.cut
        self.errors[second] += sum(counts.errors.values())
        self.done[second] += counts.done
        for column, count in zip(self.within, counts.within, strict=True):
            column[second] += count

    def over(self, threshold: int, seconds: Sequence[int]) -> list[int]:
        """Due calls of each of `seconds`, which ascend, that were not answered within threshold number `threshold`."""
        self._reach(seconds)
        due, within = self.due, self.within[threshold]
        return [due[second] - within[second] for second in seconds]

    def missing(self, seconds: Sequence[int]) -> list[int]:
        """Calls of each second known to be in error, dropped or cut; a call still open is none of these."""
        self._reach(seconds)
        return [self.errors[second] + self.dropped[second] + self.cut[second] for second in seconds]

    def unsettled(self, second: int) -> int:
        """Calls due in `second` that still wait or are in flight."""
        self._reach([second])
        settled = self.completed[second] + self.errors[second] + self.dropped[second] + self.cut[second]
        return self.due[second] - settled

    def due_in(self, seconds: Sequence[int]) -> list[int]:
        """Due calls of each second."""
        self._reach(seconds)
        return _chosen(self.due, seconds)

    def done_in(self, seconds: Sequence[int]) -> list[int]:
        """Completions of each second."""
        self._reach(seconds)
        return _chosen(self.done, seconds)

    def _reach(self, seconds: Sequence[int]) -> None:
        lacking = (seconds[-1] + 1 if seconds else 0) - len(self.due)
        if lacking > 0:
            for column in self._columns():
                column.extend([0] * lacking)

    def _columns(self) -> list["array[int]"]:
        plain = [self.due, self.sent, self.completed, self.dropped, self.cut, self.errors, self.done]
        return plain + self.within


def _chosen(column: "array[int]", seconds: Sequence[int]) -> list[int]:
    if isinstance(seconds, range):
        return list(column[seconds.start : seconds.stop])
    return [column[second] for second in seconds]
