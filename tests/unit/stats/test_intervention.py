"""Shift of a series: intervals that hold it as often as they say, with drift, correlation and other noise during."""

import numpy as np
import pytest
from loadproof.stats.intervention import estimate_intervention, estimate_mean
from scipy import stats

_DRAWS = 120


def coverage(blocks: tuple[int, int, int], correlation: float, white: float, ratio: float, seed: int) -> float:
    """The share of intervals that hold the shift, of a first-order autoregression with independent error."""
    rng = np.random.default_rng(seed)
    before, inside, after = blocks
    times = np.arange(before + inside + after)
    during = (times >= before) & (times < before + inside)
    gaps = np.abs(np.subtract.outer(times, times))
    matrix = np.linalg.cholesky((1.0 - white) * correlation**gaps + white * np.eye(len(times)))
    held = 0
    for _ in range(_DRAWS):
        noise = matrix @ rng.normal(size=len(times))
        values = 100.0 + 0.2 * times + np.where(during, 3.0 + ratio * noise, noise)
        found = estimate_intervention(times.tolist(), values.tolist(), during.tolist(), noise_ratio=ratio)
        assert found is not None
        assert found.low <= found.difference <= found.high
        held += found.low <= 3.0 <= found.high
    return held / _DRAWS


@pytest.mark.parametrize(
    ("blocks", "correlation", "white", "ratio"),
    [
        ((6, 3, 6), 0.0, 0.0, 1.0),
        ((12, 3, 12), 0.6, 0.0, 1.0),
        ((18, 6, 18), 0.8, 0.5, 1.0),
        ((18, 6, 18), 0.5, 0.0, 2.0),
        ((24, 12, 24), 0.7, 0.3, 1.0),
    ],
)
def test_intervals_hold_the_shift(blocks: tuple[int, int, int], correlation: float, white: float, ratio: float) -> None:
    # 95 % of 120 intervals; below 0.88 in one of a thousand of such tests.
    assert coverage(blocks, correlation, white, ratio, seed=3) >= 0.88


def test_values_are_measured_in_any_unit() -> None:
    rng = np.random.default_rng(5)
    values = rng.normal(size=20)
    during = [8 <= place < 12 for place in range(20)]
    plain = estimate_intervention(range(20), values.tolist(), during)
    other = estimate_intervention(range(20), (1e6 + 1e3 * values).tolist(), during)
    assert plain is not None
    assert other is not None
    assert other.p_value == pytest.approx(plain.p_value, rel=1e-3)
    assert other.low == pytest.approx(1e3 * plain.low, rel=1e-3)


def test_gaps_change_little_and_too_few_values_have_no_interval() -> None:
    rng = np.random.default_rng(6)
    times = [place for place in range(30) if place not in (4, 5, 14, 25)]
    during = [12 <= place < 18 for place in times]
    found = estimate_intervention(
        times, [float(one) + 8.0 * inside for one, inside in zip(rng.normal(size=26), during, strict=True)], during
    )
    assert found is not None
    assert 5.0 < found.low < 8.0 < found.high < 11.0
    assert estimate_intervention(range(6), [1.0] * 6, [False] * 4 + [True] * 2) is None
    assert estimate_intervention(range(9), [1.0] * 9, [False] * 8 + [True]) is None


def test_a_mean_has_the_interval_of_student() -> None:
    values = [3.0, 4.5, 5.0, 2.0]
    found = estimate_mean(values)
    assert found is not None
    known = stats.ttest_1samp(values, 0.0)
    interval = known.confidence_interval(0.95)
    assert (found.low, found.high, found.p_value) == pytest.approx((interval.low, interval.high, known.pvalue))
    assert estimate_mean([1.0]) is None
    assert estimate_mean([1.0, 1.0]) is None
    exact = estimate_mean([1.0, 1.0, 1.0])
    assert exact is not None
    assert (exact.low, exact.high, exact.p_value) == (1.0, 1.0, 0.0)
