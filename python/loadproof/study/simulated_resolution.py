"""Resolves the written simulated service, and what a variant changes in it; bounds are those of the engine."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from loadproof.model.quoting import quoted
from loadproof.study.fault_log import FaultLog, KeyPath
from loadproof.study.operation_resolution import near
from loadproof.study.simulated_service import (
    Background,
    Contention,
    Drift,
    Errors,
    Memory,
    Modulation,
    Neighbour,
    Pause,
    ServiceTime,
    SimulatedOperation,
    SimulatedService,
    WarmUp,
)
from loadproof.study.simulated_spec import (
    PauseSpec,
    ServiceTimeSpec,
    SimulatedChangesSpec,
    SimulatedOperationSpec,
    SimulatedSpec,
)
from loadproof.study.simulated_values import SimulatedValues

__all__ = ["changed_service", "check_operations", "resolve_simulated"]

_MOST_WORKERS = 1_000_000
_MOST_WAITING = 1_000_000_000
_HIGHEST_SEED = 2**32 - 1
_MOST_PAUSES = 16
_MOST_SLOWDOWN = 1e6
_MOST_CONTENTION = 1000.0
_STEADIEST = 0.999999
"""Above it an AR(1) process forgets so slowly that no run sees it move."""


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
        values = SimulatedValues((*path, key), log)
        if written is not None:
            changes[name] = resolve(written, values)
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


def _service_time(written: str | ServiceTimeSpec, values: SimulatedValues) -> ServiceTime:
    if isinstance(written, str):
        return ServiceTime("fixed", float(values.time_ns(written)))
    laws = {name: getattr(written, name) for name in ServiceTimeSpec.model_fields}
    chosen = {name: law for name, law in laws.items() if law is not None}
    if len(chosen) != 1:
        message = f"{' and '.join(chosen)} are two laws" if chosen else "there is no law of service times"
        values.add(message, f"keep one of {', '.join(laws)}, or write a duration such as 5ms")
        return ServiceTime("fixed", 1.0)
    name, law = next(iter(chosen.items()))
    inside = values.at(name)
    if name == "exponential":
        return ServiceTime(name, float(inside.time_ns(law)))
    if name == "log_normal":
        sigma = inside.at("sigma").number(law.sigma, 0.0, 10.0)
        return ServiceTime(name, {"mean_ns": inside.at("mean").time_ns(law.mean), "sigma": sigma})
    if name == "pareto":
        shape = inside.at("shape").number(law.shape, 0.1, 1e6)
        return ServiceTime(name, {"least_ns": inside.at("least").time_ns(law.least), "shape": shape})
    numbers = {f"{key}_ns": inside.at(key).time_ns(getattr(law, key)) for key in ("low", "high")}
    return ServiceTime(name, {**numbers, "high_share": inside.at("high_share").share(law.high_share)})


def _operations(
    written: Mapping[str, SimulatedOperationSpec], values: SimulatedValues
) -> dict[str, SimulatedOperation]:
    operations = {}
    for name, spec in written.items():
        inside = values.at(name)
        law = None if spec.service_time is None else _service_time(spec.service_time, inside.at("service_time"))
        share = 0.0 if spec.errors is None else inside.at("errors").share(spec.errors)
        operations[name] = SimulatedOperation(law, share)
    return operations


def _pauses(written: list[PauseSpec], values: SimulatedValues) -> tuple[Pause, ...]:
    if len(written) > _MOST_PAUSES:
        values.add(f"the number of pauses is {len(written)}", f"keep to {_MOST_PAUSES}")
    pauses = []
    for index, spec in enumerate(written):
        inside = values.at(index)
        every_ns = inside.at("every").time_ns(spec.every)
        lasts_ns = inside.at("lasts").time_ns(spec.lasts)
        if lasts_ns >= every_ns and not spec.random:
            inside.at("lasts").add(f"{quoted(spec.lasts)} is not shorter than every {spec.every}", "give it less")
        pauses.append(Pause(every_ns, lasts_ns, spec.random))
    return tuple(pauses)


def _slowdown(value: float, values: SimulatedValues) -> float:
    return values.number(value, 1.0 / _MOST_SLOWDOWN, _MOST_SLOWDOWN)


def _warm_up(written: Any, values: SimulatedValues) -> WarmUp:
    return WarmUp(_slowdown(written.factor, values.at("factor")), values.at("decay").time_ns(written.decay))


def _contention(written: Any, values: SimulatedValues) -> Contention:
    numbers = (
        values.at(name).number(getattr(written, name), 0.0, _MOST_CONTENTION) for name in ("serial", "coherence")
    )
    return Contention(*numbers)


def _background(written: Any, values: SimulatedValues) -> Background:
    every_ns, lasts_ns = values.at("every").time_ns(written.every), values.at("lasts").time_ns(written.lasts)
    if lasts_ns > every_ns:
        values.at("lasts").add(f"{quoted(written.lasts)} is longer than every {written.every}", "give it less")
    return Background(every_ns, lasts_ns, _slowdown(written.slowdown, values.at("slowdown")))


def _neighbour(written: Any, values: SimulatedValues) -> Neighbour:
    busy_ns, quiet_ns = values.at("busy").time_ns(written.busy), values.at("quiet").time_ns(written.quiet)
    return Neighbour(busy_ns, quiet_ns, _slowdown(written.slowdown, values.at("slowdown")))


def _modulation(written: Any, values: SimulatedValues) -> Modulation:
    return Modulation(
        values.at("coefficient").number(written.coefficient, -_STEADIEST, _STEADIEST),
        values.at("deviation").number(written.deviation, 0.0, 5.0),
        values.at("every").time_ns(written.every, least_ns=1_000_000),
    )


def _drift(written: Any, values: SimulatedValues) -> Drift:
    return Drift(values.at("per_hour").share(written.per_hour, highest=999_999.0))


def _errors(written: Any, values: SimulatedValues) -> Errors:
    return Errors(
        values.at("share").share(written.share),
        values.at("status").whole(written.status, 400, 599),
        None if written.above is None else values.at("above").number(written.above, 0.0, 1e9),
        0 if written.age is None else values.at("from").time_ns(written.age, least_ns=0),
    )


def _memory(written: Any, values: SimulatedValues) -> Memory:
    names = {
        "base": "base_bytes",
        "limit": "limit_bytes",
        "garbage_per_call": "garbage_bytes_per_call",
        "leak_per_call": "leak_bytes_per_call",
        "leak_per_second": "leak_bytes_per_s",
        "collect": "collect_bytes",
    }
    least = {"collect": 1}
    sizes = {
        name: values.at(key).size(getattr(written, key), least.get(key, 0))
        for key, name in names.items()
        if getattr(written, key) is not None
    }
    pause = written.pause_per_live_mib
    pause_ns = 0 if pause is None else values.at("pause_per_live_mib").time_ns(pause, least_ns=0)
    memory = Memory(**sizes, pause_ns_per_live_mib=pause_ns)
    if memory.limit_bytes is not None and memory.limit_bytes < memory.base_bytes:
        values.at("limit").add(f"{quoted(written.limit)} is less than the base", "give it more than base")
    if memory.collect_bytes is not None and not memory.garbage_bytes_per_call:
        values.at("collect").add("no garbage comes to be", "give garbage_per_call, too, or leave it out")
    return memory


def _whole(lowest: int, highest: int) -> Callable[[Any, SimulatedValues], int]:
    return lambda written, values: values.whole(written, lowest, highest)


def _time(least_ns: int) -> Callable[[Any, SimulatedValues], int]:
    return lambda written, values: values.time_ns(written, least_ns)


_NOTHING = SimulatedService(1, ServiceTime("fixed", 1.0))
_KEYS: Mapping[str, tuple[str, Callable[[Any, SimulatedValues], Any]]] = {
    "workers": ("workers", _whole(1, _MOST_WORKERS)),
    "service_time": ("service_time", _service_time),
    "seed": ("seed", _whole(0, _HIGHEST_SEED)),
    "queue": ("queue", _whole(0, _MOST_WAITING)),
    "operations": ("operations", _operations),
    "network": ("network_ns", _time(0)),
    "connect": ("connect_ns", _time(0)),
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
    "death": ("death_ns", _time(1)),
}
