"""The table of capacity searches in small: single queues by their formula, from seeds."""

import math
from typing import Any

import numpy as np
import pytest
from loadproof.judge.verdict import State
from loadproof.methods.capacity.machine import Capacity
from loadproof.methods.capacity.settings import CapacitySettings
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.model.slo import Slo, SloKind
from loadproof.records.answer import Answer, Outcome

from bench.method import capacity_searches as table_of_searches
from bench.method.capacity_record import (
    BUDGET_2,
    OURS,
    OURS_20,
    STEPS_2,
    TESTED,
    TESTED_EARLY,
    CaseRecord,
    SearchRecord,
    searched,
)
from bench.method.effort import Effort
from bench.method.service_population import KINDS, ServiceCase, drawn_service
from bench.method.stepped_searches import Bisection, FixedSteps, counted, full_plateau, plateau
from bench.method.true_capacity import TrueCapacity
from bench.method.virtual_run import VirtualRun

_MS = 1_000_000


def single_queue(service_ms: float, threshold_ms: float, **blocks: Any) -> tuple[ServiceCase, float]:
    """M/M/1 with its capacity: P(response > T) = exp(-(1/s - rate) T) is 1 % at 1/s - ln(100)/T."""
    service = {"seed": 1, "workers": 1, "service_time": {"exponential": round(service_ms * _MS)}, **blocks}
    slo = Slo(f"p99<{threshold_ms:g}ms", SloKind.PERCENTILE, 0.01, threshold_ms)
    capacity = 1000.0 / service_ms - 1000.0 * math.log(100.0) / threshold_ms
    return ServiceCase(0, "plain", service, slo, 1000.0 / service_ms), capacity


def search(case: ServiceCase, capacity: float, seed: int) -> tuple[Answer, float, list[TrialResult]]:
    answer, load_s, history = searched(case, Capacity(CapacitySettings(start_rate=capacity / 7.5)), seed)
    assert isinstance(answer, Answer)
    return answer, load_s, history


@pytest.fixture(scope="module")
def answers() -> list[tuple[Answer, float, float]]:
    """Eight searches of single queues whose knees differ, each with the capacity and its seconds of load."""
    found = []
    for seed in range(2):
        for service_ms, threshold_ms in ((2.0, 60.0), (2.0, 200.0), (5.0, 100.0), (5.0, 300.0)):
            case, capacity = single_queue(service_ms, threshold_ms)
            answer, load_s, _ = search(case, capacity, 100 + seed)
            found.append((answer, capacity, load_s))
    return found


def test_the_estimate_is_within_three_per_cent_of_the_capacity_and_the_rate_below_it(
    answers: list[tuple[Answer, float, float]],
) -> None:
    assert {answer.outcome for answer, _, _ in answers} == {Outcome.FOUND}
    ratios = [(answer.estimate or 0.0) / capacity for answer, capacity, _ in answers]
    assert all(0.93 <= (answer.rate or 0.0) / capacity <= 1.02 for answer, capacity, _ in answers)
    assert sum(abs(ratio - 1.0) <= 0.03 for ratio in ratios) >= 7
    assert max(abs(ratio - 1.0) for ratio in ratios) <= 0.06
    assert abs(np.mean(ratios) - 1.0) <= 0.015


def test_the_interval_covers_the_capacity(answers: list[tuple[Answer, float, float]]) -> None:
    covered = [(answer.low or math.inf) <= capacity <= (answer.high or 0.0) for answer, capacity, _ in answers]
    assert sum(covered) >= 7


