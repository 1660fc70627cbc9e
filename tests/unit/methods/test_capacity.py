import random
from collections.abc import Callable, Sequence
from itertools import pairwise

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from loadproof.judge.verdict import State
from loadproof.methods.capacity.machine import Capacity
from loadproof.methods.capacity.settings import CapacityAsked, CapacitySettings
from loadproof.methods.loads import baseline
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.model.message import Message
from loadproof.records.answer import Answer, Outcome
from loadproof.records.doubt import DoubtCode
from loadproof.words.catalogue import english

from .made_results import result_of, searched

AnswerOf = Callable[[Trial, Sequence[TrialResult]], TrialResult]
LOADS = {Purpose.BRACKET, Purpose.SEARCH, Purpose.CONFIRM}


def service_of(capacity: float, unsure: float = 0.0, seed: int = 0) -> AnswerOf:
    """A service of this capacity; trials within `unsure` of it end in any state."""
    chance = random.Random(seed)

    def answer(trial: Trial, history: Sequence[TrialResult]) -> TrialResult:
        rate = trial.rate or 0.0
        if trial.purpose is Purpose.RECOVER:
            return result_of(trial, State.PASSED)
        if abs(rate / capacity - 1.0) < unsure:
            state = chance.choice([State.PASSED, State.FAILED, State.UNDECIDED])
            return result_of(trial, state, chance.choice([0.007, 0.013]) if state is State.UNDECIDED else None)
        return result_of(trial, State.PASSED if rate <= capacity else State.FAILED)

    return answer


def always(state: State, share: float | None = None) -> AnswerOf:
    return lambda trial, _: result_of(trial, state, share)


# At 2 % a search may end coarse where a rate that it tries first is the edge itself, such as 200/s.
@settings(max_examples=8, deadline=None)
@given(st.floats(100, 99_999), st.floats(0.025, 0.2))
@example(200.0, 0.025)
@example(137.0, 0.02)
def test_a_sharp_capacity_is_found_within_the_precision(capacity: float, precision: float) -> None:
    method = Capacity(CapacitySettings(precision=precision))
    answer, history = searched(method, service_of(capacity))
    assert answer.outcome is Outcome.FOUND
    assert answer.rate is not None
    assert answer.low is not None
    assert answer.high is not None
    assert answer.low <= answer.rate <= answer.high
    # A rate to confirm lies below the estimate on purpose, by more than a small precision.
    assert answer.rate <= capacity <= answer.rate * max(1.12, (1 + precision) ** 3)
    confirmations = [result.trial for result in history if result.trial.purpose is Purpose.CONFIRM]
    assert answer.rate in [trial.rate for trial in confirmations]
    assert not any(trial.early_stop for trial in confirmations)


@settings(max_examples=8, deadline=None)
@given(st.floats(100, 99_999), st.floats(0.0, 0.08), st.integers(0, 10_000))
def test_a_blurred_capacity_is_found_or_left_open(capacity: float, unsure: float, seed: int) -> None:
    answer, _ = searched(Capacity(CapacitySettings()), service_of(capacity, unsure, seed))
    assert answer.outcome in set(Outcome)
    if answer.outcome is Outcome.FOUND:
        assert answer.rate is not None
        assert capacity * (1 - unsure) / 1.1 <= answer.rate <= capacity * (1 + unsure)


states = st.sampled_from(list(State))


PASSED, FAILED = (State.PASSED, 0.0), (State.FAILED, 0.0)


@settings(max_examples=8, deadline=None)
@example([PASSED, PASSED, FAILED, PASSED], 2.0)
@given(st.lists(st.tuples(states, st.floats(0, 0.05)), min_size=1, max_size=80), st.floats(1, 5000))
def test_whatever_happens_the_search_ends_and_keeps_its_bounds(
    outcomes: list[tuple[State, float]], max_rate: float
) -> None:
    limits = CapacitySettings(start_rate=1.0, max_rate=max_rate, max_trials=50)
    method = Capacity(limits)

    def answer_of(trial: Trial, history: Sequence[TrialResult]) -> TrialResult:
        state, share = outcomes[len(history) % len(outcomes)]
        return result_of(trial, state, share)

    answer, history = searched(method, answer_of)
    assert len(history) <= limits.max_trials
    assert sum(result.measurement.duration_s for result in history) <= limits.longest_s
    for length, result in enumerate(history):
        assert result.trial.rate is not None
        assert 0 < result.trial.rate <= max_rate
        assert method.next(history[:length]) == method.next(tuple(history[:length])) == result.trial
    assert method.next(history) == answer
    check(answer, history)


