from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loadproof.judge.plateau import Standard
from loadproof.judge.steadiness import SoakTrends
from loadproof.judge.verdict import State
from loadproof.methods.plateau_standard import plateau_settings
from loadproof.methods.soak.machine import Soak, SoakSettings
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.model.message import Message
from loadproof.records.answer import Answer, Outcome
from loadproof.records.trend import Shape, Steadiness, Trend
from loadproof.words.catalogue import english

from .made_results import result_of

SETTINGS = SoakSettings(rate=490.0, ramp_s=5.0, settle_s=5.0, hold_s=60.0)


def shown(steadiness: Steadiness) -> SoakTrends:
    return SoakTrends(steadiness, Message.said(f"made to be {steadiness.value}"))


def answered(state: State, steadiness: Steadiness) -> Answer:
    method = Soak(SETTINGS)
    trial = method.next([])
    assert isinstance(trial, Trial)
    answer = method.next([replace(result_of(trial, state), details=shown(steadiness))])
    assert isinstance(answer, Answer)
    return answer


def test_one_long_hold_that_is_judged_by_count_and_never_ended_by_a_pass() -> None:
    trial = Soak(SETTINGS).next([])
    assert trial == Trial(Purpose.SOAK, 490.0, 60.0, settle_s=5.0, ramp_s=5.0, ramp_from=245.0, early_stop=False)
    assert isinstance(trial, Trial)
    settings = plateau_settings(trial, 10.0)
    assert (settings.standard, settings.early_pass) == (Standard.HELD, False)


@pytest.mark.parametrize(
    ("state", "steadiness", "outcome"),
    [
        (State.PASSED, Steadiness.STEADY, Outcome.STEADY),
        (State.PASSED, Steadiness.NOT_STEADY, Outcome.NOT_STEADY),
        (State.PASSED, Steadiness.NEVER_STEADY, Outcome.NEVER_STEADY),
        (State.PASSED, Steadiness.TOO_SHORT, Outcome.UNDECIDED),
        (State.UNDECIDED, Steadiness.STEADY, Outcome.UNDECIDED),
        (State.UNDECIDED, Steadiness.NOT_STEADY, Outcome.NOT_STEADY),
        (State.FAILED, Steadiness.STEADY, Outcome.FAILED),
        (State.FAILED, Steadiness.NOT_STEADY, Outcome.FAILED),
        (State.INVALID, Steadiness.STEADY, Outcome.INVALID),
        (State.INVALID, Steadiness.NOT_STEADY, Outcome.INVALID),
    ],
)
def test_the_slos_go_before_the_trends(state: State, steadiness: Steadiness, outcome: Outcome) -> None:
    answer = answered(state, steadiness)
    assert answer.outcome is outcome
    doubts = ["doubts"] if state is State.INVALID else []
    assert list(answer.stored()) == ["outcome", "rate", "reason", *doubts, "hold_s", "trends"]
    assert answer.stored()["outcome"] == outcome.value


def test_a_leak_stands_though_nothing_else_could_be_measured() -> None:
    trend = Trend(
        name="live_set_mib of api",
        unit="MiB",
        begin=1.0,
        end=2.0,
        per_hour=1.0,
        per_hour_low=1.0,
        per_hour_high=1.0,
        rises=True,
        text=Message.said("it leaks"),
        steadiness=Steadiness.NOT_STEADY,
    )
    shapes: list[tuple[Shape, Outcome]] = [("leak", Outcome.NOT_STEADY), ("none", Outcome.INVALID)]
    for shape, outcome in shapes:
        seen = SoakTrends(Steadiness.TOO_SHORT, Message.said("others disturbed"), (replace(trend, shape=shape),))
        method = Soak(SETTINGS)
        first = method.next([])
        assert isinstance(first, Trial)
        answer = method.next([replace(result_of(first, State.INVALID), details=seen)])
        assert isinstance(answer, Answer)
        assert answer.outcome is outcome
        assert ("it leaks; " in english(answer.reason)) is (shape == "leak")


def test_a_failed_soak_names_the_trend_that_came_before() -> None:
    both = answered(State.FAILED, Steadiness.NOT_STEADY).reason
    assert english(both) == "made to be failed; made to be not_steady"


@given(st.lists(st.sampled_from(list(State)), min_size=1, max_size=9), st.integers(0, 4))
def test_it_ends_with_the_first_valid_soak_or_gives_up(states: list[State], repeats: int) -> None:
    method, history = Soak(SoakSettings(rate=490.0, repeats=repeats)), list[TrialResult]()
    seen = shown(Steadiness.STEADY)
    while isinstance(step := method.next(history), Trial):
        assert step == method.next(tuple(history))
        assert step.rate == 490.0
        history.append(replace(result_of(step, states[len(history) % len(states)]), details=seen))
        assert len(history) <= repeats + 1
    assert all(result.verdict.state is State.INVALID for result in history[:-1])
    assert (step.outcome is Outcome.INVALID) == (history[-1].verdict.state is State.INVALID)


def test_settings_that_leave_nothing_to_run_are_refused() -> None:
    with pytest.raises(ValueError, match=r"^hold_s: 0 leaves nothing to run"):
        SoakSettings(rate=1.0, hold_s=0.0)
