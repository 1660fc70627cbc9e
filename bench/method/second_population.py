"""A second population of services for capacity searches, of families that the published one does not have.

The rules of a search were chosen on seeds of the published population. What they are worth elsewhere is shown here: the
families, their ranges and the seed were fixed before the first search ran on them, and no rule was changed after it.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

import numpy as np
from loadproof.model.rate import Arrivals
from loadproof.model.slo import Slo, SloKind

from bench.method.service_population import Block, Population, ServiceCase, log_uniform, nanoseconds

__all__ = ["FAMILIES", "SECOND", "SEED", "SERVICES"]

SEED = 20_261
SERVICES = 132
_RAW_RATES = (80.0, 3000.0)
_WORKERS = (1, 3, 6, 12, 24, 48, 96)
_FEWEST_IN_CONVOY = 6
_TAILS = (3.0, 60.0)
"""The threshold over the tail of the service time."""
_LONGEST_THRESHOLD_S = 1.5
_PERCENTILES = {"p90": 0.1, "p95": 0.05, "p99": 0.01, "p99.9": 0.001}
_CHANCES = (0.2, 0.25, 0.45, 0.1)
_FEWEST_FOR_RARE = 500.0
"""Calls/s from which on p99.9 is asked for."""
_MIB = 1_048_576.0


@dataclass(frozen=True, slots=True)
class _Law:
    """A law of the service time for a mean of 1 s, and about how many means the share of the SLO exceeds."""

    of_mean: Callable[[float], Block]
    tail: float


def _mixed(rng: np.random.Generator, share: float) -> _Law:
    kind = rng.choice(("fixed", "exponential", "log_normal", "halves"))
    if kind == "fixed":
        return _Law(lambda mean_s: {"fixed": nanoseconds(mean_s)}, 1.0)
    if kind == "exponential":
        return _exponential(rng, share)
    if kind == "log_normal":
        return _log_normal(rng.uniform(0.2, 0.8), share)
    return _two_point(rng.uniform(0.3, 0.6), rng.uniform(2.0, 5.0))


def _exponential(_rng: np.random.Generator, share: float) -> _Law:
    return _Law(lambda mean_s: {"exponential": nanoseconds(mean_s)}, math.log(1.0 / share))


def _log_normal(sigma: float, share: float) -> _Law:
    normal = {0.1: 1.282, 0.05: 1.645, 0.01: 2.326, 0.001: 3.090}[share]
    tail = math.exp(normal * sigma - sigma * sigma / 2.0)
    return _Law(lambda mean_s: {"log_normal": {"mean_ns": nanoseconds(mean_s), "sigma": sigma}}, tail)


def _two_point(high_share: float, ratio: float) -> _Law:
    low = 1.0 / (1.0 - high_share + ratio * high_share)

    def of_mean(mean_s: float) -> Block:
        low_ns, high_ns = nanoseconds(low * mean_s), nanoseconds(ratio * low * mean_s)
        return {"two_point": {"low_ns": low_ns, "high_ns": high_ns, "high_share": high_share}}

    return _Law(of_mean, ratio * low)


def _heavy(rng: np.random.Generator, share: float) -> _Law:
    if rng.random() < 0.7:
        return _log_normal(rng.uniform(1.1, 1.7), share)
    shape = rng.uniform(1.9, 2.4)
    least = (shape - 1.0) / shape
    tail = least * float(share ** (-1.0 / shape))
    return _Law(lambda mean_s: {"pareto": {"least_ns": nanoseconds(least * mean_s), "shape": shape}}, tail)


def _misses(rng: np.random.Generator, _share: float) -> _Law:
    return _two_point(rng.uniform(0.08, 0.3), rng.uniform(6.0, 25.0))


def _seldom_slow(rng: np.random.Generator, share: float) -> _Law:
    """So few calls are slow that the SLO bears them all."""
    return _two_point(share * rng.uniform(0.15, 0.6), rng.uniform(8.0, 30.0))


Drawn = Callable[[np.random.Generator, ServiceCase], ServiceCase]


def _with(case: ServiceCase, **blocks: object) -> ServiceCase:
    return replace(case, service={**case.service, **blocks})


def _two_classes(rng: np.random.Generator, case: ServiceCase) -> ServiceCase:
    """Light and heavy calls in one queue."""
    heavy, ratio = rng.uniform(0.05, 0.3), rng.uniform(4.0, 15.0)
    mean_s = case.service["workers"] / case.raw_rate / (1.0 - heavy + ratio * heavy)
    own = _log_normal(0.5, 0.01).of_mean
    operations = {"light": {"service_time": own(mean_s)}, "heavy": {"service_time": own(ratio * mean_s)}}
    return replace(_with(case, operations=operations), weights={"light": 1.0 - heavy, "heavy": heavy})


def _cold_cache(rng: np.random.Generator, case: ServiceCase) -> ServiceCase:
    return _with(case, warm_up={"factor": rng.uniform(2.0, 6.0), "decay_ns": nanoseconds(rng.uniform(15.0, 60.0))})


def _timer_pauses(rng: np.random.Generator, case: ServiceCase) -> ServiceCase:
    """Short pauses often and longer ones seldom, both by the clock."""
    pauses = []
    for least_s, most_s, part in ((0.2, 1.0, 0.15), (4.0, 25.0, 0.6)):
        every_s = log_uniform(rng, least_s, most_s)
        lasts_s = min(case.threshold_s * part * rng.uniform(0.3, 1.0), 0.03 * every_s)
        pauses.append({"every_ns": nanoseconds(every_s), "lasts_ns": nanoseconds(lasts_s)})
    return _with(case, pauses=pauses)


def _collector(rng: np.random.Generator, case: ServiceCase) -> ServiceCase:
    """Pauses of a collector, which come the more often the more calls there are."""
    every_s = log_uniform(rng, 0.3, 10.0)
    pause_s = min(case.threshold_s * rng.uniform(0.1, 0.8), 0.06 * every_s)
    calls = max(2.0, round(every_s * case.raw_rate))
    memory = {
        "base_bytes": _MIB,
        "garbage_bytes_per_call": 1000.0,
        "collect_bytes": 1000.0 * calls,
        "pause_ns_per_live_mib": float(nanoseconds(pause_s)),
    }
    return replace(_with(case, memory=memory), wave_s=2.0 * every_s)


def _rate_limit(rng: np.random.Generator, case: ServiceCase) -> ServiceCase:
    """Whatever is over the limit of a second is refused."""
    return _with(case, errors={"share": 1.0, "status": 429, "above_per_s": case.raw_rate * rng.uniform(0.3, 0.7)})


def _replicas(rng: np.random.Generator, case: ServiceCase) -> ServiceCase:
    """Some of the workers come and go, for longer than a trial lasts."""
    busy_s, quiet_s = rng.uniform(15.0, 60.0), rng.uniform(30.0, 90.0)
    blocks = {"busy_ns": nanoseconds(busy_s), "quiet_ns": nanoseconds(quiet_s), "slowdown": rng.uniform(1.04, 1.25)}
    return _with(case, neighbour=blocks)


def _slow_wave(rng: np.random.Generator, case: ServiceCase) -> ServiceCase:
    """Service times that wander over minutes."""
    every_s, coefficient = rng.uniform(2.0, 5.0), rng.uniform(0.85, 0.97)
    modulation = {"coefficient": coefficient, "deviation": rng.uniform(0.02, 0.07), "every_ns": nanoseconds(every_s)}
    return replace(_with(case, modulation=modulation), wave_s=every_s / (1.0 - coefficient))


def _regular_arrivals(_rng: np.random.Generator, case: ServiceCase) -> ServiceCase:
    return replace(case, arrivals=Arrivals.CONSTANT)


def _convoy(rng: np.random.Generator, case: ServiceCase) -> ServiceCase:
    """Workers that stand in each other's way, behind a queue with an end."""
    workers = case.service["workers"]
    contention = {"serial": rng.uniform(0.02, 0.1), "coherence": rng.uniform(0.0, 0.8) / workers**2}
    return _with(case, contention=contention, queue=max(4, round(case.raw_rate * case.threshold_s)))


