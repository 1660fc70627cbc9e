"""Open model at a rate far from any limit: what due times, windows, store and verdict cost for each request."""

from bench.case import CaseGroup, Contender, Line, Target, TargetOf
from bench.load_tool import bare_loop, loadproof_load
from bench.quantity import Quantity

__all__ = ["OPEN_MODEL"]

_RATE = 3000
_TIMES_LONGER = 3
_CONNECTIONS = 64
_CASE = f"{_RATE:,}/s, Poisson arrivals"

OPEN_MODEL = CaseGroup(
    "open-model",
    # Held longer than the saturating runs, because the fixed cost of the start is spread over far fewer requests.
    contenders=(
        Contender("loadproof", loadproof_load(str(_RATE), times_longer=_TIMES_LONGER)),
        Contender("bare loop", bare_loop(_CONNECTIONS, str(_RATE), _TIMES_LONGER)),
    ),
    lines=(
        Line(_CASE, Quantity.CPU_PER_REQUEST, "bare loop", Target(TargetOf.OURS_AT_MOST, 25)),
        Line(_CASE, Quantity.RATE),
        Line(_CASE, Quantity.PEAK_MEMORY),
    ),
)
