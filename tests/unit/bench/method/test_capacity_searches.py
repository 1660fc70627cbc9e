"""The table of capacity searches in small: single queues by their formula, from seeds."""

import math
from typing import Any

import numpy as np
import pytest
from loadproof.judge.verdict import State
from loadproof.method.capacity import Capacity
from loadproof.method.capacity_answer import Answer, Outcome
from loadproof.method.capacity_settings import CapacitySettings
from loadproof.method.trial import Purpose, Trial, TrialResult
from loadproof.study.slo import Slo, SloKind

from bench.method.capacity_searches import OURS, CaseRecord, SearchRecord, capacity_searches, searched
from bench.method.service_population import KINDS, ServiceCase, drawn_service
from bench.method.simulated_trial import SimulatedStand
from bench.method.stepped_searches import Bisection, FixedSteps, full_plateau
from bench.method.true_capacity import TrueCapacity, true_capacity

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


def test_the_rate_is_within_three_per_cent_of_the_capacity(answers: list[tuple[Answer, float, float]]) -> None:
    assert {answer.outcome for answer, _, _ in answers} == {Outcome.FOUND}
    ratios = [(answer.rate or 0.0) / capacity for answer, capacity, _ in answers]
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
    stepped, steps_s, history = searched(case, FixedSteps(0.5 * capacity, 1.03, 120.0), 5, settings)
    for rate in (found, stepped):
        assert isinstance(rate, float)
        assert rate == pytest.approx(capacity, rel=0.08)
    assert all(result.verdict.state is State.PASSED for result in history[:-1])
    assert np.median([load_s for _, _, load_s in answers]) < 1.2 * bisection_s < 0.5 * steps_s


def test_a_service_that_gets_slower_is_no_capacity() -> None:
    for seed in range(2):
        case, capacity = single_queue(2.0, 100.0, drift={"per_hour": 5.0})
        answer, _, _ = search(case, capacity, 200 + seed)
        assert answer.rate is None
        assert answer.outcome in {Outcome.DRIFTING, Outcome.UNDECIDED}


def test_a_service_that_warms_up_is_found_warm() -> None:
    case, capacity = single_queue(2.0, 100.0, warm_up={"factor": 3.0, "decay_ns": 10_000 * _MS})
    answer, _, _ = search(case, capacity, 300)
    assert answer.outcome is Outcome.FOUND
    assert answer.rate == pytest.approx(capacity, rel=0.03)


def test_an_overload_of_one_per_cent_is_hardly_ever_passed() -> None:
    case, capacity = single_queue(2.0, 200.0)
    passed = 0
    for seed in range(40):
        with SimulatedStand(case.service, case.slos, 400 + seed) as stand:
            passed += stand.run(Trial(Purpose.SEARCH, 1.01 * capacity, 60.0, 2.0)).verdict.state is State.PASSED
    assert passed <= 3


def test_the_true_capacity_of_a_single_queue_is_that_of_the_formula() -> None:
    case, capacity = single_queue(5.0, 100.0)

    def ratio(rate: float, calls: int, run: int) -> float:
        with SimulatedStand(case.service, case.slos, 500 + run) as stand:
            return stand.bad_shares(rate, min(calls, 60_000), 60)[0] / 0.01

    truth = true_capacity(ratio, case.raw_rate, 60_000)
    assert truth is not None
    assert truth.rate == pytest.approx(capacity, rel=0.02)
    # d ln share / d ln rate of M/M/1 is rate times threshold.
    assert truth.slope == pytest.approx(capacity * 0.1, rel=0.25)


def test_the_population_has_every_kind_and_grows_from_its_seed() -> None:
    drawn = [drawn_service(number, 3) for number in range(2 * len(KINDS))]
    assert {case.kind for case in drawn} == set(KINDS)
    assert drawn == [drawn_service(number, 3) for number in range(2 * len(KINDS))]
    assert drawn[0].service != drawn_service(0, 4).service
    assert all(case.drifts == (case.kind == "drift") for case in drawn)


def test_the_table_tells_a_search_that_is_off(monkeypatch: pytest.MonkeyPatch) -> None:
    def record(number: int, seed: int) -> CaseRecord:
        found = SearchRecord(1.05, 1.04, 1.06, 400.0, "found")
        drifts = number % len(KINDS) == list(KINDS).index("drift")
        return CaseRecord(list(KINDS)[number % len(KINDS)], drifts, TrueCapacity(100.0, 20.0), {OURS: found}, ())

    from bench.method import capacity_searches as module
    from bench.method.effort import Effort

    monkeypatch.setattr(module, "record_of", record)
    table = capacity_searches(Effort(scale=0.1))
    outcomes = {claim.name: claim.is_met for claim in table.claims}
    assert not outcomes["rate within ±3 % of the capacity, % of searches"]
    assert not outcomes["[low, high] covers the capacity, %"]
    assert not outcomes["drifting services that get a number, %"]
