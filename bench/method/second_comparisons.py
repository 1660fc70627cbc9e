"""A second population of studies for comparisons, of families that the published one does not have.

How rounds are judged was chosen on seeds of the published population. What it is worth elsewhere is shown here: the
families, their ranges and the seed were fixed before the first study of them was judged, and no rule was changed after
it. When the default slot became 5 s, for what the published population shows, they were run once more, with a new seed.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from loadproof.stats.variance_shrinkage import Floats

from bench.method.comparison_population import STEP_S, Population, Service
from bench.method.comparisons import table_of_errors
from bench.method.effort import Effort
from bench.method.table import MethodTable

__all__ = ["SECOND_POPULATIONS", "SEED", "second_comparisons"]

SEED = 51_913
"""Of the second run of these families, with slots of 5 s; the first, with slots of 10 s, had 40,471."""
STUDIES = 400


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A neighbour comes and goes, and takes as much each time."""

    busy_s: float
    quiet_s: float
    slows: float

    def __call__(self, random: np.random.Generator, steps: int) -> Floats:
        """What the neighbour takes, less what it takes on average."""
        path, place, busy = np.zeros(steps), 0, bool(random.random() < self.busy_s / (self.busy_s + self.quiet_s))
        while place < steps:
            lasts = 1 + int(random.exponential(self.busy_s if busy else self.quiet_s) / STEP_S)
            path[place : place + lasts] = self.slows if busy else 0.0
            place, busy = place + lasts, not busy
        return path - self.slows * self.busy_s / (self.busy_s + self.quiet_s)


@dataclass(frozen=True, slots=True)
class Waves:
    """Waves of two lengths, as timers and the host's schedule make them; their phases are drawn."""

    lengths_s: tuple[float, float]
    height: float

    def __call__(self, random: np.random.Generator, steps: int) -> Floats:
        """The sum of both."""
        at = STEP_S * np.arange(steps)
        phases = random.uniform(0.0, 2.0 * np.pi, 2)
        return np.asarray(
            sum(
                self.height * np.sin(2.0 * np.pi * at / length + phase)
                for length, phase in zip(self.lengths_s, phases, strict=True)
            )
        )


@dataclass(frozen=True, slots=True)
class StepAndSpikes:
    """The machine gets slower for good somewhere in a study, and single seconds are much slower."""

    step: float
    spike: float
    every_s: float

    def __call__(self, random: np.random.Generator, steps: int) -> Floats:
        """The step is half up, half down."""
        path = np.where(np.arange(steps) < random.integers(steps), -0.5, 0.5) * self.step
        return path + np.where(random.random(steps) < STEP_S / self.every_s, random.exponential(self.spike, steps), 0.0)


def three_kinds(random: np.random.Generator, size: tuple[int, ...]) -> Floats:
    """Starts of three kinds, of which one is as often as the other two."""
    return random.choice((-1.5, 0.0, 1.5), size=size, p=(0.25, 0.5, 0.25)) + 0.3 * random.standard_normal(size)


def seldom_slow(random: np.random.Generator, size: tuple[int, ...]) -> Floats:
    """Most starts are alike, and the slower a start is the rarer."""
    return random.gamma(0.5, np.sqrt(2.0), size)


def skewed(random: np.random.Generator, size: tuple[int, ...]) -> Floats:
    """An exponential law."""
    return random.exponential(1.0, size)


def few_calls(random: np.random.Generator) -> Service:
    """40 to 200 calls/s, so that calls scatter as much as starts do."""
    return Service(
        start_deviation=float(random.uniform(0.002, 0.01)),
        calls_per_s=float(np.exp(random.uniform(np.log(40.0), np.log(200.0)))),
        call_sigma=float(random.uniform(0.5, 1.2)),
        error_share=float(random.choice((0.0, 0.01))),
    )


def unlike_starts(random: np.random.Generator) -> Service:
    """Starts that differ by 3 to 6 % in CPU."""
    return Service(
        start_deviation=float(random.uniform(0.03, 0.06)),
        calls_per_s=float(np.exp(random.uniform(np.log(500.0), np.log(5000.0)))),
        call_sigma=float(random.uniform(0.3, 0.9)),
        error_share=float(random.choice((0.0, 0.002, 0.02))),
    )


SECOND_POPULATIONS: Mapping[str, Population] = {
    "a neighbour who comes and goes": Population(machine=Neighbour(40.0, 90.0, 0.25), slopes=(0.6, 1.4)),
    "waves of 70 s and 9 min": Population(machine=Waves((70.0, 540.0), 0.1), starts=skewed),
    "a step, and spikes": Population(machine=StepAndSpikes(0.2, 0.5, 25.0), starts=three_kinds, slopes=(0.8, 1.2)),
    "few calls, starts seldom slow": Population(service=few_calls, starts=seldom_slow),
    "starts that differ much, much company": Population(
        service=unlike_starts, starts=three_kinds, company=0.04, deferred=0.4, errors_in_bursts=True
    ),
    "a neighbour for minutes, heavy deferral": Population(
        machine=Neighbour(240.0, 400.0, 0.3), starts=seldom_slow, slopes=(0.3, 1.7), deferred=0.5
    ),
}


def second_comparisons(effort: Effort) -> MethodTable:
    """The table. Its seed is its own, whatever the seed of the run."""
    return table_of_errors("Comparisons of rounds on a second population", SECOND_POPULATIONS, STUDIES, SEED, effort)
