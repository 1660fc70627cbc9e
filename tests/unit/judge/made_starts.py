"""Holds of starts made by hand: log-normal response times, failures."""

from collections.abc import Mapping

import numpy as np
from loadproof._engine import Histogram
from loadproof.judge.measured_span import MeasuredSpan

HOLD_S = 60.0


def measurement_of(
    response: Histogram, failed: int = 0, operations: Mapping[str, MeasuredSpan] | None = None
) -> MeasuredSpan:
    """A hold in which these calls were answered and so many failed."""
    due = response.count + failed
    return MeasuredSpan(
        duration_s=HOLD_S,
        rate=response.count / HOLD_S,
        due=due,
        sent=due,
        completed=response.count,
        dropped=0,
        cut=0,
        errors_by_kind={"status-503": failed} if failed else {},
        within=(),
        response=response,
        wait=Histogram(),
        lateness=Histogram(),
        service=response,
        operations=operations or {},
    )


def response_of(random: np.random.Generator, calls: int, median_ms: float, sigma: float = 0.3) -> Histogram:
    """So many log-normal calls."""
    histogram = Histogram()
    for value in median_ms * np.exp(sigma * random.standard_normal(calls)):
        histogram.record_ms(float(value))
    return histogram
