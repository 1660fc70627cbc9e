"""First sentence of a report, for a reader who knows no load testing."""

from loadproof.methods.factor import Factor
from loadproof.methods.registry import row_of
from loadproof.model.message import Listing, Message, duration, listed, milliseconds, number, rate, share
from loadproof.model.slo import SloKind
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
    verdicts = {(one.verdict, one.bound_percent) for one in result.overheads}
    if len(verdicts) != 1:
        # Variants of which one keeps the bound and another does not have no sentence in common.
        return _NOTHING
    ((verdict, bound_percent),) = verdicts
    return Message(f"plain-overhead-{verdict.replace(' ', '-')}", bound=share(bound_percent / 100.0))


def _of_answer(leading: Answer, result: Result) -> Message:
    """Return the sentence by the state of the whole; a rate is named only if one variant was run."""
    targets = _targets(result)
    if result.state == "undecided":
        return Message("plain-unknown", targets=targets)
    is_one = len({(one.variant, one.start) for one in result.answers}) == 1
    searched = [one for one in result.answers if row_of(one.method).finds_capacity and one.rate is not None]
    carried = searched[0] if is_one and searched else None
    if result.state == "passed":
        return Message("plain-met", targets=targets) if carried is None else _carries("plain-carries", carried, targets)
    if carried is not None and _failed_later(leading, carried):
        return _carries("plain-carries-but", carried, targets)
    return Message("plain-broke", targets=targets)


def _carries(code: str, carried: Answer, targets: Message) -> Message:
    level = float(carried.users) if carried.unit is not None else carried.rate
    return Factor.of_unit(carried.unit).message(code, {"rate": level}, targets=targets)


def _failed_later(leading: Answer, carried: Answer) -> bool:
    """Return True if the leading answer failed at a rate that is carried, as a longer hold such as a soak does."""
    return (
        leading.rate is not None
        and carried.rate is not None
        and leading.rate <= carried.rate
        and (leading.hold_s or 0.0) > (carried.hold_s or 0.0)
    )


def _targets(result: Result) -> Message:
    """Return the SLOs in words, such as `99 % of the calls within 250 ms`."""
    told = [_target(one) for one in result.run.slos if one.kind != "rate"]
    return Message("slos", slos=listed(told, Listing.AND)) if told else Message("plain-no-target")


def _target(slo: RunSlo) -> Message:
    limit = slo.limit_percent / 100.0
    if slo.kind == SloKind.APDEX.value:
        least = number(round(1.0 - limit, 9))
        if slo.operation is None:
            return Message("plain-target-apdex", limit=least)
        return Message("plain-target-apdex-operation", limit=least, operation=slo.operation)
    if slo.threshold_ms is None:
        return Message("plain-target-errors", share=share(limit))
    is_short = slo.threshold_ms < _SECOND_MS
    within = milliseconds(slo.threshold_ms) if is_short else duration(slo.threshold_ms / _SECOND_MS)
    if slo.operation is None:
        return Message("plain-target-time", share=share(round(1.0 - limit, 9)), within=within)
    return Message("plain-target-operation", share=share(round(1.0 - limit, 9)), within=within, operation=slo.operation)
