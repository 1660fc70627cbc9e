"""What can be seen, against drawn starts and drawn calls."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from loadproof.judge.detectable import (
    Design,
    detectable_change,
    detectable_difference,
    log_normal_slope,
    starts_needed,
)
from scipy import stats

SLOPE = log_normal_slope(0.5, 0.99)


@pytest.mark.parametrize("starts", [3, 8])
def test_a_single_row_has_the_power_of_the_t_test(starts: int) -> None:
    design = Design(starts=starts, rows=10, prior_degrees=0.0)
    difference = detectable_difference(design, common=0.0, own=1.0)
    random = np.random.default_rng(5)
    a = random.standard_normal((20_000, starts))
    b = random.standard_normal((20_000, starts)) + difference
    seen = (stats.ttest_ind(b, a, axis=1).pvalue <= design.false_discovery / design.rows).mean()
    assert seen == pytest.approx(0.9, abs=0.01)


@given(st.integers(10, 40), st.floats(1000.0, 1e6), st.floats(0.0, 0.05), st.floats(0.0, 1.0))
def test_more_starts_and_more_calls_show_smaller_changes(
    starts: int, calls: float, between: float, shared: float
) -> None:
    def seen(starts: int, calls: float) -> float:
        design = Design(starts=starts, between=between, shared=shared)
        return detectable_change(design, calls, 0.99, SLOPE) or math.nan

    assert seen(starts + 1, calls) < seen(starts, calls)
    assert seen(starts, 2.0 * calls) < seen(starts, calls)


def test_starts_that_are_needed_are_the_fewest() -> None:
    design = Design(between=0.01)
    starts = starts_needed(design, 0.05, 20_000, 0.99, SLOPE)
    assert starts is not None
    for tried, is_seen in ((starts, True), (starts - 1, False)):
        seen = detectable_change(Design(starts=tried, between=0.01), 20_000, 0.99, SLOPE)
        assert seen is not None
        assert (seen <= 0.05) is is_seen


def test_starts_that_differ_too_much_need_more_than_there_may_be() -> None:
    assert starts_needed(Design(between=0.2), 0.01, 1e6, 0.99, SLOPE) is None


def test_too_few_calls_in_a_start_are_not_judged() -> None:
    assert detectable_change(Design(), 999.0, 0.99, SLOPE) is None
    assert starts_needed(Design(), 0.5, 999.0, 0.99, SLOPE) is None


@pytest.mark.parametrize(
    ("wrong", "named"),
    [({"starts": 2}, "starts"), ({"rows": 0}, "rows"), ({"shared": 1.1}, "shared"), ({"power": 1.0}, "power")],
)
def test_designs_that_cannot_be_are_refused(wrong: dict[str, float], named: str) -> None:
    with pytest.raises(ValueError, match=f"^{named}: "):
        Design(**wrong)  # type: ignore[arg-type]
