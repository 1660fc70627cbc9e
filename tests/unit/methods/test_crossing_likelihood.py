"""The likelihood of a crossing on a grid, against its formulas written down trial by trial, place by place."""

import math

import numpy as np
import pytest
from loadproof.judge.verdict import State
from loadproof.methods.capacity.crossing import crossing
from loadproof.methods.capacity.crossing_likelihood import FLOORS, SLOPES, GridLikelihood
from loadproof.methods.capacity.share_columns import ShareColumns
from loadproof.methods.capacity.share_point import Point

_POINTS = (
    Point(100.0, 30.0, 0.0, 1.0, State.PASSED, span_s=10.0, drawn=(-5.0, 0.9)),
    Point(200.0, 60.0, 4.0, 2.0, State.PASSED, span_s=30.0, drawn=(-2.5, 0.4)),
    Point(240.0, 72.0, 90.0, 6.0, State.UNDECIDED, span_s=30.0, drawn=(0.4, 0.3)),
    Point(225.0, 270.0, 260.0, 9.0, State.UNDECIDED, span_s=120.0),
    Point(250.0, 20.0, 600.0, 40.0, State.FAILED, span_s=4.0),
    Point(400.0, 30.0, 2900.0, 200.0, State.FAILED, span_s=4.0),
    Point(400.0, 0.0, 0.0, 1.0, State.UNDECIDED, span_s=1.0),
)


def plain(
    point: Point, columns: ShareColumns, place: int, where: float, shape: int, near: bool, pooled: float
) -> float:
    """Probability of the count of a point over that of the likeliest one (docs/method/capacity.md, "The crossing")."""
    exponent = SLOPES[shape] * (math.log(point.rate) - where)
    mean = point.allowed / pooled * relative(exponent, shape)
    bad, most = point.bad / pooled, min(point.bad, 6.0 * point.allowed) / pooled
    failed = point.state is State.FAILED
    if near:
        counted = most - mean + (most * math.log(mean / most) if most else 0.0)
    else:
        counted = 0.0 if failed else -2.0 * max(0.0, math.sqrt(mean) - math.sqrt(bad + 1.0)) ** 2
    if point.state is State.UNDECIDED:
        return math.exp(counted)
    side = columns.decided[place] * exponent
    right = 1.0 / (1.0 + math.exp(min(50.0, max(-50.0, -side / 0.1))))
    wrong = max(0.01, math.exp(-(bad if failed else point.allowed / pooled)) if near else 0.0)
    return min(math.exp(counted), wrong + (1.0 - wrong) * right)


def relative(exponent: float, shape: int) -> float:
    return float(FLOORS[shape] + (1.0 - FLOORS[shape]) * math.exp(min(math.log(6.0), max(-50.0, exponent))))


def plain_log(columns: ShareColumns, where: float, shape: int, near: list[bool], pooled: float, over: float) -> float:
    found = []
    for offset in (-0.78, 0.0, 0.78):
        total = -0.5 * (offset / 0.6) ** 2
        for place, point in enumerate(_POINTS):
            value = plain(point, columns, place, where, shape, near[place], pooled * over)
            if near[place] and columns.is_drawn[place] and point.drawn is not None:
                exponent = SLOPES[shape] * (math.log(point.rate) - where)
                missed = min(point.drawn[0], math.log(6.0)) - math.log(relative(exponent, shape)) - offset
                value *= math.exp(-0.5 * (missed / columns.deviation[place]) ** 2 / over)
            total += math.log(value + float(columns.outlier[place]))
        found.append(total)
    if not any(is_near and is_drawn for is_near, is_drawn in zip(near, columns.is_drawn, strict=True)):
        return found[1]
    return float(np.logaddexp.reduce(found))


@pytest.mark.parametrize(("middle", "pooled", "over"), [(None, 1.0, 1.0), (5.4, 1.0, 1.0), (5.4, 7.0, 2.5)])
def test_it_is_the_sum_over_trials_and_draws(middle: float | None, pooled: float, over: float) -> None:
    columns = ShareColumns(_POINTS)
    near = np.zeros(len(_POINTS), dtype=bool) if middle is None else columns.near(middle)
    assert middle is None or 0 < near.sum() < len(_POINTS)
    grid = np.array([4.0, 5.0, 5.3, 5.42, 5.44, 5.46, 5.5, 5.6, 6.5])
    found = GridLikelihood(columns, grid).of(near, pooled, over)
    expected = [
        [plain_log(columns, float(where), shape, near.tolist(), pooled, over) for where in grid]
        for shape in range(len(SLOPES))
    ]
    assert found == pytest.approx(np.array(expected), rel=1e-9, abs=1e-9)


def test_many_trials_make_no_number_too_small() -> None:
    """Two hundred contradictory trials: a product of their probabilities alone would be 0, and its logarithm none."""
    columns = ShareColumns([Point(100.0, 50.0, 500.0, 1.0, State.FAILED)] * 200)
    found = GridLikelihood(columns, np.array([3.0, 6.0])).of(columns.near(4.6), 1.0)
    assert np.isfinite(found).all()


def test_masses_of_many_pairs_are_those_of_each() -> None:
    found = crossing(_POINTS, 100.0, 500.0)
    low, high = np.array([120.0, 200.0, 230.0]), np.array([260.0, 245.0, 240.0])
    each = [found.mass_within(first, last) for first, last in zip(low, high, strict=True)]
    assert found.masses_within(low, high).tolist() == pytest.approx(each)
    assert found.mass_within(1.0, 1e6) == pytest.approx(1.0)
    assert found.mass_within(200.0, found.quantile(0.9)) == pytest.approx(0.9, abs=0.02)
