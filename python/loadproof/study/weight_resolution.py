"""Resolves the weights of operations and flows: their shares of the open arrivals, and the rate at N = 1."""

import math
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from loadproof.model.rate import RateError, parse_rate
from loadproof.study.fault_log import FaultLog, KeyPath
from loadproof.study.flow_spec import FlowSpec
from loadproof.study.profile_spec import OperationSpec, ProfileSpec

__all__ = ["Weights", "resolve_weights"]

_HEAVIEST = 1e9


@dataclass(frozen=True, slots=True)
class Weights:
    """Weights by name, and arrivals/s of all together at N = 1, if they are known."""

    operations: Mapping[str, float]
    flows: Mapping[str, float]
    base_rate: float | None


def resolve_weights(spec: ProfileSpec, called: Collection[str], walked: Collection[str], log: FaultLog) -> Weights:
    """The weights that `spec` says; `called` are the operations of flows, `walked` the flows of users.

    What says nothing has 1, or where it is called or walked 0: no open arrivals. Rates are weights whose sum is known;
    the two are never mixed.
    """
    rated = _rates(spec, log)
    first = next((name for _, name in rated), None)
    weights = {
        kind: {
            name: _weight(one, (kind, name), name in within, first, rated, log)
            for name, one in getattr(spec, kind).items()
        }
        for kind, within in (("operations", called), ("flows", walked))
    }
    operations, flows = weights["operations"], weights["flows"]
    arrives = any((*operations.values(), *flows.values()))
    if not arrives and not spec.users and spec.operations and not log.is_broken(()):
        log.add(
            ("operations",), "nothing arrives: every weight is 0, and there are no users", "give a weight, or users"
        )
    base_rate = _base_rate(spec, rated, log)
    if not arrives and spec.users and spec.base_rate is not None:
        log.add(("base_rate",), "nothing arrives by rate: users alone make the load", "leave base_rate out")
    return Weights(operations, flows, base_rate if arrives else None)


def _rates(spec: ProfileSpec, log: FaultLog) -> dict[tuple[str, str], float]:
    rated = {}
    for kind in ("operations", "flows"):
        for name, one in getattr(spec, kind).items():
            if one.rate is not None:
                rated[kind, name] = _readable(one.rate, (kind, name, "rate"), log)
    return rated


def _readable(written: float | str, path: KeyPath, log: FaultLog) -> float:
    """A written rate; 1 in place of one that cannot be read, whose fault goes to `log`."""
    try:
        return parse_rate(written)
    except RateError as error:
        log.add_error(path, error)
        return 1.0


def _weight(
    one: OperationSpec | FlowSpec,
    path: tuple[str, str],
    may_be_zero: bool,
    first_rated: str | None,
    rated: Mapping[tuple[str, str], float],
    log: FaultLog,
) -> float:
    cure = "give all of them rates, or all of them weights"
    if first_rated is not None:
        if one.weight is not None:
            log.add((*path, "weight"), f"a weight, where {first_rated} has a rate", cure)
        elif one.rate is None and not may_be_zero and not log.is_broken(path):
            log.add(path, f"no rate, where {first_rated} has one", cure)
        return rated.get(path, 0.0)
    weight = (0.0 if may_be_zero else 1.0) if one.weight is None else one.weight
    if math.isfinite(weight) and (0 < weight <= _HEAVIEST or (weight == 0 and may_be_zero)):
        return weight
    log.add(
        (*path, "weight"),
        f"{weight:g} is not above 0 and at most {_HEAVIEST:g}",
        f"give a number above 0, or leave the {'operation' if path[0] == 'operations' else 'flow'} out",
    )
    return 1.0


def _base_rate(spec: ProfileSpec, rated: Mapping[tuple[str, str], float], log: FaultLog) -> float | None:
    if rated:
        if spec.base_rate is not None:
            log.add(("base_rate",), "the operations have rates, whose sum is the base rate", "leave base_rate out")
        return math.fsum(rated.values())
    return None if spec.base_rate is None else _readable(spec.base_rate, ("base_rate",), log)