def _passed_again(failed: TrialResult, later: Sequence[TrialResult]) -> bool:
    return any(
        one.trial.rate == failed.trial.rate
        and one.trial.purpose is not Purpose.CONFIRM
        and one.verdict.state is State.PASSED
        for one in later
    )


def check(answer: Answer, history: Sequence[TrialResult]) -> None:
    confirmed = {
        result.trial.rate
        for result in history
        if result.trial.purpose is Purpose.CONFIRM and result.verdict.state is State.PASSED
    }
    loads = [
        result for result in history if result.trial.purpose in LOADS and result.verdict.state is not State.INVALID
    ]
    # The failure of the very first trial stands only with its repetition, every other one unless its rate passed later.
    failed = [
        result.trial.rate or 0.0
        for place, result in enumerate(loads)
        if place
        and result.verdict.state is State.FAILED
        and result.trial.purpose is Purpose.CONFIRM
        and not _passed_again(result, loads[place:])
    ]
    if answer.low is not None and answer.high is not None:
        assert answer.low < answer.high
    if answer.estimate is not None:
        assert answer.low is not None
        assert answer.high is not None
        assert answer.low <= answer.estimate <= answer.high
    assert (answer.outcome is Outcome.COARSE) == any(doubt.code == DoubtCode.COARSE for doubt in answer.doubts)
    if answer.outcome in {Outcome.FOUND, Outcome.AT_LEAST} or answer.rate is not None:
        assert answer.rate in confirmed
        assert answer.rate is not None
        assert answer.low is not None
        assert answer.low <= answer.rate <= (answer.high or answer.rate)
        assert all(answer.rate < rate for rate in failed)
        assert (answer.high is None) == (answer.outcome is Outcome.AT_LEAST)
    else:
        assert answer.rate is None
    assert answer.reason


def test_a_service_that_never_fails_is_confirmed_at_the_highest_rate() -> None:
    answer, history = searched(Capacity(CapacitySettings(max_rate=5000)), always(State.PASSED))
    assert (answer.outcome, answer.rate, answer.high) == (Outcome.AT_LEAST, 5000.0, None)
    assert [result.trial.rate for result in history] == [100, 200, 400, 800, 1600, 3200, 5000, 5000]


def test_a_service_that_always_fails_is_tried_twice() -> None:
    answer, history = searched(Capacity(CapacitySettings()), always(State.FAILED))
    assert (answer.outcome, answer.rate, answer.low, answer.high) == (Outcome.NONE_PASSED, None, None, 100.0)
    assert [(result.trial.purpose, result.trial.rate) for result in history] == [(Purpose.BRACKET, 100.0)] * 2


def test_a_cold_service_that_fails_its_first_trial_only_is_searched() -> None:
    def answer_of(trial: Trial, history: Sequence[TrialResult]) -> TrialResult:
        return result_of(trial, State.FAILED) if not history else service_of(1234.0)(trial, history)

    answer, _ = searched(Capacity(CapacitySettings()), answer_of)
    assert answer.outcome is Outcome.FOUND
    assert answer.estimate == pytest.approx(1234, rel=0.03)
    assert answer.rate is not None
    assert 1234 / 1.06 <= answer.rate <= 1234


def test_a_service_that_flaps_ends_with_a_reason() -> None:
    def answer_of(trial: Trial, history: Sequence[TrialResult]) -> TrialResult:
        if trial.purpose is Purpose.RECOVER:
            return result_of(trial, State.PASSED)
        return result_of(trial, State.FAILED if len(history) % 3 == 1 else State.PASSED)

    answer, history = searched(Capacity(CapacitySettings()), answer_of)
    assert len(history) < 60
    check(answer, history)


