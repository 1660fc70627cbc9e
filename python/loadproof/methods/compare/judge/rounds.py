"""Variants compared over rounds: what differs, what is as good as equal, what cannot be told.

docs/method/comparison.md has the formulas, their sources and the errors that were measured.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType

from loadproof.judge.pair_effects import MARGINS, ComparisonSettings, Figure, per_cent_of, values_of
from loadproof.judge.round_figures import TOTAL, FigureKey, RoundFigures
from loadproof.methods.compare.judge.machine_adjustment import machine_adjustment
from loadproof.methods.compare.judge.operations import operation_effects
from loadproof.records.comparison import Decision, Family, Pair
from loadproof.records.metric import Metric, Scale
from loadproof.stats.comparison_looks import FEWEST_ROUNDS
from loadproof.stats.holm import sharing_error
from loadproof.stats.pair_estimates import PairEstimate, pair_estimates

__all__ = [
    "MARGINS",
    "ComparisonSettings",
    "JudgedRounds",
    "compare_rounds",
]

_LUCK = 0.8
"""A forecast takes rounds to scatter by this part of what they did: it must not end what might be told."""


@dataclass(frozen=True, slots=True)
class JudgedRounds:
    """All pairs, the primary ones first: by figure, those of the total first, and then in the order of the variants."""

    variants: tuple[str, ...]
    rounds: int
    settings: ComparisonSettings
    pairs: tuple[Pair, ...]
    smallest_visible: Mapping[Metric, float]
    """The smallest difference of the total between any two that this run would have seen nine times in ten: per cent or
    points."""
    machine_slope: float | None = None
    """The relative change of CPU per request with the generator's CPU per call, by which it was adjusted; None: not."""
    undecided: tuple["_Judged", ...] = field(default=(), repr=False, compare=False)
    visible_of_operations: Mapping[str, Mapping[Metric, float]] = field(default_factory=dict)
    """The same of each primary operation; a metric that no round has calls enough for is absent."""

    @property
    def primary(self) -> tuple[Pair, ...]:
        """Pairs of the primary family, which decide the comparison."""
        return tuple(pair for pair in self.pairs if pair.family is Family.PRIMARY)

    @property
    def of_total(self) -> tuple[Pair, ...]:
        """The primary pairs of the whole profile."""
        return tuple(pair for pair in self.primary if pair.operation == TOTAL)

    @property
    def of_operations(self) -> tuple[Pair, ...]:
        """The pairs of the primary operations."""
        return tuple(pair for pair in self.primary if pair.operation != TOTAL)

    @property
    def is_settled(self) -> bool:
        """True if there are primary pairs, and each of them is decided: different or equivalent."""
        told = (Decision.DIFFERENT, Decision.EQUIVALENT)
        return bool(self.primary) and all(pair.decision in told for pair in self.primary)

    @property
    def by_importance(self) -> tuple[Pair, ...]:
        """The primary pairs: what differs first, then what is not known, each by how many margins its effect is."""

        def order(pair: Pair) -> tuple[int, float]:
            margins = abs(pair.effect or 0.0) / self.settings.margin(pair.metric)
            return _IMPORTANCE[pair.decision], -margins

        return tuple(sorted(self.primary, key=order))

    def may_decide_more(self, rounds: int) -> bool:
        """The forecast: whether an undecided primary pair might be told once there are `rounds`, with some luck."""
        if rounds <= self.rounds:
            return False
        error = self.settings.looks.error_at(rounds, last=True)
        return any(judged.may_be_told(self.rounds, rounds, error) for judged in self.undecided)

    def ranks(self, metric: Metric) -> dict[str, int]:
        """Return the rank of each variant: 1 + number of variants with a significantly lower total of this metric."""
        found = dict.fromkeys(self.variants, 1)
        for pair in self.of_total:
            if pair.metric is metric and pair.decision is Decision.DIFFERENT and pair.effect is not None:
                found[pair.b if pair.effect > 0.0 else pair.a] += 1
        return found


_IMPORTANCE = {
    Decision.DIFFERENT: 0,
    Decision.CANNOT_TELL: 1,
    Decision.EQUIVALENT: 2,
    Decision.NOT_RUN: 3,
}


def compare_rounds(
    rounds: Sequence[Mapping[str, RoundFigures]],
    settings: ComparisonSettings | None = None,
    *,
    last: bool = True,
    variants: Sequence[str] = (),
) -> JudgedRounds:
    """Judges the rounds so far, each the figures by variant; a variant that lacks in a round loses its pairs there.

    `last` says that no round follows, whatever is found: an earlier look may err less. `variants` are those that were
    asked for and their order; without it those of the rounds.
    """
    settings = settings or ComparisonSettings()
    names = tuple(dict.fromkeys((*variants, *(name for each in rounds for name in each))))
    error = settings.looks.error_at(len(rounds), last=last)
    adjustment = machine_adjustment(rounds)
    rounds = rounds if adjustment is None else adjustment.adjusted(rounds)
    family = _primary(rounds, names, settings, error)
    primary = [judged.effect(rounds) for judged in family]
    return JudgedRounds(
        names,
        len(rounds),
        settings,
        (*primary, *operation_effects(rounds, names, settings, error)),
        MappingProxyType(_smallest_visible(family, TOTAL)),
        None if adjustment is None else adjustment.slope,
        tuple(judged for judged in family if judged.decision is Decision.CANNOT_TELL),
        MappingProxyType({name: _smallest_visible(family, name) for name in settings.primary}),
    )


