"""Services drawn from a seed, for the error table of capacity searches."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from loadproof.model.rate import Arrivals
from loadproof.model.slo import Slo, SloKind

from bench.method.virtual_run import ONE_CALL

__all__ = ["KINDS", "PUBLISHED", "Block", "Population", "ServiceCase", "drawn_service", "log_uniform", "nanoseconds"]

Block = dict[str, Any]
_RAW_RATES = (150.0, 2000.0)
"""Workers over mean service time, calls/s: what keeps the simulation of long plateaus payable."""
_WORKERS = (1, 2, 4, 8, 16, 32, 64)
_FEWEST_IN_CONTENTION = 4
_TAILS = (2.0, 40.0)
"""The threshold over the tail of the service time."""
_LONGEST_THRESHOLD_S = 1.0
_NS = 1_000_000_000


@dataclass(frozen=True, slots=True)
class Population:
    """Services by number, seed and attempt: a later one is drawn where one had no capacity to be found."""

    version: str
    """Changes with whatever changes the services that a seed gives: truths that were kept are known by it."""
    kinds: tuple[str, ...]
    draw: "Callable[[int, int, int], ServiceCase]"


@dataclass(frozen=True, slots=True)
class ServiceCase:
    """A service in the engine's words, the percentile that it must keep, and about what it can do."""

    number: int
    kind: str
    service: Mapping[str, Any]
    slo: Slo
    raw_rate: float
    """Workers over mean service time, in calls/s: no rate above it can be kept."""
    weights: Mapping[str, float] = field(default_factory=lambda: ONE_CALL)
    """The operations that are called, with their weights."""
    arrivals: Arrivals = Arrivals.POISSON
    wave_s: float = 0.0
    """The longest time that something takes to come round again which none of the blocks tells, in s."""

    @property
    def slos(self) -> tuple[Slo, ...]:
        """The percentile, and the two that every study has."""
        return (self.slo, Slo("errors<1%", SloKind.ERRORS, 0.01), Slo("rate±5%", SloKind.RATE, 0.05))

    @property
    def drifts(self) -> bool:
        """Whether the service gets slower all the time, so that it has no capacity."""
        return "drift" in self.service

    @property
    def threshold_s(self) -> float:
        """The threshold of the percentile."""
        return (self.slo.threshold_ms or 0.0) / 1000.0

    @property
    def cycle_s(self) -> float:
        """The longest time that something in the service takes to come round again, in s; 0: nothing does."""
        neighbour, background = self.service.get("neighbour"), self.service.get("background")
        cycles_ns = [self.wave_s * _NS, *(pause["every_ns"] for pause in self.service.get("pauses", ()))]
        if neighbour is not None:
            cycles_ns.append(neighbour["busy_ns"] + neighbour["quiet_ns"])
        if background is not None:
            cycles_ns.append(background["every_ns"])
        return float(max(cycles_ns)) / _NS

    @property
    def settled(self) -> "ServiceCase":
        """The same service once it is warm."""
        return replace(self, service=self.settled_service)

    @property
    def settled_service(self) -> Mapping[str, Any]:
        """The same service once it is warm, which its capacity is that of."""
        return {name: block for name, block in self.service.items() if name not in ("warm_up", "drift")}


def nanoseconds(value_s: float) -> int:
    """A time as a service is told of it, never 0."""
    return max(1, round(value_s * _NS))


def _plain(_rng: np.random.Generator, _threshold_s: float, _raw_rate: float) -> Block:
    return {}


def _warm_up(rng: np.random.Generator, _threshold_s: float, _raw_rate: float) -> Block:
    return {"warm_up": {"factor": rng.uniform(1.5, 4.0), "decay_ns": nanoseconds(rng.uniform(3.0, 20.0))}}


def _noise(rng: np.random.Generator, _threshold_s: float, _raw_rate: float) -> Block:
    return {
        "modulation": {
            "coefficient": rng.uniform(0.3, 0.9),
            "deviation": rng.uniform(0.03, 0.15),
            "every_ns": nanoseconds(1.0),
        }
    }


def _neighbour(rng: np.random.Generator, _threshold_s: float, _raw_rate: float) -> Block:
    cycle_s, busy = log_uniform(rng, 1.0, 20.0), rng.uniform(0.1, 0.35)
    return {
        "neighbour": {
            "busy_ns": nanoseconds(cycle_s * busy),
            "quiet_ns": nanoseconds(cycle_s * (1.0 - busy)),
            "slowdown": rng.uniform(1.1, 2.0),
        }
    }


def _error_onset(rng: np.random.Generator, _threshold_s: float, raw_rate: float) -> Block:
    above = raw_rate * rng.uniform(0.4, 0.8)
    return {"errors": {"share": rng.uniform(0.05, 0.5), "status": 500, "above_per_s": above}}


