"""Check of a confirmation in users by Little's law: N = X (R + Z), over the flows of the users.

Sources: Little 1961, *A Proof for the Queuing Formula L = λW*; Denning and Buzen 1978, *The Operational Analysis of
Queueing Network Models* (the interactive response time formula).
"""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from loadproof.model.message import Message, count, number, share
from loadproof.model.user_counts import users_by_kind
from loadproof.records.doubt import Doubt, DoubtCode
from loadproof.records.littles_law import FlowCycles, LittlesLaw

if TYPE_CHECKING:
    from loadproof.methods.capacity.user_search import UserSearch
    from loadproof.methods.trial import TrialResult

__all__ = ["CapacityDetails", "law_doubts", "littles_law"]

_TOLERANCE = 0.05
"""Difference of both sides, as a part of the users, that is a doubt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CapacityDetails:
    """Details of the answer of a search."""

    littles_law: LittlesLaw | None = None


def littles_law(held: TrialResult, search: UserSearch) -> LittlesLaw | None:
    """Return both sides of Little's law for the users of a trial; None: they cannot be told.

    They cannot if a flow has no completed iteration, or also arrives by rate, or if users of a kind begin new sessions:
    the steps before the first flow of a session are in no flow's time.
    """
    counts = users_by_kind(search.kinds, held.trial.users)
    pacings: defaultdict[str, list[tuple[int, float]]] = defaultdict(list)
    for kind, users in zip(search.kinds, counts, strict=True):
        if kind.iterations_per_session is not None:
            return None
        pacings[kind.flow].append((users, 0.0 if kind.pacing is None else kind.pacing.mean_s))
    flows = []
    for flow, kinds in pacings.items():
        row = held.measurement.operations.get(flow)
        if row is None or not row.completed or flow in search.arriving_flows:
            return None
        flow_s = row.response.mean_ms / 1000.0
        if not math.isfinite(flow_s) or flow_s <= 0.0:
            return None
        flows.append(_cycles(flow, kinds, row.rate, flow_s))
    if not flows:
        return None
    users, by_law = sum(one.users for one in flows), math.fsum(one.users_by_law for one in flows)
    return LittlesLaw(users=users, users_by_law=by_law, ratio=by_law / users, flows=tuple(flows))


def _cycles(flow: str, kinds: list[tuple[int, float]], flows_per_s: float, flow_s: float) -> FlowCycles:
    """Return the iterations of a flow by its kinds: users and pacing in s of each.

    A paced user begins an iteration each pacing, unless the one before takes longer. Kinds of one flow share its row:
    the mean cycle is weighted by the iterations that each begins.
    """
    users = sum(number for number, _ in kinds)
    cycle_s = users / math.fsum(number / max(pacing_s, flow_s) for number, pacing_s in kinds)
    return FlowCycles(
        flow=flow,
        users=users,
        flows_per_s=flows_per_s,
        flow_s=flow_s,
        wait_s=cycle_s - flow_s,
        users_by_law=flows_per_s * cycle_s,
    )


def law_doubts(law: LittlesLaw) -> tuple[Doubt, ...]:
    """Return the doubt about a measurement whose users are not those that Little's law gives."""
    difference = abs(law.ratio - 1.0)
    if difference <= _TOLERANCE:
        return ()
    worst = max(law.flows, key=lambda flow: abs(flow.users_by_law - flow.users))
    text = Message(
        "littles-law-differs",
        users=count(law.users),
        by_law=number(law.users_by_law),
        difference=share(difference),
        flow=worst.flow,
        rate=number(worst.flows_per_s),
        cycle=number(worst.flow_s + worst.wait_s),
    )
    return (Doubt(DoubtCode.LITTLES_LAW, text),)
