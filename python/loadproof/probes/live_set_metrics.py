"""Live set of the heap of a service, by the metrics that its runtime gives on a Prometheus page.

Only a metric that means "alive after a collection" counts. A metric of the heap in use, garbage included, does not:
such as `go_memstats_heap_alloc_bytes` or `jvm_memory_used_bytes`.
"""

from collections.abc import Mapping, Sequence

from loadproof.probes.page_figure import PageFigure
from loadproof.probes.prometheus_text import Sample

__all__ = ["METRICS", "LiveSetMetrics"]


_OLD_POOLS = ("G1 Old Gen", "PS Old Gen", "Tenured Gen")
_GENERATION = ("gc_heap_generation", "generation")
_TOLD = (
    PageFigure("jvm_gc_live_data_size_bytes"),  # Micrometer
    PageFigure("jvm_memory_pool_collection_used_bytes", _OLD_POOLS, ("pool",)),  # client_java
    PageFigure("jvm_memory_used_after_last_gc_bytes", _OLD_POOLS, ("jvm_memory_pool_name", "pool")),  # OpenTelemetry
    PageFigure("go_gc_heap_live_bytes"),  # collectors.WithGoCollectorRuntimeMetrics, of Go 1.21 and newer
)
"""Metrics of the live set after the last collection; 0: there was no collection yet."""
_READ_AFTER = (
    (
        PageFigure("nodejs_gc_duration_seconds_count", ("major",), ("kind",)),  # prom-client
        PageFigure("nodejs_heap_space_size_used_bytes", ("old", "large_object"), ("space",)),
    ),
    (
        PageFigure("dotnet_gc_collections_total", ("gen2",), _GENERATION),  # .NET 9 and newer, by OpenTelemetry
        PageFigure("dotnet_gc_last_collection_heap_size_bytes", ("gen2", "loh"), _GENERATION),
    ),
    (
        PageFigure("process_runtime_dotnet_gc_collections_count_total", ("gen2",), _GENERATION),  # OpenTelemetry before
        PageFigure("process_runtime_dotnet_gc_heap_size_bytes", ("gen2", "loh"), _GENERATION),
    ),
)
"""Pairs: count of collections that include long-lived memory, and size of that memory, all live right after one."""
_MOST = (
    PageFigure("jvm_gc_max_data_size_bytes"),
    PageFigure("jvm_memory_pool_collection_max_bytes", _OLD_POOLS, ("pool",)),
    PageFigure("jvm_memory_limit_bytes", _OLD_POOLS, ("jvm_memory_pool_name", "pool")),
)
METRICS = frozenset(figure.metric for figure in (*_TOLD, *_MOST, *(figure for both in _READ_AFTER for figure in both)))
"""Names of the metrics to read from a page."""
_MIB = 2.0**20
_MOST_BYTES = 2.0**60


class LiveSetMetrics:
    """Gives `live_set_mib` once for each collection that is seen between two pages, and `heap_max_mib`."""

    def __init__(self) -> None:
        """No page was read yet."""
        self._before: dict[str, float] = {}

    def read(self, samples: Sequence[Sample]) -> Mapping[str, float]:
        """Return `live_set_mib` and `heap_max_mib` of one page, each only if the runtime gives it.

        `live_set_mib` also needs a collection since the page before.

        >>> metrics = LiveSetMetrics()
        >>> [metrics.read([Sample("go_gc_heap_live_bytes", (), mib * 2**20)]) for mib in (7.0, 7.0, 8.0)]
        [{}, {}, {'live_set_mib': 8.0}]
        """
        alive = [self._changed(figure, figure.of(samples)) for figure in _TOLD]
        alive += [self._collected(count, used, samples) for count, used in _READ_AFTER]
        values = {"live_set_mib": alive, "heap_max_mib": [figure.of(samples) for figure in _MOST]}
        found = {name: next((one for one in each if _is_size(one)), None) for name, each in values.items()}
        return {name: value / _MIB for name, value in found.items() if value is not None}

    def _changed(self, figure: PageFigure, value: float | None) -> float | None:
        before = self._noted(figure, value)
        return None if before is None or value == before else value

    def _collected(self, count: PageFigure, used: PageFigure, samples: Sequence[Sample]) -> float | None:
        value = count.of(samples)
        before = self._noted(count, value)
        return used.of(samples) if before is not None and value is not None and value > before else None

    def _noted(self, figure: PageFigure, value: float | None) -> float | None:
        before = self._before.get(figure.metric)
        if value is not None:
            self._before[figure.metric] = value
        return before


def _is_size(value: float | None) -> bool:
    """Also false for what is not a number, and for the -1 of a pool without a maximum."""
    return value is not None and 0.0 < value < _MOST_BYTES
