"""The service that a forecast assumes: one queue in steps of time, so that its cost does not grow with the rate."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr, ndtri

__all__ = ["AssumedService", "OfferedLoad", "ServedSeconds", "longest_service_s", "throughput_of"]

Numbers = NDArray[np.float64]
Counts = NDArray[np.int64]

_STEPS_PER_THRESHOLD = 6
_FEWEST_STEPS_PER_S, _MOST_STEPS_PER_S = 10, 2000
_NO_SPREAD = 1e-3
_MODULATION_MEMORY = 0.9
_SERVICE_PLACES = 400
_LEAST_NORMAL = -8.0
_KEPT_BY_SERVICE = 0.5
"""A service that keeps an SLO up to a capacity breaks at most this part of the limit by its service times alone."""


@dataclass(frozen=True, slots=True)
class AssumedService:
    """A FIFO queue that completes at most `throughput` calls/s, each of which takes `service_s` by itself.

    The wait is that of one server as quick as all workers together, the time in service that of one worker: the usual
    approximation of M/G/c (Kimura 1994, *Operations Research* 42). Service times are log-normal with the squared
    coefficient of variation `variation`, and move together from second to second by `deviation` (AR(1), 0.9).
    """

    throughput: float
    service_s: float
    variation: float = 1.0
    deviation: float = 0.0

    def serve(
        self,
        load: "OfferedLoad",
        thresholds_s: tuple[float, ...],
        rng: np.random.Generator,
        step_s: float | None = None,
    ) -> "ServedSeconds":
        """Return calls and times of each second under `load`; `thresholds_s` is in ascending order.

        Without `step_s`, a step is a sixth of the lowest threshold (of 1 s without thresholds). A second has 10 to 2000
        steps.

        Workload by Lindley's recursion over steps (a call meets the workload of the middle of its step); the number of
        calls over each threshold has the law that the workloads of their second give it.
        """
        steps = _steps_per_s(step_s or (thresholds_s[0] if thresholds_s else 1.0) / _STEPS_PER_THRESHOLD)
        due = rng.poisson(np.repeat(load.rates, steps) / steps) if load.is_poisson else _even(load.rates, steps)
        brought_s = self._work_s(due, steps, rng)
        before_s, after_s = _workload_s(brought_s, 1.0 / steps, load.backlog_s)
        met_s = before_s + 0.5 * brought_s
        by_second = due.reshape(-1, steps)
        calls: Counts = by_second.sum(axis=1)
        over = [self._over(met_s, threshold_s, by_second, calls) for threshold_s in thresholds_s]
        weights = np.maximum(calls, 1)
        mean_s = (by_second * met_s.reshape(-1, steps)).sum(axis=1) / weights + self.service_s
        left_s = after_s.reshape(-1, steps)[:, -1]
        in_flight = left_s * self.throughput + load.rates * self.service_s
        return ServedSeconds(calls, np.array(over).reshape(len(thresholds_s), len(calls)), mean_s, in_flight, left_s)

    def _work_s(self, due: Counts, steps: int, rng: np.random.Generator) -> Numbers:
        """Seconds of work that the calls of each step bring: a gamma law with their mean and variance."""
        own_s = 1.0 / self.throughput
        if self.variation > _NO_SPREAD:
            work = np.asarray(rng.gamma(due / self.variation, self.variation * own_s), dtype=np.float64)
        else:
            work = np.asarray(due * own_s, dtype=np.float64)
        if not self.deviation:
            return work
        logarithms = _autoregression(len(due) // steps, self.deviation, rng)
        result: Numbers = work * np.repeat(np.exp(logarithms - 0.5 * self.deviation**2), steps)
        return result

    def _over(self, met_s: Numbers, threshold_s: float, by_second: Counts, calls: Counts) -> Numbers:
        """The mean share of the calls of each second that take longer than a threshold."""
        left_s = threshold_s - met_s
        if self.variation > _NO_SPREAD:
            spread = math.log1p(self.variation)
            sigma, median_s = math.sqrt(spread), self.service_s * math.exp(-0.5 * spread)
            over = np.ones_like(met_s)
            # Steps without calls weigh nothing.
            inside = (left_s > 0.0) & (by_second.ravel() > 0)
            over[inside] = ndtr(-np.log(left_s[inside] / median_s) / sigma)
        else:
            over = (left_s < self.service_s).astype(np.float64)
        result: Numbers = (over.reshape(by_second.shape) * by_second).sum(axis=1) / np.maximum(calls, 1)
        return result


@dataclass(frozen=True, slots=True)
class OfferedLoad:
    """Arrivals/s of each second, and the seconds of work that were left before the first."""

    rates: Numbers
    is_poisson: bool = True
    backlog_s: float = 0.0


@dataclass(frozen=True, slots=True)
class ServedSeconds:
    """By second: calls, the mean share of them over each threshold (thresholds × seconds), their mean response time.

    `in_flight` and `left_s`: calls in flight, and seconds of work left, at its end.
    """

    calls: Counts
    over: Numbers
    mean_s: Numbers
    in_flight: Numbers
    left_s: Numbers


def throughput_of(capacity: float, service_s: float, variation: float, threshold_s: float, limit_share: float) -> float:
    """The throughput at which `limit_share` of the calls take longer than `threshold_s` just at the rate `capacity`.

    By the exponential tail of a queue in heavy traffic (Kingman 1962): P(wait > t) = u · exp(−2 (1 − u) · throughput ·
    t / (1 + variation)) at the utilization u, over the log-normal law of what the time in service leaves of the
    threshold.

    >>> round(throughput_of(908.0, 0.001, 1.0, 0.05, 0.01))
    1000
    """
    room_s, weights = _left_by_service_s(service_s, variation, threshold_s)
    limit = limit_share - (1.0 - float(weights.sum()))
    low, high = 1e-3, 1.0
    for _ in range(50):
        used = 0.5 * (low + high)
        over = used * np.exp(-2.0 * (1.0 - used) * capacity / used * room_s / (1.0 + variation))
        low, high = (used, high) if float((weights * over).sum()) < limit else (low, used)
    return capacity / low


def longest_service_s(variation: float, threshold_s: float, limit_share: float) -> float:
    """The longest mean service time that leaves a part of `limit_share` to waits: a longer one keeps no SLO.

    >>> round(longest_service_s(1.0, 0.2, 0.01), 4)
    0.0331
    """
    if variation <= _NO_SPREAD:
        return threshold_s
    spread = math.log1p(variation)
    beyond = float(ndtri(1.0 - _KEPT_BY_SERVICE * limit_share))
    return threshold_s * math.exp(0.5 * spread - beyond * math.sqrt(spread))


def _left_by_service_s(service_s: float, variation: float, threshold_s: float) -> tuple[Numbers, Numbers]:
    """Return the seconds that service times below the threshold leave for the wait, and the probability of each."""
    if variation <= _NO_SPREAD:
        return np.array([max(threshold_s - service_s, 0.2 * threshold_s)]), np.ones(1)
    spread = math.log1p(variation)
    sigma, median_s = math.sqrt(spread), service_s * math.exp(-0.5 * spread)
    edges = np.linspace(_LEAST_NORMAL, math.log(threshold_s / median_s) / sigma, _SERVICE_PLACES + 1)
    middles = 0.5 * (edges[:-1] + edges[1:])
    return threshold_s - median_s * np.exp(sigma * middles), np.diff(ndtr(edges))


def _steps_per_s(step_s: float) -> int:
    return min(_MOST_STEPS_PER_S, max(_FEWEST_STEPS_PER_S, math.ceil(1.0 / step_s)))


def _even(rates: Numbers, steps: int) -> Counts:
    """Calls of each step where they come at equal gaps."""
    reached = np.floor(np.cumsum(np.repeat(rates, steps)) / steps + 1e-9)
    result: Counts = np.diff(reached, prepend=0.0).astype(np.int64)
    return result


def _workload_s(brought_s: Numbers, step_s: float, backlog_s: float) -> tuple[Numbers, Numbers]:
    """Seconds of work before and after each step: max(0, before + brought − step), by a running minimum."""
    walk = backlog_s + np.cumsum(brought_s - step_s)
    after: Numbers = walk - np.minimum(np.minimum.accumulate(walk), 0.0)
    before = np.concatenate(([backlog_s], after[:-1]))
    return before, after


def _autoregression(count: int, deviation: float, rng: np.random.Generator) -> Numbers:
    """A stationary AR(1) series."""
    shocks = rng.normal(0.0, deviation * math.sqrt(1.0 - _MODULATION_MEMORY**2), count)
    values = np.empty(count)
    last = rng.normal(0.0, deviation)
    for index, shock in enumerate(shocks):
        last = _MODULATION_MEMORY * last + shock
        values[index] = last
    return values
