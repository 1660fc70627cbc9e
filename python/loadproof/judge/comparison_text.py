"""The sentence of each row of a comparison."""

from dataclasses import dataclass

from loadproof.judge.comparison_decision import Difference
from loadproof.judge.start_figures import Metric, Scale

__all__ = ["ShownEffect", "too_few_text"]

_LABELS = {
    Metric.P50: "p50",
    Metric.P95: "p95",
    Metric.P99: "p99",
    Metric.ERRORS: "share of failed calls",
    Metric.RATE: "completed calls per second",
    Metric.CPU: "CPU",
}


@dataclass(frozen=True, slots=True)
class ShownEffect:
    """The effect of B against A with its interval and the margin, in per cent or percentage points.

    >>> ShownEffect("checkout", Metric.P99, 5.23, 3.1, 7.4, margin=5.0).text(Difference.DIFFERENT)
    'p99 of checkout is higher with b: +5.23 % (+3.1 to +7.4 %)'
    >>> ShownEffect("db", Metric.CPU, 1.0, -6.0, 8.0, margin=5.0).text(Difference.CANNOT_TELL, starts_needed=9)
    'CPU of db: cannot tell, +1 points (-6 to +8 points); 9 starts of each variant would show 5 points'
    """

    name: str
    metric: Metric
    effect: float
    low: float
    high: float
    margin: float

    def text(self, difference: Difference, starts_needed: int | None = None, most_starts: int = 100) -> str:
        """The sentence for what was decided; `starts_needed` None: more than `most_starts`."""
        subject, unit = f"{_LABELS[self.metric]} of {self.name}", _unit(self.metric)
        effect = f"{self.effect:+.3g} {unit} ({self.low:+.3g} to {self.high:+.3g} {unit})"
        margin = f"{self.margin:g} {unit}"
        if difference is Difference.DIFFERENT:
            return f"{subject} is {'higher' if self.effect > 0.0 else 'lower'} with b: {effect}"
        if difference is Difference.EQUIVALENT:
            return f"{subject} differs by less than {margin}: {effect}"
        starts = f"{starts_needed}" if starts_needed is not None else f"more than {most_starts}"
        return f"{subject}: cannot tell, {effect}; {starts} starts of each variant would show {margin}"


def too_few_text(name: str, metric: Metric, calls: int, needed: int) -> str:
    """The sentence where the poorest start had too few calls.

    >>> too_few_text("refund", Metric.P99, 240, 1000)
    'p99 of refund: cannot tell, a start had only 240 calls; 1000 in each are needed'
    """
    return f"{_LABELS[metric]} of {name}: cannot tell, a start had only {calls} calls; {needed} in each are needed"


def _unit(metric: Metric) -> str:
    return "%" if metric.scale is Scale.PER_CENT else "points"
