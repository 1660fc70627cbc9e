"""Speed of the machine itself: the CPU time of one fixed piece of work."""

import os
import time

__all__ = ["work_us"]

_PAUSE_S = 0.001
_PIECES = 60
_MOST_CPUS = 4
_ENTRIES = 20_000
_LOOKED_UP = 400
_STRIDE = 7919
"""A prime: entries that are looked up one after the other lie far apart."""


def work_us() -> float:
    """The CPU time in µs of one fixed piece of work, on the slowest of the first CPUs that this process may use.

    Of each CPU it is the median of 60 pieces with a pause of 1 ms before each, as a service has it between two calls:
    neighbours of a virtual machine take caches rather than time, and work without pauses hardly notices. A piece looks
    up 400 entries of a table of some megabytes. Two of them can be compared on one machine with one Python alone.

    >>> 1.0 < work_us() < 10_000.0
    True
    """
    allowed = os.sched_getaffinity(0)
    table = {f"key-{number}": [number] for number in range(_ENTRIES)}
    keys = [f"key-{number * _STRIDE % _ENTRIES}" for number in range(_LOOKED_UP)]
    try:
        return max(_median_us(cpu, table, keys) for cpu in sorted(allowed)[:_MOST_CPUS])
    finally:
        os.sched_setaffinity(0, allowed)


def _median_us(cpu: int, table: dict[str, list[int]], keys: list[str]) -> float:
    os.sched_setaffinity(0, {cpu})
    return sorted(_piece_us(table, keys) for _ in range(_PIECES))[_PIECES // 2]


def _piece_us(table: dict[str, list[int]], keys: list[str]) -> float:
    time.sleep(_PAUSE_S)
    began_ns = time.thread_time_ns()
    sum(table[key][0] for key in keys)
    return (time.thread_time_ns() - began_ns) / 1e3
