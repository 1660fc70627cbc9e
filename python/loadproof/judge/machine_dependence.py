"""Whether what two variants differ by follows the machine over the rounds.

One of two variants may feel a slow machine more than the other. Their difference is then that of the machine as it was
in these rounds, and another one on a quieter machine. It is seen only where the machine changed from round to round:
of one that was slow in all rounds a run knows nothing.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from loadproof.judge.distributions import student_t_tail

__all__ = ["FEWEST_ROUNDS", "MachineDependence", "machine_dependence"]

FEWEST_ROUNDS = 4
"""Three points lie near a line too often."""


@dataclass(frozen=True, slots=True)
class MachineDependence:
    """How differences and the slowness of the machine go together over rounds."""

    correlation: float
    """Pearson's, -1 to 1."""
    p_value: float
    """Of no correlation, to both sides."""
    slowed: float
    """How many times as slow the machine was in its slowest round as in its fastest, 1 or more."""


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
