"""The budget of a search pays for load, open calls, repetitions, recoveries and waits: on a clock that tests turn."""

import math
import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from loadproof.judge.plateau import PlateauSettings, deciding_calls
from loadproof.judge.timeline import Timeline
from loadproof.judge.verdict import State
from loadproof.methods.capacity.machine import Capacity
from loadproof.methods.capacity.settings import CapacitySettings
from loadproof.methods.trial import Purpose, Trial, TrialResult, loaded_s
from loadproof.model.message import Message
from loadproof.records.answer import Answer, Outcome
from loadproof.run.method_run import run_method
from loadproof.run.session import Judging
from loadproof.study.load import profile_of_url

from ..methods.made_results import SLO, result_of

_, PROFILE = profile_of_url("http://127.0.0.1:8080/", ["p99<50ms"])
DRAIN_S = 10.0
"""Open calls of the last trial end within their timeout."""


@dataclass
class MachineClock:
    """A service of `capacity` on a machine that other processes disturb with the chance `disturbed`, and its time."""

    capacity: float
    disturbed: float = 0.0
    drain_s: float = 0.5
    recovers_s: float = 3.0
    seed: int = 0
    now_s: float = 0.0
    trials: list[TrialResult] = field(default_factory=list)
    interrupted = False

    def __post_init__(self) -> None:
        self._chance = random.Random(self.seed)
        self._was_disturbed = False

    def say(self, _text: Message) -> None: ...

    note = say

    def dismiss_users(self) -> None: ...

    def wait_for_quiet(self, most_s: float) -> float:
        if not self._was_disturbed or most_s < 1.0:
            return 0.0
        waited_s = min(60.0, most_s) * self._chance.random() + 1.0
        self.now_s += waited_s
        return waited_s

    def run(self, _method: str, trial: Trial, _judging_of: Callable[[Timeline], Judging]) -> TrialResult:
        rate = trial.rate or 0.0
        self._was_disturbed = self._chance.random() < self.disturbed
        is_kept = trial.purpose is Purpose.RECOVER or rate <= self.capacity
        state = State.INVALID if self._was_disturbed else State.PASSED if is_kept else State.FAILED
        rests = trial.purpose is Purpose.RECOVER
        held_s = self.recovers_s if rests else 3.0 if state is State.FAILED else trial.hold_s
        made = result_of(replace(trial, hold_s=held_s), state)
        counted = replace(made.measurement, due=round(rate * held_s), duration_s=held_s)
        result = TrialResult(trial, counted, made.verdict)
        self.now_s += loaded_s(result) + self.drain_s * self._chance.random()
        self.trials.append(result)
        return result


def searched(machine: MachineClock, asked: CapacitySettings) -> Answer:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(time, "monotonic", lambda: machine.now_s)
        driven = run_method(machine, machine, Capacity(asked), PROFILE)
    assert driven.answer is not None
    return driven.answer


def confirmations(machine: MachineClock) -> list[Trial]:
    return [result.trial for result in machine.trials if result.trial.purpose is Purpose.CONFIRM]


budgets = st.floats(25.0, 900.0).map(math.floor)


@settings(max_examples=40, deadline=None)
@given(
    st.floats(20.0, 5000.0),
    budgets,
    st.sampled_from([100.0, 500.0, 3000.0, 100_000.0]),
    st.sampled_from([0.0, 0.3, 0.7, 1.0]),
    st.sampled_from([0.5, DRAIN_S]),
    st.integers(0, 10_000),
)
def test_load_and_waits_end_within_the_budget(
    capacity: float, budget_s: float, max_rate: float, disturbed: float, drain_s: float, seed: int
) -> None:
    machine = MachineClock(capacity, disturbed, drain_s, seed=seed)
    asked = CapacitySettings(max_rate=max_rate, budget_s=budget_s)
    answer = searched(machine, asked)
    assert machine.now_s <= budget_s + DRAIN_S + 1.0
    calls = deciding_calls(SLO, PlateauSettings(asked.confirm_hold_s, early_pass=False))
    assert all(trial.hold_s * (trial.rate or 0.0) >= calls for trial in confirmations(machine))
    if answer.rate is not None:
        assert answer.rate in [trial.rate for trial in confirmations(machine)]