def _errors_at_any_load(rng: np.random.Generator, case: ServiceCase) -> ServiceCase:
    return _with(case, operations={"call": {"error_share": rng.uniform(0.001, 0.006)}})


def _pauses_and_neighbour(rng: np.random.Generator, case: ServiceCase) -> ServiceCase:
    """Two causes of noise at once."""
    busy_s, every_s = log_uniform(rng, 0.5, 8.0), rng.uniform(0.5, 4.0)
    neighbour = {
        "busy_ns": nanoseconds(busy_s),
        "quiet_ns": nanoseconds(2.0 * busy_s),
        "slowdown": rng.uniform(1.1, 1.5),
    }
    lasts_s = min(case.threshold_s * rng.uniform(0.1, 0.5), 0.015 * every_s)
    pause = {"every_ns": nanoseconds(every_s), "lasts_ns": nanoseconds(lasts_s), "random": True}
    return _with(case, neighbour=neighbour, pauses=[pause])


@dataclass(frozen=True, slots=True)
class _Family:
    law: Callable[[np.random.Generator, float], _Law]
    drawn: Drawn


def _as_it_is(_rng: np.random.Generator, case: ServiceCase) -> ServiceCase:
    return case


FAMILIES: Mapping[str, _Family] = {
    "two classes of calls": _Family(_exponential, _two_classes),
    "cold cache": _Family(_misses, _cold_cache),
    "timer pauses": _Family(_mixed, _timer_pauses),
    "collector": _Family(_mixed, _collector),
    "rate limit": _Family(_mixed, _rate_limit),
    "replicas that come and go": _Family(_mixed, _replicas),
    "heavy tail": _Family(_heavy, _as_it_is),
    "a few slow calls": _Family(_seldom_slow, _as_it_is),
    "slow wave": _Family(_mixed, _slow_wave),
    "regular arrivals": _Family(_mixed, _regular_arrivals),
    "convoy": _Family(_mixed, _convoy),
    "errors at any load": _Family(_mixed, _errors_at_any_load),
}
"""What makes a service other than a bare queue; every family has as many services."""
_WITH_NOISE = 6
"""Of each family without noise of its own one service in so many has two causes of it."""


