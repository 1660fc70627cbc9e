"""A search of a capacity in users: whole users within its bounds, and an end at one user."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from loadproof._engine import Histogram
from loadproof.judge.verdict import State
from loadproof.methods.capacity.littles_law import CapacityDetails, law_doubts, littles_law
from loadproof.methods.capacity.machine import Capacity
from loadproof.methods.capacity.settings import CapacityAsked, CapacitySettings
from loadproof.methods.capacity.user_search import UserSearch, cycle_of
from loadproof.methods.confirm.machine import Confirm
from loadproof.methods.confirmation import ConfirmSettings
from loadproof.methods.factor import Factor
from loadproof.methods.loads import baseline
from loadproof.methods.method import Driven, StartSoFar
from loadproof.methods.registry import start_so_far
from loadproof.methods.soak.machine import Soak, SoakSettings
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.model.pause import Pause
from loadproof.model.scenario import Call, Flow, Think, Users
from loadproof.records.answer import Answer, Outcome
from loadproof.records.doubt import DoubtCode
from loadproof.words.catalogue import english

from .made_results import result_of, searched

LOADS = {Purpose.BRACKET, Purpose.SEARCH, Purpose.CONFIRM}
VISITORS = Users("visitors", "look", 0, 0.0, 0.0, None, None, 1.0)
PACED = Users("clerks", "write", 0, 0.0, 0.0, Pause.parse("20s"), None, 1.0)


def settings_of(search: UserSearch, **more: Any) -> CapacitySettings:
    return replace(CapacityAsked(in_users=search), **more).settings(None)


def service_of(most: int) -> Callable[[Trial, Sequence[TrialResult]], TrialResult]:
    """A service that keeps its SLO with `most` users and fewer; its throughput is half of the users."""

    def answer(trial: Trial, _history: Sequence[TrialResult]) -> TrialResult:
        users = trial.users or 0
        kept = trial.purpose is Purpose.RECOVER or users <= most
        result = result_of(trial, State.PASSED if kept else State.FAILED, median_ms=20.0)
        return replace(result, measurement=replace(result.measurement, rate=min(users, most) / 2.0))

    return answer


@settings(max_examples=25, deadline=None)
@given(st.integers(1, 5000), st.integers(1, 40), st.sampled_from([0.0, 25.0]))
@example(1, 1, 0.0)
@example(2, 1, 0.0)
@example(7, 3, 0.0)
@example(19, 1, 0.0)
@example(5000, 1, 0.0)
def test_the_most_users_are_found_within_the_precision_or_one_user(most: int, start: int, rate: float) -> None:
    search = UserSearch(start, 5000, rate, cycle_s=2.0)
    method = Capacity(settings_of(search))
    answer, history = searched(method, service_of(most))
    assert len(history) <= method.settings.max_trials
    for result in history:
        trial = result.trial
        assert (trial.factor, trial.rate, trial.ramp_from) == (Factor.USERS, rate, rate)
        assert isinstance(trial.users, int)
        assert start <= trial.users <= 5000
    assert (answer.unit, answer.method) == ("users", "capacity")
    if most < start:
        assert (answer.outcome, answer.users, answer.rate) == (Outcome.NONE_PASSED, None, None)
        return
    assert answer.outcome is (Outcome.AT_LEAST if most == 5000 else Outcome.FOUND)
    assert answer.users is not None
    assert answer.low is not None
    # A number to confirm lies below the estimate on purpose, by some precisions, of which one is a user at least.
    assert answer.users <= most <= max(1.12 * answer.users, answer.users + 1)
    assert answer.low <= most
    assert answer.rate == answer.users / 2.0
    if answer.outcome is Outcome.FOUND:
        assert answer.high is not None
        assert answer.estimate is not None
        assert answer.high >= most
        assert all(value.is_integer() for value in (answer.low, answer.high, answer.estimate))
        assert abs(answer.estimate - most) <= max(1.0, 0.05 * most)
    confirmed = [
        result.trial.users
        for result in history
        if result.trial.purpose is Purpose.CONFIRM and result.verdict.state is State.PASSED
    ]
    assert answer.users in confirmed


states = st.sampled_from(list(State))


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(states, st.floats(0, 0.05)), min_size=1, max_size=60), st.integers(1, 400))
def test_whatever_happens_the_search_ends_and_keeps_its_bounds(outcomes: list[tuple[State, float]], most: int) -> None:
    method = Capacity(replace(settings_of(UserSearch(1, most)), max_trials=40))

    def answer_of(trial: Trial, history: Sequence[TrialResult]) -> TrialResult:
        state, share = outcomes[len(history) % len(outcomes)]
        return result_of(trial, state, share)

    answer, history = searched(method, answer_of)
    assert len(history) <= 40
    assert all(1 <= (result.trial.users or 0) <= most for result in history)
    assert all(result.trial.rate == 0.0 for result in history)
    assert method.next(tuple(history)) == answer
    assert answer.users is None or 1 <= answer.users <= most
    # Each reason and each doubt has its words.
    assert english(answer.reason)
    assert all(english(doubt.text) for doubt in answer.doubts)


def test_users_join_over_a_ramp_and_settle_before_the_span() -> None:
    method = Capacity(settings_of(UserSearch(100, 5000, cycle_s=20.0)))
    _, history = searched(method, service_of(300))
    by_purpose = {result.trial.purpose: result.trial for result in history}
    first, recovery, confirmed = (by_purpose[one] for one in (Purpose.BRACKET, Purpose.RECOVER, Purpose.CONFIRM))
    assert (first.ramp_s, first.settle_s, first.hold_s) == (20.0, 60.0, 40.0)
    assert first.user_steps == [(0.0, 20.0, first.users)]
    # Users beyond the first number leave at the end of their iteration.
    assert (recovery.users, recovery.ramp_s, recovery.hold_s) == (100, 0.0, 50.0)
    assert (confirmed.ramp_s, confirmed.settle_s, confirmed.hold_s, confirmed.early_stop) == (20.0, 60.0, 120.0, False)
    settings = method.settings
    assert settings.longest_s == max(1500.0, 30 * (20.0 + 60.0 + 40.0))
    assert baseline(history) is history[0]


def test_written_times_stand() -> None:
    settings = settings_of(UserSearch(ramp_s=7.0, cycle_s=20.0), hold_s=10.0, settle_s=1.0, confirm_hold_s=30.0)
    trial = settings.trial(Purpose.SEARCH, 50.0, settings.hold_s, settings.settle_s)
    assert (trial.ramp_s, trial.settle_s, trial.hold_s) == (7.0, 1.0, 10.0)
    assert (settings.confirm_hold_s, settings.confirm_grows) == (30.0, False)
    assert settings_of(UserSearch()).confirm_grows


def test_the_cycle_is_that_of_the_slowest_kind() -> None:
    flows = [
        Flow("look", 0.0, (Call("get"), Think(Pause.parse("1s-3s")), Call("get"), Think(Pause.parse("4s"))), False),
        Flow("write", 0.0, (Call("put"),), False),
    ]
    assert cycle_of([VISITORS], flows) == 6.0
    assert cycle_of([VISITORS, PACED], flows) == 20.0
    assert cycle_of([], []) == 0.0


def test_the_search_of_a_rate_states_no_factor() -> None:
    first = Capacity(CapacitySettings()).next(())
    assert first == Trial(Purpose.BRACKET, 100.0, 30.0, 2.0)
    assert isinstance(first, Trial)
    assert (first.factor, first.users) == (Factor.RATE, None)


def test_a_budget_pays_for_the_time_in_which_users_join() -> None:
    budget = settings_of(UserSearch(cycle_s=20.0), budget_s=60.0)
    with pytest.raises(ValueError, match="60 s are less than the shortest search with its confirmation takes, 173 s"):
        budget.check_budget()
    method = Capacity(settings_of(UserSearch(cycle_s=5.0), budget_s=600.0))
    answer, history = searched(method, service_of(300))
    assert sum(result.trial.load_s for result in history) <= 600.0
    assert answer.users is not None


def held(users: int, flow_s: float, per_s: float, flow: str = "look") -> TrialResult:
    """A confirmation with one flow."""
    result = result_of(Trial(Purpose.CONFIRM, 0.0, 100.0, users=users, factor=Factor.USERS), State.PASSED)
    response = Histogram()
    response.record_ms(1000.0 * flow_s, 100)
    row = replace(result.measurement, rate=per_s, response=response)
    return replace(result, measurement=replace(result.measurement, operations={flow: row}))


def test_littles_law_of_users_who_think() -> None:
    law = littles_law(held(300, 6.0, 50.0), UserSearch(kinds=(VISITORS,)))
    assert law is not None
    (flow,) = law.flows
    assert law.users == 300
    assert flow.wait_s == pytest.approx(0.0)
    assert law.users_by_law == pytest.approx(300.0, rel=0.01)
    assert law_doubts(law) == ()


def test_littles_law_of_paced_users() -> None:
    law = littles_law(held(300, 6.0, 15.0, "write"), UserSearch(kinds=(PACED,)))
    assert law is not None
    assert law.flows[0].wait_s == pytest.approx(14.0, rel=0.01)
    assert law.ratio == pytest.approx(1.0, rel=0.01)
    # Iterations that last longer than the pacing follow each other.
    late = littles_law(held(300, 30.0, 10.0, "write"), UserSearch(kinds=(PACED,)))
    assert late is not None
    assert late.flows[0].wait_s == pytest.approx(0.0)
    assert late.ratio == pytest.approx(1.0, rel=0.01)


def test_users_who_were_not_at_work_are_a_doubt() -> None:
    law = littles_law(held(300, 6.0, 45.0), UserSearch(kinds=(VISITORS,)))
    assert law is not None
    (doubt,) = law_doubts(law)
    assert doubt.code == DoubtCode.LITTLES_LAW
    assert english(doubt.text).startswith("Little's law gives 270 users, 10 % off the 300 that were present")


@pytest.mark.parametrize(
    "search",
    [
        UserSearch(kinds=(VISITORS,), arriving_flows=("look",)),
        UserSearch(kinds=(replace(VISITORS, iterations_per_session=3),)),
        UserSearch(kinds=(PACED,)),
        UserSearch(),
    ],
    ids=["a flow that also arrives", "sessions that end", "a flow without a row", "no kinds"],
)
def test_littles_law_is_left_out_where_its_terms_are_unknown(search: UserSearch) -> None:
    assert littles_law(held(300, 6.0, 50.0), search) is None


def found_before(rate: float = 0.0) -> tuple[StartSoFar, Answer]:
    asked = {"capacity": CapacityAsked(in_users=UserSearch(10, 5000, rate))}
    answer, history = searched(Capacity(asked["capacity"].settings(None)), service_of(1000))
    return start_so_far(asked, {"capacity": Driven(tuple(history), answer)}), answer


@pytest.mark.parametrize("rate", [0.0, 30.0])
def test_a_soak_holds_its_share_of_the_users(rate: float) -> None:
    start, answer = found_before(rate)
    soak = Soak.of(SoakSettings(share=0.7), start)
    assert isinstance(soak, Soak)
    trial = soak.next(())
    assert isinstance(trial, Trial)
    assert answer.users is not None
    assert (trial.rate, soak.users) == (rate, int(0.7 * answer.users))


def test_a_confirmation_is_that_of_the_users() -> None:
    start, answer = found_before()
    confirmed = Confirm.of(ConfirmSettings(), start)
    assert isinstance(confirmed, Answer)
    told = (confirmed.outcome, confirmed.users, confirmed.unit, confirmed.rate)
    assert told == (Outcome.PASSED, answer.users, "users", answer.rate)


def test_details_are_read_back_from_json() -> None:
    _, answer = found_before()
    assert answer.details_of(CapacityDetails).littles_law is None
    assert (
        Answer.of_json("capacity", {"outcome": "found", "rate": 5.0, "reason": None, "users": 9, "unit": "users"}).users
        == 9
    )


@pytest.mark.parametrize(("start", "most"), [(0, 10), (1_000_001, 2_000_000), (20, 10)])
def test_numbers_that_no_search_can_keep_are_refused(start: int, most: int) -> None:
    with pytest.raises(ValueError, match=r"give a number|raise most"):
        UserSearch(start, most)
