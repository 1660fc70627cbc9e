"""Metrics of a running trial for the live view, accumulated from its ticks."""

from collections import Counter, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from loadproof._engine import Delta, Histogram, Tally
from loadproof.judge.apdex_so_far import ApdexSoFar
from loadproof.judge.disturbance import MachineSecond
from loadproof.judge.tick import ShardState, TickReading

__all__ = ["LIVE_WINDOW_TICKS", "LiveFigures"]

LIVE_WINDOW_TICKS = 5
"""Percentiles are those of the calls that were answered in so many last ticks."""


@dataclass(slots=True)
class LiveFigures:
    """Figures of the last tick, percentiles of the last five, errors and limits that were met since the trial began."""

    operations: int | None = None
    """Deltas from this index on are flows, made of calls that are counted already."""
    apdex: ApdexSoFar | None = None
    """Apdex of the span so far; None: no operation has a target time."""
    due_rate: float = 0.0
    done_rate: float = 0.0
    errors: Counter[str] = field(default_factory=Counter)
    dropped: int = 0
    in_flight: int = 0
    waiting: int = 0
    connections: int = 0
    sessions: int = 0
    """Users and flows under way."""
    users: int = 0
    """Closed users that are present."""
    limits: Counter[str] = field(default_factory=Counter)
    """The generator's own limits that calls met: `descriptors`, `ports`, `connections`."""
    cpu_percent: dict[int, float] = field(default_factory=dict)
    """CPU of each shard in the last second; 100 is its core."""
    machine: MachineSecond | None = None
    """Use of the machine in the last second, such as cores that other processes took; None if it was not read."""
    recent: deque[Sequence[Delta]] = field(default_factory=lambda: deque(maxlen=LIVE_WINDOW_TICKS))
    lateness: deque[list[Histogram]] = field(default_factory=lambda: deque(maxlen=LIVE_WINDOW_TICKS))
    cpu_before: dict[int, tuple[int, float]] = field(default_factory=dict)

    def add(self, tick: TickReading) -> None:
        """Folds one tick in."""
        due = done = 0
        for _, counts in Tally.by_second(tick.deltas, self.operations):
            due, done = due + counts.due, done + counts.done
            self.dropped += counts.dropped
            if counts.errors:
                self.errors.update(counts.errors)
        if self.apdex is not None:
            self.apdex.add(tick.second, tick.deltas)
        self.recent.append(tick.deltas)
        self.lateness.append([shard.lateness for shard in tick.shards])
        self._add_gauges(tick.shards)
        if not tick.last:
            # The closing tick holds a part of a second, of which no rate can be told.
            self.due_rate, self.done_rate = float(due), float(done)
            self._add_cpu(tick.second, tick.shards)

    def _add_gauges(self, shards: Sequence[ShardState]) -> None:
        self.in_flight = sum(shard.in_flight for shard in shards)
        self.waiting = sum(shard.waiting for shard in shards)
        self.connections = sum(shard.connections for shard in shards)
        self.sessions = sum(shard.sessions for shard in shards)
        self.users = sum(shard.users for shard in shards)
        for shard in shards:
            self.limits.update(shard.faults)

    def _add_cpu(self, second: int, shards: Sequence[ShardState]) -> None:
        """Over the whole seconds that the shards name, whenever their ticks arrive."""
        for shard in shards:
            before_second, before_s = self.cpu_before.get(shard.shard, (-1, 0.0))
            if second > before_second:
                self.cpu_percent[shard.shard] = 100.0 * (shard.cpu_s - before_s) / (second - before_second)
                self.cpu_before[shard.shard] = (second, shard.cpu_s)

    def response(self) -> Histogram:
        """Response times of the last ticks, merged."""
        merged = Tally()
        for deltas in self.recent:
            merged.add_all(deltas, operations=self.operations, responses_only=True)
        return merged.response

    def lateness_p99_ms(self) -> float | None:
        """The p99 of the generator's own lateness in the last ticks; None where nothing was sent."""
        lateness = _merged(self.lateness)
        return lateness.quantile_ms(0.99) if lateness.count else None


def _merged(ticks: Iterable[Sequence[Histogram]]) -> Histogram:
    merged = Histogram()
    for histograms in ticks:
        for histogram in histograms:
            merged.merge(histogram)
    return merged
