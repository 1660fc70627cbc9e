import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from loadproof.stats.distributions import (
    beta_lower,
    beta_quantile,
    gamma_lower,
    gamma_quantile,
    gamma_upper,
    normal_tail,
    student_t_quantile,
    student_t_tail,
)
from scipy import special, stats


@given(st.floats(0.001, 5000), st.floats(0, 10_000))
def test_incomplete_gamma_is_scipys(shape: float, x: float) -> None:
    assert gamma_lower(shape, x) == pytest.approx(special.gammainc(shape, x), rel=1e-7, abs=1e-12)
    assert gamma_upper(shape, x) == pytest.approx(special.gammaincc(shape, x), rel=1e-7, abs=1e-12)


@given(st.floats(0.1, 5000), st.floats(1e-12, 0.5))
def test_gamma_quantile_is_scipys(shape: float, tail: float) -> None:
    assert gamma_quantile(shape, tail, upper=True) == pytest.approx(stats.gamma.isf(tail, shape), rel=1e-6)
    assert gamma_quantile(shape, tail, upper=False) == pytest.approx(stats.gamma.ppf(tail, shape), rel=1e-6)


@given(st.floats(0.01, 5000), st.floats(0.0, 0.5))
def test_gamma_quantile_lies_where_the_tail_is_whatever_its_size(shape: float, tail: float) -> None:
    upper, lower = gamma_quantile(shape, tail, upper=True), gamma_quantile(shape, tail, upper=False)
    assert 0.0 <= lower <= upper * (1.0 + 1e-9)
    assert gamma_lower(shape, lower) <= tail * (1.0 + 1e-6) + 1e-300
    assert upper == math.inf or gamma_upper(shape, upper) <= tail * (1.0 + 1e-6) + 1e-300


@given(st.floats(-8, 8))
def test_normal_tail_is_scipys(z: float) -> None:
    assert normal_tail(z) == pytest.approx(stats.norm.sf(z), rel=1e-10)


@given(st.floats(0, 50), st.integers(1, 200))
def test_student_tail_is_scipys(t: float, degrees: int) -> None:
    assert student_t_tail(t, degrees) == pytest.approx(stats.t.sf(t, degrees), rel=1e-6, abs=1e-13)


@given(st.floats(1e-6, 0.5), st.integers(1, 100))
def test_student_quantile_has_its_tail_by_scipy(tail: float, degrees: int) -> None:
    # Not `stats.t.isf`: near one half it is off by 3e-8 (4 degrees of freedom).
    assert stats.t.sf(student_t_quantile(tail, degrees), degrees) == pytest.approx(tail, rel=1e-8)


@given(st.floats(0.05, 5000), st.floats(0.05, 5000), st.floats(0, 1))
def test_incomplete_beta_is_scipys(first: float, second: float, x: float) -> None:
    assert beta_lower(first, second, x) == pytest.approx(special.betainc(first, second, x), rel=1e-7, abs=1e-11)


@given(st.floats(0.3, 5000), st.floats(1, 5000), st.floats(1e-3, 0.5))
def test_beta_quantile_is_scipys(first: float, second: float, tail: float) -> None:
    assert beta_quantile(tail, first, second) == pytest.approx(stats.beta.ppf(tail, first, second), rel=1e-6)
