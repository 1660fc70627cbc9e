"""The table of overheads in small, and what its simulated starts are made of."""

import math

import numpy as np
import pytest
from loadproof.judge.round_figures import TOTAL
from loadproof.methods.overhead.machine import OverheadSettings
from loadproof.model.cell import OFF
from loadproof.records.metric import Metric

from bench.method.comparison_population import Drift
from bench.method.effort import Effort
from bench.method.overheads import FEATURE_POPULATIONS, judged_features
from bench.method.switched_starts import FeaturePopulation, drawn_starts_of_feature, off_then_on, with_effect

ONE = Effort(processes=1)
NAME = "one level, slots of 5 s"


def test_few_err_and_what_is_clear_is_told() -> None:
    found = judged_features(FEATURE_POPULATIONS[NAME], 30, seed=21, effort=ONE)
    assert found.shown[0.0] >= 0.9
    assert found.refuted[8.0] >= 0.9
    assert found.shown[8.0] == found.refuted[0.0] == 0.0
    # 5 % of 30 studies, and three standard deviations more.
    assert found.wrongly_shown <= 5 / 30
    assert found.covered >= 0.83
    assert 0.3 < found.half_width < 1.6


def test_longer_slots_drift_apart() -> None:
    widths = [
        judged_features(
            FeaturePopulation(OverheadSettings((500.0,), slot_s=slot_s)), 20, seed=22, effort=ONE
        ).half_width
        for slot_s in (5.0, 15.0)
    ]
    assert widths[1] > 1.3 * widths[0]


def test_halves_of_one_start_differ_by_the_machine() -> None:
    random = np.random.default_rng(23)
    errors = [abs(off_then_on(Drift(), 1200.0, random)) for _ in range(100)]
    assert float(np.quantile(errors, 0.95)) > 0.08
    assert max(abs(off_then_on(Drift(deviation=1e-6), 1200.0, random)) for _ in range(5)) < 1e-5


def test_a_cost_is_that_of_all_levels_but_off() -> None:
    starts = drawn_starts_of_feature(FeaturePopulation(), np.random.default_rng(24))
    assert len(starts) == 5
    (first, *_), (costlier, *_) = starts, with_effect(starts, math.log(1.08))
    for cell, figures in first.items():
        ratio = costlier[cell].values[Metric.CPU, TOTAL] / figures.values[Metric.CPU, TOTAL]
        assert ratio == pytest.approx(1.0 if cell.level == OFF else 1.08)
