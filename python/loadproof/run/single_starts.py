"""Single starts, for variants that do not fit into memory together: the reason for them, and their order."""

from collections.abc import Mapping, Sequence

from loadproof.errors import InputError
from loadproof.methods.cycles import mirrored_order
from loadproof.model.message import Listing, Message, listed, mebibytes
from loadproof.study.study import Variant

__all__ = ["lack_of_memory", "single_order"]

_MOST_HELD = 0.5
"""Largest share of the memory that all variants may hold: the rest is for the page cache and for growth under load."""
_MIB = 2.0**20


def lack_of_memory(
    held_mib: float, limit_bytes: int, failed: Mapping[str, InputError], variants: Sequence[Variant], kills: int
) -> Message | None:
    """Return the reason why variants cannot be up together; None: there is none.

    `held_mib` is the memory that the running variants hold. `failed` has the error of each variant that is not up.
    `kills` is the number of processes that the kernel killed meanwhile for want of memory. If a service of a failed
    variant has a memory limit, the variant does not count: the limit may also kill it when it is up alone.

    >>> lack_of_memory(100.0, 2**30, {}, (), 0) is None, lack_of_memory(600.0, 2**30, {}, (), 0).code
    (True, 'single-starts-held')
    """
    machine = mebibytes(limit_bytes / _MIB)
    if held_mib > _MOST_HELD * limit_bytes / _MIB:
        return Message("single-starts-held", held=mebibytes(held_mib), machine=machine)
    unlimited = [
        variant.name
        for variant in variants
        if variant.name in failed and all(service.limits.memory_bytes is None for service in variant.stand.services)
    ]
    if kills > 0 and unlimited:
        return Message("single-starts-killed", variants=listed(unlimited, Listing.AND), machine=machine)
    return None


def single_order(variants: Sequence[str], place: int, seed: int) -> list[str]:
    """The order of the round at `place`, from 0: drawn for each pair of rounds, the second mirrors the first.

    >>> first, second = (single_order("abc", place, 1) for place in (0, 1))
    >>> first[::-1] == second
    True
    """
    return mirrored_order(variants, place, seed, _SINGLE)


_SINGLE = 104_729
"""No other draw of a study begins with it."""
