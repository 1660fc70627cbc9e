"""Open model: what due times, windows, store and verdict cost for each request, and how late the sends are."""

from bench.case import CaseGroup, Contender, Line, Target, TargetOf
from bench.load_tool import LoadproofLoad
from bench.peer import bare_loop, k6, oha, wrk2
from bench.quantity import Quantity
from bench.saturation_cases import CONNECTIONS

__all__ = ["OPEN_FAST", "OPEN_SLOW"]

_FAST = 20_000
_SLOW = 3_000
# Held longer than the other runs, because the fixed cost of the start is spread over far fewer requests.
_TIMES_LONGER = 2
_FAST_CASE = f"open model, {_FAST:,}/s"
_SLOW_CASE = f"open model, {_SLOW:,}/s"

OPEN_FAST = CaseGroup(
    "open-20000",
    contenders=(
        Contender("loadproof", LoadproofLoad(rate=str(_FAST))),
        wrk2(CONNECTIONS, _FAST),
        oha(CONNECTIONS, _FAST),
        bare_loop(CONNECTIONS, _FAST),
    ),
    lines=(
        Line(
            _FAST_CASE,
            Quantity.CPU_PER_REQUEST,
            "wrk2",
            Target(TargetOf.RATIO_AT_MOST, 1.0),
            target_alone=Target(TargetOf.OURS_AT_MOST, 10),
        ),
        Line(_FAST_CASE, Quantity.CPU_PER_REQUEST, "oha", Target(TargetOf.RATIO_AT_MOST, 0.80)),
        Line(_FAST_CASE, Quantity.CPU_PER_REQUEST, "bare loop"),
        Line(_FAST_CASE, Quantity.LATENESS_P99, target=Target(TargetOf.OURS_AT_MOST, 200)),
        Line(_FAST_CASE, Quantity.LATENESS_P99_9, target=Target(TargetOf.OURS_AT_MOST, 2)),
        Line(_FAST_CASE, Quantity.RATE, "wrk2"),
        Line(_FAST_CASE, Quantity.RATE, "oha"),
    ),
)

OPEN_SLOW = CaseGroup(
    "open-3000",
    contenders=(
        Contender("loadproof", LoadproofLoad(rate=str(_SLOW), times_longer=_TIMES_LONGER)),
        k6("steady.js", rate=_SLOW, times_longer=_TIMES_LONGER),
        bare_loop(CONNECTIONS, _SLOW, _TIMES_LONGER),
    ),
    lines=(
        Line(_SLOW_CASE, Quantity.CPU_PER_REQUEST, "k6", Target(TargetOf.RATIO_AT_MOST, 0.20)),
        Line(_SLOW_CASE, Quantity.CPU_PER_REQUEST, "bare loop"),
        Line(_SLOW_CASE, Quantity.RATE, "k6"),
        Line(_SLOW_CASE, Quantity.PEAK_MEMORY, "k6"),
    ),
)
