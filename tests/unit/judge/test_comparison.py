"""Comparisons of starts made by hand, row by row."""

import math
from collections.abc import Mapping

import numpy as np
import pytest
from loadproof._engine import Histogram
from loadproof.judge.comparison import Comparison, ComparisonRow, compare
from loadproof.judge.comparison_decision import ComparisonSettings, Difference
from loadproof.judge.start_figures import Metric, Scale, StartFigures, figures_of
from loadproof.words.catalogue import english

from .made_starts import measurement_of, response_of, start_of

CALLS = {"search": 4000, "order": 4000, "login": 4000, "pay": 4000, "refund": 300}
FASTER = {"search": 0.8}


def variant(
    seed: int, factor: Mapping[str, float], *, failed: int = 0, cpu: float = 40.0, starts: int = 4
) -> list[StartFigures]:
    """Starts whose operations all take 10 ms in the median, times `factor`; each start is up to 1 % off."""
    random = np.random.default_rng(seed)
    made = []
    for _ in range(starts):
        level = 10.0 * math.exp(0.005 * random.standard_normal())
        operations = {
            name: measurement_of(
                response_of(random, calls, level * factor.get(name, 1.0)), failed if name == "pay" else 0
            )
            for name, calls in CALLS.items()
        }
        made.append(start_of(operations, {"api": cpu + random.standard_normal()}))
    return made


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    return compare(variant(1, {}), variant(2, FASTER, failed=200, cpu=55.0))


def row(comparison: Comparison, name: str, metric: Metric) -> ComparisonRow:
    return next(row for row in comparison.rows if (row.name, row.metric) == (name, metric))


def test_a_difference_is_named_with_its_direction_and_interval(comparison: Comparison) -> None:
    found = row(comparison, "search", Metric.P50)
    assert found.difference is Difference.DIFFERENT
    assert found.effect == pytest.approx(-20.0, abs=1.5)
    assert (found.low or 0.0) < (found.effect or 0.0) < (found.high or 0.0) < 0.0
    assert english(found.text).startswith("p50 of search is lower with b: -")
    assert found.a == pytest.approx(10.0, rel=0.02)
    assert found.b == pytest.approx(8.0, rel=0.02)


def test_what_did_not_change_is_equivalent_and_says_within_what(comparison: Comparison) -> None:
    found = row(comparison, "order", Metric.P50)
    assert found.difference is Difference.EQUIVALENT
    assert found.confidence_percent == 90.0
    assert "p50 of order differs by less than 5 %" in english(found.text)
    assert row(comparison, "order", Metric.ERRORS).difference is Difference.EQUIVALENT


def test_shares_are_compared_by_points_and_times_by_ratio(comparison: Comparison) -> None:
    failed = row(comparison, "pay", Metric.ERRORS)
    assert failed.metric.scale is Scale.POINTS
    assert failed.difference is Difference.DIFFERENT
    assert failed.effect == pytest.approx(100.0 * 200 / 4200, abs=0.01)
    assert "points" in english(failed.text)
    cpu = row(comparison, "api", Metric.CPU)
    assert cpu.difference is Difference.DIFFERENT
    assert cpu.effect == pytest.approx(15.0, abs=2.0)


def test_too_few_calls_say_how_many_are_needed(comparison: Comparison) -> None:
    found = row(comparison, "refund", Metric.P99)
    assert (found.difference, found.effect, found.calls_needed) == (Difference.CANNOT_TELL, None, 1000)
    assert english(found.text) == "p99 of refund: cannot tell, a start had only 300 calls; 1,000 in each are needed"
    assert row(comparison, "refund", Metric.P95).effect is not None


def test_what_cannot_be_told_says_how_many_starts_would(comparison: Comparison) -> None:
    strict = ComparisonSettings(margins={Metric.P99: 1.0})
    found = row(compare(variant(1, {}), variant(3, {}), strict), "order", Metric.P99)
    assert found.difference is Difference.CANNOT_TELL
    assert found.starts_needed is None or found.starts_needed > 4
    assert "starts of each variant would show 1 %" in english(found.text)


def test_every_row_is_counted_once(comparison: Comparison) -> None:
    told = comparison.as_dict()
    assert told["different"] + told["equivalent"] + told["cannot_tell"] == len(told["rows"]) == 5 * 5 + 1
    assert {type(value) for line in told["rows"] for value in line.values()} <= {str, float, int, type(None)}


def test_the_interval_of_a_difference_leaves_zero_out_and_no_other_is_called_one(comparison: Comparison) -> None:
    different = comparison.rows_that_are(Difference.DIFFERENT)
    assert different
    for found in different:
        assert found.low is not None
        assert found.high is not None
        assert found.low > 0.0 or found.high < 0.0
    assert {found.name for found in different} <= {"search", "pay", "api"}


def test_a_difference_smaller_than_what_matters_is_no_difference() -> None:
    generous = ComparisonSettings(margins={Metric.P50: 50.0})
    found = row(compare(variant(1, {}), variant(2, FASTER), generous), "search", Metric.P50)
    assert found.difference is Difference.EQUIVALENT


def test_a_quantile_is_read_from_the_merged_histogram_of_a_start() -> None:
    """900 quick calls and 100 slow ones of a stall: averaged by second, the p99 would be ten times too small."""
    histogram = Histogram()
    for second in range(100):
        histogram.record_ms(1000.0 if second >= 90 else 1.0, 100)
    starts = [start_of({"stalls": measurement_of(histogram)}) for _ in range(6)]
    p99 = next(figures for figures in figures_of(starts[:3], starts[3:]) if figures.metric is Metric.P99)
    assert math.exp(p99.a[0, 0]) == pytest.approx(1000.0, rel=0.01)


def test_no_failure_at_all_does_not_make_a_share_certain() -> None:
    starts = [start_of({"quiet": measurement_of(Histogram(), failed=0)}) for _ in range(6)]
    rows = compare(starts[:3], starts[3:]).rows
    assert {found.difference for found in rows} == {Difference.CANNOT_TELL}
    some = [start_of({"quiet": measurement_of(response_of(np.random.default_rng(1), 60, 5.0))}) for _ in range(6)]
    found = row(compare(some[:3], some[3:]), "quiet", Metric.ERRORS)
    assert found.difference is Difference.CANNOT_TELL


def test_two_starts_are_too_few() -> None:
    with pytest.raises(ValueError, match=r"^b: 2 starts are too few to compare"):
        compare(variant(1, {}, starts=3), variant(2, {}, starts=2))


@pytest.mark.parametrize(
    ("wrong", "named"), [({"false_discovery": 1.0}, "false_discovery"), ({"margins": {Metric.P99: 0.0}}, "margins")]
)
def test_settings_that_nothing_can_be_decided_with_are_refused(wrong: dict[str, float], named: str) -> None:
    with pytest.raises(ValueError, match=f"^{named}: "):
        ComparisonSettings(**wrong)  # type: ignore[arg-type]
