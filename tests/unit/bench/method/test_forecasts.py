"""The table of forecasts in small: 24 studies planned on six simulated starts each, then run in virtual time."""

import pytest
from loadproof.forecast.study_forecast import forecast_study
from loadproof.result.forecast import PlanModel

from bench.method.effort import Effort
from bench.method.forecasts import ForecastOutcome, compared, table_of
from bench.method.planned_studies import PlannedStudy, planned_study

_SEEDS = range(500, 524)


def quick_plan(planned: PlannedStudy) -> PlanModel:
    return forecast_study(planned.study, planned.known, starts=6)


@pytest.fixture(scope="module")
def outcomes() -> list[ForecastOutcome]:
    return [compared(planned_study(seed), quick_plan) for seed in _SEEDS]


def test_searches_take_about_as_long_as_forecast(outcomes: list[ForecastOutcome]) -> None:
    """Half end within the interval, which six starts make narrower than sixteen do; the median ratio is near 1."""
    assert sum(outcome.is_within for outcome in outcomes) >= len(outcomes) // 2
    ratios = sorted(outcome.took_s / outcome.median_s for outcome in outcomes)
    assert 0.67 <= ratios[len(ratios) // 2] <= 1.5


def test_operations_flows_and_users_bring_the_calls_that_were_forecast(outcomes: list[ForecastOutcome]) -> None:
    """A flow by chance more or less is a call more or less of each operation in it: several counts together."""
    assert sum(outcome.counts for outcome in outcomes) > 140
    assert sum(outcome.counts_outside for outcome in outcomes) <= 3


def test_the_table_has_its_claims(outcomes: list[ForecastOutcome]) -> None:
    text = table_of(outcomes, Effort()).markdown()
    assert "durations of searches within the 80 % interval, %" in text
    assert "| knows nothing | 8 |" in text
