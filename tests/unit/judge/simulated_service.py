"""Services simulated by numpy, and the ticks that an engine would give of them."""

import heapq
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from loadproof._engine import Delta, Histogram
from loadproof.judge.plateau import PlateauJudge, PlateauSettings
from loadproof.judge.thresholds import counted_thresholds_ms
from loadproof.judge.tick import FailedReplyReading, StallReading
from loadproof.judge.timeline import Timeline
from loadproof.judge.verdict import Verdict
from loadproof.model.slo import Slo, SloKind
from numpy.typing import NDArray

Times = NDArray[np.float64]
_NOTHING = Histogram()
TIMEOUT_S = 10.0


def simulated_delta(
    second: int,
    due: int = 0,
    completed: int = 0,
    within: Sequence[int] = (),
    done: int = 0,
    errors: Mapping[str, int] | None = None,
    operation: int = 0,
    **counts: Any,
) -> Delta:
    """A delta of calls that were all sent when they were due."""
    settled: dict[str, Any] = {"completed": completed, "within": within, "done": done, "errors": errors, **counts}
    return Delta(second, operation, due=due, sent=due, **settled)


@dataclass(frozen=True, slots=True)
class MadeStall:
    """The shape of `_engine.Stall`."""

    begin_s: float
    end_s: float
    oldest_due_s: float
    cause: str = "stopped"


