"""The sentence of a comparison: what differs and by how much, what is equivalent, what cannot be told.

Two sentences of the total at most, whatever the number of variants. Of two each figure is named; of more who has the
lowest of the first figure that differs, and how many pairs differ in the others: fifteen pairs by name tell nobody
anything. A third one counts the pairs of primary operations, and names the one that differs most.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from loadproof.judge.comparison_text import (
    amount_of,
    few_calls,
    few_names,
    figure_name,
    metric_name,
    operation_sentences,
)
from loadproof.judge.round_figures import TOTAL
from loadproof.methods.compare.judge.rounds import JudgedRounds
from loadproof.model.message import Listing, Message, Value, count, listed
from loadproof.records.comparison import Decision, Pair
from loadproof.records.metric import Metric
from loadproof.stats.comparison_looks import FEWEST_ROUNDS

__all__ = ["comparison_sentence", "twin_sentence", "visible_text"]

_ORDER = (Metric.CPU, Metric.P99, Metric.MEAN, Metric.MEMORY, Metric.ERRORS)
"""Order of metrics: CPU per request comes first, because it scatters least and decides most pairs."""
_MOST_NAMED = 3
"""Differences of two variants that are named."""
_MOST_SEEN = 2
"""Figures of many variants of which it is said from where on a difference would have been seen."""

_UNKNOWN = "–"

_Pairs = Mapping[Decision, Sequence[Pair]]
"""Pairs of one metric, or of all metrics, by decision."""


def comparison_sentence(comparison: JudgedRounds) -> Message:
    """Return the sentences about all primary pairs together."""
    if not comparison.of_total:
        return Message("comparison-nothing")
    if all(pair.decision is Decision.NOT_RUN for pair in comparison.of_total):
        return Message("comparison-never-together")
    if comparison.rounds < FEWEST_ROUNDS:
        return Message("comparison-nothing-told", rounds=count(comparison.rounds))
    sentences = _of_two(comparison) if len(comparison.variants) == 2 else _of_many(comparison)
    if comparison.of_operations:
        sentences.append(_of_operations(comparison))
    return Message("sentences", sentences=listed(sentences, Listing.SENTENCES))


def twin_sentence(comparison: JudgedRounds, variant: str) -> Message:
    """Return the sentences about an A/A comparison of `variant`: each difference in it is a false alarm.

    If nothing could be decided, the sentences do not mention alarms.
    """
    told = comparison_sentence(comparison)
    if told.code != "sentences":
        first = Message("comparison-twins", variant=variant)
    else:
        alarms = sum(pair.decision is Decision.DIFFERENT for pair in comparison.primary)
        code = "comparison-twins-alarms" if alarms else "comparison-twins-without-alarm"
        first = Message(code, variant=variant, **({"alarms": count(alarms)} if alarms else {}))
    return Message("sentences", sentences=listed([first, told], Listing.SENTENCES))


def _of_two(comparison: JudgedRounds) -> list[Message]:
    pairs = _by_decision(sorted(comparison.of_total, key=lambda pair: _ORDER.index(pair.metric)))
    a, b = comparison.variants
    of_total = [pair for pair in comparison.by_importance if pair.operation == TOTAL]
    different = [pair for pair in of_total if pair.decision is Decision.DIFFERENT]
    same = pairs[Decision.EQUIVALENT]
    codes = "comparison-figure-higher", "comparison-figure-lower"
    told: list[Value] = [_with_effect(codes, pair) for pair in different[:_MOST_NAMED]]
    if len(different) > _MOST_NAMED:
        told.append(Message("comparison-more", figures=count(len(different) - _MOST_NAMED)))
    if same:
        told.append(_equivalent(pair.metric for pair in same))
    if not told:
        told.append(_no_difference(comparison))
    first = Message("comparison-of-two", a=a, b=b, rounds=count(comparison.rounds), told=listed(told, Listing.CLAUSES))
    open_ = [_visible("comparison-open-figure", pair.metric, comparison) for pair in pairs[Decision.CANNOT_TELL]]
    return [first, Message("comparison-not-told", told=listed(open_))] if open_ else [first]


def _of_many(comparison: JudgedRounds) -> list[Message]:
    figures: dict[Metric, _Pairs] = {}
    for metric in _ORDER:
        of_metric = [pair for pair in comparison.of_total if pair.metric is metric]
        if any(pair.decision is not Decision.NOT_RUN for pair in of_metric):
            figures[metric] = _by_decision(of_metric)
    differing = [metric for metric, pairs in figures.items() if pairs[Decision.DIFFERENT]]
    same = [metric for metric, pairs in figures.items() if len(pairs[Decision.EQUIVALENT]) == _run(pairs)]
    told: list[Value] = [_no_difference(comparison)]
    if differing:
        lead, *others = differing
        told = [_lead(figures[lead], comparison.variants)]
        if others:
            told.append(_differing({metric: figures[metric] for metric in others}))
    if same:
        told.append(_equivalent(same))
    first = Message("comparison-of-many", rounds=count(comparison.rounds), told=listed(told, Listing.CLAUSES))
    open_ = {metric: pairs for metric, pairs in figures.items() if pairs[Decision.CANNOT_TELL]}
    together = _names(pair for pair in comparison.of_total if pair.rounds)
    absent = [name for name in comparison.variants if name not in together]
    if open_:
        last: list[Value] = [_open(open_, comparison, 1 if len(told) > 1 else _MOST_SEEN)]
        if absent:
            last.append(Message("comparison-absent", variants=few_names(absent)))
        return [first, Message("comparison-not-told", told=listed(last, Listing.CLAUSES))]
    return [first, Message("comparison-absent-alone", variants=few_names(absent))] if absent else [first]


def _no_difference(comparison: JudgedRounds) -> Message:
    """Return the message of no difference; if primary operations have their own sentence, it names the total only."""
    return Message("comparison-no-difference-in-total" if comparison.of_operations else "comparison-no-difference")


def _of_operations(comparison: JudgedRounds) -> Message:
    """Count the pairs of primary operations by decision; name the one that differs by the most margins."""
    pairs = _by_decision(pair for pair in comparison.by_importance if pair.operation != TOTAL)
    whole, different = count(_run(pairs)), pairs[Decision.DIFFERENT]
    told: list[Value] = [] if different else [Message("comparison-no-difference")]
    if different:
        codes = "comparison-operations-higher", "comparison-operations-lower"
        told.append(_with_effect(codes, different[0], pairs=count(len(different)), whole=whole))
    others = {
        "comparison-operations-equivalent": Decision.EQUIVALENT,
        "comparison-operations-open": Decision.CANNOT_TELL,
    }
    for code, decision in others.items():
        if pairs[decision]:
            told.append(Message(code, pairs=count(len(pairs[decision])), whole=whole))
    names = count(len(comparison.settings.primary))
    return Message("comparison-of-operations", operations=names, told=listed(told, Listing.CLAUSES))


def _lead(pairs: _Pairs, variants: Sequence[str]) -> Message:
    """Name the variants that surely have the lowest value of a metric, and the distance to the next variant.

    If there are none, count the pairs that differ and name the largest difference.
    """
    different = pairs[Decision.DIFFERENT]
    run = _names(pair for decision in Decision if decision is not Decision.NOT_RUN for pair in pairs[decision])
    apart = [pair for pair in pairs[Decision.NOT_RUN] if {pair.a, pair.b} <= run]
    highers = {pair.b if _effect(pair) > 0.0 else pair.a for pair in different}
    lowest = [name for name in variants if name in run - highers - _names([*pairs[Decision.CANNOT_TELL], *apart])]
    beside = [pair for pair in different if (pair.a in lowest) != (pair.b in lowest)]
    if not beside:
        most = max(different, key=lambda pair: abs(_effect(pair)))
        codes = "comparison-differs-higher", "comparison-differs-lower"
        return _with_effect(codes, most, pairs=count(len(different)), whole=count(_run(pairs)))
    nearest = min(beside, key=lambda pair: abs(_effect(pair)))
    # By how much A is less than B is another per cent than by how much B is more: it is told as the table has it.
    codes = "comparison-lowest-next-higher", "comparison-lowest-lower"
    return _with_effect(codes, nearest, names=few_names(lowest), variants=count(len(lowest)))


def _differing(figures: Mapping[Metric, _Pairs]) -> Message:
    """Count the pairs that differ in the metrics after the first one."""
    pairs = count(sum(len(of_metric[Decision.DIFFERENT]) for of_metric in figures.values()))
    whole = count(sum(map(_run, figures.values())))
    if len(figures) > 1:
        return Message("comparison-others-differ", pairs=pairs, whole=whole)
    return Message("comparison-also-differs", figure=metric_name(next(iter(figures))), pairs=pairs, whole=whole)


def _open(figures: Mapping[Metric, _Pairs], comparison: JudgedRounds, most_seen: int) -> Message:
    """Count the undecided pairs, with the smallest visible difference of up to `most_seen` metrics."""
    pairs = count(sum(len(of_metric[Decision.CANNOT_TELL]) for of_metric in figures.values()))
    whole = count(sum(map(_run, figures.values())))
    if len(figures) == 1:
        return _visible("comparison-open-pairs", next(iter(figures)), comparison, pairs=pairs, whole=whole)
    seen = [metric for metric in figures if metric in comparison.smallest_visible][:most_seen]
    visible = [_visible("comparison-visible-from", metric, comparison) for metric in seen]
    return Message("comparison-many-open", pairs=pairs, whole=whole, figures=listed(visible))


def _by_decision(pairs: Iterable[Pair]) -> _Pairs:
    found: dict[Decision, list[Pair]] = {decision: [] for decision in Decision}
    for pair in pairs:
        found[pair.decision].append(pair)
    return found


def _run(pairs: _Pairs) -> int:
    """Count the pairs whose variants have at least one round in common."""
    return len([*chain(*pairs.values())]) - len(pairs[Decision.NOT_RUN])


def _names(pairs: Iterable[Pair]) -> set[str]:
    return {name for pair in pairs for name in (pair.a, pair.b)}


def _effect(pair: Pair) -> float:
    return pair.effect or 0.0


def _equivalent(metrics: Iterable[Metric]) -> Message:
    return Message("comparison-equivalent", figures=listed([metric_name(metric) for metric in metrics]))


def _with_effect(codes: tuple[str, str], pair: Pair, **besides: Value) -> Message:
    """By the first code where B has more than A, by the second where it has less."""
    low, high = sorted((abs(pair.low or 0.0), abs(pair.high or 0.0)))
    effect, low_told, high_told = (amount_of(value, pair.metric) for value in (abs(_effect(pair)), low, high))
    told = {"figure": figure_name(pair.metric, pair.operation), "effect": effect, "low": low_told, "high": high_told}
    return Message(codes[_effect(pair) < 0.0], a=pair.a, b=pair.b, **told, **besides)


def _visible(code: str, metric: Metric, comparison: JudgedRounds, **besides: Value) -> Message:
    """With the smallest difference that could be seen in a figure."""
    smallest = comparison.smallest_visible.get(metric)
    difference: Value = _UNKNOWN if smallest is None else amount_of(smallest, metric)
    return Message(code, metric=metric_name(metric), difference=difference, **besides)


def visible_text(comparison: JudgedRounds) -> Message:
    """The smallest difference that the run could see, by metric, and what its rounds had too few calls for."""
    seen = [
        Message("comparison-visible-figure", metric=metric_name(metric), difference=amount_of(smallest, metric))
        for metric, smallest in comparison.smallest_visible.items()
    ]
    if not seen:
        return Message("comparison-nothing-visible", rounds=count(comparison.rounds))
    sentences = [Message("comparison-visible", figures=listed(seen))]
    if Metric.P99 not in comparison.smallest_visible and Metric.MEAN in comparison.smallest_visible:
        sentences.append(few_calls(Metric.P99, metric_name(Metric.P99)))
    sentences += operation_sentences(comparison.visible_of_operations)
    return sentences[0] if len(sentences) == 1 else Message("sentences", sentences=listed(sentences, Listing.SENTENCES))
