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
from loadproof.judge.robust_slope import FEWEST_POINTS
from loadproof.judge.service_memory import Memory, ServiceMemory
from loadproof.judge.soak_figures import Shortage
from loadproof.judge.steadiness import Steadiness, Trend
from loadproof.model.duration import duration_text
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
_CURES = {
    Collector.JAVA: "hold for longer, or have it collected more often (jcmd PID GC.run), under G1, Parallel or Serial "
    "with -XX:+UsePerfData",
    Collector.NODE: "hold for longer, and name its page of prom-client's default metrics in probes.prometheus",
    Collector.DOTNET: "hold for longer, and name its page of OpenTelemetry's dotnet_gc metrics in probes.prometheus",
}
_OTHER_CURE = "hold for longer, and name a page in probes.prometheus that has its live set as a series live_set_mib"


def memory_trends(memory: Mapping[str, ServiceMemory], span: Span, disturbed_s: int = 0) -> list[Trend | Shortage]:
    """Of each service: of its live set where that was read often enough, else of the memory that it uses.

    Where garbage waits for a collector and its live set was not read, nothing is told of its memory, but for a rise
    that no heap explains. `disturbed_s` is how much of the span others on the machine disturbed: memory is judged all
    the same, and says so.
    """
    found = [trend for service, shown in memory.items() for trend in _trends_of(service, shown, span)]
    if not disturbed_s:
        return found
    beside = f"others disturbed {duration_text(float(disturbed_s))} of it"
    return [replace(trend, text=f"{trend.text}; {beside}") for trend in found]


def _trends_of(service: str, shown: ServiceMemory, span: Span) -> list[Trend | Shortage]:
    alive = live_set_trend(shown.live_set, span, shown.live_set_limit_mib)
    of_live_set = None if alive is None else _trend(f"live_set_mib of {service}", f"the live set of {service}", alive)
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
    return _trend(f"memory_mib of {service}", f"the memory of {service}", found)


def _untold(service: str, shown: ServiceMemory, span: Span) -> Trend:
    """That the memory may hold any amount of garbage, and what would tell."""
    count = len(_within(shown.live_set, span))
    used = [mib for _, mib in _within(shown.used, span)] or [0.0]
    cure = _CURES.get(shown.collector, _OTHER_CURE)
    text = (
        f"the memory of {service} cannot be told from garbage: its live set was read after {count} collections, "
        f"{FEWEST_COLLECTIONS} are needed; {cure}"
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
    label = f"the memory of {service}"
    waits = shown.collector is not Collector.NONE
    found = memory_trend(shown.used, span, shown.limit_mib, waits_for_collector=waits)
    if found is not None and found.why is not Why.FEW_READINGS:
        return _trend(f"memory_mib of {service}", label, found)
    read = len(_within(shown.used, span))
    text = f"{label} was read in {read} stretches, {FEWEST_POINTS} are needed"
    return Shortage(text, span.length_s * FEWEST_POINTS / max(1, read))


def _within(readings: Memory, span: Span) -> Sequence[tuple[float, float]]:
    return [reading for reading in readings if span.start_s <= reading[0] < span.stop_s]


def _trend(name: str, label: str, found: MemoryTrend) -> Trend:
    return Trend(
        name=name,
        unit="MiB",
        begin=found.begin,
        end=found.end,
        per_hour=found.per_s * _HOUR_S,
        per_hour_low=found.per_s_low * _HOUR_S,
        per_hour_high=found.per_s_high * _HOUR_S,
        rises=found.shape is MemoryShape.LEAK,
        text=f"{label} {_words(found)}",
        steadiness=_STEADINESS[found.shape],
        needed_s=found.needed_s,
        shape=found.shape.value,
        exhaustion_s=found.full_after_s(found.per_s),
        exhaustion_low_s=found.full_after_s(found.per_s_high),
        exhaustion_high_s=found.full_after_s(found.per_s_low),
    )


def _words(found: MemoryTrend) -> str:
    over = f"over {duration_text(found.span_s - found.from_s)}"
    rose = f"rose from {found.begin:.4g} to {found.end:.4g} MiB {over}"
    if found.shape is MemoryShape.LEAK:
        return rose + _full(found)
    if found.shape is MemoryShape.LEVELLING_OFF:
        return f"levelled off after {duration_text(found.from_s)}, at {found.end:.4g} MiB"
    if found.shape is MemoryShape.NONE:
        return _healthy(found, over)
    turn = duration_text(found.turn_s)
    return {
        Why.MAY_LEVEL_OFF: f"{rose}, and may go on or level off: too short to tell",
        Why.NO_LINE: f"{rose}, along no line: too short to tell",
        Why.NO_COLLECTION: f"{rose}, and no collection was seen: a leak or garbage, its live set would tell",
        Why.FEW_TURNS: f"is filled and freed in turns of up to {turn}: too few to tell what stays",
    }.get(found.why, f"may have risen by up to {found.per_s_high * found.span_s:.4g} MiB {over}: too short to tell")


def _full(found: MemoryTrend) -> str:
    later = [found.full_after_s(pace) for pace in (found.per_s, found.per_s_high, found.per_s_low)]
    if found.limit_mib is None or None in later:
        return ""
    about, least, most = (f"{seconds / _HOUR_S:.3g}" for seconds in later if seconds is not None)
    return f", at that pace its {found.limit_mib:.4g} MiB are full {about} h later ({least} to {most} h)"


def _healthy(found: MemoryTrend, over: str) -> str:
    if found.limit_mib is None:
        return f"showed no rise that matters {over}"
    within = f"{HORIZON * found.span_s / _HOUR_S:.3g} h"
    return f"showed no leak {over} that would fill its {found.limit_mib:.4g} MiB within {within}"
