"""The memory of a service by chance, second by second, with a known truth."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.signal import lfilter

__all__ = ["DAY_S", "Series", "Service"]

DAY_S = 86_400
Series = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Service:
    """A service: its level and the room up to its limit, MiB, over a soak of `seconds`, and the leak it may have."""

    rng: np.random.Generator
    seconds: int
    level: float
    room: float
    leak_mib_per_s: float

    @classmethod
    def by_chance(cls, rng: np.random.Generator, seconds: int) -> "Service":
        """From 100 to 4,000 MiB, with 0.3 to 3 times as much room, which a leak fills in 1.5 to 10 lengths."""
        level = 10.0 ** rng.uniform(2.0, 3.6)
        room = level * rng.uniform(0.3, 3.0)
        lengths = float(np.exp(rng.uniform(np.log(1.5), np.log(10.0))))
        return cls(rng, seconds, level, room, room / (lengths * seconds))

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
        had: Series = np.searchsorted(np.sort(ages_s - began_s), self.at_s, side="right").astype(np.float64)
        return step * had

    def leaked(self) -> Series:
        """A leak of `leak_mib_per_s`."""
        return self.leak_mib_per_s * self.at_s

    def collected(self, alive: Series, least_period_s: float, most_period_s: float) -> Series:
        """The live set after the last collection: it stands still between collections."""
        period_s = self.between(least_period_s, most_period_s)
        phase_s = self.rng.random() * period_s
        last_s = np.floor((self.at_s + phase_s) / period_s) * period_s - phase_s
        # Before the first collection nothing is known but what was alive at the start.
        result: Series = alive[np.clip(np.ceil(last_s), 0, None).astype(int)]
        return result
