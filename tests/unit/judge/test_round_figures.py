"""What a round gives of its slots: merged histograms, weighted totals, CPU per request."""

import numpy as np
import pytest
from loadproof._engine import Histogram
from loadproof.judge.measured_span import MeasuredSpan
from loadproof.judge.round_figures import (
    CURVE_QUANTILES,
    TOTAL,
    RoundUse,
    cpu_ms_per_request,
    curve_of_round,
    figures_of_round,
    weighted_quantile_ms,
)
from loadproof.records.metric import Metric, Scale

from .made_starts import measurement_of, response_of


def _slot(random: np.random.Generator, fast: int, slow: int, failed: int = 0) -> MeasuredSpan:
    operations = {
        "fast": measurement_of(response_of(random, fast, 10.0)),
        "slow": measurement_of(response_of(random, slow, 100.0), failed),
    }
    whole = Histogram()
    for operation in operations.values():
        whole.merge(operation.response)
    return measurement_of(whole, failed, operations)


def test_slots_are_one_sample_whose_histograms_are_merged() -> None:
    random = np.random.default_rng(1)
    calm, busy = response_of(random, 3000, 10.0), response_of(random, 1000, 90.0)
    whole = Histogram()
    whole.merge(calm)
    whole.merge(busy)
    found = figures_of_round("a", 1, [measurement_of(calm), measurement_of(busy)], {})
    assert found.values[Metric.P99, TOTAL] == whole.quantile_ms(0.99)
    assert found.values[Metric.MEAN, TOTAL] == pytest.approx(whole.mean_ms, rel=1e-3)
    assert found.calls[TOTAL] == 4000


def test_total_weighs_operations_by_the_profile_and_not_by_what_was_drawn() -> None:
    random = np.random.default_rng(2)
    few = figures_of_round("a", 1, [_slot(random, 9000, 1000)], {"fast": 90.0, "slow": 10.0})
    many = figures_of_round("a", 1, [_slot(random, 3000, 7000)], {"fast": 90.0, "slow": 10.0})
    for metric in (Metric.P50, Metric.P90, Metric.P99, Metric.MEAN):
        assert many.values[metric, TOTAL] == pytest.approx(few.values[metric, TOTAL], rel=0.1)
    assert few.values[Metric.MEAN, TOTAL] == pytest.approx(
        0.9 * few.values[Metric.MEAN, "fast"] + 0.1 * few.values[Metric.MEAN, "slow"], rel=1e-3
    )


def test_weighted_quantile_of_equal_weights_per_call_is_that_of_the_merged_histogram() -> None:
    random = np.random.default_rng(3)
    one, two = response_of(random, 700, 10.0), response_of(random, 300, 30.0)
    merged = one.copy()
    merged.merge(two)
    for quantile in (0.01, 0.5, 0.9, 0.99, 0.999, 1.0):
        assert weighted_quantile_ms([(one, 0.7), (two, 0.3)], quantile) == pytest.approx(merged.quantile_ms(quantile))


def test_geometric_mean_of_ratios_is_the_ratio_of_geometric_means() -> None:
    random = np.random.default_rng(4)
    shares = {"fast": 3.0, "slow": 1.0}
    a, b = (figures_of_round(name, 1, [_slot(random, 5000, 5000)], shares) for name in "ab")
    ratios = {name: b.values[Metric.P95, name] / a.values[Metric.P95, name] for name in shares}
    expected = np.exp(0.75 * np.log(ratios["fast"]) + 0.25 * np.log(ratios["slow"]))
    assert b.geometric[Metric.P95] / a.geometric[Metric.P95] == pytest.approx(expected)


def test_too_few_calls_beyond_a_quantile_leave_it_unknown() -> None:
    found = figures_of_round("a", 1, [measurement_of(response_of(np.random.default_rng(5), 999, 10.0))], {})
    assert (Metric.P99, TOTAL) not in found.values
    assert (Metric.P95, TOTAL) in found.values


