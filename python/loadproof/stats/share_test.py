"""Is the share of bad calls above or below its limit? Tests for counts whose bad calls come in bursts.

Formulas and sources: docs/method/plateau-verdict.md, "The fail test" and "The pass test".
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from loadproof.stats.distributions import gamma_lower, gamma_quantile, normal_tail, student_t_quantile

__all__ = [
    "BadCalls",
    "Clusters",
    "ShareBounds",
    "TailBound",
    "TailDraw",
    "bounds",
    "burst_dispersion",
    "clusters",
    "fewest_calls",
    "tail_bound",
    "tail_draw",
]

_BATCHES = 10
_ROOM = 0.3
"""The tail may prove a pass only when the counted share is below this part of the limit."""
_SHAPE_DOUBT = 0.2
"""The tail is not believed when the counted bad calls are less likely than this under it."""
_FEWEST_BURSTS = 2.0
_SLOW_NOISE = 0.4 * math.sqrt(30.0)
"""Noise that batches of a short span cannot see (neighbors, jobs): its deviation in ln share over a span of 1 s."""
_ENOUGH_BURSTS = 1.5


@dataclass(frozen=True, slots=True)
class BadCalls:
    """Calls of equal consecutive seconds: how many were due, and how many of them were bad.

    A call may be bad by a half, as a tolerated one is for an Apdex.
    """

    due: Sequence[int]
    bad: Sequence[float]

    @property
    def share(self) -> float:
        """Bad calls over due calls; 0 when none were due."""
        due = sum(self.due)
        return sum(self.bad) / due if due else 0.0


@dataclass(frozen=True, slots=True)
class Clusters:
    """Clustering of bad calls: `dispersion` is the variance of their number over its mean, from batches."""

    dispersion: float
    degrees: int


@dataclass(frozen=True, slots=True)
class ShareBounds:
    """One-sided bounds of a share (0 to 1), each at its own error."""

    low: float
    high: float


def fewest_calls(limit_share: float, error: float) -> int:
    """Return the fewest calls that, all good, show with this error that the bad share is within the limit.

    The exact binomial bound for no bad call: n >= ln(error) / ln(1 - limit).

    >>> fewest_calls(0.01, 0.05)
    299
    """
    return 1 if limit_share >= 1.0 else math.ceil(math.log(error) / math.log1p(-limit_share))


def batched(values: Sequence[float]) -> list[float]:
    """Sums over 10 to 19 batches of equal whole seconds (fewer of fewer seconds), without the oldest rest."""
    length = max(1, len(values) // _BATCHES)
    first = len(values) % length
    return [sum(values[start : start + length]) for start in range(first, len(values), length)]


def clusters(calls: BadCalls) -> Clusters:
    """The dispersion of bad calls by batch means of the ratio estimator, never below the binomial's."""
    return _clusters_of(batched(calls.due), batched(calls.bad))


def _clusters_of_groups(groups: BadCalls) -> Clusters:
    """The dispersion of bad calls over groups; groups without calls say nothing."""
    known = [(due, bad) for due, bad in zip(groups.due, groups.bad, strict=True) if due]
    return _clusters_of([due for due, _ in known], [bad for _, bad in known])


def _clusters_of(due: Sequence[float], bad: Sequence[float]) -> Clusters:
    total_due, total_bad, count = sum(due), sum(bad), len(due)
    if count < 2 or total_bad == 0 or total_due == 0:
        return Clusters(0.0, max(1, count - 1))
    share = total_bad / total_due
    squares = sum((b - share * d) ** 2 for d, b in zip(due, bad, strict=True))
    return Clusters(count / (count - 1) * squares / total_bad, count - 1)


def _evidence(error: float, dispersion: float, floor: float, degrees: int) -> float:
    """The tail to demand where the dispersion was itself estimated: Student's t for the normal."""
    return normal_tail(student_t_quantile(error, degrees)) if dispersion > floor else error


