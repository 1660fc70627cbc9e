"""Resolves a written profile into the frozen one: everything that spans more than one of its keys."""

import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from loadproof.errors import WrittenValueError
from loadproof.study.duration import format_duration
from loadproof.study.fault_log import FaultLog, KeyPath
from loadproof.study.feeder_resolution import resolve_feeders
from loadproof.study.operation_resolution import (
    ResolvedOperation,
    near,
    resolve_operation,
    resolve_slos,
    resolve_timeout,
)
from loadproof.study.profile import DEFAULT_TIMEOUT_S, Profile
from loadproof.study.profile_spec import ProfileSpec
from loadproof.study.quoting import quoted
from loadproof.study.rate import check_rate
from loadproof.study.slo import Slo
from loadproof.study.slo_set import SLO_OPTION, complete_slos, option_slos
from loadproof.study.target import Target, parse_target

__all__ = ["WrittenSlo", "given_slos", "resolve_profile", "written_slos"]


_MOST_OPERATIONS = 1000


@dataclass(frozen=True, slots=True)
class WrittenSlo:
    """An SLO with the log and path of its text; path None: it came by the command line."""

    log: FaultLog
    path: KeyPath | None
    slo: Slo

    def tell(self, message: str, cure: str) -> None:
        """Record what is wrong with it where it was written."""
        if self.path is None:
            self.log.add_at(SLO_OPTION, 0, message, cure)
        else:
            self.log.add(self.path, message, cure)


def written_slos(written: str | list[str], path: KeyPath, log: FaultLog) -> list[WrittenSlo]:
    """The SLOs at `path`; what cannot be read goes to `log`."""
    return [WrittenSlo(log, place, slo) for place, slo in resolve_slos(written, path, None, log)]


def given_slos(texts: Sequence[str], log: FaultLog) -> list[WrittenSlo]:
    """The SLOs of the command line; what cannot be read goes to `log`."""
    return [WrittenSlo(log, None, slo) for slo in option_slos(texts, log)]


def resolve_profile(
    spec: ProfileSpec,
    directory: Path,
    extra_slos: Sequence[WrittenSlo],
    log: FaultLog,
    environment: Mapping[str, str] | None = None,
) -> Profile:
    """The profile that `spec` says, with paths taken from `directory` and secrets checked against `environment`.

    `environment` is this process's unless given. The profile holds only if `log` has no faults afterwards.
    """
    environment = os.environ if environment is None else environment
    timeout_s = DEFAULT_TIMEOUT_S if spec.timeout is None else resolve_timeout(spec.timeout, ("timeout",), log)
    if not spec.operations and not log.is_broken(("operations",)):
        log.add(("operations",), "there are no operations", "add at least one, such as get: {request: GET /}")
    if len(spec.operations) > _MOST_OPERATIONS:
        # SLOs are compared with operations: all of a hostile file with all would take minutes.
        log.add(("operations",), f"the number of operations is {len(spec.operations)}", f"keep to {_MOST_OPERATIONS}")
        raise log.error()
    resolved = [
        resolve_operation(name, written, timeout_s, log, environment) for name, written in spec.operations.items()
    ]
    slos = [*written_slos(spec.slo, ("slo",), log), *extra_slos]
    _check_named_operations(slos, spec)
    slos += [WrittenSlo(log, path, slo) for operation in resolved for path, slo in operation.slos]
    profile_timeout_s = math.inf if timeout_s is None else timeout_s
    _check_timeouts(resolved, slos, profile_timeout_s, spec.timeout is not None, log)
    complete = complete_slos(written.slo for written in slos)
    uses = [use for operation in resolved for use in operation.uses]
    return Profile(
        operations=tuple(
            replace(one.operation, slos=tuple(slo for slo in complete if slo.operation == one.operation.name))
            for one in resolved
        ),
        feeders=resolve_feeders(spec.feeders, directory, uses, log),
        slos=complete,
        timeout_s=profile_timeout_s,
        target=_target(spec.target, log),
        base_rate=_base_rate(spec, log),
    )


def _base_rate(spec: ProfileSpec, log: FaultLog) -> float | None:
    """The rate at N = 1, if it was written; rates and weights are never mixed."""
    rated = {name: one.rate for name, one in spec.operations.items() if one.rate is not None}
    if not rated:
        if spec.base_rate is not None:
            try:
                check_rate(spec.base_rate)
            except WrittenValueError as error:
                log.add_error(("base_rate",), error)
        return spec.base_rate
    cure = "give every operation a rate, or every one a weight"
    for name, one in spec.operations.items():
        if one.weight is not None:
            log.add(("operations", name, "weight"), f"a weight, where {next(iter(rated))} has a rate", cure)
        elif one.rate is None and not log.is_broken(("operations", name)):
            log.add(("operations", name), f"no rate, where {next(iter(rated))} has one", cure)
    if spec.base_rate is not None:
        log.add(("base_rate",), "the operations have rates, whose sum is the base rate", "leave base_rate out")
    return math.fsum(rated.values())


def _check_named_operations(slos: Sequence[WrittenSlo], spec: ProfileSpec) -> None:
    """An SLO may only name an operation that is there."""
    for written in slos:
        name = written.slo.operation
        if name is not None and name not in spec.operations:
            message = f"the SLO {quoted(written.slo.text)} names the operation {quoted(name)}, which is not there"
            written.tell(message, near(name, spec.operations, "name an operation"))


def _check_timeouts(
    resolved: Sequence[ResolvedOperation],
    slos: Sequence[WrittenSlo],
    profile_timeout_s: float,
    profile_timeout_written: bool,
    log: FaultLog,
) -> None:
    """Every timeout is above every SLO, else a call could be cut short before it is seen to break one."""
    default_path: KeyPath | None = ("timeout",) if profile_timeout_written else None
    for written in slos:
        if written.slo.operation is None:
            _check_timeout(profile_timeout_s, default_path, written, log)
        for one in resolved:
            if written.slo.operation in (None, one.operation.name):
                path = ("operations", one.operation.name, "timeout") if one.own_timeout else default_path
                _check_timeout(one.operation.timeout_s, path, written, log)


def _check_timeout(timeout_s: float, timeout_path: KeyPath | None, written: WrittenSlo, log: FaultLog) -> None:
    threshold_ms = written.slo.threshold_ms
    if threshold_ms is None or timeout_s * 1000 > threshold_ms:
        return
    cure = f"set a timeout above {format_duration(threshold_ms / 1000)}"
    shown = format_duration(timeout_s)
    if timeout_path is None:
        written.tell(f"the SLO {quoted(written.slo.text)} is not under the timeout of {shown}", cure)
    else:
        log.add(timeout_path, f"{shown} is not above the limit of the SLO {quoted(written.slo.text)}", cure)


def _target(url: str | None, log: FaultLog) -> Target | None:
    if url is None:
        return None
    try:
        target = parse_target(url)
    except WrittenValueError as error:
        log.add_error(("target",), error)
        return None
    if target.path != "/":
        log.add(
            ("target",),
            f"the target has the path {quoted(target.path)}",
            "move the path to the requests of the operations",
        )
    return target
