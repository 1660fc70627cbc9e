"""Intervals of the response time's quantiles, within one start of the service.

Formulas, sources and measured coverage: docs/method.md, "Intervals of quantiles".
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from loadproof.judge.distributions import student_t_quantile
from loadproof.judge.share_error import DEGREES, FEWEST_BATCHES, ShareError, share_error

__all__ = ["QUANTILES", "Interval", "CallsNeeded", "quantile_intervals"]

QUANTILES: Mapping[str, float] = {"p50": 0.5, "p90": 0.9, "p95": 0.95, "p99": 0.99, "p99_9": 0.999}
"""The quantiles that are shown, ascending: the guard of each is learnt from those below it."""
_ERROR = 0.05
_FEWEST_BEYOND = 10
_FEWEST_BURSTS = 5.0
_FEWEST_INDEPENDENT_BATCHES = 9.0


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
            longer = FEWEST_BATCHES / max(1, len(calls))
            found[name] = CallsNeeded(max(fewest, _rounded_up(whole * longer)))
            continue
        error = share_error(over[name], calls)
        errors.append(error)
        # Rare bursts are best known where they are less rare: a level is guarded by those below it.
        longer = _times_too_short(whole * (1.0 - quantile), errors[:-1] or errors, len(calls))
        reach = student_t_quantile(_ERROR / 2.0, DEGREES) * math.sqrt(
            error.dispersion * quantile * (1.0 - quantile) / max(1, whole)
        )
        longer = max(longer, (reach / (1.0 - quantile)) ** 2)
        if longer > 1.0 or whole < fewest:
            found[name] = CallsNeeded(max(fewest, _rounded_up(whole * longer)))
        else:
            found[name] = Interval(quantile_ms(quantile - reach), quantile_ms(quantile + reach))
    return found


def _times_too_short(beyond: float, guards: Sequence[ShareError], batches: int) -> float:
    """How many times longer it must be to hold enough bursts, and enough batches that do not depend on each other."""
    dispersion = max(max(guard.dispersion, guard.usual) for guard in guards)
    dependence = max(guard.batches_each for guard in guards)
    bursts = _FEWEST_BURSTS * dispersion / beyond if beyond else 1.0
    return max(bursts, _FEWEST_INDEPENDENT_BATCHES * dependence / batches)


def _rounded_up(calls: float) -> int:
    """To two significant digits.

    >>> _rounded_up(81.0), _rounded_up(123_456.0)
    (81, 130000)
    """
    digits: int = 10 ** max(0, math.floor(math.log10(max(calls, 1.0))) - 1)
    return math.ceil(calls / digits - 1e-9) * digits
