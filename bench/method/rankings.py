"""How often a ranking of variants that differ in nothing calls any two different (A/A studies), by four methods."""

from dataclasses import dataclass

import numpy as np
from loadproof.judge.ranking import rank
from loadproof.stats.variance_shrinkage import Floats
from scipy import stats

from bench.method.effort import Effort
from bench.method.pairwise_tests import games_howell, tukey, welch_alone
from bench.method.ranked_variants import RankedVariants, capacities, rates_of, values_of
from bench.method.table import Claim, MethodTable

__all__ = ["FAR_APART", "VARIANTS", "SameRates", "rankings", "studies"]

STUDIES = 5000
_BATCH = 250
_LEVEL = 2000.0

FAR_APART = "one scatters ten times as much"
VARIANTS: dict[str, RankedVariants] = {
    "starts differ by 2 %": RankedVariants(),
    "starts differ by 5 %": RankedVariants(between=0.05),
    "starts differ by 5 %, 5 starts": RankedVariants(between=0.05, starts=5),
    "starts differ by 5 %, 3 variants": RankedVariants(between=0.05, variants=3),
    "starts differ by 5 %, heavy tails": RankedVariants(between=0.05, law="heavy"),
    "one start in five is 12 % slower": RankedVariants(between=0.05, law="two kinds"),
    "one scatters three times as much": RankedVariants(scatters=3.0),
    "half of them scatter three times as much": RankedVariants(scatters=3.0, scattered=3),
    "2 variants, one scatters three times as much": RankedVariants(variants=2, scatters=3.0),
    FAR_APART: RankedVariants(scatters=10.0),
    "starts do not differ, the search errs by 2 %": RankedVariants(between=0.0, search=0.02),
    "plateaus of 1/2, 1 and 3/2 of the capacity": RankedVariants(between=0.05, steps=(0.5, 1.0, 1.5)),
    "the same, 3 variants": RankedVariants(between=0.05, variants=3, steps=(0.5, 1.0, 1.5)),
    "plateaus of 1/2 and 1, which is the highest": RankedVariants(between=0.05, steps=(0.5, 1.0)),
    "plateaus of 1, which is the lowest, and 3/2": RankedVariants(between=0.05, steps=(1.0, 1.5)),
    "plateaus every 3 %": RankedVariants(between=0.02, steps=tuple(1.03**step for step in range(-6, 7))),
}
"""Six variants of three starts where nothing else is said."""


@dataclass(frozen=True, slots=True)
class SameRates:
    """Of A/A studies, one value each: whether anything was called different, by this ranking and by three others."""

    different: Floats
    pooled: Floats
    games_howell: Floats
    each_pair: Floats
    covered: Floats
    """Share of the variants' intervals that hold the truth; not a number where none had one."""


@dataclass(frozen=True, slots=True)
class _Batch:
    variants: RankedVariants
    seeds: tuple[np.random.SeedSequence, ...]


def studies(variants: RankedVariants, count: int, seed: int, effort: Effort) -> SameRates:
    """Ranks `count` A/A studies; the same seed gives the same whatever the number of processes."""
    seeds = np.random.SeedSequence(seed).spawn(count)
    batches = [_Batch(variants, tuple(seeds[start : start + _BATCH])) for start in range(0, count, _BATCH)]
    found = np.array([row for batch in effort.map(_ranked, batches) for row in batch], dtype=np.float64).T
    return SameRates(*found)


def rankings(effort: Effort) -> MethodTable:
    """One row for each kind of variants; the targets hold for every one but that of the farthest apart."""
    rows = list[tuple[str | float, ...]]()
    count = effort.runs(STUDIES, fewest=40)
    for index, (name, variants) in enumerate(VARIANTS.items()):
        same = studies(variants, count, 3000 * effort.seed + index, effort)
        wrong = int(same.different.sum())
        bound = 100.0 * float(stats.beta.ppf(0.95, wrong + 1, count - wrong))
        shown = (same.different, same.pooled, same.games_howell, same.each_pair)
        share, *others = (100.0 * float(found.mean()) for found in shown)
        covered = 100.0 * float(np.nanmean(same.covered)) if not np.isnan(same.covered).all() else None
        cell = "–" if covered is None else covered
        rows.append((name, variants.variants, variants.starts, share, bound, *others, cell))
    claimed = [row for row in rows if row[0] != FAR_APART]
    return MethodTable(
        title="Ranking of variants that are the same: studies in which any two were called different",
        columns=(
            "starts",
            "variants",
            "starts each",
            "any difference, %",
            "upper 95 % bound",
            "Tukey, pooled variance, %",
            "Games-Howell, %",
            "Welch for each pair alone, %",
            "95 % intervals that cover, %",
        ),
        rows=rows,
        claims=(
            Claim("studies with any difference, worst row but that of ten times, %", _most(claimed, 3), most=5.0),
            Claim(f"the same where {FAR_APART}, %", _most([row for row in rows if row not in claimed], 3), most=8.0),
            Claim("coverage of the intervals, worst row, %", _least(rows, 8), least=94.0),
        ),
        facts={"studies per row": str(count), "seed": str(effort.seed)},
    )


def _most(rows: list[tuple[str | float, ...]], column: int) -> float:
    return max(float(row[column]) for row in rows)


def _least(rows: list[tuple[str | float, ...]], column: int) -> float:
    return min(float(row[column]) for row in rows if row[column] != "–")


def _ranked(batch: _Batch) -> list[tuple[float, ...]]:
    return [_ranked_once(batch.variants, seed) for seed in batch.seeds]


def _ranked_once(variants: RankedVariants, seed: np.random.SeedSequence) -> tuple[float, ...]:
    random = np.random.default_rng(seed)
    answered = rates_of(variants, capacities(variants, 0.0, random), random)
    found, values = rank(answered, variants.within).variants, values_of(answered)
    # A little of rounding: the capacity of steps is at the very end of an interval.
    covered = [
        variant.low * 0.999999 <= _LEVEL <= variant.high * 1.000001
        for variant in found
        if variant.low is not None and variant.high is not None
    ]
    return (
        float(any(variant.beaten_by for variant in found)),
        *(float(test(values).any()) for test in (tukey, games_howell, welch_alone)),
        float(np.mean(covered)) if covered else float("nan"),
    )
