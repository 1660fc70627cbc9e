"""Distribution of pause times: a bounded number of counts, for any number of pauses."""

from collections import Counter
from collections.abc import Iterable

__all__ = ["PauseTimes", "WaitSum"]

_EXACT_BELOW_MS = 9.9995
_DIGITS = 4
_MOST_AT_ONCE = 4096


class PauseTimes:
    """Counts of durations in microseconds: exact below 10 ms, to four digits above; sum and longest are exact.

    A collector tells three decimals of a millisecond, so that most counts lose nothing.

    >>> times = PauseTimes()
    >>> for ms in (1.5, 2.5, 123.456):
    ...     times.add(ms)
    >>> times.count, times.quantile_ms(0.5), times.quantile_ms(0.99), times.longest_ms
    (3, 2.5, 123.456, 123.456)
    """

    __slots__ = ("_added_ms", "_counted", "_longest_ms", "_micros", "_total_ms")

    def __init__(self) -> None:
        """No pause yet."""
        # A log has millions of them: they are counted many at once.
        self._added_ms: list[float] = []
        self._micros: Counter[int] = Counter()
        self._counted = 0
        self._total_ms = 0.0
        self._longest_ms = 0.0

    @property
    def count(self) -> int:
        """Number of pauses."""
        return self._counted + len(self._added_ms)

    @property
    def total_ms(self) -> float:
        """Total time of all pauses."""
        self._count_added()
        return self._total_ms

    @property
    def longest_ms(self) -> float:
        """0 where there is none."""
        self._count_added()
        return self._longest_ms

    def add(self, pause_ms: float) -> None:
        """Adds one pause."""
        added_ms = self._added_ms
        added_ms.append(pause_ms)
        if len(added_ms) >= _MOST_AT_ONCE:
            self._count_added()

    def merge(self, other: "PauseTimes") -> None:
        """Adds all pauses of another."""
        self._micros.update(other._counts)
        self._counted += other.count
        self._total_ms += other.total_ms
        self._longest_ms = max(self._longest_ms, other.longest_ms)

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
    def _counts(self) -> Counter[int]:
        self._count_added()
        return self._micros

    def _count_added(self) -> None:
        added_ms = self._added_ms
        if added_ms:
            self._micros.update([round(ms * 1000.0) if ms < _EXACT_BELOW_MS else _coarse_micros(ms) for ms in added_ms])
            self._counted += len(added_ms)
            self._total_ms = sum(added_ms, self._total_ms)
            self._longest_ms = max(self._longest_ms, *added_ms)
            added_ms.clear()

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


def _coarse_micros(pause_ms: float) -> int:
    micros = round(pause_ms * 1000.0)
    step: int = 10 ** (len(str(micros)) - _DIGITS)
    return (micros + step // 2) // step * step


class WaitSum:
    """Number of waits, their total time and the longest wait, in ms."""

    __slots__ = ("count", "longest_ms", "total_ms")

    def __init__(self) -> None:
        """Start with no waits."""
        self.count = 0
        self.total_ms = 0.0
        self.longest_ms = 0.0

    def add(self, wait_ms: float) -> None:
        """Adds one."""
        self.count += 1
        self.total_ms += wait_ms
        self.longest_ms = max(self.longest_ms, wait_ms)
