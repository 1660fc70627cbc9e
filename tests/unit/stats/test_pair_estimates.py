"""What rounds say of pairs, against scipy's tests."""

import math

import numpy as np
import pytest
from loadproof.stats.pair_estimates import Known, pair_estimates, residuals_of
from scipy import stats


def values_of(table: np.ndarray) -> dict[str, dict[int, float]]:
    """Rounds × variants; a cell that is not a number lacks."""
    return {
        name: {number: float(value) for number, value in enumerate(table[:, place]) if not math.isnan(value)}
        for place, name in enumerate("abcdef"[: table.shape[1]])
    }


def drawn(rounds: int, variants: int, seed: int = 1) -> np.ndarray:
    random = np.random.default_rng(seed)
    return random.standard_normal((rounds, 1)) + 0.1 * random.standard_normal((rounds, variants))


def test_two_variants_are_the_paired_t_test() -> None:
    table = drawn(6, 2)
    (found,) = pair_estimates("ab", values_of(table), {})
    expected = stats.ttest_rel(table[:, 1], table[:, 0])
    assert found.known is not None
    assert found.known.p_value(found.difference or 0.0) == pytest.approx(expected.pvalue)
    low, high = expected.confidence_interval(0.9)
    half = found.known.half_width(0.1)
    assert ((found.difference or 0.0) - half, (found.difference or 0.0) + half) == pytest.approx((low, high))


def test_pairs_of_many_are_tukeys_test_after_rounds_unless_they_scatter_more() -> None:
    table = drawn(5, 4)
    left = table - table.mean(axis=0) - table.mean(axis=1, keepdims=True) + table.mean()
    pooled = (left**2).sum() / 12.0
    for found, (a, b) in zip(
        pair_estimates("abcd", values_of(table), {}),
        [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)],
        strict=True,
    ):
        own = (table[:, b] - table[:, a]).var(ddof=1)
        assert found.known is not None
        assert found.known.deviation == pytest.approx(math.sqrt(max(own, 2.0 * pooled) / 5.0))
        assert found.known.degrees == 12
        statistic = math.sqrt(2.0) * abs(found.difference or 0.0) / found.known.deviation
        expected = stats.studentized_range.sf(statistic, 4, 12)
        assert found.known.p_value(found.difference or 0.0) == pytest.approx(expected, abs=1e-6)


def test_a_table_with_holes_has_the_residuals_of_least_squares() -> None:
    table = drawn(5, 3)
    whole, degrees = residuals_of(table)
    assert degrees == 8
    same = table.copy()
    same[2, 1] = math.nan
    left, fewer = residuals_of(same)
    assert fewer == 7
    assert np.isnan(left[2, 1])
    assert np.nansum(left, axis=0) == pytest.approx(np.zeros(3), abs=1e-9)
    assert np.nansum(left, axis=1) == pytest.approx(np.zeros(5), abs=1e-9)
    assert np.nansum(left**2) < (whole**2).sum()


def test_a_pair_without_a_common_round_has_no_difference() -> None:
    table = drawn(4, 2)
    table[:2, 0], table[2:, 1] = math.nan, math.nan
    (found,) = pair_estimates("ab", values_of(table), {})
    assert (found.rounds, found.difference, found.known) == (0, None, None)


def test_the_scatter_of_calls_is_the_least_that_is_believed() -> None:
    same = {"a": {1: 0.0, 2: 0.0, 3: 0.0}, "b": {1: 0.1, 2: 0.1, 3: 0.1}}
    (found,) = pair_estimates("ab", same, {"a": 0.01, "b": 0.02})
    assert found.known is not None
    assert found.known.deviation == pytest.approx(0.1)


def test_more_rounds_make_the_error_smaller() -> None:
    known = Known(0.1, 3, 2)
    later = known.after(4, 8)
    assert later.deviation == pytest.approx(0.1 / math.sqrt(2.0))
    assert later.degrees == 7
    assert later.critical(0.05) < known.critical(0.05)
