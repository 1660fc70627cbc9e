"""Memories of services with a known truth, second by second: healthy ones, and leaks."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from loadproof.judge.service_memory import ServiceMemory
from numpy.typing import NDArray
from scipy.signal import lfilter

__all__ = ["DAY_S", "HEALTHY", "HOUR_S", "LEAKING", "Kind", "Service", "memory_of"]

HOUR_S = 3600
DAY_S = 24 * HOUR_S
Series = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Service:
    """One service by chance: its level and the room up to its limit, MiB, over a soak of `seconds`."""

    rng: np.random.Generator
    seconds: int
    level: float
    room: float

    @classmethod
    def by_chance(cls, rng: np.random.Generator, seconds: int) -> "Service":
        """From 100 to 4,000 MiB, with 0.3 to 3 times as much room."""
        level = 10.0 ** rng.uniform(2.0, 3.6)
        return cls(rng, seconds, level, level * rng.uniform(0.3, 3.0))

    @property
    def at_s(self) -> Series:
        """Each second."""
        return np.arange(self.seconds, dtype=np.float64)

    def between(self, least: float, most: float) -> float:
        """By chance, evenly in the logarithm."""
        return float(np.exp(self.rng.uniform(np.log(least), np.log(most))))

    def noise(self, part_of_level: float, remembered_s: float) -> Series:
        """An AR(1) series whose memory falls to 1/e after `remembered_s`."""
        kept = np.exp(-1.0 / remembered_s)
        shocks = self.rng.normal(size=self.seconds) * np.sqrt(1.0 - kept * kept)
        shocks[0] = self.rng.normal()
        result: Series = lfilter([1.0], [1.0, -kept], shocks) * part_of_level * self.level
        return result

    def quiet(self) -> Series:
        """The level with a noise of 0.05 to 0.5 % that is remembered for 1 to 60 s."""
        return self.level + self.noise(self.between(0.0005, 0.005), self.between(1.0, 60.0))

    def teeth(self, least_period_s: float, most_period_s: float) -> Series:
        """Garbage that grows to 5 to 60 % of the room and is freed but for 1 % or so, each turn a little other."""
        period_s = self.between(least_period_s, most_period_s)
        turns = int(self.seconds / period_s) + 3
        ends = np.cumsum(period_s * (1.0 + 0.1 * self.rng.uniform(-1.0, 1.0, turns))) - self.rng.random() * period_s
        turn = np.searchsorted(ends, self.at_s, side="right")
        starts = np.concatenate(([ends[0] - period_s], ends))
        height = self.room * self.rng.uniform(0.05, 0.6)
        left = 0.01 * height * np.abs(self.rng.normal(size=turns + 1))
        result: Series = height * (self.at_s - starts[turn]) / period_s + left[turn]
        return result

    def filling(self, least_s: float, most_s: float) -> Series:
        """Something that fills by 5 to 50 % of the room and levels off."""
        decay_s = self.between(least_s, most_s)
        return self.room * self.rng.uniform(0.05, 0.5) * (1.0 - np.exp(-self.at_s / decay_s))

    def wave(self) -> Series:
        """A daily wave of 2 to 10 % of the room from trough to peak."""
        height = self.room * self.rng.uniform(0.02, 0.1)
        return height / 2.0 * np.sin(2.0 * np.pi * (self.at_s / DAY_S + self.rng.random()))

    def steps(self) -> Series:
        """A pool that grows by 1 to 5 % of the room at each record of what is wanted at once: ever more seldom."""
        began_s = self.seconds * self.rng.uniform(0.02, 0.5)
        step = self.room * self.rng.uniform(0.01, 0.05)
        # Records come at a rate of 1 / age.
        records = self.rng.poisson(np.log(1.0 + self.seconds / began_s))
        ages_s = began_s * np.exp(self.rng.uniform(0.0, np.log(1.0 + self.seconds / began_s), records))
        return step * (self.at_s[:, None] >= (ages_s - began_s)[None, :]).sum(axis=1)

    def line(self) -> Series:
        """A leak that fills the room within 1.5 to 10 lengths of the soak."""
        return self.room * self.at_s / (self.seconds * self.between(1.5, 10.0))

    def collected(self, alive: Series, least_period_s: float, most_period_s: float) -> Series:
        """The live set after the last collection: it stands still between collections."""
        period_s = self.between(least_period_s, most_period_s)
        phase_s = self.rng.random() * period_s
        last_s = np.floor((self.at_s + phase_s) / period_s) * period_s - phase_s
        # Before the first collection nothing is known but what was alive at the start.
        result: Series = alive[np.clip(np.ceil(last_s), 0, None).astype(int)]
        return result


Kind = Callable[[Service], Series]

LONG = 2.0
"""Periods go up to so many lengths of the soak."""


def live(series_of: Kind, most: float) -> Kind:
    """What a kind looks like as a live set after collections of 2 s to `most` lengths of the soak apart."""
    return lambda service: service.collected(series_of(service), 2.0, most * service.seconds)


HEALTHY: Mapping[str, Kind] = {
    "level with noise": lambda one: one.quiet(),
    "collections each 2 s to 1/20 of the soak": lambda one: one.quiet() + one.teeth(2.0, one.seconds / 20),
    "collections each 1/20 to 1 of the soak": lambda one: one.quiet() + one.teeth(one.seconds / 20, one.seconds),
    "warm-up growth, time constant 1/50 to 1/8": lambda one: one.quiet() + one.filling(one.seconds / 50, one.seconds / 8),
    "warm-up growth and collections": lambda one: (
        one.quiet() + one.filling(one.seconds / 50, one.seconds / 8) + one.teeth(2.0, one.seconds / 20)
    ),
    "slow cache, time constant 1/8 to 1": lambda one: one.quiet() + one.filling(one.seconds / 8, one.seconds),
    "daily wave": lambda one: one.quiet() + one.wave(),
    "page cache, remembered for 1/200 to 1/20": lambda one: (
        one.quiet() + one.noise(one.between(0.003, 0.03), one.between(one.seconds / 200, one.seconds / 20))
    ),
    "a pool that grows by steps": lambda one: one.quiet() + one.steps(),
    "live set: level": live(lambda one: one.quiet(), LONG),
    "live set: warm-up": live(lambda one: one.quiet() + one.filling(one.seconds / 50, one.seconds / 8), 0.05),
    "live set: slow cache": live(lambda one: one.quiet() + one.filling(one.seconds / 8, one.seconds), 0.05),
}

LEAKING: Mapping[str, Kind] = {
    "leak with noise": lambda one: one.quiet() + one.line(),
    "leak, collections each 2 s to 1/20": lambda one: one.quiet() + one.line() + one.teeth(2.0, one.seconds / 20),
    "leak after warm-up growth": lambda one: (
        one.quiet() + one.line() + one.filling(one.seconds / 50, one.seconds / 8)
    ),
    "live set: leak": live(lambda one: one.quiet() + one.line(), 0.05),
    "live set: leak after warm-up": live(
        lambda one: one.quiet() + one.line() + one.filling(one.seconds / 50, one.seconds / 8), 0.05
    ),
}


def memory_of(kind: Kind, rng: np.random.Generator, seconds: int) -> ServiceMemory:
    """A service of that kind by chance, read each second, and folded to 960 least readings for speed."""
    service = Service.by_chance(rng, seconds)
    values = kind(service)
    points = list(zip(np.arange(seconds).tolist(), values.tolist(), strict=True))
    return ServiceMemory(points, (), service.level + service.room)
