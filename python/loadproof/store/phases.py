"""Time of connections and calls by phase, over one trial."""

from collections.abc import Sequence
from typing import Any

from loadproof._engine import Histogram
from loadproof.judge.tick import ShardState

__all__ = ["PHASES", "PhaseAccount"]

PHASES = ("connect", "tls", "first_byte", "transfer", "reused_idle")


class PhaseAccount:
    """The phases of one trial so far.

    Each tick writes them whole over what was written before: a day takes the room of a second, nothing needs to be
    rolled up, and a tick that the disk refused is made good by the next.
    """

    def __init__(self) -> None:
        """Nothing has come yet."""
        self._merged = {name: Histogram() for name in PHASES}
        self._grown: set[str] = set()

    def add(self, shards: Sequence[ShardState]) -> None:
        """Adds what `shards` say."""
        for shard in shards:
            for name, histogram in shard.phases.items():
                if histogram.count and name in self._merged:
                    self._merged[name].merge(histogram)
                    self._grown.add(name)

    def rows(self, trial: int) -> list[tuple[Any, ...]]:
        """A row of `phase` for each that has grown since the last time."""
        grown, self._grown = self._grown, set()
        return [(trial, name, self._merged[name].to_blob()) for name in PHASES if name in grown]
