"""Intervals of the response time's quantiles, within one start of the service.

Formulas, sources and measured coverage: docs/method/quantile-intervals.md.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from loadproof.records.measurement import QUANTILES, CallsNeeded
from loadproof.stats.distributions import student_t_quantile
from loadproof.stats.share_error import DEGREES, FEWEST_BATCHES, ShareError, missed_by_frequencies, share_error

__all__ = [
    "FEWEST_BURSTS",
    "Interval",
    "calls_for_quantile",
    "calls_needed",
    "quantile_intervals",
]

_ERROR = 0.05
_FEWEST_BEYOND = 10
_ROUNDING = 1e-6
"""Tolerance of a number of calls: in floating point 1 - 0.9 is a little less than a tenth."""
FEWEST_BURSTS = 5.0
"""Independent bursts that must lie beyond a quantile; with hardly more of them its interval is made wider."""
_LEAST_UNDER = 0.1
_LEAST_OVER = 0.02
"""A share not over, or over, a level is not taken to be below this part of what is counted."""
_CAUTIOUS_DEVIATIONS = 1.64
_GUARD_DEVIATIONS = 1.0


@dataclass(frozen=True, slots=True)
class Interval:
    """An interval of 95 % of a quantile, in ms."""

    low_ms: float
    high_ms: float


def calls_for_quantile(quantile: float) -> int:
    """The calls that a quantile needs: ten must lie on its shorter side, or one call more would move it far.

    Of n calls about `n · (1 - q)` lie beyond the quantile q, a count with a relative standard error of
    1/√(n · (1 - q)): 32 % for ten. Every table, test and plan takes the rule from here.

    >>> [calls_for_quantile(quantile) for quantile in (0.1, 0.5, 0.99, 0.9998)]
    [100, 20, 1000, 50000]
    """
    return math.ceil(_FEWEST_BEYOND / min(quantile, 1.0 - quantile) - _ROUNDING)


def calls_needed(name: str) -> int:
    """`calls_for_quantile` of a quantile by its name.

    >>> calls_needed("p99"), calls_needed("p99_9")
    (1000, 10000)
    """
    return calls_for_quantile(QUANTILES[name])


def quantile_intervals(
    quantile_ms: Callable[[float], float], calls: Sequence[int], over: Mapping[str, Sequence[int]]
) -> dict[str, Interval | CallsNeeded]:
    """The interval of each of `QUANTILES`, or how many calls one needs.

    `quantile_ms` reads the merged histogram; `calls` are the answered calls of each batch (equal stretches of time),
    `over` those of them above each merged quantile. The interval holds every level whose share of calls over it is
    compatible with 1 - p (Woodruff 1952), with the error of `share_error` and Student's t.

    >>> quantile_intervals(lambda share: 2.0, [100] * 10, {name: [1] * 10 for name in QUANTILES})["p99"]
    CallsNeeded(needed_calls=2000)
    """
    found: dict[str, Interval | CallsNeeded] = {}
    whole = sum(calls)
    errors: list[ShareError] = []
    needed = 0
    for name, quantile in QUANTILES.items():
        fewest = calls_needed(name)
        if len(calls) < FEWEST_BATCHES:
            found[name] = CallsNeeded(
                needed_calls=max(fewest, _rounded_up(whole * FEWEST_BATCHES / max(1, len(calls))))
            )
            continue
        errors.append(share_error(over[name], calls))
        dispersion = _guarding_dispersion(errors, len(calls))
        longer = FEWEST_BURSTS * dispersion / (whole * (1.0 - quantile)) if whole else 1.0
        if longer > 1.0 or whole < fewest or needed:
            # Where a lower quantile has too few bursts, a higher one that seems to have enough is a chance.
            needed = max(needed, fewest, _rounded_up(whole * longer))
            found[name] = CallsNeeded(needed_calls=needed)
        else:
            found[name] = _interval(quantile_ms, quantile, _reach(errors, quantile, calls, dispersion))
    return found


def _guarding_dispersion(errors: Sequence[ShareError], batches: int) -> float:
    """Return the dispersion that guards the last level: the largest below it, where rare bursts are best known."""
    guards = errors[:-1] or errors
    missed = missed_by_frequencies(max(error.memory for error in errors), batches, _GUARD_DEVIATIONS)
    return max(max(missed * guard.dispersion, guard.usual) for guard in guards)


def _reach(errors: Sequence[ShareError], quantile: float, calls: Sequence[int], guard: float) -> float:
    """Return the error of the share over the last level that 95 % of plateaus do not exceed.

    The nearer its bursts are to the fewest allowed, the more the interval itself is due to chance, and the more its
    bursts may look small by chance. The error is then at least that of the guard, with up to twice the variance.
    """
    whole = sum(calls)
    missed = missed_by_frequencies(max(error.memory for error in errors), len(calls), _CAUTIOUS_DEVIATIONS)
    nearness = FEWEST_BURSTS * guard / (whole * (1.0 - quantile))
    dispersion = (1.0 + nearness) * max(missed * errors[-1].dispersion, nearness * guard)
    return student_t_quantile(_ERROR / 2.0, DEGREES) * math.sqrt(dispersion * quantile * (1.0 - quantile) / whole)


def _interval(quantile_ms: Callable[[float], float], quantile: float, reach: float) -> Interval:
    low = max(quantile - reach, _LEAST_UNDER * quantile)
    high = min(quantile + reach, 1.0 - _LEAST_OVER * (1.0 - quantile))
    return Interval(quantile_ms(low), quantile_ms(high))


def _rounded_up(calls: float) -> int:
    """To two significant digits.

    >>> _rounded_up(81.0), _rounded_up(123_456.0)
    (81, 130000)
    """
    digits: int = 10 ** max(0, math.floor(math.log10(max(calls, 1.0))) - 1)
    return math.ceil(calls / digits - 1e-9) * digits