def test_every_failed_trial_is_followed_by_a_low_load_until_the_service_is_back() -> None:
    _, history = searched(Capacity(CapacitySettings()), service_of(750.0))
    after = [later.trial for earlier, later in pairwise(history) if earlier.verdict.state is State.FAILED]
    assert after
    assert {(trial.purpose, trial.rate, trial.early_stop) for trial in after} == {(Purpose.RECOVER, 100.0, True)}
    first = baseline(history)
    assert first is not None
    assert first.trial.rate == 100.0


def test_a_service_that_does_not_recover_ends_the_search() -> None:
    def answer_of(trial: Trial, history: Sequence[TrialResult]) -> TrialResult:
        if trial.purpose is Purpose.RECOVER:
            return result_of(trial, State.FAILED)
        return service_of(750.0)(trial, history)

    answer, history = searched(Capacity(CapacitySettings()), answer_of)
    assert (answer.outcome, answer.low, answer.high) == (Outcome.UNDECIDED, 400.0, 800.0)
    assert [doubt.code for doubt in answer.doubts] == [DoubtCode.NOT_RECOVERED]
    assert "did not recover" in english(answer.reason)
    assert history[-1].trial.purpose is Purpose.RECOVER


@pytest.mark.parametrize(
    ("at_first_ms", "later_ms", "outcome"),
    [
        (10.0, 11.0, Outcome.DRIFTING),
        (10.0, 10.2, Outcome.UNDECIDED),
        (10.0, 60.0, Outcome.UNDECIDED),
        (10.0, None, Outcome.UNDECIDED),
    ],
    ids=["slower", "as fast within the precision", "its queue did not drain", "no call answered"],
)
def test_a_service_that_is_slower_at_rest_drifts(at_first_ms: float, later_ms: float | None, outcome: Outcome) -> None:
    def answer_of(trial: Trial, history: Sequence[TrialResult]) -> TrialResult:
        if trial.purpose is Purpose.RECOVER:
            return result_of(trial, State.FAILED, median_ms=later_ms)
        passed = (trial.rate or 0.0) <= 750.0
        return result_of(trial, State.PASSED if passed else State.FAILED, median_ms=at_first_ms)

    answer, _ = searched(Capacity(CapacitySettings()), answer_of)
    assert answer.outcome is outcome
    assert answer.rate is None
    assert [doubt.code for doubt in answer.doubts] == [DoubtCode.NOT_RECOVERED]
    if outcome is Outcome.DRIFTING:
        shown = "at 100 calls/s its median went from 10 ms to 11 ms, and did not come back"
        assert english(answer.reason) == f"the service got slower during the search: {shown}"


def test_a_failed_confirmation_lowers_the_ceiling_and_the_search_goes_on() -> None:
    def answer_of(trial: Trial, history: Sequence[TrialResult]) -> TrialResult:
        # Short trials keep up to 750/s; only 650/s last through a confirmation.
        limit = 650.0 if trial.purpose is Purpose.CONFIRM else 750.0
        return service_of(limit)(trial, history)

    answer, _ = searched(Capacity(CapacitySettings(confirm_grows=False)), answer_of)
    assert (answer.outcome, answer.doubts) == (Outcome.FOUND, ())
    assert answer.rate is not None
    assert 580 < answer.rate <= 650
    assert answer.high is not None
    assert answer.high > 650
    # What eight confirmations leave of the 15 % between what short trials keep and what lasts.
    assert answer.high / answer.rate <= 1.03**3
    # Ended by its time it says what was kept, and that more may be there.
    for budget_s in (700, 900, 1100, 1300):
        cut, _ = searched(Capacity(CapacitySettings(budget_s=budget_s, confirm_grows=False)), answer_of)
        assert cut.outcome is Outcome.COARSE
        assert [doubt.code for doubt in cut.doubts] == [DoubtCode.COARSE]
        assert (cut.rate or 0.0) <= 650 <= (cut.high or 0.0)
        assert (cut.low or 0.0) <= 650


