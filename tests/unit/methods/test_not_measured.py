from collections.abc import Sequence
from dataclasses import replace

import pytest
from loadproof.judge.verdict import State
from loadproof.methods.capacity.machine import Capacity
from loadproof.methods.capacity.settings import CapacitySettings
from loadproof.methods.repetition import unmeasured
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.model.message import Message
from loadproof.records.answer import Outcome
from loadproof.records.doubt import Doubt, DoubtCode
from loadproof.words.catalogue import english

from .made_results import result_of, searched


def test_a_measurement_that_is_never_valid_is_given_up_after_two_repeats() -> None:
    answer, history = searched(Capacity(CapacitySettings()), lambda trial, _: result_of(trial, State.INVALID))
    assert (answer.outcome, len(history)) == (Outcome.UNDECIDED, 3)
    assert [doubt.code for doubt in answer.doubts] == [DoubtCode.GENERATOR_CPU]


def test_what_is_known_is_told_where_one_rate_cannot_be_measured() -> None:
    def answer_of(trial: Trial, _: Sequence[TrialResult]) -> TrialResult:
        if trial.purpose is Purpose.SEARCH:
            return result_of(trial, State.INVALID)
        return result_of(trial, State.PASSED if (trial.rate or 0.0) <= 750.0 else State.FAILED)

    answer, _ = searched(Capacity(CapacitySettings()), answer_of)
    assert (answer.outcome, answer.rate) == (Outcome.COARSE, None)
    assert answer.low is not None
    assert answer.high is not None
    assert answer.low < 750 < answer.high
    assert [doubt.code for doubt in answer.doubts] == [DoubtCode.COARSE, DoubtCode.GENERATOR_CPU]


def disturbed(trial: Trial, code: DoubtCode = DoubtCode.DISTURBED) -> TrialResult:
    result = result_of(trial, State.INVALID)
    doubts = (
        Doubt(DoubtCode.LATE_SENDS, Message.said("1 % of calls were late")),
        Doubt(code, Message.said("others used the machine")),
    )
    return replace(result, measurement=replace(result.measurement, doubts=doubts))


@pytest.mark.parametrize("first", [1, 4, 8, 12])
def test_what_others_disturbed_speaks_neither_way_and_the_search_goes_on(first: int) -> None:
    def answer_of(trial: Trial, before: Sequence[TrialResult]) -> TrialResult:
        if first <= len(before) + 1 < first + 3 and trial.purpose is not Purpose.RECOVER:
            return disturbed(trial)
        return result_of(trial, State.PASSED if (trial.rate or 0.0) <= 750.0 else State.FAILED)

    answer, history = searched(Capacity(CapacitySettings()), answer_of)
    assert answer.outcome is Outcome.FOUND, answer.reason
    assert answer.rate == pytest.approx(750.0, rel=0.06)
    given_up = [result.trial.rate for result in history if result.verdict.state is State.INVALID]
    assert len(given_up) in (2, 3)


def test_a_machine_that_is_never_quiet_ends_a_search() -> None:
    answer, history = searched(Capacity(CapacitySettings()), lambda trial, _: disturbed(trial))
    assert (answer.outcome, len(history)) == (Outcome.UNDECIDED, 9)
    assert {result.trial.rate for result in history} == {CapacitySettings().start_rate}
    assert [doubt.code for doubt in answer.doubts] == [DoubtCode.LATE_SENDS, DoubtCode.DISTURBED]


@pytest.mark.parametrize(
    ("code", "trials"),
    [(DoubtCode.STEAL, 9), (DoubtCode.GENERATOR_STALLED, 9), (DoubtCode.PORTS, 3), (DoubtCode.GENERATOR_CPU, 3)],
)
def test_sends_that_are_late_for_the_machine_end_no_search_and_those_of_the_generator_do(
    code: DoubtCode, trials: int
) -> None:
    _, history = searched(Capacity(CapacitySettings()), lambda trial, _: disturbed(trial, code))
    assert len(history) == trials


@pytest.mark.parametrize(
    ("rate", "users", "level"), [(500.0, None, "500 calls/s"), (0.0, 300, "300 users"), (500.0, 300, "500 calls/s")]
)
def test_the_level_that_was_not_measured_is_that_of_the_load(rate: float, users: int | None, level: str) -> None:
    trial = Trial(Purpose.LOAD, rate, 60.0, users=users)
    told = english(unmeasured(result_of(trial, State.INVALID), 3))
    assert told.startswith(f"{level} could not be measured in 3 trials")
