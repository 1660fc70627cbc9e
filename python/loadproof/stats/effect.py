"""The effect of variant B against A on every operation, for one metric, with the round as the unit.

What a round leaves of a difference is the sum of what all operations have in common (how the starts of this round came
out), of what is the operation's own, and of the scatter of its calls. The two variances are estimated apart, because
they are known unequally well: the common one from the rounds alone, the own one from all operations together.
"""

from dataclasses import dataclass

import numpy as np
from scipy import special

from loadproof.stats.variance_shrinkage import Floats, expected_variances, shrunken

__all__ = ["Effects", "RoundResiduals", "effects_of"]

_TINY = 1e-300


@dataclass(frozen=True, slots=True)
class Effects:
    """Per operation: `difference` B − A on the metric's scale, and the variance of it in its two parts.

    `common` is the variance that the rounds' common effect gives the difference, known with `common_degrees` of
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


@dataclass(frozen=True, slots=True)
class RoundResiduals:
    """Residuals of values after rounds and variants, cells × operations, with their degrees of freedom.

    The rows are on the scale of a difference of two values: √2 times the residuals of one value.
    """

    rows: Floats
    degrees: float

    @classmethod
    def of_pair(cls, differences: Floats) -> "RoundResiduals":
        """Return the residuals of two variants alone, from their `differences`, rounds × operations."""
        return cls(differences - differences.mean(axis=0), float(len(differences) - 1))


def effects_of(differences: Floats, sampling: Floats, pooled: RoundResiduals | None = None) -> Effects:
    """The effects from the pair's `differences`, rounds × operations: three rounds and four operations at least.

    `sampling` is the variance, per operation, that independent calls alone would give the difference of one round: it
    says how the operations' variances differ before any round is seen, and is the least that they can be. `pooled`
    are the residuals of all variants where there are more than two; a pair whose rounds scatter more in common than
    those say counts with its own.

    >>> differences = np.array([[0.5], [0.6], [0.4]]) + np.array([0.0, 0.01, -0.02, 0.03])
    >>> effects_of(differences, np.full(4, 1e-6)).p_values().round(3).tolist()
    [0.013, 0.013, 0.014, 0.012]
    """
    own_residuals = RoundResiduals.of_pair(differences)
    residuals = pooled or own_residuals
    weights = 1.0 / expected_variances((residuals.rows**2).sum(axis=0) / residuals.degrees, sampling)
    weights /= weights.sum()
    of_round = residuals.rows @ weights
    common = max(
        float((part.rows @ weights) @ (part.rows @ weights)) / part.degrees for part in (residuals, own_residuals)
    )
    left, rounds = residuals.rows - of_round[:, None], len(differences)
    own = shrunken(left, sampling, residuals.degrees, residuals.degrees * (1.0 - weights))
    return Effects(differences.mean(axis=0), common / rounds, residuals.degrees, own.variances / rounds, own.degrees)
