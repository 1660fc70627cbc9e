"""The servers of the matrix. Rates, services and connections are such that queues form and whole periods fit."""

from collections.abc import Mapping
from functools import partial

from bench.accuracy.mode import Mode
from bench.accuracy.true_server import DyingServer, FifoServer, FreezingServer, IndependentServer

__all__ = ["FREEZE_MS", "MANY", "MODES", "PERIOD_MS", "RATE"]

RATE = 1000
"""Calls per second of every load."""
_SHORT_S = 3
"""Where it is the counts that matter."""
MANY = 1200
"""Connections to spare."""
PERIOD_MS, FREEZE_MS = 1000, 200
_MS = 1_000_000

_ALL = (
    Mode(
        "freeze",
        ("freeze", "--every-ms", str(PERIOD_MS), "--for-ms", str(FREEZE_MS), "--delay-us", "24000"),
        48,
        partial(FreezingServer, period_ns=PERIOD_MS * _MS, frozen_ns=FREEZE_MS * _MS),
    ),
    Mode("constant delay", ("constant", "--delay-us", "20000"), 24, IndependentServer),
    Mode(
        "two-point mixture",
        ("mixture", "--fast-us", "2000", "--slow-us", "100000", "--share", "0.07"),
        12,
        IndependentServer,
    ),
    Mode(
        "workers behind a FIFO", ("workers", "--count", "4", "--service-us", "3000"), 12, partial(FifoServer, workers=4)
    ),
    Mode(
        "slow first byte",
        ("slow-first-byte", "--from-us", "0", "--to-us", "40000"),
        24,
        IndependentServer,
        slow_phase="first_byte",
    ),
    Mode(
        "slow body", ("slow-body", "--from-us", "0", "--to-us", "40000"), 24, IndependentServer, slow_phase="transfer"
    ),
    Mode(
        "rate limiter",
        ("limiter", "--rate", "800", "--burst", "20"),
        12,
        IndependentServer,
        seconds=_SHORT_S,
        errors=(("status-503", ("503",)),),
    ),
    Mode(
        "connection limit",
        ("connection-limit", "--most", "12", "--delay-us", "8000"),
        12,
        IndependentServer,
        seconds=_SHORT_S,
        errors=(("reset", ("refused",)),),
    ),
    Mode(
        "5 % errors",
        ("status", "--code", "500", "--share", "0.05"),
        12,
        IndependentServer,
        seconds=_SHORT_S,
        errors=(("status-500", ("500",)),),
    ),
    Mode(
        "5 % resets",
        ("reset", "--share", "0.05"),
        12,
        IndependentServer,
        seconds=_SHORT_S,
        errors=(("reset", ("reset",)),),
    ),
    Mode(
        "5 % never answered",
        ("stall", "--share", "0.05"),
        # They hold connections until calls wait for about 0.3 s, far from the timeout: at it, who is first is chance.
        36,
        IndependentServer,
        timeout_s=1.0,
        errors=(("timeout", ("stalled", "unanswered")),),
    ),
    Mode("death", ("die", "--after-ms", "2000", "--delay-us", "8000"), 12, DyingServer, seconds=_SHORT_S, dies=True),
)

MODES: Mapping[str, Mode] = {mode.name.replace(" % ", "-percent-").replace(" ", "-"): mode for mode in _ALL}
"""By the name that the command line knows."""
