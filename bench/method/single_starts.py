"""Single starts in turn, A B, B A: how often comparisons of them err, and what they see."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from loadproof.methods.compare.judge.rounds import ComparisonSettings, JudgedRounds, compare_rounds
from loadproof.methods.compare.machine import CompareSettings
from loadproof.records.comparison import Decision
from loadproof.records.metric import Metric
from loadproof.stats.variance_shrinkage import Floats

from bench.method.compared_rounds import drawn_single_starts
from bench.method.comparison_population import Population
from bench.method.comparisons import POPULATIONS, VARIANTS, judged_study
from bench.method.effort import Effort
from bench.method.table import Claim, MethodTable

__all__ = ["ROUNDS", "SINGLE_POPULATIONS", "Judged", "judged_single_starts", "single_starts"]

STUDIES = 1000
ROUNDS = (3, 5, 8)
"""That a study asks for at most; it is looked at, and ends, as the product does."""
_BATCH = 10
_FOLLOWING = (Metric.CPU, Metric.MEAN, Metric.P99)
"""What the machine's drift is in."""


def _singly(name: str) -> Population:
    return replace(POPULATIONS[name], design=CompareSettings(1000.0, together=False))


SINGLE_POPULATIONS: Mapping[str, Population] = {
    name: _singly(name)
    for name in ("even starts", "starts of two kinds", "heavy tails of starts and calls", "slopes 0.5 to 1.5")
}


@dataclass(frozen=True, slots=True)
class Judged:
    """Of each study of variants that are the same, one value each, for so many rounds at most."""

    different: Floats
    """Whether any primary pair was called different."""
    covered: Floats
    """Share of the intervals of what follows the machine that hold no difference."""
    visible: Mapping[Metric, Floats]
    """The smallest difference that a study sees which runs all of its rounds, in per cent."""


@dataclass(frozen=True, slots=True)
class _Batch:
    population: Population
    variants: int
    seeds: tuple[np.random.SeedSequence, ...]


def judged_single_starts(
    population: Population, variants: int, count: int, seed: int, effort: Effort
) -> Mapping[int, Judged]:
    """Judges `count` studies, each for every number of `ROUNDS`: the first of the same starts."""
    seeds = np.random.SeedSequence(seed).spawn(count)
    batches = [_Batch(population, variants, tuple(seeds[start : start + _BATCH])) for start in range(0, count, _BATCH)]
    found = np.array([rows for batch in effort.map(_judged, batches) for rows in batch], dtype=np.float64)
    return {
        rounds: Judged(of[:, 0], of[:, 1], {metric: of[:, 2 + place] for place, metric in enumerate(_FOLLOWING)})
        for rounds, of in zip(ROUNDS, np.moveaxis(found, 1, 0), strict=True)
    }


def single_starts(effort: Effort) -> MethodTable:
    """The published table."""
    count = effort.runs(STUDIES, fewest=20)
    rows = list[tuple[str | float, ...]]()
    for index, (name, population) in enumerate(SINGLE_POPULATIONS.items()):
        for variants in VARIANTS:
            of_rounds = judged_single_starts(
                population, variants, count, 1000 * effort.seed + 10 * index + variants, effort
            )
            for rounds, found in of_rounds.items():
                percents = [100.0 * float(share.mean()) for share in (found.different, found.covered)]
                seen = [float(np.median(found.visible[metric])) for metric in _FOLLOWING]
                rows.append((name, variants, rounds, *percents, *seen))
    return MethodTable(
        title="Single starts in turn: how often comparisons of them err, and what they see",
        columns=(
            "studies",
            "variants",
            "rounds at most",
            "any difference, %",
            "intervals that cover no difference, %",
            "CPU per request visible from, %",
            "mean visible from, %",
            "p99 visible from, %",
        ),
        rows=rows,
        claims=(
            Claim(
                "the same, started singly: studies with any primary difference, worst row, %",
                max(float(row[3]) for row in rows),
                most=5.0,
            ),
            Claim(
                "the same, started singly: intervals that cover, worst row, %",
                min(float(row[4]) for row in rows),
                least=94.0,
            ),
        ),
        facts={"studies per row": str(count), "seed": str(effort.seed)},
    )


def _judged(batch: _Batch) -> list[list[tuple[float, ...]]]:
    return [_judged_once(batch.population, batch.variants, seed) for seed in batch.seeds]


def _judged_once(population: Population, variants: int, seed: np.random.SeedSequence) -> list[tuple[float, ...]]:
    random = np.random.default_rng(seed)
    drawn = drawn_single_starts(population, variants, max(ROUNDS), random).rounds({}, random)
    found = []
    for rounds in ROUNDS:
        settings = ComparisonSettings(most_rounds=rounds)
        comparison = judged_study(drawn, rounds, settings)
        different = float(any(pair.decision is Decision.DIFFERENT for pair in comparison.primary))
        # Most studies end early, as what is not known would hardly be known at their end.
        whole = compare_rounds(drawn[:rounds], settings, last=True)
        visible = (whole.smallest_visible.get(metric, np.nan) for metric in _FOLLOWING)
        found.append((different, _covered(comparison), *visible))
    return found


def _covered(comparison: JudgedRounds) -> float:
    pairs = [pair for pair in comparison.primary if pair.metric in _FOLLOWING]
    held = [pair.low is not None and pair.high is not None and pair.low <= 0.0 <= pair.high for pair in pairs]
    return float(np.mean(held))
