"""One start of a study as a forecast sees it: its warm-up and methods in their order, on an assumed service."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from loadproof.forecast.assumed_service import AssumedService
from loadproof.forecast.trial import AssumedRun, LoadShape
from loadproof.judge.verdict import State
from loadproof.methods.method import Driven, Method
from loadproof.methods.registry import METHODS, WARM_UP_ROW, row_of, start_so_far
from loadproof.methods.row import WARM_UP, Forecast, MethodRow
from loadproof.methods.trial import Purpose, Trial, TrialResult, loaded_s
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
    if (warm_up := methods.settings.get(WARM_UP)) is not None:
        yield MethodForecast(Purpose.WARM_UP.value, "held", WARM_UP_ROW.quickest_s(warm_up) + drain_s, 1, None)
    asked = methods.of_starts()
    driven: dict[str, Driven] = {}
    for name, settings in asked.items():
        row = row_of(name)
        method = row.make(settings, start_so_far(asked, driven))
        if isinstance(method, Answer):
            continue
        first = method.next(())
        if isinstance(first, Trial) and first.users is None:
            first = replace(first, users=method.users)
        if row.forecast is Forecast.HELD and isinstance(first, Trial):
            held_s = first.ramp_s + first.settle_s + first.hold_s
            # Replies need no calls enough for an SLO. Of several spans the one with the fewest calls decides.
            judged = min(map(first.of_span, first.spans), key=lambda one: (one.rate or 0.0) * one.hold_s)
            trials = row.held_trials(settings)
            took_s = trials * (held_s + drain_s)
            yield MethodForecast(name, "held", took_s, trials, judged if row.judges_slos else None)
            continue
        of_method = apart if row.forecast is Forecast.OVERLOADING else run
        before_s = of_method.load_s
        history, answer = _driven(method, of_method)
        driven[name] = Driven(tuple(history), answer)
        drains = sum(row.forecast is Forecast.OVERLOADING or _drains(result) for result in history)
        duration_s = of_method.load_s - before_s + drain_s * drains
        plateau = method.rests_on(history, answer)
        yield MethodForecast(name, answer.outcome.value, duration_s, len(history), plateau)
        if row.finds_capacity:
            yield from (_confirmation(own, row, history) for own in METHODS if own.confirms_capacity)


def _confirmation(row: MethodRow, search: MethodRow, history: Sequence[TrialResult]) -> MethodForecast:
    """Return the confirmations of a search as the method of `row`; `not_run` if there were none."""
    held = search.confirmation_of(history)
    own = [result for result in history if result.trial.purpose is Purpose.CONFIRM]
    outcome = Outcome.NOT_RUN if held is None else Outcome(held.verdict.state)
    duration_s = math.fsum(loaded_s(result) for result in own)
    return MethodForecast(row.name, outcome.value, duration_s, len(own), None, part_of=search.name)


def _driven(method: Method, run: AssumedRun) -> tuple[list[TrialResult], Answer]:
    history: list[TrialResult] = []
    while isinstance(step := method.next(history), Trial):
        history.append(run.run(step if step.users is not None else replace(step, users=method.users), history))
    return history, step


def _drains(result: TrialResult) -> bool:
    """Return True if flows under way go on after the trial; if a trial fails, its calls are cut."""
    return result.verdict.state is not State.FAILED
