"""What a comparison says of each of its pairs, and what it could have seen."""

from loadproof.judge.comparison import Comparison
from loadproof.judge.pair_effects import Decision, PairEffect
from loadproof.judge.quantile_interval import calls_needed
from loadproof.judge.round_figures import TOTAL, Metric, Scale
from loadproof.model.message import Listing, Message, Quantity, Value, count, listed, number, share

__all__ = ["amount_of", "metric_name", "pair_text", "visible_text"]


def pair_text(pair: PairEffect) -> Message:
    """What is said of one pair.

    >>> from loadproof.judge.pair_effects import Family
    >>> from loadproof.words.catalogue import english
    >>> figure = (Metric.CPU, TOTAL, Family.PRIMARY)
    >>> english(pair_text(PairEffect("go", "ktor", *figure, Decision.DIFFERENT, 5, 13.4, low=11.2, high=15.6)))
    'CPU per request: 13.4 % higher with ktor than with go (11.2 % to 15.6 %)'
    >>> english(pair_text(PairEffect("go", "ktor", *figure, Decision.EQUIVALENT, 5, -0.4, low=-1.2, high=0.4)))
    'CPU per request: ktor and go are equivalent, -0.4 % (-1.2 % to 0.4 %)'
    """
    figure: Value = metric_name(pair.metric)
    if pair.operation != TOTAL:
        figure = Message("comparison-figure", metric=figure, operation=pair.operation)
    names = {"figure": figure, "a": pair.a, "b": pair.b}
    if pair.effect is None or pair.low is None or pair.high is None:
        code = "comparison-not-run" if pair.decision is Decision.NOT_RUN else "comparison-few-rounds"
        return Message(code, **names, rounds=count(pair.rounds))
    if pair.decision is Decision.DIFFERENT:
        ends = sorted((abs(pair.low), abs(pair.high)))
        effect, low, high = (amount_of(value, pair.metric) for value in (abs(pair.effect), *ends))
        code = "comparison-higher" if pair.effect > 0.0 else "comparison-lower"
    else:
        effect, low, high = (amount_of(value, pair.metric) for value in (pair.effect, pair.low, pair.high))
        code = "comparison-same" if pair.decision is Decision.EQUIVALENT else "comparison-open"
    return Message(code, **names, effect=effect, low=low, high=high)


def visible_text(comparison: Comparison) -> Message:
    """The smallest difference that the run could see, by metric, and whether its rounds had too few calls for a p99."""
    seen = [
        Message("comparison-visible-figure", metric=metric_name(metric), difference=amount_of(smallest, metric))
        for metric, smallest in comparison.smallest_visible.items()
    ]
    if not seen:
        return Message("comparison-nothing-visible", rounds=count(comparison.rounds))
    visible = Message("comparison-visible", figures=listed(seen))
    if Metric.P99 in comparison.smallest_visible or Metric.MEAN not in comparison.smallest_visible:
        return visible
    needed = count(calls_needed(Metric.P99.value))
    few = Message("comparison-few-calls", metric=metric_name(Metric.P99), calls=needed)
    return Message("sentences", sentences=listed([visible, few], Listing.SENTENCES))


def metric_name(metric: Metric) -> Message:
    """What a metric is called."""
    return Message("comparison-metric", metric=metric.value)


def amount_of(value: float, metric: Metric) -> Quantity | Message:
    """In per cent, or in points of a share."""
    if metric.scale is Scale.PER_CENT:
        return share(value / 100.0)
    return Message("comparison-points", points=number(value))
