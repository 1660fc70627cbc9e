from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loadproof.judge.verdict import State
from loadproof.methods.capacity.machine import Capacity
from loadproof.methods.capacity.search_evidence import confirmation_of
from loadproof.methods.capacity.settings import CapacitySettings
from loadproof.methods.confirm.machine import Confirm
from loadproof.methods.confirmation import ConfirmSettings
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.model.message import Message
from loadproof.records.answer import Answer, Outcome
from loadproof.records.doubt import DoubtCode
from loadproof.words.catalogue import english

from .made_results import result_of, searched

SETTINGS = ConfirmSettings(rate=700.0, ramp_s=10.0, hold_s=60.0)


def confirmed(settings: ConfirmSettings, states: Sequence[State]) -> tuple[Answer, list[TrialResult]]:
    """The answer where trials end in these states, over and over, and the history."""
    method, history = Confirm(settings), list[TrialResult]()
    for turn in range(100):
        step = method.next(history)
        assert step == method.next(tuple(history))
        if isinstance(step, Answer):
            return step, history
        history.append(result_of(step, states[turn % len(states)]))
    raise AssertionError("the confirmation does not end")


def test_one_ramp_and_one_hold_without_an_early_end() -> None:
    assert Confirm(SETTINGS).next([]) == Trial(
        Purpose.CONFIRM, 700.0, 60.0, settle_s=2.0, ramp_s=10.0, ramp_from=350.0, early_stop=False
    )


@given(st.lists(st.sampled_from(list(State)), min_size=1, max_size=9), st.integers(0, 4))
def test_it_ends_with_the_first_valid_trial_or_gives_up(states: list[State], repeats: int) -> None:
    settings = ConfirmSettings(rate=700.0, repeats=repeats)
    answer, history = confirmed(settings, states)
    assert len(history) <= repeats + 1
    assert all(result.verdict.state is State.INVALID for result in history[:-1])
    assert answer.outcome.value == history[-1].verdict.state.value
    assert {result.trial.rate for result in history} == {answer.rate} == {700.0}


def test_what_could_not_be_measured_is_invalid_with_its_doubt() -> None:
    answer, history = confirmed(SETTINGS, [State.INVALID])
    assert (answer.outcome, len(history)) == (Outcome.INVALID, 3)
    assert [doubt.code for doubt in answer.doubts] == [DoubtCode.GENERATOR_CPU]
    assert "could not be measured in 3 trials" in english(answer.reason)


def test_what_it_does_not_say_is_not_stored() -> None:
    answer, _ = confirmed(SETTINGS, [State.PASSED])
    assert answer.stored() == {
        "outcome": "passed",
        "rate": 700.0,
        "reason": Message.said("made to be passed"),
        "hold_s": 60.0,
    }


def test_the_confirmation_of_a_search_is_that_of_its_answer() -> None:
    def answer_of(trial: Trial, history: Sequence[TrialResult]) -> TrialResult:
        limit = 700.0 if trial.purpose is Purpose.CONFIRM else 750.0
        kept = trial.purpose is Purpose.RECOVER or (trial.rate or 0.0) <= limit
        return result_of(trial, State.PASSED if kept else State.FAILED)

    answer, history = searched(Capacity(CapacitySettings(budget_s=1800, confirm_grows=False)), answer_of)
    confirmation = confirmation_of(history)
    assert confirmation is not None
    assert confirmation.trial.rate == answer.rate
    assert confirmation.verdict.state is State.PASSED
    # Attempts at higher rates were refused: none of them is the one.
    refused = [result for result in history if result.trial.purpose is Purpose.CONFIRM and result is not confirmation]
    assert any((result.trial.rate or 0.0) > 700.0 for result in refused)


def test_a_search_that_confirmed_nothing_gives_its_last_attempt_or_none() -> None:
    trial = Trial(Purpose.CONFIRM, 700.0, 30.0)
    history = [result_of(Trial(Purpose.BRACKET, 700.0, 30.0), State.PASSED)]
    assert confirmation_of(history) is None
    history.append(result_of(trial, State.FAILED))
    assert confirmation_of(history) is history[-1]


@pytest.mark.parametrize(("wrong", "named"), [({"rate": -1.0}, "rate"), ({"rate": 1.0, "hold_s": 0.0}, "hold_s")])
def test_settings_that_leave_nothing_to_run_are_refused(wrong: dict[str, float], named: str) -> None:
    with pytest.raises(ValueError, match=f"^{named}: "):
        ConfirmSettings(**wrong)  # type: ignore[arg-type]
