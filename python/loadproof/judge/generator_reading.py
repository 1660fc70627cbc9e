"""The readings of the generator over a span."""

from collections import Counter
from collections.abc import Sequence

from loadproof.judge.tick import ShardState

__all__ = ["GeneratorReading"]


class GeneratorReading:
    """CPU, worst lateness, longest turn and faults of the shards, over the span."""

    def __init__(self) -> None:
        """Starts with nothing read."""
        self.longest_turn_ms = 0.0
        """Largest lateness at the end of a pass of the run loop, ms, without stalls whose seconds are not judged."""
        self.worst_lateness_ms: float | None = None
        """Worst lateness of all sends of the span, ms, also in seconds that are not judged; None: nothing was sent."""
        self.faults: Counter[str] = Counter()
        self._first: dict[int, tuple[int, float]] = {}
        self._last: dict[int, tuple[int, float]] = {}

    def begin(self, ended_s: int, shards: Sequence[ShardState]) -> None:
        """Takes the readings from just before the span: CPU is counted from here."""
        self._first = {shard.shard: (ended_s, shard.cpu_s) for shard in shards}

    def add(self, ended_s: int, shards: Sequence[ShardState]) -> None:
        """Takes the readings of a tick of the span that ended `ended_s` seconds into the trial."""
        for shard in shards:
            self._first.setdefault(shard.shard, (0, 0.0))
            self._last[shard.shard] = (ended_s, shard.cpu_s)
            self.longest_turn_ms = max(self.longest_turn_ms, shard.longest_turn_ms)
            self.faults.update(shard.faults)
            if shard.lateness.count:
                self.worst_lateness_ms = max(self.worst_lateness_ms or 0.0, shard.lateness.max_ms)

    @property
    def cpu_share(self) -> dict[int, float]:
        """By shard: the share (0 to 1) of one core that its thread used over the span."""
        shares = {}
        for shard, (ended_s, cpu_s) in self._last.items():
            began_s, before_s = self._first[shard]
            if ended_s > began_s:
                shares[shard] = (cpu_s - before_s) / (ended_s - began_s)
        return shares
