"""Resolves a written profile into the frozen one: everything that spans more than one of its keys."""

import math
from collections.abc import Sequence
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
from loadproof.study.slo import Slo
from loadproof.study.slo_set import SLO_OPTION, complete_slos, option_slos
from loadproof.study.target import Target, parse_target

__all__ = ["resolve_profile"]


@dataclass(frozen=True, slots=True)
class _WrittenSlo:
    """An SLO and the path of its text; None: it came by the command line."""

    path: KeyPath | None
    slo: Slo


def resolve_profile(spec: ProfileSpec, directory: Path, extra_slos: Sequence[str], log: FaultLog) -> Profile:
    """The profile that `spec` says, with paths taken from `directory`.

    It holds only if `log` has no faults afterwards.
    """
    timeout_s = DEFAULT_TIMEOUT_S if spec.timeout is None else resolve_timeout(spec.timeout, ("timeout",), log)
    if not spec.operations and not log.is_broken(("operations",)):
        log.add(("operations",), "there are no operations", "add at least one, such as get: {request: GET /}")
    resolved = [resolve_operation(name, written, timeout_s, log) for name, written in spec.operations.items()]
    slos = [_WrittenSlo(path, slo) for path, slo in resolve_slos(spec.slo, ("slo",), None, log)]
    slos += [_WrittenSlo(None, slo) for slo in option_slos(extra_slos, log)]
    _check_named_operations(slos, spec, log)
    slos += [_WrittenSlo(path, slo) for operation in resolved for path, slo in operation.slos]
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
    )


def _check_named_operations(slos: Sequence[_WrittenSlo], spec: ProfileSpec, log: FaultLog) -> None:
    """An SLO may only name an operation that is there."""
    for written in slos:
        name = written.slo.operation
        if name is not None and name not in spec.operations:
            message = f"the SLO {quoted(written.slo.text)} names the operation {quoted(name)}, which is not there"
            _add(written, message, near(name, spec.operations, "name an operation"), log)


def _add(written: _WrittenSlo, message: str, cure: str, log: FaultLog) -> None:
    if written.path is None:
        log.add_at(SLO_OPTION, 0, message, cure)
    else:
        log.add(written.path, message, cure)


def _check_timeouts(
    resolved: Sequence[ResolvedOperation],
    slos: Sequence[_WrittenSlo],
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


def _check_timeout(timeout_s: float, timeout_path: KeyPath | None, written: _WrittenSlo, log: FaultLog) -> None:
    threshold_ms = written.slo.threshold_ms
    if threshold_ms is None or timeout_s * 1000 > threshold_ms:
        return
    cure = f"set a timeout above {format_duration(threshold_ms / 1000)}"
    shown = format_duration(timeout_s)
    if timeout_path is None:
        _add(written, f"the SLO {quoted(written.slo.text)} is not under the timeout of {shown}", cure, log)
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
