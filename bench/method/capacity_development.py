"""`python -m bench.method.capacity_development`: searches on a part of the population, a line for each service."""

import argparse
import math
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import numpy as np
from loadproof.judge.verdict import State
from loadproof.records.answer import Outcome

from bench.method.capacity_record import OURS, CaseRecord, SearchRecord, record_of, record_of_second
from bench.method.effort import Effort

_SHOWN = (
    "{number:>4} {kind:<15} w{workers:<3} slope {slope:<7.1f} truth {truth:<8.5g} ±{error:.2f} % "
    "rate {rate:.4f} estimate {estimate:.4f} [{low:.4f} {high:.4f}] "
    "{load_s:>5.0f} s {trials:>3} trials {outcome} over {over}"
)


def main() -> None:
    """Runs the services that are asked for; figures for development, published nowhere."""
    parser = argparse.ArgumentParser(prog="python -m bench.method.capacity_development", description=__doc__)
    parser.add_argument("--seed", type=int, required=True, help="not the one that is published")
    parser.add_argument("--services", default="0:40", help="A:B, or A:B:STEP [0:40]")
    parser.add_argument("--ours-only", action="store_true", help="the sequential search alone")
    parser.add_argument("--second", action="store_true", help="of the second population, the sequential search alone")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--cache", type=Path, help="a directory that keeps the true capacities")
    options = parser.parse_args()
    numbers = range(*(int(part) for part in options.services.split(":")))
    searches = record_of_second if options.second else partial(record_of, contenders=not options.ours_only)
    work = partial(_shown_record, seed=options.seed, cache=options.cache, searches=searches)
    _summarize(Effort(processes=options.processes).map(work, numbers))


def _shown_record(
    number: int, seed: int, cache: Path | None, searches: Callable[..., CaseRecord] = record_of
) -> CaseRecord:
    record = searches(number, seed=seed, cache=cache)
    for name, search in record.searches.items():
        line = _SHOWN.format(
            number=number,
            kind=record.kind,
            workers=record.workers,
            slope=record.truth.slope,
            truth=record.truth.rate,
            error=100.0 * record.truth.error,
            rate=search.rate,
            estimate=search.estimate,
            low=search.low,
            high=search.high,
            load_s=search.load_s,
            trials=search.trials,
            outcome=search.outcome,
            over="".join(state.value[0] for state in record.overloads.get(name, ())),
        )
        print(line if name == OURS else f"{line} {name}", flush=True)
    return record


def _summarize(records: Sequence[CaseRecord]) -> None:
    steady = [record for record in records if not record.drifts]
    for name in dict.fromkeys(name for record in steady for name in record.searches):
        searches = [record.searches[name] for record in steady if name in record.searches]
        overloads = [state for record in steady for state in record.overloads.get(name, ())]
        print(f"\n{name}: {_summary(searches)}; 1 % overload passed {_percent([s is State.PASSED for s in overloads])}")
    drifting = [record.searches[OURS] for record in records if record.drifts]
    if drifting:
        caught = _percent([search.outcome == Outcome.DRIFTING.value for search in drifting])
        numbers = _percent([not math.isnan(search.rate) for search in drifting])
        print(f"\ndrift: {len(drifting)} services, called drifting {caught}, given a number {numbers}")
    alarms = _percent([record.searches[OURS].outcome == Outcome.DRIFTING.value for record in steady])
    print(f"called drifting without drift {alarms}")


def _summary(searches: Sequence[SearchRecord]) -> str:
    rates, estimates = (np.array([getattr(search, name) for search in searches]) for name in ("rate", "estimate"))
    loads_s = [search.load_s for search in searches]
    covered = [search.low <= 1.0 <= search.high for search in searches]
    bias = 100.0 * (np.nanmean(estimates) - 1.0)
    return (
        f"{len(searches)} services, with a rate {_percent(~np.isnan(rates))}, bias {bias:+.2f} %, "
        f"within 3 % {_percent(np.abs(estimates - 1.0) <= 0.03)}, 5 % {_percent(np.abs(estimates - 1.0) <= 0.05)}, "
        f"covers {_percent(covered)}, over by 1 % {_percent(rates > 1.01)}, "
        f"median {np.median(loads_s):.0f} s, p90 {np.quantile(loads_s, 0.9):.0f} s"
    )


def _percent(values: Sequence[bool] | np.ndarray) -> str:
    return f"{100.0 * float(np.mean(values)):.1f} %" if len(values) else "nan"


if __name__ == "__main__":
    main()
