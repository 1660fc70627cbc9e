"""The readings of a shard of the generator, added up over a minute."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from loadproof._engine import Histogram
from loadproof.judge.tick import ShardState
from loadproof.store.record import ShardSecond
from loadproof.store.rows import shard_row

__all__ = ["ShardTotal"]


class ShardTotal:
    """The last second, with the lateness merged, the faults summed and the longest turn of all; a `ShardState`."""

    def __init__(self) -> None:
        """Nothing has come yet."""
        self._second = -1
        self._last: ShardState | ShardSecond | None = None
        self._faults: Counter[str] = Counter()
        self.longest_turn_ms = 0.0
        self.lateness = Histogram()

    def add(self, second: int, reading: ShardState | ShardSecond) -> None:
        """Adds a second, or a part of the minute that was added up before, in the order of time."""
        self._second, self._last = second, reading
        self._faults.update(reading.faults)
        self.longest_turn_ms = max(self.longest_turn_ms, reading.longest_turn_ms)
        self.lateness.merge(reading.lateness)

    @property
    def faults(self) -> Mapping[str, int]:
        """The generator's own limits that were hit."""
        return self._faults

    def row(self, trial: int) -> tuple[Any, ...]:
        """The row of `shard`."""
        return shard_row(trial, self._second, self)

    def __getattr__(self, name: str) -> Any:
        """All else is that of the last second."""
        return getattr(self._last, name)
