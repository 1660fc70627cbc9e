"""Slowdown of a simulated service, made and ended at ticks of virtual time by the trial loop."""

from dataclasses import dataclass, field

import pytest
from loadproof._engine import Delta, Tally
from loadproof.injections.injector import InjectionError
from loadproof.injections.kinds.slowdown import LEAD_S, SlowdownInjector
from loadproof.injections.settings import Injection, SlowdownProblem
from loadproof.judge.tick import TickReading
from loadproof.methods.trial import Purpose, Trial
from loadproof.plan.settings import Arrivals, LoadSettings
from loadproof.run.generator import LocalGenerator
from loadproof.trial.judging import Assessment, judging_of
from loadproof.trial.loop import run_trial
from loadproof.trial.observer import Observers, Witness

from bench.method.virtual_run import one_call, simulated_plan

_SECONDS = 20
_SERVICE = {"workers": 50, "service_time": {"fixed": 1e7}, "seed": 1}


def slowdown(more: float = 0.5) -> Injection:
    return Injection("slow", SlowdownProblem(more), 6.0, 5.0)


@dataclass
class Slowing(Witness):
    """Begins and ends the slowdown, one second early, as whoever watches a trial does."""

    injector: SlowdownInjector
    keeps_pace = True
    changed_s: list[int | None] = field(default_factory=list)
    deltas: list[Delta] = field(default_factory=list)

    def ticked(self, _number: int, tick: TickReading, /) -> None:
        self.deltas += tick.deltas
        injection, elapsed_s = self.injector.injection, tick.second + 1
        if elapsed_s == injection.after_s - LEAD_S:
            self.injector.begin()
            self.changed_s.append(self.injector.changed_s)
        if elapsed_s == injection.after_s + injection.for_s - LEAD_S:
            self.injector.end()
            self.changed_s.append(self.injector.changed_s)

    def medians_ms(self) -> list[float]:
        tallies = [Tally() for _ in range(_SECONDS)]
        for second, tally in enumerate(tallies):
            tally.add_all(self.deltas, second, second + 1)
        return [tally.response.quantile_ms(0.5) for tally in tallies]


def ran(injection: Injection) -> Slowing:
    profile, settings = one_call(()), LoadSettings(Arrivals.POISSON, connections=1000, seed=1)
    generator = LocalGenerator(simulated_plan(profile, _SERVICE, settings), settings, profile)
    slowing = Slowing(SlowdownInjector(injection, generator))
    slowing.injector.check()
    trial = Trial(Purpose.LOAD, 200.0, hold_s=float(_SECONDS))
    timeline = generator.facts.timeline(trial)
    judging = judging_of(trial, profile, (), timeline)
    try:
        run_trial(
            generator, trial, Assessment(timeline, judging, (), generator.facts.plan), Observers(witnesses=(slowing,))
        )
    finally:
        generator.close()
    # A generator that is closed has nothing to undo.
    slowing.injector.end()
    return slowing


def test_calls_of_its_seconds_take_longer_and_no_others() -> None:
    slowing = ran(slowdown())
    assert slowing.changed_s == [6, 11]
    for second, median_ms in enumerate(slowing.medians_ms()):
        assert median_ms == pytest.approx(15.0 if 6 <= second < 11 else 10.0, rel=0.01), second
    assert slowing.injector.remains() is None


def test_a_slowdown_of_0_changes_no_call() -> None:
    assert ran(slowdown(0.0)).medians_ms() == pytest.approx([10.0] * _SECONDS, rel=0.01)


def test_a_real_service_is_refused_before_any_load() -> None:
    with pytest.raises(InjectionError) as refused:
        SlowdownInjector(slowdown(), None).check()
    assert refused.value.told.code == "injection-slowdown-real"


def test_a_factor_of_no_service_fails_by_name() -> None:
    profile, settings = one_call(()), LoadSettings(Arrivals.POISSON, connections=10, seed=1)
    generator = LocalGenerator(simulated_plan(profile, _SERVICE, settings), settings, profile)
    try:
        with pytest.raises(InjectionError, match="slowdown is"):
            SlowdownInjector(slowdown(-1.0), generator).begin()
    finally:
        generator.close()
