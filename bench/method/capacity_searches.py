"""Capacity searches compared on services drawn from a seed: fixed steps, bisection, and the product's own."""

import math
from collections import Counter
from collections.abc import Sequence
from functools import partial

import numpy as np
from loadproof.judge.verdict import State
from loadproof.records.answer import Outcome

from bench.method.capacity_record import (
    BISECTION_2,
    BISECTION_20,
    BUDGET_2,
    OURS,
    OURS_20,
    STEPS_2,
    STEPS_20,
    TESTED,
    TESTED_EARLY,
    CaseRecord,
    record_of,
)
from bench.method.effort import Effort
from bench.method.search_figures import (
    COLUMNS,
    answer_claims,
    groups_of,
    load_claims,
    overloads_passed,
    percent,
    row_of,
    searches_of,
    within,
)
from bench.method.service_population import KINDS
from bench.method.table import Claim, MethodTable

__all__ = ["capacity_searches"]

_SERVICES = 340
_TESTS = (TESTED, TESTED_EARLY)
_HARDLY_ANY = 0.1


def capacity_searches(effort: Effort) -> MethodTable:
    """The table of the comparison. The same services for every search."""
    count = effort.runs(_SERVICES, fewest=len(KINDS))
    records = effort.map(partial(record_of, seed=effort.seed), range(count))
    steady = [record for record in records if not record.drifts]
    drifting = [record for record in records if record.drifts]
    rows = [
        row_of(name, steady, name) for name in (OURS, BISECTION_2, STEPS_2, BUDGET_2, OURS_20, BISECTION_20, STEPS_20)
    ]
    for ours in (OURS, OURS_20):
        rows += [row_of(f"{ours}: {label}", chosen, ours) for label, chosen in groups_of(steady)]
    return MethodTable(
        "Capacity searches on simulated services",
        COLUMNS,
        [row for row in rows if row is not None],
        _claims(steady, drifting),
        _facts(steady, drifting, effort.seed),
    )


def _facts(steady: Sequence[CaseRecord], drifting: Sequence[CaseRecord], seed: int) -> dict[str, str]:
    slopes = [record.truth.slope for record in steady]
    errors = [100.0 * record.truth.error for record in steady]
    again = Counter(reason for record in (*steady, *drifting) for reason in record.drawn_again)
    calls = sum(record.truth.calls for record in (*steady, *drifting))
    seen = [part for record in steady for part in record.seen_in_passes]
    lowest = [state for record in steady for state in record.lowest_steps]
    reasons = ", ".join(f"{count} as {reason.value}" for reason, count in again.most_common())
    quartiles = " / ".join(f"{value:.3g}" for value in np.quantile(slopes, (0.25, 0.5, 0.75)))
    return {
        "services": f"{len(steady)} that do not drift, {len(drifting)} that do",
        "drawn again": f"{sum(again.values())}" + (f" ({reasons})" if reasons else ""),
        "quartiles of the slope, % of share for 1 % of rate": quartiles,
        "standard error of the true capacity, %": f"median {np.median(errors):.2f}, largest {max(errors):.2f}",
        "calls simulated for the truths": f"{calls / 1e9:.2f} · 10⁹",
        "lowest plateaus of fixed steps that were run and did not pass": (
            f"{sum(state is not State.PASSED for state in lowest)} of {len(lowest)}"
        ),
        "overloads of 1 % passed by test at any look that showed less than a tenth of the limit": (
            f"{percent([part < _HARDLY_ANY for part in seen]):.0f} %"
        ),
        "seed": str(seed),
    }


def _claims(steady: Sequence[CaseRecord], drifting: Sequence[CaseRecord]) -> list[Claim]:
    claims = [Claim(f"an overload of 1 %: {name}, %", overloads_passed(steady, name), most=2.0) for name in _TESTS]
    for name, steps, bisection in ((OURS, STEPS_2, BISECTION_2), (OURS_20, STEPS_20, BISECTION_20)):
        ours = searches_of(steady, name)
        alarms = [search.outcome == Outcome.DRIFTING.value for search in ours]
        caught = [record.searches[name].outcome == Outcome.DRIFTING.value for record in drifting]
        answered = [not math.isnan(record.searches[name].rate) for record in drifting]
        claims += [
            *answer_claims(name, ours, *((90.0, 5.0) if name == OURS else (95.0, 2.0))),
            Claim(f"{name}: called drifting without drift, %", percent(alarms), most=1.0),
            Claim(f"{name}: drifting services that get a number, %", percent(answered), most=5.0),
            Claim(f"{name}: drifting services called drifting, %", percent(caught), least=90.0),
            *_time_claims(steady, name, bisection, 0.5),
            *_time_claims(steady, name, steps, 0.1),
        ]
    return [
        *claims,
        *load_claims(OURS, steady),
        Claim(f"{BUDGET_2}: estimate within ±15 %, %", within(searches_of(steady, BUDGET_2), 0.15), least=90.0),
    ]


def _time_claims(steady: Sequence[CaseRecord], ours: str, theirs: str, part: float) -> list[Claim]:
    both = [record.searches for record in steady if theirs in record.searches and ours in record.searches]
    claims = []
    for word, level in (("median", 0.5), ("90th percentile", 0.9)):
        our_s, their_s = (
            float(np.quantile([searches[which].load_s for searches in both], level)) if both else math.nan
            for which in (ours, theirs)
        )
        claims.append(Claim(f"{ours}: {word} of test time over that of {theirs}", our_s / their_s, most=part))
    return claims
