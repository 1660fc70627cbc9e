"""Reasons of a plateau that passed, failed or stayed open: the count for an SLO, and the conclusion from it."""

from collections.abc import Sequence
from decimal import Decimal

from loadproof.judge.verdict import SloResult, State
from loadproof.model.message import Listing, Message, count, duration, listed, milliseconds, number, share
from loadproof.model.slo import Slo, SloKind

__all__ = ["backlog_reason", "calls_of", "clauses", "counted", "held_by_count", "percent", "shown"]


def percent(share: float) -> str:
    """A share as per cent with three significant digits.

    >>> percent(0.00213), percent(0.01), percent(0.0), percent(6.54e-07)
    ('0.213 %', '1 %', '0 %', '0.0000654 %')
    """
    return f"{Decimal(f'{100.0 * share:.3g}'):f} %"


def calls_of(slo: Slo) -> Message:
    """The calls that an SLO is about."""
    return Message("calls-of-operation", operation=slo.operation) if slo.operation else Message("calls-all")


def counted(result: SloResult) -> Message:
    """Return the sentence about the count for one SLO, with its limit.

    >>> from loadproof.words.catalogue import english
    >>> english(counted(SloResult(Slo("errors<1%", SloKind.ERRORS, 0.01), State.FAILED, 0.02, 0.015, 0.03)))
    '2 % of calls failed (limit 1 %)'
    """
    slo = result.slo
    over, calls, limit = share(result.share), calls_of(slo), share(slo.limit_share)
    if slo.kind is SloKind.RATE:
        return Message("slo-counted-rate", share=over, calls=calls, limit=limit)
    if slo.kind is SloKind.APDEX:
        score, least = number(1.0 - result.share), number(round(1.0 - slo.limit_share, 9))
        return Message("slo-counted-apdex", score=score, calls=calls, limit=least)
    if slo.kind is SloKind.ERRORS:
        return Message("slo-counted-errors", share=over, calls=calls, limit=limit)
    threshold = milliseconds(slo.threshold_ms)
    return Message("slo-counted-percentile", share=over, calls=calls, threshold=threshold, limit=limit)


def shown(result: SloResult, alpha: float, held_s: float) -> Message:
    """The reason that a decided SLO gives, with the confidence and the seconds it took."""
    told, held = counted(result), duration(held_s)
    if result.slo.kind is SloKind.RATE:
        code = "slo-fell-behind" if result.state is State.FAILED else "slo-held"
        return Message(code, counted=told, held=held)
    return Message("slo-shown", counted=told, confidence=share(1.0 - alpha), held=held)


def held_by_count(result: SloResult, held_s: float) -> Message:
    """The reason of a hold that passed by the share counted, while the bounds of the share include the limit.

    >>> from loadproof.words.catalogue import english
    >>> errors = SloResult(Slo("errors<1%", SloKind.ERRORS, 0.01), State.UNDECIDED, 0.004, 0.0001, 0.0333)
    >>> english(held_by_count(errors, 20.0))
    '0.4 % of calls failed (limit 1 %) over 20 s; the count decides, as the bounds (0.01 % to 3.33 %) include the limit'
    """
    low, high = share(result.share_low), share(result.share_high)
    if result.slo.kind is SloKind.APDEX:
        low, high = number(1.0 - result.share_high), number(1.0 - result.share_low)
    return Message("slo-held-by-count", counted=counted(result), held=duration(held_s), low=low, high=high)


def backlog_reason(growth_calls: float, held_s: float) -> Message:
    """The reason of a plateau that never became steady."""
    return Message("calls-in-flight-grew", growth=count(round(growth_calls)), held=duration(held_s))


def clauses(messages: Sequence[Message]) -> Message:
    """Several messages as one; one alone is itself, and none is empty.

    >>> from loadproof.words.catalogue import english
    >>> english(clauses([Message("slo-none"), Message("soak-no-calls")])), english(clauses([]))
    ('there was no SLO to keep; not enough samples: no call came due', '')
    """
    if not messages:
        return Message.said("")
    return messages[0] if len(messages) == 1 else Message("clauses", clauses=listed(messages, Listing.CLAUSES))
