"""The trends of the memory of each service over a soak, in words and with the time until it is full."""

from collections.abc import Mapping

from loadproof.judge.leak import HORIZON, MemoryShape, MemoryTrend, Span, Why, memory_trend
from loadproof.judge.robust_slope import FEWEST_POINTS
from loadproof.judge.service_memory import ServiceMemory
from loadproof.judge.soak_figures import Shortage
from loadproof.judge.steadiness import Steadiness, Trend
from loadproof.model.duration import duration_text

__all__ = ["memory_trends"]

_HOUR_S = 3600.0
_STEADINESS = {
    MemoryShape.LEAK: Steadiness.NOT_STEADY,
    MemoryShape.NONE: Steadiness.STEADY,
    MemoryShape.LEVELLING_OFF: Steadiness.STEADY,
    MemoryShape.TOO_SHORT: Steadiness.TOO_SHORT,
}


def memory_trends(memory: Mapping[str, ServiceMemory], span: Span) -> list[Trend | Shortage]:
    """Of each service: of its live set where that was read often enough, else of the memory that it uses."""
    return [_trend_of(service, shown, span) for service, shown in memory.items()]


def _trend_of(service: str, shown: ServiceMemory, span: Span) -> Trend | Shortage:
    label = f"the live set of {service}"
    of_live_set = memory_trend(shown.live_set, span, shown.limit_mib)
    if of_live_set is not None and of_live_set.why is not Why.FEW_READINGS:
        return _trend(f"live_set_mib of {service}", label, of_live_set)
    label = f"the memory of {service}"
    waits = shown.waits_for_collector is not False
    of_used = memory_trend(shown.used, span, shown.limit_mib, waits_for_collector=waits)
    if of_used is not None and of_used.why is not Why.FEW_READINGS:
        return _trend(f"memory_mib of {service}", label, of_used)
    read = sum(span.start_s <= at_s < span.stop_s for at_s, _ in shown.used)
    text = f"{label} was read in {read} stretches, {FEWEST_POINTS} are needed"
    return Shortage(text, span.length_s * FEWEST_POINTS / max(1, read))


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
    }.get(found.why, f"may have risen by up to {found.per_s_high * found.span_s:.3g} MiB {over}: too short to tell")


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