def test_the_contenders_find_the_capacity_in_their_time(answers: list[tuple[Answer, float, float]]) -> None:
    case, capacity = single_queue(2.0, 60.0)
    settings = full_plateau(120.0, 10.0)
    found, bisection_s, _ = searched(case, Bisection(capacity / 7.5, 0.03, 120.0), 5, settings)
    steps = FixedSteps.through(capacity, 0.03, 0.4, 0.8, 120.0)
    stepped, steps_s, history = searched(case, steps, 5, settings)
    for rate in (found, stepped):
        assert isinstance(rate, float)
        assert rate == pytest.approx(capacity, rel=0.08)
    assert all(result.verdict.state is State.PASSED for result in history[:-1])
    assert history[-1].verdict.state is State.FAILED
    # 26 plateaus lie below 80 % of the capacity, and are counted though they were not run.
    assert steps.skipped == 26
    assert steps.skipped_s == 26 * 122.0
    assert np.median([load_s for _, _, load_s in answers]) < 1.2 * bisection_s < 0.5 * (steps_s + steps.skipped_s)


def test_fixed_steps_are_arithmetic_and_begin_at_one_step_and_a_part() -> None:
    steps = FixedSteps.through(1000.0, 0.03, 0.5, 0.0, 120.0)
    first = steps.next([])
    assert isinstance(first, Trial)
    assert (first.rate, steps.skipped, steps.step) == (45.0, 0, 30.0)
    assert first.hold_s == 120.0


def test_a_plateau_of_few_calls_is_read_by_its_count() -> None:
    case, capacity = single_queue(5.0, 100.0)
    settings = full_plateau(30.0, 10.0)
    with VirtualRun.of_one_call(case.service, case.slos, 11) as stand:
        light = stand.run(plateau(5.0, 30.0), (), settings)
        heavy = stand.run(plateau(1.1 * capacity, 30.0), (), settings)
    assert light.verdict.state is State.UNDECIDED
    assert counted(light).verdict.state is State.PASSED
    assert counted(heavy).verdict.state is State.FAILED


@pytest.mark.parametrize("seed", range(3))
def test_a_service_that_gets_slower_drifts(seed: int) -> None:
    case, capacity = single_queue(2.0, 100.0, drift={"per_hour": 5.0})
    answer, _, _ = search(case, capacity, 200 + seed)
    assert (answer.outcome, answer.rate) == (Outcome.DRIFTING, None)


@pytest.mark.parametrize("seed", [1, 3])
def test_confirmations_that_step_down_after_a_drift_are_no_answer(seed: int) -> None:
    """Where every confirmation fails lower than the one before, what passed at first is tried again."""
    slo = Slo("p99<120ms", SloKind.PERCENTILE, 0.01, 120.0)
    service: dict[str, Any] = {"seed": seed, "workers": 8, "service_time": {"exponential": 8 * _MS}, "network_ns": _MS}
    service["drift"] = {"per_hour": 3.0}
    answer, _, history = search(ServiceCase(0, "drift", service, slo, 1000.0), 750.0, seed)
    refused = [result.trial.rate for result in history if result.trial.purpose is Purpose.CONFIRM]
    assert len(refused) > 1
    assert (answer.outcome, answer.rate) == (Outcome.DRIFTING, None)


def test_a_service_that_warms_up_is_found_warm() -> None:
    case, capacity = single_queue(2.0, 100.0, warm_up={"factor": 3.0, "decay_ns": 10_000 * _MS})
    answer, _, _ = search(case, capacity, 300)
    assert answer.outcome is Outcome.FOUND
    assert answer.estimate == pytest.approx(capacity, rel=0.03)


def test_an_overload_of_one_per_cent_is_hardly_ever_passed() -> None:
    case, capacity = single_queue(2.0, 200.0)
    passed = 0
    for seed in range(40):
        with VirtualRun.of_one_call(case.service, case.slos, 400 + seed) as stand:
            passed += stand.run(Trial(Purpose.SEARCH, 1.01 * capacity, 60.0, 2.0)).verdict.state is State.PASSED
    assert passed <= 3


def test_the_population_has_every_kind_and_grows_from_its_seed() -> None:
    drawn = [drawn_service(number, 3) for number in range(2 * len(KINDS))]
    assert {case.kind for case in drawn} == set(KINDS)
    assert drawn == [drawn_service(number, 3) for number in range(2 * len(KINDS))]
    assert drawn[0].service != drawn_service(0, 4).service
    assert all(case.drifts == (case.kind == "drift") for case in drawn)


