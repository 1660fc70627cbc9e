"""Populations of simulated studies of comparisons: machines that drift, laws of starts, and services."""

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from loadproof.methods.compare.machine import CompareSettings
from loadproof.stats.variance_shrinkage import Floats
from scipy import signal

from bench.method.round_faults import RoundFaults

__all__ = [
    "STEP_S",
    "Drift",
    "Law",
    "Machine",
    "Population",
    "Service",
    "bistable",
    "heavy",
    "normal",
    "usual",
]

STEP_S = 1.0
"""Of the machine's path."""

Machine = Callable[[np.random.Generator, int], Floats]
"""The logarithm of the machine's slowness at so many steps of 1 s, around 0."""
Law = Callable[[np.random.Generator, tuple[int, ...]], Floats]
"""Draws of about unit scale."""


@dataclass(frozen=True, slots=True)
class Drift:
    """An Ornstein-Uhlenbeck process: its correlation is 0.85 at 20 s and 0.31 at 148 s, as measured here.

    docs/method/comparison.md has where these come from.
    """

    deviation: float = 0.15
    memory_s: float = 125.0

    def __call__(self, random: np.random.Generator, steps: int) -> Floats:
        """The logarithm of the slowness at so many steps of 1 s."""
        kept = math.exp(-STEP_S / self.memory_s)
        shocks = self.deviation * random.standard_normal(steps)
        shocks[1:] *= math.sqrt(1.0 - kept**2)
        return np.asarray(signal.lfilter([1.0], [1.0, -kept], shocks))


def normal(random: np.random.Generator, size: tuple[int, ...]) -> Floats:
    """Outcome of most starts."""
    return random.standard_normal(size)


def bistable(random: np.random.Generator, size: tuple[int, ...]) -> Floats:
    """One start in four is of the slow kind, four deviations from the others."""
    return np.where(random.random(size) < 0.25, 3.0, -1.0) + random.standard_normal(size)


def heavy(random: np.random.Generator, size: tuple[int, ...]) -> Floats:
    """Student's t with 3 degrees of freedom, of variance 1."""
    return np.asarray(random.standard_t(3, size) / np.sqrt(3.0))


@dataclass(frozen=True, slots=True)
class Service:
    """What all variants of one study have in common."""

    start_deviation: float
    """Of CPU per request between starts; the mean response scatters 1.5 times, the p99 twice as much."""
    calls_per_s: float
    call_sigma: float
    """Of the logarithm of a call's response."""
    error_share: float


def usual(random: np.random.Generator) -> Service:
    """Starts that differ by 0.5 to 2 % in CPU, 300 to 3,000 calls/s, tails from thin to heavy."""
    return Service(
        start_deviation=float(random.uniform(0.005, 0.02)),
        calls_per_s=float(np.exp(random.uniform(np.log(300.0), np.log(3000.0)))),
        call_sigma=float(random.uniform(0.4, 1.0)),
        error_share=float(random.choice((0.0, 0.001, 0.003))),
    )


@dataclass(frozen=True, slots=True)
class Population:
    """What studies are drawn from."""

    design: CompareSettings = field(default_factory=lambda: CompareSettings(1000.0))
    machine: Machine = Drift()
    service: Callable[[np.random.Generator], Service] = usual
    starts: Law = normal
    slopes: tuple[float, float] = (1.0, 1.0)
    """How much a variant feels the machine: least and most, evenly drawn for each."""
    company: float = 0.0
    """By how much idle variants slow a slot down on average; what the one before has put off adds as much again."""
    deferred: float = 0.0
    """The largest share of a variant's CPU that it uses later, when others are loaded."""
    errors_in_bursts: bool = False
    faults: RoundFaults | None = None
    """None: no slot is disturbed, no variant dies, and maintenance takes each time as long."""
