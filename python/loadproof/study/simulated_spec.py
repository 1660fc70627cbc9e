"""A simulated service as it was written in a study file."""

from functools import partial
from typing import Annotated

from pydantic import Field

from loadproof.model.duration import Duration
from loadproof.model.memory_size import MemorySize
from loadproof.model.share import Share
from loadproof.study.written import Scalar, Spec

__all__ = ["ServiceTimeSpec", "SimulatedChangesSpec", "SimulatedOperationSpec", "SimulatedSpec"]

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
    """Its logarithm is normal: P(S > s) falls slower than that of an exponential."""

    mean: _Time = Field(description=_TIME, examples=["5ms"])
    sigma: float = Field(description="the standard deviation of the logarithm, such as 1", examples=[1.0])


class TwoPointSpec(Spec):
    """One of two times."""

    low: _Time = Field(description=_TIME, examples=["1ms"])
    high: _Time = Field(description=_TIME, examples=["1ms"])
    high_share: _Percentage = Field(description="a percentage, such as 5%", examples=["5%"])


class ParetoSpec(Spec):
    """P(S > s) = (least / s)^shape: heavy tails."""

    least: _Time = Field(description=_TIME, examples=["1ms"])
    shape: float = Field(description="a number, such as 2.5; above 1 there is a mean", examples=[2.5])


class ServiceTimeSpec(Spec):
    """A law of service times: one of its keys."""

    exponential: _Time | None = Field(default=None, description=_TIME)
    log_normal: LogNormalSpec | None = Field(default=None, description="a mapping with mean and sigma")
    two_point: TwoPointSpec | None = Field(default=None, description="a mapping with low, high and high_share")
    pareto: ParetoSpec | None = Field(default=None, description="a mapping with least and shape")


class SimulatedOperationSpec(Spec):
    """What differs for one operation of the profile."""

    service_time: _Time | ServiceTimeSpec | None = Field(default=None, description=_LAWS)
    errors: _Percentage | None = Field(default=None, description="a percentage of its calls, such as 0.1%")


class WarmUpSpec(Spec):
    """It is slow while it is young."""

    factor: float = Field(description=_SLOWDOWN, examples=[2.0])
    decay: _Time = Field(description=_TIME, examples=["30s"])


class PauseSpec(Spec):
    """It stands still now and then."""

    every: _Time = Field(description=_TIME, examples=["10s"])
    lasts: _Time = Field(description=_TIME, examples=["1s"])
    random: bool = Field(default=False, description="true or false; true draws gaps and lengths with these means")


class ContentionSpec(Spec):
    """Calls stand in each other's way (the universal scalability law)."""

    serial: float = Field(default=0.0, description="a number, such as 0.02")
    coherence: float = Field(default=0.0, description="a number, such as 0.0005")


class BackgroundSpec(Spec):
    """A periodic job."""

    every: _Time = Field(description=_TIME, examples=["10s"])
    lasts: _Time = Field(description=_TIME, examples=["1s"])
    slowdown: float = Field(description=_SLOWDOWN, examples=[2.0])


class NeighbourSpec(Spec):
    """A noisy neighbour, busy and quiet for exponential times with these means."""

    busy: _Time = Field(description=_TIME, examples=["10s"])
    quiet: _Time = Field(description=_TIME, examples=["10s"])
    slowdown: float = Field(description=_SLOWDOWN, examples=[2.0])


class ModulationSpec(Spec):
    """Service times rise and fall together, as an AR(1) process does."""

    coefficient: float = Field(description="a number between -1 and 1, such as 0.9", examples=[0.9])
    deviation: float = Field(description="a number from 0 to 5, such as 0.2", examples=[0.2])
    every: _Rhythm = Field(default="1s", validate_default=True, description=_TIME)


class DriftSpec(Spec):
    """It grows slower with its age."""

    per_hour: _Growth = Field(description="a percentage, such as 10%", examples=["10%"])


class ErrorsSpec(Spec):
    """Calls that are answered by an error."""

    share: _Percentage = Field(description="a percentage of the calls, such as 5%", examples=["5%"])
    status: int = Field(default=500, description="a status from 400 to 599")
    above: float | None = Field(default=None, description="calls per second, such as 900, from which on they come")
    age: _Delay | None = Field(default=None, alias="from", description="the age from which on they come, such as 10m")


class MemorySpec(Spec):
    """Garbage, collections and leaks."""

    base: _Size | None = Field(default=None, description="an amount of memory, such as 256MiB")
    limit: _Size | None = Field(
        default=None, description="an amount of memory, such as 1GiB: beyond it the service dies"
    )
    garbage_per_call: _Size | None = Field(default=None, description="an amount of memory, such as 20KiB")
    leak_per_call: _Size | None = Field(default=None, description="an amount of memory, such as 100B")
    leak_per_second: _Size | None = Field(default=None, description="an amount of memory, such as 10KiB")
    collect: _Heap | None = Field(
        default=None, description="an amount of memory, such as 64MiB: so much garbage is collected at once"
    )
    pause_per_live_mib: _Delay | None = Field(default=None, description="a duration with its unit, such as 100us")


_Operation = Annotated[SimulatedOperationSpec, Field(description="a mapping such as {service_time: 2ms, errors: 0.1%}")]
_Pause = Annotated[PauseSpec, Field(description="a mapping such as {every: 10s, lasts: 1s}")]


class SimulatedChangesSpec(Spec):
    """Settings of a simulated service that a variant may change: each replaces the stand's, null takes it away."""

    workers: int | None = Field(default=None, description=_MANY)
    service_time: _Time | ServiceTimeSpec | None = Field(default=None, description=_LAWS)
    seed: int | None = Field(
        default=None, description="a number from 0 to 4294967295; that of the study unless written"
    )
    queue: int | None = Field(default=None, description="calls that may wait for a worker, such as 100")
    operations: dict[str, _Operation] = Field(
        default={}, description="a mapping of operations of the profile to what differs"
    )
    network: _Delay | None = Field(default=None, description=_TIME)
    connect: _Delay | None = Field(default=None, description=_TIME)
    connections: int | None = Field(default=None, description="connections that are accepted at once, such as 1000")
    warm_up: WarmUpSpec | None = Field(default=None, description="a mapping with factor and decay")
    pauses: list[_Pause] | None = Field(default=None, description="a list such as [{every: 10s, lasts: 1s}]")
    contention: ContentionSpec | None = Field(default=None, description="a mapping with serial and coherence")
    background: BackgroundSpec | None = Field(default=None, description="a mapping with every, lasts and slowdown")
    neighbour: NeighbourSpec | None = Field(default=None, description="a mapping with busy, quiet and slowdown")
    modulation: ModulationSpec | None = Field(default=None, description="a mapping with coefficient and deviation")
    drift: DriftSpec | None = Field(default=None, description="a mapping such as {per_hour: 10%}")
    errors: ErrorsSpec | None = Field(default=None, description="a mapping such as {share: 5%}")
    memory: MemorySpec | None = Field(default=None, description="a mapping such as {base: 256MiB, limit: 1GiB}")
    death: _Time | None = Field(default=None, description="the age at which it dies, such as 20m")


class SimulatedSpec(SimulatedChangesSpec):
    """A service in virtual time."""

    workers: int = Field(description="a number of calls that are served at once, such as 4", examples=[1])
    service_time: _Time | ServiceTimeSpec = Field(description=_LAWS, examples=["5ms"])
