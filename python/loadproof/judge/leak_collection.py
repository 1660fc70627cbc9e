"""Test for garbage collections in readings of memory in use: falls that are quicker than any rise.

Rule and measured errors: docs/method/leaks.md.
"""

import numpy as np
from numpy.typing import NDArray

__all__ = ["collection_seen"]

_QUICKER = 2.0
"""A fall is a collection when no rise over as many readings is half as large."""
_FEWEST_WAYS = 60
"""Ways of equal length that fit into the readings side by side: of fewer, the largest differ by chance."""
_LEAST_MIB = 0.01


def collection_seen(mib: NDArray[np.float64]) -> bool:
    """Return True if the memory once fell by more than twice its largest rise over as many readings.

    Fall and rise are measured from the median change, which is mostly that of filling. Noise falls as quickly as it
    rises; a collection frees at once what took long to fill. Steps of 1, 2, 4 ... readings are tried, because some
    collectors give memory back in pieces.

    >>> collection_seen(np.arange(1000.0)), collection_seen(np.arange(1000.0) % 100)
    (False, True)
    """
    way = 1
    while way * _FEWEST_WAYS <= len(mib):
        moved = mib[way:] - mib[:-way]
        usual = float(np.median(moved))
        fall, rise = usual - float(moved.min()), float(moved.max()) - usual
        if fall > max(_LEAST_MIB, _QUICKER * rise):
            return True
        way *= 2
    return False