def test_a_confirmation_after_one_that_failed_is_longer_unless_its_length_was_asked_for() -> None:
    def answer_of(trial: Trial, history: Sequence[TrialResult]) -> TrialResult:
        return service_of(650.0 if trial.purpose is Purpose.CONFIRM else 750.0)(trial, history)

    def holds_s(method: Capacity) -> list[float]:
        _, history = searched(method, answer_of)
        return [result.trial.hold_s for result in history if result.trial.purpose is Purpose.CONFIRM]

    grown_s = holds_s(Capacity(CapacitySettings(budget_s=3600)))
    assert grown_s[:2] == [120, 240]
    assert max(grown_s) == 480
    assert set(holds_s(Capacity(CapacityAsked(confirm_hold_s=120, budget_s=3600).settings(None)))) == {120}


def test_where_nothing_was_shown_to_fail_what_leans_to_it_bounds_the_confirmations() -> None:
    def made(purpose: Purpose, rate: float, state: State) -> TrialResult:
        return result_of(Trial(purpose, rate, 30.0), state, 0.02 if state is State.UNDECIDED else None)

    history = [made(Purpose.BRACKET, 400.0, State.PASSED), made(Purpose.SEARCH, 800.0, State.UNDECIDED)]
    history += [made(Purpose.CONFIRM, rate, State.UNDECIDED) for rate in (740.0, 730.0, 720.0, 700.0)]
    history.append(made(Purpose.CONFIRM, 620.0, State.PASSED))
    step = Capacity(CapacitySettings()).next(history)
    assert isinstance(step, Trial)
    assert step.purpose is Purpose.CONFIRM
    assert 620.0 < (step.rate or 0.0) < 800.0


def test_confirmations_are_bounded() -> None:
    def answer_of(trial: Trial, history: Sequence[TrialResult]) -> TrialResult:
        limit = 1.0 if trial.purpose is Purpose.CONFIRM else 750.0
        return service_of(limit)(trial, history)

    limits = CapacitySettings(start_rate=10, max_confirmations=3, confirm_grows=False)
    answer, history = searched(Capacity(limits), answer_of)
    assert answer.outcome is Outcome.UNDECIDED
    assert sum(result.trial.purpose is Purpose.CONFIRM for result in history) == 3
    assert "none of 3 confirmations held" in english(answer.reason)


def test_an_undecided_rate_bounds_the_search_by_the_side_it_leans_to() -> None:
    def answer_of(trial: Trial, history: Sequence[TrialResult]) -> TrialResult:
        rate = trial.rate or 0.0
        if 700 <= rate <= 800 and trial.purpose is Purpose.SEARCH:
            return result_of(trial, State.UNDECIDED, 0.008 if rate <= 750 else 0.012)
        return service_of(750.0)(trial, history)

    answer, _ = searched(Capacity(CapacitySettings()), answer_of)
    assert answer.outcome is Outcome.FOUND
    assert answer.rate is not None
    assert 705 <= answer.rate <= 750
    assert (answer.low or 0.0) <= 750 <= (answer.high or 0.0)


@pytest.mark.parametrize(
    ("wrong", "named"),
    [
        (lambda: CapacitySettings(max_rate=50), "max_rate"),
        (lambda: CapacitySettings(precision=0), "precision"),
        (lambda: CapacitySettings(hold_s=0), "hold_s"),
        (lambda: CapacitySettings(start_rate=-1), "start_rate"),
    ],
)
def test_settings_that_cannot_be_kept_are_refused(wrong: Callable[[], CapacitySettings], named: str) -> None:
    with pytest.raises(ValueError, match=named):
        wrong()


def test_one_undecided_trial_alone_does_not_bound_the_answer() -> None:
    def stalls_once(trial: Trial, history: Sequence[TrialResult]) -> TrialResult:
        rate = trial.rate or 0.0
        if rate == 800 and all(result.trial.rate != 800 for result in history):
            return result_of(trial, State.UNDECIDED, 0.02)
        return result_of(trial, State.PASSED if rate <= 3000 else State.FAILED)

    answer, history = searched(Capacity(CapacitySettings()), stalls_once)
    assert [result.verdict.state for result in history if result.trial.rate == 800] == [State.UNDECIDED, State.PASSED]
    assert answer.rate is not None
    assert 2830 < answer.rate <= 3000


