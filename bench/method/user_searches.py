"""Searches of a capacity in users against closed queueing models whose truth is exact, in virtual time."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from loadproof.methods.capacity.littles_law import CapacityDetails
from loadproof.methods.capacity.machine import Capacity
from loadproof.methods.trial import Trial, TrialResult
from loadproof.model.rate import Arrivals
from loadproof.plan.settings import LoadSettings
from loadproof.records.answer import Answer, Outcome

from bench.method.closed_population import ClosedCase, repairman_case
from bench.method.effort import Effort
from bench.method.search_figures import percent
from bench.method.table import Claim, MethodTable
from bench.method.virtual_run import CONNECTIONS, VirtualRun

__all__ = ["UserSearchRecord", "record_of", "table_of", "user_searches"]

_CASES = 200
_COLUMNS = (
    "cases",
    "searches",
    "found, %",
    "bias of the estimate, %",
    "estimate within ±3 %, %",
    "estimate within ±5 %, %",
    "[low, high] covers, %",
    "confirmed over the truth, %",
    "confirmed > 2 % over, %",
    "confirmed > 6 % under, %",
    "users by Little's law over users",
    "load, median s",
    "load, 90 % s",
)


@dataclass(frozen=True, slots=True)
class UserSearchRecord:
    """Answer of one search beside the truth, in users."""

    number: int
    family: str
    truth: int
    outcome: str
    users: float
    estimate: float
    low: float
    high: float
    ratio: float
    """Users by Little's law over the users of the confirmation."""
    load_s: float
    trials: int


def record_of(number: int, draw: Callable[[int, int], ClosedCase], seed: int) -> UserSearchRecord:
    """Return the record of one search."""
    case = draw(number, seed)
    answer, load_s, history = searched(case)
    law = answer.details_of(CapacityDetails).littles_law
    low = 0.0 if answer.low is None else answer.low
    high = math.inf if answer.high is None else answer.high
    return UserSearchRecord(
        number,
        case.family,
        case.users,
        answer.outcome.value,
        math.nan if answer.users is None else float(answer.users),
        math.nan if answer.estimate is None else answer.estimate,
        low,
        high,
        math.nan if law is None else law.ratio,
        load_s,
        len(history),
    )


def searched(case: ClosedCase) -> tuple[Answer, float, list[TrialResult]]:
    """Return the answer of the search for a case, the seconds of load that it took, and its trials."""
    settings = case.settings
    assert settings.in_users is not None
    totals = (settings.in_users.start, settings.in_users.most)
    load = LoadSettings(Arrivals.POISSON, connections=CONNECTIONS, seed=case.seed, user_totals=totals)
    method, history = Capacity(settings), list[TrialResult]()
    with VirtualRun(case.profile, {**case.service, "seed": case.seed}, load) as stand:
        while isinstance(step := method.next(history), Trial):
            history.append(stand.run(step, history))
        return step, float(stand.load_s), history


def user_searches(effort: Effort) -> MethodTable:
    """Return the table of the published population: exponential servers, users of one kind."""
    work = partial(record_of, draw=repairman_case, seed=effort.seed)
    records = effort.map(work, range(effort.runs(_CASES)))
    return table_of("Capacity in users on machine repairman models", records, effort.seed)


def table_of(title: str, records: Sequence[UserSearchRecord], seed: int) -> MethodTable:
    """Return the table of searches, with the targets."""
    families = sorted({record.family for record in records}, key=lambda name: (len(name), name))
    rows = [_row("all", records)]
    rows += [_row(name, [one for one in records if one.family == name]) for name in families]
    sizes = (
        ("fewer than 200 users", 0, 200),
        ("200 to 1,000 users", 200, 1000),
        ("more than 1,000 users", 1000, 10**9),
    )
    for label, least, most in sizes:
        own = [one for one in records if least <= one.truth < most]
        rows += [_row(label, own)] if own else []
    confirmed = [one for one in records if not math.isnan(one.users)]
    claims = (
        Claim("found, %", percent([one.outcome == Outcome.FOUND.value for one in records]), least=85.0),
        Claim("estimate within ±5 % of the truth, %", _within(records, 0.05), least=90.0),
        Claim("[low, high] covers the truth, %", _covered(records), least=92.0),
        Claim("confirmed more than 2 % above the truth, %", percent([_over(one, 0.02) for one in confirmed]), most=5.0),
        Claim(
            "Little's law within ±5 %, % of the confirmations",
            percent([abs(one.ratio - 1.0) <= 0.05 for one in confirmed]),
            least=99.0,
        ),
    )
    return MethodTable(title, _COLUMNS, rows, claims, {"cases": str(len(records)), "seed": str(seed)})


def _row(label: str, records: Sequence[UserSearchRecord]) -> list[str | float]:
    confirmed = [one for one in records if not math.isnan(one.users)]
    estimates = [one.estimate / one.truth - 1.0 for one in records if not math.isnan(one.estimate)]
    ratios = [one.ratio for one in confirmed if not math.isnan(one.ratio)]
    loads_s = [one.load_s for one in records]
    return [
        label,
        str(len(records)),
        f"{percent([one.outcome == Outcome.FOUND.value for one in records]):.1f}",
        f"{100.0 * np.mean(estimates):+.2f}" if estimates else "",
        f"{_within(records, 0.03):.1f}",
        f"{_within(records, 0.05):.1f}",
        f"{_covered(records):.1f}",
        f"{percent([_over(one, 0.0) for one in confirmed]):.1f}",
        f"{percent([_over(one, 0.02) for one in confirmed]):.1f}",
        f"{percent([one.users < one.truth / 1.06 for one in confirmed]):.1f}",
        f"{np.median(ratios):.3f} ({min(ratios):.3f} to {max(ratios):.3f})" if ratios else "",
        f"{np.median(loads_s):.0f}",
        f"{np.quantile(loads_s, 0.9):.0f}",
    ]


def _within(records: Sequence[UserSearchRecord], distance: float) -> float:
    """Return how many per cent of all searches have an estimate so near to the truth, or within one user of it."""
    return percent([abs(one.estimate - one.truth) <= max(1.0, distance * one.truth) for one in records])


def _covered(records: Sequence[UserSearchRecord]) -> float:
    return percent([one.low <= one.truth <= one.high for one in records])


def _over(record: UserSearchRecord, distance: float) -> bool:
    return record.users > (1.0 + distance) * record.truth
