"""Resolves a written profile into the frozen one: everything that spans more than one of its keys."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from loadproof.errors import WrittenValueError
from loadproof.model.duration import format_duration
from loadproof.model.profile import DEFAULT_TIMEOUT_S, Profile
from loadproof.model.quoting import quoted
from loadproof.model.scenario import Users, called_operations
from loadproof.model.slo import Slo, SloKind
from loadproof.model.target import Target, parse_target
from loadproof.study.apdex_resolution import apdex_target_s
from loadproof.study.auth_resolution import Auth, resolve_auth
from loadproof.study.fault_log import FaultLog, KeyPath
from loadproof.study.feeder_resolution import FileSetting, resolve_feeders
from loadproof.study.flow_ends import check_ends, set_variables
from loadproof.study.flow_resolution import ResolvedFlow, resolve_flow, resolve_users
from loadproof.study.flow_spec import ApdexSpec, FlowSpec
from loadproof.study.gap_use import Gaps, GapUse
from loadproof.study.made_feeders import with_demands
from loadproof.study.name_resolution import Names, check_gaps, count_rows, resolve_variables
from loadproof.study.operation_resolution import (
    OperationSetting,
    ResolvedOperation,
    check_name,
    near,
    resolve_operation,
    resolve_slos,
)
from loadproof.study.profile_spec import ProfileSpec
from loadproof.study.session_resolution import check_sessions, check_unique_rows
from loadproof.study.slo_set import SLO_OPTION, complete_slos, option_slos
from loadproof.study.tls_resolution import resolve_tls
from loadproof.study.weight_resolution import resolve_weights

__all__ = ["WrittenSlo", "given_slos", "resolve_profile", "written_slos"]


_MOST_OPERATIONS = 1000
_MOST_FLOWS = 100


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
    *,
    stand_makes: bool = False,
) -> Profile:
    """The profile that `spec` says, with paths taken from `directory` and secrets checked against `environment`.

    `environment` is this process's unless given. With `stand_makes` a stand may make files of
    feeders. The profile holds only if `log` has no faults afterwards.
    """
    environment = os.environ if environment is None else environment
    _check_bounds(spec, log)
    timeout_s = DEFAULT_TIMEOUT_S if spec.timeout is None else spec.timeout.seconds
    if spec.apdex is not None:
        apdex_target_s(spec.apdex, ("apdex",), log, timeout_s)
    setting = OperationSetting(timeout_s, directory, environment, spec.apdex, *_auth(spec, environment, log))
    parts = _resolve_parts(spec, setting, log)
    names = _check_names(spec, parts, FileSetting(directory, stand_makes), environment, log)
    flow_slos = [slo for name, flow in spec.flows.items() for slo in _flow_slos(name, flow, log)]
    slos = [*written_slos(spec.slo, ("slo",), log), *extra_slos]
    _check_named_rows(slos, spec)
    slos += [WrittenSlo(log, path, slo) for one in parts.operations for path, slo in one.slos] + flow_slos
    _check_timeouts(parts.operations, slos, timeout_s, spec.timeout is not None, log)
    _check_apdex_slos(slos, parts)
    complete = complete_slos(written.slo for written in slos)
    target = _target(spec.target, log)
    return Profile(
        operations=tuple(
            replace(one.operation, slos=tuple(slo for slo in complete if slo.operation == one.operation.name))
            for one in parts.operations
        ),
        feeders=tuple(feeder for feeder in names.feeders.values() if feeder is not None),
        slos=complete,
        timeout_s=timeout_s,
        target=target,
        base_rate=parts.base_rate,
        variables=names.variables,
        flows=tuple(one.flow for one in parts.flows),
        users=parts.users,
        cookies=spec.cookies,
        tls=resolve_tls(spec.tls, directory, target, log),
    )


def _check_bounds(spec: ProfileSpec, log: FaultLog) -> None:
    """Raises StudyFaults where there is more than is ever meant: SLOs and steps are compared with all operations."""
    if not spec.operations and not log.is_broken(("operations",)):
        log.add(("operations",), "there are no operations", "add at least one, such as get: {request: GET /}")
    for key, number, most in (
        ("operations", len(spec.operations), _MOST_OPERATIONS),
        ("flows", len(spec.flows), _MOST_FLOWS),
    ):
        if number > most:
            log.add((key,), f"the number of {key} is {number}", f"keep to {most}")
            raise log.error()
    for name in spec.flows:
        check_name(name, "a flow", ("flows", name), log)
        if name in spec.operations:
            message = f"{quoted(name)} is an operation, too, and results have one row of a name"
            log.add(("flows", name), message, "give one of them another name")


@dataclass(frozen=True, slots=True)
class _Parts:
    """Operations and flows with their weights, and users."""

    operations: tuple[ResolvedOperation, ...]
    flows: tuple[ResolvedFlow, ...]
    users: tuple[Users, ...]
    base_rate: float | None


def _resolve_parts(spec: ProfileSpec, setting: OperationSetting, log: FaultLog) -> _Parts:
    operations = [resolve_operation(name, one, setting, log) for name, one in spec.operations.items()]
    flows = [
        resolve_flow(name, one, spec.operations, Gaps(log, setting.environment)) for name, one in spec.flows.items()
    ]
    users = resolve_users(spec, log)
    called = {name for one in flows for name in called_operations((*one.flow.before, *one.flow.steps))}
    weights = resolve_weights(spec, called, {one.flow for one in users}, log)
    for one in flows:
        check_ends(one, [operation.operation for operation in operations], log)
        if one.flow.before and (weights.flows[one.flow.name] > 0 or not users):
            message = f"steps before the first iteration of a user, and {one.flow.name} arrives without users"
            log.add(("flows", one.flow.name, "before"), message, "let users go through the flow, or move them to steps")
    _check_called_apdex(spec, flows, weights.operations, log)
    return _Parts(
        tuple(
            replace(one, operation=replace(one.operation, weight=weights.operations[one.operation.name]))
            for one in operations
        ),
        tuple(replace(one, flow=replace(one.flow, weight=weights.flows[one.flow.name])) for one in flows),
        users,
        weights.base_rate,
    )


def _check_called_apdex(
    spec: ProfileSpec, flows: Sequence[ResolvedFlow], weights: Mapping[str, float], log: FaultLog
) -> None:
    """Tell of an Apdex of an operation that is called before a user's first flow alone, where nothing counts."""
    called = {name for one in flows for name in called_operations(one.flow.steps)}
    for name, one in spec.operations.items():
        if isinstance(one.apdex, ApdexSpec) and name not in called and not weights[name]:
            message = f"{name} is called only before the first iteration of users, where no call counts"
            log.add(("operations", name, "apdex"), message, "leave the Apdex out, or call the operation in steps")


