"""Overhead of a feature at each level and rate, against a bound: shown, refuted, or not shown.

The unit of replication is the start. docs/method/overhead.md has the formulas, their sources and the errors measured.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from loadproof.judge.pair_effects import per_cent_of, values_of
from loadproof.judge.round_figures import TOTAL, RoundFigures
from loadproof.model.cell import Cell
from loadproof.records.metric import Metric, Scale
from loadproof.records.overhead import LevelFigure, OverheadVerdict
from loadproof.stats.distributions import student_t_tail
from loadproof.stats.holm import sharing_error
from loadproof.stats.pair_estimates import PairEstimate, pair_estimates

__all__ = [
    "DECIDING",
    "FEWEST_STARTS",
    "FIGURES",
    "MOST_STARTS",
    "JudgedLevels",
    "OverheadBounds",
    "judge_overhead",
]

FEWEST_STARTS = 5
"""With fewer nothing is told of a bound: a scatter that few starts give is hardly known itself."""
MOST_STARTS = 100
"""More would not be run: a bound that takes more is not shown by any."""
FIGURES = (Metric.CPU, Metric.MEAN, Metric.P95, Metric.P99, Metric.MEMORY, Metric.ERRORS)
DECIDING = (Metric.CPU, Metric.MEAN, Metric.MEMORY, Metric.ERRORS)
"""Metrics of the claim. Percentiles are beside it: they scatter so much that no claim would be shown with them."""
_BOUND_PERCENT, _BOUND_POINTS = 5.0, 0.5


@dataclass(frozen=True, slots=True)
class OverheadBounds:
    """Claimed upper bounds of the cost of a feature, in per cent or points, and the error of a verdict."""

    of_metric: Mapping[Metric, float] = field(default_factory=dict)
    error: float = 0.05
    """Probability of a wrong *shown*, of each figure; and of any wrong *refuted*."""

    def bound(self, metric: Metric) -> float:
        """In per cent or points."""
        return self.of_metric.get(metric, _BOUND_POINTS if metric.scale is Scale.POINTS else _BOUND_PERCENT)

    def on_scale(self, metric: Metric) -> float:
        """Return the bound on the scale of effects: a logarithm of a ratio, or points."""
        bound = self.bound(metric)
        return math.log1p(bound / 100.0) if metric.scale is Scale.PER_CENT else bound


@dataclass(frozen=True, slots=True)
class JudgedLevels:
    """All metrics of all levels at all rates, in this order."""

    effects: tuple[LevelFigure, ...]
    starts: int
    bounds: OverheadBounds

    @property
    def verdict(self) -> OverheadVerdict:
        """Verdict of the claim: refuted if one deciding metric is refuted, shown if all are shown, else not shown."""
        found = {effect.verdict for effect in self.effects if effect.decides}
        if OverheadVerdict.REFUTED in found:
            return OverheadVerdict.REFUTED
        return OverheadVerdict.SHOWN if found == {OverheadVerdict.SHOWN} else OverheadVerdict.NOT_SHOWN

    @property
    def starts_needed(self) -> int | None:
        """Starts that would show all metrics of the claim that are not shown.

        None if one of them needs more than 100 starts, if its need is not known, or if there are none.
        """
        needed = [
            effect.starts_needed
            for effect in self.effects
            if effect.decides and effect.verdict is OverheadVerdict.NOT_SHOWN
        ]
        known = [starts for starts in needed if starts is not None]
        return max(known) if known and len(known) == len(needed) else None


def judge_overhead(
    starts: Sequence[Mapping[Cell, RoundFigures]],
    cells: Iterable[Cell],
    off: str,
    bounds: OverheadBounds | None = None,
) -> JudgedLevels:
    """Judges the starts, each the figures by cell; `cells` are those that were asked for, `off` the level of reference.

    A start that lacks a cell, or its reference, is left out of that cell alone.
    """
    bounds = bounds or OverheadBounds()
    judged = [
        _JudgedLevel(metric, cell, _pair(starts, metric, cell, off), bounds)
        for cell in cells
        if cell.level != off
        for metric in FIGURES
    ]
    # A figure that nobody could read in any cell is none that the claim is of; but nothing is shown without the CPU.
    read = {one.metric for one in judged if one.pair.rounds} | ({Metric.CPU} if starts else set())
    judged = [one for one in judged if one.metric in read]
    refuted = _refuted([one for one in judged if one.metric in DECIDING], bounds.error)
    refuted |= _refuted([one for one in judged if one.metric not in DECIDING], bounds.error)
    effects = tuple(one.effect(is_refuted=(one.cell, one.metric) in refuted) for one in judged)
    return JudgedLevels(effects, len(starts), bounds)


def _pair(starts: Sequence[Mapping[Cell, RoundFigures]], metric: Metric, cell: Cell, off: str) -> PairEstimate:
    """The level against off, over the starts that have both; their differences are paired within starts."""
    reference = Cell(off, cell.rate)
    both = [
        {off: figures[reference], cell.level: figures[cell]}
        for figures in starts
        if reference in figures and cell in figures
    ]
    values, least = values_of(both, metric, TOTAL)
    (pair,) = pair_estimates((off, cell.level), values, least)
    return pair


@dataclass(frozen=True, slots=True)
class _JudgedLevel:
    metric: Metric
    cell: Cell
    pair: PairEstimate
    bounds: OverheadBounds

    @property
    def is_judged(self) -> bool:
        """True if there are enough starts for a verdict."""
        return self.pair.known is not None and self.pair.rounds >= FEWEST_STARTS

    @property
    def upper(self) -> float | None:
        """The one-sided bound of the effect, on its scale."""
        difference, known = self.pair.difference, self.pair.known
        return None if difference is None or known is None else difference + known.half_width(2.0 * self.bounds.error)

    def p_beyond(self) -> float:
        """The p-value, to one side, of an effect that is no larger than the bound."""
        difference, known = self.pair.difference, self.pair.known
        if difference is None or known is None or not self.is_judged:
            return 1.0
        statistic = (difference - self.bounds.on_scale(self.metric)) / known.deviation
        return student_t_tail(statistic, known.degrees) if statistic > 0.0 else 1.0

    def effect(self, *, is_refuted: bool) -> LevelFigure:
        upper, bound = self.upper, self.bounds.on_scale(self.metric)
        verdict = OverheadVerdict.NOT_SHOWN
        if is_refuted:
            verdict = OverheadVerdict.REFUTED
        elif self.is_judged and upper is not None and upper < bound:
            verdict = OverheadVerdict.SHOWN
        needed = self._starts_needed() if verdict is OverheadVerdict.NOT_SHOWN else None
        shown = self._shown()
        is_points = self.metric.scale is Scale.POINTS
        return LevelFigure(
            level=self.cell.level,
            rate=self.cell.rate,
            metric=self.metric,
            decides=self.metric in DECIDING,
            bound=self.bounds.bound(self.metric),
            starts=self.pair.rounds,
            verdict=verdict,
            effect_percent=None if is_points else shown.get("effect"),
            points=shown.get("effect") if is_points else None,
            low=shown.get("low"),
            high=shown.get("high"),
            upper=shown.get("upper"),
            off=shown.get("off"),
            on=shown.get("on"),
            starts_needed=needed,
        )

    def _shown(self) -> dict[str, float | None]:
        """In per cent or points, and in the unit of the figure."""
        pair = self.pair
        if pair.difference is None or pair.level_a is None or pair.level_b is None:
            return {}
        is_ratio = self.metric.scale is Scale.PER_CENT
        shown: dict[str, float | None] = {"effect": pair.difference, "upper": self.upper}
        if pair.known is not None:
            half = pair.known.half_width(self.bounds.error)
            shown |= {"low": pair.difference - half, "high": pair.difference + half}
        if is_ratio:
            shown = {name: None if value is None else per_cent_of(value) for name, value in shown.items()}
        levels = (pair.level_a, pair.level_b)
        shown["off"], shown["on"] = map(math.exp, levels) if is_ratio else levels
        return shown

    def _starts_needed(self) -> int | None:
        """The fewest that show it nine times in ten, where the effect and its scatter are what they seem."""
        pair = self.pair
        if not pair.rounds:
            return None
        if pair.known is None or pair.difference is None:
            return FEWEST_STARTS
        room = self.bounds.on_scale(self.metric) - pair.difference
        wanted = range(max(FEWEST_STARTS, pair.rounds), MOST_STARTS + 1)
        error = 2.0 * self.bounds.error
        return next((more for more in wanted if pair.known.after(pair.rounds, more).seen(error) <= room), None)


def _refuted(family: Sequence[_JudgedLevel], error: float) -> set[tuple[Cell, Metric]]:
    """Return cell and metric of each bound that is surely exceeded, with `error` shared by the family."""
    beyond = {(one.cell, one.metric): one.p_beyond() for one in family}
    sharing = sharing_error(beyond, error, lambda key, allowed: beyond[key] <= allowed)
    return {key for key, p_value in beyond.items() if p_value <= error / sharing[key]}
