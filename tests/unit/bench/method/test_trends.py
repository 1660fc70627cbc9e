"""The table of trends in small: the claims hold with room, and would not of a broken method."""

import pytest
from loadproof.records.trend import Steadiness

from bench.method.effort import Effort
from bench.method.tables import TABLES
from bench.method.trends import CASES, Case, calls_of, covered, whole_soaks

MOVED = (Steadiness.NOT_STEADY, Steadiness.NEVER_STEADY)


@pytest.mark.parametrize("memory", [0.0, 0.5, 0.8])
def test_a_level_is_hardly_ever_called_a_rise(memory: float) -> None:
    told = calls_of(Case("level", 60, memory, 80, (3,)))
    assert sum(told[steadiness] for steadiness in MOVED) <= 8


@pytest.mark.parametrize("memory", [0.0, 0.5, 0.8])
def test_the_interval_of_the_slope_holds_it(memory: float) -> None:
    assert covered(Case("level", 60, memory, 120, (4,))) >= 0.9


def test_a_rise_is_never_called_steady_when_it_is_large() -> None:
    told = calls_of(Case("+60 % in the second half", 60, 0.5, 60, (5,)))
    assert told[Steadiness.STEADY] == 0
    assert sum(told[steadiness] for steadiness in MOVED) >= 30


def test_a_healthy_soak_of_six_figures_is_hardly_ever_called_moved() -> None:
    told = whole_soaks(10, (6,))
    assert sum(told[steadiness] for steadiness in MOVED) <= 1
    assert told[Steadiness.STEADY] >= 6


def test_every_case_has_its_rows() -> None:
    table = TABLES["trends"](Effort(0.01, 1, 5))
    assert len(table.rows) == 2 * 3 * len(CASES) + 1
    assert len(table.claims) == 4
