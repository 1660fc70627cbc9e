"""Growth of counters from one reading to the next."""

__all__ = ["Sparing", "per_second"]


def per_second(before: float | None, now: float | None, elapsed_s: float) -> float | None:
    """Growth per second; None where it cannot be told: not counted, no time between, or the counter was reset.

    >>> per_second(10, 14, 2.0), per_second(10, 3, 1.0), per_second(None, 3, 1.0)
    (2.0, None, None)
    """
    if before is None or now is None or now < before or elapsed_s <= 0:
        return None
    return (now - before) / elapsed_s


class Sparing:
    """Spaces an expensive reading out, so that it takes a small share of one core at most: half a per cent.

    One that was dearer than the one before, as it may be on a busy machine, spaces nothing out.

    >>> memory = Sparing()
    >>> memory.due(0.0)
    True
    >>> memory.spent(0.0, 0.015)
    >>> memory.due(2.5), memory.due(3.0), memory.interval_s
    (False, True, 3.0)
    >>> memory.spent(3.0, 1.0)
    >>> memory.due(6.0)
    True
    """

    _EARLY_S = 0.1
    """Rounds are not exact to the millisecond."""

    def __init__(self, share: float = 0.005) -> None:
        """Due at once."""
        self._share = share
        self._next_s = float("-inf")
        self._cost_s = float("inf")
        self.interval_s = 0.0
        """The longest time between two readings that was kept so far."""

    def due(self, now_s: float) -> bool:
        """Return True if the expensive reading may be taken now."""
        return now_s >= self._next_s

    def spent(self, now_s: float, cost_s: float) -> None:
        """Notes that the reading at `now_s` took `cost_s` of processor time."""
        interval_s = min(cost_s, self._cost_s) / self._share
        self._cost_s = cost_s
        self._next_s = now_s + max(0.0, interval_s - self._EARLY_S)
        self.interval_s = max(self.interval_s, interval_s)
