"""The figures of a soak whose trends are judged: response time, errors, memory."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from loadproof.judge.robust_slope import FEWEST_POINTS
from loadproof.judge.steadiness import Figure
from loadproof.judge.stretches import Stretch, merged
from loadproof.study.slo import Slo, SloKind

__all__ = ["Memory", "Shortage", "error_figure", "memory_figures", "response_figures"]

Memory = Sequence[tuple[float, float]]
"""(s since the trial began, MiB), ascending."""

_QUANTILES = (("p50", "the median response time", 0.5, 0.1), ("p95", "the p95 of the response time", 0.95, 0.2))
_BEYOND_QUANTILE = 5.0
"""Calls that must lie beyond a quantile in each stretch, so that it is more than its largest calls."""
_THRESHOLD_PART = 0.05
"""Twenty soaks that each rise by this part of the tightest threshold would use it up."""
_LIMIT_PART = 0.1
_DEFAULT_ERROR_LIMIT = 0.01
_MEMORY_PART = 0.02
_MEMORY_LEAST_MIB = 1.0
_MOST_MEMORY_VALUES = 60
"""Few, so that each holds a whole turn of filling and freeing where that can be."""


@dataclass(frozen=True, slots=True)
class Shortage:
    """Why a figure could not be made, and about how long a soak it needs."""

    text: str
    needed_s: float


def response_figures(stretches: Sequence[Stretch], width_s: int, slos: Sequence[Slo]) -> list[Figure | Shortage]:
    """Median and p95 of the response time of each stretch, of stretches as wide as the quantile needs."""
    thresholds_ms = [slo.threshold_ms for slo in slos if slo.threshold_ms is not None]
    least_ms = _THRESHOLD_PART * min(thresholds_ms, default=0.0)
    figures: list[Figure | Shortage] = []
    for name, label, quantile, part in _QUANTILES:
        needed = math.ceil(_BEYOND_QUANTILE / (1.0 - quantile))
        usual = sum(stretch.completed for stretch in stretches) / len(stretches)
        factor = max(1, math.ceil(needed / usual)) if usual else len(stretches)
        if len(stretches) // factor < FEWEST_POINTS:
            text = f"{label} needs {FEWEST_POINTS} stretches of {needed} answered calls each"
            figures.append(Shortage(text, FEWEST_POINTS * factor * width_s))
            continue
        wider = merged(stretches, factor) if factor > 1 else stretches
        whole = wider[: len(stretches) // factor]
        values = [stretch.response.quantile_ms(quantile) for stretch in whole if stretch.completed]
        if len(values) < FEWEST_POINTS:
            figures.append(Shortage(f"{label} is missing where no call was answered", 2.0 * width_s * len(stretches)))
            continue
        figures.append(Figure(f"response_{name}_ms", "ms", label, values, width_s * factor, part, least_ms))
    return figures


def error_figure(stretches: Sequence[Stretch], width_s: int, slos: Sequence[Slo]) -> Figure:
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
    return Figure("error_percent", "%", "the share of errors", values, width_s * factor, 0.0, least_percent)


def memory_figures(memory: Mapping[str, Memory], start_s: float, stop_s: float) -> list[Figure | Shortage]:
    """The least memory of each service in each stretch of the span: what stays in use, not what comes and goes."""
    figures: list[Figure | Shortage] = []
    for service, readings in memory.items():
        label = f"the memory of {service}"
        held = [(at_s - start_s, mib) for at_s, mib in readings if start_s <= at_s < stop_s]
        read_each_s = (held[-1][0] - held[0][0]) / (len(held) - 1) if len(held) > 1 else 0.0
        step_s = max((stop_s - start_s) / _MOST_MEMORY_VALUES, read_each_s)
        values = _least_of_each(held, step_s)
        if len(values) < FEWEST_POINTS:
            text = f"{label} was read in {len(values)} stretches, {FEWEST_POINTS} are needed"
            figures.append(Shortage(text, (stop_s - start_s) * FEWEST_POINTS / max(1, len(values))))
            continue
        name = f"memory_mib of {service}"
        figures.append(Figure(name, "MiB", label, values, step_s, _MEMORY_PART, _MEMORY_LEAST_MIB, warms_up=False))
    return figures


def _least_of_each(held: Memory, step_s: float) -> list[float]:
    """The least value of each stretch up to the last reading; one without a reading has that of the one before."""
    least: dict[int, float] = {}
    for at_s, mib in held:
        place = int(at_s / step_s)
        least[place] = min(mib, least.get(place, math.inf))
    values: list[float] = []
    for place in range(min(least, default=0), max(least, default=-1) + 1):
        values.append(least.get(place, values[-1] if values else 0.0))
    return values
