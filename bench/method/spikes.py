"""How exactly the recovery from a spike is measured: the product's judge, on queues whose recovery is known."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np
from loadproof.judge.verdict import State
from loadproof.methods.spike.machine import SpikeSettings, recovery_metric

from bench.method.effort import Effort
from bench.method.table import Claim, MethodTable
from tests.unit.judge.simulated_service import Times
from tests.unit.methods.simulated_spike import SpikedService

__all__ = ["SERVICES", "KnownSpike", "spikes"]

_SPIKES = 500
_REPEAT = 5


def _exponential(rng: np.random.Generator, mean_s: float, calls: int) -> Times:
    return rng.exponential(mean_s, calls)


def _lognormal(rng: np.random.Generator, mean_s: float, calls: int) -> Times:
    return mean_s * np.exp(rng.normal(-0.5, 1.0, calls))


def _two_kinds(rng: np.random.Generator, mean_s: float, calls: int) -> Times:
    """One call of ten takes ten times as long as each of the others."""
    return np.where(rng.random(calls) < 0.1, 10.0, 1.0) * mean_s / 1.9


def _weibull(rng: np.random.Generator, mean_s: float, calls: int) -> Times:
    return mean_s * rng.weibull(0.5, calls) / 2.0


def _gamma(rng: np.random.Generator, mean_s: float, calls: int) -> Times:
    return rng.gamma(0.3, mean_s / 0.3, calls)


def _uniform(rng: np.random.Generator, mean_s: float, calls: int) -> Times:
    return rng.uniform(0.0, 2.0 * mean_s, calls)


def _lomax(rng: np.random.Generator, mean_s: float, calls: int) -> Times:
    return 1.5 * mean_s * rng.pareto(2.5, calls)


@dataclass(frozen=True, slots=True)
class KnownSpike:
    """A service with the spike that it gets; a `second` population is of other families, and tuned nothing."""

    service: SpikedService
    settings: SpikeSettings
    second: bool = False


def _settings(rate: float, base_rate: float, after_s: float = 40.0) -> SpikeSettings:
    return SpikeSettings(rate, base_rate, for_s=10.0, before_s=30.0, after_s=after_s)


SERVICES: Mapping[str, KnownSpike] = {
    "M/D/1, drains in 10 s": KnownSpike(SpikedService(0.005), _settings(300.0, 100.0)),
    "M/D/1, drains in 2 s": KnownSpike(SpikedService(0.005), _settings(220.0, 100.0)),
    "M/D/1, carries the spike": KnownSpike(SpikedService(0.001), _settings(300.0, 100.0)),
    "M/M/1, drains in 10 s": KnownSpike(SpikedService(0.002, _exponential), _settings(750.0, 250.0)),
    "M/LN/1, drains in 10 s": KnownSpike(SpikedService(0.002, _lognormal), _settings(750.0, 250.0)),
    "M/D/1, pauses of 0.5 s": KnownSpike(SpikedService(0.005, frozen_s=0.5), _settings(300.0, 100.0, 60.0)),
    "two kinds of calls": KnownSpike(SpikedService(0.004, _two_kinds), _settings(400.0, 100.0)),
    "Weibull 0.5": KnownSpike(SpikedService(0.002, _weibull), _settings(800.0, 200.0)),
    "Weibull 0.5, slow at any time": KnownSpike(SpikedService(0.006, _weibull), _settings(300.0, 100.0)),
    "two kinds, pauses of 0.2 s in 3 s": KnownSpike(
        SpikedService(0.004, _two_kinds, frozen_s=0.2, period_s=3.0), _settings(400.0, 100.0, 60.0)
    ),
    "gamma 0.3": KnownSpike(SpikedService(0.003, _gamma), _settings(550.0, 150.0), second=True),
    "gamma 0.3, near its limit": KnownSpike(SpikedService(0.005, _gamma), _settings(300.0, 140.0, 60.0), second=True),
    "uniform": KnownSpike(SpikedService(0.004, _uniform), _settings(450.0, 80.0), second=True),
    "Lomax 2.5": KnownSpike(SpikedService(0.002, _lomax), _settings(900.0, 250.0), second=True),
    "uniform, pauses of 1 s in 20 s": KnownSpike(
        SpikedService(0.002, _uniform, frozen_s=1.0, period_s=20.0), _settings(700.0, 200.0, 80.0), second=True
    ),
}


@dataclass(frozen=True, slots=True)
class _Outcome:
    truth_s: float
    bias_s: float
    far_s: float
    """Absolute error that one of twenty spikes exceeds."""
    undecided_percent: float
    denied_percent: float
    """Spikes after which the service is said not to recover."""
    covered_percent: float


def _outcome(effort: Effort, item: tuple[int, str]) -> _Outcome:
    number, name = item
    rng = np.random.default_rng((effort.seed, 29, number))
    known = SERVICES[name]
    seen = [known.service.spiked(known.settings, rng) for _ in range(effort.runs(_SPIKES, fewest=2 * _REPEAT))]
    found = [one for one in seen if one.verdict.state is State.PASSED and one.recovery_s is not None]
    errors = np.array([(one.recovery_s or 0.0) - one.truth_s for one in found])
    truth_s = float(np.mean([one.truth_s for one in seen]))
    covered = []
    for begin in range(0, len(found) - _REPEAT + 1, _REPEAT):
        metric = recovery_metric([one.recovery_s or 0.0 for one in found[begin : begin + _REPEAT]])
        covered.append((metric.low or 0.0) <= truth_s <= (metric.high or 0.0))
    states = [one.verdict.state for one in seen]
    undecided, denied = (100.0 * states.count(state) / len(seen) for state in (State.UNDECIDED, State.FAILED))
    far_s = float(np.quantile(np.abs(errors), 0.95))
    return _Outcome(truth_s, float(np.mean(errors)), far_s, undecided, denied, 100.0 * float(np.mean(covered)))


def spikes(effort: Effort) -> MethodTable:
    """Bias and errors of a recovery, and the coverage of the interval over five spikes."""
    items = list(enumerate(SERVICES))
    rows: list[list[str | float]] = []
    claims = []
    for (_, name), found in zip(items, effort.map(partial(_outcome, effort), items), strict=True):
        population = "second" if SERVICES[name].second else "first"
        figures = [f"{one:.1f}" for one in (found.truth_s, found.bias_s, found.far_s)]
        shares = (found.undecided_percent, found.denied_percent, found.covered_percent)
        rows.append([name, population, *figures, *(f"{one:.1f}" for one in shares)])
        claims += [
            Claim(f"bias of the recovery, s: {name}", found.bias_s, least=-1.0, most=1.0),
            Claim(f"error that 1 of 20 spikes exceeds, s: {name}", found.far_s, most=3.0),
            Claim(f"said not to recover, %: {name}", found.denied_percent, most=1.0),
            Claim(f"coverage of the interval, %: {name}", found.covered_percent, least=90.0),
        ]
    facts = {
        "spikes each": str(effort.runs(_SPIKES)),
        "interval": f"of {_REPEAT} spikes, 95 %",
        "truth": "due time of the last call over 100 ms that is below without the spike",
        "seed": str(effort.seed),
    }
    columns = (
        "service",
        "population",
        "truth s",
        "bias s",
        "error s, 95 %",
        "undecided %",
        "said not to recover %",
        "interval covers %",
    )
    return MethodTable("Recoveries from spikes", columns, rows, claims, facts)
