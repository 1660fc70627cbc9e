"""Closed loop at the highest rate: what a request costs the generator beside wrk and beside the floor."""

from bench.case import CaseGroup, Contender, Line, Target, TargetOf
from bench.load_tool import bare_loop, loadproof_load, wrk
from bench.quantity import Quantity

__all__ = ["SATURATION"]

_CONNECTIONS = 64
_CASE = f"max rate, {_CONNECTIONS} connections"

SATURATION = CaseGroup(
    "saturation",
    contenders=(
        Contender("loadproof", loadproof_load("max", _CONNECTIONS)),
        Contender("wrk", wrk(_CONNECTIONS)),
        Contender("bare loop", bare_loop(_CONNECTIONS)),
    ),
    lines=(
        Line(_CASE, Quantity.RATE, "wrk", Target(TargetOf.RATIO_AT_LEAST, 0.70)),
        Line(_CASE, Quantity.RATE, "bare loop"),
        Line(_CASE, Quantity.CPU_PER_REQUEST, "wrk"),
        Line(_CASE, Quantity.CPU_PER_REQUEST, "bare loop"),
        Line(_CASE, Quantity.PEAK_MEMORY, "wrk"),
    ),
)
