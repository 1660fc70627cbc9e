import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from loadproof.stats.apdex_interval import ApdexIntervalRule, apdex_interval
from scipy import stats

GROUPS = 32
ZONES = st.tuples(st.integers(0, 6), st.integers(0, 6), st.integers(0, 6))


def width(due: list[int], satisfied: list[int], tolerating: list[int], users: int | None) -> float:
    found = apdex_interval(due, satisfied, tolerating, users)
    assert found is not None
    return found.high - found.low


def test_the_score_counts_tolerating_calls_half_and_frustrated_calls_not() -> None:
    found = apdex_interval([4, 4, 2], [2, 3, 1], [1, 0, 1], users=3)
    assert found is not None
    assert found.score == (6 + 2 / 2) / 10
    assert found.method is ApdexIntervalRule.JACKKNIFE


def test_no_due_calls_have_no_score() -> None:
    assert apdex_interval([], [], [], users=None) is None
    assert apdex_interval([0, 0], [0, 0], [0, 0], users=0) is None


def test_groups_without_calls_are_as_if_they_were_not_there() -> None:
    assert apdex_interval([4, 0, 6, 0], [3, 0, 6, 0], [1, 0, 0, 0], 5) == apdex_interval([4, 6], [3, 6], [1, 0], 5)


def test_the_order_of_groups_does_not_matter() -> None:
    assert apdex_interval([4, 6, 5], [3, 6, 2], [1, 0, 2], 5) == apdex_interval([5, 4, 6], [2, 3, 6], [2, 1, 0], 5)


@given(st.lists(ZONES, max_size=GROUPS), st.one_of(st.none(), st.integers(0, 300)))
def test_the_bounds_hold_the_score_and_lie_from_0_to_1(groups: list[tuple[int, int, int]], users: int | None) -> None:
    due = [sum(zones) for zones in groups]
    found = apdex_interval(due, [zones[0] for zones in groups], [zones[1] for zones in groups], users)
    if sum(due) == 0:
        assert found is None
    else:
        assert found is not None
        assert 0.0 <= found.low <= found.score <= found.high <= 1.0


@pytest.mark.parametrize("users", [1, 5, 20, 1000])
def test_calls_that_are_all_satisfied_have_the_exact_bound_of_the_number_of_users(users: int) -> None:
    found = apdex_interval([2 * users] * 2, [2 * users] * 2, [0, 0], users)
    assert found is not None
    assert (found.score, found.high, found.method) == (1.0, 1.0, ApdexIntervalRule.EXACT)
    assert found.low == pytest.approx(stats.beta.ppf(0.025, users, 1))


def test_calls_that_are_all_frustrated_mirror_those_that_are_all_satisfied() -> None:
    worst, best = apdex_interval([9, 9], [0, 0], [0, 0], 7), apdex_interval([9, 9], [9, 9], [0, 0], 7)
    assert worst is not None
    assert best is not None
    assert worst.low == 0.0
    assert worst.high == pytest.approx(1.0 - best.low)


def test_calls_that_are_all_tolerating_are_not_known_exactly() -> None:
    found = apdex_interval([9, 9], [0, 0], [9, 9], 10)
    assert found is not None
    assert (found.score, found.method) == (0.5, ApdexIntervalRule.EXACT)
    assert found.low == pytest.approx(stats.beta.ppf(0.025, 5, 6))
    assert found.high == pytest.approx(stats.beta.ppf(0.975, 6, 5))


def test_one_user_says_little_however_many_calls_it_makes() -> None:
    found = apdex_interval([500], [400], [0], 1)
    assert found is not None
    assert found.method is ApdexIntervalRule.EXACT
    assert found.low < 0.1
    assert found.high > 0.9


def test_more_users_than_calls_count_as_the_calls() -> None:
    assert apdex_interval([1, 1], [1, 1], [0, 0], 40) == apdex_interval([1, 1], [1, 1], [0, 0], 2)


def test_groups_that_are_alike_have_at_least_the_error_of_independent_calls() -> None:
    alike = [4] * GROUPS
    found = apdex_interval(alike, [2] * GROUPS, [0] * GROUPS, None)
    assert found is not None
    independent = 1.96 * np.sqrt(0.25 / (4 * GROUPS))
    assert found.high - found.score == pytest.approx(independent, rel=0.1)


def test_calls_of_one_user_that_are_alike_do_not_make_the_interval_narrower() -> None:
    rng = np.random.default_rng(3)
    due, satisfied = np.full(GROUPS, 4), rng.binomial(4, 0.7, GROUPS)
    none = [0] * GROUPS
    once = width(due.tolist(), satisfied.tolist(), none, 128)
    tenfold = width((10 * due).tolist(), (10 * satisfied).tolist(), none, 128)
    assert tenfold == pytest.approx(once, rel=0.1)
    independent = width((10 * due).tolist(), rng.binomial(40, 0.7, GROUPS).tolist(), none, 128)
    assert independent < 0.5 * once


@pytest.mark.parametrize(
    ("due", "satisfied", "tolerating"), [([2], [2], [1]), ([2], [-1], [0]), ([0], [1], [0]), ([3], [0], [-1])]
)
def test_counts_that_contradict_each_other_are_refused(
    due: list[int], satisfied: list[int], tolerating: list[int]
) -> None:
    with pytest.raises(ValueError, match="from 0 to its due calls"):
        apdex_interval(due, satisfied, tolerating, None)


def test_sequences_of_different_length_are_refused() -> None:
    with pytest.raises(ValueError, match=r"shorter|longer"):
        apdex_interval([1, 2], [1], [0], None)


@pytest.mark.parametrize(
    ("score", "users", "correlation"), [(0.85, 20, 0.3), (0.94, 100, 0.3), (0.99, 100, 0.0), (0.5, 5, 0.3)]
)
def test_the_interval_holds_the_true_score_in_about_95_of_100_cells(
    score: float, users: int, correlation: float
) -> None:
    rng = np.random.default_rng(11)
    holds = []
    for _ in range(300):
        calls = rng.poisson(2.5, users)
        shares = np.full(users, score)
        if correlation:
            concentration = 1.0 / correlation - 1.0
            shares = rng.beta(score * concentration, (1.0 - score) * concentration, users)
        satisfied = rng.binomial(calls, shares)
        by_group = [np.bincount(np.arange(users) % GROUPS, part, GROUPS).astype(int) for part in (calls, satisfied)]
        found = apdex_interval(by_group[0].tolist(), by_group[1].tolist(), [0] * GROUPS, int((calls > 0).sum()))
        if found is not None:
            holds.append(found.low <= score <= found.high)
    # Three standard errors of 300 draws are 3.8 %.
    assert np.mean(holds) >= 0.91
