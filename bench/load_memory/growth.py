"""Growth of a memory after its warm-up: the slope with an interval of 95 %."""

from collections.abc import Sequence
from dataclasses import dataclass

from loadproof.stats.robust_slope import robust_slope

from bench.error import BenchError

__all__ = ["WARM_UP_S", "Growth", "growth_of"]

WARM_UP_S = 300.0
"""For four minutes histograms are kept by the second; then caches are full, and batches are folded."""
_FEWEST = 20
_LEFT_OUT_S = 10.0
"""At the end of a load its result is made."""


@dataclass(frozen=True, slots=True)
class Growth:
    """Bytes a second, from the end of the warm-up to the end of the load."""

    begin_bytes: float
    per_s: float
    low: float
    high: float


def growth_of(points: Sequence[tuple[float, int]], load_s: float) -> Growth:
    """Growth of (s, bytes) at equal steps over a load of `load_s`. Raises BenchError for a load that is too short.

    >>> growth_of([(5.0 * step, 1_000_000 + 500 * step) for step in range(200)], 1000.0).per_s
    100.0
    """
    late = [point for point in points if WARM_UP_S <= point[0] <= load_s - _LEFT_OUT_S]
    if len(late) < _FEWEST:
        raise BenchError(f"a load of {load_s:g} s leaves {len(late)} samples after its warm-up. Cure: load 10 minutes")
    step_s = (late[-1][0] - late[0][0]) / (len(late) - 1)
    slope = robust_slope([float(size) for _, size in late])
    return Growth(slope.first, slope.per_step / step_s, slope.low / step_s, slope.high / step_s)
