"""The effect of variant B against A on every operation, for one metric, with the service start as the unit.

A start's value is the sum of what all operations of that start have in common (the machine, the layout of code and
memory), of what is the operation's own, and of the scatter of its calls. The two variances are estimated apart, because
they are known unequally well: the common one from the starts alone, the own one from all operations together.
"""

from dataclasses import dataclass

import numpy as np
from scipy import special

from loadproof.judge.variance_shrinkage import Floats, expected_variances, shrunken

__all__ = ["FEWEST_SHARING", "Effects", "effects_of", "welch"]

FEWEST_SHARING = 4
"""Fewer operations than these say too little of each other: each stands alone."""

_TINY = 1e-300


@dataclass(frozen=True, slots=True)
class Effects:
    """Per operation: `difference` B − A on the metric's scale, and the variance of it in its two parts.

    `common` is the variance that the starts' common effect gives the difference, known with `common_degrees` of
    freedom; `own` is the operation's, with `own_degrees`.
    """

    difference: Floats
    common: float
    common_degrees: float
    own: Floats
    own_degrees: Floats

    @property
    def deviation(self) -> Floats:
        """The standard error of the difference."""
        return np.sqrt(np.maximum(self.common + self.own, _TINY))

    @property
    def degrees(self) -> Floats:
        """The degrees of freedom that the variance is known with (Satterthwaite 1946, Biometrics Bulletin 2(6))."""
        spread = self.common**2 / self.common_degrees + self.own**2 / self.own_degrees
        return (self.common + self.own) ** 2 / np.maximum(spread, _TINY)

    def half_width(self, error: float) -> Floats:
        """Half of the interval that misses the true difference with probability `error`."""
        return np.asarray(-special.stdtrit(self.degrees, error / 2.0) * self.deviation)

    def p_values(self) -> Floats:
        """The two-sided p-value of "no difference"."""
        return np.asarray(2.0 * special.stdtr(self.degrees, -np.abs(self.difference) / self.deviation))


def effects_of(a: Floats, b: Floats, sampling: Floats) -> Effects:
    """The effects of B against A, given as values (starts × operations), at least two starts each.

    `sampling` is the variance, per operation, that independent calls alone would give the value of one start: it says
    how the operations' variances differ before any start is seen, and is the least that they can be.

    >>> a, b = np.array([[1.0], [1.1], [0.9]]), np.array([[1.5], [1.6], [1.4]])
    >>> float(effects_of(a, b, np.zeros(1)).p_values()[0].round(4))
    0.0036
    """
    centred_a, centred_b = a - a.mean(axis=0), b - b.mean(axis=0)
    residuals = np.concatenate([centred_a, centred_b])
    difference, scale = b.mean(axis=0) - a.mean(axis=0), 1.0 / len(a) + 1.0 / len(b)
    starts_degrees = float(len(residuals) - 2)
    if len(difference) < FEWEST_SHARING:
        alone, degrees = welch(centred_a, centred_b)
        return Effects(difference, 0.0, 1.0, np.maximum(alone, scale * sampling), degrees)
    weights = 1.0 / expected_variances((residuals**2).sum(axis=0) / starts_degrees, sampling)
    weights /= weights.sum()
    of_start = (residuals @ weights)[:, None]
    common, common_degrees = welch(of_start[: len(a)], of_start[len(a) :])
    own = shrunken(residuals - of_start, sampling, starts_degrees, starts_degrees * (1.0 - weights))
    return Effects(difference, float(common[0]), float(common_degrees[0]), scale * own.variances, own.degrees)


def welch(a: Floats, b: Floats) -> tuple[Floats, Floats]:
    """Per column, the variance of a difference of means whose starts may scatter unequally, and its degrees of freedom.

    `a` and `b` are deviations from their mean. Source: Welch 1947, Biometrika 34.

    >>> still, moving = np.array([[-1e-9], [0.0], [1e-9]]), np.array([[-3.0], [0.0], [3.0]])
    >>> [part.round(6).tolist() for part in (*welch(moving, moving), *welch(still, moving))]
    [[6.0], [4.0], [3.0], [2.0]]
    """
    parts = [(values**2).sum(axis=0) / (len(values) - 1) / len(values) for values in (a, b)]
    variance = parts[0] + parts[1]
    spread = parts[0] ** 2 / (len(a) - 1) + parts[1] ** 2 / (len(b) - 1)
    degrees = np.maximum(variance, _TINY) ** 2 / np.maximum(spread, _TINY)
    return variance, np.clip(degrees, min(len(a), len(b)) - 1.0, len(a) + len(b) - 2.0)
