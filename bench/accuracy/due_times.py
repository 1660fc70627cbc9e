"""When each call of a load is due, computed anew from the definition of its arrivals.

Nothing here is the engine's: constant arrivals are k / rate, and Poisson arrivals are drawn by inversion from the
published generator WyRand (github.com/wangyi-fudan/wyhash, v4.2). Where connections are to spare the server's log of
arrivals proves them call by call.
"""

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

__all__ = ["DueTimes", "due_times_ns"]

DueTimes = list[NDArray[np.int64]]
"""Of each shard, in ns from the start of the trial, ascending."""

_WORD = (1 << 64) - 1
_GOLDEN = 0x9E37_79B9_7F4A_7C15
_FIRST_TRIAL = 1


def due_times_ns(rate: float, seconds: int, shards: int, *, poisson: bool, seed: int) -> DueTimes:
    """The due times of `loadproof load --rate R --for Ns --shards S --seed N`.

    Constant arrivals go round the shards; each shard has a Poisson stream of its own.

    >>> [(times // 1_000_000).tolist() for times in due_times_ns(4, 1, 2, poisson=False, seed=1)]
    [[0, 500], [250, 750]]
    """
    if not poisson:
        calls = np.arange(round(rate * seconds), dtype=np.float64)
        times = np.floor(calls / rate * 1e9).astype(np.int64)
        return [times[shard::shards] for shard in range(shards)]
    trial_seed = seed * 1_000_003 + _FIRST_TRIAL
    return [
        _poisson_ns(rate / shards, seconds, trial_seed ^ ((shard + 1) * _GOLDEN & _WORD)) for shard in range(shards)
    ]


def _poisson_ns(rate: float, seconds: int, seed: int) -> NDArray[np.int64]:
    times: list[int] = []
    at_s = 0.0
    for share in _wyrand(seed):
        at_s -= math.log(1.0 - share) / rate
        if at_s >= seconds:
            return np.array(times, dtype=np.int64)
        times.append(int(at_s * 1e9))
    raise AssertionError("a generator of numbers does not end")


def _wyrand(state: int) -> Iterator[float]:
    """Shares in [0, 1) in steps of 2⁻⁶³."""
    while True:
        state = (state + 0x2D35_8DCC_AA6C_78A5) & _WORD
        product = state * (state ^ 0x8BB8_4B93_962E_ACC9)
        share = (((product & _WORD) ^ (product >> 64)) >> 1) / (1 << 63)
        if share < 1.0:
            yield share
