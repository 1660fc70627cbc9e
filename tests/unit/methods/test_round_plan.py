"""Rounds that share a budget: how many, how long, and that only scatter decides."""

import numpy as np
import pytest
from loadproof.judge.verdict import State
from loadproof.methods.compare.machine import CompareRound, CompareSettings
from loadproof.methods.compare.round_plan import RoundCost, RoundScatter, plan_rounds
from loadproof.methods.cycles import cycles_of, of_purpose
from loadproof.methods.trial import Purpose, TrialResult
from loadproof.records.answer import Answer

from .made_results import result_of

SETTINGS = CompareSettings(300.0, rounds=5, slot_s=3.0, budget_s=480.0)
NOISY = RoundScatter(between=1e-6, within=0.04)
UNLIKE_STARTS = RoundScatter(between=0.01, within=1e-6)


def driven(settings: CompareSettings) -> list[TrialResult]:
    one, history = CompareRound(settings, ("a", "b")), list[TrialResult]()
    while not isinstance(step := one.next(history), Answer):
        history.append(result_of(step, State.PASSED, median_ms=1.0))
    return history


@pytest.mark.parametrize("budget_s", [100.0, 150.0, 200.0, 300.0, 480.0, 720.0])
@pytest.mark.parametrize("scatter", [RoundScatter(), NOISY, UNLIKE_STARTS])
@pytest.mark.parametrize("start_s", [2.0, 30.0])
def test_three_rounds_are_planned_wherever_three_of_the_shortest_fit(
    budget_s: float, scatter: RoundScatter, start_s: float
) -> None:
    cost = RoundCost(start_s, 1.0)
    planned = plan_rounds(SETTINGS, 2, (), budget_s, cost, scatter)
    fits = 3.0 * cost.of_round(SETTINGS.shortest.round_s(2)) <= budget_s
    assert (planned is not None and planned.rounds >= 3) == fits
    if planned is not None:
        assert planned.rounds * cost.of_round(planned.load_s) <= budget_s + 1e-6


@pytest.mark.parametrize("load_s", [28.0, 33.0, 47.0, 60.0, 90.0, 140.0])
def test_a_round_keeps_to_its_load_and_uses_it_up_to_a_pair_of_cycles(load_s: float) -> None:
    settings = SETTINGS.within(load_s, 2)
    history = driven(settings)
    used_s = sum(result.trial.load_s for result in history)
    assert load_s - 4.0 * settings.slot_s < used_s <= load_s
    counted = of_purpose(cycles_of(history, lambda trial: trial.variant), Purpose.COMPARE)
    assert len(counted) >= 4
    assert len(counted) % 2 == 0


def test_rounds_are_as_many_as_asked_for_where_they_fit_and_fewer_where_starts_take_the_time() -> None:
    def rounds(start_s: float) -> int:
        planned = plan_rounds(CompareSettings(300.0, rounds=8), 2, (), 600.0, RoundCost(start_s, 1.0), UNLIKE_STARTS)
        return 0 if planned is None else planned.rounds

    assert [rounds(start_s) for start_s in (2.0, 40.0, 100.0, 170.0, 600.0)] == [8, 8, 4, 3, 0]


def test_scatter_is_found_within_and_between_rounds_whatever_the_effect() -> None:
    random = np.random.default_rng(3)

    def scatter(between: float, within: float, effect: float = 0.0) -> RoundScatter:
        rounds = [effect + random.normal(0.0, between) + random.normal(0.0, within, 30) for _ in range(12)]
        return RoundScatter.of([one.tolist() for one in rounds])

    noisy, unlike = scatter(0.001, 0.2), scatter(0.1, 0.02)
    assert noisy.within == pytest.approx(0.04, rel=0.25)
    assert noisy.between < 0.001
    assert unlike.between == pytest.approx(0.01, rel=0.6)
    values = [[0.01, 0.03, 0.02, 0.05], [0.0, 0.02, 0.01, 0.04], [0.05, 0.01, 0.02, 0.02]]
    moved = [[value + 0.3 for value in one] for one in values]
    assert RoundScatter.of(moved).within == pytest.approx(RoundScatter.of(values).within)
    assert RoundScatter.of(moved).between == pytest.approx(RoundScatter.of(values).between)
