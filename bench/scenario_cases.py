"""Scenarios: a mix of operations with drawn data, and users with think time and cookies."""

from bench.case import CaseGroup, Contender, Line, Target, TargetOf
from bench.load_tool import LoadproofLoad
from bench.peer import k6, wrk_with_lua
from bench.quantity import Quantity
from bench.saturation_cases import CONNECTIONS

__all__ = ["MIX", "USERS"]

_MIX = f"mix 70/20/5/5 from 10,000 ids, max rate, {CONNECTIONS} connections"
_OWN_PLAIN = "our plain GET"
_USERS = "3,000 users with think time and cookies"

MIX = CaseGroup(
    "mix",
    contenders=(
        Contender("loadproof", LoadproofLoad(connections=CONNECTIONS, profile="mix.yaml")),
        Contender(_OWN_PLAIN, LoadproofLoad(connections=CONNECTIONS)),
        wrk_with_lua(CONNECTIONS, "mix.lua"),
        k6("mix.js"),
    ),
    lines=(
        Line(_MIX, Quantity.CPU_PER_REQUEST, "wrk + Lua", Target(TargetOf.RATIO_AT_MOST, 0.70)),
        Line(_MIX, Quantity.CPU_PER_REQUEST, "k6", Target(TargetOf.RATIO_AT_MOST, 0.10)),
        Line(_MIX, Quantity.CPU_PER_REQUEST, _OWN_PLAIN, Target(TargetOf.RATIO_AT_MOST, 1.15)),
        Line(_MIX, Quantity.RATE, "wrk + Lua"),
        Line(_MIX, Quantity.RATE, "k6"),
    ),
)

USERS = CaseGroup(
    "users",
    contenders=(
        Contender("loadproof", LoadproofLoad(rate=None, profile="visitors.yaml", beside_idle=True)),
        k6("visitors.js"),
    ),
    lines=(
        Line(_USERS, Quantity.MEMORY_OVER_IDLE, target=Target(TargetOf.OURS_AT_MOST, 40)),
        Line(_USERS, Quantity.PEAK_MEMORY, "k6"),
        Line(_USERS, Quantity.CPU_PER_REQUEST, "k6"),
        Line(_USERS, Quantity.RATE, "k6"),
        Line(_USERS, Quantity.CONNECTIONS, "k6"),
    ),
)
