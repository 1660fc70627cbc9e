"""Capacity searches compared on services drawn from a seed: fixed steps, bisection, and the product's own."""

import math
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from loadproof.judge.verdict import State
from loadproof.method.method import Outcome

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
    SearchRecord,
    record_of,
)
from bench.method.effort import Effort
from bench.method.service_population import KINDS
from bench.method.table import Claim, MethodTable

__all__ = ["capacity_searches"]

_SERVICES = 340
_OVER, _UNDER = 1.01, 0.94
_ROUNDING = 1.0005
_TESTS = (TESTED, TESTED_EARLY)
_HARDLY_ANY = 0.1
_COLUMNS = (
    "search",
    "services",
    "found %",
    "bias %",
    "within 3 %",
    "within 5 %",
    "[low, high] covers %",
    "rate > 1 % over, %",
    "rate > 6 % under, %",
    "1 % overload passed %",
    "median s",
    "p90 s",
)


def capacity_searches(effort: Effort) -> MethodTable:
    """The table of the comparison. The same services for every search."""
    count = effort.runs(_SERVICES, fewest=len(KINDS))
    records = effort.map(partial(record_of, seed=effort.seed), range(count))
    steady = [record for record in records if not record.drifts]
    drifting = [record for record in records if record.drifts]
    rows = [
        _row(name, steady, name) for name in (OURS, BISECTION_2, STEPS_2, BUDGET_2, OURS_20, BISECTION_20, STEPS_20)
    ]
    for ours in (OURS, OURS_20):
        rows += [_row(f"{ours}: {label}", chosen, ours) for label, chosen in _groups(steady)]
    return MethodTable(
        "Capacity searches on simulated services",
        _COLUMNS,
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
            f"{_percent([part < _HARDLY_ANY for part in seen]):.0f} %"
        ),
        "seed": str(seed),
    }


def _groups(steady: Sequence[CaseRecord]) -> list[tuple[str, list[CaseRecord]]]:
    softness: list[tuple[str, Callable[[float], bool]]] = [
        ("soft knee (share +4 to +12 % per 1 % of rate)", lambda slope: slope < 12.0),
        ("knee between", lambda slope: 12.0 <= slope < 40.0),
        ("sharp knee (more than +40 %)", lambda slope: slope >= 40.0),
    ]
    groups = [(name, [record for record in steady if fits(record.truth.slope)]) for name, fits in softness]
    groups += [(kind, [record for record in steady if record.kind == kind]) for kind in KINDS]
    return [(name, chosen) for name, chosen in groups if chosen]


def _searches(records: Sequence[CaseRecord], name: str) -> list[SearchRecord]:
    return [record.searches[name] for record in records if name in record.searches]


def _overloads(records: Sequence[CaseRecord], name: str) -> float:
    """How many per cent of the plateaus of a search were passed at an overload of 1 %."""
    return _percent([state is State.PASSED for record in records for state in record.overloads.get(name, ())])


def _within(searches: Sequence[SearchRecord], distance: float) -> float:
    return _percent([abs(search.estimate - 1.0) <= distance * _ROUNDING for search in searches])


def _covered(searches: Sequence[SearchRecord]) -> float:
    return _percent([search.low <= _ROUNDING and search.high >= 1.0 / _ROUNDING for search in searches])


def _over(searches: Sequence[SearchRecord]) -> float:
    return _percent([search.rate > _OVER for search in searches])


def _under(searches: Sequence[SearchRecord]) -> float:
    return _percent([search.rate < _UNDER for search in searches])


def _found(searches: Sequence[SearchRecord]) -> list[SearchRecord]:
    return [search for search in searches if search.outcome == Outcome.FOUND.value]


def _row(label: str, records: Sequence[CaseRecord], name: str) -> list[str | float] | None:
    searches = _searches(records, name)
    if not searches:
        return None
    kept = _found(searches)
    estimates = np.array([search.estimate for search in searches if not math.isnan(search.estimate)])
    loads_s = [search.load_s for search in searches]
    return [
        label,
        str(len(searches)),
        f"{100.0 * len(kept) / len(searches):.1f}",
        f"{100.0 * (np.mean(estimates) - 1.0):+.2f}" if len(estimates) else "",
        f"{_within(searches, 0.03):.1f}",
        f"{_within(searches, 0.05):.1f}",
        f"{_covered(searches):.1f}",
        f"{_over(searches):.1f}",
        f"{_under(searches):.1f}",
        f"{over:.1f}" if not math.isnan(over := _overloads(records, name)) else "",
        f"{np.median(loads_s):.0f}",
        f"{np.quantile(loads_s, 0.9):.0f}",
    ]


def _claims(steady: Sequence[CaseRecord], drifting: Sequence[CaseRecord]) -> list[Claim]:
    claims = [Claim(f"an overload of 1 %: {name}, %", _overloads(steady, name), most=2.0) for name in _TESTS]
    for name, steps, bisection in ((OURS, STEPS_2, BISECTION_2), (OURS_20, STEPS_20, BISECTION_20)):
        ours = _searches(steady, name)
        alarms = [search.outcome == Outcome.DRIFTING.value for search in ours]
        caught = [record.searches[name].outcome == Outcome.DRIFTING.value for record in drifting]
        answered = [not math.isnan(record.searches[name].rate) for record in drifting]
        claims += [
            *_answer_claims(name, ours, *((90.0, 5.0) if name == OURS else (95.0, 2.0))),
            Claim(f"{name}: called drifting without drift, %", _percent(alarms), most=1.0),
            Claim(f"{name}: drifting services that get a number, %", _percent(answered), most=5.0),
            Claim(f"{name}: drifting services called drifting, %", _percent(caught), least=90.0),
            *_time_claims(steady, name, bisection, 0.5),
            *_time_claims(steady, name, steps, 0.1),
        ]
    loads_s = [search.load_s for search in _searches(steady, OURS)]
    return [
        *claims,
        Claim(f"{OURS}: median of test time, s", float(np.median(loads_s)), most=480.0),
        Claim(f"{OURS}: 90th percentile of test time, s", float(np.quantile(loads_s, 0.9)), most=1200.0),
        Claim(f"{BUDGET_2}: estimate within ±15 %, %", _within(_searches(steady, BUDGET_2), 0.15), least=90.0),
    ]


def _answer_claims(name: str, ours: Sequence[SearchRecord], within: float, over: float) -> list[Claim]:
    found = _found(ours)
    return [
        Claim(f"{name}: found, %", 100.0 * len(found) / len(ours), least=85.0),
        Claim(f"{name}: of these the estimate is within ±3 % of the capacity, %", _within(found, 0.03), least=within),
        Claim(f"{name}: of these the rate is more than 1 % above the capacity, %", _over(found), most=over),
        Claim(f"{name}: of these the rate is more than 6 % below the capacity, %", _under(found), most=10.0),
        Claim(f"{name}: [low, high] covers the capacity, %", _covered(ours), least=95.0),
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


def _percent(values: Sequence[bool]) -> float:
    return 100.0 * float(np.mean(values)) if values else math.nan
