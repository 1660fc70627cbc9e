"""Pause share and rate of major collections of a service, by the metrics of its runtime on a Prometheus page.

A major collection includes long-lived memory. Only metrics that count pauses add to the pause share: client_java's
`jvm_gc_collection_seconds` of ZGC cycles counts whole cycles, so it does not. Pages of a VM under G1 do not count its
cycles; `jvm.vm.collection_rates` does.
"""

import math
from collections.abc import Mapping, Sequence

from loadproof.probes.page_figure import PageFigure
from loadproof.probes.prometheus_text import Sample
from loadproof.system.growth import per_second

__all__ = ["COLLECTION_METRICS", "CollectionMetrics"]

_FULL = ("MarkSweepCompact", "PS MarkSweep")
_PAUSES = (
    *("Copy", "PS Scavenge", "G1 Young Generation", "G1 Old Generation", "G1 Concurrent GC", *_FULL),
    *("ZGC Pauses", "ZGC Minor Pauses", "ZGC Major Pauses"),
)
_GENERATION = ("gc_heap_generation", "generation")
_PAUSED_S = (
    PageFigure("go_gc_duration_seconds_sum"),
    PageFigure("jvm_gc_pause_seconds_sum"),  # Micrometer
    PageFigure("jvm_gc_collection_seconds_sum", _PAUSES, ("gc",)),  # client_java
    PageFigure("nodejs_gc_duration_seconds_sum"),  # prom-client
    PageFigure("dotnet_gc_pause_time_seconds_total"),  # .NET 9 and newer
)
_MAJOR = (
    PageFigure("go_gc_duration_seconds_count"),
    PageFigure("jvm_gc_collection_seconds_count", (*_FULL, "ZGC Cycles", "ZGC Major Cycles"), ("gc",)),
    PageFigure("nodejs_gc_duration_seconds_count", ("major",), ("kind",)),
    PageFigure("dotnet_gc_collections_total", ("gen2",), _GENERATION),
)
COLLECTION_METRICS = frozenset(figure.metric for figure in (*_PAUSED_S, *_MAJOR))
"""Names of the metrics to read from a page."""
_SERIES = {"gc_pause_share": _PAUSED_S, "major_collections_per_s": _MAJOR}


class CollectionMetrics:
    """Gives `gc_pause_share` and `major_collections_per_s` between two pages."""

    def __init__(self) -> None:
        """No page was read yet."""
        self._before: dict[str, tuple[float, float]] = {}

    def read(self, samples: Sequence[Sample], now_s: float) -> Mapping[str, float]:
        """Return the growth per second since the page before, by series.

        A series is left out on the first page, if the page has no finite value for it, or if its counter was reset.

        >>> metrics = CollectionMetrics()
        >>> pages = ((1.0, 7.0), (3.0, 8.0))
        >>> [metrics.read([Sample("go_gc_duration_seconds_count", (), cycles)], at_s) for at_s, cycles in pages]
        [{}, {'major_collections_per_s': 0.5}]
        """
        found = {}
        for name, figures in _SERIES.items():
            value = next((one for figure in figures if (one := figure.of(samples)) is not None), None)
            before = self._before.pop(name, None)
            if value is None or not math.isfinite(value):
                continue
            self._before[name] = now_s, value
            rate = None if before is None else per_second(before[1], value, now_s - before[0])
            if rate is not None:
                found[name] = rate
        return found
