"""What is decided of every row of a comparison: one row is one metric of one operation."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from loadproof.judge.effect import Effects, effects_of
from loadproof.judge.false_discovery import Dependence, allowed_error
from loadproof.judge.start_figures import Metric, MetricFigures, Scale
from loadproof.judge.variance_shrinkage import Floats

__all__ = ["MARGINS", "ComparisonSettings", "Decision", "Difference", "decisions_of"]

MARGINS: Mapping[Metric, float] = MappingProxyType(
    {Metric.P50: 5.0, Metric.P95: 5.0, Metric.P99: 5.0, Metric.ERRORS: 0.5, Metric.RATE: 5.0, Metric.CPU: 5.0}
)
"""Differences smaller than this do not matter: per cent or points, as the metric is counted."""


class Difference(StrEnum):
    """What a comparison says of one row."""

    DIFFERENT = "different"
    EQUIVALENT = "equivalent"
    """Whatever the difference is, it is smaller than the margin."""
    CANNOT_TELL = "cannot tell"


@dataclass(frozen=True, slots=True)
class ComparisonSettings:
    """How sure a comparison has to be. Raises ValueError for shares outside 0 to 1 and margins that are not above 0."""

    false_discovery: float = 0.05
    """Expected share of wrong ones among the differences that are reported."""
    equivalence_error: float = 0.05
    """Probability that a row whose difference is the margin is called equivalent."""
    power: float = 0.9
    """Probability with which a difference as large as the margin is to be seen (for the starts needed)."""
    margins: Mapping[Metric, float] = field(default_factory=lambda: MARGINS)
    dependence: Dependence = Dependence.POSITIVE
    most_starts: int = 100

    def __post_init__(self) -> None:
        """Checks the numbers."""
        for name in ("false_discovery", "equivalence_error", "power"):
            if not 0.0 < getattr(self, name) < 1.0:
                raise ValueError(f"{name}: {getattr(self, name):g} is not a share between 0 and 1; give one")
        for metric, margin in self.margins.items():
            if not margin > 0.0:
                raise ValueError(f"margins: {margin:g} for {metric.value} leaves nothing equivalent; give one above 0")

    def margin_on_scale(self, metric: Metric) -> float:
        """The margin as the effect is computed: a logarithm for ratios, so that twice and half are as far away."""
        margin = self.margins.get(metric, MARGINS[metric])
        return float(np.log1p(margin / 100.0)) if metric.scale is Scale.PER_CENT else margin


@dataclass(frozen=True, slots=True)
class Decision:
    """What is decided of the rows of one metric, in the order of the names of its figures."""

    figures: MetricFigures
    effects: Effects
    p_values: Floats
    different: NDArray[np.bool_]
    equivalent: NDArray[np.bool_]
    allowed: float
    """The largest p-value that is reported as a difference, over all metrics."""

    def difference_at(self, index: int) -> Difference:
        """A difference that is shown and is smaller than what matters is no difference."""
        if self.equivalent[index]:
            return Difference.EQUIVALENT
        return Difference.DIFFERENT if self.different[index] else Difference.CANNOT_TELL


def decisions_of(figures: Sequence[MetricFigures], settings: ComparisonSettings) -> list[Decision]:
    """The decisions for every metric that has rows; the false discovery rate is held over the rows of all of them."""
    judged = [(metric, effects_of(metric.a, metric.b, metric.sampling)) for metric in figures if metric.names]
    p_values = [effects.p_values() for _, effects in judged]
    every = [float(value) for values in p_values for value in values]
    allowed = allowed_error(every, settings.false_discovery, settings.dependence)
    return [
        Decision(
            metric,
            effects,
            values,
            different=values <= allowed,
            equivalent=_equivalent(effects, settings.margin_on_scale(metric.metric), settings.equivalence_error),
            allowed=allowed,
        )
        for (metric, effects), values in zip(judged, p_values, strict=True)
    ]


def _equivalent(effects: Effects, margin: float, error: float) -> NDArray[np.bool_]:
    """Two one-sided tests: Schuirmann 1987, Journal of Pharmacokinetics and Biopharmaceutics 15."""
    reach = np.abs(effects.difference) + effects.half_width(2.0 * error)
    return np.asarray(reach < margin)
