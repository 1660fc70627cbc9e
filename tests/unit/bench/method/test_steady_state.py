import pytest

from bench.method.effort import Effort
from bench.method.steady_state import SERIES, outcome_of, steady_state_table

EFFORT = Effort(scale=0.1, seed=11)
NUMBERS = {name: number for number, name in enumerate(SERIES)}


@pytest.mark.parametrize("name", ["level", "level, AR 0.6", "level, sawtooth", "JIT-like levels"])
def test_a_level_is_hardly_ever_called_never_steady(name: str) -> None:
    assert outcome_of(EFFORT, 120, NUMBERS[name], name).steady_percent >= 96.0


@pytest.mark.parametrize(("name", "latest"), [("step at 20 %", 0.27), ("exponential decay", 0.3)])
def test_the_onset_is_found_and_little_is_left_of_the_warm_up(name: str, latest: float) -> None:
    outcome = outcome_of(EFFORT, 120, NUMBERS[name], name)
    assert outcome.larger_percent >= 95.0
    assert 0.1 <= outcome.onset_median <= latest


@pytest.mark.parametrize("name", ["drift to twice the level", "decay without an end"])
def test_what_never_levels_is_seen(name: str) -> None:
    assert outcome_of(EFFORT, 120, NUMBERS[name], name).steady_percent <= 7.0


def test_the_table_does_not_hang_on_the_number_of_processes() -> None:
    few = Effort(scale=0.003, seed=2)
    assert steady_state_table(few) == steady_state_table(Effort(scale=0.003, processes=2, seed=2))
