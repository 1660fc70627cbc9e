"""One start of a study as a forecast sees it: its warm-up and methods in their order, on an assumed service."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from loadproof.forecast.assumed_service import AssumedService
from loadproof.forecast.trial import AssumedRun, LoadShape
from loadproof.judge.verdict import State
from loadproof.judge.warm_up_judge import QUICKEST_WARM_UP_S
from loadproof.method.capacity import Capacity
from loadproof.method.confirm import Confirm, confirmation_of
from loadproof.method.method import Driven, Method, StartSoFar
from loadproof.method.registry import Forecast, row_of
from loadproof.method.search_evidence import loaded_s
from loadproof.method.trial import Purpose, Trial, TrialResult
from loadproof.method.warm_up import WarmUp
from loadproof.records.answer import Answer, Outcome
from loadproof.study.methods import Methods

__all__ = ["MethodForecast", "forecast_start"]


@dataclass(frozen=True, slots=True)
class MethodForecast:
    """Course of one method on one assumed service: outcome, duration and trials."""

    method: str
    outcome: str
    duration_s: float
    trials: int
    plateau: Trial | None
    """The one that its answer rests on, whose rate is None where it saturates; None: there is none."""
    part_of: str | None = None
    """The method whose duration and trials these are part of."""


def forecast_start(
    methods: Methods, service: AssumedService, shape: LoadShape, drain_s: float, seed: int
) -> Iterator[MethodForecast]:
    """Every method that is asked; after a trial that was not failed, flows under way go on for up to `drain_s`."""
    run = AssumedRun(service, shape, np.random.default_rng(seed))
    # What an overload leaves waits for connections, is dropped in time, and is not there for the next method.
    apart = AssumedRun(service, shape, np.random.default_rng([seed, 1]))
    if methods.warm_up is not None:
        yield MethodForecast(WarmUp.name, "held", QUICKEST_WARM_UP_S + drain_s, 1, None)
    asked = methods.of_starts()
    driven: dict[str, Driven] = {}
    for name, settings in asked.items():
        row = row_of(name)
        method = row.make(settings, StartSoFar(asked, driven))
        if isinstance(method, Answer):
            continue
        first = method.next(())
        if row.forecast is Forecast.HELD and isinstance(first, Trial):
            held_s = first.ramp_s + first.settle_s + first.hold_s
            # Replies need no calls enough for an SLO.
            yield MethodForecast(name, "held", held_s + drain_s, 1, first if row.judges_slos else None)
            continue
        of_method = apart if row.forecast is Forecast.OVERLOADING else run
        before_s = of_method.load_s
        history, answer = _driven(method, of_method)
        driven[name] = Driven(tuple(history), answer)
        drains = sum(row.forecast is Forecast.OVERLOADING or _drains(result) for result in history)
        duration_s = of_method.load_s - before_s + drain_s * drains
        plateau = method.rests_on(history, answer)
        yield MethodForecast(name, answer.outcome.value, duration_s, len(history), plateau)
        if name == Capacity.name:
            yield _confirmation(history)


def _confirmation(history: Sequence[TrialResult]) -> MethodForecast:
    """The confirmations of a search; `not_run` where it came to none."""
    held = confirmation_of(history)
    own = [result for result in history if result.trial.purpose is Purpose.CONFIRM]
    outcome = Outcome.NOT_RUN if held is None else Outcome(held.verdict.state)
    duration_s = math.fsum(loaded_s(result) for result in own)
    return MethodForecast(Confirm.name, outcome.value, duration_s, len(own), None, part_of=Capacity.name)


def _driven(method: Method, run: AssumedRun) -> tuple[list[TrialResult], Answer]:
    history: list[TrialResult] = []
    while isinstance(step := method.next(history), Trial):
        history.append(run.run(step, history))
    return history, step


def _drains(result: TrialResult) -> bool:
    """Return True if flows under way go on after the trial; if a trial fails, its calls are cut."""
    return result.verdict.state is not State.FAILED
