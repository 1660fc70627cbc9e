"""What a comparison says: its sentence, each of its pairs, and what it could have seen."""

from collections.abc import Sequence

from loadproof.judge.comparison import Comparison
from loadproof.judge.pair_effects import Decision, PairEffect
from loadproof.judge.round_figures import TOTAL, Metric, Scale
from loadproof.model.message import Listing, Message, Quantity, Value, count, listed, number, share

__all__ = ["comparison_sentence", "metric_name", "pair_text", "visible_text"]

_MOST_NAMED = 3
"""Differences that the sentence names; the table has all."""


def comparison_sentence(comparison: Comparison) -> Message:
    """What differs, what is as good as equal and what cannot be told, of the primary pairs."""
    found = {
        decision: [pair for pair in comparison.by_importance if pair.decision is decision] for decision in Decision
    }
    different = found[Decision.DIFFERENT]
    named = different[: _MOST_NAMED if len(different) > _MOST_NAMED + 1 else len(different)]
    clauses = [pair_text(pair) for pair in named]
    if len(named) < len(different):
        clauses.append(Message("comparison-more", pairs=count(len(different) - len(named))))
    for decision, code in (
        (Decision.EQUIVALENT, "comparison-all-same"),
        (Decision.CANNOT_TELL, "comparison-all-open"),
        (Decision.NOT_RUN, "comparison-all-not-run"),
    ):
        if found[decision]:
            clauses.append(Message(code, figures=_figures_of(found[decision], comparison)))
    if not clauses:
        return Message("comparison-nothing")
    return Message("comparison-sentence", rounds=count(comparison.rounds), told=listed(clauses, Listing.CLAUSES))


def pair_text(pair: PairEffect) -> Message:
    """What is said of one pair.

    >>> from loadproof.judge.pair_effects import Family
    >>> from loadproof.words.catalogue import english
    >>> figure = (Metric.CPU, TOTAL, Family.PRIMARY)
    >>> english(pair_text(PairEffect("go", "ktor", *figure, Decision.DIFFERENT, 5, 13.4, low=11.2, high=15.6)))
    'CPU per request: 13.4 % higher with ktor than with go (11.2 % to 15.6 %)'
    >>> english(pair_text(PairEffect("go", "ktor", *figure, Decision.EQUIVALENT, 5, -0.4, low=-1.2, high=0.4)))
    'CPU per request: as good as equal with ktor and go, -0.4 % (-1.2 % to 0.4 %)'
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
        effect, low, high = (_amount(value, pair.metric) for value in (abs(pair.effect), *ends))
        code = "comparison-higher" if pair.effect > 0.0 else "comparison-lower"
    else:
        effect, low, high = (_amount(value, pair.metric) for value in (pair.effect, pair.low, pair.high))
        code = "comparison-same" if pair.decision is Decision.EQUIVALENT else "comparison-open"
    return Message(code, **names, effect=effect, low=low, high=high)


def visible_text(comparison: Comparison) -> Message:
    """The smallest difference that the run could see, by metric."""
    seen = [
        Message("comparison-visible-figure", metric=metric_name(metric), difference=_amount(smallest, metric))
        for metric, smallest in comparison.smallest_visible.items()
    ]
    if not seen:
        return Message("comparison-nothing-visible", rounds=count(comparison.rounds))
    return Message("comparison-visible", figures=listed(seen))


def metric_name(metric: Metric) -> Message:
    """What a metric is called."""
    return Message("comparison-metric", metric=metric.value)


def _figures_of(pairs: Sequence[PairEffect], comparison: Comparison) -> Value:
    """The metrics of two variants by name; of more how many pairs of each."""
    if len(comparison.variants) == 2:
        return listed([metric_name(pair.metric) for pair in pairs])
    metrics = dict.fromkeys(pair.metric for pair in pairs)
    return listed(
        [
            Message(
                "comparison-metric-pairs",
                metric=metric_name(metric),
                pairs=count(sum(pair.metric is metric for pair in pairs)),
                whole=count(sum(pair.metric is metric for pair in comparison.primary)),
            )
            for metric in metrics
        ]
    )


def _amount(value: float, metric: Metric) -> Quantity | Message:
    if metric.scale is Scale.PER_CENT:
        return share(value / 100.0)
    return Message("comparison-points", points=number(value))
