"""The truth about c workers behind one FIFO: exact replay of the service times that the server logged."""

import csv
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

__all__ = ["Queue", "logged_service_time_s"]

_REPLAYS = 200
_SAME_NS = 1_000


def logged_service_time_s(log: Path) -> float:
    """The one service time in the server's log, in s. Raises ValueError when the log holds different ones."""
    with log.open(encoding="ascii", newline="") as file:
        times = [int(row["end_ns"]) - int(row["start_ns"]) for row in csv.DictReader(file)]
    if max(times) - min(times) > _SAME_NS:
        raise ValueError(f"{log}: service times from {min(times)} to {max(times)} ns; the replay needs equal ones")
    return float(np.mean(times)) / 1e9


@dataclass(frozen=True, slots=True)
class Queue:
    """c workers of one service time (s) behind one FIFO, judged over plateaus of `hold_s`."""

    service_s: float
    workers: int
    hold_s: float
    poisson: bool

    def capacity(self, threshold_s: float, limit: float) -> float:
        """The rate (calls/s) at which the share of calls over the threshold is `limit`."""
        low, high = 0.5 * self.workers / self.service_s, 1.2 * self.workers / self.service_s
        random = np.random.default_rng(1)
        while high / low > 1.0005:
            rate = 0.5 * (low + high)
            shares = [np.mean(self._responses(rate, random) > threshold_s) for _ in range(_REPLAYS)]
            low, high = (rate, high) if np.mean(shares) <= limit else (low, rate)
        return low

    def _responses(self, rate: float, random: np.random.Generator) -> NDArray[np.float64]:
        """Response times (s) of one plateau, by worker.

        With equal service times calls end in the order in which they began, so call n starts when it arrives or when
        call n - c ends: c interleaved single-server queues, each solved by Lindley's recursion (Lindley 1952).
        """
        calls = int(rate * self.hold_s)
        gaps = random.exponential(1.0 / rate, calls) if self.poisson else np.full(calls, 1.0 / rate)
        arrivals = np.cumsum(gaps)
        lanes = [arrivals[lane :: self.workers] for lane in range(self.workers)]
        return np.concatenate([_single_server(lane, self.service_s) for lane in lanes])


def _single_server(arrivals: NDArray[np.float64], service_s: float) -> NDArray[np.float64]:
    earliest = arrivals - service_s * np.arange(len(arrivals))
    return np.maximum.accumulate(earliest) - earliest + service_s
