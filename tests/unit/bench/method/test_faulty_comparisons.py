"""Rounds in which something goes wrong, and operations that are called different, in small."""

from dataclasses import replace

import numpy as np
import pytest
from loadproof.records.metric import Metric

from bench.method.compared_rounds import DrawnStudy, drawn_study
from bench.method.comparison_population import Population
from bench.method.comparisons import errors_of, judged_study
from bench.method.effort import Effort
from bench.method.faulty_comparisons import FAULTY_POPULATIONS
from bench.method.operation_discoveries import Family, discoveries_of
from bench.method.round_faults import RoundFaults

ONE = Effort(processes=1)


def drawn(faults: RoundFaults | None, variants: int = 2, rounds: int = 8) -> DrawnStudy:
    return drawn_study(Population(faults=faults), variants, rounds, np.random.default_rng(21))


def test_cycles_with_disturbed_slots_are_run_again_and_all_figures_are_known() -> None:
    quiet, disturbed = drawn(RoundFaults()), drawn(RoundFaults(disturbed_every_s=10.0))
    assert disturbed.ends_s[-1] > 1.1 * quiet.ends_s[-1]
    assert all(np.isfinite(found).all() for found in disturbed.shown.values())


def test_disturbed_seconds_that_nobody_notices_make_a_round_slower() -> None:
    unseen, seen = (drawn(RoundFaults(disturbed_every_s=6.0, noticed=share)) for share in (0.0, 1.0))
    assert unseen.shown[Metric.MEAN].mean() > seen.shown[Metric.MEAN].mean() + 0.1


def test_a_variant_that_dies_lacks_in_its_round_and_of_two_nobody_is_left() -> None:
    random = np.random.default_rng(22)
    of_six = drawn(RoundFaults(deaths=0.01), variants=6).rounds({}, random)
    assert {len(one) for one in of_six} & {4, 5}
    of_two = drawn(RoundFaults(deaths=0.05)).rounds({}, random)
    assert {len(one) for one in of_two} == {0, 2}
    measured = sum(map(bool, of_two))
    assert judged_study(of_two, len(of_two)).rounds == measured


def test_uneven_maintenance_scatters_cpu_alone() -> None:
    uneven, even = (drawn(RoundFaults(maintenance=share), 6) for share in (0.2, 1e-9))

    def scatter(study: DrawnStudy, metric: Metric) -> float:
        return float(np.diff(study.shown[metric], axis=1).std())

    assert scatter(uneven, Metric.CPU) > 1.5 * scatter(even, Metric.CPU)
    assert scatter(uneven, Metric.MEAN) == pytest.approx(scatter(even, Metric.MEAN))


def test_what_goes_wrong_makes_few_wrong_differences() -> None:
    found = errors_of(FAULTY_POPULATIONS["all of it, starts of two kinds"], 2, 40, seed=23, effort=ONE)
    # 5 % of 40 studies, and three standard deviations more.
    assert found.different.sum() <= 6
    assert found.covered_same.mean() > 0.9


def test_few_of_the_operations_that_are_called_different_are_not() -> None:
    family = Family(12, 0.25, variants=4)
    found = discoveries_of(family, 40, seed=24, effort=ONE)
    assert found.wrong.mean() < 0.08
    assert np.nanmean(found.seen) > 0.5
    same = discoveries_of(replace(family, differing=0.0), 40, seed=25, effort=ONE)
    assert same.wrong.mean() < 0.15
    assert np.isnan(same.seen).all()
