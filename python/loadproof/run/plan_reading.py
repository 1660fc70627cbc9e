"""What a session needs to know of the engine's plan: its users, and what may bend its result."""

from collections.abc import Mapping
from typing import Any

from loadproof.judge.plan_doubts import PlanReading
from loadproof.run.host import lacking_descriptors

__all__ = ["plan_reading", "users_in"]


def users_in(plan: Mapping[str, Any]) -> int:
    """All closed users of a plan.

    >>> users_in({"scenario": {"users": [{"count": 3000}, {"count": 20}]}}), users_in({"scenario": {}})
    (3020, 0)
    """
    return sum(users["count"] for users in plan["scenario"].get("users", ()))


def plan_reading(plan: Mapping[str, Any]) -> PlanReading:
    """What of the plan may bend its result; raises the limit of open files as far as it may be."""
    users = plan["scenario"].get("users", ())
    return PlanReading(
        connections=plan["connections"],
        # Simulated connections are no open files.
        lacking_descriptors=None if "simulate" in plan["target"] else lacking_descriptors(plan["connections"]),
        insecure_tls=bool((plan["target"].get("tls") or {}).get("insecure")),
        paced_flows=frozenset(kind["flow"] for kind in users if kind.get("pacing") is not None),
    )
