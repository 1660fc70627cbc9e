"""Studies and the services that they are run on, drawn from a seed: what a forecast is compared with."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from loadproof.forecast.guess import KnownService
from loadproof.methods.capacity.spec import CapacitySpec
from loadproof.methods.confirm.spec import ConfirmSpec
from loadproof.methods.load.spec import LoadSpec
from loadproof.model.duration import Duration
from loadproof.model.pause import Pause
from loadproof.model.share import Share
from loadproof.study.flow_spec import FlowSpec, UsersSpec
from loadproof.study.method_spec import MethodsSpec
from loadproof.study.profile_spec import OperationSpec, ProfileSpec
from loadproof.study.stand_spec import StandSpec
from loadproof.study.study import Study
from loadproof.study.study_resolution import resolve_study
from loadproof.study.study_spec import StudySpec

__all__ = ["PlannedStudy", "planned_study"]

_NANOS = 1e9
_LAWS = ("fixed", "exponential", "log_normal", "two_point", "pareto")
_SOONEST = {"fixed": 0.9, "exponential": 0.8, "log_normal": 0.75, "two_point": 0.75, "pareto": 0.75}


@dataclass(frozen=True, slots=True)
class PlannedStudy:
    """A study, what its user knows of the service, and the service as it is (`simulate` of the engine's plan)."""

    study: Study
    known: KnownService
    service: Mapping[str, Any]
    knows: str


def planned_study(seed: int) -> PlannedStudy:
    """Study number `seed`: 3 to 12 operations, in a third of them a flow, in a sixth users beside the arrivals.

    A third of the users know nothing of their service, a third its capacity within 20 %, a third its service time too.
    """
    rng = np.random.default_rng(np.random.SeedSequence([seed, 5]))
    service_s = float(np.exp(rng.uniform(math.log(0.004), math.log(0.03))))
    capacity = float(np.exp(rng.uniform(math.log(60.0), math.log(600.0))))
    threshold_s = service_s * float(rng.uniform(6.0, 40.0))
    knows = ("nothing", "capacity", "both")[seed % 3]
    about = float(np.exp(rng.uniform(-math.log(1.2), math.log(1.2))))
    known = KnownService(
        capacity=None if knows == "nothing" else capacity * about,
        service_s=None if knows != "both" else service_s,
    )
    start_rate = capacity / float(np.exp(rng.uniform(math.log(1.5), math.log(30.0))))
    methods = MethodsSpec(
        capacity=CapacitySpec(
            start_rate=round(start_rate, 2),
            precision=Share.parse_up_to(100.0, str(rng.choice(["3%", "5%", "10%"]))),
            hold=_seconds(rng.choice([12, 20, 30, 60])),
        ),
        confirm=ConfirmSpec(ramp=_seconds(5), hold=_seconds(rng.choice([20, 30, 60]))),
        load=LoadSpec(rate=round(0.5 * capacity, 2), hold=_seconds(rng.choice([30, 60, 120]))),
    )
    spec = StudySpec(
        name=f"study {seed}",
        stand=StandSpec(target="http://simulated"),
        profile=_profile(rng, seed),
        slo=[f"p99<{1000.0 * threshold_s:.1f}ms"],
        methods=methods,
        seed=seed,
    )
    return PlannedStudy(
        resolve_study(spec, ".", environment={}), known, _service(rng, seed, capacity, service_s), knows
    )


def _seconds(count: int) -> Duration:
    return Duration.parse(f"{count}s")


def _profile(rng: np.random.Generator, seed: int) -> ProfileSpec:
    count = int(rng.integers(3, 13))
    weights = np.exp(rng.uniform(0.0, math.log(100.0), count))
    operations = {
        f"operation_{index}": OperationSpec(weight=float(f"{weight:.3g}"), request="GET /")
        for index, weight in enumerate(weights)
    }
    if seed % 3 != 1:
        return ProfileSpec(operations=operations)
    steps = ["operation_0", {"think": "100ms-300ms"}, {"repeat": "1-3", "steps": ["operation_1"]}]
    steps.append({"if": {"chance": "40%"}, "steps": ["operation_2"]})
    flow = FlowSpec.model_validate({"steps": steps, "weight": float(f"{weights.mean():.3g}")})
    people = UsersSpec(flow="walk", count=5, pacing=Pause.parse("2s"), ramp=Duration.parse("3s"))
    return ProfileSpec(operations=operations, flows={"walk": flow}, users={"people": people} if seed % 2 else {})


def _service(rng: np.random.Generator, seed: int, capacity: float, service_s: float) -> dict[str, Any]:
    """A service that carries about `capacity`, one of the laws of service times, in half of them with a trouble."""
    law = _LAWS[int(rng.integers(len(_LAWS)))]
    workers = max(1, round(capacity * service_s / _SOONEST[law]))
    mean_ns = _NANOS * workers * _SOONEST[law] / capacity
    laws: dict[str, Any] = {
        "fixed": {"fixed": round(mean_ns)},
        "exponential": {"exponential": round(mean_ns)},
        "log_normal": {"log_normal": {"mean_ns": round(mean_ns), "sigma": 1.0}},
        "two_point": {
            "two_point": {"low_ns": round(0.7 * mean_ns), "high_ns": round(3.7 * mean_ns), "high_share": 0.1}
        },
        "pareto": {"pareto": {"least_ns": round(mean_ns * 1.5 / 2.5), "shape": 2.5}},
    }
    service: dict[str, Any] = {"seed": seed, "workers": workers, "service_time": laws[law]}
    trouble = int(rng.integers(8))
    if trouble == 0:
        service["modulation"] = {"coefficient": 0.9, "deviation": 0.05, "every_ns": 1_000_000_000}
    elif trouble == 1:
        service["warm_up"] = {"factor": 2.0, "decay_ns": 10_000_000_000}
    elif trouble == 2:
        service["contention"] = {"serial": 0.01, "coherence": 0.0002}
    elif trouble == 3:
        service["queue"] = 20 * workers
    return service
