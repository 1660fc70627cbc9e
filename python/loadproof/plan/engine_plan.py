"""The frozen plan that the engine runs, as JSON values (docs/ARCHITECTURE.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Any

from loadproof.methods.trial import Purpose, Trial
from loadproof.model.pause import Pause, PauseKind
from loadproof.model.profile import (
    BEFORE,
    CsvFeeder,
    Feeder,
    Operation,
    Profile,
    RandomNumberFeeder,
    RandomStringFeeder,
    RangeFeeder,
    TimestampFeeder,
    Tls,
)
from loadproof.model.scenario import (
    Branch,
    Call,
    Chance,
    Check,
    Condition,
    Demand,
    DemandKind,
    Extract,
    FileBody,
    Flow,
    FormBody,
    Loop,
    NextValue,
    Repeat,
    SetVariable,
    Step,
    Subject,
    SubjectKind,
    Think,
    Users,
)
from loadproof.model.user_counts import most_users, users_by_kind
from loadproof.plan.endpoint import Endpoint
from loadproof.plan.settings import LoadSettings
from loadproof.system.path_lookup import absolute_path

if TYPE_CHECKING:
    from loadproof.study.simulated_service import SimulatedService

__all__ = ["engine_plan", "simulated_plan", "simulated_shown", "trial_plan"]

_CYCLES = 500_000
"""Cycles draw from here on, beyond the numbers of trials."""
_NANOS = 1_000_000_000


def engine_plan(
    profile: Profile,
    endpoint: Endpoint,
    settings: LoadSettings,
    thresholds_ms: Sequence[float],
    target_names: Sequence[str] = (),
) -> dict[str, Any]:
    """Return the plan of the whole run: the calls to send; for a profile without its secrets, the plan to store.

    `target_names` names several targets, the target of `endpoint` first: each target then has its own shards.
    """
    shards = settings.shards * max(1, len(target_names))
    targets: dict[str, Any] = {"target": target_plan(endpoint, profile.tls)}
    if target_names:
        plans = [targets["target"], *(target_plan(one, profile.tls) for one in endpoint.replicas)]
        named = [{**plan, "name": name} for plan, name in zip(plans, target_names, strict=True)]
        targets = {"target": named[0], "replicas": named[1:]}
    return {
        **targets,
        "connections": None if settings.connections is None else max(settings.connections, shards),
        "shards": shards,
        "seed": settings.seed,
        "thresholds_ns": [round(threshold_ms * 1_000_000) for threshold_ms in thresholds_ms],
        "scenario": {
            "variables": [{"name": variable.name, "value": variable.value} for variable in profile.variables],
            "feeders": [{"name": feeder.name, "kind": _feeder_kind(feeder)} for feeder in profile.feeders],
            "operations": [*map(_operation, profile.operations), *_before(profile)],
            "flows": [_flow(flow) for flow in profile.flows],
            "users": [
                _users(users, most)
                for users, most in zip(profile.users, most_users(profile.users, settings.user_totals), strict=True)
            ],
            "cookies": profile.cookies,
        },
    }


def trial_plan(
    trial: Trial, number: int, settings: LoadSettings, drain_s: float, kinds: Sequence[Users] = ()
) -> dict[str, Any]:
    """Return the shape of one trial: the times to send, and the users of each of `kinds`.

    A repeated trial has another seed, and so other noise.

    Trials of one cycle of a comparison share their seed: each variant gets the same arrivals. With a rate of 0 nothing
    arrives, and users alone make the load.
    """
    return {
        "arrivals": "saturate" if trial.rate is None else settings.arrivals.value,
        "segments": [
            {"from_per_s": start, "to_per_s": end, "duration_ns": round(duration_s * _NANOS)}
            for start, end, duration_s in trial.shape
        ],
        "users": [
            {
                "at_ns": round(at_s * _NANOS),
                "over_ns": round(over_s * _NANOS),
                "counts": list(users_by_kind(kinds, users)),
            }
            for at_s, over_s, users in (trial.user_steps if kinds else ())
        ],
        "seed": settings.seed * 1_000_003 + (number if trial.cycle == 0 else _CYCLES + trial.cycle),
        "drain_ns": round(drain_s * _NANOS),
        # By weight a few calls leave out what is rare.
        "in_turn": trial.purpose is Purpose.SMOKE,
    }


def simulated_plan(service: SimulatedService, seed: int) -> dict[str, Any]:
    """`target.simulate` of the plan; `seed` stands in where the service has none of its own.

    >>> from loadproof.study.simulated_service import ServiceTime, SimulatedService
    >>> simulated_plan(SimulatedService(4, ServiceTime("fixed", 5e6), network_ns=1000), 7)
    {'workers': 4, 'service_time': {'fixed': 5000000.0}, 'network_ns': 1000, 'connect_ns': 0, 'seed': 7}
    """
    plan: dict[str, Any] = _simulated(service)
    return plan if service.seed is not None else {**plan, "seed": seed}


def simulated_shown(service: SimulatedService) -> dict[str, Any]:
    """Return the part of the plan that a report shows of `service`: keys with a value that is not empty or 0."""
    shown: dict[str, Any] = _simulated(service)
    return {name: value for name, value in shown.items() if value}


def target_plan(endpoint: Endpoint, tls: Tls) -> dict[str, Any]:
    """The target as the engine reads it."""
    if endpoint.simulated is not None:
        return {"host": endpoint.host, "simulate": dict(endpoint.simulated)}
    plan: dict[str, Any] = {"addresses": list(endpoint.addresses), "host": endpoint.host}
    if endpoint.unix is not None:
        plan["unix"] = endpoint.unix
    if endpoint.server_name is not None:
        plan["tls"] = {
            "server_name": tls.server_name or endpoint.server_name,
            "authorities": [str(absolute_path(path)) for path in tls.authorities],
            "insecure": tls.insecure,
        }
    return plan


def _feeder_kind(feeder: Feeder) -> Mapping[str, Any]:
    match feeder:
        case CsvFeeder():
            # What the stand of a start makes has no place before: the plan that is stored shows the gap.
            path = absolute_path(feeder.path) if feeder.made is None else feeder.path
            return {"csv": {"path": str(path), "separator": feeder.separator or ",", "order": feeder.order.value}}
        case RangeFeeder():
            return {"range": {"low": feeder.low, "high": feeder.high, "order": feeder.order.value}}
        case TimestampFeeder():
            return {"timestamp": {"format": feeder.format.value}}
        case RandomStringFeeder():
            return {"random_string": {"length": [feeder.shortest, feeder.longest], "alphabet": feeder.alphabet}}
        case RandomNumberFeeder():
            return {"random_number": {"low": feeder.low, "high": feeder.high, "decimals": feeder.decimals}}
    return {"uuid": {}}


def _operation(operation: Operation) -> Mapping[str, Any]:
    headers = [list(header) for header in operation.headers]
    if operation.basic is not None:
        # Here is only what is stored: the secrets are not in it yet.
        headers.append(["Authorization", "Basic ***"])
    return {
        "name": operation.name,
        "weight": operation.weight,
        "method": operation.method,
        "path": operation.path,
        "headers": headers,
        "body": _body(operation.body),
        "expect": [list(span) for span in operation.expect],
        "timeout_ns": round(operation.timeout_s * _NANOS),
        "checks": [_check(check) for check in operation.checks],
        "extracts": [_extract(extract) for extract in operation.extracts],
        **_apdex(operation.apdex_target_s),
    }


def _body(body: str | FileBody | FormBody | None) -> Mapping[str, Any] | None:
    """`BodySpec` of the engine."""
    if body is None:
        return None
    return {"parts": list(map(_piece, body.pieces))} if isinstance(body, FormBody) else _piece(body)


def _piece(piece: str | FileBody) -> Mapping[str, Any]:
    return {"file": str(absolute_path(piece.path))} if isinstance(piece, FileBody) else {"text": piece}


_WITHOUT_TEXT = (SubjectKind.BODY, SubjectKind.SIZE, SubjectKind.TIME)


def _check(check: Check) -> Mapping[str, Any]:
    """`CheckSpec` of the engine."""
    return {"name": check.name, "subject": _subject(check.subject), "demand": _demand(check.demand)}


def _extract(extract: Extract) -> Mapping[str, Any]:
    """`ExtractSpec` of the engine."""
    return {"variable": extract.variable, "subject": _subject(extract.subject), "otherwise": extract.otherwise}


def _before(profile: Profile) -> list[Mapping[str, Any]]:
    """Rows of calls that users make once per session: each is its operation under a name of its own, in no SLO."""
    by_name = {operation.name: operation for operation in profile.operations}
    rows = ((name, replace(by_name[own], name=name, weight=0.0, apdex_target_s=None)) for name, own in profile.before)
    return [{**_operation(row), "before_of": name.removeprefix(BEFORE)} for name, row in rows]


def _flow(flow: Flow) -> Mapping[str, Any]:
    """`FlowSpec` of the engine."""
    # Keys that say nothing are left out: plans of earlier versions do not have them, and compare as equal.
    return {
        "name": flow.name,
        "weight": flow.weight,
        **({"before": _steps(flow.before, BEFORE)} if flow.before else {}),
        "steps": _steps(flow.steps),
        "goes_on": flow.goes_on,
        **_apdex(flow.apdex_target_s),
    }


def _apdex(target_s: float | None) -> Mapping[str, Any]:
    return {} if target_s is None else {"apdex_target_ns": _nanos(target_s)}


def _users(users: Users, most: int) -> Mapping[str, Any]:
    """`UsersSpec` of the engine."""
    return {
        "flow": users.flow,
        "most": most,
        "ramp_ns": _nanos(users.ramp_s),
        "spread_ns": _nanos(users.spread_s),
        "pacing": None if users.pacing is None else _pause(users.pacing),
        "iterations_per_session": users.iterations_per_session,
    }


def _steps(steps: Sequence[Step], row: str = "") -> list[Mapping[str, Any]]:
    """`StepSpec` of the engine; the names of the rows of calls start with `row`."""
    return [_step(step, row) for step in steps]


def _step(step: Step, row: str) -> Mapping[str, Any]:
    plan: Mapping[str, Any]
    match step:
        case Call():
            plan = {"call": f"{row}{step.operation}"}
        case Think():
            plan = {"think": _pause(step.pause)}
        case SetVariable():
            plan = {"set": {"variable": step.variable, "value": step.value}}
        case NextValue():
            plan = {"next": step.feeder}
        case Repeat():
            plan = {"repeat": {"times": [step.least, step.most], "steps": _steps(step.steps, row)}}
        case Loop():
            inner = {"at_most": step.at_most, "steps": _steps(step.steps, row)}
            plan = {"while": {"condition": _condition(step.condition), **inner}}
        case Branch():
            ways = {"steps": _steps(step.steps, row), "otherwise": _steps(step.otherwise, row)}
            plan = {"if": {"condition": _condition(step.condition), **ways}}
    return plan


def _condition(condition: Condition) -> Mapping[str, Any]:
    if isinstance(condition, Chance):
        return {"chance": condition.share}
    return {"variable": {"name": condition.variable, "demand": _demand(condition.demand)}}


def _subject(subject: Subject) -> str | Mapping[str, str]:
    return subject.kind.value if subject.kind in _WITHOUT_TEXT else {subject.kind.value: subject.text}


def _demand(demand: Demand) -> str | Mapping[str, Any]:
    if demand.kind in (DemandKind.PRESENT, DemandKind.ABSENT):
        return demand.kind.value
    if demand.kind is DemandKind.BETWEEN:
        return {"between": [demand.least, demand.most]}
    return {demand.kind.value: demand.text}


def _pause(pause: Pause) -> Mapping[str, Any]:
    first_ns = _nanos(pause.first_s)
    if pause.kind in (PauseKind.CONSTANT, PauseKind.EXPONENTIAL):
        return {pause.kind.value: first_ns}
    # The second number of a log-normal pause has no unit.
    second = pause.second if pause.kind is PauseKind.LOGNORMAL else _nanos(pause.second)
    return {pause.kind.value: [first_ns, second]}


def _nanos(seconds: float) -> int:
    return round(seconds * _NANOS)


def _simulated(value: Any) -> Any:
    """A part of a simulated service in JSON values, without what is None or empty: its fields are the engine's keys."""
    # A load on sockets has none of them.
    from loadproof.study.simulated_service import ServiceTime

    if isinstance(value, ServiceTime):
        return {value.law: dict(value.numbers) if isinstance(value.numbers, Mapping) else value.numbers}
    if is_dataclass(value):
        named = {item.name: _simulated(getattr(value, item.name)) for item in fields(value)}
        return {name: inner for name, inner in named.items() if inner is not None and inner not in ({}, [])}
    if isinstance(value, Mapping):
        return {name: _simulated(inner) for name, inner in value.items()}
    return [_simulated(inner) for inner in value] if isinstance(value, tuple) else value