def test_thresholds_lie_above_the_service_time_and_within_a_second() -> None:
    drawn = [drawn_service(number, 5) for number in range(40 * len(KINDS))]
    assert all(0.5 * case.service["workers"] / case.raw_rate < case.threshold_s <= 1.01 for case in drawn)
    assert all(150.0 <= case.raw_rate <= 2000.0 for case in drawn)
    assert {case.service["workers"] for case in drawn} == {1, 2, 4, 8, 16, 32, 64}
    cycles_s = [case.cycle_s for case in drawn if case.kind == "background job"]
    assert min(cycles_s) < 6.0
    assert max(cycles_s) > 40.0


def record(rate: float, number: int, overloads: tuple[State, ...], load_s: float = 400.0) -> CaseRecord:
    kind = list(KINDS)[number % len(KINDS)]
    found = SearchRecord(rate, rate - 0.01, rate + 0.01, load_s, "found", 12, rate)
    steps = SearchRecord(0.985, 0.985, 1.015, 4000.0, "found", 33)
    truth = TrueCapacity(100.0, 20.0, 0.002, 1_000_000)
    lowest = (State.PASSED,)
    searches = {OURS: found, OURS_20: found, BUDGET_2: found, STEPS_2: steps}
    return CaseRecord(
        kind, kind == "drift", 4, truth, (), searches, {TESTED: overloads, TESTED_EARLY: overloads}, (), lowest
    )


def outcomes(monkeypatch: pytest.MonkeyPatch, rate: float, overloads: tuple[State, ...], load_s: float) -> set[str]:
    """The names of the missed claims of a table whose every search gave `rate` times the capacity."""
    monkeypatch.setattr(table_of_searches, "record_of", lambda number, seed: record(rate, number, overloads, load_s))
    table = table_of_searches.capacity_searches(Effort(scale=0.1))
    # Nobody ran the long plateaus here, and nobody called a drifting service so.
    kept = [claim for claim in table.claims if "20 min" not in claim.name and "bisection" not in claim.name]
    return {claim.name for claim in kept if not claim.is_met and "drifting services" not in claim.name}


def test_the_table_tells_a_search_that_is_off(monkeypatch: pytest.MonkeyPatch) -> None:
    assert outcomes(monkeypatch, 1.0, (State.FAILED,), 300.0) == set()
    assert outcomes(monkeypatch, 1.05, (State.FAILED,), 300.0) == {
        f"{OURS}: of these the estimate is within ±3 % of the capacity, %",
        f"{OURS}: [low, high] covers the capacity, %",
        f"{OURS}: of these the rate is more than 1 % above the capacity, %",
    }
    assert f"{OURS}: of these the rate is more than 6 % below the capacity, %" in outcomes(
        monkeypatch, 0.9, (State.FAILED,), 300.0
    )
    assert outcomes(monkeypatch, 1.0, (State.FAILED, State.PASSED), 300.0) == {
        f"an overload of 1 %: {name}, %" for name in (TESTED, TESTED_EARLY)
    }
    assert outcomes(monkeypatch, 1.0, (State.FAILED,), 500.0) == {
        f"{OURS}: median of test time over that of {STEPS_2}",
        f"{OURS}: 90th percentile of test time over that of {STEPS_2}",
        f"{OURS}: median of test time, s",
    }


def test_a_drifting_service_that_gets_a_number_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_of_searches, "record_of", lambda number, seed: record(1.0, number, ()))
    claims = {claim.name: claim for claim in table_of_searches.capacity_searches(Effort(scale=0.1)).claims}
    assert claims[f"{OURS}: drifting services that get a number, %"].value == 100.0
    assert not claims[f"{OURS}: drifting services called drifting, %"].is_met