def _drawn(number: int, seed: int, attempt: int) -> ServiceCase:
    rng = np.random.default_rng([seed, number, attempt, 2])
    name = list(FAMILIES)[number % len(FAMILIES)]
    family = FAMILIES[name]
    raw_rate = log_uniform(rng, *_RAW_RATES)
    percentile = str(rng.choice(list(_PERCENTILES), p=_CHANCES))
    if percentile == "p99.9" and raw_rate < _FEWEST_FOR_RARE:
        percentile = "p99"
    share = _PERCENTILES[percentile]
    law = family.law(rng, share)
    possible = [count for count in _WORKERS if _TAILS[0] * law.tail * count / raw_rate <= _LONGEST_THRESHOLD_S]
    if name == "convoy":
        possible = [count for count in possible if count >= _FEWEST_IN_CONVOY] or [_FEWEST_IN_CONVOY]
    workers = int(rng.choice(possible or [1]))
    tail_s = law.tail * workers / raw_rate
    most = max(_TAILS[0], min(_TAILS[1], _LONGEST_THRESHOLD_S / tail_s))
    threshold_ms = float(f"{1000.0 * tail_s * log_uniform(rng, _TAILS[0], most):.2g}")
    service: Block = {"seed": int(rng.integers(1, 2**31)), "workers": workers}
    service |= {
        "service_time": law.of_mean(workers / raw_rate),
        "network_ns": nanoseconds(tail_s * rng.uniform(0, 0.2)),
    }
    slo = Slo(f"{percentile}<{threshold_ms:g}ms", SloKind.PERCENTILE, share, threshold_ms)
    case = family.drawn(rng, ServiceCase(number, name, service, slo, raw_rate))
    is_noisy = number // len(FAMILIES) % _WITH_NOISE == 0 and name in _QUIET
    return _pauses_and_neighbour(rng, case) if is_noisy else case


_QUIET = ("two classes of calls", "cold cache", "heavy tail", "a few slow calls", "regular arrivals", "convoy")
"""Families that have no noise of their own."""
SECOND = Population("second-1", tuple(FAMILIES), _drawn)
