"""One start of a study as a forecast sees it: its warm-up and methods in their order, on an assumed service."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from loadproof.judge.verdict import State
from loadproof.judge.warm_up_judge import QUICKEST_WARM_UP_S
from loadproof.method.assumed_service import AssumedService
from loadproof.method.capacity import Capacity
from loadproof.method.capacity_settings import CapacitySettings
from loadproof.method.confirm import Confirm, ConfirmSettings, confirmation_of
from loadproof.method.forecast_trial import AssumedRun, LoadShape
from loadproof.method.method import Answer
from loadproof.method.plateaus import Plateaus, PlateausSettings
from loadproof.method.soak import Soak, SoakSettings
from loadproof.method.trial import Purpose, Trial, TrialResult
from loadproof.study.methods import Methods

__all__ = ["MethodForecast", "forecast_start"]


@dataclass(frozen=True, slots=True)
class MethodForecast:
    """How one method went on one assumed service, and the plateau that its answer rests on.

    `rate` is in arrivals/s, None where no plateau was answered by; the span of the plateau begins so long after it.
    """

    method: str
    outcome: str
    duration_s: float
    trials: int
    rate: float | None
    span_begin_s: float
    span_s: float


def forecast_start(
    methods: Methods, service: AssumedService, shape: LoadShape, drain_s: float, seed: int
) -> tuple[MethodForecast, ...]:
    """Every method that is planned; after a trial that was not failed, flows under way go on for up to `drain_s`."""
    rng = np.random.default_rng(seed)
    # What a staircase overloads waits for connections, is dropped in time, and is not there for the next method.
    stairs = AssumedRun(service, shape, np.random.default_rng([seed, 1]))
    return tuple(_Start(methods, AssumedRun(service, shape, rng), stairs, drain_s).methods())


class _Start:
    def __init__(self, methods: Methods, run: AssumedRun, stairs: AssumedRun, drain_s: float) -> None:
        self._methods = methods
        self._run = run
        self._stairs = stairs
        self._drain_s = drain_s

    def methods(self) -> Iterator[MethodForecast]:
        methods = self._methods
        found: float | None = None
        if methods.warm_up is not None:
            yield MethodForecast("warm-up", "held", QUICKEST_WARM_UP_S + self._drain_s, 1, None, 0.0, 0.0)
        if methods.plateaus is not None:
            yield self._climbed(methods.plateaus)
        if methods.capacity is not None:
            searched = self._searched(methods.capacity.settings(methods.confirm))
            found = searched.rate
            yield searched
        if methods.confirm is not None and methods.confirm.rate is not None:
            yield self._confirmed(methods.confirm)
        if methods.soak is not None and (methods.soak.rate is not None or found is not None):
            rate = methods.soak.rate or methods.soak.share * (found or 0.0)
            yield self._soaked(replace(methods.soak, rate=rate))
        if methods.load is not None:
            trial = Trial(Purpose.LOAD, methods.load.rate, methods.load.hold_s, early_stop=False)
            yield _whole("load", trial, self._drain_s)

    def _climbed(self, settings: PlateausSettings) -> MethodForecast:
        stairs, history = Plateaus(settings), list[TrialResult]()
        while not isinstance(step := stairs.next(history), Answer):
            history.append(self._stairs.run(step, history))
        duration_s = self._stairs.load_s + self._drain_s * len(history)
        begin_s = settings.ramp_s + settings.settle_s
        # Every plateau has the same span: the lowest has the fewest calls.
        rate, span_s = settings.rates[0], settings.span_s
        return MethodForecast("plateaus", step.outcome.value, duration_s, len(history), rate, begin_s, span_s)

    def _searched(self, settings: CapacitySettings) -> MethodForecast:
        search, history = Capacity(settings), list[TrialResult]()
        while not isinstance(step := search.next(history), Answer):
            history.append(self._run.run(step, history))
        held = confirmation_of(history) if step.rate is not None else None
        begin_s = settings.confirm_ramp_s + settings.settle_s
        span_s = settings.confirm_hold_s
        duration_s = self._run.load_s + self._drains_s(history)
        rate = None if held is None else held.trial.rate
        return MethodForecast("capacity", step.outcome.value, duration_s, len(history), rate, begin_s, span_s)

    def _confirmed(self, settings: ConfirmSettings) -> MethodForecast:
        before_s = self._run.load_s
        confirm, history = Confirm(settings), list[TrialResult]()
        while not isinstance(step := confirm.next(history), Answer):
            history.append(self._run.run(step, ()))
        duration_s = self._run.load_s - before_s + self._drains_s(history)
        begin_s = settings.ramp_s + settings.settle_s
        outcome, rate = step.outcome.value, settings.rate
        return MethodForecast("confirm", outcome, duration_s, len(history), rate, begin_s, settings.hold_s)

    def _soaked(self, settings: SoakSettings) -> MethodForecast:
        # A soak is held to its end unless the service goes down: there is nothing of it to simulate.
        step = Soak(settings).next(())
        if isinstance(step, Answer):
            return MethodForecast("soak", step.outcome.value, 0.0, 0, None, 0.0, 0.0)
        return _whole("soak", step, self._drain_s)

    def _drains_s(self, history: Sequence[TrialResult]) -> float:
        return self._drain_s * sum(result.verdict.state is not State.FAILED for result in history)


def _whole(method: str, trial: Trial, drain_s: float) -> MethodForecast:
    begin_s = trial.ramp_s + trial.settle_s
    return MethodForecast(method, "held", begin_s + trial.hold_s + drain_s, 1, trial.rate, begin_s, trial.hold_s)
