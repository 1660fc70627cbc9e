"""Two logs side by side: nothing is called different but with its reason, and what else differs is said."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal

from loadproof.jvm.gc.collector_log import CollectorLog
from loadproof.jvm.gc.report import FigureDifference, GcLog, LogComparison, RateFigure
from loadproof.jvm.remark import Remark, is_read_in_part
from loadproof.model.message import Listing, Message, Value, count, duration, listed, mebibytes, share
from loadproof.records.measurement import QUANTILES
from loadproof.stats.quantile_interval import Interval, calls_needed, quantile_intervals
from loadproof.stats.share_error import FEWEST_BATCHES

__all__ = ["compared"]

Verdict = Literal["higher", "lower", "cannot_tell", "not_judged"]

_SHARES = ("stopped_share",)
_JUDGED_QUANTILES = ("p50", "p95", "p99", "p99_9")
_UNLIKE_SPANS = 1.5
_UNLIKE_HEAPS = 1.02


def compared(figures: Sequence[GcLog], read: Sequence[CollectorLog]) -> LogComparison:
    """Holds the second log against the first."""
    (a, b), (read_a, read_b) = figures, read
    differences = [
        _of_rates("stopped_share", a.stopped_share, b.stopped_share),
        *_of_quantiles(read_a, read_b),
        _unjudged("max_ms", a.pauses.max_ms, b.pauses.max_ms, "gc-reason-extreme"),
        _of_rates("allocation_mib_per_s", a.allocation_mib_per_s, b.allocation_mib_per_s),
        _of_rates("promotion_mib_per_s", a.promotion_mib_per_s, b.promotion_mib_per_s),
        _unjudged("live_set_mib", _live(a), _live(b), "gc-reason-one-level"),
        _unjudged("heap_mib", a.heap_mib, b.heap_mib, "gc-reason-setting"),
        _unjudged("full_collections", a.full_collections, b.full_collections, "gc-reason-count"),
    ]
    shown = tuple(one for one in differences if one.a is not None or one.b is not None)
    in_part = [log for log in figures if is_read_in_part(log.remarks)]
    if in_part:
        shown = tuple(map(_undecided, shown))
    sentence = _sentence(a, b, shown)
    if in_part:
        names = listed([log.name for log in in_part], Listing.AND)
        sentence = Message("gc-comparison-read-in-part", logs=names, a=a.name, b=b.name)
    return LogComparison(a=a.name, b=b.name, sentence=sentence, figures=shown, doubts=tuple(_doubts(a, b, shown)))


def _undecided(one: FigureDifference) -> FigureDifference:
    """A figure of which one log holds a part alone."""
    if one.verdict == "not_judged":
        return one
    return replace(one, verdict="cannot_tell", reason=Message("gc-reason-read-in-part"))


def _live(log: GcLog) -> float | None:
    return None if log.live_set is None else log.live_set.median_mib


def _of_rates(figure: str, a: RateFigure | None, b: RateFigure | None) -> FigureDifference:
    return _judged(
        figure,
        None if a is None else a.value,
        None if a is None or a.low is None or a.high is None else (a.low, a.high),
        None if b is None else b.value,
        None if b is None or b.low is None or b.high is None else (b.low, b.high),
        "gc-reason-absent" if a is None or b is None else "gc-reason-short",
    )


def _of_quantiles(a: CollectorLog, b: CollectorLog) -> Iterator[FigureDifference]:
    intervals_a, intervals_b = _intervals(a), _intervals(b)
    for name in _JUDGED_QUANTILES:
        values = [_quantile_ms(log, name) for log in (a, b)]
        yield _judged(f"{name}_ms", values[0], intervals_a.get(name), values[1], intervals_b.get(name), "gc-reason-few")


def _quantile_ms(log: CollectorLog, name: str) -> float | None:
    """Return the percentile `name` of the pauses, ms; None if fewer than ten pauses lie beyond it."""
    return log.pauses.quantile_ms(QUANTILES[name]) if log.pauses.count >= calls_needed(name) else None


def _intervals(log: CollectorLog) -> dict[str, tuple[float, float]]:
    parts = [part.pauses for part in log.stretches.whole(log.span_s or 0.0)]
    if len(parts) < FEWEST_BATCHES or not sum(part.count for part in parts):
        return {}
    levels = dict(zip(QUANTILES, log.pauses.quantiles_ms(QUANTILES.values()), strict=True))
    over = {name: [part.over(level) for part in parts] for name, level in levels.items()}
    found = quantile_intervals(log.pauses.quantile_ms, [part.count for part in parts], over)
    return {name: (one.low_ms, one.high_ms) for name, one in found.items() if isinstance(one, Interval)}


def _judged(
    figure: str,
    a: float | None,
    interval_a: tuple[float, float] | None,
    b: float | None,
    interval_b: tuple[float, float] | None,
    unknown: str,
) -> FigureDifference:
    """Different are figures whose intervals of 95 % lie apart, which by chance alone is rarer than 1 in 100."""
    verdict: Verdict = "cannot_tell"
    reason = "gc-reason-overlap"
    if interval_a is None or interval_b is None:
        reason = unknown
    elif interval_a[1] < interval_b[0]:
        verdict, reason = "higher", "gc-reason-apart"
    elif interval_b[1] < interval_a[0]:
        verdict, reason = "lower", "gc-reason-apart"
    return _difference(figure, a, b, verdict, Message(reason), interval_a, interval_b)


def _unjudged(figure: str, a: float | None, b: float | None, reason: str) -> FigureDifference:
    return _difference(figure, a, b, "not_judged", Message(reason), None, None)


def _difference(
    figure: str,
    a: float | None,
    b: float | None,
    verdict: Verdict,
    reason: Message,
    interval_a: tuple[float, float] | None,
    interval_b: tuple[float, float] | None,
) -> FigureDifference:
    difference = None if a is None or b is None else b - a
    is_relative = difference is not None and a and figure not in _SHARES
    return FigureDifference(
        figure=figure,
        a=a,
        a_low=None if interval_a is None else interval_a[0],
        a_high=None if interval_a is None else interval_a[1],
        b=b,
        b_low=None if interval_b is None else interval_b[0],
        b_high=None if interval_b is None else interval_b[1],
        difference=difference,
        percent=100.0 * difference / a if is_relative and difference is not None and a else None,
        verdict=verdict,
        reason=reason,
    )


def _sentence(a: GcLog, b: GcLog, figures: Sequence[FigureDifference]) -> Message:
    told: list[Value] = [
        Message(f"gc-difference-{one.verdict}", figure=Message("gc-figure", figure=one.figure))
        for one in figures
        if one.verdict in ("higher", "lower")
    ]
    if not told:
        return Message("gc-comparison-nothing", a=a.name, b=b.name)
    return Message("gc-comparison", a=a.name, b=b.name, told=listed(told, Listing.CLAUSES))


def _doubts(a: GcLog, b: GcLog, figures: Sequence[FigureDifference]) -> Iterator[Remark]:
    yield _doubt("one-start-each")
    if a.collector != b.collector:
        unknown = Message("gc-collector-unknown")
        yield _doubt("unlike-collectors", a=a.collector or unknown, b=b.collector or unknown)
    if a.version and b.version and a.version != b.version:
        yield _doubt("unlike-versions", a=a.version, b=b.version)
    if _are_unlike(a.heap_max_mib, b.heap_max_mib, _UNLIKE_HEAPS):
        yield _doubt("unlike-heaps", a=mebibytes(a.heap_max_mib), b=mebibytes(b.heap_max_mib))
    if a.span_s and b.span_s and _are_unlike(a.span_s, b.span_s, _UNLIKE_SPANS):
        yield _doubt("unlike-spans", a=duration(a.span_s), b=duration(b.span_s))
    allocation = next((one for one in figures if one.figure == "allocation_mib_per_s"), None)
    if allocation is not None and allocation.verdict in ("higher", "lower") and allocation.percent is not None:
        yield _doubt("unlike-allocation", change=share(allocation.percent / 100.0))
    stalled = [log for log in (a, b) if log.stalls is not None]
    if stalled:
        stalls = sum(log.stalls.count for log in stalled if log.stalls is not None)
        yield _doubt("stalls-are-no-pauses", stalls=count(stalls))


def _are_unlike(a: float | None, b: float | None, factor: float) -> bool:
    return a is not None and b is not None and max(a, b) > factor * min(a, b)


def _doubt(code: str, **told: Value) -> Remark:
    return Remark(kind="doubt", code=code, text=Message(f"gc-remark-{code}", **told))
