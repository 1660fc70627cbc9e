"""Sentences on pairs of variants, and on the smallest differences that can be seen of operations."""

from collections.abc import Iterator, Mapping, Sequence

from loadproof.judge.round_figures import TOTAL, calls_for_metric
from loadproof.model.message import Listing, Message, Quantity, Value, count, listed, number, share
from loadproof.records.comparison import Decision, Pair
from loadproof.records.metric import PRIMARY_OF_OPERATION, Metric, Scale

__all__ = [
    "amount_of",
    "few_calls",
    "few_names",
    "figure_name",
    "metric_name",
    "operation_sentences",
    "pair_text",
]

_LONGEST_NAMES = 22
"""Characters of several names."""


def pair_text(pair: Pair) -> Message:
    """Return the sentence about one pair.

    >>> from loadproof.model.typed_json import of_json
    >>> from loadproof.words.catalogue import english
    >>> told = {"a": "go", "b": "ktor", "metric": "cpu", "operation": "", "family": "primary", "rounds": 5}
    >>> higher = {**told, "decision": "different", "effect_percent": 13.4, "low": 11.2, "high": 15.6}
    >>> english(pair_text(of_json(Pair, higher)))
    'CPU per request: 13.4 % higher with ktor than with go (11.2 % to 15.6 %)'
    >>> alike = {**told, "decision": "equivalent", "effect_percent": -0.4, "low": -1.2, "high": 0.4}
    >>> english(pair_text(of_json(Pair, alike)))
    'CPU per request: ktor and go are equivalent, −0.4 % (−1.2 % to 0.4 %)'
    """
    names: dict[str, Value] = {"figure": figure_name(pair.metric, pair.operation), "a": pair.a, "b": pair.b}
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


def operation_sentences(visible: Mapping[str, Mapping[Metric, float]]) -> list[Message]:
    """The smallest visible differences of primary operations, and of which figures nothing is told for want of calls.

    `visible` is by operation and metric, in per cent; what has too few calls is absent.
    """
    ranges = list(_visible_ranges(visible))
    found = [Message("comparison-visible-operations", figures=listed(ranges))] if ranges else []
    for metric in PRIMARY_OF_OPERATION:
        lacking = [name for name, shown in visible.items() if metric not in shown]
        if lacking:
            figure = Message("comparison-figure", metric=metric_name(metric), operation=few_names(lacking))
            found.append(few_calls(metric, figure))
    return found


def few_calls(metric: Metric, figure: Message) -> Message:
    """Return the sentence that there are too few calls for a metric, which `figure` names."""
    return Message("comparison-few-calls", metric=figure, calls=count(calls_for_metric(metric)))


def _visible_ranges(visible: Mapping[str, Mapping[Metric, float]]) -> Iterator[Message]:
    """By metric: the operation of which the smallest difference can be seen, and that of the largest."""
    for metric in PRIMARY_OF_OPERATION:
        seen = {name: shown[metric] for name, shown in visible.items() if metric in shown}
        if not seen:
            continue
        least, most = min(seen, key=lambda name: seen[name]), max(seen, key=lambda name: seen[name])
        if least == most:
            amount = amount_of(seen[least], metric)
            yield Message("comparison-visible-figure", metric=figure_name(metric, least), difference=amount)
            continue
        ends = {"low": amount_of(seen[least], metric), "high": amount_of(seen[most], metric)}
        yield Message("comparison-visible-range", metric=metric_name(metric), least=least, most=most, **ends)


def figure_name(metric: Metric, operation: str) -> Message:
    """Return the name of a metric of the whole profile, or of one operation."""
    name = metric_name(metric)
    return name if operation == TOTAL else Message("comparison-figure", metric=name, operation=operation)


def few_names(names: Sequence[str]) -> Value:
    """Names in a row, or the first one and how many more there are."""
    if len(names) == 1 or sum(map(len, names)) <= _LONGEST_NAMES:
        return listed(names, Listing.AND)
    return Message("comparison-and-more", name=names[0], more=count(len(names) - 1))


def metric_name(metric: Metric) -> Message:
    """Return the name of a metric."""
    return Message("comparison-metric", metric=metric.value)


def amount_of(value: float, metric: Metric) -> Quantity | Message:
    """In per cent, or in points of a share."""
    if metric.scale is Scale.PER_CENT:
        return share(value / 100.0)
    return Message("comparison-points", points=number(value))
