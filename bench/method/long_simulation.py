"""Long simulations of a service at a rate, for the truth: calls and bad calls, batch by batch."""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from loadproof._engine import Generator
from loadproof.methods.trial import Purpose, Trial
from loadproof.plan.engine_plan import trial_plan
from loadproof.plan.settings import LoadSettings

from bench.method.service_population import ServiceCase
from bench.method.virtual_run import CONNECTIONS, TIMEOUT_S, one_call, simulated_plan

__all__ = ["BadCalls", "bad_calls"]

_BATCHES = 8
_CALLS_PER_SECOND = 40_000.0
"""Time is scaled so that about so many calls come due in one second of the engine, which has costs of its own."""
_PATIENCE_S = 120.0


@dataclass(frozen=True, slots=True)
class BadCalls:
    """Calls by batch of equal length, and for each SLO those that were bad, in parts of its limit."""

    due: np.ndarray
    over_limits: tuple[np.ndarray, ...]

    @property
    def calls(self) -> int:
        """All calls."""
        return int(self.due.sum())

    @property
    def level(self) -> float:
        """ln(share of bad calls / its limit) of the SLO that is nearest to its limit; a half for none."""
        least = 0.5 / 0.01
        return math.log(max(least, *(float(bad.sum()) for bad in self.over_limits)) / float(self.due.sum()))


def bad_calls(case: ServiceCase, rate: float, length_s: float, settle_s: float, run: int) -> BadCalls:
    """A start of the warm service, held at `rate`: what came due in `length_s` after `settle_s`; `run` seeds it.

    All times of the service are divided, and the rate multiplied, by the same number, which changes nothing but the
    unit of time (where nothing in the service has a unit of its own, as the errors above a rate have).
    """
    speed = 1.0 if "errors" in case.service else max(1.0, math.floor(_CALLS_PER_SECOND / case.raw_rate))
    settle, batch = math.ceil(settle_s / speed), max(1, math.ceil(length_s / speed / _BATCHES))
    length = settle + _BATCHES * batch
    seed = int(np.random.SeedSequence([case.number, run, 77]).generate_state(1)[0]) >> 2
    settings = LoadSettings(case.arrivals, connections=CONNECTIONS, seed=seed)
    service = {**_faster(case.settled_service, speed), "seed": seed}
    plan = simulated_plan(one_call((), TIMEOUT_S / speed, case.weights), service, settings)
    plan["thresholds_ns"] = [round(case.threshold_s * 1e9 / speed)]
    trial = Trial(Purpose.LOAD, rate * speed, float(length), early_stop=False)
    generator = Generator(json.dumps(plan))
    due, over, failed = np.zeros(_BATCHES), np.zeros(_BATCHES), np.zeros(_BATCHES)
    try:
        generator.start(json.dumps(trial_plan(trial, 0, settings, TIMEOUT_S + 1.0) | {"seed": seed + 1}))
        while True:
            tick = generator.tick(_PATIENCE_S)
            if tick is None:
                raise TimeoutError(f"the simulated second took more than {_PATIENCE_S:g} s")
            for delta in tick.deltas:
                if delta.second >= settle:
                    place = min(_BATCHES - 1, (delta.second - settle) // batch)
                    due[place] += delta.due
                    over[place] += delta.due - delta.within[0]
                    failed[place] += delta.due - delta.completed
            if tick.last:
                break
    finally:
        generator.close()
    return BadCalls(due, (over / case.slo.limit_share, failed / 0.01))


_TIMES = (
    "every_ns",
    "lasts_ns",
    "busy_ns",
    "quiet_ns",
    "decay_ns",
    "mean_ns",
    "low_ns",
    "high_ns",
    "least_ns",
    "pause_ns_per_live_mib",
)


def _faster(service: Mapping[str, Any], speed: float) -> dict[str, Any]:
    """The service with all its times divided by `speed`."""

    def scaled(name: str, value: Any) -> Any:
        if isinstance(value, Mapping):
            return {key: scaled(key, inner) for key, inner in value.items()}
        if isinstance(value, list):
            return [scaled(name, inner) for inner in value]
        timed = name in _TIMES or name in ("network_ns", "fixed", "exponential")
        return max(1, round(value / speed)) if timed and speed > 1.0 else value

    return {name: scaled(name, value) for name, value in service.items()}
