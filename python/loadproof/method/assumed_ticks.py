"""The ticks that an engine would give of an assumed service: what the judges of a forecast read."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from loadproof._engine import Histogram
from loadproof.judge.tick import FailedReplyReading
from loadproof.method.assumed_service import Counts, Numbers, ServedSeconds

__all__ = ["AssumedDelta", "AssumedShard", "AssumedTick", "ticks_of"]

_NOTHING = Histogram()


@dataclass(frozen=True, slots=True)
class AssumedDelta:
    """A `DeltaReading`: what one second adds to the window of one due second and operation."""

    second: int
    operation: int
    due: int = 0
    completed: int = 0
    dropped: int = 0
    done: int = 0
    within: tuple[int, ...] = ()
    response: Histogram = _NOTHING
    errors: Mapping[str, int] = field(default_factory=dict)
    cut: int = 0
    service: Histogram = _NOTHING
    wait: Histogram = _NOTHING
    lateness: Histogram = _NOTHING

    @property
    def sent(self) -> int:
        """Those that are due and not dropped."""
        return self.due - self.dropped


@dataclass(frozen=True, slots=True)
class AssumedShard:
    """A `ShardState` of a generator without faults."""

    in_flight: int
    shard: int = 0
    cpu_s: float = 0.0
    waiting: int = 0
    connections: int = 1
    longest_turn_ms: float = 0.0
    sessions: int = 0
    lateness: Histogram = _NOTHING
    phases: Mapping[str, Histogram] = field(default_factory=dict)
    faults: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AssumedTick:
    """A `TickReading`."""

    second: int
    deltas: tuple[AssumedDelta, ...]
    shards: tuple[AssumedShard, ...]
    last: bool = False
    failed_replies: tuple[FailedReplyReading, ...] = ()


def ticks_of(
    served: ServedSeconds, shares: Sequence[float], timeout_s: float, rng: np.random.Generator
) -> Iterator[AssumedTick]:
    """One tick for each second and the closing one; `shares` are those of the operations and sum to 1.

    The calls of a second are settled together, once its mean response time has passed; where that is beyond the
    timeout they are dropped. Their response times stand in the deltas of the last operation, as one mean for all.
    """
    due: Counts = rng.multinomial(served.calls, shares) if len(shares) > 1 else served.calls[:, None]
    within = np.moveaxis(_within(due, served.over, rng), 0, -1).tolist()
    length = len(served.calls)
    in_flight = np.minimum(served.in_flight, np.cumsum(served.calls)).astype(np.int64)
    done = np.maximum(served.calls - np.diff(in_flight, prepend=0), 0).tolist()
    rows = zip(due.tolist(), within, served.mean_s.tolist(), strict=True)
    seconds = [_Second(number, *row) for number, row in enumerate(rows)]
    settled: list[list[_Second]] = [[] for _ in range(length + 1)]
    for own in seconds:
        settled[min(own.number + int(min(own.mean_s, timeout_s)), length)].append(own)
    for number in range(length):
        deltas = seconds[number].begun(done[number])
        for begun in settled[number]:
            deltas += begun.settled(timeout_s)
        yield AssumedTick(number, tuple(deltas), (AssumedShard(int(in_flight[number])),))
    closing = [delta for begun in settled[length] for delta in begun.settled(timeout_s)]
    yield AssumedTick(length, tuple(closing), (AssumedShard(0),), last=True)


@dataclass(frozen=True, slots=True)
class _Second:
    """The calls due in one second: by operation, and of each those within each threshold."""

    number: int
    due: list[int]
    within: list[list[int]]
    mean_s: float

    def begun(self, done: int) -> list[AssumedDelta]:
        """What its own tick says: the calls that came due, and the completions of that second."""
        calls = max(1, sum(self.due))
        ended = [done * own // calls for own in self.due]
        ended[-1] += done - sum(ended)
        nothing = (0,) * len(self.within[0])
        return [
            AssumedDelta(self.number, operation, due=own, done=completions, within=nothing)
            for operation, (own, completions) in enumerate(zip(self.due, ended, strict=True))
        ]

    def settled(self, timeout_s: float) -> list[AssumedDelta]:
        """What became of its calls."""
        if self.mean_s > timeout_s:
            nothing = (0,) * len(self.within[0])
            return [
                AssumedDelta(self.number, operation, dropped=own, within=nothing)
                for operation, own in enumerate(self.due)
            ]
        response = Histogram()
        if any(self.due):
            response.record_ms(1000.0 * self.mean_s, sum(self.due))
        last = len(self.due) - 1
        return [
            AssumedDelta(
                self.number,
                operation,
                completed=own,
                within=tuple(self.within[operation]),
                response=response if operation == last else _NOTHING,
            )
            for operation, own in enumerate(self.due)
        ]


def _within(due: Counts, over: Numbers, rng: np.random.Generator) -> Counts:
    """Calls within each threshold (thresholds × seconds × operations), each threshold's among the next one's."""
    left = due
    slower = []
    before = np.ones(len(due))
    for shares in over:
        # A call over a threshold is over every lower one: those are thinned further.
        thinned = np.divide(shares, before, out=np.zeros_like(shares), where=before > 0.0)
        left = rng.binomial(left, np.minimum(thinned, 1.0)[:, None])
        slower.append(left)
        before = shares
    return np.array([due - bad for bad in slower], dtype=np.int64).reshape(len(over), *due.shape)
