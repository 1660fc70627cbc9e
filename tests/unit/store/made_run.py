"""Made-up ticks and runs, with real histograms."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from loadproof._engine import Delta, Histogram
from loadproof.judge.tick import StallReading
from loadproof.model.slo import Slo, SloKind
from loadproof.records.run import RunOperation
from loadproof.store.description import RunDescription
from loadproof.store.run_directory import RunDirectory

OPERATIONS = (
    RunOperation(name="get", weight=70.0, request="GET /status/{id}"),
    RunOperation(name="batch", weight=20.0, request="GET /status?ids={ids}"),
    RunOperation(name="create", weight=5.0, request="POST /status"),
    RunOperation(name="update", weight=5.0, request="PUT /status/{id}"),
)
P99 = Slo("p99<50ms", SloKind.PERCENTILE, 0.01, 50.0)
ERRORS = Slo("errors<1%", SloKind.ERRORS, 0.01)


@dataclass(frozen=True)
class MadeShardReading:
    """Has the attributes of `_engine.ShardReading`."""

    shard: int = 0
    cpu_s: float = 0.0
    in_flight: int = 3
    waiting: int = 0
    connections: int = 8
    longest_turn_ms: float = 0.4
    stalls: Sequence[StallReading] = ()
    sessions: int = 0
    users: int = 0
    lateness: Histogram = field(default_factory=Histogram)
    phases: Mapping[str, Histogram] = field(default_factory=dict)
    faults: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class MadeReply:
    """Has the attributes of `_engine.FailedReply`."""

    operation: int = 0
    kind: str = "status-503"
    due_s: float = 0.5
    service_ms: float = 12.0
    head: bytes = b"HTTP/1.1 503 Service Unavailable\r\n\r\n"
    body: bytes = b"busy"
    body_bytes: int = 4


@dataclass(frozen=True)
class MadeTick:
    """Has the attributes of `_engine.Tick`."""

    second: int
    deltas: Sequence[Delta] = ()
    shards: Sequence[MadeShardReading] = ()
    last: bool = False
    failed_replies: Sequence[MadeReply] = ()
    service: Mapping[str, float] = field(default_factory=dict)


def histogram_of(*values_ms: float) -> Histogram:
    """A histogram with one call of each value."""
    histogram = Histogram()
    for value_ms in values_ms:
        histogram.record_ms(value_ms)
    return histogram


def answered(second: int, operation: int, values_ms: Sequence[float]) -> Delta:
    """Calls due and answered in `second`."""
    count = len(values_ms)
    over = sum(value_ms > 50.0 for value_ms in values_ms)
    return Delta(
        second=second,
        operation=operation,
        due=count,
        sent=count,
        completed=count,
        done=count,
        within=[count - over],
        response=histogram_of(*values_ms),
        service=histogram_of(*(value_ms * 0.9 for value_ms in values_ms)),
        wait=histogram_of(*([0.0] * count)),
        lateness=histogram_of(*([0.02] * count)),
    )


def tick_of(second: int, values_ms: Sequence[float]) -> MadeTick:
    """One second in which every operation was called once per value."""
    deltas = [answered(second, operation, values_ms) for operation in range(len(OPERATIONS))]
    reading = MadeShardReading(cpu_s=0.2 * (second + 1), lateness=histogram_of(0.02))
    return MadeTick(second, deltas, [reading])


def description_of(verb: str = "load", arrivals: str = "poisson") -> RunDescription:
    """A run of four operations."""
    return RunDescription(
        verb=verb,
        command=("loadproof", verb, "http://127.0.0.1:8080", "--slo", "p99<50ms"),
        target="http://127.0.0.1:8080",
        arrivals=arrivals,
        seed=7,
        operations=OPERATIONS,
        slos=(P99, ERRORS),
        thresholds_ms=(50.0,),
        method={"timeout_s": 10.0, "connections": 256},
        environment={"cpu_model": "Example CPU", "cores": 2, "memory_mib": 7800},
        plan={"shards": 1},
    )


@dataclass
class MadeClock:
    """A clock that is set by hand."""

    now_s: float = 1000.0

    def __call__(self) -> float:
        return self.now_s


def directory_in(parent: Path, verb: str = "load") -> RunDirectory:
    """A fresh run directory."""
    return RunDirectory.create(verb, path=parent / "run")
