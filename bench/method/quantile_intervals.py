"""How often the intervals of displayed quantiles hold the truth, and how often there is none."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from loadproof.judge.batches import batch_width_s
from loadproof.records.measurement import QUANTILES
from loadproof.stats.quantile_interval import Interval, quantile_intervals

from bench.method.effort import Effort
from bench.method.plateau_services import (
    SERVICES,
    Values,
    formula_quantiles_s,
    grid_counts,
    long_run_quantiles_s,
)
from bench.method.table import Claim, MethodTable

__all__ = ["Plateaus", "Seen", "batched", "quantile_interval_table", "seeds_of", "true_quantiles_s"]

_PLATEAUS = {60: 1000, 300: 400}
"""By their length in s."""
_PLATEAUS_EACH = 50
_LONG_RUNS = 24
_LONG_RUN_S = 2500
_LEAST_GIVEN = 0.05
_LEAST_COVERED_PERCENT = 90.0
"""Of the intervals of one quantile, where so many plateaus have one."""
_CLAIMED = [name for name in SERVICES if "7.3" not in name]
"""A pause whose period is no divisor of the batches is seen as noise too: its intervals are too wide."""


@dataclass(frozen=True, slots=True)
class Plateaus:
    """Some plateaus of one service, with their seed."""

    service: str
    span_s: int
    seed: tuple[int, ...]
    count: int


@dataclass(frozen=True, slots=True)
class Seen:
    """What some plateaus gave for one quantile: their number, intervals, intervals that hold the truth, widths."""

    plateaus: int
    given: int
    covering: int
    widths: tuple[float, ...]
    """Of each interval, as a share of its quantile."""

    def __add__(self, other: "Seen") -> "Seen":
        return Seen(
            self.plateaus + other.plateaus,
            self.given + other.given,
            self.covering + other.covering,
            self.widths + other.widths,
        )

    @property
    def coverage_percent(self) -> float:
        return 100.0 * self.covering / self.given if self.given else float("nan")

    @property
    def refused_percent(self) -> float:
        return 100.0 * (1.0 - self.given / self.plateaus)


_NONE = Seen(0, 0, 0, ())


def batched(due: Values, responses: Values, span_s: int) -> tuple[Values, list[int], dict[str, list[int]]]:
    """The sorted response times, and calls and calls over each quantile by batch, as the product folds them."""
    width_s = batch_width_s(span_s)
    batch = (due / width_s).astype(np.int64)
    count = span_s // width_s
    ascending = np.sort(responses)
    over = {}
    for name, quantile in QUANTILES.items():
        level = ascending[int(np.ceil(quantile * len(ascending))) - 1]
        over[name] = np.bincount(batch[responses > level], minlength=count)[:count].tolist()
    return ascending, np.bincount(batch, minlength=count)[:count].tolist(), over


def _quantile(ascending: Values, quantile: float) -> float:
    return float(ascending[min(len(ascending), max(1, int(np.ceil(quantile * len(ascending))))) - 1])


def _seen(truths: Mapping[str, Values], plateaus: Plateaus) -> dict[str, Seen]:
    rng = np.random.default_rng(plateaus.seed)
    found = dict.fromkeys(QUANTILES, _NONE)
    for _ in range(plateaus.count):
        due, responses = SERVICES[plateaus.service].draw(rng, plateaus.span_s)
        ascending, calls, over = batched(due, responses, plateaus.span_s)
        intervals = quantile_intervals(partial(_quantile, ascending), calls, over)
        for truth, (name, interval) in zip(truths[plateaus.service], intervals.items(), strict=True):
            if isinstance(interval, Interval):
                covers = interval.low_ms <= truth <= interval.high_ms
                width = (interval.high_ms - interval.low_ms) / _quantile(ascending, QUANTILES[name])
                found[name] += Seen(1, 1, int(covers), (width,))
            else:
                found[name] += Seen(1, 0, 0, ())
    return found


def seeds_of(effort: Effort, kind: int, *numbers: int) -> tuple[int, ...]:
    """The seed of one item, by what it is: the same whatever the number of processes."""
    return (effort.seed, kind, *numbers)


def _long_run(item: tuple[str, tuple[int, ...]]) -> "np.typing.NDArray[np.int64]":
    service, seed = item
    return grid_counts(SERVICES[service].draw(np.random.default_rng(seed), _LONG_RUN_S)[1])


def true_quantiles_s(effort: Effort, services: Sequence[str]) -> dict[str, Values]:
    """The true quantiles of each service, by formula or from long runs of other seeds than the plateaus have."""
    truths = {}
    for number, name in enumerate(services):
        if SERVICES[name].share_over is not None:
            truths[name] = formula_quantiles_s(SERVICES[name])
        else:
            runs = range(effort.runs(_LONG_RUNS, fewest=4))
            items = [(name, seeds_of(effort, 1, number, run)) for run in runs]
            truths[name] = long_run_quantiles_s(effort.map(_long_run, items))
    return truths


def quantile_interval_table(
    effort: Effort, services: Sequence[str] = tuple(SERVICES), spans_s: Sequence[int] = tuple(_PLATEAUS)
) -> MethodTable:
    """Coverage, refusals and widths by service, length of the plateau and quantile."""
    truths = true_quantiles_s(effort, services)
    rows: list[list[str | float]] = []
    claims = []
    for span_s in spans_s:
        count = effort.runs(_PLATEAUS[span_s])
        parts = [min(_PLATEAUS_EACH, count - first) for first in range(0, count, _PLATEAUS_EACH)]
        items = [
            Plateaus(service, span_s, seeds_of(effort, 2, span_s, number, part), size)
            for number, service in enumerate(services)
            for part, size in enumerate(parts)
        ]
        found = effort.map(partial(_seen, truths), items)
        for service in services:
            of_service = [seen for item, seen in zip(items, found, strict=True) if item.service == service]
            by_quantile = {name: sum((seen[name] for seen in of_service), _NONE) for name in QUANTILES}
            rows += [_row(service, span_s, name, seen) for name, seen in by_quantile.items()]
            whole = sum(by_quantile.values(), _NONE)
            if service in _CLAIMED:
                claims.append(Claim(f"coverage, %: {service}, {span_s} s", whole.coverage_percent, 93.0, 97.0))
                claims += _claims_by_quantile(f"{service}, {span_s} s", by_quantile)
    facts = {
        "plateaus each": " and ".join(f"{effort.runs(_PLATEAUS[span_s])} of {span_s} s" for span_s in spans_s),
        "calls/s": "1000",
        "seed": str(effort.seed),
    }
    columns = ("service", "plateau s", "quantile", "covered %", "refused %", "median width, % of the quantile")
    return MethodTable("Intervals of quantiles within one start", columns, rows, claims, facts)


def _claims_by_quantile(whose: str, by_quantile: Mapping[str, Seen]) -> list[Claim]:
    """An interval that is shown must hold the truth, also where most plateaus are given none."""
    return [
        Claim(f"coverage, %: {name.replace('_', '.')} of {whose}", seen.coverage_percent, least=_LEAST_COVERED_PERCENT)
        for name, seen in by_quantile.items()
        if seen.given >= _LEAST_GIVEN * seen.plateaus
    ]


def _row(service: str, span_s: int, name: str, seen: Seen) -> list[str | float]:
    width = f"{100.0 * float(np.median(seen.widths)):.3g}" if seen.widths else "–"
    covered = f"{seen.coverage_percent:.1f}" if seen.given else "–"
    return [service, span_s, name.replace("_", "."), covered, f"{seen.refused_percent:.1f}", width]
