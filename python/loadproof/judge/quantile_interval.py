"""Intervals of the response time's quantiles, within one start of the service.

Formulas, sources and measured coverage: docs/method.md, "Intervals of quantiles".
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from loadproof.judge.distributions import student_t_quantile
from loadproof.judge.share_error import DEGREES, FEWEST_BATCHES, ShareError, missed_by_frequencies, share_error

__all__ = ["QUANTILES", "CallsNeeded", "Interval", "quantile_intervals"]

QUANTILES: Mapping[str, float] = {"p50": 0.5, "p90": 0.9, "p95": 0.95, "p99": 0.99, "p99_9": 0.999}
"""The quantiles that are shown, ascending: the guard of each is learnt from those below it."""
_ERROR = 0.05
_FEWEST_BEYOND = 10
_FEWEST_BURSTS = 4.0
_LEAST_PART = 0.1
"""A share over, or not over, a level is not taken to be below this part of what is counted."""
_CAUTIOUS_DEVIATIONS = 1.64
_GUARD_DEVIATIONS = 1.0


@dataclass(frozen=True, slots=True)
class Interval:
    """An interval of 95 % of a quantile, in ms."""

    low_ms: float
    high_ms: float


@dataclass(frozen=True, slots=True)
class CallsNeeded:
    """Not enough samples for an interval: about how many answered calls it needs at this rate."""

    calls: int


def quantile_intervals(
    quantile_ms: Callable[[float], float], calls: Sequence[int], over: Mapping[str, Sequence[int]]
) -> dict[str, Interval | CallsNeeded]:
    """The interval of each of `QUANTILES`, or how many calls one needs.

    `quantile_ms` reads the merged histogram; `calls` are the answered calls of each batch (equal stretches of time),
    `over` those of them above each merged quantile. The interval holds every level whose share of calls over it is
    compatible with 1 - p (Woodruff 1952), with the error of `share_error` and Student's t.

    >>> quantile_intervals(lambda share: 2.0, [100] * 10, {name: [1] * 10 for name in QUANTILES})["p99"]
    CallsNeeded(calls=2000)
    """
    found: dict[str, Interval | CallsNeeded] = {}
    whole = sum(calls)
    errors: list[ShareError] = []
    for name, quantile in QUANTILES.items():
        fewest = round(_FEWEST_BEYOND / (1.0 - quantile))
        if len(calls) < FEWEST_BATCHES:
            found[name] = CallsNeeded(max(fewest, _rounded_up(whole * FEWEST_BATCHES / max(1, len(calls)))))
            continue
        errors.append(share_error(over[name], calls))
        longer = _times_too_short(errors, len(calls), whole * (1.0 - quantile))
        if longer > 1.0 or whole < fewest:
            found[name] = CallsNeeded(max(fewest, _rounded_up(whole * longer)))
        else:
            found[name] = _interval(quantile_ms, quantile, _reach(errors, quantile, len(calls), whole))
    return found


def _times_too_short(errors: Sequence[ShareError], batches: int, beyond: float) -> float:
    """How many times longer the plateau must be to hold enough bursts beyond the last level.

    Rare bursts are best known where they are less rare: a level is guarded by the levels below it.
    """
    guards = errors[:-1] or errors
    missed = missed_by_frequencies(max(error.memory for error in errors), batches, _GUARD_DEVIATIONS)
    dispersion = max(max(missed * guard.dispersion, guard.usual) for guard in guards)
    return _FEWEST_BURSTS * dispersion / beyond if beyond else 1.0


def _reach(errors: Sequence[ShareError], quantile: float, batches: int, whole: int) -> float:
    """How far the share over the last level may be off in 95 % of plateaus."""
    missed = missed_by_frequencies(max(error.memory for error in errors), batches, _CAUTIOUS_DEVIATIONS)
    variance = missed * errors[-1].dispersion * quantile * (1.0 - quantile) / whole
    return student_t_quantile(_ERROR / 2.0, DEGREES) * math.sqrt(variance)


def _interval(quantile_ms: Callable[[float], float], quantile: float, reach: float) -> Interval:
    low = max(quantile - reach, _LEAST_PART * quantile)
    high = min(quantile + reach, 1.0 - _LEAST_PART * (1.0 - quantile))
    return Interval(quantile_ms(low), quantile_ms(high))


def _rounded_up(calls: float) -> int:
    """To two significant digits.

    >>> _rounded_up(81.0), _rounded_up(123_456.0)
    (81, 130000)
    """
    digits: int = 10 ** max(0, math.floor(math.log10(max(calls, 1.0))) - 1)
    return math.ceil(calls / digits - 1e-9) * digits
