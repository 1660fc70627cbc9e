"""A simulated service as it was written in a study file."""

from functools import partial
from typing import Annotated

from pydantic import Field

from loadproof.model.duration import Duration
from loadproof.model.memory_size import MemorySize
from loadproof.model.share import Share
from loadproof.study.written import Scalar, Spec

__all__ = [
    "ServiceTimeSpec",
    "SimulatedChangesSpec",
    "SimulatedLevelSpec",
    "SimulatedOperationSpec",
    "SimulatedSpec",
]

_LONGEST_S = 10**6
"""Some 277 hours."""


def _time(least_ns: int, stand_in: str) -> Scalar:
    return Scalar(Duration, partial(Duration.parse_from, least_ns, _LONGEST_S), stand_in)


def _percentage(highest: float) -> Scalar:
    return Scalar(Share, partial(Share.parse_up_to, highest), "0%")


def _size(smallest: int) -> Scalar:
    return Scalar(MemorySize, partial(MemorySize.parse, smallest=smallest), "1B")


_Time = Annotated[Duration, _time(1, "1ms")]
_Delay = Annotated[Duration, _time(0, "0s")]
_Rhythm = Annotated[Duration, _time(1_000_000, "1s")]
_Percentage = Annotated[Share, _percentage(100.0)]
_Growth = Annotated[Share, _percentage(999_999.0)]
_Size = Annotated[MemorySize, _size(0)]
_Heap = Annotated[MemorySize, _size(1)]
_TIME = "a duration with its unit, such as 5ms"
_MANY = "a number, such as 100"
_SLOWDOWN = "a number, such as 2.0: service times are so many times as long"
_LAWS = "a duration (every call takes it), or a mapping with exponential, log_normal, two_point or pareto"


class LogNormalSpec(Spec):
    """Service times whose logarithm is normal: P(S > s) falls more slowly than that of an exponential."""

    mean: _Time = Field(description=_TIME, examples=["5ms"])
    """The mean of the service times."""
    sigma: float = Field(description="the standard deviation of the logarithm, such as 1", examples=[1.0])
    """Weight of the tail, from 0 to 10: the standard deviation of the logarithm."""


class TwoPointSpec(Spec):
    """One of two times."""

    low: _Time = Field(description=_TIME, examples=["1ms"])
    """The time that most calls take."""
    high: _Time = Field(description=_TIME, examples=["1ms"])
    """The time that the others take."""
    high_share: _Percentage = Field(description="a percentage, such as 5%", examples=["5%"])
    """Share of calls that take the high time."""


class ParetoSpec(Spec):
    """P(S > s) = (least / s)^shape: heavy tails."""

    least: _Time = Field(description=_TIME, examples=["1ms"])
    """The shortest service time."""
    shape: float = Field(description="a number, such as 2.5; above 1 there is a mean", examples=[2.5])
    """Exponent of the tail, from 0.1 to 1000000: the smaller, the heavier the tail."""


class ServiceTimeSpec(Spec):
    """A law of service times: one of its keys."""

    exponential: _Time | None = Field(default=None, description=_TIME)
    """The mean of exponential service times."""
    log_normal: LogNormalSpec | None = Field(default=None, description="a mapping with mean and sigma")
    """Log-normal service times."""
    two_point: TwoPointSpec | None = Field(default=None, description="a mapping with low, high and high_share")
    """Service times of two lengths."""
    pareto: ParetoSpec | None = Field(default=None, description="a mapping with least and shape")
    """Service times with a heavy tail."""


class SimulatedOperationSpec(Spec):
    """Settings that differ for one operation of the profile."""

    service_time: _Time | ServiceTimeSpec | None = Field(default=None, description=_LAWS)
    """Service time of calls of the operation; that of the service unless written."""
    errors: _Percentage | None = Field(default=None, description="a percentage of its calls, such as 0.1%")
    """Share of calls of the operation that are answered 500; none unless written."""


class ServiceWarmUpSpec(Spec):
    """Warm-up of the service, which is slow while it is young."""

    factor: float = Field(description=_SLOWDOWN, examples=[2.0])
    """Factor of the service times at age 0."""
    decay: _Time = Field(description=_TIME, examples=["30s"])
    """The age at which all but 37 % of the slowness is gone."""