def _check_names(
    spec: ProfileSpec, parts: _Parts, files: FileSetting, environment: Mapping[str, str], log: FaultLog
) -> Names:
    """Variables and feeders, once every gap and every step that names one was checked against them."""
    feeders = resolve_feeders(spec.feeders, files, log)
    extracted = {
        one.operation.name: {extract.variable for extract in one.operation.extracts} for one in parts.operations
    }
    filled = {name: None for found in extracted.values() for name in sorted(found)}
    filled |= {
        name: None for one in parts.flows for name in sorted(set_variables((*one.flow.before, *one.flow.steps), {}))
    }
    names = resolve_variables(spec.variables, filled, feeders, environment, log)
    uses = [use for operation in parts.operations for use in operation.uses]
    uses += [use for flow in parts.flows for use in flow.uses]
    places = check_gaps(uses, names, log)
    rows = count_rows(names, places, log)
    check_sessions(parts.operations, parts.flows, names, log)
    needed = check_unique_rows(parts.operations, parts.flows, parts.users, names, rows, log)
    return replace(names, feeders=with_demands(names.feeders, places, needed))


def _auth(spec: ProfileSpec, environment: Mapping[str, str], log: FaultLog) -> tuple[Auth, tuple[GapUse, ...]]:
    gaps = Gaps(log, environment)
    auth = resolve_auth(spec.auth, ("auth",), gaps)
    return auth, tuple(gaps.found)


def _flow_slos(name: str, spec: FlowSpec, log: FaultLog) -> list[WrittenSlo]:
    return [WrittenSlo(log, path, slo) for path, slo in resolve_slos(spec.slo, ("flows", name, "slo"), name, log)]


def _check_named_rows(slos: Sequence[WrittenSlo], spec: ProfileSpec) -> None:
    """An SLO may only name an operation or a flow that is there."""
    known = (*spec.operations, *spec.flows)
    for written in slos:
        name = written.slo.operation
        if name is not None and name not in known:
            message = f"the SLO {quoted(written.slo.text)} names the operation {quoted(name)}, which is not there"
            written.tell(message, near(name, known, "name an operation"))


def _check_apdex_slos(slos: Sequence[WrittenSlo], parts: _Parts) -> None:
    """An SLO on Apdex needs a target time: of its operation or flow, or of any operation if it is about all calls."""
    targets = {one.operation.name: one.operation.apdex_target_s for one in parts.operations}
    of_all = any(target_s is not None for target_s in targets.values())
    targets |= {one.flow.name: one.flow.apdex_target_s for one in parts.flows}
    for written in slos:
        name = written.slo.operation
        if written.slo.kind is not SloKind.APDEX or (name is not None and name not in targets):
            continue
        if not (of_all if name is None else targets[name] is not None):
            lacking = "no operation has one" if name is None else f"{name} has none"
            message = f"the SLO {quoted(written.slo.text)} needs a target time, and {lacking}"
            written.tell(message, "give the profile, or the operation, apdex: {target: 3s}")


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
