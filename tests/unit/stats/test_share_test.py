import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from loadproof.stats.share_test import BadCalls, ShareBounds, bounds, clusters, fewest_calls, tail_bound, tail_draw
from scipy import stats

ERROR = ShareBounds(0.01, 0.01)


@st.composite
def bad_calls(draw: st.DrawFn) -> BadCalls:
    due = draw(st.lists(st.integers(0, 2000), min_size=1, max_size=70))
    return BadCalls(due, [draw(st.integers(0, count)) for count in due])


@given(bad_calls(), st.sampled_from([0.001, 0.01, 0.05, 0.5]))
def test_the_counted_share_lies_between_its_bounds(calls: BadCalls, limit: float) -> None:
    found = bounds(calls, limit, ERROR)
    assert 0.0 <= found.low <= calls.share + 1e-9
    assert calls.share - 1e-9 <= found.high <= 1.0


@given(bad_calls(), bad_calls())
def test_bursts_seen_elsewhere_only_raise_the_upper_bound(calls: BadCalls, part: BadCalls) -> None:
    alone, together = bounds(calls, 0.01, ERROR), bounds(calls, 0.01, ERROR, (part,))
    assert together.low == alone.low
    assert together.high >= alone.high - 1e-9


@pytest.mark.parametrize(("limit", "error"), [(0.01, 0.05), (0.05, 0.01), (0.001, 0.05), (0.5, 0.01)])
def test_fewest_calls_are_the_exact_binomial_ones(limit: float, error: float) -> None:
    needed = fewest_calls(limit, error)
    assert stats.binom.cdf(0, needed, limit) <= error < stats.binom.cdf(0, needed - 1, limit)


def test_without_a_bad_call_the_bound_is_poissons() -> None:
    found = bounds(BadCalls([1000] * 10, [0] * 10), 0.01, ERROR)
    # The dispersion is the binomial's at the limit, 0.99, not Poisson's.
    assert found.high == pytest.approx(0.99 * -math.log(0.01) / 10_000, rel=1e-6)
    assert found.low == 0.0


def test_independent_bad_calls_have_the_dispersion_of_a_binomial() -> None:
    rng = np.random.default_rng(1)
    values = [clusters(BadCalls([500] * 60, rng.binomial(500, 0.05, 60).tolist())).dispersion for _ in range(400)]
    assert np.mean(values) == pytest.approx(0.95, rel=0.06)


def test_bursts_of_twenty_have_twenty_times_the_dispersion() -> None:
    rng = np.random.default_rng(2)
    values = [clusters(BadCalls([1000] * 60, (20 * rng.poisson(1.0, 60)).tolist())).dispersion for _ in range(400)]
    assert np.mean(values) == pytest.approx(20.0, rel=0.1)


def test_bounds_err_no_more_than_allowed_when_bad_calls_come_in_bursts() -> None:
    rng = np.random.default_rng(3)
    limit, wrong = 0.01, 0
    for _ in range(1000):
        bad = np.minimum(1000, 10 * rng.poisson(1.0, 40))
        wrong += bounds(BadCalls([1000] * 40, bad.tolist()), limit, ShareBounds(0.05, 0.05)).high < limit
    assert wrong <= 70


@pytest.fixture
def exponential_tail() -> tuple[BadCalls, BadCalls, BadCalls]:
    # share(T/4) = 10 %, share(T/2) = 1 %, so that an exponential tail has share(T) = 0.01 %.
    rng = np.random.default_rng(4)
    due = [2000] * 30
    quarter = rng.binomial(2000, 0.1, 30)
    half = rng.binomial(quarter, 0.1)
    whole = rng.binomial(half, 0.01)
    return (
        BadCalls(due, whole.tolist()),
        BadCalls(due, half.tolist()),
        BadCalls(due, quarter.tolist()),
    )


def test_the_tail_is_drawn_on_as_an_exponential(
    exponential_tail: tuple[BadCalls, BadCalls, BadCalls],
) -> None:
    found = tail_bound(*exponential_tail, limit_share=0.01, error=0.01)
    assert found is not None
    assert found.share == pytest.approx(0.0001, rel=0.5)
    assert found.share < found.high < 0.01


def test_a_tail_that_counts_contradict_is_not_believed(
    exponential_tail: tuple[BadCalls, BadCalls, BadCalls],
) -> None:
    whole, half, quarter = exponential_tail
    second_hump = BadCalls(whole.due, [5] * len(whole.due))
    assert second_hump.share < 0.3 * 0.01
    assert tail_bound(second_hump, half, quarter, limit_share=0.01, error=0.01) is None


def test_a_counted_share_near_the_limit_leaves_nothing_to_the_tail(
    exponential_tail: tuple[BadCalls, BadCalls, BadCalls],
) -> None:
    whole, half, quarter = exponential_tail
    near = BadCalls(whole.due, [8] * len(whole.due))
    assert tail_bound(near, half, quarter, limit_share=0.01, error=0.01) is None


def test_calls_in_the_first_seconds_alone_draw_no_tail() -> None:
    hanging = [60, *([0] * 118)]
    assert tail_draw(BadCalls(hanging, [0] * 119), BadCalls(hanging, hanging), BadCalls(hanging, hanging)) is None