class ServicePauseSpec(Spec):
    """Pauses in which the service stands still now and then."""

    every: _Time = Field(description=_TIME, examples=["10s"])
    """The time from the begin of one pause to the begin of the next."""
    lasts: _Time = Field(description=_TIME, examples=["1s"])
    """Duration of each pause; less than every, unless random is true."""
    random: bool = Field(default=False, description="true or false; true draws gaps and lengths with these means")
    """True if gaps and lengths are exponential, with these means; false unless written."""


class ContentionSpec(Spec):
    """Calls stand in each other's way (the universal scalability law)."""

    serial: float = Field(default=0.0, description="a number, such as 0.02")
    """Service times × (1 + serial·(n - 1)) with n calls in service, from 0 to 1000; 0 unless written."""
    coherence: float = Field(default=0.0, description="a number, such as 0.0005")
    """Service times × (1 + coherence·n·(n - 1)) with n calls in service, from 0 to 1000; 0 unless written."""


class BackgroundSpec(Spec):
    """A periodic job."""

    every: _Time = Field(description=_TIME, examples=["10s"])
    """The time from the begin of one job to the begin of the next."""
    lasts: _Time = Field(description=_TIME, examples=["1s"])
    """Duration of each job, at most every."""
    slowdown: float = Field(description=_SLOWDOWN, examples=[2.0])
    """Factor of the service times during a job."""


class NeighbourSpec(Spec):
    """A noisy neighbour, busy and quiet for exponential times with these means."""

    busy: _Time = Field(description=_TIME, examples=["10s"])
    """Mean duration of a busy time of the neighbour."""
    quiet: _Time = Field(description=_TIME, examples=["10s"])
    """Mean duration of a quiet time of the neighbour."""
    slowdown: float = Field(description=_SLOWDOWN, examples=[2.0])
    """Factor of the service times while the neighbour is busy."""


class ModulationSpec(Spec):
    """Service times rise and fall together, as an AR(1) process does."""

    coefficient: float = Field(description="a number between -1 and 1, such as 0.9", examples=[0.9])
    """Part of the last deviation that stays in the next one."""
    deviation: float = Field(description="a number from 0 to 5, such as 0.2", examples=[0.2])
    """Spread of the service times: the standard deviation of their logarithm."""
    every: _Rhythm = Field(default="1s", validate_default=True, description=_TIME)
    """The time from one value to the next, from 1ms on; 1s unless written."""


class DriftSpec(Spec):
    """Drift of the service, which grows slower with its age."""

    per_hour: _Growth = Field(description="a percentage, such as 10%", examples=["10%"])
    """Growth of the service times with each hour of age, up to 999999%."""


class ErrorsSpec(Spec):
    """Calls that are answered by an error."""

    share: _Percentage = Field(description="a percentage of the calls, such as 5%", examples=["5%"])
    """Share of calls that are answered by the error, after their service time."""
    status: int = Field(default=500, description="a status from 400 to 599")
    """The status of the error; 500 unless written."""
    above: float | None = Field(default=None, description="calls per second, such as 900, from which on they come")
    """Errors come only while more calls than this arrive per second; always unless written."""
    age: _Delay | None = Field(default=None, alias="from", description="the age from which on they come, such as 10m")
    """Errors come only from this age on; 0s unless written."""


class MemorySpec(Spec):
    """Garbage, collections and leaks."""

    base: _Size | None = Field(default=None, description="an amount of memory, such as 256MiB")
    """Memory at the start; 0B unless written."""
    limit: _Size | None = Field(
        default=None, description="an amount of memory, such as 1GiB: beyond it the service dies"
    )
    """Beyond it the service dies; no limit unless written."""
    garbage_per_call: _Size | None = Field(default=None, description="an amount of memory, such as 20KiB")
    """Garbage that each call leaves; 0B unless written."""
    leak_per_call: _Size | None = Field(default=None, description="an amount of memory, such as 100B")
    """Memory that each call leaves for ever; 0B unless written."""
    leak_per_second: _Size | None = Field(default=None, description="an amount of memory, such as 10KiB")
    """Memory that each second leaves for ever; 0B unless written."""
    collect: _Heap | None = Field(
        default=None, description="an amount of memory, such as 64MiB: so much garbage is collected at once"
    )
    """Amount of garbage that sets off a collection; never unless written. Needs garbage_per_call."""
    pause_per_live_mib: _Delay | None = Field(default=None, description="a duration with its unit, such as 100us")
    """Pause of the service in a collection, for each MiB of the live set; 0s unless written."""


