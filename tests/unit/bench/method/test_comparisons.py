"""The tables of comparisons in small, and the drawn order statistics against whole simulations."""

import numpy as np
import pytest
from loadproof._engine import Histogram
from loadproof.judge.start_figures import Metric, StartFigures, figures_of
from loadproof.judge.variance_shrinkage import Floats

from bench.method.compared_services import ComparedServices, Start, figures_of_starts, level_paths, quantile_values
from bench.method.comparisons import SERVICES, studies
from bench.method.detectable_changes import STUDIES_OF_B, changes_seen
from bench.method.effort import Effort

from ...judge.made_starts import measurement_of

ONE = Effort(processes=1)


@pytest.mark.parametrize("name", ["starts differ by 1 %, 3 starts", "starts differ by 2 %, all of it common"])
def test_two_variants_that_are_the_same_are_seldom_called_different(name: str) -> None:
    same = studies(SERVICES[name], 100, seed=11, effort=ONE)
    # 5 % of 100 studies, and three standard deviations more.
    assert same.different.sum() <= 11
    assert same.different_under_any_dependence.sum() <= same.different.sum()
    assert 0.93 < same.covered.mean() < 0.99
    # What happens where calls are taken for what is replicated.
    assert same.calls_as_unit.mean() > 0.9


def test_changes_that_the_plan_calls_visible_are_seen() -> None:
    for name in ("starts differ by 1 %", "starts differ by 2 %"):
        seen = changes_seen(STUDIES_OF_B[name], 20, seed=12, effort=ONE)
        visible = seen.visible > 0.0
        assert visible.sum() >= 15
        assert seen.seen[visible].mean() >= 0.8
        assert seen.smallest_seen.mean() >= 0.85
        # 5 %, and three standard errors of correlated operations more.
        assert seen.equivalent.mean() <= 0.1
        # And the plan does not call invisible what is nearly always seen.
        assert seen.seen[~visible].mean() < 0.8


def test_the_same_seed_gives_the_same_studies_on_any_number_of_processes() -> None:
    services = ComparedServices(starts=3, operations=6)
    one, two = (studies(services, 30, seed=13, effort=Effort(processes=processes)) for processes in (1, 2))
    assert (one.covered == two.covered).all()
    assert (one.different == two.different).all()


def whole_start(path: Floats, loading: float, sigma: float, calls: int, random: np.random.Generator) -> Histogram:
    """Every call of a start: due in a second of its own, log-normal around the level there."""
    seconds = random.integers(0, len(path), calls)
    histogram = Histogram()
    for value in np.exp(loading * path[seconds] + sigma * random.standard_normal(calls)):
        histogram.record_ms(10.0 * float(value))
    return histogram


@pytest.mark.parametrize("quantile", [0.5, 0.99])
def test_drawn_order_statistics_are_those_of_whole_simulations(quantile: float) -> None:
    services, random, calls, starts = ComparedServices(hold_s=60), np.random.default_rng(14), 2000, 200
    metric = {0.5: Metric.P50, 0.99: Metric.P99}[quantile]
    paths = level_paths(services, starts, random)
    whole = [measurement_of(whole_start(path, 1.0, 0.5, calls, random)) for path in paths]
    slow = np.array([_value(measurement.response, metric) for measurement in whole])
    drawn = Start(
        calls=np.full((starts, 1), float(calls)),
        sigma=np.array([0.5]),
        loading=np.array([1.0]),
        paths=level_paths(services, starts, random),
        effect=np.zeros((starts, 1)),
    )
    values, scatter = quantile_values(drawn, quantile, random)
    deviation = slow[:, 0].std()
    assert values.mean() + np.log(10.0) == pytest.approx(slow[:, 0].mean(), abs=4.0 * deviation * np.sqrt(2.0 / starts))
    assert values.std() == pytest.approx(deviation, rel=0.2)
    assert scatter.mean() == pytest.approx(slow[:, 1].mean(), rel=0.2)


def _value(response: Histogram, metric: Metric) -> tuple[float, float]:
    """The logarithm of the quantile and its sampling variance, as the judge reads them."""
    start = StartFigures(measurement_of(response))
    figures = next(found for found in figures_of([start], [start]) if found.metric is metric)
    return float(figures.a[0, 0]), float(figures.sampling[0])


def test_operations_with_too_few_calls_are_left_out() -> None:
    figures, starts = figures_of_starts(ComparedServices(hold_s=60), np.random.default_rng(15))
    names = {metric.metric: len(metric.names) for metric in figures}
    assert names[Metric.P99] < names[Metric.P95] == names[Metric.RATE] == 38
    assert (starts.calls.min(axis=0) >= 1000).sum() == names[Metric.P99]
