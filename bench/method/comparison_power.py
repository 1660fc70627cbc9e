"""What comparisons of six variants see within 44 minutes, beside starts one at a time, as a ranking compares them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from loadproof.judge.comparison import Comparison, Decision
from loadproof.judge.ranking import rank
from loadproof.judge.round_figures import Metric
from loadproof.judge.start_rate import StartRate, VariantRates, Within
from loadproof.judge.variance_shrinkage import Floats
from loadproof.method.compare import CompareSettings

from bench.method.compared_rounds import Drift, Population, drawn_starts, drawn_study
from bench.method.comparisons import MOST_ROUNDS, POPULATIONS, judged_study
from bench.method.effort import Effort
from bench.method.table import Claim, MethodTable

__all__ = ["GAP", "POWER_OF", "Seen", "comparison_power", "gaps_seen"]

STUDIES = 300
BUDGET_S = 44.0 * 60.0
GAP = 0.1
_GAPS = (0.05, 0.075, 0.1, 0.125, 0.15, 0.2, 0.25, 0.3, 0.4, 0.6, 0.8, 1.2, 2.0)
_ASKED = 0.9
_VARIANTS, _STARTS = 6, 3
_BATCH = 10
_METRICS = (Metric.CPU, Metric.MEAN, Metric.P99)

POWER_OF: Mapping[str, Population] = {
    "even starts": POPULATIONS["even starts"],
    "even starts, slots of 5 s, 8 cycles": Population(design=CompareSettings(1000.0, slot_s=5.0, counted_cycles=8)),
    "even starts, drift of 5 % instead of 15 %": Population(machine=Drift(deviation=0.05)),
    "starts of two kinds": POPULATIONS["starts of two kinds"],
    "slopes 0.5 to 1.5": POPULATIONS["slopes 0.5 to 1.5"],
    "all of it": POPULATIONS["all of it"],
}


@dataclass(frozen=True, slots=True)
class Seen:
    """Shares of the five pairs that differ: studies × gaps × metrics, by rounds and by starts; and the rounds."""

    by_rounds: Floats
    by_starts: Floats
    rounds: Floats


@dataclass(frozen=True, slots=True)
class _Batch:
    population: Population
    gaps: tuple[float, ...]
    seeds: tuple[np.random.SeedSequence, ...]


def gaps_seen(population: Population, gaps: tuple[float, ...], count: int, seed: int, effort: Effort) -> Seen:
    """In `count` studies the first of six variants needs less than the others by each gap, in every figure."""
    seeds = np.random.SeedSequence(seed).spawn(count)
    batches = [_Batch(population, gaps, tuple(seeds[start : start + _BATCH])) for start in range(0, count, _BATCH)]
    found = [one for batch in effort.map(_judged, batches) for one in batch]
    by_rounds, by_starts, rounds = (np.array([one[part] for one in found]) for part in range(3))
    return Seen(by_rounds, by_starts, rounds)


def comparison_power(effort: Effort) -> MethodTable:
    """One row for each kind of machine and starts."""
    rows, count = list[tuple[str | float, ...]](), effort.runs(STUDIES, fewest=10)
    for index, (name, population) in enumerate(POWER_OF.items()):
        seen = gaps_seen(population, _GAPS, count, 5000 * effort.seed + index, effort)
        at = _GAPS.index(GAP)
        shares = 100.0 * seen.by_rounds.mean(axis=0)
        needed = [_needed(seen.by_rounds.mean(axis=0)[:, place]) for place in range(len(_METRICS))]
        by_starts = [_needed(seen.by_starts.mean(axis=0)[:, place]) for place in range(len(_METRICS))]
        rows.append((name, float(seen.rounds.mean()), *map(float, shares[at]), *needed, *by_starts))
    names = [metric.value for metric in _METRICS]
    return MethodTable(
        title="One of six variants needs 10 % less: how often that is seen within 44 minutes",
        columns=(
            "studies",
            "rounds",
            *(f"10 % of {name} seen, %" for name in names),
            *(f"gap of {name} that is seen, %" for name in names),
            *(f"the same by starts one at a time, {name}, %" for name in names),
        ),
        rows=rows,
        claims=tuple(
            Claim(f"10 % of {name} seen, even starts, %", float(rows[0][2 + place]), least=90.0)
            for place, name in enumerate(names)
        ),
        facts={
            "studies per row": str(count),
            "seen": "of the five pairs that differ, on average",
            "a gap that is seen": "nine times in ten",
            "starts one at a time": f"{_STARTS} of each variant in the same time, ranked",
            "seed": str(effort.seed),
        },
    )


def _needed(shares: Floats) -> float:
    """The smallest gap in per cent from which on nine in ten are seen, between two of those tried; infinite if none."""
    last = 0.0, 0.0
    for gap, share in zip(_GAPS, map(float, shares), strict=True):
        if share >= _ASKED:
            part = (_ASKED - last[1]) / (share - last[1])
            return 100.0 * (last[0] + part * (gap - last[0]))
        last = gap, share
    return float("inf")


def _judged(batch: _Batch) -> list[tuple[Floats, Floats, float]]:
    return [_judged_once(batch, np.random.default_rng(seed)) for seed in batch.seeds]


def _judged_once(batch: _Batch, random: np.random.Generator) -> tuple[Floats, Floats, float]:
    study = drawn_study(batch.population, _VARIANTS, MOST_ROUNDS, random)
    possible = max(1, study.rounds_within(BUDGET_S))
    starts = drawn_starts(batch.population, _VARIANTS, _STARTS, BUDGET_S / _VARIANTS / _STARTS, random)

    def of_rounds(gap: float) -> list[float]:
        less = np.where(np.arange(_VARIANTS) == 0, np.log1p(-gap / (1.0 + gap)), 0.0)
        comparison = judged_study(study.rounds(dict.fromkeys(_METRICS, less), random), possible)
        return [_share_seen(comparison, metric) for metric in _METRICS]

    by_rounds = np.array([of_rounds(gap) for gap in batch.gaps])
    by_starts = np.array([[_share_ranked(starts[metric], gap) for metric in _METRICS] for gap in batch.gaps])
    return by_rounds, by_starts, float(possible)


def _share_seen(comparison: Comparison, metric: Metric) -> float:
    first = comparison.variants[0]
    pairs = [pair for pair in comparison.primary if pair.metric is metric and first in (pair.a, pair.b)]
    return float(np.mean([pair.decision is Decision.DIFFERENT for pair in pairs]))


def _share_ranked(values: Floats, gap: float) -> float:
    """As a ranking sees it, where less of a figure is a higher rate."""
    rates: Callable[[int], VariantRates] = lambda place: VariantRates(  # noqa: E731
        f"variant-{place}",
        tuple(StartRate(float(np.exp(-value)) * (1.0 + gap if place == 0 else 1.0)) for value in values[:, place]),
    )
    found = rank([rates(place) for place in range(values.shape[1])], Within.ESTIMATE).variants
    return float(np.mean(["variant-0" in variant.beaten_by for variant in found if variant.name != "variant-0"]))
