"""CPUs that the generator and the services keep to."""

import math
import os

from loadproof.study.stand_settings import Placement

__all__ = ["generator_cpus", "narrowed", "service_cpus", "turned"]


def generator_cpus(placement: Placement) -> list[int]:
    """CPUs of the generator: with APART the first half of those this thread may use, all of them where there is one."""
    return _halves(placement)[0]


def service_cpus(placement: Placement) -> list[int]:
    """CPUs of the services: with APART the second half of those this thread may use, all of them where there is one."""
    return _halves(placement)[1]


def narrowed(cpus: list[int], limit: float | None) -> list[int]:
    """Return as many of `cpus` as `limit` needs, for a limit that no quota enforces; all of them for None.

    >>> narrowed([4, 5, 6, 7], 1.5)
    [4, 5]
    """
    return cpus if limit is None else cpus[: max(1, math.ceil(limit))]


def turned(cpus: list[int], turn: int) -> list[int]:
    """The same CPUs, of which another one is the first at each `turn`: a service that is narrowed has others then.

    >>> [narrowed(turned([4, 5, 6], turn), 2.0) for turn in range(3)]
    [[4, 5], [5, 6], [6, 4]]
    """
    first = turn % len(cpus)
    return cpus[first:] + cpus[:first]


def _halves(placement: Placement) -> tuple[list[int], list[int]]:
    allowed = sorted(os.sched_getaffinity(0))
    if placement is Placement.SHARED or len(allowed) == 1:
        return allowed, allowed
    half = len(allowed) // 2
    return allowed[:half], allowed[half:]
