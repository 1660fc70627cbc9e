"""Correlation of the difference between two variants with the slowness of the machine over the rounds.

One of two variants may suffer more from a slow machine than the other. Their difference then holds for the machine in
these rounds only, and is another one on a quieter machine. This shows only if the machine changed from round to round:
if the machine was slow in all rounds, a run cannot see it.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from loadproof.stats.distributions import student_t_tail

__all__ = ["FEWEST_ROUNDS", "MachineDependence", "machine_dependence"]

FEWEST_ROUNDS = 4
"""Three points lie near a line too often."""


@dataclass(frozen=True, slots=True)
class MachineDependence:
    """Correlation of differences with the slowness of the machine over rounds."""

    correlation: float
    """Pearson's, -1 to 1."""
    p_value: float
    """Two-sided p-value of no correlation."""
    slowed: float
    """Slowness of the machine in its slowest round over that in its fastest round, 1 or more."""


def machine_dependence(differences: Sequence[float], slowness: Sequence[float]) -> MachineDependence | None:
    """Differences and slowness of the same rounds, both of them logarithms.

    None of fewer than `FEWEST_ROUNDS` rounds, or where either does not vary.

    >>> found = machine_dependence([0.01, 0.05, 0.02, 0.09, 0.11], [0.0, 0.1, 0.05, 0.2, 0.25])
    >>> round(found.correlation, 3), round(found.p_value, 4), round(found.slowed, 2)
    (0.995, 0.0004, 1.28)
    """
    rounds = len(differences)
    if rounds != len(slowness) or rounds < FEWEST_ROUNDS:
        return None
    first, second = _centred(differences), _centred(slowness)
    size = math.sqrt(math.fsum(x * x for x in first) * math.fsum(y * y for y in second))
    if size <= 0.0:
        return None
    correlation = max(-1.0, min(1.0, math.fsum(x * y for x, y in zip(first, second, strict=True)) / size))
    left = max(1e-12, 1.0 - correlation**2)
    t = abs(correlation) * math.sqrt((rounds - 2) / left)
    return MachineDependence(correlation, 2.0 * student_t_tail(t, rounds - 2), math.exp(max(slowness) - min(slowness)))


def _centred(values: Sequence[float]) -> list[float]:
    mean = math.fsum(values) / len(values)
    return [value - mean for value in values]
