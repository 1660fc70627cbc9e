"""What a session needs to know of the engine's plan: its users, what may bend its result, and what is to be hidden."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from loadproof.judge.plan_doubts import PlanReading
from loadproof.run.host import lacking_descriptors
from loadproof.study.profile import Profile
from loadproof.study.secret import secret_names

__all__ = ["credentials_in", "plan_reading", "secrets_of", "users_in"]

_CREDENTIALS = frozenset({"authorization", "proxy-authorization", "cookie"})


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


def credentials_in(plan: Mapping[str, Any]) -> list[str]:
    """Values of headers that identify the caller, as they are sent: a target may echo them.

    >>> credentials_in({"scenario": {"operations": [{"headers": [["Authorization", "Bearer abc"], ["Accept", "*"]]}]}})
    ['Bearer abc', 'abc']
    """
    found = []
    for operation in plan["scenario"]["operations"]:
        for name, value in operation.get("headers", ()):
            # A template is filled anew for each call: what comes into it is no secret of the file.
            if name.lower() in _CREDENTIALS and "${" not in value:
                found += [value, value.partition(" ")[2]]
    return [value for value in dict.fromkeys(found) if value]


def secrets_of(profile: Profile, environment: Mapping[str, str]) -> list[str]:
    """The value of every secret that the profile names, wherever it stands in it."""
    names = dict.fromkeys(name for text in _texts(profile) for name in secret_names(text))
    return [environment[name] for name in names if environment.get(name)]


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif is_dataclass(value):
        for field in fields(value):
            yield from _texts(getattr(value, field.name))
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _texts(key)
            yield from _texts(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts(inner)
