"""Figures of one log of garbage collections, or of two side by side."""

from collections.abc import Callable, Sequence
from statistics import median

from loadproof.errors import InputError
from loadproof.jvm.gc.collector_log import CollectorLog, read_log
from loadproof.jvm.gc.comparison import compared
from loadproof.jvm.gc.log_parts import logs_in
from loadproof.jvm.gc.pause_times import PauseTimes, WaitSum
from loadproof.jvm.gc.remarks import remarks_on
from loadproof.jvm.gc.report import (
    GC_SCHEMA_VERSION,
    GcLog,
    GcReport,
    LiveSet,
    PauseFigures,
    PauseGroup,
    RateFigure,
    SafepointFigures,
    StallFigures,
)
from loadproof.jvm.gc.stretches import LogStretch
from loadproof.jvm.remark import is_read_in_part
from loadproof.model.message import Message, Value, count, duration, milliseconds, share
from loadproof.records.measurement import QUANTILES
from loadproof.stats.distributions import student_t_quantile
from loadproof.stats.quantile_interval import calls_needed
from loadproof.stats.share_error import DEGREES, FEWEST_BATCHES, mean_error

__all__ = ["figures_of", "report_of_logs"]

_MOST_LOGS = 2
_MOST_POINTS = 200
_ERROR = 0.05


def report_of_logs(paths: Sequence[str]) -> GcReport:
    """Reads a log in one file or in rotated parts, or two logs, the second of which is held against the first.

    Raises InputError where a file cannot be read, or is no log of a collector of JDK 9 or later.
    """
    logs = logs_in(paths)
    if not 1 <= len(logs) <= _MOST_LOGS:
        names = ", ".join(log.name for log in logs[:4])
        raise InputError(
            f"LOG: {len(logs)} logs are given ({names:.200}), one is shown or two are compared. "
            "Cure: give two at most, the parts of each named as gc.log and gc.log.0"
        )
    read = [read_log(files) for files in logs]
    figures = tuple(figures_of(log) for log in read)
    comparison = compared(figures, read) if len(figures) > 1 else None
    sentence = _sentence(figures[0]) if comparison is None else comparison.sentence
    return GcReport(schema_version=GC_SCHEMA_VERSION, sentence=sentence, logs=figures, comparison=comparison)


def figures_of(log: CollectorLog) -> GcLog:
    """All figures of a log that was read to its end."""
    span_s = log.span_s or None
    live = _live_set(log)
    remarks = tuple(remarks_on(log, live))
    # Where no pause was read and some may be missing, the service need not have run all of the time.
    stopped = None if not log.pauses.count and is_read_in_part(remarks) else _stopped(log, span_s)
    return GcLog(
        name=log.files.name,
        files=log.files.paths,
        collector=f"generational {log.collector}" if log.is_generational else log.collector,
        version=log.version,
        vms=log.vms,
        span_s=span_s,
        pauses=_pauses(log.pauses),
        groups=tuple(
            PauseGroup(kind=kind, cause=cause, pauses=_pauses(times))
            for (kind, cause), times in sorted(log.groups.items(), key=lambda one: -one[1].total_ms)
        ),
        stopped_share=stopped,
        throughput=None if stopped is None else max(0.0, 1.0 - stopped.value),
        allocation_mib_per_s=_allocation(log, span_s),
        promotion_mib_per_s=_promotion(log, span_s),
        heap_mib=log.heap.capacity_mib,
        heap_largest_mib=log.heap.capacity_max_mib,
        heap_max_mib=log.heap_max_mib,
        live_set=live,
        full_collections=log.full_collections,
        degenerated=log.degenerated,
        evacuation_failures=log.evacuation_failures,
        stalls=_stalls(log.stalls),
        safepoints=_safepoints(log, span_s),
        missing_collections=log.missing_collections,
        unread_lines=log.unread,
        unended_collections=log.unended,
        remarks=remarks,
    )


def _pauses(times: PauseTimes) -> PauseFigures:
    """A percentile has ten pauses beyond it, or one more would move it far."""
    quantiles = dict(zip(QUANTILES, times.quantiles_ms(QUANTILES.values()), strict=True))
    known = {name: value if times.count >= calls_needed(name) else None for name, value in quantiles.items()}
    return PauseFigures(
        count=times.count,
        total_ms=times.total_ms,
        mean_ms=times.mean_ms if times.count else None,
        p50_ms=known["p50"],
        p90_ms=known["p90"],
        p95_ms=known["p95"],
        p99_ms=known["p99"],
        p99_9_ms=known["p99_9"],
        max_ms=times.longest_ms if times.count else None,
    )


