"""Result of one trial for one SLO, for the fit of the capacity."""

from dataclasses import dataclass

from loadproof.judge.verdict import State

__all__ = ["Point"]


@dataclass(frozen=True, slots=True)
class Point:
    """One trial: the calls that an SLO would allow to be bad at its limit, and those that were."""

    rate: float
    allowed: float
    bad: float
    dispersion: float
    state: State
    at_s: float = 0.0
    """Seconds of load before the trial."""
    span_s: float = 30.0
    drawn: tuple[float, float] | None = None
    """ln(share / limit) as the tail below the threshold draws it on, and its deviation."""
