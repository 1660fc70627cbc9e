"""The studentized range: how far the largest and the smallest of several means lie apart by chance alone.

Q = (largest − smallest of k standard normals) / s, with s² a variance of its own that is known with so many degrees of
freedom (Tukey 1949, *Biometrics* 5; Tukey 1953, "The problem of multiple comparisons"). Its distribution is that of the
range, averaged over the law of s (Hartley 1942, *Biometrika* 32; Copenhaver and Holland 1988, *J. Stat. Comput. Simul.*
30):

    P(Q ≤ q) = ∫ R(q·s) f(s) ds,    R(w) = k ∫ φ(z) [Φ(z) − Φ(z − w)]^(k−1) dz

Both integrals run over the whole line once s is taken by its logarithm, and their integrands vanish at both ends, where
the trapezoidal rule is as good as any (Trefethen and Weideman 2014, *SIAM Review* 56). Tests compare with scipy, whose
import takes longer than a report does.
"""

import math
from functools import cache, lru_cache

__all__ = ["KNOWN", "studentized_range_quantile", "studentized_range_tail"]

KNOWN = 2000
"""From so many degrees of freedom on a variance is taken as known."""

_Z_STEP = 0.2
_Z_MOST = 8.0
_STEPS_PER_DEVIATION = 4.0
_DEVIATIONS = 9.0
_LEAST_DENSITY = 1e-13
_PRECISION = 1e-9
_MOST_STEPS = 200


def studentized_range_tail(value: float, means: int, degrees: int) -> float:
    """P(Q > `value`) for the range of `means` (2 or more) and whole `degrees` of freedom.

    >>> round(studentized_range_tail(4.339, 3, 6), 4)
    0.05
    """
    if degrees >= KNOWN:
        return 1.0 - _range_within(value, means)
    return 1.0 - math.fsum(weight * _range_within(value * deviation, means) for deviation, weight in _law_of(degrees))


@lru_cache(maxsize=1024)
def studentized_range_quantile(error: float, means: int, degrees: int) -> float:
    """The value that Q exceeds with probability `error`.

    >>> round(studentized_range_quantile(0.05, 6, 12), 3)
    4.75
    """
    low, high = 0.0, 1.0
    while studentized_range_tail(high, means, degrees) > error:
        low, high = high, 2.0 * high
    for _ in range(_MOST_STEPS):
        if high - low <= _PRECISION * high:
            break
        middle = 0.5 * (low + high)
        low, high = (middle, high) if studentized_range_tail(middle, means, degrees) > error else (low, middle)
    return 0.5 * (low + high)


def _range_within(width: float, means: int) -> float:
    """R(w): the probability that `means` standard normals lie within `width`."""
    if width <= 0.0:
        return 0.0
    parts = (density * (below - _normal_below(z - width)) ** (means - 1) for z, density, below in _normals())
    return min(1.0, means * _Z_STEP * math.fsum(parts))


@cache
def _normals() -> tuple[tuple[float, float, float], ...]:
    """(z, its density, what lies below it) along the line."""
    steps = round(_Z_MOST / _Z_STEP)
    points = (_Z_STEP * step for step in range(-steps, steps + 1))
    return tuple((z, math.exp(-0.5 * z * z) / math.sqrt(2.0 * math.pi), _normal_below(z)) for z in points)


def _normal_below(z: float) -> float:
    return 0.5 * math.erfc(-z / math.sqrt(2.0))


@cache
def _law_of(degrees: int) -> tuple[tuple[float, float], ...]:
    """(s, its weight): s² is chi-squared over its degrees of freedom; steps are even in ln s."""
    step = 1.0 / (_STEPS_PER_DEVIATION * math.sqrt(2.0 * degrees))
    half = 0.5 * degrees
    constant = math.log(2.0) + half * math.log(half) - math.lgamma(half)
    least = round(-(_DEVIATIONS + 12.0) * _STEPS_PER_DEVIATION)
    points = []
    for index in range(least, round(_DEVIATIONS * _STEPS_PER_DEVIATION) + 1):
        logarithm = index * step
        # The density of ln s is that of s times s.
        weight = step * math.exp(constant + degrees * logarithm - half * math.exp(2.0 * logarithm))
        if weight > _LEAST_DENSITY:
            points.append((math.exp(logarithm), weight))
    total = math.fsum(weight for _, weight in points)
    return tuple((deviation, weight / total) for deviation, weight in points)
