"""Resolves the written users."""

from collections.abc import Mapping
from typing import Any

from loadproof.model.quoting import quoted
from loadproof.model.scenario import Users
from loadproof.study.fault_log import FaultLog, KeyPath
from loadproof.study.flow_resolution import resolve_pause
from loadproof.study.flow_spec import UsersSpec
from loadproof.study.operation_resolution import check_name, near
from loadproof.study.profile_spec import ProfileSpec

__all__ = ["resolve_users"]

_MOST_KINDS = 100
_MOST_USERS = 1_000_000
_MOST_ITERATIONS = 1_000_000


def resolve_users(spec: ProfileSpec, log: FaultLog) -> tuple[Users, ...]:
    """The users that `spec` says; what is wrong goes to `log`."""
    if len(spec.users) > _MOST_KINDS:
        log.add(("users",), f"the number of kinds of users is {len(spec.users)}", f"keep to {_MOST_KINDS}")
        raise log.error()
    resolved = tuple(_users(name, one, spec.flows, log) for name, one in spec.users.items())
    total = sum(users.count for users in resolved)
    if total > _MOST_USERS and all(users.count <= _MOST_USERS for users in resolved):
        log.add(("users",), f"there are {total} users in all", f"keep to {_MOST_USERS}")
    return resolved


def _users(name: str, spec: UsersSpec, flows: Mapping[str, Any], log: FaultLog) -> Users:
    path: KeyPath = ("users", name)
    check_name(name, "users", path, log)
    if spec.flow not in flows:
        cure = near(spec.flow, flows, "declare it under flows")
        log.add((*path, "flow"), f"there is no flow {quoted(spec.flow)}", cure)
    _check_number(spec.count, _MOST_USERS, (*path, "count"), log)
    if spec.iterations_per_session is not None:
        _check_number(spec.iterations_per_session, _MOST_ITERATIONS, (*path, "iterations_per_session"), log)
    return Users(
        name=name,
        flow=spec.flow,
        count=spec.count,
        ramp_s=0.0 if spec.ramp is None else spec.ramp.seconds,
        spread_s=0.0 if spec.spread is None else spec.spread.seconds,
        pacing=None if spec.pacing is None else resolve_pause(spec.pacing, (*path, "pacing"), log),
        iterations_per_session=spec.iterations_per_session,
    )


def _check_number(number: int, most: int, path: KeyPath, log: FaultLog) -> None:
    if not 1 <= number <= most:
        log.add(path, f"{quoted(number)} is not from 1 to {most}", "give a number in that range")
