from collections.abc import Sequence

from loadproof.judge.doubt import DoubtCode
from loadproof.judge.verdict import State
from loadproof.method.capacity import Capacity
from loadproof.method.capacity_settings import CapacitySettings
from loadproof.method.method import Outcome
from loadproof.method.trial import Purpose, Trial, TrialResult

from .made_results import result_of, searched


def test_a_measurement_that_is_never_valid_is_given_up_after_two_repeats() -> None:
    answer, history = searched(Capacity(CapacitySettings()), lambda trial, _: result_of(trial, State.INVALID))
    assert (answer.outcome, len(history)) == (Outcome.UNDECIDED, 3)
    assert [doubt.kind for doubt in answer.doubts] == [DoubtCode.GENERATOR_CPU]


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
    assert [doubt.kind for doubt in answer.doubts] == [DoubtCode.COARSE, DoubtCode.GENERATOR_CPU]
