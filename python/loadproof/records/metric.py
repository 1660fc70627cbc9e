"""Metrics that comparisons and overheads compare, and how their effects are counted."""

from enum import StrEnum

from loadproof.records.measurement import QUANTILES

__all__ = ["PARTS_OF_MEMORY", "PRIMARY", "PRIMARY_OF_OPERATION", "Metric", "Scale"]


class Scale(StrEnum):
    """Unit of the effect on a metric."""

    PER_CENT = "%"
    """Ratio: +5 % of 40 % is 42 %."""
    POINTS = "points"
    """Difference: +5 points of 40 % is 45 %."""


class Metric(StrEnum):
    """Metric of a variant: response times of every operation and in total, the others per variant or per operation."""

    MEAN = "mean"
    P50 = "p50"
    P90 = "p90"
    P95 = "p95"
    P99 = "p99"
    P99_9 = "p99_9"
    ERRORS = "errors"
    """Per cent of due calls that failed, were dropped or cut."""
    DONE = "done"
    """Calls completed in the judged seconds, in per cent of those due in them: below 100 a queue grows."""
    THROUGHPUT = "throughput"
    """Completed calls per second, of a load of users alone: a slower variant is asked less."""
    CPU = "cpu"
    """CPU of the variant per completed call, in ms: what it does later, when others are loaded, counts too."""
    MEMORY = "memory"
    """MiB of the variant's group, or the proportional share of its processes: garbage that waits in a heap counts."""
    LIVE_SET = "live_set"
    """MiB that are alive in the heaps of the variant right after a collection, where a probe reads it."""
    GC = "gc"
    """Per cent of the judged seconds of its own slots in which its collectors stopped it, where a probe reads it."""
    HEAP_AFTER = "heap_after"
    """Median of the MiB in use in its heaps after collections, where a probe reads it, as it does for the next ones."""
    HEAP_COMMITTED = "heap_committed"
    """Maximum of the MiB that its heaps had of the system."""
    OTHER_MEMORY = "other_memory"
    """Maximum of the MiB that its processes had besides the resident part of their heaps."""
    PAGE_CACHE = "page_cache"
    """Mean of the MiB of files in the caches of its groups: no part of what it needs."""

    @property
    def quantile(self) -> float | None:
        """Quantile of the response time; None for the other metrics."""
        return QUANTILES.get(self.value)

    @property
    def is_response(self) -> bool:
        """True if it is a response time, in ms."""
        return self is Metric.MEAN or self.quantile is not None

    @property
    def scale(self) -> Scale:
        """Scale of its effect: shares are compared by points; times, CPU per request and memory by ratio.

        >>> Metric.ERRORS.scale.value, Metric.CPU.scale.value
        ('points', '%')
        """
        return Scale.POINTS if self in (Metric.ERRORS, Metric.DONE, Metric.GC) else Scale.PER_CENT

    @property
    def unit(self) -> str:
        """Unit of its level.

        >>> Metric.CPU.unit, Metric.ERRORS.unit, Metric.PAGE_CACHE.unit
        ('ms', '%', 'MiB')
        """
        if self.scale is Scale.POINTS:
            return "%"
        if self is Metric.THROUGHPUT:
            return "/s"
        return "MiB" if self in (Metric.MEMORY, Metric.LIVE_SET, *PARTS_OF_MEMORY) else "ms"


PRIMARY = (Metric.P99, Metric.MEAN, Metric.CPU, Metric.MEMORY, Metric.ERRORS)
"""Metrics that a comparison answers, in total; all others say where it comes from."""
PRIMARY_OF_OPERATION = (Metric.P99, Metric.MEAN)
"""Metrics that it answers of each operation that the study calls primary."""
PARTS_OF_MEMORY = (Metric.HEAP_AFTER, Metric.HEAP_COMMITTED, Metric.OTHER_MEMORY, Metric.PAGE_CACHE)
"""Metrics that say where a difference of memory is; none of them makes a run worse."""