def test_errors_are_points_of_due_calls_weighted_by_shares() -> None:
    found = figures_of_round("a", 1, [_slot(np.random.default_rng(6), 100, 90, failed=10)], {"fast": 3.0, "slow": 1.0})
    assert found.values[Metric.ERRORS, "slow"] == pytest.approx(10.0)
    assert found.values[Metric.ERRORS, TOTAL] == pytest.approx(2.5)
    assert found.values[Metric.DONE, TOTAL] == pytest.approx(97.5)
    assert Metric.ERRORS.scale is Scale.POINTS


def test_an_operation_without_answers_leaves_no_total_response() -> None:
    random = np.random.default_rng(7)
    operations = {
        "fast": measurement_of(response_of(random, 5000, 10.0)),
        "slow": measurement_of(Histogram(), failed=500),
    }
    slot = measurement_of(operations["fast"].response, 500, operations)
    found = figures_of_round("a", 1, [slot], {"fast": 0.9, "slow": 0.1})
    assert (Metric.P99, TOTAL) not in found.values
    assert found.values[Metric.ERRORS, TOTAL] == pytest.approx(10.0)


def test_what_is_no_part_of_the_profile_is_in_no_total() -> None:
    random = np.random.default_rng(8)
    operations = {
        "step": measurement_of(response_of(random, 5000, 10.0)),
        "flow": measurement_of(response_of(random, 5000, 900.0)),
    }
    slot = measurement_of(operations["step"].response, 0, operations)
    found = figures_of_round("a", 1, [slot], {"step": 1.0})
    assert found.values[Metric.P99, TOTAL] == found.values[Metric.P99, "step"]
    assert found.values[Metric.P99, "flow"] > 900.0


def test_what_a_variant_used_stands_in_the_total_where_it_is_known() -> None:
    use = RoundUse(cpu_ms_per_request=0.3, memory_mib=512.0)
    slot = measurement_of(response_of(np.random.default_rng(9), 100, 10.0))
    found = figures_of_round("a", 2, [slot], {}, use)
    assert found.values[Metric.CPU, TOTAL] == 0.3
    assert found.values[Metric.MEMORY, TOTAL] == 512.0
    assert (Metric.GC, TOTAL) not in found.values


def test_cpu_per_request_counts_deferred_work_and_leaves_the_idle_floor_out() -> None:
    assert cpu_ms_per_request(5.0, 100.0, 0.02, 1000) == pytest.approx(3.0)
    assert cpu_ms_per_request(5.0, 100.0, 0.02, 0) is None


def test_a_round_without_slots_is_refused() -> None:
    with pytest.raises(ValueError, match="round 3"):
        figures_of_round("a", 3, [], {})


def test_a_curve_goes_through_the_figures_and_ends_where_calls_are_too_few() -> None:
    random = np.random.default_rng(7)
    slots, shares = [_slot(random, 9000, 1000), _slot(random, 9000, 1000)], {"fast": 90.0, "slow": 10.0}
    curve = dict(zip(CURVE_QUANTILES, curve_of_round(slots, shares), strict=True))
    found = figures_of_round("a", 1, slots, shares)
    for quantile, metric in ((0.5, Metric.P50), (0.95, Metric.P95), (0.99, Metric.P99), (0.999, Metric.P99_9)):
        assert curve[quantile] == found.values[metric, TOTAL]
    known = [value for value in curve.values() if value is not None]
    assert known == sorted(known)
    # Of 20,000 calls ten lie beyond p99.95, and four beyond p99.98.
    assert (curve[0.9995] is None, curve[0.9998], curve[0.9999]) == (False, None, None)


def test_a_curve_without_shares_is_that_of_all_calls_and_one_without_answers_has_no_point() -> None:
    random = np.random.default_rng(8)
    answered = response_of(random, 3000, 10.0)
    curve = curve_of_round([measurement_of(answered)], {})
    assert curve[CURVE_QUANTILES.index(0.99)] == answered.quantile_ms(0.99)
    assert set(curve_of_round([measurement_of(Histogram(), 50)], {})) == {None}
