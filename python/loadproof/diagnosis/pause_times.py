"""How long pauses took: a bounded number of counts, whatever the number of pauses."""

from collections.abc import Iterable

__all__ = ["PauseTimes", "WaitSum"]

_EXACT_BELOW_US = 10_000
_DIGITS = 4


class PauseTimes:
    """Counts of durations in microseconds: exact below 10 ms, to four digits above; sum and longest are exact.

    A collector tells three decimals of a millisecond, so that most counts lose nothing.

    >>> times = PauseTimes()
    >>> for ms in (1.5, 2.5, 123.456):
    ...     times.add(ms)
    >>> times.count, times.quantile_ms(0.5), times.quantile_ms(0.99), times.longest_ms
    (3, 2.5, 123.456, 123.456)
    """

    __slots__ = ("_counts", "count", "longest_ms", "total_ms")

    def __init__(self) -> None:
        """No pause yet."""
        self._counts: dict[int, int] = {}
        self.count = 0
        self.total_ms = 0.0
        self.longest_ms = 0.0

    def add(self, pause_ms: float) -> None:
        """Adds one pause."""
        micros = round(pause_ms * 1000.0)
        if micros >= _EXACT_BELOW_US:
            step = 10 ** (len(str(micros)) - _DIGITS)
            micros = (micros + step // 2) // step * step
        self._counts[micros] = self._counts.get(micros, 0) + 1
        self.count += 1
        self.total_ms += pause_ms
        # A log has millions of them: a call of max takes as long as all the rest.
        self.longest_ms = pause_ms if pause_ms > self.longest_ms else self.longest_ms

    def merge(self, other: "PauseTimes") -> None:
        """Adds all pauses of another."""
        for micros, number in other._counts.items():
            self._counts[micros] = self._counts.get(micros, 0) + number
        self.count += other.count
        self.total_ms += other.total_ms
        self.longest_ms = max(self.longest_ms, other.longest_ms)

    def quantile_ms(self, share: float) -> float:
        """The least duration that at least `share` of the pauses did not exceed; 0 where there is none."""
        return self.quantiles_ms((share,))[0]

    def quantiles_ms(self, shares: Iterable[float]) -> list[float]:
        """Several quantiles by nearest rank."""
        ordered = sorted(self._counts)
        return [self._at(ordered, share) for share in shares]

    def over(self, level_ms: float) -> int:
        """Pauses that took longer than a level, which is one of the quantiles."""
        return sum(number for micros, number in self._counts.items() if micros / 1000.0 > level_ms)

    @property
    def mean_ms(self) -> float:
        """0 where there is none."""
        return self.total_ms / self.count if self.count else 0.0

    def _at(self, ordered: list[int], share: float) -> float:
        rank, seen = share * self.count, 0
        for micros in ordered:
            seen += self._counts[micros]
            # A rank such as 0.99 · 100 is a little more than 99 in floating point.
            if seen >= rank - 1e-9 * self.count:
                return min(micros / 1000.0, self.longest_ms)
        return self.longest_ms


class WaitSum:
    """How many waits there were, how long all of them together took, and the longest."""

    __slots__ = ("count", "longest_ms", "total_ms")

    def __init__(self) -> None:
        """None yet."""
        self.count = 0
        self.total_ms = 0.0
        self.longest_ms = 0.0

    def add(self, wait_ms: float) -> None:
        """Adds one."""
        self.count += 1
        self.total_ms += wait_ms
        self.longest_ms = max(self.longest_ms, wait_ms)
