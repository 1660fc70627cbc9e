"""Simulated starts of several variants, as a ranking reads them: a capacity for each, and what a search makes of it."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from loadproof.judge.start_rate import Bound, StartRate, VariantRates, Within
from loadproof.stats.variance_shrinkage import Floats

__all__ = ["RankedVariants", "capacities", "rates_of", "values_of"]

_LEVEL = 2000.0
"""calls/s; the first step of a staircase that has two beside it."""
_INTERVAL = 2.0537


@dataclass(frozen=True, slots=True)
class RankedVariants:
    """What starts are like; `between` is the standard deviation of the logarithm of a start's capacity."""

    between: float = 0.02
    variants: int = 6
    starts: int = 3
    law: Literal["normal", "heavy", "two kinds"] = "normal"
    """`heavy`: Student's t with 3 degrees of freedom; `two kinds`: one start in five is slow."""
    scatters: float = 1.0
    """How many times as much some variants scatter: as many as `scattered`."""
    scattered: int = 1
    search: float = 0.01
    """The error of a search, as its interval says; of steps none."""
    steps: tuple[float, ...] = ()
    """Plateaus in multiples of the capacity of a typical start; without them a search."""

    @property
    def within(self) -> Within:
        """What the intervals within starts are."""
        return Within.STEP if self.steps else Within.ESTIMATE


def capacities(described: RankedVariants, lead: float, random: np.random.Generator) -> Floats:
    """Logarithms of the capacity of each start against the typical one, variants × starts; the first has a `lead`."""
    size = (described.variants, described.starts)
    if described.law == "heavy":
        drawn = random.standard_t(3, size) / np.sqrt(3.0)
    elif described.law == "two kinds":
        # Of variance 1: four in five at 0.5, the fifth at −2.
        drawn = np.where(random.random(size) < 0.2, -2.0, 0.5)
    else:
        drawn = random.standard_normal(size)
    deviations = np.full(described.variants, described.between)
    deviations[described.variants - described.scattered :] *= described.scatters
    found = deviations[:, None] * drawn
    found[0] += np.log1p(lead)
    return np.asarray(found)


def rates_of(described: RankedVariants, found: Floats, random: np.random.Generator) -> list[VariantRates]:
    """What searches, or staircases, on these starts answer."""
    answered = found + described.search * random.standard_normal(found.shape)
    return [
        VariantRates(f"variant-{index}", tuple(_answer(described, own, seen) for own, seen in zip(*rows, strict=True)))
        for index, rows in enumerate(zip(found, answered, strict=True))
    ]


def values_of(variants: list[VariantRates]) -> Floats:
    """Logarithms of the rates alone, variants × starts: what a test sees that knows of no intervals."""
    return np.log([[rate.rate for rate in variant.rates] for variant in variants])


def _answer(described: RankedVariants, capacity: float, answered: float) -> StartRate:
    if not described.steps:
        rate, width = _LEVEL * float(np.exp(answered)), float(np.exp(_INTERVAL * described.search))
        return StartRate(rate, rate / width, rate * width)
    passed = [step for step in described.steps if step <= float(np.exp(capacity))]
    if not passed:
        return StartRate(_LEVEL * described.steps[0], bound=Bound.BELOW)
    if len(passed) == len(described.steps):
        return StartRate(_LEVEL * passed[-1], bound=Bound.AT_LEAST)
    return StartRate(_LEVEL * passed[-1], _LEVEL * passed[-1], _LEVEL * described.steps[len(passed)])
