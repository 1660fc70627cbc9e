"""Plain sentences of why a plateau passed, failed or stayed open."""

from decimal import Decimal

from loadproof.judge.verdict import SloResult, State
from loadproof.model.duration import duration_text
from loadproof.model.slo import SloKind

__all__ = ["backlog_sentence", "percent", "result_sentence", "shown"]


def percent(share: float) -> str:
    """A share as per cent with three significant digits.

    >>> percent(0.00213), percent(0.01), percent(0.0), percent(6.54e-07)
    ('0.213 %', '1 %', '0 %', '0.0000654 %')
    """
    return f"{Decimal(f'{100.0 * share:.3g}'):f} %"


def result_sentence(result: SloResult) -> str:
    """What was counted for one SLO, with its limit."""
    slo = result.slo
    calls = f"{slo.operation} calls" if slo.operation else "calls"
    limit = f"(limit {percent(slo.limit_share)})"
    if slo.kind is SloKind.RATE:
        return f"done differs from due by {percent(result.share)} of {calls} {limit}"
    if slo.kind is SloKind.ERRORS:
        return f"{percent(result.share)} of {calls} failed {limit}"
    return f"{percent(result.share)} of {calls} took longer than {slo.threshold_ms:g} ms or failed {limit}"


def shown(result: SloResult, alpha: float, held_s: float) -> str:
    """The sentence of a decided SLO, with the confidence and the seconds it took."""
    sentence = result_sentence(result)
    if result.slo.kind is SloKind.RATE:
        fell_behind = "; the service fell behind" if result.state is State.FAILED else ""
        return f"{sentence} over {duration_text(held_s)}{fell_behind}"
    return f"{sentence}, shown with {100.0 * (1.0 - alpha):g} % confidence after {duration_text(held_s)}"


def backlog_sentence(growth_calls: float, held_s: float) -> str:
    """The sentence of a plateau that never became steady."""
    return f"never steady: the calls in flight grew by about {growth_calls:.0f} over {duration_text(held_s)}"
