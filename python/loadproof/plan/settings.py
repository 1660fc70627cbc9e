"""Settings of the load that do not depend on the method."""

import os
from dataclasses import dataclass
from typing import Self

from loadproof.model.rate import DEFAULT_SEED, Arrivals

__all__ = ["Arrivals", "LoadSettings", "default_shards"]


@dataclass(frozen=True, slots=True)
class LoadSettings:
    """Arrivals, limit of connections, shards (threads of the engine) and the seed of everything drawn."""

    arrivals: Arrivals = Arrivals.POISSON
    connections: int | None = None
    """Most connections that are open at once; None: as many as calls need."""
    shards: int = 1
    seed: int = DEFAULT_SEED
    awake: bool = False
    """Idle processors are kept from sleeping."""
    shared_machine: bool = False
    """Other processes of the machine are accepted as part of the environment."""
    user_totals: tuple[int, ...] = ()
    """Numbers of users of all kinds that trials may state."""
    counted_ms: tuple[float, ...] = ()
    """Response times, in ms, that calls are counted against beside those of SLOs."""

    @classmethod
    def of(
        cls,
        arrivals: Arrivals,
        connections: int | None,
        shards: int | None,
        seed: int,
        *,
        awake: bool,
        shared_machine: bool,
    ) -> Self:
        """Settings as the command line gives them; `shards` None: as many as the machine can spare."""
        threads = shards if shards is not None else default_shards()
        return cls(arrivals, connections, threads, seed, awake, shared_machine)


def default_shards() -> int:
    """One shard where there are two cores or fewer, else half of them: the stand and the probes need cores too.

    >>> default_shards() >= 1
    True
    """
    return max(1, len(os.sched_getaffinity(0)) // 2)
