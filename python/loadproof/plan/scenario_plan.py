"""Checks, extractions, flows and users in the plan that the engine runs, as JSON values."""

from collections.abc import Mapping, Sequence
from typing import Any

from loadproof.model.pause import Pause, PauseKind
from loadproof.model.scenario import (
    Branch,
    Call,
    Chance,
    Check,
    Condition,
    Demand,
    DemandKind,
    Extract,
    Flow,
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

__all__ = ["check_plan", "extract_plan", "flow_plan", "users_plan"]

_NANOS = 1_000_000_000
_WITHOUT_TEXT = (SubjectKind.BODY, SubjectKind.SIZE, SubjectKind.TIME)


def check_plan(check: Check) -> Mapping[str, Any]:
    """`CheckSpec` of the engine."""
    return {"name": check.name, "subject": _subject(check.subject), "demand": _demand(check.demand)}


def extract_plan(extract: Extract) -> Mapping[str, Any]:
    """`ExtractSpec` of the engine."""
    return {"variable": extract.variable, "subject": _subject(extract.subject), "otherwise": extract.otherwise}


def flow_plan(flow: Flow) -> Mapping[str, Any]:
    """`FlowSpec` of the engine."""
    return {"name": flow.name, "weight": flow.weight, "steps": _steps(flow.steps), "goes_on": flow.goes_on}


def users_plan(users: Users) -> Mapping[str, Any]:
    """`UsersSpec` of the engine."""
    return {
        "flow": users.flow,
        "count": users.count,
        "ramp_ns": _nanos(users.ramp_s),
        "spread_ns": _nanos(users.spread_s),
        "pacing": None if users.pacing is None else _pause(users.pacing),
        "iterations_per_session": users.iterations_per_session,
    }


def _steps(steps: Sequence[Step]) -> list[Mapping[str, Any]]:
    return [_step(step) for step in steps]


def _step(step: Step) -> Mapping[str, Any]:
    plan: Mapping[str, Any]
    match step:
        case Call():
            plan = {"call": step.operation}
        case Think():
            plan = {"think": _pause(step.pause)}
        case SetVariable():
            plan = {"set": {"variable": step.variable, "value": step.value}}
        case NextValue():
            plan = {"next": step.feeder}
        case Repeat():
            plan = {"repeat": {"times": [step.least, step.most], "steps": _steps(step.steps)}}
        case Loop():
            inner = {"at_most": step.at_most, "steps": _steps(step.steps)}
            plan = {"while": {"condition": _condition(step.condition), **inner}}
        case Branch():
            ways = {"steps": _steps(step.steps), "otherwise": _steps(step.otherwise)}
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
