import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from loadproof.stats.trend import growth_of, rising_error
from scipy import stats


@given(st.lists(st.integers(0, 10_000), min_size=6, max_size=60, unique=True))
def test_rising_error_agrees_with_kendalls_tau(values: list[int]) -> None:
    count = len(values)
    score = stats.kendalltau(range(count), values).statistic * count * (count - 1) / 2
    deviation = np.sqrt(count * (count - 1) * (2 * count + 5) / 18)
    assert rising_error(values) == pytest.approx(stats.norm.sf((score - 1) / deviation), rel=1e-6)


def test_rising_error_is_uniform_when_nothing_rises() -> None:
    rng = np.random.default_rng(1)
    errors = [rising_error(rng.poisson(20, 40).tolist()) for _ in range(1000)]
    assert 0.03 <= np.mean([error <= 0.05 for error in errors]) <= 0.07


@pytest.mark.parametrize("seconds", [10, 60, 61, 3600])
def test_a_line_grows_by_its_height(seconds: int) -> None:
    values = [0.5 * second for second in range(seconds)]
    assert growth_of(values) == pytest.approx(0.5 * seconds, rel=0.15)
    assert rising_error(values) < 0.001


def test_hours_cost_no_more_than_a_minute() -> None:
    # 28,800 seconds have 400 million pairs: without thinning this test would not end.
    assert growth_of(list(range(28_800))) > 0


@pytest.mark.parametrize("values", [[], [1], [1, 2]])
def test_too_few_values_show_nothing(values: list[float]) -> None:
    assert rising_error(values) == 1.0
