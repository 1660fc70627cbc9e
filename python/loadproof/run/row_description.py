"""The rows of results as a report names them: operations, then flows, then targets if there are several."""

from collections.abc import Sequence

from loadproof.model.profile import Profile
from loadproof.model.scenario import Branch, Call, Loop, Repeat, Step
from loadproof.records.run import RunOperation

__all__ = ["described_rows"]

_LONGEST = 200


def described_rows(profile: Profile, targets: Sequence[str] = ()) -> tuple[RunOperation, ...]:
    """One description for each row, in the order of the engine's indices.

    The request of a flow is what it calls: `login, get ×3, pay`. `targets` are names of several targets.
    """
    operations = [
        RunOperation(
            name=operation.name,
            weight=operation.weight,
            request=f"{operation.method} {operation.path}",
            tags=dict(operation.tags),
        )
        for operation in profile.operations
    ]
    flows = [
        RunOperation(name=flow.name, weight=flow.weight, request=_shortened(_calls(flow.steps)), kind="flow")
        for flow in profile.flows
    ]
    return (*operations, *flows, *(RunOperation(name=name, weight=0.0, request="", kind="target") for name in targets))


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
