"""Smallest differences that a comparison could have seen."""

from loadproof.judge.comparison_text import amount_of, few_calls, metric_name, operation_sentences
from loadproof.methods.compare.judge.rounds import JudgedRounds
from loadproof.model.message import Listing, Message, count, listed
from loadproof.records.metric import Metric

__all__ = ["visible_text"]


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
