"""The truth about c workers behind one FIFO: exact replay of the service times that the server logged."""

import csv
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

__all__ = ["logged_service_time_s", "replayed_capacity"]

_REPLAYS = 200
_SAME_NS = 1_000


def logged_service_time_s(log: Path) -> float:
    """The one service time in the server's log, in s. Raises ValueError when the log holds different ones."""
    with log.open(encoding="ascii", newline="") as file:
        times = [int(row["end_ns"]) - int(row["start_ns"]) for row in csv.DictReader(file)]
    if max(times) - min(times) > _SAME_NS:
        raise ValueError(f"{log}: service times from {min(times)} to {max(times)} ns; the replay needs equal ones")
    return float(np.mean(times)) / 1e9


def replayed_capacity(service_s: float, workers: int, threshold_s: float, limit: float, hold_s: float, poisson: bool) -> float:
    """The rate (calls/s) at which the share of calls over the threshold is `limit`, over plateaus of `hold_s`.

    With equal service times calls end in the order in which they began, so call n starts when it arrives or when call n − c ends:
    c interleaved single-server queues, each solved by Lindley's recursion (Lindley 1952).
    """
    low, high = 0.5 * workers / service_s, 1.2 * workers / service_s
    random = np.random.default_rng(1)
    while high / low > 1.0005:
        rate = 0.5 * (low + high)
        share = np.mean([_share_over(rate, service_s, workers, threshold_s, hold_s, random, poisson) for _ in range(_REPLAYS)])
        low, high = (rate, high) if share <= limit else (low, rate)
    return low


def _share_over(
    rate: float,
    service_s: float,
    workers: int,
    threshold_s: float,
    hold_s: float,
    random: np.random.Generator,
    poisson: bool,
) -> float:
    calls = int(rate * hold_s)
    gaps = random.exponential(1.0 / rate, calls) if poisson else np.full(calls, 1.0 / rate)
    arrivals = np.cumsum(gaps)
    responses = np.concatenate([_single_server(arrivals[lane::workers], service_s) for lane in range(workers)])
    return float(np.mean(responses > threshold_s))


def _single_server(arrivals: NDArray[np.float64], service_s: float) -> NDArray[np.float64]:
    earliest = arrivals - service_s * np.arange(len(arrivals))
    return np.maximum.accumulate(earliest) - earliest + service_s
