"""Resolves the written simulated service, and what a variant changes in it; bounds are those of the engine."""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from loadproof.model.duration import Duration
from loadproof.model.quoting import quoted
from loadproof.study.fault_log import FaultLog, KeyPath
from loadproof.study.operation_resolution import near
from loadproof.study.simulated_service import (
    BackgroundWork,
    Contention,
    Drift,
    Errors,
    Memory,
    Modulation,
    Neighbour,
    ServicePause,
    ServiceTime,
    ServiceWarmUp,
    SimulatedOperation,
    SimulatedService,
)
from loadproof.study.simulated_spec import (
    BackgroundSpec,
    ContentionSpec,
    DriftSpec,
    ErrorsSpec,
    MemorySpec,
    ModulationSpec,
    NeighbourSpec,
    ServicePauseSpec,
    ServiceTimeSpec,
    ServiceWarmUpSpec,
    SimulatedChangesSpec,
    SimulatedOperationSpec,
    SimulatedSpec,
)

__all__ = ["changed_service", "check_operations", "resolve_simulated"]

_MOST_WORKERS = 1_000_000
_MOST_WAITING = 1_000_000_000
_HIGHEST_SEED = 2**32 - 1
_MOST_PAUSES = 16
_MOST_SLOWDOWN = 1e6
_MOST_CONTENTION = 1000.0
_STEADIEST = 0.999999
"""Above it an AR(1) process forgets so slowly that no run sees it move."""


@dataclass(frozen=True, slots=True)
class _Place:
    """Place of a written part of the service: numbers there are checked, and faults go to `log`."""

    path: KeyPath
    log: FaultLog

    def at(self, part: str | int) -> "_Place":
        """Return the place of `part` inside this one."""
        return _Place((*self.path, part), self.log)

    def add(self, message: str, cure: str) -> None:
        """Tells a fault."""
        self.log.add(self.path, message, cure)

    def number(self, value: float, lowest: float, highest: float) -> float:
        """A number within its bounds."""
        if math.isfinite(value) and lowest <= value <= highest:
            return float(value)
        self.add(f"{value:g} is not from {lowest:g} to {highest:g}", "give a number in that range")
        return lowest

    def whole(self, value: int, lowest: int, highest: int) -> int:
        """A whole number within its bounds."""
        if lowest <= value <= highest:
            return value
        self.add(f"{quoted(value)} is not from {lowest} to {highest}", "give a number in that range")
        return lowest


def resolve_simulated(spec: SimulatedSpec, path: KeyPath, log: FaultLog) -> SimulatedService:
    """The service that `spec` at `path` says; what is wrong goes to `log`."""
    return changed_service(SimulatedService(1, ServiceTime("fixed", 1.0)), spec, path, log)


def changed_service(
    base: SimulatedService, spec: SimulatedChangesSpec, path: KeyPath, log: FaultLog
) -> SimulatedService:
    """`base` with each key that `spec` at `path` has in its place; operations are merged by name."""
    changes: dict[str, Any] = {}
    for key, (name, resolve) in _KEYS.items():
        if key not in spec.model_fields_set:
            continue
        written = getattr(spec, key)
        place = _Place((*path, key), log)
        if written is not None:
            changes[name] = resolve(written, place)
        elif key in ("workers", "service_time"):
            log.add((*path, key), f"a service cannot be without {key}", "give it, or leave the key out")
        else:
            # Written as null: what the stand says is taken away.
            changes[name] = getattr(_NOTHING, name)
    if "operations" in changes:
        changes["operations"] = {**base.operations, **changes["operations"]}
    return replace(base, **changes)


def check_operations(names: Iterable[str], known: Sequence[str], path: KeyPath, log: FaultLog) -> None:
    """Tell `log` of operations of the service at `path` that the profile does not have."""
    for name in names:
        if name not in known:
            cure = near(name, known, "declare it under operations of the profile")
            log.add((*path, "operations", name), f"there is no operation {quoted(name)} in the profile", cure)


def _service_time(written: Duration | ServiceTimeSpec, place: _Place) -> ServiceTime:
    if isinstance(written, Duration):
        return ServiceTime("fixed", float(written.nanos))
    laws = {name: getattr(written, name) for name in ServiceTimeSpec.model_fields}
    chosen = {name: law for name, law in laws.items() if law is not None}
    if len(chosen) != 1:
        message = f"{' and '.join(chosen)} are two laws" if chosen else "there is no law of service times"
        place.add(message, f"keep one of {', '.join(laws)}, or write a duration such as 5ms")
        return ServiceTime("fixed", 1.0)
    name, law = next(iter(chosen.items()))
    inside = place.at(name)
    if name == "exponential":
        return ServiceTime(name, float(law.nanos))
    if name == "log_normal":
        sigma = inside.at("sigma").number(law.sigma, 0.0, 10.0)
        return ServiceTime(name, {"mean_ns": law.mean.nanos, "sigma": sigma})
    if name == "pareto":
        shape = inside.at("shape").number(law.shape, 0.1, 1e6)
        return ServiceTime(name, {"least_ns": law.least.nanos, "shape": shape})
    numbers = {f"{key}_ns": getattr(law, key).nanos for key in ("low", "high")}
    return ServiceTime(name, {**numbers, "high_share": law.high_share.share})


