"""Checks that a flow comes to an end, and that it calls something on its way."""

from collections.abc import Mapping, Sequence, Set

from loadproof.model.profile import Operation
from loadproof.model.scenario import (
    Branch,
    Loop,
    Repeat,
    SetVariable,
    Step,
    VariableCondition,
    all_steps,
    called_operations,
)
from loadproof.study.fault_log import FaultLog, KeyPath
from loadproof.study.flow_resolution import ResolvedFlow

__all__ = ["check_ends", "set_variables"]

_MOST_PASSES = 100_000


def set_variables(steps: Sequence[Step], extracted: Mapping[str, Set[str]]) -> set[str]:
    """The variables that `steps` may set; `extracted` are those that each operation takes from its replies."""
    names = {step.variable for step in all_steps(steps) if isinstance(step, SetVariable)}
    return names.union(*(extracted.get(operation, set()) for operation in called_operations(steps)))


def check_ends(flow: ResolvedFlow, operations: Sequence[Operation], log: FaultLog) -> None:
    """Tell of a loop whose condition nothing in it changes, of too many passes, and of a flow without a call."""
    path: KeyPath = ("flows", flow.flow.name, "steps")
    extracted = {operation.name: {extract.variable for extract in operation.extracts} for operation in operations}
    for place, loop in flow.loops:
        condition = loop.condition
        if isinstance(condition, VariableCondition) and condition.variable not in set_variables(loop.steps, extracted):
            message = f"the loop can only end by its at_most: no step in it sets {condition.variable}"
            log.add((*place, "while"), message, "call an operation that extracts it, or write repeat")
    if log.is_broken(path) or not flow.flow.steps:
        return
    if not called_operations(flow.flow.steps):
        log.add(path, "the flow never calls anything", "add the name of an operation")
    if _passes(flow.flow.steps) > _MOST_PASSES:
        message = f"with all its repetitions the flow has more than {_MOST_PASSES} steps"
        log.add(path, message, "lower repeat and at_most, or let users go through the flow more often")


def _passes(steps: Sequence[Step]) -> int:
    """The most steps that one iteration may take."""
    total = 0
    for step in steps:
        total += 1
        if isinstance(step, Repeat):
            total += step.most * _passes(step.steps)
        elif isinstance(step, Loop):
            total += step.at_most * (1 + _passes(step.steps))
        elif isinstance(step, Branch):
            total += max(_passes(step.steps), _passes(step.otherwise))
    return total
