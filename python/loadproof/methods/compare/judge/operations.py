"""The pairs that say where a difference comes from: each operation, and what of the total is not primary.

The expected share of wrong ones among the differences of one metric is bounded (`stats.false_discovery`). Four
operations and more know their variances from each other (`stats.effect`).
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from loadproof.judge.pair_effects import ComparisonSettings, Figure, values_of
from loadproof.judge.round_figures import TOTAL, RoundFigures
from loadproof.records.comparison import Decision, Family, Pair
from loadproof.records.metric import PRIMARY, Metric
from loadproof.stats.comparison_looks import FEWEST_ROUNDS
from loadproof.stats.distributions import student_t_tail
from loadproof.stats.false_discovery import allowed_error
from loadproof.stats.pair_estimates import Known, PairEstimate, Values, pair_estimates, residuals_of

if TYPE_CHECKING:
    from loadproof.stats.variance_shrinkage import Floats

__all__ = ["operation_effects"]

Rounds = Sequence[Mapping[str, RoundFigures]]


FEWEST_SHARING = 4
"""Fewer operations than these say too little of each other: each stands alone."""


@dataclass(frozen=True, slots=True)
class _Row:
    """A pair of one operation; the test is None where nothing is known of its error."""

    operation: str
    pair: PairEstimate
    test: "_Alone | _Together | None" = None


@dataclass(frozen=True, slots=True)
class _Alone:
    """Student's test."""

    difference: float
    known: Known

    def p_value(self) -> float:
        return 2.0 * student_t_tail(abs(self.difference) / self.known.deviation, self.known.degrees)

    def half_width(self, missed: float) -> float:
        return self.known.half_width(missed)


@dataclass(frozen=True, slots=True)
class _Together:
    """The test of one among operations that know their variances from each other; degrees need not be whole."""

    probability: float
    deviation: float
    degrees: float

    def p_value(self) -> float:
        return self.probability

    def half_width(self, missed: float) -> float:
        from scipy import special

        return float(-special.stdtrit(self.degrees, missed / 2.0)) * self.deviation


def operation_effects(
    rounds: Rounds, variants: Sequence[str], settings: ComparisonSettings, error: float
) -> list[Pair]:
    """Every pair that is not primary, by metric; `error` is that of this look.

    Primary operations lend the others what is known of their variances, and are no row of theirs.
    """
    rate = settings.false_discovery * error / settings.error
    primary = set(settings.primary_figures)
    found: list[Pair] = []
    for metric in Metric:
        rows = [row for row in _rows(rounds, variants, metric) if (metric, row.operation) not in primary]
        allowed = allowed_error([row.test.p_value() for row in rows if row.test is not None], rate)
        found.extend(_effect(row, metric, settings, error, allowed) for row in rows)
    return found


def _rows(rounds: Rounds, variants: Sequence[str], metric: Metric) -> Iterator[_Row]:
    names = dict.fromkeys(
        operation for each in rounds for shown in each.values() for kind, operation in shown.values if kind is metric
    )
    operations = [name for name in names if name != TOTAL or metric not in PRIMARY]
    read = {name: values_of(rounds, metric, name) for name in operations}
    shared = _Shared.of(variants, {name: read[name] for name in operations if name != TOTAL}, len(rounds))
    if shared is not None:
        yield from shared.rows()
    for name in operations:
        if shared is None or name not in shared.operations:
            values, least = read[name]
            yield from (_alone(name, pair) for pair in pair_estimates(variants, values, least))


def _alone(operation: str, pair: PairEstimate) -> _Row:
    if pair.known is None or pair.difference is None:
        return _Row(operation, pair)
    return _Row(operation, pair, _Alone(pair.difference, pair.known))


@dataclass(frozen=True, slots=True)
class _Shared:
    """Operations of one metric that every variant has in the same rounds: rounds × variants × operations."""

    variants: tuple[str, ...]
    operations: tuple[str, ...]
    values: "Floats"
    sampling: "Floats"
    """variants × operations: what independent calls alone give one round's value."""

    @classmethod
    def of(
        cls, variants: Sequence[str], read: Mapping[str, tuple[Values, Mapping[str, float]]], rounds: int
    ) -> "_Shared | None":
        """Return the shared operations; None if operations, variants, or rounds with all of them are too few."""
        numbers = [
            number
            for number in range(rounds)
            if all(any(number in values.get(variant, {}) for values, _ in read.values()) for variant in variants)
        ]
        names = [
            name
            for name, (values, _) in read.items()
            if all(number in values.get(variant, {}) for variant in variants for number in numbers)
        ]
        if len(names) < FEWEST_SHARING or len(numbers) < FEWEST_ROUNDS or len(variants) < 2:
            return None
        cells = [[[read[name][0][variant][number] for name in names] for variant in variants] for number in numbers]
        least = [[read[name][1].get(variant, 0.0) for name in names] for variant in variants]
        return cls(tuple(variants), tuple(names), np.array(cells), np.array(least))

    def rows(self) -> Iterator[_Row]:
        """Each pair of each operation."""
        # scipy takes longer to import than a report of few operations does.
        from loadproof.stats.effect import RoundResiduals, effects_of

        pooled = None
        if len(self.variants) > 2:
            left, degrees = residuals_of(self.values)
            pooled = RoundResiduals(math.sqrt(2.0) * left.reshape(-1, len(self.operations)), float(degrees))
        levels = self.values.mean(axis=0).tolist()
        for (place_a, a), (place_b, b) in combinations(enumerate(self.variants), 2):
            differences = self.values[:, place_b] - self.values[:, place_a]
            effects = effects_of(differences, self.sampling[place_a] + self.sampling[place_b], pooled)
            tests = zip(effects.p_values().tolist(), effects.deviation.tolist(), effects.degrees.tolist(), strict=True)
            for place, (name, test) in enumerate(zip(self.operations, tests, strict=True)):
                middle = float(effects.difference[place])
                shown = levels[place_a][place], levels[place_b][place]
                yield _Row(name, PairEstimate(a, b, len(differences), middle, *shown, None), _Together(*test))


def _effect(row: _Row, metric: Metric, settings: ComparisonSettings, error: float, allowed: float) -> Pair:
    decision, missed = Decision.CANNOT_TELL, error
    if row.pair.rounds == 0:
        decision = Decision.NOT_RUN
    elif row.test is not None:
        reach = abs(row.pair.difference or 0.0) + row.test.half_width(2.0 * error)
        if reach < settings.margin_on_scale(metric):
            decision, missed = Decision.EQUIVALENT, 2.0 * error
        elif row.test.p_value() <= allowed:
            # Benjamini, Yekutieli 2005: an interval that holds for the rows that were picked.
            decision, missed = Decision.DIFFERENT, min(error, allowed)
    return Figure(metric, row.operation, Family.OPERATION).told(row.pair, decision, missed, row.test)
