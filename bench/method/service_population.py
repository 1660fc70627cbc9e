"""Services drawn from a seed, for the error table of capacity searches."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from loadproof.study.slo import Slo, SloKind

__all__ = ["KINDS", "ServiceCase", "drawn_service"]

Block = dict[str, Any]
_RAW_RATES = (70.0, 550.0)
"""Workers over mean service time, calls/s: what keeps the simulation of long plateaus payable."""
_WORKERS = (1, 2, 4, 8, 16, 32)
_NS = 1_000_000_000


@dataclass(frozen=True, slots=True)
class ServiceCase:
    """A service in the engine's words, the percentile that it must keep, and about what it can do."""

    number: int
    kind: str
    service: Mapping[str, Any]
    slo: Slo
    raw_rate: float
    """Workers over mean service time, in calls/s: no rate above it can be kept."""

    @property
    def slos(self) -> tuple[Slo, ...]:
        """The percentile, and the two that every study has."""
        return (self.slo, Slo("errors<1%", SloKind.ERRORS, 0.01), Slo("rate±5%", SloKind.RATE, 0.05))

    @property
    def drifts(self) -> bool:
        """Whether the service gets slower all the time, so that it has no capacity."""
        return "drift" in self.service

    @property
    def settled_service(self) -> Mapping[str, Any]:
        """The same service once it is warm, which its capacity is that of."""
        return {name: block for name, block in self.service.items() if name not in ("warm_up", "drift")}


def _seconds(value_s: float) -> int:
    return max(1, round(value_s * _NS))


def _plain(_rng: np.random.Generator, _threshold_s: float, _raw_rate: float) -> Block:
    return {}


def _warm_up(rng: np.random.Generator, _threshold_s: float, _raw_rate: float) -> Block:
    return {"warm_up": {"factor": rng.uniform(1.5, 4.0), "decay_ns": _seconds(rng.uniform(3.0, 20.0))}}


def _noise(rng: np.random.Generator, _threshold_s: float, _raw_rate: float) -> Block:
    return {
        "modulation": {
            "coefficient": rng.uniform(0.3, 0.9),
            "deviation": rng.uniform(0.03, 0.15),
            "every_ns": _seconds(1.0),
        }
    }


def _neighbour(rng: np.random.Generator, _threshold_s: float, _raw_rate: float) -> Block:
    busy_s = rng.uniform(0.5, 4.0)
    return {
        "neighbour": {
            "busy_ns": _seconds(busy_s),
            "quiet_ns": _seconds(busy_s * rng.uniform(2.0, 6.0)),
            "slowdown": rng.uniform(1.1, 1.5),
        }
    }


def _error_onset(rng: np.random.Generator, _threshold_s: float, raw_rate: float) -> Block:
    above = raw_rate * rng.uniform(0.4, 0.8)
    return {"errors": {"share": rng.uniform(0.05, 0.5), "status": 500, "above_per_s": above}}


def _spikes(rng: np.random.Generator, threshold_s: float, _raw_rate: float) -> Block:
    every_s = rng.uniform(1.0, 8.0)
    lasts_s = min(threshold_s * rng.uniform(0.2, 0.8), every_s * rng.uniform(0.003, 0.03))
    return {"pauses": [{"every_ns": _seconds(every_s), "lasts_ns": _seconds(lasts_s), "random": True}]}


def _lock(rng: np.random.Generator, _threshold_s: float, _raw_rate: float) -> Block:
    return {"contention": {"serial": rng.uniform(0.005, 0.05), "coherence": rng.uniform(0.0, 0.001)}}


def _bounded_queue(rng: np.random.Generator, threshold_s: float, raw_rate: float) -> Block:
    return {"queue": max(2, round(raw_rate * threshold_s * rng.uniform(0.3, 1.5)))}


def _background(rng: np.random.Generator, _threshold_s: float, _raw_rate: float) -> Block:
    every_s = rng.uniform(3.0, 10.0)
    return {
        "background": {
            "every_ns": _seconds(every_s),
            "lasts_ns": _seconds(every_s * rng.uniform(0.1, 0.3)),
            "slowdown": rng.uniform(1.1, 1.6),
        }
    }


def _drift(rng: np.random.Generator, _threshold_s: float, _raw_rate: float) -> Block:
    return {"drift": {"per_hour": rng.uniform(2.0, 6.0)}}


KINDS: Mapping[str, Callable[[np.random.Generator, float, float], Block]] = {
    "plain": _plain,
    "warm-up": _warm_up,
    "noise": _noise,
    "neighbour": _neighbour,
    "error onset": _error_onset,
    "spikes": _spikes,
    "lock contention": _lock,
    "bounded queue": _bounded_queue,
    "background job": _background,
    "drift": _drift,
}
"""What makes a service other than a bare queue; every kind has as many services."""


def drawn_service(number: int, seed: int, attempt: int = 0) -> ServiceCase:
    """Service `number` of the population of `seed`; a later `attempt` where one had no capacity to be found."""
    rng = np.random.default_rng([seed, number, attempt])
    kind = list(KINDS)[number % len(KINDS)]
    workers = int(rng.choice(_WORKERS[2:] if kind == "lock contention" else _WORKERS))
    raw_rate = float(np.exp(rng.uniform(*np.log(_RAW_RATES))))
    raw_rate = max(raw_rate, workers / 0.06)
    mean_s = workers / raw_rate
    limit_share = 0.05 if rng.random() < 0.2 else 0.01
    service_time, tail_s = _service_time(rng, mean_s, limit_share)
    threshold_ms = _two_digits(1000.0 * tail_s * rng.uniform(2.0, 6.0))
    service = {"seed": int(rng.integers(1, 2**31)), "workers": workers, "service_time": service_time}
    service |= {"network_ns": _seconds(rng.uniform(0.0001, 0.001))}
    service |= KINDS[kind](rng, threshold_ms / 1000.0, raw_rate)
    name = "p95" if limit_share > 0.01 else "p99"
    slo = Slo(f"{name}<{threshold_ms:g}ms", SloKind.PERCENTILE, limit_share, threshold_ms)
    return ServiceCase(number, kind, service, slo, raw_rate)


def _service_time(rng: np.random.Generator, mean_s: float, share: float) -> tuple[Block, float]:
    """A law of the service time with this mean, and about the time that `share` of services exceed, in s."""
    law = rng.choice(("fixed", "exponential", "log_normal", "two_point", "pareto"))
    if law == "fixed":
        return {"fixed": _seconds(mean_s)}, 2.5 * mean_s
    if law == "exponential":
        return {"exponential": _seconds(mean_s)}, mean_s * math.log(1.0 / share)
    if law == "log_normal":
        sigma = rng.uniform(0.3, 1.0)
        normal = 2.326 if share < 0.02 else 1.645
        return {"log_normal": {"mean_ns": _seconds(mean_s), "sigma": sigma}}, mean_s * math.exp(
            normal * sigma - sigma * sigma / 2.0
        )
    if law == "two_point":
        high_share, ratio = rng.uniform(0.02, 0.2), rng.uniform(2.0, 6.0)
        low_s = mean_s / (1.0 - high_share + ratio * high_share)
        points = {"low_ns": _seconds(low_s), "high_ns": _seconds(ratio * low_s), "high_share": high_share}
        return {"two_point": points}, ratio * low_s
    shape = rng.uniform(2.2, 4.0)
    least_s = mean_s * (shape - 1.0) / shape
    return {"pareto": {"least_ns": _seconds(least_s), "shape": shape}}, least_s * share ** (-1.0 / shape)


def _two_digits(value: float) -> float:
    return float(f"{value:.2g}")
