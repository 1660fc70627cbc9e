"""Which differences a comparison can see, before any load: the power of `judge.comparison` as a formula.

One row among `rows` differs, which is the hardest case: its p-value has to be at most false discovery rate / rows.
The power of that t-test is the noncentral t's (Lehmann, Romano, Testing Statistical Hypotheses, 3rd ed., ch. 5).
"""

import math
from dataclasses import dataclass, replace
from typing import TypeAlias

from scipy import special

__all__ = [
    "Design",
    "LogSlope",
    "detectable_change",
    "detectable_difference",
    "fewest_calls_per_start",
    "log_normal_slope",
    "starts_needed",
    "starts_to_see",
]

LogSlope: TypeAlias = float
"""d ln(response) / d probability at a quantile: how thick the tail is there."""

FEWEST_STARTS = 3
_FEWEST_BEYOND = 10


@dataclass(frozen=True, slots=True)
class Design:
    """A planned comparison. Raises ValueError for fewer than 3 starts, and for what cannot be.

    `between`, `shared`, `clustering` and `prior_degrees` are assumptions unless a pilot gave them.
    """

    starts: int = 5
    """Per variant."""
    rows: int = 190
    """Operations × metrics that are judged together."""
    between: float = 0.02
    """Standard deviation of a quantile between starts, as a share of it, beyond the scatter of independent calls."""
    shared: float = 0.5
    """Share of that variance that all operations of a start have in common, 0 to 1."""
    clustering: float = 2.0
    """Variance of a start's quantile over that of independent calls: calls are slow together."""
    false_discovery: float = 0.05
    power: float = 0.9
    prior_degrees: float = 10.0
    """Degrees of freedom that an operation's variance gains from the others; 0 for fewer than four operations."""

    def __post_init__(self) -> None:
        """Checks the numbers."""
        if self.starts < FEWEST_STARTS:
            raise ValueError(f"starts: {self.starts} say nothing of how starts differ; give {FEWEST_STARTS} or more")
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


def fewest_calls_per_start(quantile: float) -> int:
    """Fewer answered calls in a start leave fewer than ten on one side of the quantile: its row says "cannot tell".

    >>> fewest_calls_per_start(0.99), fewest_calls_per_start(0.95), fewest_calls_per_start(0.5)
    (1000, 200, 20)
    """
    return math.ceil(_FEWEST_BEYOND / min(quantile, 1.0 - quantile) - 1e-6)


def detectable_change(design: Design, calls_per_start: float, quantile: float, log_slope: LogSlope) -> float | None:
    """The smallest change of a quantile, as a share of it (0.05: B is 5 % slower), that is seen with `design.power`.

    None: `calls_per_start` of the operation are too few.

    >>> wide = detectable_change(Design(starts=5), 10_000, 0.99, log_normal_slope(0.5, 0.99))
    >>> near = detectable_change(Design(starts=20), 10_000, 0.99, log_normal_slope(0.5, 0.99))
    >>> wide > near > 0.0
    True
    """
    if calls_per_start < fewest_calls_per_start(quantile):
        return None
    common, own = _variances(design, calls_per_start, quantile, log_slope)
    return math.expm1(detectable_difference(design, common, own))


def starts_needed(
    design: Design,
    change: float,
    calls_per_start: float,
    quantile: float,
    log_slope: LogSlope,
    most: int = 100,
) -> int | None:
    """Starts per variant until `change` is seen, whatever `design.starts`; None: not with `most`, or too few calls."""
    if calls_per_start < fewest_calls_per_start(quantile):
        return None
    common, own = _variances(design, calls_per_start, quantile, log_slope)
    return starts_to_see(design, math.log1p(change), common, own, most)


def detectable_difference(design: Design, common: float, own: float) -> float:
    """The smallest difference on a metric's scale, from the two variances of one start's value (`judge.effect`)."""
    variance = (common + own) * 2.0 / design.starts
    if variance <= 0.0:
        return 0.0
    # Welch's degrees fall short of 2 · (starts − 1) as far as the two variances seem to differ.
    starts_degrees = 2.0 * design.starts - 3.0
    own_degrees = 2.0 * design.starts - 2.0 + design.prior_degrees
    degrees = (common + own) ** 2 / (common**2 / starts_degrees + own**2 / own_degrees)
    critical = -float(special.stdtrit(degrees, design.false_discovery / design.rows / 2.0))
    return math.sqrt(variance) * float(special.nctdtrinc(degrees, 1.0 - design.power, critical))


def starts_to_see(design: Design, difference: float, common: float, own: float, most: int = 100) -> int | None:
    """The fewest starts per variant that show `difference`; None: not with `most`."""
    # Bisection: what can be seen only gets smaller with more starts.
    low, high = FEWEST_STARTS - 1, most
    if _difference_with(design, most, common, own) > difference:
        return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if _difference_with(design, middle, common, own) <= difference else (middle, high)
    return high


def _difference_with(design: Design, starts: int, common: float, own: float) -> float:
    return detectable_difference(replace(design, starts=starts), common, own)


def _variances(design: Design, calls: float, quantile: float, log_slope: LogSlope) -> tuple[float, float]:
    """The variances of the logarithm of one start's quantile: what all operations share, and what is the own."""
    # The variance of a sample quantile: David, Nagaraja, Order Statistics, 3rd ed., ch. 10.
    independent = log_slope**2 * quantile * (1.0 - quantile) / calls
    between = design.between**2
    return design.shared * between, (1.0 - design.shared) * between + design.clustering * independent
