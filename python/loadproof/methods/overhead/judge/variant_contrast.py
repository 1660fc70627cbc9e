"""Differences between the variants of an overhead: of their level off, and of what a level costs in each.

Variants have starts of their own, so means of starts are compared by Welch's test (Welch 1947, Biometrika 34): a start
is one value, scatter may differ between variants. Degrees of freedom are rounded down.
"""

import math
from collections.abc import Iterator, Mapping, Sequence

from loadproof.judge.pair_effects import per_cent_of
from loadproof.judge.round_figures import TOTAL, RoundFigures
from loadproof.methods.overhead.judge.starts import FIGURES
from loadproof.model.cell import Cell
from loadproof.records.metric import Metric, Scale
from loadproof.records.overhead import VariantContrast
from loadproof.stats.distributions import student_t_quantile

__all__ = ["variant_contrasts"]

_FEWEST_STARTS = 3
"""Starts of each variant that an interval needs."""
Starts = Sequence[Mapping[Cell, RoundFigures]]


def variant_contrasts(starts: Mapping[str, Starts], cells: Sequence[Cell], off: str) -> tuple[VariantContrast, ...]:
    """Contrasts of every pair of variants, in the order of `starts`; nothing for a metric that one of them lacks."""
    names = list(starts)
    pairs = [(a, b) for place, a in enumerate(names) for b in names[place + 1 :]]
    return tuple(one for pair in pairs for one in _of_pair(pair, starts, cells, off))


def _of_pair(
    pair: tuple[str, str], starts: Mapping[str, Starts], cells: Sequence[Cell], off: str
) -> Iterator[VariantContrast]:
    a, b = pair
    for cell in cells:
        reference = None if cell.level == off else Cell(off, cell.rate)
        for metric in FIGURES:
            of_a, of_b = (_values(starts[name], metric, cell, reference) for name in pair)
            if not of_a or not of_b:
                continue
            effect, half = _welch(of_a, of_b)
            ends = (effect, None, None) if half is None else (effect, effect - half, effect + half)
            middle, low, high = (None if one is None else _shown(one, metric) for one in ends)
            is_points = metric.scale is Scale.POINTS
            yield VariantContrast(
                a=a,
                b=b,
                level=cell.level,
                rate=cell.rate,
                metric=metric,
                effect_percent=None if is_points else middle,
                points=middle if is_points else None,
                low=low,
                high=high,
                differs=low is not None and high is not None and not low <= 0.0 <= high,
                starts_a=len(of_a),
                starts_b=len(of_b),
            )


def _values(starts: Starts, metric: Metric, cell: Cell, reference: Cell | None) -> list[float]:
    """Value of each start on the scale of the metric; with a `reference` the difference to that."""
    found = []
    for figures in starts:
        own = _value(figures.get(cell), metric)
        before = 0.0 if reference is None else _value(figures.get(reference), metric)
        if own is not None and before is not None:
            found.append(own - before)
    return found


def _value(figures: RoundFigures | None, metric: Metric) -> float | None:
    value = None if figures is None else figures.values.get((metric, TOTAL))
    if value is None or metric.scale is not Scale.PER_CENT:
        return value
    return math.log(value) if value > 0.0 else None


def _welch(a: Sequence[float], b: Sequence[float]) -> tuple[float, float | None]:
    """Difference of the means, b less a, and the half-width of its interval of 95 %."""
    means = [math.fsum(values) / len(values) for values in (a, b)]
    if min(len(a), len(b)) < _FEWEST_STARTS:
        return means[1] - means[0], None
    errors = [
        math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values)
        for values, mean in zip((a, b), means, strict=True)
    ]
    variance = math.fsum(errors)
    if variance <= 0.0:
        return means[1] - means[0], 0.0
    parts = math.fsum(error**2 / (len(values) - 1) for error, values in zip(errors, (a, b), strict=True))
    degrees = max(1, math.floor(variance**2 / parts))
    return means[1] - means[0], student_t_quantile(0.025, degrees) * math.sqrt(variance)


def _shown(value: float, metric: Metric) -> float:
    return per_cent_of(value) if metric.scale is Scale.PER_CENT else value
