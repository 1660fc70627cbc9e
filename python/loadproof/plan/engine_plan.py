"""The frozen plan that the engine runs, as JSON values (docs/ARCHITECTURE.md, "The plan")."""

from collections.abc import Mapping, Sequence
from typing import Any

from loadproof.method.trial import Trial
from loadproof.model.profile import (
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
from loadproof.model.scenario import FileBody
from loadproof.plan.endpoint import Endpoint
from loadproof.plan.scenario_plan import check_plan, extract_plan, flow_plan, users_plan
from loadproof.plan.settings import LoadSettings

__all__ = ["engine_plan", "trial_plan"]

_NANOS = 1_000_000_000


def engine_plan(
    profile: Profile, endpoint: Endpoint, settings: LoadSettings, thresholds_ms: Sequence[float]
) -> dict[str, Any]:
    """What to send: the plan of the whole run; of a profile without its secrets, that which is stored."""
    return {
        "target": _target(endpoint, profile.tls),
        "connections": max(settings.connections, settings.shards),
        "shards": settings.shards,
        "seed": settings.seed,
        "thresholds_ns": [round(threshold_ms * 1_000_000) for threshold_ms in thresholds_ms],
        "scenario": {
            "variables": [{"name": variable.name, "value": variable.value} for variable in profile.variables],
            "feeders": [{"name": feeder.name, "kind": _feeder_kind(feeder)} for feeder in profile.feeders],
            "operations": [_operation(operation) for operation in profile.operations],
            "flows": [flow_plan(flow) for flow in profile.flows],
            "users": [users_plan(users) for users in profile.users],
            "cookies": profile.cookies,
        },
    }


def trial_plan(trial: Trial, number: int, settings: LoadSettings, drain_s: float) -> dict[str, Any]:
    """When to send: the shape of one trial, with a seed of its own, so that a repeated trial is not the same noise.

    With a rate of 0 nothing arrives, and users alone make the load.
    """
    rate = trial.rate or 0.0
    stretches = [
        (trial.ramp_from, rate, trial.ramp_s),
        (rate, rate, trial.settle_s + trial.hold_s + trial.tail_s),
    ]
    return {
        "arrivals": "saturate" if trial.rate is None else settings.arrivals.value,
        "segments": [
            {"from_per_s": start, "to_per_s": end, "duration_ns": round(duration_s * _NANOS)}
            for start, end, duration_s in stretches
            if duration_s > 0
        ],
        "seed": settings.seed * 1_000_003 + number,
        "drain_ns": round(drain_s * _NANOS),
    }


def _target(endpoint: Endpoint, tls: Tls) -> dict[str, Any]:
    if endpoint.simulated is not None:
        return {"host": endpoint.host, "simulate": dict(endpoint.simulated)}
    plan: dict[str, Any] = {"addresses": list(endpoint.addresses), "host": endpoint.host}
    if endpoint.unix is not None:
        plan["unix"] = endpoint.unix
    if endpoint.server_name is not None:
        plan["tls"] = {
            "server_name": tls.server_name or endpoint.server_name,
            "authorities": [str(path.absolute()) for path in tls.authorities],
            "insecure": tls.insecure,
        }
    return plan


def _feeder_kind(feeder: Feeder) -> Mapping[str, Any]:
    match feeder:
        case CsvFeeder():
            # What the stand of a start makes has no place before: the plan that is stored shows the gap.
            path = feeder.path.absolute() if feeder.made is None else feeder.path
            return {"csv": {"path": str(path), "order": feeder.order.value}}
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
        "checks": [check_plan(check) for check in operation.checks],
        "extracts": [extract_plan(extract) for extract in operation.extracts],
    }


def _body(body: str | FileBody | None) -> Mapping[str, Any] | None:
    if body is None:
        return None
    return {"file": str(body.path.absolute())} if isinstance(body, FileBody) else {"text": body}
