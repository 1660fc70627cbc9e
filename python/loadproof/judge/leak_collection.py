"""Whether memory in use shows collections of garbage: falls that are quicker than anything that rises.

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
    """Whether over some number of readings the memory once fell by twice as much as it ever rose.

    Both are measured from the usual way (the median), which for most of the time is that of filling. Noise falls as
    it rises; a collection frees in a moment what it took long to fill. Ways of 1, 2, 4 ... readings are tried, as some
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
