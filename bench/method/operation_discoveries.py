"""How many of the operations that a comparison calls different are not: the rate of its false discoveries.

A round moves all operations of a variant together, and each by itself; calls scatter each as much as its number of
calls makes them. Some operations of each variant but the first differ from those of the first, the others do not.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from loadproof.judge.round_figures import RoundFigures
from loadproof.methods.compare.judge.rounds import ComparisonSettings, compare_rounds
from loadproof.records.comparison import Decision
from loadproof.records.metric import Metric
from loadproof.stats.variance_shrinkage import Floats

from bench.method.comparison_population import Law, bistable, heavy, normal
from bench.method.effort import Effort
from bench.method.table import Claim, MethodTable

__all__ = ["Discoveries", "Family", "discoveries_of", "operation_discoveries"]

STUDIES = 2000
_BATCH = 20
_OPERATIONS = (4, 12, 38)
_DIFFERING = (0.0, 0.25, 0.5)
_ROUNDS = (3, 5, 8)
_EFFECTS = (0.05, 0.3)
"""Least and most of the logarithm by which an operation differs, up or down, evenly drawn."""
_COMMON, _OWN = 0.02, (0.01, 0.04)
"""Deviations between rounds: of all operations of a variant together, and of each by itself, which is drawn."""
_SAMPLING = (0.005, 0.05)
"""The same of what calls alone scatter a value by."""


@dataclass(frozen=True, slots=True)
class Family:
    """What the operations of a study are."""

    operations: int
    differing: float
    """Share of them, of each variant but the first."""
    variants: int = 2
    law: Law = normal
    """Of what rounds scatter."""


@dataclass(frozen=True, slots=True)
class Discoveries:
    """Of each study, one value each."""

    wrong: Floats
    """Of the pairs that are called different those that are not, or differ the other way; 0 where none is called."""
    seen: Floats
    """Of the pairs that differ those that are called different; not a number where none differs."""


@dataclass(frozen=True, slots=True)
class _Batch:
    family: Family
    seeds: tuple[np.random.SeedSequence, ...]


def discoveries_of(family: Family, count: int, seed: int, effort: Effort) -> Discoveries:
    """Judges `count` studies; the same seed gives the same whatever the number of processes."""
    seeds = np.random.SeedSequence(seed).spawn(count)
    batches = [_Batch(family, tuple(seeds[start : start + _BATCH])) for start in range(0, count, _BATCH)]
    found = np.array([row for batch in effort.map(_judged, batches) for row in batch], dtype=np.float64).T
    return Discoveries(*found)


def operation_discoveries(effort: Effort) -> MethodTable:
    """The table."""
    families = [Family(operations, share) for operations in _OPERATIONS for share in _DIFFERING]
    families += [Family(operations, 0.25, variants=4) for operations in _OPERATIONS]
    families += [Family(12, 0.25, law=law) for law in (heavy, bistable)]
    rows, count = list[tuple[str | float, ...]](), effort.runs(STUDIES, fewest=20)
    for index, family in enumerate(families):
        found = discoveries_of(family, count, 7000 * effort.seed + index, effort)
        wrong = 100.0 * float(found.wrong.mean())
        bound = wrong + 100.0 * 1.645 * float(found.wrong.std()) / count**0.5
        seen = 100.0 * float(np.nanmean(found.seen)) if family.differing else float("nan")
        law = family.law.__name__
        rows.append((str(family.operations), 100.0 * family.differing, family.variants, law, wrong, bound, seen))
    return MethodTable(
        title="Operations called different that are not",
        columns=(
            "operations",
            "of them differ, %",
            "variants",
            "rounds scatter",
            "wrong among those called different, %",
            "upper 95 % bound",
            "seen of those that differ, %",
        ),
        rows=rows,
        claims=(
            Claim(
                "wrong among the operations called different, worst row, %",
                max(float(row[4]) for row in rows),
                most=5.0,
            ),
        ),
        facts={"studies per row": str(count), "rounds": ", ".join(map(str, _ROUNDS)), "seed": str(effort.seed)},
    )


def _judged(batch: _Batch) -> list[tuple[float, float]]:
    return [_judged_once(batch.family, np.random.default_rng(seed)) for seed in batch.seeds]


def _judged_once(family: Family, random: np.random.Generator) -> tuple[float, float]:
    differs = random.random((family.variants, family.operations)) < family.differing
    sizes = random.uniform(*_EFFECTS, differs.shape) * random.choice((-1.0, 1.0), differs.shape)
    truth = np.where(differs, sizes, 0.0)
    truth[0] = 0.0
    rounds = _rounds(family, truth, random)
    comparison = compare_rounds(rounds, ComparisonSettings(most_rounds=len(rounds)), last=True)
    called = wrong = apart = seen = 0
    for pair in comparison.pairs:
        if pair.metric is not Metric.P90:
            continue
        a, b = (int(name.removeprefix("variant-")) for name in (pair.a, pair.b))
        place = int(pair.operation.removeprefix("operation-"))
        real, is_called = truth[b, place] - truth[a, place], pair.decision is Decision.DIFFERENT
        is_right = real * (pair.effect or 0.0) > 0.0
        called, wrong = called + is_called, wrong + (is_called and not is_right)
        apart, seen = apart + (real != 0.0), seen + (is_called and is_right)
    return wrong / called if called else 0.0, seen / apart if apart else float("nan")


def _rounds(family: Family, truth: Floats, random: np.random.Generator) -> list[Mapping[str, RoundFigures]]:
    """The p90 of each operation, in rounds of a number that is drawn."""
    rounds, (variants, operations) = int(random.choice(_ROUNDS)), truth.shape
    own = random.uniform(*_OWN, operations)
    least, most = np.log(_SAMPLING).tolist()
    sampling = np.exp(random.uniform(least, most, operations))
    levels = np.exp(random.normal(2.0, 1.0, operations))
    size = (rounds, variants, operations)
    shown = truth + _COMMON * family.law(random, (rounds, variants, 1)) + own * family.law(random, size)
    shown = np.exp(shown + sampling * random.standard_normal(size)) * levels
    names = [f"operation-{place}" for place in range(operations)]
    scatter = {(Metric.P90, name): float(sampling[place] ** 2) for place, name in enumerate(names)}
    return [
        {
            f"variant-{column}": RoundFigures(
                f"variant-{column}",
                number + 1,
                {(Metric.P90, name): float(shown[number, column, place]) for place, name in enumerate(names)},
                dict.fromkeys(names, 1000),
                scatter,
            )
            for column in range(variants)
        }
        for number in range(rounds)
    ]
