"""One pair of variants in one figure: what is decided of it and how it is told, in per cent and in points."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple, Protocol

from loadproof.errors import WrittenValueError
from loadproof.judge.round_figures import TOTAL, FigureKey, RoundFigures
from loadproof.records.comparison import Decision, Family, Pair
from loadproof.records.metric import PRIMARY, PRIMARY_OF_OPERATION, Metric, Scale
from loadproof.stats.comparison_looks import RoundLooks
from loadproof.stats.pair_estimates import PairEstimate, Values

__all__ = [
    "MARGINS",
    "ComparisonSettings",
    "Figure",
    "PairTest",
    "margins_with",
    "per_cent_of",
    "values_of",
]

MARGINS: Mapping[Metric, float] = MappingProxyType(
    {metric: 0.5 if metric.scale is Scale.POINTS else 5.0 for metric in Metric} | {Metric.CPU: 3.0}
)
"""Differences smaller than this do not matter: per cent of a ratio, or points, as the metric is counted."""


_MARGINS_ASKED = ("response", "cpu", "memory", "errors")
_LEAST_MARGIN, _MOST_MARGIN = 0.01, 100.0


def margins_with(asked: Mapping[str, float]) -> dict[Metric, float]:
    """The margins with those in the place of the usual ones that were asked for: `response`, `cpu`, `memory`, `errors`.

    Per cent, of errors points. Raises WrittenValueError for another name, or a margin that nothing or all is within.

    >>> margins_with({"cpu": 10.0})[Metric.CPU], margins_with({"response": 2.0})[Metric.P99]
    (10.0, 2.0)
    """
    found = dict(MARGINS)
    for name, margin in asked.items():
        if name not in _MARGINS_ASKED:
            raise WrittenValueError(f"{name!r:.80} has no margin", f"name one of {', '.join(_MARGINS_ASKED)}")
        if not _LEAST_MARGIN <= margin <= _MOST_MARGIN:
            raise WrittenValueError(
                f"the margin {margin:g} of {name} is not from {_LEAST_MARGIN:g} to {_MOST_MARGIN:g}",
                "write per cent, such as 5",
            )
        metrics = [metric for metric in Metric if metric.is_response] if name == "response" else [Metric(name)]
        found |= dict.fromkeys(metrics, float(margin))
    return found


@dataclass(frozen=True, slots=True)
class ComparisonSettings:
    """Margins and errors of a comparison.

    Raises ValueError for shares outside 0 to 1, fewer than one round, and margins that are infinite or not above 0.
    """

    margins: Mapping[Metric, float] = field(default_factory=lambda: MARGINS)
    error: float = 0.05
    """Probability of any wrong difference in the primary family, and of a difference of the margin called equivalent;
    over all looks."""
    false_discovery: float = 0.05
    """Expected share of wrong ones among the differences of one metric's operations."""
    most_rounds: int = 8
    primary: tuple[str, ...] = ()
    """Operations whose p99 and mean are judged in the primary family, beside the figures of the total."""

    def __post_init__(self) -> None:
        """Checks the numbers."""
        for name in ("error", "false_discovery"):
            if not 0.0 < getattr(self, name) < 1.0:
                raise ValueError(f"{name}: {getattr(self, name):g} is not a share between 0 and 1; give one")
        if self.most_rounds < 1:
            raise ValueError(f"most_rounds: {self.most_rounds} leaves nothing to compare; give 1 or more")
        for metric, margin in self.margins.items():
            if not 0.0 < margin < math.inf:
                raise ValueError(f"margins: {margin:g} for {metric.value} leaves nothing equivalent; give one above 0")

    @property
    def primary_figures(self) -> tuple[FigureKey, ...]:
        """The primary family: the figures of the total, then those of each primary operation.

        >>> ComparisonSettings(primary=("get",)).primary_figures[-2:]
        ((<Metric.P99: 'p99'>, 'get'), (<Metric.MEAN: 'mean'>, 'get'))
        """
        of_operations = ((metric, name) for name in self.primary for metric in PRIMARY_OF_OPERATION)
        return (*((metric, TOTAL) for metric in PRIMARY), *of_operations)

    @property
    def looks(self) -> RoundLooks:
        """After which rounds it may be decided."""
        return RoundLooks(self.most_rounds, self.error)

    def margin(self, metric: Metric) -> float:
        """Per cent or points."""
        return self.margins.get(metric, MARGINS[metric])

    def margin_on_scale(self, metric: Metric) -> float:
        """The margin as effects are computed: a logarithm for ratios, so that twice and half are as far away."""
        margin = self.margin(metric)
        return math.log1p(margin / 100.0) if metric.scale is Scale.PER_CENT else margin


class PairTest(Protocol):
    """Test that decides a pair."""

    def p_value(self) -> float:
        """Return the p-value of no difference."""

    def half_width(self, missed: float) -> float:
        """Half of the interval that misses the difference with this probability."""


class Figure(NamedTuple):
    """Subject of a comparison: a metric of one operation or of the total, in a family of tests."""

    metric: Metric
    operation: str
    family: Family

    def told(
        self,
        pair: PairEstimate,
        decision: Decision,
        missed: float,
        test: PairTest | None,
        geometric_percent: float | None = None,
    ) -> Pair:
        """The effect of a pair, with the interval that misses its difference with probability `missed`."""
        difference, level_a, level_b = pair.difference, pair.level_a, pair.level_b
        is_ratio = self.metric.scale is Scale.PER_CENT
        low = high = percent = points = None
        if difference is not None and level_a is not None and level_b is not None:
            if is_ratio:
                level_a, level_b, percent = math.exp(level_a), math.exp(level_b), per_cent_of(difference)
            else:
                points = difference
                percent = 100.0 * difference / level_a if level_a > 0.0 else None
            if test is not None:
                half = test.half_width(missed)
                low, high = difference - half, difference + half
                low, high = (per_cent_of(low), per_cent_of(high)) if is_ratio else (low, high)
        return Pair(
            a=pair.a,
            b=pair.b,
            metric=self.metric,
            operation=self.operation,
            family=self.family,
            decision=decision,
            rounds=pair.rounds,
            effect_percent=percent,
            points=points,
            low=low,
            high=high,
            confidence_percent=None if low is None else 100.0 * (1.0 - missed),
            level_a=level_a,
            level_b=level_b,
            geometric_percent=geometric_percent,
            test=test,
        )


def per_cent_of(logarithm: float) -> float:
    """A difference of logarithms as per cent.

    >>> round(per_cent_of(0.0953), 1)
    10.0
    """
    return 100.0 * math.expm1(logarithm)


def values_of(
    rounds: Sequence[Mapping[str, RoundFigures]], metric: Metric, operation: str
) -> tuple[Values, dict[str, float]]:
    """One figure on its scale by variant and round, and the mean variance that calls alone give it, by variant."""
    values: dict[str, dict[int, float]] = {}
    scatter: dict[str, list[float]] = {}
    key = metric, operation
    for number, figures in enumerate(rounds):
        for variant, shown in figures.items():
            value = shown.values.get(key)
            if value is None or (metric.scale is Scale.PER_CENT and not value > 0.0):
                continue
            values.setdefault(variant, {})[number] = math.log(value) if metric.scale is Scale.PER_CENT else value
            scatter.setdefault(variant, []).append(shown.scatter.get(key, 0.0))
    return values, {variant: math.fsum(found) / len(found) for variant, found in scatter.items()}
