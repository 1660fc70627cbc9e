"""Contrasts of variants: of their level off, and differences of differences, against scipy's Welch test."""

import math
from collections.abc import Mapping

import numpy as np
import pytest
from loadproof.judge.round_figures import TOTAL, RoundFigures
from loadproof.methods.overhead.judge.variant_contrast import variant_contrasts
from loadproof.model.cell import Cell
from loadproof.records.metric import Metric
from scipy import stats

OFF, ON = Cell("off", 500.0), Cell("on", 500.0)


def start(off_ms: float, on_ms: float) -> Mapping[Cell, RoundFigures]:
    return {cell: RoundFigures("api", 1, {(Metric.CPU, TOTAL): value}) for cell, value in ((OFF, off_ms), (ON, on_ms))}


def contrast(a: list[Mapping[Cell, RoundFigures]], b: list[Mapping[Cell, RoundFigures]], cell: Cell):  # type: ignore[no-untyped-def]
    found = variant_contrasts({"a": a, "b": b}, [OFF, ON], "off")
    (one,) = [one for one in found if (one.level, one.rate, one.metric) == (cell.level, cell.rate, Metric.CPU)]
    return one


def test_the_interval_is_welchs_with_degrees_rounded_down() -> None:
    random = np.random.default_rng(5)
    a = np.exp(random.normal(0.0, 0.01, 5))
    b = np.exp(random.normal(0.2, 0.05, 7))
    one = contrast([start(value, value) for value in a], [start(value, value) for value in b], OFF)
    expected = stats.ttest_ind(np.log(b), np.log(a), equal_var=False)
    low, high = expected.confidence_interval(0.95)
    assert one.effect_percent == pytest.approx(100 * math.expm1(np.log(b).mean() - np.log(a).mean()))
    assert one.low is not None
    assert one.high is not None
    # Wider by the part of a degree that is rounded away, and no more than by a fifth.
    assert one.low <= 100 * math.expm1(low) <= 100 * math.expm1(high) <= one.high
    half, own = (high - low) / 2, (math.log1p(one.high / 100) - math.log1p(one.low / 100)) / 2
    assert own <= 1.2 * half
    assert one.differs


def test_what_a_level_costs_in_each_is_told_apart_from_the_variants_themselves() -> None:
    random = np.random.default_rng(6)
    noise = random.normal(0.0, 0.002, (2, 6, 2))
    a = [start(*np.exp([0.0 + x, 0.05 + y])) for x, y in noise[0]]
    b = [start(*np.exp([0.3 + x, 0.45 + y])) for x, y in noise[1]]
    assert contrast(a, b, OFF).effect_percent == pytest.approx(100 * math.expm1(0.3), abs=0.5)
    more = contrast(a, b, ON)
    assert more.effect_percent == pytest.approx(100 * math.expm1(0.10), abs=0.5)
    assert more.differs
    same = contrast(a, [start(*np.exp([0.3 + x, 0.35 + y])) for x, y in noise[1]], ON)
    assert not same.differs


def test_two_starts_have_no_interval_and_a_metric_that_lacks_is_left_out() -> None:
    one = contrast([start(1.0, 1.0)] * 2, [start(2.0, 2.0)] * 5, OFF)
    assert (round(one.effect_percent), one.low, one.high, one.differs) == (100, None, None, False)
    assert variant_contrasts({"a": [], "b": [start(1.0, 1.0)]}, [OFF, ON], "off") == ()


def test_the_interval_covers_no_difference_as_often_as_it_says() -> None:
    random = np.random.default_rng(7)
    outside = 0
    for _ in range(600):
        a = np.exp(random.normal(0.0, 0.01, (5, 2)))
        b = np.exp(random.normal(0.0, 0.03, (5, 2)))
        outside += contrast([start(*row) for row in a], [start(*row) for row in b], ON).differs
    # 5 % of 600, and four standard deviations.
    assert outside <= 52
