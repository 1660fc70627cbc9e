"""Stored readings of slots: their judged seconds as one measurement, their calls, and the CPU of the generator."""

import math
from collections.abc import Mapping, Sequence
from functools import cached_property

from loadproof.judge.measured_span import MeasuredSpan
from loadproof.store.reader import RunReader
from loadproof.store.record import TrialRecord
from loadproof.store.window import Window

__all__ = ["SlotReadings"]


class SlotReadings:
    """Reads slots of one run."""

    def __init__(self, reader: RunReader) -> None:
        """`reader` is open as long as this is used."""
        self._reader = reader

    @cached_property
    def shares(self) -> Mapping[str, float]:
        """Shares of calls, by operation; none if flows make some calls, because nothing states how many."""
        rows = self._reader.description.operations
        if any(row.kind == "flow" for row in rows):
            return {}
        return {row.name: row.weight for row in rows if row.kind == "operation"}

    def span(self, record: TrialRecord, of_cycle: Sequence[TrialRecord]) -> MeasuredSpan:
        """The judged seconds of a slot, but for those that were left out of any slot of its cycle."""
        left_out = {
            second
            for one in of_cycle
            for begin, end in self._reader.measurement(one).left_out_s
            for second in range(begin, end)
        }
        begin = math.ceil(record.trial.settle_s)
        seconds = [second for second in range(begin, begin + round(record.trial.hold_s)) if second not in left_out]
        span = Window(begin, flows=self._reader.description.flows)
        for window in self._reader.windows(record.number):
            if window.second in seconds:
                for name, tally in window.operations.items():
                    span.add(name, tally)
        return span.measurement(float(len(seconds)))

    def completed(self, record: TrialRecord, from_s: float = 0.0) -> int:
        """Calls of a slot that were due from a second of it on, and completed."""
        windows = self._reader.windows(record.number)
        return sum(window.whole.completed for window in windows if window.second >= from_s)

    def generator_us(self, records: Sequence[TrialRecord], completed: int) -> float | None:
        """Processor time of the generator for each of the `completed` calls of these slots."""
        used_s = 0.0
        for record in records:
            cpu_s: dict[int, float] = {}
            for shard in self._reader.shards(record.number):
                cpu_s[shard.shard] = max(cpu_s.get(shard.shard, 0.0), shard.cpu_s)
            used_s += math.fsum(cpu_s.values())
        return 1e6 * used_s / completed if completed else None
