"""Checks of sessions: variables that are set on the way, and rows that belong to one user."""

import itertools
from collections.abc import Iterable, Mapping, Sequence

from loadproof.model.profile import CsvFeeder, Feeder, FeederOrder, RangeFeeder
from loadproof.model.quoting import quoted
from loadproof.model.scenario import Users, called_operations
from loadproof.study.fault_log import FaultLog, KeyPath
from loadproof.study.flow_ends import set_variables
from loadproof.study.flow_resolution import ResolvedFlow
from loadproof.study.gap_use import GapUse
from loadproof.study.name_resolution import Names
from loadproof.study.operation_resolution import ResolvedOperation, near

__all__ = ["check_sessions", "check_unique_rows"]

_SET_IT = "give it a value under variables, extract it, or set it in a step"


def check_sessions(
    operations: Sequence[ResolvedOperation], flows: Sequence[ResolvedFlow], names: Names, log: FaultLog
) -> None:
    """Tell of variables that are used where nothing can have set them, and of names in steps that are not there."""
    unset = {variable.name for variable in names.variables if variable.value is None}
    by_name = {one.operation.name: one for one in operations}
    extracted = {name: {extract.variable for extract in one.operation.extracts} for name, one in by_name.items()}
    for one in operations:
        if one.operation.weight > 0:
            why = f"{one.operation.name} is called without a flow, where nothing sets"
            _tell_unset(((use.path, use.value.feeder) for use in one.uses), unset, why, log)
    for flow in flows:
        _check_names(flow, names, log)
        steps = (*flow.flow.before, *flow.flow.steps)
        settable = set_variables(steps, extracted)
        called = [by_name[name] for name in called_operations(steps) if name in by_name]
        uses = [*flow.uses, *(use for one in called for use in one.uses)]
        used = [*flow.conditions, *((use.path, use.value.feeder) for use in uses)]
        _tell_unset(used, unset - settable, f"in the flow {flow.flow.name} nothing sets", log)


def check_unique_rows(
    operations: Sequence[ResolvedOperation],
    flows: Sequence[ResolvedFlow],
    users: Sequence[Users],
    names: Names,
    rows: Mapping[str, int | None],
    log: FaultLog,
) -> dict[str, int]:
    """Tell where a unique feeder has no row for each user, or is used by calls that no user makes.

    The rows that each unique feeder needs.
    """
    unique = {name: feeder for name, feeder in names.feeders.items() if feeder is not None and _is_unique(feeder)}
    if not unique:
        return {}
    for one in operations:
        if one.operation.weight > 0:
            _tell_open(one.uses, unique, f"{one.operation.name} is called without a user", log)
    by_name = {one.operation.name: one for one in operations}
    used: dict[str, set[str]] = {}
    for flow in flows:
        steps = (*flow.flow.before, *flow.flow.steps)
        called = (by_name[name] for name in called_operations(steps) if name in by_name)
        uses = [*flow.uses, *(use for one in called for use in one.uses)]
        used[flow.flow.name] = {use.value.feeder for use in uses} | {name for _, name in flow.feeders}
        if flow.flow.weight > 0:
            _tell_open(uses, unique, f"the flow {flow.flow.name} arrives without a user", log)
    needed = {name: _highest_user(name, users, used) for name in unique}
    for name, feeder in unique.items():
        there = feeder.high - feeder.low + 1 if isinstance(feeder, RangeFeeder) else rows.get(name)
        if there is not None and there < needed[name]:
            message = f"{there} rows, one for each user, are too few for {needed[name]} users"
            log.add(("feeders", name), message, "add rows, lower the count of users, or take another order")
    return needed


def _highest_user(feeder: str, users: Sequence[Users], used: Mapping[str, set[str]]) -> int:
    """Return the number of the last user that draws from `feeder`, 0 for none; kinds are numbered one after another."""
    ends = itertools.accumulate(one.count for one in users)
    drawing = (end for one, end in zip(users, ends, strict=True) if feeder in used.get(one.flow, ()))
    return max(drawing, default=0)


def _is_unique(feeder: Feeder) -> bool:
    return isinstance(feeder, CsvFeeder | RangeFeeder) and feeder.order is FeederOrder.UNIQUE


def _tell_open(uses: Iterable[GapUse], unique: Mapping[str, Feeder], why: str, log: FaultLog) -> None:
    for use in uses:
        if use.value.feeder in unique:
            message = f"{why}, and the feeder {use.value.feeder} has one row for each user"
            log.add(use.path, message, "take another order, or let users alone go through it")


def _tell_unset(used: Iterable[tuple[KeyPath, str]], unset: set[str], why: str, log: FaultLog) -> None:
    for path, name in used:
        if name in unset:
            log.add(path, f"{why} the variable {quoted(name)}", _SET_IT)


def _check_names(flow: ResolvedFlow, names: Names, log: FaultLog) -> None:
    """Names of conditions and of `next` steps."""
    variables = names.variable_names
    for path, name in flow.conditions:
        if name not in variables:
            cure = near(name, sorted(variables), "extract it, set it, or declare it under variables")
            log.add(path, f"there is no variable {quoted(name)}", cure)
    for path, name in flow.feeders:
        if name not in names.feeders:
            log.add(path, f"there is no feeder {quoted(name)}", near(name, names.feeders, "declare it under feeders"))