def _operations(written: Mapping[str, SimulatedOperationSpec], place: _Place) -> dict[str, SimulatedOperation]:
    operations = {}
    for name, spec in written.items():
        inside = place.at(name)
        law = None if spec.service_time is None else _service_time(spec.service_time, inside.at("service_time"))
        share = 0.0 if spec.errors is None else spec.errors.share
        operations[name] = SimulatedOperation(law, share)
    return operations


def _pauses(written: list[ServicePauseSpec], place: _Place) -> tuple[ServicePause, ...]:
    if len(written) > _MOST_PAUSES:
        place.add(f"the number of pauses is {len(written)}", f"keep to {_MOST_PAUSES}")
    pauses = []
    for index, spec in enumerate(written):
        inside = place.at(index)
        every_ns = spec.every.nanos
        lasts_ns = spec.lasts.nanos
        if lasts_ns >= every_ns and not spec.random:
            inside.at("lasts").add(
                f"{quoted(spec.lasts.text)} is not shorter than every {spec.every.text}", "give it less"
            )
        pauses.append(ServicePause(every_ns, lasts_ns, spec.random))
    return tuple(pauses)


def _slowdown(value: float, place: _Place) -> float:
    return place.number(value, 1.0 / _MOST_SLOWDOWN, _MOST_SLOWDOWN)


def _warm_up(written: ServiceWarmUpSpec, place: _Place) -> ServiceWarmUp:
    return ServiceWarmUp(_slowdown(written.factor, place.at("factor")), written.decay.nanos)


def _contention(written: ContentionSpec, place: _Place) -> Contention:
    numbers = (place.at(name).number(getattr(written, name), 0.0, _MOST_CONTENTION) for name in ("serial", "coherence"))
    return Contention(*numbers)


def _background(written: BackgroundSpec, place: _Place) -> BackgroundWork:
    every_ns, lasts_ns = written.every.nanos, written.lasts.nanos
    if lasts_ns > every_ns:
        place.at("lasts").add(f"{quoted(written.lasts.text)} is longer than every {written.every.text}", "give it less")
    return BackgroundWork(every_ns, lasts_ns, _slowdown(written.slowdown, place.at("slowdown")))


def _neighbour(written: NeighbourSpec, place: _Place) -> Neighbour:
    busy_ns, quiet_ns = written.busy.nanos, written.quiet.nanos
    return Neighbour(busy_ns, quiet_ns, _slowdown(written.slowdown, place.at("slowdown")))


def _modulation(written: ModulationSpec, place: _Place) -> Modulation:
    return Modulation(
        place.at("coefficient").number(written.coefficient, -_STEADIEST, _STEADIEST),
        place.at("deviation").number(written.deviation, 0.0, 5.0),
        written.every.nanos,
    )


def _drift(written: DriftSpec, _: _Place) -> Drift:
    return Drift(written.per_hour.share)


def _errors(written: ErrorsSpec, place: _Place) -> Errors:
    return Errors(
        written.share.share,
        place.at("status").whole(written.status, 400, 599),
        None if written.above is None else place.at("above").number(written.above, 0.0, 1e9),
        0 if written.age is None else written.age.nanos,
    )


def _memory(written: MemorySpec, place: _Place) -> Memory:
    names = {
        "base": "base_bytes",
        "limit": "limit_bytes",
        "garbage_per_call": "garbage_bytes_per_call",
        "leak_per_call": "leak_bytes_per_call",
        "leak_per_second": "leak_bytes_per_s",
        "collect": "collect_bytes",
    }
    sizes = {name: size.bytes for key, name in names.items() if (size := getattr(written, key)) is not None}
    pause = written.pause_per_live_mib
    memory = Memory(**sizes, pause_ns_per_live_mib=0 if pause is None else pause.nanos)
    if written.limit is not None and written.limit.bytes < memory.base_bytes:
        place.at("limit").add(f"{quoted(written.limit.text)} is less than the base", "give it more than base")
    if memory.collect_bytes is not None and not memory.garbage_bytes_per_call:
        place.at("collect").add("no garbage comes to be", "give garbage_per_call, too, or leave it out")
    return memory


def _whole(lowest: int, highest: int) -> Callable[[Any, _Place], int]:
    return lambda written, place: place.whole(written, lowest, highest)


def _nanos(written: Duration, _: _Place) -> int:
    return written.nanos


_NOTHING = SimulatedService(1, ServiceTime("fixed", 1.0))
_KEYS: Mapping[str, tuple[str, Callable[[Any, _Place], Any]]] = {
    "workers": ("workers", _whole(1, _MOST_WORKERS)),
    "service_time": ("service_time", _service_time),
    "seed": ("seed", _whole(0, _HIGHEST_SEED)),
    "queue": ("queue", _whole(0, _MOST_WAITING)),
    "operations": ("operations", _operations),
    "network": ("network_ns", _nanos),
    "connect": ("connect_ns", _nanos),
    "connections": ("connections", _whole(0, _MOST_WAITING)),
    "warm_up": ("warm_up", _warm_up),
    "pauses": ("pauses", _pauses),
    "contention": ("contention", _contention),
    "background": ("background", _background),
    "neighbour": ("neighbour", _neighbour),
    "modulation": ("modulation", _modulation),
    "drift": ("drift", _drift),
    "errors": ("errors", _errors),
    "memory": ("memory", _memory),
    "death": ("death_ns", _nanos),
}
