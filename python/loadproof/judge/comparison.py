"""Two variants compared over every operation and metric: what differs, what is as good as equal, what is unknown."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from loadproof.judge.comparison_decision import MARGINS, ComparisonSettings, Decision, Difference, decisions_of
from loadproof.judge.comparison_text import ShownEffect, too_few_calls
from loadproof.judge.detectable import FEWEST_STARTS, Design, starts_to_see
from loadproof.judge.effect import FEWEST_SHARING
from loadproof.judge.start_figures import Metric, MetricFigures, Scale, StartFigures, figures_of
from loadproof.model.message import Message
from loadproof.words.catalogue import english, in_english

__all__ = ["Comparison", "ComparisonRow", "compare"]

_SHOWN_ERROR = 0.05


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """One metric of one operation (or the CPU of one service): B against A.

    `a` and `b` are the level of a typical start, in ms, per second or per cent: the geometric mean over the starts for
    metrics that are compared by ratio, else the mean. `effect` with its interval [`low`, `high`] is in per cent or in
    percentage points, as `metric.scale` says. None where there were too few calls.
    """

    name: str
    metric: Metric
    difference: Difference
    text: Message
    a: float | None = None
    b: float | None = None
    effect: float | None = None
    low: float | None = None
    high: float | None = None
    confidence_percent: float | None = None
    """Of the interval: for a difference the one that holds for all that are reported, for an equivalence the one that
    decided, else 95."""
    p_value: float | None = None
    starts_needed: int | None = None
    """Starts per variant that would show a difference as large as the margin, where it cannot be told."""
    calls_needed: int | None = None
    """Calls per start, where there were too few."""

    def as_dict(self) -> dict[str, Any]:
        """For `--json`."""
        return dict(in_english(self.as_record()))

    def as_record(self) -> dict[str, Any]:
        """The same with its messages, for the store."""
        return {
            "name": self.name,
            "metric": self.metric.value,
            "scale": self.metric.scale.value,
            "difference": self.difference.value,
            "a": _rounded(self.a),
            "b": _rounded(self.b),
            "effect": _rounded(self.effect),
            "low": _rounded(self.low),
            "high": _rounded(self.high),
            "confidence_percent": _rounded(self.confidence_percent),
            "p_value": None if self.p_value is None else float(f"{self.p_value:.3g}"),
            "starts_needed": self.starts_needed,
            "calls_needed": self.calls_needed,
            "text": english(self.text),
        }


@dataclass(frozen=True, slots=True)
class Comparison:
    """Every row, by metric and then in the order of the operations; `starts` of A and of B."""

    rows: tuple[ComparisonRow, ...]
    starts: tuple[int, int]

    def rows_that_are(self, difference: Difference) -> tuple[ComparisonRow, ...]:
        """Those rows of which this is said."""
        return tuple(row for row in self.rows if row.difference is difference)

    def as_dict(self) -> dict[str, Any]:
        """For `--json`."""
        return dict(in_english(self.as_record()))

    def as_record(self) -> dict[str, Any]:
        """The same with its messages, for the store."""
        return {
            "starts": list(self.starts),
            **{kind.name.lower(): len(self.rows_that_are(kind)) for kind in Difference},
            "rows": [row.as_record() for row in self.rows],
        }


def compare(
    a: Sequence[StartFigures], b: Sequence[StartFigures], settings: ComparisonSettings | None = None
) -> Comparison:
    """B against A over every operation and metric, from the holds of their starts.

    Raises ValueError below three starts of a variant: two say nothing of how starts differ.
    """
    for name, starts in (("a", a), ("b", b)):
        if len(starts) < FEWEST_STARTS:
            raise ValueError(f"{name}: {len(starts)} starts are too few to compare; give {FEWEST_STARTS} or more")
    settings = settings or ComparisonSettings()
    figures = figures_of(a, b)
    decisions = {decision.figures.metric: decision for decision in decisions_of(figures, settings)}
    rows = sum(len(metric.names) for metric in figures)
    found: list[ComparisonRow] = []
    for metric in figures:
        if metric.metric in decisions:
            of_metric = _RowsOfMetric(decisions[metric.metric], settings, rows)
            found.extend(of_metric.row(index) for index in range(len(metric.names)))
        found.extend(_lacking(metric))
    return Comparison(tuple(found), (len(a), len(b)))


@dataclass(frozen=True, slots=True)
class _RowsOfMetric:
    """Makes the rows of one metric; `rows` are those of all metrics."""

    decision: Decision
    settings: ComparisonSettings
    rows: int

    def row(self, index: int) -> ComparisonRow:
        """The row of one operation."""
        decision, figures, settings = self.decision, self.decision.figures, self.settings
        metric, difference, name = figures.metric, decision.difference_at(index), figures.names[index]
        error = {Difference.DIFFERENT: decision.allowed, Difference.EQUIVALENT: 2.0 * settings.equivalence_error}
        missed = error.get(difference, _SHOWN_ERROR)
        middle, half = float(decision.effects.difference[index]), float(decision.effects.half_width(missed)[index])
        effect, low, high = (_effect(value, metric) for value in (middle, middle - half, middle + half))
        shown = ShownEffect(name, metric, effect, low, high, settings.margins.get(metric, MARGINS[metric]))
        needed = self._starts_needed(index) if difference is Difference.CANNOT_TELL else None
        return ComparisonRow(
            name=name,
            metric=metric,
            difference=difference,
            text=shown.told(difference, needed, settings.most_starts),
            a=_level(float(figures.a[:, index].mean()), metric),
            b=_level(float(figures.b[:, index].mean()), metric),
            effect=effect,
            low=low,
            high=high,
            confidence_percent=100.0 * (1.0 - missed),
            p_value=float(decision.p_values[index]),
            starts_needed=needed,
        )

    def _starts_needed(self, index: int) -> int | None:
        effects, figures = self.decision.effects, self.decision.figures
        scale = 1.0 / len(figures.a) + 1.0 / len(figures.b)
        together = len(figures.names) >= FEWEST_SHARING
        design = Design(
            rows=self.rows,
            false_discovery=self.settings.false_discovery,
            power=self.settings.power,
            prior_degrees=Design().prior_degrees if together else 0.0,
        )
        common, own = effects.common / scale, float(effects.own[index]) / scale
        margin = self.settings.margin_on_scale(figures.metric)
        return starts_to_see(design, margin, common, own, self.settings.most_starts)


def _lacking(figures: MetricFigures) -> list[ComparisonRow]:
    """The rows of operations that had too few calls in a start."""
    return [
        ComparisonRow(
            name,
            figures.metric,
            Difference.CANNOT_TELL,
            too_few_calls(name, figures.metric, had, needed),
            calls_needed=needed,
        )
        for name, (had, needed) in figures.lacking.items()
    ]


def _effect(value: float, metric: Metric) -> float:
    """A difference on the metric's scale as per cent or points."""
    return 100.0 * math.expm1(value) if metric.scale is Scale.PER_CENT else value


def _level(value: float, metric: Metric) -> float:
    """A mean on the metric's scale as ms, per second or per cent."""
    return math.exp(value) if metric.scale is Scale.PER_CENT else value


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
