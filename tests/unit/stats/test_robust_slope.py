import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from loadproof.stats.robust_slope import robust_slope
from scipy import stats

from .made_series import autoregressive


@given(st.lists(st.floats(-1e6, 1e6), min_size=20, max_size=60))
def test_the_slope_is_that_of_theil_and_sen(values: list[float]) -> None:
    slope = robust_slope(values)
    assert slope.per_step == pytest.approx(stats.theilslopes(values).slope, rel=1e-9, abs=1e-9)
    assert slope.low <= slope.per_step <= slope.high


@pytest.mark.parametrize("memory", [0.0, 0.5, 0.8])
def test_the_interval_holds_the_truth_whatever_the_noise_remembers(memory: float) -> None:
    rng = np.random.default_rng(7)
    line = 0.05 * np.arange(60)
    slopes = [robust_slope((line + autoregressive(rng, 60, memory)).tolist()) for _ in range(200)]
    covered = np.mean([slope.low <= 0.05 <= slope.high for slope in slopes])
    # 95 % and three binomial deviations.
    assert covered >= 0.95 - 3 * np.sqrt(0.05 * 0.95 / 200)


def test_an_interval_that_ignores_memory_would_not() -> None:
    rng = np.random.default_rng(7)
    covered = 0.0
    for _ in range(200):
        found = stats.theilslopes(autoregressive(rng, 60, 0.8))
        covered += float(found.low_slope <= 0.0 <= found.high_slope)
    assert covered / 200 < 0.7


def test_outliers_do_not_bend_the_line() -> None:
    values = [1.0 + 0.1 * step for step in range(60)]
    for place in (3, 20, 57, 58):
        values[place] = 1000.0
    assert robust_slope(values).per_step == pytest.approx(0.1)


def test_too_few_values_are_refused() -> None:
    with pytest.raises(ValueError, match="19 values have no slope"):
        robust_slope([1.0] * 19)
