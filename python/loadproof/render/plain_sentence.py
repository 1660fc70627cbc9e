"""First sentence of a report, for a reader who knows no load testing."""

from loadproof.methods.registry import row_of
from loadproof.model.message import Listing, Message, duration, listed, milliseconds, rate, share
from loadproof.records.run import RunSlo
from loadproof.result.result import Answer, Result

__all__ = ["plain_sentence"]

_NOTHING = Message.said("")
_SECOND_MS = 1000.0


def plain_sentence(result: Result) -> Message:
    """Return what a run says of the service, in words of every day; empty if nothing was measured.

    Rankings, comparisons and overheads go before answers, as in the verdict.
    """
    if not result.trials:
        return _NOTHING
    for ranking in result.rankings:
        best = [one for one in ranking.variants if one.rank == 1]
        if ranking.method == result.leading_ranking and best and best[0].rate.value is not None:
            names = listed([one.variant for one in best], Listing.AND)
            targets = _targets(result)
            return Message("plain-ranking", names=names, rate=rate(best[0].rate.value), targets=targets)
    if result.leading_answer is not None:
        return _of_answer(result.answers[result.leading_answer], result)
    for comparison in result.comparisons:
        differs = any(one.decision == "different" and one.family == "primary" for one in comparison.pairs)
        kind = "differ" if differs else "alike" if comparison.is_settled else "open"
        return Message(f"plain-variants-{kind}")
    for overhead in result.overheads:
        kind = overhead.verdict.replace(" ", "-")
        return Message(f"plain-overhead-{kind}", bound=share(overhead.bound_percent / 100.0))
    return _NOTHING


def _of_answer(answer: Answer, result: Result) -> Message:
    targets = _targets(result)
    carried = next((one for one in result.answers if row_of(one.method).finds_capacity and one.rate is not None), None)
    if answer.tone == "passed" and carried is not None:
        return Message("plain-carries", rate=rate(carried.rate), targets=targets)
    if answer.tone == "passed":
        return Message("plain-met", targets=targets)
    if answer.tone == "failed":
        broken = Message("plain-broke", targets=targets)
        if carried is None:
            return broken
        return Message("plain-carries-but", rate=rate(carried.rate), targets=targets)
    return Message("plain-unknown", targets=targets)


def _targets(result: Result) -> Message:
    """Return the SLOs in words, such as `99 % of the calls within 250 ms`."""
    told = [_target(one) for one in result.run.slos if one.kind != "rate"]
    return Message("slos", slos=listed(told, Listing.AND)) if told else Message("plain-no-target")


def _target(slo: RunSlo) -> Message:
    limit = slo.limit_percent / 100.0
    if slo.threshold_ms is None:
        return Message("plain-target-errors", share=share(limit))
    is_short = slo.threshold_ms < _SECOND_MS
    within = milliseconds(slo.threshold_ms) if is_short else duration(slo.threshold_ms / _SECOND_MS)
    if slo.operation is None:
        return Message("plain-target-time", share=share(round(1.0 - limit, 9)), within=within)
    return Message("plain-target-operation", share=share(round(1.0 - limit, 9)), within=within, operation=slo.operation)