class SimulatedLevelSpec(Spec):
    """A level of a feature, as the method overhead switches it."""

    cpu: _Growth = Field(description="a percentage, such as 5%", examples=["5%"])
    """Growth of the service times at this level; the time that calls spend in the service stands for its CPU."""


_Level = Annotated[SimulatedLevelSpec, Field(description="a mapping such as {cpu: 5%}")]
_Operation = Annotated[SimulatedOperationSpec, Field(description="a mapping such as {service_time: 2ms, errors: 0.1%}")]
_Pause = Annotated[ServicePauseSpec, Field(description="a mapping such as {every: 10s, lasts: 1s}")]


class SimulatedChangesSpec(Spec):
    """Settings of a simulated service that a variant may change: each replaces the stand's, null takes it away."""

    of_changes = "A variant that does not write it has that of the stand."

    workers: int | None = Field(default=None, description=_MANY)
    """Calls that are served at once, from 1 to 1000000."""
    service_time: _Time | ServiceTimeSpec | None = Field(default=None, description=_LAWS)
    """Service time of a call."""
    seed: int | None = Field(default=None, description="a number from 0 to 4294967295")
    """Seed of all random draws in the service; that of the study unless written."""
    queue: int | None = Field(default=None, description="calls that may wait for a worker, such as 100")
    """Calls that may wait for a worker: one more is answered 503 at once; without end unless written."""
    operations: dict[str, _Operation] = Field(
        default={}, description="a mapping of operations of the profile to what differs"
    )
    """Settings that differ for operations of the profile, by the names of the operations."""
    network: _Delay | None = Field(default=None, description=_TIME)
    """The time on the wire of each answer, half before and half after; 0s unless written."""
    connect: _Delay | None = Field(default=None, description=_TIME)
    """The time that a new connection takes; 0s unless written."""
    connections: int | None = Field(default=None, description="connections that are accepted at once, such as 1000")
    """Connections that are taken at once: one more is refused; without end unless written."""
    warm_up: ServiceWarmUpSpec | None = Field(default=None, description="a mapping with factor and decay")
    """The service is slow while it is young; not unless written."""
    pauses: list[_Pause] | None = Field(default=None, description="a list such as [{every: 10s, lasts: 1s}]")
    """The service stands still now and then, up to 16 kinds of pauses; never unless written."""
    contention: ContentionSpec | None = Field(default=None, description="a mapping with serial and coherence")
    """Calls in service slow each other down; not unless written."""
    background: BackgroundSpec | None = Field(default=None, description="a mapping with every, lasts and slowdown")
    """A periodic job slows the service down; none unless written."""
    neighbour: NeighbourSpec | None = Field(default=None, description="a mapping with busy, quiet and slowdown")
    """A neighbour who comes and goes slows the service down; none unless written."""
    modulation: ModulationSpec | None = Field(default=None, description="a mapping with coefficient and deviation")
    """Service times rise and fall together; not unless written."""
    drift: DriftSpec | None = Field(default=None, description="a mapping such as {per_hour: 10%}")
    """The service grows slower with its age; not unless written."""
    errors: ErrorsSpec | None = Field(default=None, description="a mapping such as {share: 5%}")
    """Calls that are answered by an error; none unless written."""
    memory: MemorySpec | None = Field(default=None, description="a mapping such as {base: 256MiB, limit: 1GiB}")
    """Garbage, collections and leaks; none unless written."""
    death: _Time | None = Field(default=None, description="the age at which it dies, such as 20m")
    """The age at which it dies; never unless written."""
    levels: dict[str, _Level] = Field(default={}, description="a mapping of names to levels, such as {on: {cpu: 5%}}")
    """Levels of a feature that the method overhead switches between, by name; none unless written."""


class SimulatedSpec(SimulatedChangesSpec):
    """A service in virtual time."""

    of_changes = ""

    workers: int = Field(description="a number of calls that are served at once, such as 4", examples=[1])
    """Calls that are served at once, from 1 to 1000000."""
    service_time: _Time | ServiceTimeSpec = Field(description=_LAWS, examples=["5ms"])
    """Service time of a call."""
