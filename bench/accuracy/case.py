"""One load of the matrix."""

import itertools
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from bench.accuracy.due_times import DueTimes, due_times_ns
from bench.accuracy.mode import Mode
from bench.accuracy.modes import MANY, RATE

__all__ = ["Case", "cases_of"]

_SEEDS = 1_000_000


@dataclass(frozen=True, slots=True)
class Case:
    """A mode under one kind of load."""

    mode: Mode
    poisson: bool
    shards: int
    few: bool
    given_s: int | None = None
    """A length other than the mode's own."""

    @property
    def name(self) -> str:
        """As rows and tests show it."""
        kind = "poisson" if self.poisson else "constant"
        shards = "1 shard" if self.shards == 1 else f"{self.shards} shards"
        return f"{self.mode.name}, {kind}, {shards}, {self.connections} connections"

    @property
    def seconds(self) -> int:
        """How long the load is."""
        return self.given_s or self.mode.seconds

    @property
    def connections(self) -> int:
        """Most connections of the load, over all shards."""
        return self.mode.few if self.few else MANY

    @property
    def connections_of_shards(self) -> list[int]:
        """Of each shard."""
        return [self.connections // self.shards] * self.shards

    @property
    def seed(self) -> int:
        """A seed of its own, the same in every run."""
        return zlib.crc32(self.name.encode()) % _SEEDS

    @property
    def due_ns(self) -> DueTimes:
        """When its calls are due."""
        return due_times_ns(RATE, self.seconds, self.shards, poisson=self.poisson, seed=self.seed)


def cases_of(modes: Iterable[Mode], seconds: int | None = None) -> Iterator[Case]:
    """Every load of these modes: Poisson and constant arrivals, 1 to 4 shards, few and many connections."""
    for mode, few, poisson, shards in itertools.product(modes, (False, True), (True, False), (1, 2, 3, 4)):
        yield Case(mode, poisson, shards, few, seconds)