@dataclass(frozen=True, slots=True)
class SimulatedShard:
    """The shape of `_engine.ShardReading`."""

    in_flight: int
    cpu_s: float = 0.0
    shard: int = 0
    waiting: int = 0
    connections: int = 1
    longest_turn_ms: float = 0.1
    stalls: Sequence[StallReading] = ()
    lateness: Histogram = _NOTHING
    sessions: int = 0
    users: int = 0
    phases: dict[str, Histogram] = field(default_factory=dict)
    faults: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SimulatedTick:
    """The shape of `_engine.Tick`."""

    second: int
    deltas: tuple[Delta, ...]
    shards: tuple[SimulatedShard, ...]
    last: bool = False
    failed_replies: tuple[FailedReplyReading, ...] = ()
    service: dict[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class QueueService:
    """`servers` behind one FIFO queue: M/G/c for Poisson arrivals, D/G/c for constant ones.

    `spread` is the law of the service time: "fixed", "exponential" or "lognormal" (sigma 1). `frozen_s` of
    every `period_s` seconds nothing is answered (the service wakes with all its backlog answered at once).
    `failing_above`: calls due at a higher rate fail, each with `failing_share`.
    """

    servers: int
    service_s: float
    spread: str = "fixed"
    constant_arrivals: bool = False
    frozen_s: float = 0.0
    period_s: float = 10.0
    failing_above: float = math.inf
    failing_share: float = 0.0

    def arrivals(self, rng: np.random.Generator, rate: float, duration_s: float) -> Times:
        """Due times in seconds, ascending."""
        if self.constant_arrivals:
            return np.arange(0.0, duration_s, 1.0 / rate)
        return np.sort(rng.random(rng.poisson(rate * duration_s)) * duration_s)

    def responses(self, rng: np.random.Generator, arrivals: Times) -> Times:
        """Response times in seconds."""
        if self.spread == "fixed":
            waits = _fixed_service(arrivals, self.service_s, self.servers)
        else:
            count = len(arrivals)
            factors = (
                rng.exponential(1.0, count) if self.spread == "exponential" else np.exp(rng.normal(-0.5, 1.0, count))
            )
            waits = _random_service(arrivals, self.service_s * factors, self.servers)
        if self.frozen_s:
            done = arrivals + waits
            phase = done % self.period_s
            done = np.where(phase < self.frozen_s, done - phase + self.frozen_s, done)
            waits = done - arrivals
        return waits


def _fixed_service(arrivals: Times, service_s: float, servers: int) -> Times:
    # With equal service times calls leave in order, so every `servers`-th call forms a queue of its
    # own: Lindley's recursion
    # d[j] = max(a[j], d[j-1]) + s, solved by a running maximum.
    done = np.empty_like(arrivals)
    for lane in range(servers):
        own = arrivals[lane::servers]
        place = np.arange(len(own), dtype=np.float64)
        if len(own):
            done[lane::servers] = (place + 1.0) * service_s + np.maximum.accumulate(own - place * service_s)
    result: Times = done - arrivals
    return result


def _random_service(arrivals: Times, services: Times, servers: int) -> Times:
    if servers == 1:
        ends = np.cumsum(services)
        result: Times = ends + np.maximum.accumulate(arrivals - (ends - services)) - arrivals
        return result
    free = [0.0] * servers
    responses = []
    for arrival, service in zip(arrivals.tolist(), services.tolist(), strict=True):
        end = max(arrival, free[0]) + service
        heapq.heapreplace(free, end)
        responses.append(end - arrival)
    return np.array(responses, dtype=np.float64)


def ticks_of(
    arrivals: Times,
    responses: Times,
    failed: NDArray[np.bool_],
    thresholds_ms: tuple[float, ...],
    plateau_s: int,
    kind: str = "timeout",
) -> Iterator[SimulatedTick]:
    """One tick per second of the plateau and the closing one, as an engine would give them; errors are of one kind."""
    timed_out = responses > TIMEOUT_S
    bad = failed | timed_out
    done_at = arrivals + np.minimum(responses, TIMEOUT_S)
    due_second = arrivals.astype(np.int64)
    settled_second = np.minimum(done_at.astype(np.int64), plateau_s)
    columns = [~bad, bad, *[~bad & (responses * 1000.0 <= threshold_ms) for threshold_ms in thresholds_ms]]
    width = plateau_s + 1
    keys = settled_second * width + due_second
    unique, inverse = np.unique(keys, return_inverse=True)
    sums = np.array([np.bincount(inverse, column, len(unique)).astype(np.int64) for column in columns])
    settled: list[list[Delta]] = [[] for _ in range(width)]
    for key, (completed, errors, *within) in zip(unique.tolist(), sums.T.tolist(), strict=True):
        second, due = divmod(key, width)
        settled[second].append(simulated_delta(due, 0, completed, tuple(within), 0, {kind: errors} if errors else {}))
    due_counts = np.bincount(due_second, minlength=plateau_s)
    done_counts = np.bincount(settled_second[~bad], minlength=width)
    in_flight = np.cumsum(due_counts)[:plateau_s] - np.cumsum(np.bincount(settled_second, minlength=width))[:plateau_s]
    nothing = (0,) * len(thresholds_ms)
    for second in range(plateau_s):
        own = simulated_delta(second, int(due_counts[second]), 0, nothing, int(done_counts[second]))
        yield SimulatedTick(
            second, (own, *settled[second]), (SimulatedShard(int(in_flight[second]), 0.3 * (second + 1)),)
        )
    yield SimulatedTick(plateau_s, tuple(settled[plateau_s]), (SimulatedShard(0),), last=True)


def p99_under(threshold_ms: float) -> Slo:
    """p99 < threshold."""
    return Slo(f"p99<{threshold_ms:g}ms", SloKind.PERCENTILE, 0.01, threshold_ms)


ERRORS = Slo("errors<1%", SloKind.ERRORS, 0.01)
RATE = Slo("rate±5%", SloKind.RATE, 0.05)


@dataclass(frozen=True, slots=True)
class Plateau:
    """One simulated plateau with its judge."""

    service: QueueService
    slos: tuple[Slo, ...]
    settle_s: float = 2.0
    settings: PlateauSettings = field(default_factory=lambda: PlateauSettings(60.0))

    def run(self, rng: np.random.Generator, rate: float) -> tuple[Verdict, Timeline]:
        """The verdict, and the timeline it rests on."""
        thresholds_ms = counted_thresholds_ms(self.slos)
        timeline = Timeline(("call",), thresholds_ms, self.settle_s)
        judge = PlateauJudge(self.slos, timeline, self.settings)
        plateau_s = math.ceil(self.settle_s + self.settings.hold_s)
        arrivals = self.service.arrivals(rng, rate, plateau_s)
        responses = self.service.responses(rng, arrivals)
        failing = self.service.failing_share if rate > self.service.failing_above else 0.0
        failed = rng.random(len(arrivals)) < failing
        timeline.close_span(plateau_s)
        for tick in ticks_of(arrivals, responses, failed, thresholds_ms, plateau_s):
            timeline.add(tick)
            if tick.last:
                break
            verdict = judge.look(tick.second + 1.0)
            if verdict is not None:
                return verdict, timeline
        return judge.final(), timeline

    def with_settings(self, settings: PlateauSettings) -> "Plateau":
        """The same plateau, judged otherwise."""
        return replace(self, settings=settings)


@dataclass(frozen=True, slots=True)
class KnownService:
    """A service with its capacity: the rate at which 1 % of calls take longer than `threshold_ms`."""

    name: str
    service: QueueService
    threshold_ms: float
    capacity: float

    @property
    def slos(self) -> tuple[Slo, ...]:
        """The SLOs it is judged by."""
        return (p99_under(self.threshold_ms), ERRORS, RATE)


KNOWN_SERVICES = (
    KnownService("M/D/4, 5 ms", QueueService(4, 0.005), 50.0, 751.0),
    KnownService("D/D/4, 5 ms", QueueService(4, 0.005, constant_arrivals=True), 50.0, 800.0),
    KnownService("M/M/1, 1 ms", QueueService(1, 0.001, "exponential"), 50.0, 908.0),
    KnownService("M/M/1, 0.1 ms", QueueService(1, 0.0001, "exponential"), 50.0, 9908.0),
    KnownService("M/LN/4, 5 ms", QueueService(4, 0.005, "lognormal"), 50.0, 643.0),
    KnownService("M/D/1, 20 ms", QueueService(1, 0.020), 350.0, 43.5),
)
"""M/M/1 by formula: rate = 1/s - ln(100)/T; D/D/4 is 4/s; the rest from 5,000,000 simulated calls."""
