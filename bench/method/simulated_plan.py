"""What the engine is told of a simulated service and of the load on it."""

from collections.abc import Mapping, Sequence
from typing import Any

__all__ = ["TIMEOUT_S", "generator_plan", "trial_plan"]

TIMEOUT_S = 10.0
_CONNECTIONS = 20_000
_NS = 1_000_000_000


def generator_plan(
    service: Mapping[str, Any], thresholds_ns: Sequence[int], seed: int, timeout_ns: int = round(TIMEOUT_S * _NS)
) -> dict[str, Any]:
    """One operation against `service`, in the words of the plan's `simulate`; `seed` stands for its own."""
    operation = {
        "name": "call",
        "weight": 1,
        "method": "GET",
        "path": "/",
        "headers": [],
        "body": None,
        "expect": [[200, 399]],
        "timeout_ns": timeout_ns,
        "checks": [],
        "extracts": [],
    }
    return {
        "target": {"host": "simulated", "simulate": {**service, "seed": seed}},
        "connections": _CONNECTIONS,
        "shards": 1,
        "seed": seed,
        "thresholds_ns": list(thresholds_ns),
        "scenario": {"variables": [], "feeders": [], "operations": [operation], "flows": [], "users": []},
    }


def trial_plan(stretches: Sequence[tuple[float, float, float]], seed: int) -> dict[str, Any]:
    """Poisson arrivals through stretches of (rate at the start, rate at the end, seconds)."""
    return {
        "arrivals": "poisson",
        "segments": [
            {"from_per_s": start, "to_per_s": end, "duration_ns": round(duration_s * _NS)}
            for start, end, duration_s in stretches
            if duration_s > 0
        ],
        "seed": seed,
        "drain_ns": round((TIMEOUT_S + 1.0) * _NS),
    }
