"""Response times over time as counts in logarithmic rows."""

import math
from bisect import bisect_left
from collections.abc import Sequence

from loadproof._engine import Histogram
from loadproof.report.series_model import HeatMap

__all__ = ["heat_map"]

_ROWS = 40


def heat_map(step_s: float, columns: Sequence[tuple[float, Histogram]]) -> HeatMap:
    """The heat map of `columns` (s since the run began, response times); rows reach from the fastest to the slowest."""
    buckets = [histogram.buckets() for _, histogram in columns]
    extremes = [(column[0][0], column[-1][0]) for column in buckets if column]
    if not extremes:
        return HeatMap(step_s=step_s, at_s=[], edges_ms=[], counts=[])
    low, high = min(lowest for lowest, _ in extremes), max(highest for _, highest in extremes)
    low, high = math.log(max(low, 1e-3) * 0.999), math.log(max(high, 1e-3) * 1.001)
    edges = [float(f"{math.exp(low + (high - low) * row / _ROWS):.4g}") for row in range(_ROWS + 1)]
    counts = []
    # The columns have the same buckets, a thousand or two each.
    row_of: dict[float, int] = {}
    for column in buckets:
        rows = [0] * _ROWS
        for value_ms, count in column:
            if value_ms not in row_of:
                row_of[value_ms] = min(max(bisect_left(edges, value_ms) - 1, 0), _ROWS - 1)
            rows[row_of[value_ms]] += count
        counts.append(rows)
    return HeatMap(step_s=step_s, at_s=[round(at_s, 1) for at_s, _ in columns], edges_ms=edges, counts=counts)
