"""One start of a study as a forecast sees it: its methods in their order, on an assumed service."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from loadproof.judge.verdict import State
from loadproof.method.assumed_service import AssumedService
from loadproof.method.capacity import Capacity
from loadproof.method.capacity_answer import Answer
from loadproof.method.confirm import Confirm, ConfirmAnswer, confirmation_of
from loadproof.method.forecast_trial import AssumedRun, LoadShape
from loadproof.method.soak import Soak, SoakAnswer
from loadproof.method.trial import Purpose, Trial, TrialResult
from loadproof.run.plan_settings import capacity_settings_of, confirm_settings_of, soak_settings_of
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
    run = _Start(methods, AssumedRun(service, shape, np.random.default_rng(seed)), drain_s)
    return tuple(run.methods())


class _Start:
    def __init__(self, methods: Methods, run: AssumedRun, drain_s: float) -> None:
        self._methods = methods
        self._run = run
        self._drain_s = drain_s

    def methods(self) -> Iterator[MethodForecast]:
        capacity, confirm, soak, load = (
            getattr(self._methods, name) for name in ("capacity", "confirm", "soak", "load")
        )
        found: float | None = None
        if capacity is not None:
            searched = self._searched()
            found = searched.rate
            yield searched
        if confirm is not None and confirm.rate is not None:
            yield self._confirmed(confirm.rate)
        if soak is not None and (soak.rate is not None or found is not None):
            yield self._soaked(soak.rate or soak.share * (found or 0.0))
        if load is not None:
            trial = Trial(Purpose.LOAD, load.rate, load.hold_s, early_stop=False)
            yield _whole("load", trial, self._drain_s)

    def _searched(self) -> MethodForecast:
        plan = self._methods.capacity
        assert plan is not None
        settings = capacity_settings_of(plan, self._methods.confirm)
        search, history = Capacity(settings), list[TrialResult]()
        while not isinstance(step := search.next(history), Answer):
            history.append(self._run.run(step, history))
        held = confirmation_of(history) if step.rate is not None else None
        begin_s = settings.confirm_ramp_s + settings.settle_s
        span_s = settings.confirm_hold_s
        duration_s = self._run.load_s + self._drains_s(history)
        rate = None if held is None else held.trial.rate
        return MethodForecast("capacity", step.outcome.value, duration_s, len(history), rate, begin_s, span_s)

    def _confirmed(self, rate: float) -> MethodForecast:
        plan = self._methods.confirm
        assert plan is not None
        settings = confirm_settings_of(plan, rate)
        before_s = self._run.load_s
        confirm, history = Confirm(settings), list[TrialResult]()
        while not isinstance(step := confirm.next(history), ConfirmAnswer):
            history.append(self._run.run(step, ()))
        duration_s = self._run.load_s - before_s + self._drains_s(history)
        begin_s = settings.ramp_s + settings.settle_s
        return MethodForecast("confirm", step.outcome.value, duration_s, len(history), rate, begin_s, settings.hold_s)

    def _soaked(self, rate: float) -> MethodForecast:
        plan = self._methods.soak
        assert plan is not None
        # A soak is held to its end unless the service goes down: there is nothing of it to simulate.
        trial = Soak(soak_settings_of(plan, rate)).next(())
        assert not isinstance(trial, SoakAnswer)
        return _whole("soak", trial, self._drain_s)

    def _drains_s(self, history: Sequence[TrialResult]) -> float:
        return self._drain_s * sum(result.verdict.state is not State.FAILED for result in history)


def _whole(method: str, trial: Trial, drain_s: float) -> MethodForecast:
    begin_s = trial.ramp_s + trial.settle_s
    return MethodForecast(method, "held", begin_s + trial.hold_s + drain_s, 1, trial.rate, begin_s, trial.hold_s)
