"""Confidence interval of an Apdex score, from counts by group of users.

Formulas, sources and measured coverage: docs/method/apdex.md.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from loadproof.stats.distributions import beta_quantile, student_t_quantile

__all__ = ["ApdexInterval", "ApdexIntervalRule", "apdex_interval"]

_TAIL = 0.025
"""Error on each side of an interval of 95 %."""
_FEWEST_DEGREES = 4
_DEGREES_PER_GROUP = 3.0
"""Normal residuals of k equal groups have `(Σ e²)² / Σ e⁴` near k / 3."""
_PRESUMED_CORRELATION = 0.5
"""Correlation of two calls of a user, presumed where few groups of users lost points."""
_PRESUMED_WEIGHT = 2.0


class ApdexIntervalRule(StrEnum):
    """Rule that gave the bounds of an Apdex score."""

    JACKKNIFE = "jackknife"
    """Delete-one-group jackknife on the logit scale."""
    EXACT = "exact"
    """Exact binomial bounds, as if each user made one call: all calls are alike, or all are of one group."""


@dataclass(frozen=True, slots=True)
class ApdexInterval:
    """Apdex score with its confidence interval, all from 0 to 1; `method` names the rule of the bounds."""

    score: float
    low: float
    high: float
    method: ApdexIntervalRule


def apdex_interval(
    due: Sequence[int],
    satisfied: Sequence[int],
    tolerating: Sequence[int],
    users: int | None,
    tail: float = _TAIL,
) -> ApdexInterval | None:
    """Return the Apdex score of these calls and its interval; None if no call was due.

    Each sequence has one count per group of users: calls that count, calls within T, and calls after T but within 4T.
    All other due calls are frustrated. All calls of one user are in one group. `users` made these calls; None: the
    calls are independent (open arrivals), and a group is a random part of them.

    For a total over minutes or over operations, add the counts group by group. Calls of one user depend across
    minutes and operations too, and stay in one group. `users` is then the number of users with any of these calls;
    a lower number makes the interval wider. `tail` is the error on each side. Raises ValueError for counts that
    contradict each other.

    >>> found = apdex_interval([3, 2, 3, 2], [3, 1, 2, 2], [0, 1, 0, 0], users=8)
    >>> found and (found.score, round(found.low, 2), round(found.high, 2), found.method.value)
    (0.85, 0.31, 0.99, 'jackknife')
    >>> found = apdex_interval([3, 2, 3, 2], [3, 2, 3, 2], [0, 0, 0, 0], users=8)
    >>> found and (found.score, round(found.low, 2), round(found.high, 2), found.method.value)
    (1.0, 0.63, 1.0, 'exact')
    """
    groups = [
        (calls, within + 0.5 * late, within, late)
        for calls, within, late in zip(due, satisfied, tolerating, strict=True)
        if calls or within or late
    ]
    if any(within < 0 or late < 0 or within + late > calls for calls, _, within, late in groups):
        raise ValueError("satisfied and tolerating calls of a group must be from 0 to its due calls, also in sum")
    calls = sum(group[0] for group in groups)
    if calls == 0:
        return None
    whole, half = sum(group[2] for group in groups), sum(group[3] for group in groups)
    points = whole + 0.5 * half
    trials = calls if users is None else max(1, min(users, calls))
    if len(groups) < 2 or max(whole, half, calls - whole - half) == calls:
        return _exact(points / calls, trials, tail)
    spread = (whole + 0.25 * half) / calls - (points / calls) ** 2
    return _jackknife([(group[0], group[1]) for group in groups], points / calls, spread / calls, calls / trials, tail)


def _jackknife(
    groups: Sequence[tuple[int, float]], score: float, independent: float, calls_per_user: float, tail: float
) -> ApdexInterval:
    """Return the interval on the logit scale; `independent` is the variance of the score of independent calls."""
    calls, most = sum(group[0] for group in groups), len(groups) - 1
    deleted = squares = fourths = 0.0
    for count, earned in groups:
        residual = earned - score * count
        square = residual * residual
        deleted += square / (calls - count) ** 2
        squares += square
        fourths += square * square
    concentration = squares * squares / fourths if fourths > 0.0 else len(groups)
    degrees = min(most, max(_FEWEST_DEGREES, math.floor(_DEGREES_PER_GROUP * concentration - 1.0)))
    counted = deleted * most / len(groups)
    presumed = independent * (1.0 + (calls_per_user - 1.0) * _PRESUMED_CORRELATION)
    weight = concentration * concentration
    blended = (weight * counted + _PRESUMED_WEIGHT * presumed) / (weight + _PRESUMED_WEIGHT)
    variance = max(counted, blended, independent)
    logit = math.log(score / (1.0 - score))
    reach = student_t_quantile(tail, degrees) * math.sqrt(variance) / (score * (1.0 - score))
    return ApdexInterval(score, _logistic(logit - reach), _logistic(logit + reach), ApdexIntervalRule.JACKKNIFE)


def _exact(score: float, trials: int, tail: float) -> ApdexInterval:
    """Return the bounds of Clopper and Pearson (1934), *Biometrika* 26, of `trials` independent answers."""
    good = score * trials
    low = beta_quantile(tail, good, trials - good + 1.0) if score > 0.0 else 0.0
    high = 1.0 - beta_quantile(tail, trials - good, good + 1.0) if score < 1.0 else 1.0
    return ApdexInterval(score, min(low, score), max(high, score), ApdexIntervalRule.EXACT)


def _logistic(logit: float) -> float:
    """Inverse of the logit, without overflow.

    >>> _logistic(0.0), _logistic(-1000.0), _logistic(1000.0)
    (0.5, 0.0, 1.0)
    """
    if logit < 0.0:
        return 1.0 - _logistic(-logit)
    return 1.0 / (1.0 + math.exp(-logit))
