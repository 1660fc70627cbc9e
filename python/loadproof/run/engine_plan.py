"""The frozen plan that the engine runs, as JSON values (docs/ARCHITECTURE.md, "The plan")."""

from collections.abc import Mapping, Sequence
from typing import Any

from loadproof.method.trial import Trial
from loadproof.run.endpoint import Endpoint
from loadproof.run.settings import LoadSettings
from loadproof.study.profile import CsvFeeder, Feeder, Operation, Profile

__all__ = ["engine_plan", "trial_plan"]

_NANOS = 1_000_000_000


def engine_plan(
    profile: Profile, endpoint: Endpoint, settings: LoadSettings, thresholds_ms: Sequence[float]
) -> dict[str, Any]:
    """What to send: the plan of the whole run."""
    return {
        "target": {"addresses": [endpoint.address], "host": endpoint.host},
        "connections": max(settings.connections, settings.shards),
        "shards": settings.shards,
        "seed": settings.seed,
        "thresholds_ns": [round(threshold_ms * 1_000_000) for threshold_ms in thresholds_ms],
        "scenario": {
            "feeders": [_feeder(feeder) for feeder in profile.feeders],
            "operations": [_operation(operation) for operation in profile.operations],
        },
    }


def trial_plan(trial: Trial, number: int, settings: LoadSettings, drain_s: float) -> dict[str, Any]:
    """When to send: the shape of one trial, with a seed of its own, so that a repeated trial is not the same noise."""
    rate = trial.rate or 0.0
    stretches = [
        (trial.ramp_from, rate, trial.ramp_s),
        (rate, rate, trial.settle_s + trial.hold_s),
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


def _feeder(feeder: Feeder) -> Mapping[str, Any]:
    if isinstance(feeder, CsvFeeder):
        kind: Mapping[str, Any] = {"csv": {"path": str(feeder.path.absolute()), "order": feeder.order.value}}
    else:  # the other kinds are the study helper's
        kind = {"uuid": {}}
    return {"name": feeder.name, "kind": kind}


def _operation(operation: Operation) -> Mapping[str, Any]:
    return {
        "name": operation.name,
        "weight": operation.weight,
        "method": operation.method,
        "path": operation.path,
        "headers": [list(header) for header in operation.headers],
        "body": None if operation.body is None else {"text": operation.body},
        "expect": [list(span) for span in operation.expect],
        "timeout_ns": round(operation.timeout_s * _NANOS),
    }