def bounds(
    calls: BadCalls,
    limit_share: float,
    error: ShareBounds,
    burst_calls: Sequence[BadCalls] = (),
    grouped: Sequence[BadCalls] = (),
) -> ShareBounds:
    """Bounds of the share, seen as a Poisson number of bursts (quasi-Poisson) with the dispersion of `calls`.

    `error.low` and `error.high` are the errors of the two bounds. The upper bound takes the largest
    dispersion of `calls` and of `burst_calls`: the same calls against a part of the threshold, where there
    are more bursts to learn their size from. Both bounds take at least the dispersion of `grouped`: the same
    calls by groups that depend on each other, such as users, in the place of seconds.
    """
    due, bad = sum(calls.due), sum(calls.bad)
    if due == 0:
        return ShareBounds(0.0, 1.0)
    # At the boundary the variance of a binomial count is limit x (1 - limit) per call: (1 - limit) of
    # Poisson's.
    floor = 1.0 - limit_share
    seen = max((clusters(calls), *map(_clusters_of_groups, grouped)), key=lambda found: found.dispersion)
    own = max(floor, seen.dispersion)
    widest = max(own, *(clusters(part).dispersion for part in burst_calls), floor)
    low_error = _evidence(error.low, own, floor, seen.degrees)
    high_error = _evidence(error.high, widest, floor, seen.degrees)
    low = own * gamma_quantile(bad / own, low_error, upper=False) / due if bad else 0.0
    high = widest * gamma_quantile(bad / widest + 1.0, high_error, upper=True) / due
    return ShareBounds(min(1.0, low), min(1.0, high))


@dataclass(frozen=True, slots=True)
class TailBound:
    """The share over a threshold, drawn on from its half and its quarter, and its upper bound."""

    share: float
    high: float


def tail_bound(
    whole: BadCalls, half: BadCalls, quarter: BadCalls, limit_share: float, error: float
) -> TailBound | None:
    """The upper bound by the fall of the tail, or None where the counted calls do not let it be believed.

    With an exponential tail, share(T) = share(T/2)^3 / share(T/4)^2. The error of its logarithm comes from
    batches (delta method). Believed only if enough bursts pass T/2, the counted share over T is well below
    the limit, and it is not significantly above the drawn one (heavy tails, two humps).
    """
    drawn = tail_draw(whole, half, quarter)
    if drawn is None or whole.share >= _ROOM * limit_share:
        return None
    total, share = sum(batched(whole.due)), math.exp(drawn.log_share)
    dispersion = max(1.0 - limit_share, clusters(whole).dispersion)
    bad = sum(whole.bad)
    if bad and gamma_lower(bad / dispersion, share * total / dispersion) <= _SHAPE_DOUBT:
        return None
    deviation = math.hypot(drawn.deviation, _SLOW_NOISE / math.sqrt(max(1, len(whole.due))))
    high = math.exp(min(0.0, drawn.log_share + student_t_quantile(error, drawn.degrees) * deviation))
    return TailBound(share, high)


@dataclass(frozen=True, slots=True)
class TailDraw:
    """The logarithm of the share over a threshold, drawn on from its half and its quarter, and its error."""

    log_share: float
    deviation: float
    degrees: int


def tail_draw(whole: BadCalls, half: BadCalls, quarter: BadCalls) -> TailDraw | None:
    """The share by the fall of the tail below the threshold; None where too few bursts pass half of it.

    Users of a service that hangs may bring calls in the first seconds alone, which no batch holds.
    """
    due, halves, quarters = batched(whole.due), batched(half.bad), batched(quarter.bad)
    if len(due) < 2 or not any(due) or clusters_seen(half) < _FEWEST_BURSTS:
        return None
    total, total_half, total_quarter = sum(due), sum(halves) + 0.5, sum(quarters) + 0.5
    logarithm = 3.0 * math.log(total_half / total) - 2.0 * math.log(total_quarter / total)
    residuals = [
        3.0 * (h / total_half - d / total) - 2.0 * (q / total_quarter - d / total)
        for d, h, q in zip(due, halves, quarters, strict=True)
    ]
    count = len(due)
    deviation = math.sqrt(count / (count - 1) * sum(residual * residual for residual in residuals))
    return TailDraw(min(0.0, logarithm), deviation, count - 1)


def clusters_seen(calls: BadCalls) -> float:
    """About how many independent bursts the bad calls came in."""
    return sum(calls.bad) / max(1.0, clusters(calls).dispersion)


def burst_dispersion(calls: BadCalls, *parts: BadCalls) -> float:
    """The dispersion of the bad calls where enough bursts show it, else the largest of theirs and of `parts`."""
    own = max(1.0, clusters(calls).dispersion)
    if sum(calls.bad) >= _ENOUGH_BURSTS * own:
        return own
    return max(own, *(clusters(part).dispersion for part in parts), 1.0)
