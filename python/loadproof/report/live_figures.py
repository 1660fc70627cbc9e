"""What a live view shows of a trial under way, folded from its ticks."""

from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from loadproof._engine import Histogram
from loadproof.judge.tick import ShardState, TickReading

__all__ = ["LIVE_WINDOW_TICKS", "LiveFigures"]

LIVE_WINDOW_TICKS = 5
"""Percentiles are those of the calls that were answered in so many last ticks."""


@dataclass(slots=True)
class LiveFigures:
    """Figures of the last tick, percentiles of the last five, errors since the trial began."""

    due_rate: float = 0.0
    done_rate: float = 0.0
    errors: Counter[str] = field(default_factory=Counter)
    dropped: int = 0
    in_flight: int = 0
    waiting: int = 0
    connections: int = 0
    generator_cpu_percent: float | None = None
    """CPU of all shards in the last second; 100 is one core."""
    recent: deque[list[Histogram]] = field(default_factory=lambda: deque(maxlen=LIVE_WINDOW_TICKS))
    cpu_before: tuple[int, float] | None = None

    def add(self, tick: TickReading) -> None:
        """Folds one tick in."""
        for delta in tick.deltas:
            self.errors.update(delta.errors)
            self.dropped += delta.dropped
        self.recent.append([delta.response for delta in tick.deltas])
        if not tick.last:
            self.due_rate = float(sum(delta.due for delta in tick.deltas))
            self.done_rate = float(sum(delta.done for delta in tick.deltas))
        self._add_shards(tick.second, tick.shards)

    def _add_shards(self, second: int, shards: Sequence[ShardState]) -> None:
        self.in_flight = sum(shard.in_flight for shard in shards)
        self.waiting = sum(shard.waiting for shard in shards)
        self.connections = sum(shard.connections for shard in shards)
        cpu_s = sum(shard.cpu_s for shard in shards)
        before_second, before_s = self.cpu_before or (-1, 0.0)
        if second > before_second:
            self.generator_cpu_percent = 100.0 * (cpu_s - before_s) / (second - before_second)
            self.cpu_before = (second, cpu_s)

    def response(self) -> Histogram:
        """Response times of the last ticks, merged."""
        merged = Histogram()
        for histograms in self.recent:
            for histogram in histograms:
                merged.merge(histogram)
        return merged
