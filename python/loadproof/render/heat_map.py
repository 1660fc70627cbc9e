"""Response times over time as counts in logarithmic rows."""

import math
from collections.abc import Sequence
from itertools import pairwise

from loadproof._engine import Histogram
from loadproof.result.series import HeatMap

__all__ = ["heat_map"]

_ROWS = 40


def heat_map(step_s: float, columns: Sequence[tuple[float, Histogram]]) -> HeatMap:
    """The heat map of `columns` (s since the run began, response times); rows reach from the fastest to the slowest."""
    whole = Histogram()
    for _, histogram in columns:
        whole.merge(histogram)
    buckets = whole.buckets()
    if not buckets:
        return HeatMap(step_s=float(step_s), at_s=[], edges_ms=[], counts=[])
    low, high = math.log(max(buckets[0][0], 1e-3) * 0.999), math.log(max(buckets[-1][0], 1e-3) * 1.001)
    edges = [float(f"{math.exp(low + (high - low) * row / _ROWS):.4g}") for row in range(_ROWS + 1)]
    counts = []
    for _, histogram in columns:
        # The first and the last row take what lies beyond their edges, too.
        up_to = [0, *histogram.counts_up_to(edges[1:-1]), histogram.count]
        counts.append([upper - lower for lower, upper in pairwise(up_to)])
    return HeatMap(step_s=float(step_s), at_s=[round(at_s, 1) for at_s, _ in columns], edges_ms=edges, counts=counts)
