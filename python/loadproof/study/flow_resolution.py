"""Resolves the written flows, their steps, conditions and pauses, and the users that go through them."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from loadproof.model.pause import Pause, PauseKind
from loadproof.model.quoting import quoted
from loadproof.model.scenario import (
    Branch,
    Call,
    Chance,
    Condition,
    Flow,
    Loop,
    NextValue,
    Repeat,
    SetVariable,
    Step,
    Think,
    Users,
    VariableCondition,
)
from loadproof.model.user_counts import MOST_USERS
from loadproof.study.apdex_resolution import apdex_target_s
from loadproof.study.csv_file import ValuePlace
from loadproof.study.fault_log import FaultLog, KeyPath
from loadproof.study.flow_spec import ConditionSpec, FlowSpec, PauseSpec, StepSpec, UsersSpec
from loadproof.study.gap_use import Gaps, GapUse
from loadproof.study.operation_resolution import check_name, near
from loadproof.study.profile_spec import ProfileSpec
from loadproof.study.reply_resolution import resolve_demand
from loadproof.study.template import is_feeder_name

__all__ = ["ResolvedFlow", "resolve_flow", "resolve_pause", "resolve_users"]

_MOST_STEPS = 1000
_DEEPEST = 8
_MOST_PASSES = 100_000
_LARGEST_SIGMA = 5.0
_KINDS = ("think", "repeat", "while", "if", "set", "next")
_COMPANIONS = {"repeat": {"steps"}, "while": {"steps", "at_most"}, "if": {"steps", "else"}}
_NAMES = {"during": "while", "condition": "if", "otherwise": "else"}


@dataclass(frozen=True, slots=True)
class ResolvedFlow:
    """A flow and what it names, each with its path; its weight is still 1."""

    flow: Flow
    uses: tuple[GapUse, ...]
    conditions: tuple[tuple[KeyPath, str], ...]
    feeders: tuple[tuple[KeyPath, str], ...]
    loops: tuple[tuple[KeyPath, Loop], ...]


@dataclass(slots=True)
class _Walk:
    """One flow as its steps are resolved."""

    gaps: Gaps
    operations: Mapping[str, object]
    steps: int = 0
    conditions: list[tuple[KeyPath, str]] = field(default_factory=list)
    feeders: list[tuple[KeyPath, str]] = field(default_factory=list)
    loops: list[tuple[KeyPath, Loop]] = field(default_factory=list)

    @property
    def log(self) -> FaultLog:
        return self.gaps.log


def resolve_flow(name: str, spec: FlowSpec, operations: Mapping[str, object], gaps: Gaps) -> ResolvedFlow:
    """The flow that `spec` says; its steps may call `operations`. What is wrong goes to the log of `gaps`."""
    path: KeyPath = ("flows", name)
    walk = _Walk(gaps, operations)
    before = _steps(spec.before, (*path, "before"), 1, walk) if spec.before else ()
    steps = _steps(spec.steps, (*path, "steps"), 1, walk)
    if walk.steps > _MOST_STEPS:
        gaps.log.add((*path, "steps"), f"the number of steps is over {_MOST_STEPS}", f"keep to {_MOST_STEPS}")
    target_s = None if spec.apdex is None else apdex_target_s(spec.apdex, (*path, "apdex"), gaps.log)
    flow = Flow(name, 1.0, steps, spec.after_failure == "go on", before, target_s)
    return ResolvedFlow(flow, tuple(gaps.found), tuple(walk.conditions), tuple(walk.feeders), tuple(walk.loops))


def resolve_pause(written: Pause | PauseSpec, path: KeyPath, log: FaultLog) -> Pause:
    """The pause that is written: as text it is one already; what is wrong goes to `log`."""
    if isinstance(written, Pause):
        return written
    kinds = [key for key in PauseSpec.model_fields if getattr(written, key) is not None]
    if len(kinds) != 1 and not log.is_broken(path):
        log.add(path, "a pause has one distribution", "write one of exponential, normal and lognormal")
    if written.normal is not None:
        return Pause(PauseKind.NORMAL, written.normal.mean.seconds, written.normal.deviation.seconds)
    if written.lognormal is not None:
        sigma = written.lognormal.sigma
        if not (math.isfinite(sigma) and 0 < sigma <= _LARGEST_SIGMA):
            place = (*path, "lognormal", "sigma")
            log.add(place, f"{sigma:g} is not above 0 and at most {_LARGEST_SIGMA:g}", "give a number such as 0.5")
        return Pause(PauseKind.LOGNORMAL, written.lognormal.median.seconds, sigma)
    return Pause(PauseKind.EXPONENTIAL, 1.0 if written.exponential is None else written.exponential.seconds)


def _steps(written: Sequence[str | StepSpec], path: KeyPath, depth: int, walk: _Walk) -> tuple[Step, ...]:
    if depth > _DEEPEST:
        walk.log.add(path, f"steps are nested more than {_DEEPEST} deep", "flatten the flow")
        return ()
    if not written:
        walk.log.add(path, "there are no steps", "add one, such as the name of an operation")
    resolved: list[Step] = []
    for index, step in enumerate(written):
        walk.steps += 1
        if walk.steps > _MOST_STEPS:
            break
        place = (*path, index)
        resolved += [_call(step, place, walk)] if isinstance(step, str) else _step(step, place, depth, walk)
    return tuple(resolved)


def _call(name: str, path: KeyPath, walk: _Walk) -> Call:
    if name not in walk.operations:
        cure = near(name, walk.operations, "declare it under operations")
        walk.log.add(path, f"there is no operation {quoted(name)}", cure)
    return Call(name)


def _step(spec: StepSpec, path: KeyPath, depth: int, walk: _Walk) -> list[Step]:
    written = {_NAMES.get(key, key) for key in spec.model_fields_set if getattr(spec, key) is not None}
    kinds = [kind for kind in _KINDS if kind in written]
    if len(kinds) != 1:
        if not walk.log.is_broken(path):
            message = f"{' and '.join(kinds)} are more than one step" if kinds else "this is no step"
            walk.log.add(path, message, f"write the name of an operation, or one of {', '.join(_KINDS)}")
        return []
    kind = kinds[0]
    others = sorted(written - {kind} - _COMPANIONS.get(kind, set()))
    if others:
        walk.log.add((*path, others[0]), f"{others[0]} says nothing beside {kind}", "leave it out")
    if kind in _COMPANIONS and spec.steps is None and not walk.log.is_broken(path):
        walk.log.add(path, f"{kind} has no steps", "add steps: a list of them")
    if kind in _COMPANIONS:
        nested: dict[str, Callable[[StepSpec, KeyPath, int, _Walk], Step]]
        nested = {"repeat": _repeat, "while": _loop, "if": _branch}
        return [nested[kind](spec, path, depth, walk)]
    return _plain_step(spec, path, walk)


def _plain_step(spec: StepSpec, path: KeyPath, walk: _Walk) -> list[Step]:
    """A step without steps in it."""
    if spec.think is not None:
        return [Think(resolve_pause(spec.think, (*path, "think"), walk.log))]
    if spec.next is not None:
        walk.feeders.append(((*path, "next"), spec.next))
        return [NextValue(spec.next)]
    return _set(spec.set or {}, (*path, "set"), walk)


def _set(written: Mapping[str, str], path: KeyPath, walk: _Walk) -> list[Step]:
    for name, value in written.items():
        if not is_feeder_name(name):
            walk.log.add(
                (*path, name), f"{quoted(name)} cannot name a variable", "use up to 64 letters, digits, _ and -"
            )
        walk.gaps.take((*path, name), value, ValuePlace.UNSENT)
    return [SetVariable(name, value) for name, value in written.items()]


def _repeat(spec: StepSpec, path: KeyPath, depth: int, walk: _Walk) -> Repeat:
    least, most = spec.repeat or (1, 1)
    if most == 0:
        walk.log.add((*path, "repeat"), "no times at all", "give a number such as 3, or leave the steps out")
    return Repeat(least, most, _inner(spec.steps, path, "steps", depth, walk))


def _loop(spec: StepSpec, path: KeyPath, depth: int, walk: _Walk) -> Loop:
    if spec.at_most is None:
        if not walk.log.is_broken((*path, "at_most")):
            walk.log.add(
                (*path, "while"), "the flow may never end: there is no at_most", "add at_most: 10, or as meant"
            )
    elif not 1 <= spec.at_most <= _MOST_PASSES:
        walk.log.add((*path, "at_most"), f"{spec.at_most} is not from 1 to {_MOST_PASSES}", "give a number such as 10")
    steps = _inner(spec.steps, path, "steps", depth, walk)
    loop = Loop(_condition(spec.during, (*path, "while"), walk), spec.at_most or 1, steps)
    walk.loops.append((path, loop))
    return loop


def _branch(spec: StepSpec, path: KeyPath, depth: int, walk: _Walk) -> Branch:
    condition = _condition(spec.condition, (*path, "if"), walk)
    steps = _inner(spec.steps, path, "steps", depth, walk)
    otherwise = () if spec.otherwise is None else _inner(spec.otherwise, path, "else", depth, walk)
    return Branch(condition, steps, otherwise)


def _inner(
    written: Sequence[str | StepSpec] | None, path: KeyPath, key: str, depth: int, walk: _Walk
) -> tuple[Step, ...]:
    return () if written is None else _steps(written, (*path, key), depth + 1, walk)


def _condition(spec: ConditionSpec | None, path: KeyPath, walk: _Walk) -> Condition:
    if spec is None or (spec.variable is None) == (spec.chance is None):
        if not walk.log.is_broken(path):
            walk.log.add(
                path, "a condition has either a variable or a chance", "write {variable: NAME} or {chance: 30%}"
            )
        return Chance(1.0)
    if spec.variable is not None:
        walk.conditions.append(((*path, "variable"), spec.variable))
        return VariableCondition(spec.variable, resolve_demand(spec, path, walk.gaps))
    if spec.model_fields_set - {"chance"}:
        walk.log.add(path, "a chance has nothing to be compared with", "write {chance: 30%} alone")
    return Chance(1.0 if spec.chance is None else spec.chance.share)


_MOST_KINDS = 100
_MOST_ITERATIONS = 1_000_000
_OF_ROUNDING = 1e-9


def resolve_users(spec: ProfileSpec, log: FaultLog) -> tuple[Users, ...]:
    """The users that `spec` says; what is wrong goes to `log`."""
    if len(spec.users) > _MOST_KINDS:
        log.add(("users",), f"the number of kinds of users is {len(spec.users)}", f"keep to {_MOST_KINDS}")
        raise log.error()
    resolved = tuple(_users(name, one, spec.flows, log) for name, one in spec.users.items())
    _check_shares(spec.users, log)
    total = sum(users.count for users in resolved)
    if total > MOST_USERS and all(users.count <= MOST_USERS for users in resolved):
        log.add(("users",), f"there are {total} users in all", f"keep to {MOST_USERS}")
    return resolved


def _check_shares(written: Mapping[str, UsersSpec], log: FaultLog) -> None:
    """Tell where some kinds of users have a share and others a count, and where the shares are not the whole."""
    shares = {name: one.share.share for name, one in written.items() if one.share is not None}
    for name, one in written.items():
        if one.count is not None and shares:
            other = next(iter(shares))
            cure = "give all kinds of users a share, or all of them a count"
            message = f"a count, where {other} has a share" if name != other else "a count beside a share"
            log.add(("users", name, "count"), message, cure)
        elif one.count is None and one.share is None and not log.is_broken(("users", name)):
            log.add(("users", name), "neither a count nor a share", "give count: a number, or share: 50%")
    total = sum(shares.values())
    are_known = len(shares) == len(written) and not any(
        log.is_broken(path) for name in written for path in (("users", name), ("users", name, "share"))
    )
    if shares and are_known and abs(total - 1.0) > _OF_ROUNDING:
        last = next(reversed(shares))
        message = f"the shares of the users add up to {100.0 * total:g}%"
        log.add(("users", last, "share"), message, "change them so that they add up to 100%")


def _users(name: str, spec: UsersSpec, flows: Mapping[str, Any], log: FaultLog) -> Users:
    path: KeyPath = ("users", name)
    check_name(name, "users", path, log)
    if spec.flow not in flows:
        cure = near(spec.flow, flows, "declare it under flows")
        log.add((*path, "flow"), f"there is no flow {quoted(spec.flow)}", cure)
    if spec.count is not None:
        _check_number(spec.count, MOST_USERS, (*path, "count"), log)
    if spec.iterations_per_session is not None:
        _check_number(spec.iterations_per_session, _MOST_ITERATIONS, (*path, "iterations_per_session"), log)
    return Users(
        name=name,
        flow=spec.flow,
        count=spec.count or 0,
        ramp_s=0.0 if spec.ramp is None else spec.ramp.seconds,
        spread_s=0.0 if spec.spread is None else spec.spread.seconds,
        pacing=None if spec.pacing is None else resolve_pause(spec.pacing, (*path, "pacing"), log),
        iterations_per_session=spec.iterations_per_session,
        share=None if spec.share is None else spec.share.share,
    )


def _check_number(number: int, most: int, path: KeyPath, log: FaultLog) -> None:
    if not 1 <= number <= most:
        log.add(path, f"{quoted(number)} is not from 1 to {most}", "give a number in that range")