def _stopped(log: CollectorLog, span_s: float | None) -> RateFigure | None:
    if span_s is None:
        return None
    whole = log.stretches.whole(span_s)
    return _rate(log.pauses.total_ms / 1e3 / span_s, whole, log.stretches.width_s, lambda one: one.stopped_s)


def _allocation(log: CollectorLog, span_s: float | None) -> RateFigure | None:
    heap, width_s = log.heap, log.stretches.width_s
    if span_s is None or heap.allocation_from_s is None or heap.allocation_s <= 0.0:
        return None
    whole = log.stretches.whole(span_s)
    # Before the first collection and after the last it is not known.
    first, stop = int(heap.allocation_from_s / width_s) + 1, int(heap.allocation_until_s / width_s)
    return _rate(heap.allocated_mib / heap.allocation_s, whole[first:stop], width_s, lambda one: one.allocated_mib)


def _promotion(log: CollectorLog, span_s: float | None) -> RateFigure | None:
    promoted_mib = log.heap.promoted_mib
    if span_s is None or promoted_mib is None:
        return None
    whole = log.stretches.whole(span_s)
    return _rate(promoted_mib / span_s, whole, log.stretches.width_s, lambda one: one.promoted_mib)


def _rate(value: float, parts: Sequence[LogStretch], width_s: float, of: Callable[[LogStretch], float]) -> RateFigure:
    if len(parts) < FEWEST_BATCHES:
        return RateFigure(value=value, low=None, high=None)
    reach = student_t_quantile(_ERROR / 2.0, DEGREES) * mean_error([of(part) / width_s for part in parts])
    return RateFigure(value=value, low=max(0.0, value - reach), high=value + reach)


def _live_set(log: CollectorLog) -> LiveSet | None:
    # Lines of several VMs that are mixed come in no order of time.
    points = sorted(log.live.points)
    if not points:
        return None
    # Statistics take a while to import, and a log without a live set needs none.
    from loadproof.judge.leak import MemoryShape, Span, live_set_trend

    until_s = log.span_s or 0.0
    trend = live_set_trend(points, Span(0.0, until_s + 1.0), log.heap_max_mib) if until_s > 0.0 else None
    alive = [mib for _, mib in points]
    each = -(-len(points) // _MOST_POINTS)
    return LiveSet(
        told_by=tuple(sorted(log.live.kinds)),
        collections=log.live.collections,
        first_mib=alive[0],
        last_mib=log.live.last_mib,
        median_mib=median(alive),
        max_mib=log.live.most_mib,
        trend=str(MemoryShape.TOO_SHORT if trend is None else trend.shape),
        growth_mib_per_hour=None if trend is None or not trend.rises else trend.per_s * 3600.0,
        points=tuple(points[::each]),
    )


def _stalls(times: WaitSum) -> StallFigures | None:
    if not times.count:
        return None
    return StallFigures(count=times.count, total_ms=times.total_ms, max_ms=times.longest_ms)


def _safepoints(log: CollectorLog, span_s: float | None) -> SafepointFigures | None:
    times = log.safepoints
    if not times.count:
        return None
    return SafepointFigures(
        count=times.count,
        total_ms=times.total_ms,
        share=None if span_s is None else times.total_ms / 1e3 / span_s,
        max_ms=times.longest_ms,
        max_reaching_ms=log.longest_reaching_ms,
    )


def _sentence(log: GcLog) -> Message:
    """Sentence on one log: if a part of it was not read, that comes first."""
    sentence = _sentence_of_pauses(log)
    unread = next((remark for remark in log.remarks if remark.kind == "unread"), None)
    if unread is None:
        return sentence
    return Message("gc-sentence-read-in-part", doubt=unread.text, sentence=sentence)


def _sentence_of_pauses(log: GcLog) -> Message:
    pauses = log.pauses
    collector: Value = log.collector or Message("gc-collector-unknown")
    if not pauses.count or pauses.max_ms is None:
        code = "gc-sentence-no-pause-read" if is_read_in_part(log.remarks) else "gc-sentence-without-pauses"
        return Message(code, collector=collector)
    told = Message("gc-sentence-pauses", pauses=count(pauses.count), max=milliseconds(pauses.max_ms))
    if pauses.p99_ms is not None:
        told = Message(
            "gc-sentence-pauses-p99",
            pauses=count(pauses.count),
            p99=milliseconds(pauses.p99_ms),
            max=milliseconds(pauses.max_ms),
        )
    if log.stopped_share is None or log.span_s is None:
        return Message("gc-sentence-without-times", collector=collector, pauses=told)
    return Message(
        "gc-sentence",
        collector=collector,
        # What is left for the service is 99.98 % under the one collector, 99.99 under the other: 100 %, rounded.
        stopped=share(log.stopped_share.value),
        span=duration(log.span_s),
        pauses=told,
    )
