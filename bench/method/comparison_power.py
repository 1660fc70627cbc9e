"""What comparisons see within a budget, by their design, beside starts one at a time, as a ranking compares them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from loadproof.judge.ranking import rank
from loadproof.judge.start_rate import StartRate, VariantRates, Within
from loadproof.methods.compare.judge.rounds import ComparisonSettings, JudgedRounds
from loadproof.methods.compare.machine import CompareSettings
from loadproof.records.comparison import Decision
from loadproof.records.metric import Metric
from loadproof.stats.variance_shrinkage import Floats

from bench.method.compared_rounds import drawn_starts, drawn_study
from bench.method.comparison_population import Drift, Population
from bench.method.comparisons import FIVE_IN_12_MIN, POPULATIONS, judged_study
from bench.method.effort import Effort
from bench.method.table import Claim, MethodTable

__all__ = ["POWER_OF", "Case", "Seen", "comparison_power", "gaps_seen"]

STUDIES = 100
_GAPS = (0.02, 0.035, 0.05, 0.06, 0.075, 0.1, 0.125, 0.15, 0.2, 0.25, 0.3, 0.4, 0.6, 0.8, 1.2, 2.0)
_ASKED = 0.9
_STARTS = 3
_BATCH = 10
_METRICS = (Metric.CPU, Metric.MEAN, Metric.P99)


@dataclass(frozen=True, slots=True)
class Case:
    """Studies of so many variants, the first of which needs less by `gap` of the others, in a budget."""

    population: Population
    variants: int = 6
    budget_s: float = 44.0 * 60.0
    gap: float = 0.1


def _designed(slot_s: float, cycles: int, deviation: float = 0.15) -> Population:
    return Population(CompareSettings(1000.0, slot_s=slot_s, counted_cycles=cycles), Drift(deviation))


POWER_OF: Mapping[str, Case] = {
    "even starts": Case(POPULATIONS["even starts"]),
    "starts of two kinds": Case(POPULATIONS["starts of two kinds"]),
    "slopes 0.5 to 1.5": Case(POPULATIONS["slopes 0.5 to 1.5"]),
    "all of it": Case(POPULATIONS["all of it"]),
    "even starts, drift of 5 %": Case(_designed(5.0, 4, 0.05)),
    "even starts, slots of 10 s, 4 cycles": Case(_designed(10.0, 4)),
    "even starts, slots of 10 s, 8 cycles": Case(_designed(10.0, 8)),
    "even starts, slots of 5 s, 8 cycles": Case(_designed(5.0, 8)),
    "even starts, slots of 5 s, 12 cycles": Case(_designed(5.0, 12)),
    "even starts, slots of 5 s, 8 cycles, drift of 5 %": Case(_designed(5.0, 8, 0.05)),
    "four variants in 25 minutes": Case(_designed(5.0, 4), 4, 25.0 * 60.0, 0.05),
    "four variants in 25 minutes, slots of 10 s": Case(_designed(10.0, 4), 4, 25.0 * 60.0, 0.05),
    "two variants, five rounds share 12 minutes": Case(Population(FIVE_IN_12_MIN), 2, 720.0, 0.06),
    "two variants, five rounds share 12 minutes, slots scatter by 10 %": Case(
        Population(FIVE_IN_12_MIN, Drift(0.1, 4.0)), 2, 720.0, 0.06
    ),
    "two variants, five rounds of four cycles, slots scatter by 10 %": Case(
        Population(CompareSettings(1000.0, rounds=5), Drift(0.1, 4.0)), 2, 720.0, 0.06
    ),
    "four variants in 25 minutes, drift of 5 %": Case(_designed(5.0, 4, 0.05), 4, 25.0 * 60.0, 0.05),
}
"""Six variants in 44 minutes, slots of 5 s, 4 cycles and a drift of 15 % where nothing else is said."""


@dataclass(frozen=True, slots=True)
class Seen:
    """Shares of the pairs that differ: studies × gaps × metrics, by rounds and by starts; and the rounds."""

    by_rounds: Floats
    by_starts: Floats
    rounds: Floats


@dataclass(frozen=True, slots=True)
class _Batch:
    case: Case
    gaps: tuple[float, ...]
    seeds: tuple[np.random.SeedSequence, ...]


def gaps_seen(case: Case, gaps: tuple[float, ...], count: int, seed: int, effort: Effort) -> Seen:
    """In `count` studies the first variant needs less than the others by each gap, in every figure but memory."""
    seeds = np.random.SeedSequence(seed).spawn(count)
    batches = [_Batch(case, gaps, tuple(seeds[start : start + _BATCH])) for start in range(0, count, _BATCH)]
    found = [one for batch in effort.map(_judged, batches) for one in batch]
    by_rounds, by_starts, rounds = (np.array([one[part] for one in found]) for part in range(3))
    return Seen(by_rounds, by_starts, rounds)


def comparison_power(effort: Effort) -> MethodTable:
    """One row for each kind of machine, starts and design."""
    rows, count = list[tuple[str | float, ...]](), effort.runs(STUDIES, fewest=10)
    for index, (name, case) in enumerate(POWER_OF.items()):
        seen = gaps_seen(case, _GAPS, count, 5000 * effort.seed + index, effort)
        shares = seen.by_rounds.mean(axis=0), seen.by_starts.mean(axis=0)
        at = (100.0 * shares[0][_GAPS.index(case.gap)]).tolist()
        needed = [_needed(share[:, place]) for share in shares for place in range(len(_METRICS))]
        rows.append((name, 100.0 * case.gap, float(seen.rounds.mean()), *at, *needed))
    names = [metric.value for metric in _METRICS]
    return MethodTable(
        title="One variant needs less than the others: how often that is seen within a budget",
        columns=(
            "studies",
            "gap, %",
            "rounds",
            *(f"{name}: seen, %" for name in names),
            *(f"{name}: gap that is seen, %" for name in names),
            *(f"{name}: the same by starts one at a time, %" for name in names),
        ),
        rows=rows,
        claims=tuple(
            Claim(f"10 % of {name} seen among six in 44 minutes, even starts, %", float(rows[0][3 + place]), least=90.0)
            for place, name in enumerate(names)
        ),
        facts={
            "studies per row": str(count),
            "seen": "of the pairs that differ, on average",
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
    case = batch.case
    settings = ComparisonSettings(most_rounds=case.population.design.rounds)
    study = drawn_study(case.population, case.variants, settings.most_rounds, random)
    possible = max(1, study.rounds_within(case.budget_s))
    start_s = case.budget_s / case.variants / _STARTS
    starts = drawn_starts(case.population, case.variants, _STARTS, start_s, random)

    def of_rounds(gap: float) -> list[float]:
        less = np.where(np.arange(case.variants) == 0, -np.log1p(gap), 0.0)
        rounds = study.rounds(dict.fromkeys(_METRICS, less), random)
        comparison = judged_study(rounds, possible, settings)
        return [_share_seen(comparison, metric) for metric in _METRICS]

    by_rounds = np.array([of_rounds(gap) for gap in batch.gaps])
    by_starts = np.array([[_share_ranked(starts[metric], gap) for metric in _METRICS] for gap in batch.gaps])
    return by_rounds, by_starts, float(possible)


def _share_seen(comparison: JudgedRounds, metric: Metric) -> float:
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
