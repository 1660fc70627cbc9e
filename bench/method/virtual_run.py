"""Trials on a service that the engine simulates, in virtual time: plan, loop and judges are those of the product."""

import math
from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, Self

from loadproof.judge.plateau import PlateauSettings
from loadproof.judge.thresholds import counted_thresholds_ms
from loadproof.judge.tick import TickReading
from loadproof.methods.trial import Trial, TrialResult
from loadproof.model.profile import Operation, Profile
from loadproof.model.slo import Slo
from loadproof.plan.endpoint import Endpoint
from loadproof.plan.engine_plan import engine_plan
from loadproof.plan.settings import Arrivals, LoadSettings
from loadproof.run.generator import LocalGenerator
from loadproof.trial.judging import Assessment, judging_of
from loadproof.trial.loop import run_trial
from loadproof.trial.observer import Observers, TrialListener

__all__ = ["CONNECTIONS", "ONE_CALL", "TIMEOUT_S", "VirtualRun", "one_call", "simulated_plan"]

ONE_CALL: Mapping[str, float] = {"call": 1.0}
"""The operations of a profile with their weights."""
TIMEOUT_S = 10.0
CONNECTIONS = 20_000


class VirtualRun(TrialListener):
    """Trials one after the other on one start of a service; a context manager that owns the generator."""

    def __init__(self, profile: Profile, service: Mapping[str, Any], settings: LoadSettings) -> None:
        """`service` is that of the contract of simulated targets (crates/loadproof-simulate/src/spec.rs)."""
        self._profile = profile
        self._generator = LocalGenerator(simulated_plan(profile, service, settings), settings, profile)
        self._number = 0
        self._last_second = 0
        self.load_s = 0
        """Seconds of load so far."""
        self.took_s = 0.0
        """Seconds that the trials took as on real sockets, drain included."""

    @classmethod
    def of_one_call(
        cls,
        service: Mapping[str, Any],
        slos: Sequence[Slo],
        seed: int,
        weights: Mapping[str, float] = ONE_CALL,
        arrivals: Arrivals = Arrivals.POISSON,
    ) -> Self:
        """A service behind single calls, of one operation unless `weights` say more; `seed` stands for its own."""
        settings = LoadSettings(arrivals, connections=CONNECTIONS, seed=seed)
        return cls(one_call(slos, weights=weights), {**service, "seed": seed}, settings)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._generator.close()

    def run(
        self, trial: Trial, history: Sequence[TrialResult] = (), settings: PlateauSettings | None = None
    ) -> TrialResult:
        """The trial, judged as one after this `history`, or by `settings` of a plateau; ended as soon as can be."""
        self._number += 1
        timeline = self._generator.facts.timeline(trial)
        judging = judging_of(trial, self._profile, history, timeline, settings)
        assessment = Assessment(timeline, judging, self._profile.slos, self._generator.facts.plan)
        result = run_trial(self._generator, trial, assessment, Observers(listeners=(self,)), self._number)
        is_early = timeline.span_end is not None and timeline.span_end < math.ceil(trial.span_stop_s)
        # On real sockets a load ends as soon as it is told to; in virtual time the second that began goes by.
        self.took_s += max(timeline.ended_s, self._last_second) - is_early
        self.load_s += timeline.span_stop
        return result

    def ticked(self, _number: int, tick: TickReading, /) -> None:
        """The closing tick comes last: it says when the drain was over."""
        self._last_second = tick.second


def simulated_plan(profile: Profile, service: Mapping[str, Any], settings: LoadSettings) -> dict[str, Any]:
    """The engine's plan of `profile` against `service`."""
    endpoint = Endpoint((), "simulated", simulated=service)
    return engine_plan(profile, endpoint, settings, counted_thresholds_ms(profile.slos))


def one_call(slos: Sequence[Slo], timeout_s: float = TIMEOUT_S, weights: Mapping[str, float] = ONE_CALL) -> Profile:
    """A profile of single calls, of one operation unless `weights` say more."""
    operations = tuple(
        Operation(name, weight, "GET", "/", (), None, ((200, 299),), timeout_s, ()) for name, weight in weights.items()
    )
    return Profile(operations, (), tuple(slos), timeout_s, None)
