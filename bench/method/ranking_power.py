"""How often a ranking sees that one variant carries more than the others, and in how many studies it is put first."""

from dataclasses import dataclass

import numpy as np
from loadproof.judge.ranking import rank

from bench.method.effort import Effort
from bench.method.pairwise_tests import games_howell, tukey
from bench.method.ranked_variants import RankedVariants, capacities, rates_of, values_of
from bench.method.table import Claim, MethodTable

__all__ = ["LEADS", "SPREADS", "LeadsSeen", "leads_seen", "ranking_power"]

STUDIES = 1000
_BATCH = 50
LEADS = (0.1, 0.2, 0.3)
SPREADS = {(between, starts): RankedVariants(between, starts=starts) for between in (0.02, 0.05) for starts in (3, 5)}
"""By the standard deviation between starts, and the starts of each of six variants."""


@dataclass(frozen=True, slots=True)
class LeadsSeen:
    """Of studies whose first variant carries more than the others, which are the same; shares from 0 to 1."""

    seen: float
    """Of the others, those that it is seen to beat."""
    all_seen: float
    """Of the studies, those in which it beats all of the others."""
    wrong: float
    """Of the studies, those in which it was beaten, or any of the others by another one."""
    by_tukey: float
    """As `seen`, by one pooled variance."""
    by_games_howell: float


@dataclass(frozen=True, slots=True)
class _Batch:
    variants: RankedVariants
    lead: float
    seeds: tuple[np.random.SeedSequence, ...]


def leads_seen(variants: RankedVariants, lead: float, count: int, seed: int, effort: Effort) -> LeadsSeen:
    """Ranks `count` studies whose first variant carries by `lead`, a share, more than the others."""
    seeds = np.random.SeedSequence(seed).spawn(count)
    batches = [_Batch(variants, lead, tuple(seeds[start : start + _BATCH])) for start in range(0, count, _BATCH)]
    found = np.array([row for batch in effort.map(_seen, batches) for row in batch], dtype=np.float64)
    return LeadsSeen(*(float(column.mean()) for column in found.T))


def ranking_power(effort: Effort) -> MethodTable:
    """One row for each lead and spread."""
    rows, count = list[tuple[str | float, ...]](), effort.runs(STUDIES, fewest=20)
    for index, ((between, starts), variants) in enumerate(SPREADS.items()):
        for lead in LEADS:
            seen = leads_seen(variants, lead, count, 4000 * effort.seed + index, effort)
            shares = (seen.seen, seen.all_seen, seen.wrong, seen.by_tukey, seen.by_games_howell)
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
            "behind by Tukey, pooled variance, %",
            "behind by Games-Howell, %",
        ),
        rows=rows,
        claims=(
            Claim("20 % more seen, starts differ by 2 %, 3 each, %", float(by_case[2.0, 3, 20.0][3]), least=95.0),
            Claim("30 % more seen, starts differ by 5 %, 3 each, %", float(by_case[5.0, 3, 30.0][3]), least=90.0),
            Claim("studies with anything wrong, worst row, %", max(float(row[5]) for row in rows), most=5.0),
        ),
        facts={"studies per row": str(count), "seed": str(effort.seed)},
    )


def _seen(batch: _Batch) -> list[tuple[float, ...]]:
    return [_seen_once(batch, seed) for seed in batch.seeds]


def _seen_once(batch: _Batch, seed: np.random.SeedSequence) -> tuple[float, ...]:
    random = np.random.default_rng(seed)
    answered = rates_of(batch.variants, capacities(batch.variants, batch.lead, random), random)
    found = rank(answered, batch.variants.within).variants
    best = answered[0].name
    beaten = [best in variant.beaten_by for variant in found if variant.name != best]
    wrong = any(set(variant.beaten_by) - {best} for variant in found)
    # The first pairs are those of the first variant.
    values, others = values_of(answered), len(beaten)
    by_others = (float(test(values)[:others].mean()) for test in (tukey, games_howell))
    return float(np.mean(beaten)), float(all(beaten)), float(wrong), *by_others
