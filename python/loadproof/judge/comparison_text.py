"""What each row of a comparison says."""

from dataclasses import dataclass

from loadproof.judge.comparison_decision import Difference
from loadproof.judge.start_figures import Metric, Scale
from loadproof.model.message import Message, Quantity, count, number, share

__all__ = ["ShownEffect", "too_few_calls"]


@dataclass(frozen=True, slots=True)
class ShownEffect:
    """The effect of B against A with its interval and the margin, in per cent or percentage points.

    >>> from loadproof.words.catalogue import english
    >>> english(ShownEffect("checkout", Metric.P99, 5.23, 3.1, 7.4, margin=5.0).told(Difference.DIFFERENT))
    'p99 of checkout is higher with b: 5.23 % (3.1 % to 7.4 %)'
    >>> effect = ShownEffect("db", Metric.CPU, 1.0, -6.0, 8.0, margin=5.0)
    >>> english(effect.told(Difference.CANNOT_TELL, starts_needed=9))
    'CPU of db: cannot tell, 1 point (-6 points to 8 points); 9 starts of each variant would show 5 points'
    """

    name: str
    metric: Metric
    effect: float
    low: float
    high: float
    margin: float

    def told(self, difference: Difference, starts_needed: int | None = None, most_starts: int = 100) -> Message:
        """What was decided; `starts_needed` None: more than `most_starts`."""
        figure = _figure(self.metric, self.name)
        low, high = self._quantity(self.low), self._quantity(self.high)
        effect = Message("comparison-effect", effect=self._quantity(self.effect), low=low, high=high)
        margin = self._quantity(self.margin)
        if difference is Difference.DIFFERENT:
            code = "comparison-higher" if self.effect > 0.0 else "comparison-lower"
            return Message(code, figure=figure, effect=effect)
        if difference is Difference.EQUIVALENT:
            return Message("comparison-equivalent", figure=figure, margin=margin, effect=effect)
        code = "comparison-open-beyond" if starts_needed is None else "comparison-open"
        starts = count(most_starts if starts_needed is None else starts_needed)
        return Message(code, figure=figure, effect=effect, starts=starts, margin=margin)

    def _quantity(self, value: float) -> Quantity | Message:
        if self.metric.scale is Scale.PER_CENT:
            return share(value / 100.0)
        return Message("comparison-points", points=number(value))


def too_few_calls(name: str, metric: Metric, calls: int, needed: int) -> Message:
    """What is said where the poorest start had too few calls.

    >>> from loadproof.words.catalogue import english
    >>> english(too_few_calls("refund", Metric.P99, 240, 1000))
    'p99 of refund: cannot tell, a start had only 240 calls; 1,000 in each are needed'
    """
    return Message("comparison-few-calls", figure=_figure(metric, name), calls=count(calls), needed=count(needed))


def _figure(metric: Metric, name: str) -> Message:
    return Message("comparison-figure", metric=metric.value, name=name)