def test_undecided_bounds_do_not_stall_the_search() -> None:
    def too_near(trial: Trial, _: Sequence[TrialResult]) -> TrialResult:
        rate = trial.rate or 0.0
        return result_of(trial, State.UNDECIDED, 0.012) if rate > 750 else result_of(trial, State.PASSED)

    answer, history = searched(Capacity(CapacitySettings()), too_near)
    assert answer.outcome in {Outcome.FOUND, Outcome.COARSE, Outcome.UNDECIDED}
    assert answer.rate is None or 700 < answer.rate <= 750
    assert len(history) <= 45


def of_load_s(history: Sequence[TrialResult]) -> float:
    return sum(result.trial.ramp_s + result.trial.settle_s + result.measurement.span_s for result in history)


@pytest.mark.parametrize("budget_s", [90.0, 120.0, 180.0, 300.0, 600.0])
def test_a_budget_is_kept_and_ends_with_an_estimate(budget_s: float) -> None:
    answer, history = searched(Capacity(CapacitySettings(budget_s=budget_s)), service_of(750.0))
    assert of_load_s(history) <= budget_s
    assert answer.outcome in {Outcome.FOUND, Outcome.COARSE}
    assert answer.estimate == pytest.approx(750, rel=0.15 if budget_s > 100.0 else 0.35)
    assert answer.low is not None
    assert answer.high is not None
    assert answer.low <= 750 <= answer.high
    confirmed = [result.trial.rate for result in history if result.trial.purpose is Purpose.CONFIRM]
    assert answer.rate in confirmed


def test_a_budget_too_short_for_an_estimate_confirms_what_passed() -> None:
    answer, history = searched(Capacity(CapacitySettings(budget_s=25)), service_of(750.0))
    assert (answer.outcome, answer.rate, answer.high) == (Outcome.AT_LEAST, 100.0, None)
    assert history[-1].trial.purpose is Purpose.CONFIRM
    assert answer.reason.code == "capacity-at-most-tried"


@pytest.mark.parametrize(("budget_s", "arrivals", "least_s"), [(21.0, 0.0, 22), (22.0, 2000.0, 36)])
def test_a_budget_too_short_for_a_confirmation_is_a_fault(budget_s: float, arrivals: float, least_s: int) -> None:
    with pytest.raises(ValueError, match=f"; give {least_s}s or more$"):
        CapacitySettings(max_rate=100.0, budget_s=budget_s).check_budget(arrivals)
    CapacitySettings(max_rate=100.0, budget_s=least_s).check_budget(arrivals)


def test_a_long_confirmation_has_the_time_that_it_needs() -> None:
    method = Capacity(CapacitySettings(confirm_hold_s=1200))
    answer, history = searched(method, service_of(750.0))
    assert answer.outcome is Outcome.FOUND
    assert of_load_s(history) > 1500


def test_a_search_can_be_ended_after_every_trial() -> None:
    method = Capacity(CapacitySettings())
    _, history = searched(method, service_of(750.0))
    known = [method.so_far(history[:length], Message("search-interrupted")) for length in range(1, len(history) + 1)]
    outcomes = [answer.outcome for answer in known]
    first = outcomes.index(Outcome.COARSE)
    assert set(outcomes[:first]) == {Outcome.UNDECIDED}
    assert outcomes[-1] is Outcome.FOUND
    assert Outcome.UNDECIDED not in outcomes[first:]
    for answer in known[first:]:
        assert answer.low is not None
        assert answer.high is not None
        assert answer.low <= 750 <= answer.high
    assert {answer.reason for answer in known if answer.rate is None} == {Message("search-interrupted")}


def test_from_its_first_failed_trial_on_a_search_tells_where_it_is() -> None:
    method = Capacity(CapacitySettings())
    _, history = searched(method, service_of(750.0))
    failed = next(place for place, result in enumerate(history) if result.verdict.state is State.FAILED)
    assert all(method.outlook_after(history[: length + 1]) is None for length in range(failed))
    told = [method.outlook_after(history[: length + 1]) for length in range(failed, len(history))]
    outlooks = [outlook for outlook in told if outlook is not None]
    assert len(outlooks) > 3
    for outlook in outlooks:
        assert outlook.low is not None
        assert outlook.high is not None
        assert outlook.low <= 750 <= outlook.high
        assert outlook.left_s <= 1800
    assert outlooks[-1].left_s < outlooks[0].left_s
