"""Rounds of a comparison made by hand: what each variant showed in total and by operation."""

import math
from collections.abc import Mapping, Sequence

import numpy as np
from loadproof.judge.round_figures import TOTAL, RoundFigures
from loadproof.records.metric import Metric

LEVELS = {Metric.P99: 50.0, Metric.MEAN: 5.0, Metric.CPU: 0.3, Metric.MEMORY: 512.0, Metric.ERRORS: 0.2}
RATIOS = (Metric.P99, Metric.MEAN, Metric.CPU, Metric.MEMORY)


def rounds_of(
    variants: Sequence[str],
    rounds: int,
    *,
    effects: Mapping[tuple[str, Metric], float] | None = None,
    scatter: float = 0.01,
    machine: float = 0.2,
    operations: int = 0,
    seed: int = 1,
) -> list[Mapping[str, RoundFigures]]:
    """`effects` are ratios, or points of errors, by variant and metric; the machine moves a whole round."""
    random, effects = np.random.default_rng(seed), effects or {}
    found: list[Mapping[str, RoundFigures]] = []
    for number in range(1, rounds + 1):
        of_round = machine * random.standard_normal()
        shown = {}
        for variant in variants:
            values: dict[tuple[Metric, str], float] = {}
            for metric in RATIOS:
                own = math.exp(of_round + scatter * random.standard_normal())
                values[metric, TOTAL] = LEVELS[metric] * own * effects.get((variant, metric), 1.0)
            failed = LEVELS[Metric.ERRORS] + 0.02 * random.standard_normal()
            values[Metric.ERRORS, TOTAL] = failed + effects.get((variant, Metric.ERRORS), 0.0)
            common = of_round + scatter * random.standard_normal()
            for place in range(operations):
                own = math.exp(common + scatter * random.standard_normal())
                values[Metric.P99, f"operation-{place}"] = 20.0 * own * effects.get((variant, Metric.P99), 1.0)
            shown[variant] = RoundFigures(variant, number, values, {TOTAL: 10_000})
        found.append(shown)
    return found
