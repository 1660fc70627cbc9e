import pytest

from bench.method.effort import Effort
from bench.method.warm_ups import SERVICES, outcome_of, warm_ups

EFFORT = Effort(scale=0.1, seed=11)
NUMBERS = {name: number for number, name in enumerate(SERVICES)}


@pytest.mark.parametrize("name", ["level", "level, AR 0.8", "JIT-like levels within 30 s"])
def test_a_service_that_warms_up_is_hardly_ever_called_never_steady(name: str) -> None:
    outcome = outcome_of(EFFORT, NUMBERS[name], name)
    assert outcome.warm_percent >= 96.0
    assert outcome.cold_percent == 0.0


@pytest.mark.parametrize("name", ["decay by 15 s", "decay by 60 s", "drift to twice the level"])
def test_a_service_that_is_still_cold_is_seldom_called_warm(name: str) -> None:
    assert outcome_of(EFFORT, NUMBERS[name], name).cold_percent <= 8.0


def test_a_warm_service_is_held_for_about_a_minute() -> None:
    assert outcome_of(EFFORT, NUMBERS["level"], "level").held_median_s <= 62.0


def test_the_table_does_not_hang_on_the_number_of_processes() -> None:
    assert warm_ups(Effort(0.003, 1, 2)) == warm_ups(Effort(0.003, 2, 2))