@dataclass(frozen=True, slots=True)
class _Judged:
    """A primary pair that may err by `error` at this look, shared among `figures` when its turn came (Holm)."""

    metric: Metric
    operation: str
    pair: PairEstimate
    margin: float
    error: float
    figures: int

    @property
    def decision(self) -> Decision:
        """A difference that is shown and is smaller than what matters is no difference."""
        difference, known = self.pair.difference, self.pair.known
        if self.pair.rounds == 0:
            return Decision.NOT_RUN
        if difference is None or known is None:
            return Decision.CANNOT_TELL
        # Two one-sided tests: Schuirmann 1987, Journal of Pharmacokinetics and Biopharmaceutics 15.
        if abs(difference) + known.half_width(2.0 * self.error) < self.margin:
            return Decision.EQUIVALENT
        return Decision.DIFFERENT if differs(self.pair, self.error / self.figures) else Decision.CANNOT_TELL

    def may_be_told(self, rounds: int, more: int, error: float) -> bool:
        """Return True if `more` rounds in total might decide the pair, forecast from the `rounds` so far.

        The forecast moves the difference by one standard error in the favorable direction, and lets rounds scatter by
        `_LUCK` of their scatter so far. If the difference is not known yet, the pair only has to get enough rounds.
        """
        difference, known = self.pair.difference, self.pair.known
        if difference is None or known is None:
            return self.pair.rounds + more - rounds >= FEWEST_ROUNDS
        then = known.after(rounds, more)
        if abs(difference) + known.deviation >= _LUCK * then.critical(error / self.figures):
            return True
        nearest = max(0.0, abs(difference) - known.deviation)
        return nearest + _LUCK * then.half_width(2.0 * error) < self.margin

    def effect(self, rounds: Sequence[Mapping[str, RoundFigures]]) -> Pair:
        """Return the result of the pair; if it is equivalent, with the interval that decided (twice the error)."""
        decision, figure = self.decision, Figure(self.metric, self.operation, Family.PRIMARY)
        missed = 2.0 * self.error if decision is Decision.EQUIVALENT else self.error
        test = None if self.pair.known is None else self
        ratios = _geometric_percent(rounds, self.pair, self.metric) if self.operation == TOTAL else None
        return figure.told(self.pair, decision, missed, test, ratios)

    def p_value(self) -> float:
        """Adjusted for the pairs and the figures beside it."""
        difference, known = self.pair.difference, self.pair.known
        return 1.0 if known is None or difference is None else min(1.0, self.figures * known.p_value(difference))

    def half_width(self, missed: float) -> float:
        """Return half of this pair's own interval, which misses with probability `missed`; inf if not known."""
        return math.inf if self.pair.known is None else self.pair.known.half_width(missed)


def differs(pair: PairEstimate, error: float) -> bool:
    """Return True if the difference is larger than any pair of equal variants shows, except with probability `error`.

    False if the standard error of the pair is not known.
    """
    return pair.known is not None and abs(pair.difference or 0.0) > pair.known.critical(error)


def _primary(
    rounds: Sequence[Mapping[str, RoundFigures]], names: Sequence[str], settings: ComparisonSettings, error: float
) -> list[_Judged]:
    """Return the primary pairs; the metrics share `error` by Holm's rule, and the pairs of a metric share its error.

    The error of a metric goes to the other metrics once each of its pairs differs: until then a pair may be equal.
    """
    pairs: dict[FigureKey, list[PairEstimate]] = {}
    for key in settings.primary_figures:
        values, least = values_of(rounds, *key)
        if values:
            pairs[key] = pair_estimates(names, values, least)
    sharing = sharing_error(pairs, error, lambda key, allowed: _all_differ(pairs[key], allowed))
    return [
        _Judged(metric, operation, pair, settings.margin_on_scale(metric), error, sharing[metric, operation])
        for (metric, operation), found in pairs.items()
        for pair in found
    ]


def _all_differ(pairs: Sequence[PairEstimate], error: float) -> bool:
    run = [pair for pair in pairs if pair.rounds]
    return bool(run) and all(differs(pair, error) for pair in run)


def _smallest_visible(family: Sequence[_Judged], operation: str) -> dict[Metric, float]:
    """Between the pair that is known worst, of one operation or the total."""
    found: dict[Metric, float] = {}
    for judged in family:
        if judged.pair.known is not None and judged.operation == operation:
            seen = judged.pair.known.seen(judged.error / judged.figures)
            shown = per_cent_of(seen) if judged.metric.scale is Scale.PER_CENT else seen
            found[judged.metric] = max(found.get(judged.metric, 0.0), shown)
    return found


def _geometric_percent(
    rounds: Sequence[Mapping[str, RoundFigures]], pair: PairEstimate, metric: Metric
) -> float | None:
    ratios = [
        math.log(each[pair.b].geometric[metric] / each[pair.a].geometric[metric])
        for each in rounds
        if all(name in each and metric in each[name].geometric for name in (pair.a, pair.b))
    ]
    return per_cent_of(math.fsum(ratios) / len(ratios)) if ratios else None
