"""How often a ranking sees that one variant carries more than the others, and in how many studies it is put first."""

from dataclasses import dataclass

import numpy as np
from loadproof.judge.ranking import rank

from bench.method.effort import Effort
from bench.method.ranked_variants import RankedVariants, capacities, rates_of
from bench.method.table import Claim, MethodTable

__all__ = ["LEADS", "SPREADS", "leads_seen", "ranking_power"]

STUDIES = 1000
_BATCH = 50
LEADS = (0.1, 0.2, 0.3)
SPREADS = {(between, starts): RankedVariants(between, starts=starts) for between in (0.02, 0.05) for starts in (3, 5)}
"""By the standard deviation between starts, and the starts of each of six variants."""


@dataclass(frozen=True, slots=True)
class _Batch:
    variants: RankedVariants
    lead: float
    seeds: tuple[np.random.SeedSequence, ...]


def leads_seen(
    variants: RankedVariants, lead: float, count: int, seed: int, effort: Effort
) -> tuple[float, float, float]:
    """Of `count` studies whose first variant carries so much more than the others, which are the same.

    The share of the others that it is seen to beat, of the studies in which it beats them all, and of those in which
    it was beaten or any of the others was called different from another one.
    """
    seeds = np.random.SeedSequence(seed).spawn(count)
    batches = [_Batch(variants, lead, tuple(seeds[start : start + _BATCH])) for start in range(0, count, _BATCH)]
    found = np.array([row for batch in effort.map(_seen, batches) for row in batch], dtype=np.float64)
    beaten, all_of_them, wrong = (float(column.mean()) for column in found.T)
    return beaten, all_of_them, wrong


def ranking_power(effort: Effort) -> MethodTable:
    """One row for each lead and spread."""
    rows, count = list[tuple[str | float, ...]](), effort.runs(STUDIES, fewest=20)
    for index, ((between, starts), variants) in enumerate(SPREADS.items()):
        for lead in LEADS:
            shares = leads_seen(variants, lead, count, 4000 * effort.seed + index, effort)
            rows.append((100.0 * between, starts, 100.0 * lead, *(100.0 * share for share in shares)))
    by_case = {row[:3]: row for row in rows}
    return MethodTable(
        title="One of six variants carries more than the others: how often that is seen",
        columns=(
            "starts differ by, %",
            "starts each",
            "carries more by, %",
            "of the others surely behind, %",
            "all of them surely behind, %",
            "anything wrong, %",
        ),
        rows=rows,
        claims=(
            Claim("20 % more seen, starts differ by 2 %, 3 each, %", float(by_case[2.0, 3, 20.0][3]), least=95.0),
            Claim("30 % more seen, starts differ by 5 %, 3 each, %", float(by_case[5.0, 3, 30.0][3]), least=90.0),
            Claim("studies with anything wrong, worst row, %", max(float(row[5]) for row in rows), most=5.0),
        ),
        facts={"studies per row": str(count), "seed": str(effort.seed)},
    )


def _seen(batch: _Batch) -> list[tuple[float, float, float]]:
    return [_seen_once(batch, seed) for seed in batch.seeds]


def _seen_once(batch: _Batch, seed: np.random.SeedSequence) -> tuple[float, float, float]:
    random = np.random.default_rng(seed)
    answered = rates_of(batch.variants, capacities(batch.variants, batch.lead, random), random)
    found = rank(answered, batch.variants.within).variants
    best = answered[0].name
    beaten = [best in variant.beaten_by for variant in found if variant.name != best]
    wrong = any(set(variant.beaten_by) - {best} for variant in found)
    return float(np.mean(beaten)), float(all(beaten)), float(wrong)
