"""Smallest difference between two variants that a comparison can see, by the power of its tests, before any load.

One operation among `rows` differs, which is the hardest case: its p-value has to be at most false discovery rate /
rows. The power of that t-test is the noncentral t's (Lehmann, Romano, Testing Statistical Hypotheses, 3rd ed., ch. 5).
"""

import math
from dataclasses import dataclass
from typing import TypeAlias

from scipy import special

from loadproof.stats.comparison_looks import FEWEST_ROUNDS
from loadproof.stats.quantile_interval import calls_for_quantile

__all__ = ["Design", "LogSlope", "detectable_change", "detectable_difference", "log_normal_slope"]

LogSlope: TypeAlias = float
"""d ln(response) / d probability at a quantile: how thick the tail is there."""


@dataclass(frozen=True, slots=True)
class Design:
    """A planned comparison. Raises ValueError for fewer than 3 rounds, and for what cannot be.

    `between`, `shared`, `clustering` and `prior_degrees` are assumptions unless a pilot gave them.
    """

    rounds: int = 5
    rows: int = 38
    """Operations of one metric, which are judged together."""
    between: float = 0.02
    """Standard deviation of a quantile of one variant between rounds, as a share of it, beyond the scatter of
    independent calls and what a round does to all variants."""
    shared: float = 0.5
    """Share of that variance that all operations of a start have in common, 0 to 1."""
    clustering: float = 2.0
    """Variance of a round's quantile over that of independent calls: calls are slow together."""
    false_discovery: float = 0.025
    """Half of 5 %: what a comparison leaves to its last look."""
    power: float = 0.9
    prior_degrees: float = 10.0
    """Degrees of freedom that an operation's variance gains from the others; 0 for fewer than four operations."""

    def __post_init__(self) -> None:
        """Checks the numbers."""
        if self.rounds < FEWEST_ROUNDS:
            raise ValueError(f"rounds: {self.rounds} say nothing of how rounds differ; give {FEWEST_ROUNDS} or more")
        if self.rows < 1:
            raise ValueError(f"rows: {self.rows} leaves nothing to compare; give 1 or more")
        for name, least, below in (
            ("between", 0.0, math.inf),
            ("clustering", 0.0, math.inf),
            ("prior_degrees", 0.0, math.inf),
            ("shared", 0.0, 1.0 + 1e-12),
            ("false_discovery", 1e-12, 1.0),
            ("power", 1e-12, 1.0),
        ):
            value = getattr(self, name)
            if not least <= value < below:
                raise ValueError(f"{name}: {value:g} cannot be; give a number from {least:g} to {below:g}")


def log_normal_slope(sigma: float, quantile: float) -> LogSlope:
    """The slope of a log-normal law whose logarithm has the standard deviation `sigma`.

    >>> round(log_normal_slope(0.5, 0.99), 1), round(log_normal_slope(0.5, 0.5), 2)
    (18.8, 1.25)
    """
    score = float(special.ndtri(quantile))
    return sigma * math.sqrt(2.0 * math.pi) * math.exp(score * score / 2.0)


def detectable_change(design: Design, calls_per_round: float, quantile: float, log_slope: LogSlope) -> float | None:
    """The smallest change of a quantile, as a share of it (0.05: B is 5 % slower), that is seen with `design.power`.

    None: `calls_per_round` of the operation are too few, as fewer than ten lie on one side of the quantile.

    >>> wide = detectable_change(Design(rounds=5), 10_000, 0.99, log_normal_slope(0.5, 0.99))
    >>> near = detectable_change(Design(rounds=12), 10_000, 0.99, log_normal_slope(0.5, 0.99))
    >>> wide > near > 0.0
    True
    """
    if calls_per_round < calls_for_quantile(quantile):
        return None
    # The variance of a sample quantile: David, Nagaraja, Order Statistics, 3rd ed., ch. 10.
    independent = log_slope**2 * quantile * (1.0 - quantile) / calls_per_round
    between = design.between**2
    own = (1.0 - design.shared) * between + design.clustering * independent
    return math.expm1(detectable_difference(design, design.shared * between, own))


def detectable_difference(design: Design, common: float, own: float) -> float:
    """The smallest difference on a metric's scale, from the two variances of one round's value (`stats.effect`)."""
    variance = (common + own) * 2.0 / design.rounds
    if variance <= 0.0:
        return 0.0
    common_degrees = design.rounds - 1.0
    own_degrees = common_degrees + design.prior_degrees
    degrees = (common + own) ** 2 / (common**2 / common_degrees + own**2 / own_degrees)
    critical = -float(special.stdtrit(degrees, design.false_discovery / design.rows / 2.0))
    return math.sqrt(variance) * float(special.nctdtrinc(degrees, 1.0 - design.power, critical))
