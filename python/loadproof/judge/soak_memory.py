"""The trends of the memory of each service over a soak, in words and with the time until it is full."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from loadproof.judge.leak import (
    FEWEST_COLLECTIONS,
    HORIZON,
    MemoryShape,
    MemoryTrend,
    Span,
    Why,
    live_set_trend,
    memory_trend,
)
from loadproof.judge.service_memory import Memory, ServiceMemory
from loadproof.judge.soak_figures import Shortage
from loadproof.model.message import Message, count, duration, mebibytes
from loadproof.records.trend import Steadiness, Trend
from loadproof.stats.robust_slope import FEWEST_POINTS
from loadproof.system.runtime import Collector

__all__ = ["memory_trends"]

_HOUR_S = 3600.0
_STEADINESS = {
    MemoryShape.LEAK: Steadiness.NOT_STEADY,
    MemoryShape.NONE: Steadiness.STEADY,
    MemoryShape.LEVELLING_OFF: Steadiness.STEADY,
    MemoryShape.TOO_SHORT: Steadiness.TOO_SHORT,
    MemoryShape.CANNOT_TELL: Steadiness.CANNOT_TELL,
}
_OPEN_RISES = {
    Why.MAY_LEVEL_OFF: "memory-may-go-on",
    Why.NO_LINE: "memory-no-line",
    Why.NO_COLLECTION: "memory-no-collection",
}


def memory_trends(memory: Mapping[str, ServiceMemory], span: Span, disturbed_s: int = 0) -> list[Trend | Shortage]:
    """Return the memory trends of each service: of its live set if it was read often enough, else of its memory in use.

    If garbage waits for a collector and the live set was not read, the memory cannot be told, except for a rise that
    no heap explains. `disturbed_s`: seconds of the span that others on the machine disturbed. Memory is judged all the
    same, and the text of its trend says so.
    """
    found = [trend for service, shown in memory.items() for trend in _trends_of(service, shown, span)]
    if not disturbed_s:
        return found
    disturbed = duration(disturbed_s)
    return [replace(trend, text=Message("trend-disturbed", trend=trend.text, disturbed=disturbed)) for trend in found]


def _trends_of(service: str, shown: ServiceMemory, span: Span) -> list[Trend | Shortage]:
    alive = live_set_trend(shown.live_set, span, shown.live_set_limit_mib)
    label = Message("figure-live-set", service=service)
    of_live_set = None if alive is None else _trend(f"live_set_mib of {service}", label, alive, shown)
    if not shown.used and shown.collector is Collector.UNKNOWN:
        # A service elsewhere, of which there is a page at most.
        return [] if of_live_set is None else [of_live_set]
    if shown.collector.is_there:
        beyond = _beyond_heap(service, shown, span)
        found: list[Trend | Shortage] = [trend for trend in (of_live_set, beyond) if trend is not None]
        return found or [_untold(service, shown, span)]
    if of_live_set is not None and shown.collector is Collector.UNKNOWN:
        return [of_live_set]
    of_used = _of_used(service, shown, span)
    return [of_used] if of_live_set is None else [of_live_set, of_used]


def _beyond_heap(service: str, shown: ServiceMemory, span: Span) -> Trend | None:
    """A leak outside of the heap: memory that rose by more than all of the heap that was not yet filled."""
    if shown.heap_max_mib is None:
        return None
    found = memory_trend(shown.used, span, shown.limit_mib)
    filled = min((mib for _, mib in _within(shown.live_set, span)), default=0.0)
    if found is None or found.shape is not MemoryShape.LEAK or found.end - found.begin <= shown.heap_max_mib - filled:
        return None
    return _trend(f"memory_mib of {service}", _memory_of(service), found, shown)


def _untold(service: str, shown: ServiceMemory, span: Span) -> Trend:
    """Return the trend of a memory that may hold any amount of garbage, with a hint at what would tell."""
    used = [mib for _, mib in _within(shown.used, span)] or [0.0]
    text = Message(
        "memory-garbage",
        figure=_memory_of(service),
        read=count(len(_within(shown.live_set, span))),
        needed=count(FEWEST_COLLECTIONS),
        cure=Message("memory-cure", collector=shown.collector.value),
    )
    return Trend(
        name=f"memory_mib of {service}",
        unit="MiB",
        begin=used[0],
        end=used[-1],
        per_hour=0.0,
        per_hour_low=0.0,
        per_hour_high=0.0,
        rises=False,
        text=text,
        steadiness=Steadiness.CANNOT_TELL,
        shape=MemoryShape.CANNOT_TELL.value,
    )


def _of_used(service: str, shown: ServiceMemory, span: Span) -> Trend | Shortage:
    label = _memory_of(service)
    waits = shown.collector is not Collector.NONE
    found = memory_trend(shown.used, span, shown.limit_mib, waits_for_collector=waits)
    if found is not None and found.why is not Why.FEW_READINGS:
        return _trend(f"memory_mib of {service}", label, found, shown)
    read = len(_within(shown.used, span))
    text = Message("soak-few-readings", figure=label, read=count(read), needed=count(FEWEST_POINTS))
    return Shortage(text, span.length_s * FEWEST_POINTS / max(1, read))


def _memory_of(service: str) -> Message:
    return Message("figure-memory", service=service)


def _within(readings: Memory, span: Span) -> Sequence[tuple[float, float]]:
    return [reading for reading in readings if span.start_s <= reading[0] < span.stop_s]


def _trend(name: str, label: Message, found: MemoryTrend, shown: ServiceMemory) -> Trend:
    about_s, least_s, most_s = (None, None, None) if shown.has_ended else _full_after_s(found)
    return Trend(
        name=name,
        unit="MiB",
        begin=found.begin,
        end=found.end,
        per_hour=found.per_s * _HOUR_S,
        per_hour_low=found.per_s_low * _HOUR_S,
        per_hour_high=found.per_s_high * _HOUR_S,
        rises=found.shape is MemoryShape.LEAK,
        text=_text(label, found, shown),
        steadiness=_STEADINESS[found.shape],
        needed_s=found.needed_s,
        shape=found.shape.value,
        exhaustion_s=about_s,
        exhaustion_low_s=least_s,
        exhaustion_high_s=most_s,
    )


def _full_after_s(found: MemoryTrend) -> tuple[float | None, float | None, float | None]:
    """From the end: about, at the least and at the most."""
    return found.full_after_s(found.per_s), found.full_after_s(found.per_s_high), found.full_after_s(found.per_s_low)


def _text(label: Message, found: MemoryTrend, shown: ServiceMemory) -> Message:
    span = duration(found.span_s - found.from_s)
    if found.shape is MemoryShape.LEAK:
        return _leak(label, found, has_ended=shown.has_ended)
    if found.shape is MemoryShape.LEVELLING_OFF:
        return Message("trend-levelled-off", figure=label, after=duration(found.from_s), end=mebibytes(found.end))
    if found.shape is MemoryShape.NONE and found.limit_mib is not None:
        limit, within = mebibytes(found.limit_mib), duration(HORIZON * found.span_s)
        return Message("memory-no-leak", figure=label, span=span, limit=limit, within=within)
    if found.shape is MemoryShape.NONE:
        return Message("trend-no-rise", figure=label, span=span)
    return _open(label, found)


def _open(label: Message, found: MemoryTrend) -> Message:
    """Return the sentence about a memory of which too little was seen."""
    if found.why in _OPEN_RISES:
        return _rise(_OPEN_RISES[found.why], label, found)
    if found.why is Why.FEW_TURNS:
        return Message("memory-few-turns", figure=label, turn=duration(found.turn_s))
    most = mebibytes(found.per_s_high * found.span_s)
    return Message("trend-may-have-risen", figure=label, most=most, span=duration(found.span_s - found.from_s))


def _leak(label: Message, found: MemoryTrend, *, has_ended: bool) -> Message:
    about, least, most = _full_after_s(found)
    rose = _rise("trend-rose", label, found)
    if found.limit_mib is None or about is None or least is None or most is None:
        return rose
    limit = mebibytes(found.limit_mib)
    if has_ended:
        return Message("memory-rose-to-end", **rose.values, limit=limit)
    return Message(
        "memory-fills",
        **rose.values,
        limit=limit,
        about=duration(about),
        least=duration(least),
        most=duration(most),
    )


def _rise(code: str, label: Message, found: MemoryTrend) -> Message:
    begin, end = mebibytes(found.begin), mebibytes(found.end)
    return Message(code, figure=label, begin=begin, end=end, span=duration(found.span_s - found.from_s))
