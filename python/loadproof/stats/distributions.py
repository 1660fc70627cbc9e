"""Tail probabilities that the sequential judge needs, without the 0.25 s that importing scipy takes.

Sources: incomplete gamma by series and continued fraction, Numerical Recipes 3rd ed., 6.2; incomplete beta by
continued fraction, the same, 6.4; Student's t for whole degrees of freedom in closed form, Abramowitz and Stegun
26.7.3 and 26.7.4. Tests compare each with scipy.
"""

import math
from functools import lru_cache
from statistics import NormalDist

__all__ = [
    "beta_lower",
    "beta_quantile",
    "gamma_lower",
    "gamma_quantile",
    "gamma_upper",
    "normal_tail",
    "student_t_quantile",
    "student_t_tail",
]

_TINY = 1e-300
_PRECISION = 1e-14
_MOST_TERMS = 100_000
_MOST_STEPS = 200
_LONGEST_STEP = 2.0
_LEAST_TAIL = 1e-250
_STEP = 1e-9


def normal_tail(z: float) -> float:
    """P(Z > z) for a standard normal Z.

    >>> round(normal_tail(1.959964), 4)
    0.025
    """
    return 0.5 * math.erfc(z / math.sqrt(2.0))


def gamma_lower(shape: float, x: float) -> float:
    """The regularized lower incomplete gamma function P(shape, x): for whole `shape`, P(Poisson(x) >= shape).

    >>> round(gamma_lower(1.0, 1.0), 6)
    0.632121
    """
    return 1.0 - _continued_fraction(shape, x) if x >= shape + 1.0 else _series(shape, x)


def gamma_upper(shape: float, x: float) -> float:
    """The regularized upper incomplete gamma function Q(shape, x): for whole `shape`, P(Poisson(x) < shape).

    >>> round(gamma_upper(1.0, 4.6052), 4)
    0.01
    """
    return _continued_fraction(shape, x) if x >= shape + 1.0 else 1.0 - _series(shape, x)


def gamma_quantile(shape: float, tail: float, *, upper: bool) -> float:
    """The x at which `gamma_upper` (or else `gamma_lower`) of `shape` is `tail` (at most 0.5).

    Newton's method on the logarithms from the cube of a normal quantile (Wilson and Hilferty 1931, *PNAS* 17), kept
    within what is known to be too little and too much.

    >>> round(gamma_quantile(1.0, 0.01, upper=True), 4), round(gamma_quantile(2.0, 0.05, upper=False), 4)
    (4.6052, 0.3554)
    """
    if tail <= _LEAST_TAIL:
        return math.inf if upper else 0.0
    tail_of, sign, normal = (gamma_upper, -1.0, -1.0) if upper else (gamma_lower, 1.0, 1.0)
    root = 1.0 - 1.0 / (9.0 * shape) + normal * NormalDist().inv_cdf(tail) / (3.0 * math.sqrt(shape))
    # Near zero P(shape, x) is x^shape / Gamma(shape + 1).
    least = math.exp(max(-500.0, (math.log(tail) + math.lgamma(shape + 1.0)) / shape))
    x = shape * root**3 if root > 0.1 else (1.0 if upper else least)
    low, high = 0.0, math.inf
    for _ in range(_MOST_STEPS):
        if x <= _TINY:
            return 0.0
        found = max(tail_of(shape, x), _TINY)
        excess = sign * (math.log(found) - math.log(tail))
        low, high = (low, x) if excess > 0.0 else (x, high)
        steepness = max(_scale(shape, x) / found, _TINY)
        step = min(_LONGEST_STEP, max(-_LONGEST_STEP, -excess / steepness))
        following = x * math.exp(step)
        if not low < following < high:
            following = 0.5 * (low + high) if high < math.inf else 2.0 * x
        # The error after a step of Newton's is about the square of the step.
        if abs(following - x) <= _STEP * x:
            return following
        x = following
    return x


def _scale(shape: float, x: float) -> float:
    return math.exp(shape * math.log(x) - x - math.lgamma(shape))


def _series(shape: float, x: float) -> float:
    if x <= 0.0:
        return 0.0
    term = total = 1.0 / shape
    for step in range(1, _MOST_TERMS):
        term *= x / (shape + step)
        total += term
        if term < total * _PRECISION:
            break
    return min(1.0, total * _scale(shape, x))