@settings(max_examples=40, deadline=None)
@given(st.floats(1.0, 500.0), st.floats(1.0, 1000.0), st.floats(0.0, 600.0))
def test_every_budget_that_is_accepted_ends_in_an_answer_where_no_rate_fails(
    start_rate: float, times: float, more_s: float
) -> None:
    asked = CapacitySettings(start_rate=start_rate, max_rate=start_rate * times)
    # 299 calls of which none is bad, and three standard deviations of them.
    least_s = asked.least_budget_s(299.0 + 3.0 * math.sqrt(299.0))
    asked = replace(asked, budget_s=math.floor(least_s + more_s))
    answer = searched(MachineClock(math.inf), asked)
    assert answer.outcome is Outcome.AT_LEAST
    assert answer.rate is not None
    assert answer.rate <= asked.max_rate
    assert answer.reason.code == (
        "capacity-at-most-allowed" if answer.rate == asked.max_rate else "capacity-at-most-tried"
    )


@pytest.mark.parametrize(
    ("budget_s", "least_s", "most_s"), [(60.0, 15.0, 21.0), (120.0, 75.0, 81.0), (600.0, 120.0, 120.0)]
)
def test_the_confirmation_of_the_highest_rate_takes_what_is_left(
    budget_s: float, least_s: float, most_s: float
) -> None:
    machine = MachineClock(math.inf)
    answer = searched(machine, CapacitySettings(max_rate=500.0, budget_s=budget_s))
    (held,) = confirmations(machine)
    assert (answer.outcome, answer.rate, answer.high) == (Outcome.AT_LEAST, 500.0, None)
    assert least_s <= held.hold_s <= most_s


@pytest.mark.parametrize("budget_s", [60.0, 90.0, 120.0, 300.0])
def test_a_search_leaves_room_for_the_confirmation(budget_s: float) -> None:
    machine = MachineClock(750.0)
    answer = searched(machine, CapacitySettings(budget_s=budget_s))
    assert answer.outcome in {Outcome.FOUND, Outcome.COARSE}
    assert answer.rate is not None
    assert 400.0 <= answer.rate <= 750.0
    assert confirmations(machine)[-1].hold_s >= 6.0


@settings(max_examples=40, deadline=None)
@given(st.floats(310.0, 1150.0), st.integers(0, 100))
def test_a_coarse_answer_has_used_its_budget(capacity: float, seed: int) -> None:
    machine = MachineClock(capacity, recovers_s=25.0, seed=seed)
    asked = CapacitySettings(
        start_rate=300.0,
        precision=0.1,
        hold_s=8.0,
        settle_s=1.0,
        budget_s=135.0,
        confirm_hold_s=12.0,
        confirm_ramp_s=2.0,
    )
    answer = searched(machine, asked)
    assert answer.rate is not None
    # Nothing that decides has room: neither a confirmation nor a rest and a trial after it.
    assert answer.outcome is Outcome.FOUND or machine.now_s >= 135.0 - 2.0 * asked.shortest_s - 3.0


def test_no_second_confirmation_is_shorter_than_the_one_that_failed() -> None:
    machine = MachineClock(750.0)
    run = machine.run

    def long_holds_fail(_method: str, trial: Trial, _judging_of: Callable[[Timeline], Judging]) -> TrialResult:
        result = run("", trial, _judging_of)
        if trial.purpose is not Purpose.CONFIRM:
            return result
        machine.trials[-1] = replace(result, verdict=result_of(trial, State.FAILED).verdict)
        return machine.trials[-1]

    machine.run = long_holds_fail  # type: ignore[method-assign]
    answer = searched(machine, CapacitySettings(budget_s=400.0))
    holds_s = [trial.hold_s for trial in confirmations(machine)]
    assert answer.rate is None
    assert holds_s == sorted(holds_s)


def test_a_recovery_is_not_run_again_without_time_for_it() -> None:
    trial = Trial(Purpose.RECOVER, 100.0, 30.0)
    search = Capacity(CapacitySettings(budget_s=120.0))
    history = [
        result_of(Trial(Purpose.BRACKET, 100.0, 6.0, 2.0), State.PASSED),
        result_of(Trial(Purpose.BRACKET, 200.0, 6.0, 2.0), State.FAILED),
        replace(result_of(trial, State.FAILED), took_s=30.0),
    ]
    assert search.restart(history).value == "run again"
    history[0] = replace(history[0], took_s=70.0)
    assert search.restart(history).value == "no"
