"""A simulated service as it is run: resolved and frozen, in the units of the engine."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

__all__ = [
    "BackgroundWork",
    "Contention",
    "Drift",
    "Errors",
    "Memory",
    "Modulation",
    "Neighbour",
    "ServicePause",
    "ServiceTime",
    "ServiceWarmUp",
    "SimulatedOperation",
    "SimulatedService",
    "slowed",
]


@dataclass(frozen=True, slots=True)
class ServiceTime:
    """A law of service times: `fixed`, `exponential`, `log_normal`, `two_point` or `pareto`, with its numbers."""

    law: str
    numbers: float | Mapping[str, float]
    """The time of `fixed` and the mean of `exponential`, in ns; of the others by name."""


@dataclass(frozen=True, slots=True)
class SimulatedOperation:
    """Settings that differ for one operation; `service_time` None: that of the service."""

    service_time: ServiceTime | None = None
    error_share: float = 0.0


@dataclass(frozen=True, slots=True)
class ServiceWarmUp:
    """Service times × (1 + (factor − 1)·exp(−age/decay)); the age is that of the start."""

    factor: float
    decay_ns: int


@dataclass(frozen=True, slots=True)
class ServicePause:
    """Nothing begins and nothing ends; `random`: exponential gaps and lengths with these means."""

    every_ns: int
    lasts_ns: int
    random: bool = False


@dataclass(frozen=True, slots=True)
class Contention:
    """Service times × (1 + serial·(n−1) + coherence·n·(n−1)) with n calls in service (Gunther's scalability law)."""

    serial: float = 0.0
    coherence: float = 0.0


@dataclass(frozen=True, slots=True)
class BackgroundWork:
    """A periodic job that makes service times longer while it lasts."""

    every_ns: int
    lasts_ns: int
    slowdown: float


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A neighbour that comes and goes, for exponential times, and makes service times longer meanwhile."""

    busy_ns: int
    quiet_ns: int
    slowdown: float


@dataclass(frozen=True, slots=True)
class Modulation:
    """Service times × exp(x − deviation²/2), x an AR(1) process that moves on each `every_ns`."""

    coefficient: float
    deviation: float
    every_ns: int = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Drift:
    """Service times × (1 + per_hour·age/hour)."""

    per_hour: float


@dataclass(frozen=True, slots=True)
class Errors:
    """A share of calls that are answered with `status` after their service time."""

    share: float
    status: int = 500
    above_per_s: float | None = None
    """Only while more calls than this arrived in the last second."""
    from_ns: int = 0
    """Only from this age on."""


@dataclass(frozen=True, slots=True)
class Memory:
    """Garbage, collections that pause the service, and leaks that end in its death; bytes."""

    base_bytes: int = 0
    limit_bytes: int | None = None
    garbage_bytes_per_call: int = 0
    leak_bytes_per_call: int = 0
    leak_bytes_per_s: int = 0
    collect_bytes: int | None = None
    pause_ns_per_live_mib: int = 0


@dataclass(frozen=True, slots=True)
class SimulatedService:
    """A service in virtual time: what is not there does nothing. All blocks act together."""

    workers: int
    service_time: ServiceTime
    seed: int | None = None
    """Seed of the service; None: the seed of the study."""
    queue: int | None = None
    operations: Mapping[str, SimulatedOperation] = field(default_factory=dict)
    network_ns: int = 0
    connect_ns: int = 0
    connections: int | None = None
    warm_up: ServiceWarmUp | None = None
    pauses: tuple[ServicePause, ...] = ()
    contention: Contention | None = None
    background: BackgroundWork | None = None
    neighbour: Neighbour | None = None
    modulation: Modulation | None = None
    drift: Drift | None = None
    errors: Errors | None = None
    memory: Memory | None = None
    death_ns: int | None = None


def slowed(service: SimulatedService, factor: float) -> SimulatedService:
    """The service with all of its service times so many times as long.

    >>> slowed(SimulatedService(1, ServiceTime("fixed", 1e6)), 1.5).service_time
    ServiceTime(law='fixed', numbers=1500000.0)
    """
    operations = {
        name: operation
        if operation.service_time is None
        else replace(operation, service_time=_longer(operation.service_time, factor))
        for name, operation in service.operations.items()
    }
    return replace(service, service_time=_longer(service.service_time, factor), operations=operations)


def _longer(law: ServiceTime, factor: float) -> ServiceTime:
    """Return `law` with its times scaled by `factor`; shapes and shares stay."""
    if not isinstance(law.numbers, Mapping):
        return replace(law, numbers=law.numbers * factor)
    return replace(
        law,
        numbers={name: number * factor if name.endswith("_ns") else number for name, number in law.numbers.items()},
    )