def _continued_fraction(shape: float, x: float) -> float:
    # The modified method of Lentz.
    b = x + 1.0 - shape
    c = 1.0 / _TINY
    d = 1.0 / b
    fraction = d
    for step in range(1, _MOST_TERMS):
        a = -step * (step - shape)
        b += 2.0
        d = a * d + b
        d = 1.0 / (d if abs(d) > _TINY else _TINY)
        c = b + a / c
        c = c if abs(c) > _TINY else _TINY
        fraction *= d * c
        if abs(d * c - 1.0) < _PRECISION:
            break
    return min(1.0, fraction * _scale(shape, x))


def student_t_tail(t: float, degrees: int) -> float:
    """P(T > t) for Student's t with whole degrees of freedom.

    >>> round(student_t_tail(2.262157, 9), 4)
    0.025
    """
    if t < 0.0:
        return 1.0 - student_t_tail(-t, degrees)
    angle = math.atan2(t, math.sqrt(degrees))
    cosine, sine = math.cos(angle), math.sin(angle)
    odd = degrees % 2 == 1
    if degrees == 1:
        return 0.5 - angle / math.pi
    term = total = cosine if odd else 1.0
    for step in range(3 if odd else 2, degrees, 2):
        term *= cosine * cosine * (step - 1) / step
        total += term
    inside = (2.0 / math.pi) * (angle + sine * total) if odd else sine * total
    return max(0.0, 0.5 * (1.0 - inside))


@lru_cache(maxsize=256)
def student_t_quantile(tail: float, degrees: int) -> float:
    """The t that Student's T exceeds with probability `tail` (1e-6 to 0.5), for whole degrees of freedom.

    >>> round(student_t_quantile(0.025, 9), 4)
    2.2622
    """
    low, high = 0.0, 1.0
    while student_t_tail(high, degrees) > tail:
        low, high = high, high * 2.0
    for _ in range(60):
        middle = 0.5 * (low + high)
        if student_t_tail(middle, degrees) > tail:
            low = middle
        else:
            high = middle
    return 0.5 * (low + high)


def beta_lower(first: float, second: float, x: float) -> float:
    """Return the regularized incomplete beta function I_x(first, second): P(B <= x) for a beta variable B.

    >>> round(beta_lower(2.0, 1.0, 0.5), 6), round(beta_lower(9.0, 2.0, 0.7), 4)
    (0.25, 0.1493)
    """
    if x <= 0.0 or x >= 1.0:
        return 0.0 if x <= 0.0 else 1.0
    if x > (first + 1.0) / (first + second + 2.0):
        return 1.0 - beta_lower(second, first, 1.0 - x)
    logarithm = math.lgamma(first + second) - math.lgamma(first) - math.lgamma(second)
    front = math.exp(logarithm + first * math.log(x) + second * math.log1p(-x)) / first
    return min(1.0, front * _beta_fraction(first, second, x))


def _beta_fraction(first: float, second: float, x: float) -> float:
    # The modified method of Lentz, two coefficients a step.
    c, d, fraction = 1.0, 0.0, 1.0
    for step in range(_MOST_TERMS):
        odd = -(first + step) * (first + second + step) * x / ((first + 2 * step) * (first + 2 * step + 1.0))
        even = (step + 1) * (second - step - 1.0) * x / ((first + 2 * step + 1.0) * (first + 2 * step + 2.0))
        for coefficient in (odd, even):
            d = 1.0 + coefficient * d
            d = 1.0 / (d if abs(d) > _TINY else _TINY)
            c = 1.0 + coefficient / c
            c = c if abs(c) > _TINY else _TINY
            fraction *= c * d
        if abs(c * d - 1.0) < _PRECISION:
            break
    return 1.0 / fraction


@lru_cache(maxsize=1024)
def beta_quantile(tail: float, first: float, second: float) -> float:
    """Return the x that a beta variable stays below with probability `tail`.

    >>> round(beta_quantile(0.025, 9.0, 2.0), 4), round(beta_quantile(0.025, 5.0, 1.0), 4)
    (0.555, 0.4782)
    """
    if second == 1.0:
        return float(tail ** (1.0 / first))
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = 0.5 * (low + high)
        if beta_lower(first, second, middle) < tail:
            low = middle
        else:
            high = middle
    return 0.5 * (low + high)
