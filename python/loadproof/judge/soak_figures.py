"""The figures of a soak whose trends are judged by their level: response time and errors."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from loadproof.judge.steadiness import SoakSeries
from loadproof.judge.stretches import Stretch, merged
from loadproof.model.message import Message, count
from loadproof.model.slo import Slo, SloKind
from loadproof.stats.robust_slope import FEWEST_POINTS

__all__ = ["Shortage", "error_figure", "response_figures", "shortest_soak_s"]

_SHORTEST_S = 50
"""The onset of the steady part needs 50 stretches, and a stretch is at least a second."""

_QUANTILES = (("p50", Message("figure-response-p50"), 0.5, 0.1), ("p95", Message("figure-response-p95"), 0.95, 0.2))
_BEYOND_QUANTILE = 5.0
"""Calls that must lie beyond a quantile in each stretch, so that it is more than its largest calls."""
_THRESHOLD_PART = 0.05
"""Twenty soaks that each rise by this part of the tightest threshold would use it up."""
_LIMIT_PART = 0.1
_DEFAULT_ERROR_LIMIT = 0.01


@dataclass(frozen=True, slots=True)
class Shortage:
    """Reason why a metric could not be computed, and the approximate length of a soak that it needs."""

    text: Message
    needed_s: float


def shortest_soak_s(calls_per_s: float) -> float:
    """Seconds of the shortest soak whose trends can be judged at `calls_per_s`; inf without calls.

    The p95 needs 20 stretches of 100 calls each.

    >>> shortest_soak_s(200.0), shortest_soak_s(30.0), shortest_soak_s(1.0)
    (50.0, 80.0, 2000.0)
    """
    if calls_per_s <= 0.0:
        return math.inf
    return float(max(_SHORTEST_S, *(_needed_s(quantile, calls_per_s) for _, _, quantile, _ in _QUANTILES)))


def _needed_s(quantile: float, calls_per_s: float) -> int:
    """Seconds of the stretches that a trend of `quantile` needs, each with calls enough."""
    return FEWEST_POINTS * math.ceil(_calls_of_stretch(quantile) / calls_per_s)


def _calls_of_stretch(quantile: float) -> int:
    return math.ceil(_BEYOND_QUANTILE / (1.0 - quantile))


def response_figures(stretches: Sequence[Stretch], width_s: int, slos: Sequence[Slo]) -> list[SoakSeries | Shortage]:
    """Median and p95 of the response time of each stretch, of stretches as wide as the quantile needs."""
    thresholds_ms = [slo.threshold_ms for slo in slos if slo.threshold_ms is not None]
    least_ms = _THRESHOLD_PART * min(thresholds_ms, default=0.0)
    figures: list[SoakSeries | Shortage] = []
    for name, label, quantile, part in _QUANTILES:
        needed = _calls_of_stretch(quantile)
        usual = sum(stretch.completed for stretch in stretches) / len(stretches)
        factor = max(1, math.ceil(needed / usual)) if usual else len(stretches)
        if len(stretches) // factor < FEWEST_POINTS:
            fewest = count(FEWEST_POINTS)
            text = Message("soak-few-stretches", figure=label, stretches=fewest, calls=count(needed))
            unknown_s = FEWEST_POINTS * len(stretches) * width_s
            figures.append(Shortage(text, _needed_s(quantile, usual / width_s) if usual else unknown_s))
            continue
        wider = merged(stretches, factor) if factor > 1 else stretches
        whole = wider[: len(stretches) // factor]
        values = [stretch.response.quantile_ms(quantile) for stretch in whole if stretch.completed]
        if len(values) < FEWEST_POINTS:
            text = Message("soak-unanswered", figure=label)
            figures.append(Shortage(text, 2.0 * width_s * len(stretches)))
            continue
        figures.append(SoakSeries(f"response_{name}_ms", "ms", label, values, width_s * factor, part, least_ms))
    return figures


def error_figure(stretches: Sequence[Stretch], width_s: int, slos: Sequence[Slo]) -> SoakSeries:
    """The share of due calls that failed, were dropped or cut, in per cent, in the fewest stretches there may be."""
    limits = [slo.limit_share for slo in slos if slo.kind is SloKind.ERRORS]
    least_percent = 100.0 * _LIMIT_PART * min(limits, default=_DEFAULT_ERROR_LIMIT)
    factor = max(1, len(stretches) // FEWEST_POINTS)
    due = [sum(part.due for part in stretches[first : first + factor]) for first in range(0, len(stretches), factor)]
    missing = [
        sum(part.due - part.completed for part in stretches[first : first + factor])
        for first in range(0, len(stretches), factor)
    ]
    values = [100.0 * bad / max(1, calls) for bad, calls in zip(missing, due, strict=True)]
    return SoakSeries(
        "error_percent", "%", Message("figure-errors"), values, width_s * factor, 0.0, least_percent, most=100.0
    )
