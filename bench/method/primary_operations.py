"""How often a comparison with seven primary operations of 38 calls any primary figure different that is not.

The figures of the total are those of `compared_rounds`. The p99 and mean of an operation move with those of the total,
or with a law of their own, besides by themselves and by their calls. Studies are looked at and ended as the product
does. What one primary operation that differs is seen by is told beside the errors: each figure takes from the others.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from loadproof.judge.round_figures import RoundFigures
from loadproof.methods.compare.judge.rounds import ComparisonSettings
from loadproof.records.comparison import Decision
from loadproof.records.metric import PRIMARY_OF_OPERATION, Metric
from loadproof.stats.variance_shrinkage import Floats
from scipy import stats

from bench.method.compared_rounds import drawn_study
from bench.method.comparison_population import Population, bistable, heavy
from bench.method.comparisons import MOST_ROUNDS, heavy_calls, judged_study
from bench.method.effort import Effort
from bench.method.table import Claim, MethodTable

__all__ = ["Family", "Findings", "findings_of", "primary_operations"]

STUDIES = 1000
_BATCH = 10
_OPERATIONS, _PRIMARY = 38, 7
_COMMON, _OWN = 0.02, (0.01, 0.04)
"""Deviations between rounds: of all operations of a variant together, and of each by itself, which is drawn."""
_SAMPLING = (0.005, 0.05)
"""The same of what calls alone scatter a value by."""
_DIFFERS = 0.2
"""By how much more the first primary operation of the second variant shows where it differs."""
_SHOWN_AT_MOST = 6.5


@dataclass(frozen=True, slots=True)
class Family:
    """What the studies of a row are."""

    population: Population
    with_total: bool = True
    """True if operations follow the total, False if they follow a law of their own."""


@dataclass(frozen=True, slots=True)
class Findings:
    """Of each study, one value each."""

    different: Floats
    """1 where any primary figure of variants that are the same was called different."""
    covered: Floats
    """Share of the primary intervals that hold the truth, which is no difference."""
    others: Floats
    """1 where any figure of the other operations was called different."""
    seen: Floats
    """Share of the two figures of a primary operation that differs which are called different."""
    unshared: Floats
    """The same if no operation is primary, and the figures are judged by their false discovery rate."""
    rounds: Floats
    """Rounds until the end, of each study of variants that are the same."""


FAMILIES: Mapping[str, Family] = {
    "even starts, operations follow the total": Family(Population()),
    "even starts, operations on their own": Family(Population(), with_total=False),
    "starts of two kinds": Family(Population(starts=bistable)),
    "heavy tails of starts and calls": Family(Population(service=heavy_calls, starts=heavy), with_total=False),
}


@dataclass(frozen=True, slots=True)
class _Batch:
    family: Family
    seeds: tuple[np.random.SeedSequence, ...]


def findings_of(family: Family, count: int, seed: int, effort: Effort) -> Findings:
    """Judges `count` studies; the same seed gives the same whatever the number of processes."""
    seeds = np.random.SeedSequence(seed).spawn(count)
    batches = [_Batch(family, tuple(seeds[start : start + _BATCH])) for start in range(0, count, _BATCH)]
    found = np.array([row for batch in effort.map(_judged, batches) for row in batch], dtype=np.float64).T
    return Findings(*found)


def primary_operations(effort: Effort) -> MethodTable:
    """The table."""
    rows, count = list[tuple[str | float, ...]](), effort.runs(STUDIES, fewest=20)
    for index, (name, family) in enumerate(FAMILIES.items()):
        found = findings_of(family, count, 9000 * effort.seed + index, effort)
        wrong = int(found.different.sum())
        bound = 100.0 * float(stats.beta.ppf(0.95, wrong + 1, count - wrong))
        shares = (found.covered, found.others, found.seen, found.unshared)
        percents = (100.0 * float(share.mean()) for share in shares)
        rows.append((name, 100.0 * wrong / count, bound, *percents, float(found.rounds.mean())))
    return MethodTable(
        title="Seven primary operations of 38, two variants that are the same",
        columns=(
            "studies",
            "any primary difference, %",
            "upper 95 % bound",
            "intervals that cover no difference, %",
            "any difference of other operations, %",
            "20 % of a primary operation seen, %",
            "20 % of the same if it is not primary, %",
            "rounds until the end",
        ),
        rows=rows,
        claims=(
            Claim(
                "the same: studies with any primary difference, worst row, %",
                max(float(row[1]) for row in rows),
                most=_SHOWN_AT_MOST,
            ),
        ),
        facts={
            "studies per row": str(count),
            "rounds at most": str(MOST_ROUNDS),
            "figures of the primary family": str(len(_settings(primary=True).primary_figures)),
            "seed": str(effort.seed),
        },
    )


def _judged(batch: _Batch) -> list[tuple[float, ...]]:
    return [_judged_once(batch.family, np.random.default_rng(seed)) for seed in batch.seeds]


def _names() -> list[str]:
    return [f"operation-{place}" for place in range(_OPERATIONS)]


def _settings(*, primary: bool) -> ComparisonSettings:
    return ComparisonSettings(most_rounds=MOST_ROUNDS, primary=tuple(_names()[:_PRIMARY]) if primary else ())


def _judged_once(family: Family, random: np.random.Generator) -> tuple[float, ...]:
    study = drawn_study(family.population, 2, MOST_ROUNDS, random)
    totals = study.rounds({}, random)
    levels = _levels(family, {metric: study.shown[metric] for metric in PRIMARY_OF_OPERATION}, random)
    same = judged_study(_with_operations(totals, *levels, 0.0), MOST_ROUNDS, _settings(primary=True))
    unlike = _with_operations(totals, *levels, float(np.log1p(_DIFFERS)))
    seen = []
    for primary in (True, False):
        pairs = judged_study(unlike, MOST_ROUNDS, _settings(primary=primary)).pairs
        of_first = [pair for pair in pairs if pair.operation == _names()[0] and pair.metric in PRIMARY_OF_OPERATION]
        seen.append(float(np.mean([pair.decision is Decision.DIFFERENT for pair in of_first])))
    # The primary ones come first.
    others = same.pairs[len(same.primary) :]
    covers = [pair.low is not None and pair.high is not None and pair.low <= 0.0 <= pair.high for pair in same.primary]
    return (
        float(any(pair.decision is Decision.DIFFERENT for pair in same.primary)),
        float(np.mean(covers)),
        float(any(pair.decision is Decision.DIFFERENT for pair in others)),
        *seen,
        float(same.rounds),
    )


def _levels(
    family: Family, shown: Mapping[Metric, Floats], random: np.random.Generator
) -> tuple[dict[Metric, Floats], Floats]:
    """Logarithms of each metric, rounds × variants × operations, and the deviation that calls alone give each."""
    least, most = np.log(_SAMPLING).tolist()
    sampling = np.exp(random.uniform(least, most, _OPERATIONS))
    own = random.uniform(*_OWN, _OPERATIONS)
    first = next(iter(shown.values()))
    size = (*first.shape, _OPERATIONS)
    together = _COMMON * family.population.starts(random, first.shape)
    found = {}
    for metric, total in shown.items():
        common = total - total.mean() if family.with_total else together
        alone = own * family.population.starts(random, size) + sampling * random.standard_normal(size)
        found[metric] = np.asarray(2.0 + common[..., None] + alone)
    return found, sampling


def _with_operations(
    totals: list[dict[str, RoundFigures]], levels: Mapping[Metric, Floats], sampling: Floats, effect: float
) -> list[Mapping[str, RoundFigures]]:
    """The rounds, where the first operation of the second variant shows more by `effect`, a logarithm."""
    found: list[Mapping[str, RoundFigures]] = []
    for number, of_round in enumerate(totals):
        shown = {}
        for column, (variant, figures) in enumerate(of_round.items()):
            values, scatter = dict(figures.values), dict(figures.scatter)
            for metric, of_metric in levels.items():
                for place, name in enumerate(_names()):
                    more = effect if (column, place) == (1, 0) else 0.0
                    values[metric, name] = float(np.exp(of_metric[number, column, place] + more))
                    scatter[metric, name] = float(sampling[place] ** 2)
            shown[variant] = replace(figures, values=values, scatter=scatter)
        found.append(shown)
    return found
