"""The intervals of one span's response times, reckoned when they are first asked for."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from loadproof._engine import Histogram
from loadproof.judge.batches import ResponseBatches
from loadproof.model.typed_json import as_written
from loadproof.records.measurement import QUANTILES, Bounds, CallsNeeded, Intervals
from loadproof.stats.quantile_interval import Interval, quantile_intervals

__all__ = ["NO_INTERVALS", "SCOPE", "ResponseIntervals"]

SCOPE: Literal["within one start"] = "within one start"
"""The service start is the unit of replication: these intervals do not say how starts differ."""


class ResponseIntervals:
    """The interval of each quantile of `response`; its batches are let go once the intervals are known.

    A search looks at hundreds of spans, keeps those of its history, and reads the intervals of few.
    """

    def __init__(self, response: Histogram, batches: ResponseBatches | None) -> None:
        """`response` holds at least the calls of `batches`; without batches there are no intervals."""
        self._response = response
        self._batches = batches
        self._found: Mapping[str, Interval | CallsNeeded] = MappingProxyType({})

    def by_name(self) -> Mapping[str, Interval | CallsNeeded]:
        """The interval of `p50` to `p99_9`, or about how many calls one needs; empty where nothing was answered."""
        if self._batches is not None:
            if self._response.count:
                levels_ms = [self._response.quantile_ms(quantile) for quantile in QUANTILES.values()]
                calls, over = self._batches.over(levels_ms)
                found = quantile_intervals(self._response.quantile_ms, calls, dict(zip(QUANTILES, over, strict=True)))
                self._found = MappingProxyType(found)
            self._batches = None
        return self._found

    def record(self) -> Intervals:
        """Return the record of the intervals, in ms."""
        found = self.by_name()
        return Intervals(scope=SCOPE, **{name: _record(found.get(name)) for name in QUANTILES})


def _record(found: Interval | CallsNeeded | None) -> Bounds | CallsNeeded | None:
    return as_written(Bounds(low=found.low_ms, high=found.high_ms)) if isinstance(found, Interval) else found


NO_INTERVALS = ResponseIntervals(Histogram(), None)
"""Intervals of a span without batches, such as a span that is rebuilt from the store."""
