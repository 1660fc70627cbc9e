"""Closed loop at the highest rate: what a request costs the generator beside its peers and beside the floor."""

from bench.case import CaseGroup, Contender, Line, Target, TargetOf
from bench.load_tool import LoadproofLoad
from bench.peer import bare_loop, oha, wrk
from bench.quantity import Quantity

__all__ = ["CONNECTIONS", "MANY_CONNECTIONS", "SATURATION", "TLS"]

CONNECTIONS = 64
"""Enough that the server is never without work, few enough that its cache holds them."""
_MANY = 10_000

_PLAIN = f"plain GET, max rate, {CONNECTIONS} connections"
_THROUGH_TLS = f"TLS 1.3, plain GET, max rate, {CONNECTIONS} connections"
_WIDE = f"plain GET, max rate, {_MANY:,} connections"

SATURATION = CaseGroup(
    "saturation",
    contenders=(
        Contender("loadproof", LoadproofLoad(connections=CONNECTIONS)),
        wrk(CONNECTIONS),
        oha(CONNECTIONS),
        bare_loop(CONNECTIONS),
    ),
    lines=(
        Line(_PLAIN, Quantity.CPU_PER_REQUEST, "wrk", Target(TargetOf.RATIO_AT_MOST, 0.95)),
        Line(_PLAIN, Quantity.CPU_PER_REQUEST, "oha", Target(TargetOf.RATIO_AT_MOST, 0.65)),
        Line(_PLAIN, Quantity.CPU_PER_REQUEST, "bare loop", Target(TargetOf.RATIO_AT_MOST, 1.10)),
        Line(_PLAIN, Quantity.RATE, "wrk", Target(TargetOf.RATIO_AT_LEAST, 0.97)),
        Line(_PLAIN, Quantity.RATE, "oha"),
        Line(_PLAIN, Quantity.RATE, "bare loop"),
        Line(_PLAIN, Quantity.PEAK_MEMORY, "wrk"),
    ),
)

MANY_CONNECTIONS = CaseGroup(
    "connections",
    contenders=(Contender("loadproof", LoadproofLoad(connections=_MANY, beside_idle=True)), wrk(_MANY)),
    lines=(
        Line(_WIDE, Quantity.CPU_PER_REQUEST, "wrk", Target(TargetOf.RATIO_AT_MOST, 1.0)),
        Line(_WIDE, Quantity.RATE, "wrk"),
        Line(_WIDE, Quantity.CONNECTIONS, "wrk"),
        Line(_WIDE, Quantity.MEMORY_OVER_IDLE, target=Target(TargetOf.OURS_AT_MOST, 80)),
        Line(_WIDE, Quantity.PEAK_MEMORY, "wrk"),
    ),
)

TLS = CaseGroup(
    "tls",
    contenders=(
        Contender("loadproof", LoadproofLoad(connections=CONNECTIONS, tls=True)),
        wrk(CONNECTIONS, tls=True),
    ),
    lines=(
        Line(_THROUGH_TLS, Quantity.CPU_PER_REQUEST, "wrk", Target(TargetOf.RATIO_AT_MOST, 1.0)),
        Line(_THROUGH_TLS, Quantity.RATE, "wrk"),
    ),
)
