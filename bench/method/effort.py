"""How much a table of error rates may cost."""

from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

__all__ = ["Effort"]

Item = TypeVar("Item")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Effort:
    """A share of the published runs, the processes that share them, and the seed that they all grow from.

    >>> Effort(scale=0.1).runs(1000)
    100
    """

    scale: float = 1.0
    processes: int = 1
    seed: int = 1

    def runs(self, published: int, fewest: int = 1) -> int:
        """So many of the `published` runs, at least `fewest`."""
        return max(fewest, round(published * self.scale))

    def map(self, work: Callable[[Item], Result], items: Iterable[Item]) -> list[Result]:
        """`work` on each item, in their order, whatever the number of processes; what is given must be picklable."""
        if self.processes == 1:
            return [work(item) for item in items]
        with ProcessPoolExecutor(self.processes) as pool:
            return list(pool.map(work, items, chunksize=1))
