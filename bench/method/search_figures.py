"""What is told of searches whose true capacity is known: rows, groups, and targets of their answers."""

import math
from collections.abc import Callable, Sequence

import numpy as np
from loadproof.judge.verdict import State
from loadproof.records.answer import Outcome

from bench.method.capacity_record import CaseRecord, SearchRecord
from bench.method.table import Claim

__all__ = [
    "COLUMNS",
    "answer_claims",
    "answer_figures",
    "groups_of",
    "load_claims",
    "overloads_passed",
    "percent",
    "row_of",
    "searches_of",
    "within",
]

_OVER, _UNDER = 1.01, 0.94
_ROUNDING = 1.0005
COLUMNS = (
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


def groups_of(steady: Sequence[CaseRecord]) -> list[tuple[str, list[CaseRecord]]]:
    """The records by the softness of the knee, and by their kind."""
    softness: list[tuple[str, Callable[[float], bool]]] = [
        ("soft knee (share +4 to +12 % per 1 % of rate)", lambda slope: slope < 12.0),
        ("knee between", lambda slope: 12.0 <= slope < 40.0),
        ("sharp knee (more than +40 %)", lambda slope: slope >= 40.0),
    ]
    groups = [(name, [record for record in steady if fits(record.truth.slope)]) for name, fits in softness]
    groups += [
        (kind, [record for record in steady if record.kind == kind])
        for kind in dict.fromkeys(record.kind for record in steady)
    ]
    return [(name, chosen) for name, chosen in groups if chosen]


def searches_of(records: Sequence[CaseRecord], name: str) -> list[SearchRecord]:
    """The searches of one name."""
    return [record.searches[name] for record in records if name in record.searches]


def overloads_passed(records: Sequence[CaseRecord], name: str) -> float:
    """How many per cent of the plateaus of a search were passed at an overload of 1 %."""
    return percent([state is State.PASSED for record in records for state in record.overloads.get(name, ())])


def within(searches: Sequence[SearchRecord], distance: float) -> float:
    """How many per cent of the estimates are so near to the capacity, as a part of it."""
    return percent([abs(search.estimate - 1.0) <= distance * _ROUNDING for search in searches])


def _covered(searches: Sequence[SearchRecord]) -> float:
    return percent([search.low <= _ROUNDING and search.high >= 1.0 / _ROUNDING for search in searches])


def _over(searches: Sequence[SearchRecord]) -> float:
    return percent([search.rate > _OVER for search in searches])


def _under(searches: Sequence[SearchRecord]) -> float:
    return percent([search.rate < _UNDER for search in searches])


def _found(searches: Sequence[SearchRecord]) -> list[SearchRecord]:
    return [search for search in searches if search.outcome == Outcome.FOUND.value]


def row_of(label: str, records: Sequence[CaseRecord], name: str) -> list[str | float] | None:
    """The row of the search `name`; None where it was not run."""
    searches = searches_of(records, name)
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
        f"{within(searches, 0.03):.1f}",
        f"{within(searches, 0.05):.1f}",
        f"{_covered(searches):.1f}",
        f"{_over(searches):.1f}",
        f"{_under(searches):.1f}",
        f"{over:.1f}" if not math.isnan(over := overloads_passed(records, name)) else "",
        f"{np.median(loads_s):.0f}",
        f"{np.quantile(loads_s, 0.9):.0f}",
    ]


def answer_claims(name: str, ours: Sequence[SearchRecord], least_within: float, most_over: float) -> list[Claim]:
    """The targets of the answers of the search `name`."""
    figures = answer_figures(_found(ours), ours)
    return [
        Claim(f"{name}: found, %", figures["found"], least=85.0),
        Claim(
            f"{name}: of these the estimate is within ±3 % of the capacity, %",
            figures["within 3 %"],
            least=least_within,
        ),
        Claim(
            f"{name}: of these the rate is more than 1 % above the capacity, %",
            figures["rate > 1 % over"],
            most=most_over,
        ),
        Claim(
            f"{name}: of these the rate is more than 6 % below the capacity, %",
            figures["rate > 6 % under"],
            most=10.0,
        ),
        Claim(f"{name}: [low, high] covers the capacity, %", figures["covers"], least=95.0),
    ]


def answer_figures(found: Sequence[SearchRecord], everyone: Sequence[SearchRecord]) -> dict[str, float]:
    """In per cent: what is told of those that were found, and of all."""
    return {
        "found": 100.0 * len(found) / len(everyone),
        "within 3 %": within(found, 0.03),
        "rate > 1 % over": _over(found),
        "rate > 6 % under": _under(found),
        "covers": _covered(everyone),
    }


def load_claims(name: str, steady: Sequence[CaseRecord]) -> list[Claim]:
    """The targets of the seconds of load that the search `name` takes."""
    loads_s = [search.load_s for search in searches_of(steady, name)]
    return [
        Claim(f"{name}: median of test time, s", float(np.median(loads_s)), most=480.0),
        Claim(f"{name}: 90th percentile of test time, s", float(np.quantile(loads_s, 0.9)), most=1200.0),
    ]


def percent(values: Sequence[bool]) -> float:
    """How many per cent are true; not a number of nothing."""
    return 100.0 * float(np.mean(values)) if values else math.nan
