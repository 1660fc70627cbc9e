"""Rows of results as a report names them: operations, calls before the first flow of users, flows, then targets."""

from collections.abc import Sequence
from dataclasses import replace

from loadproof.model.profile import Profile
from loadproof.model.scenario import Branch, Call, Loop, Repeat, Step, called_operations, most_calls
from loadproof.records.run import RunOperation

__all__ = ["described_rows"]

_LONGEST = 200


def described_rows(profile: Profile, targets: Sequence[str] = ()) -> tuple[RunOperation, ...]:
    """One description for each row, in the order of the engine's indices.

    The request of a flow is what it calls: `login, get ×3, pay`. `targets` are names of several targets.
    """
    callers = _callers(profile)
    arriving = {name for flow in profile.flows if flow.weight for name in called_operations(flow.steps)}
    operations = [
        RunOperation(
            name=operation.name,
            weight=operation.weight,
            request=f"{operation.method} {operation.path}",
            tags=dict(operation.tags),
            apdex_target_s=operation.apdex_target_s,
            users=() if operation.weight or operation.name in arriving else callers.get(operation.name, ()),
            calls_per_iteration=max(1, *(most_calls(flow.steps, operation.name) for flow in profile.flows), 1),
        )
        for operation in profile.operations
    ]
    by_name = {row.name: row for row in operations}
    before = [
        replace(by_name[operation], name=name, kind="before", weight=0.0, apdex_target_s=None, users=())
        for name, operation in profile.before
    ]
    flows = [
        RunOperation(
            name=flow.name,
            weight=flow.weight,
            request=_shortened(_calls(flow.steps)),
            kind="flow",
            apdex_target_s=flow.apdex_target_s,
            users=() if flow.weight else tuple(kind.name for kind in profile.users if kind.flow == flow.name),
        )
        for flow in profile.flows
    ]
    ends = (RunOperation(name=name, weight=0.0, request="", kind="target") for name in targets)
    return (*operations, *before, *flows, *ends)


def _callers(profile: Profile) -> dict[str, tuple[str, ...]]:
    """Return the kinds of users that call each operation in their iterations."""
    flows = {flow.name: called_operations(flow.steps) for flow in profile.flows}
    callers: dict[str, tuple[str, ...]] = {}
    for kind in profile.users:
        for operation in flows.get(kind.flow, ()):
            callers[operation] = (*callers.get(operation, ()), kind.name)
    return callers


def _calls(steps: Sequence[Step]) -> str:
    """Return the calls of `steps` as text, such as `login, get ×3`, without pauses and variables."""
    return ", ".join(text for text in map(_called, steps) if text)


def _called(step: Step) -> str:
    if isinstance(step, Call):
        return step.operation
    if isinstance(step, Repeat):
        times = f"{step.least}" if step.least == step.most else f"{step.least}-{step.most}"
        return _times(_calls(step.steps), f"×{times}")
    if isinstance(step, Loop):
        return _times(_calls(step.steps), f"×0-{step.at_most}")
    if isinstance(step, Branch):
        ways = [calls for calls in (_calls(step.steps), _calls(step.otherwise)) if calls]
        return f"({' or '.join(ways) if len(ways) == 2 else f'{ways[0]} or nothing'})" if ways else ""
    return ""


def _times(calls: str, times: str) -> str:
    if not calls:
        return ""
    return f"({calls}) {times}" if ", " in calls else f"{calls} {times}"


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