def _spikes(rng: np.random.Generator, threshold_s: float, _raw_rate: float) -> Block:
    every_s = rng.uniform(1.0, 8.0)
    lasts_s = min(threshold_s * rng.uniform(0.2, 0.8), every_s * rng.uniform(0.003, 0.03))
    return {"pauses": [{"every_ns": nanoseconds(every_s), "lasts_ns": nanoseconds(lasts_s), "random": True}]}


def _lock(rng: np.random.Generator, _threshold_s: float, _raw_rate: float) -> Block:
    return {"contention": {"serial": rng.uniform(0.005, 0.05), "coherence": 0.0}}


def _bounded_queue(rng: np.random.Generator, threshold_s: float, raw_rate: float) -> Block:
    return {"queue": max(2, round(raw_rate * threshold_s * rng.uniform(0.3, 1.5)))}


def _background(rng: np.random.Generator, _threshold_s: float, _raw_rate: float) -> Block:
    every_s = log_uniform(rng, 3.0, 60.0)
    return {
        "background": {
            "every_ns": nanoseconds(every_s),
            "lasts_ns": nanoseconds(every_s * rng.uniform(0.1, 0.3)),
            "slowdown": rng.uniform(1.1, 2.0),
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
    raw_rate = log_uniform(rng, *_RAW_RATES)
    limit_share = 0.05 if rng.random() < 0.2 else 0.01
    # The law is drawn for a mean of 1 s and then scaled: how many workers are possible depends on its tail.
    law, tail = _service_time(rng, limit_share)
    possible = [workers for workers in _WORKERS if _TAILS[0] * tail * workers / raw_rate <= _LONGEST_THRESHOLD_S]
    if kind == "lock contention":
        possible = [workers for workers in possible if workers >= _FEWEST_IN_CONTENTION] or [_FEWEST_IN_CONTENTION]
    workers = int(rng.choice(possible))
    tail_s = tail * workers / raw_rate
    most = max(_TAILS[0], min(_TAILS[1], _LONGEST_THRESHOLD_S / tail_s))
    threshold_ms = _two_digits(1000.0 * tail_s * log_uniform(rng, _TAILS[0], most))
    service: Block = {"seed": int(rng.integers(1, 2**31)), "workers": workers, "service_time": law(workers / raw_rate)}
    service |= {"network_ns": nanoseconds(tail_s * rng.uniform(0.0, 0.1))}
    service |= KINDS[kind](rng, threshold_ms / 1000.0, raw_rate)
    if kind == "lock contention":
        # More would make the queue's drain slower than its growth: such a service keeps a load until it does not.
        service["contention"]["coherence"] = rng.uniform(0.0, 0.9) / workers**2
    name = "p95" if limit_share > 0.01 else "p99"
    slo = Slo(f"{name}<{threshold_ms:g}ms", SloKind.PERCENTILE, limit_share, threshold_ms)
    return ServiceCase(number, kind, service, slo, raw_rate)


def _service_time(rng: np.random.Generator, share: float) -> tuple[Callable[[float], Block], float]:
    """A law of the service time by its mean in s, and about how many means `share` of services exceed."""
    law = rng.choice(("fixed", "exponential", "log_normal", "two_point", "pareto"))
    if law == "fixed":
        return lambda mean_s: {"fixed": nanoseconds(mean_s)}, 1.0
    if law == "exponential":
        return lambda mean_s: {"exponential": nanoseconds(mean_s)}, math.log(1.0 / share)
    if law == "log_normal":
        sigma = rng.uniform(0.3, 1.0)
        normal = 2.326 if share < 0.02 else 1.645
        tail = math.exp(normal * sigma - sigma * sigma / 2.0)
        return lambda mean_s: {"log_normal": {"mean_ns": nanoseconds(mean_s), "sigma": sigma}}, tail
    if law == "two_point":
        high_share, ratio = rng.uniform(0.02, 0.2), rng.uniform(2.0, 6.0)
        low = 1.0 / (1.0 - high_share + ratio * high_share)
        return lambda mean_s: {"two_point": _two_points(low * mean_s, ratio, high_share)}, ratio * low
    shape = rng.uniform(2.2, 4.0)
    least = (shape - 1.0) / shape
    tail = least * float(share ** (-1.0 / shape))
    return lambda mean_s: {"pareto": {"least_ns": nanoseconds(least * mean_s), "shape": shape}}, tail


def _two_points(low_s: float, ratio: float, high_share: float) -> Block:
    return {"low_ns": nanoseconds(low_s), "high_ns": nanoseconds(ratio * low_s), "high_share": high_share}


def log_uniform(rng: np.random.Generator, least: float, most: float) -> float:
    """A number between two whose logarithm is uniform."""
    return float(np.exp(rng.uniform(math.log(least), math.log(most))))


def _two_digits(value: float) -> float:
    return float(f"{value:.2g}")


PUBLISHED = Population("4", tuple(KINDS), drawn_service)
"""The services of the published table, on other seeds of which the rules of a search were chosen."""
