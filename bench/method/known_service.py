"""Services of the population with the capacity that they were found to have."""

import json
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from bench.method.long_simulation import BadCalls, bad_calls
from bench.method.service_population import PUBLISHED, Population, ServiceCase
from bench.method.true_capacity import TRUTH_TARGET, Missing, TrueCapacity, true_capacity

__all__ = ["KnownService", "known_service", "warm_calls"]

_ATTEMPTS = 60
_DRIFTING_TARGET = 0.02
"""A service that drifts is not held against a number: its capacity at first only says where a search begins."""
_SETTLE_S = 60.0
_SETTLING_THRESHOLDS, _SETTLING_PART = 300.0, 0.3


@dataclass(frozen=True, slots=True)
class KnownService:
    """A service, its capacity, and why those that were drawn before it were not taken."""

    case: ServiceCase
    truth: TrueCapacity
    drawn_again: tuple[Missing, ...]


def known_service(
    number: int, seed: int, cache: Path | None = None, population: Population = PUBLISHED
) -> KnownService:
    """Service `number` of the population; drawn again where it has no capacity. Truths are kept in `cache`."""
    kept = None if cache is None else cache / f"truth-{population.version}-{seed}-{number}.json"
    if kept is not None and kept.exists():
        found = json.loads(kept.read_text(encoding="utf-8"))
        drawn_again = tuple(Missing(reason) for reason in found["drawn_again"])
        case = population.draw(number, seed, len(drawn_again))
        return KnownService(case, TrueCapacity(**found["truth"]), drawn_again)
    known = _computed(number, seed, population)
    if kept is not None:
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text(json.dumps({"truth": asdict(known.truth), "drawn_again": known.drawn_again}), encoding="utf-8")
    return known


def _computed(number: int, seed: int, population: Population) -> KnownService:
    missing: list[Missing] = []
    for attempt in range(_ATTEMPTS):
        case = population.draw(number, seed, attempt)
        simulate = partial(warm_calls, case, seed)
        target = _DRIFTING_TARGET if case.drifts else TRUTH_TARGET
        truth = true_capacity(simulate, case.raw_rate, case.threshold_s, case.cycle_s, target)
        if isinstance(truth, TrueCapacity):
            return KnownService(case, truth, tuple(missing))
        missing.append(truth)
    raise LookupError(f"no service {number} of seed {seed} has a capacity; widen the population")


def warm_calls(case: ServiceCase, seed: int, rate: float, length_s: float, run: int) -> BadCalls:
    """A start of the service, settled at `rate`, for `length_s`; `run` tells those of one seed apart."""
    settling_s = min(_SETTLING_PART * length_s, _SETTLING_THRESHOLDS * case.threshold_s)
    settle_s = max(_SETTLE_S, settling_s, 2.0 * case.cycle_s)
    return bad_calls(case, rate, length_s, settle_s, 1_000_003 * seed + run)
