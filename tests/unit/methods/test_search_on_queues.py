"""Whole searches against simulated queues. The full tables: docs/method/tables."""

import numpy as np
import pytest
from loadproof.methods.capacity.settings import CapacitySettings
from loadproof.records.answer import Outcome
from loadproof.words.catalogue import english

from ..judge.simulated_service import ERRORS, KNOWN_SERVICES, RATE, QueueService, p99_under
from .simulated_search import Search, run_search

SLOS = (p99_under(50.0), ERRORS, RATE)


def searches(index: int, runs: int, start_rate: float) -> tuple[list[Search], list[float]]:
    """Searches of a known service that confirmed a rate not far below, and their estimates as parts of its capacity."""
    known, rng = KNOWN_SERVICES[index], np.random.default_rng(21)
    found = [run_search(known.service, known.slos, CapacitySettings(start_rate=start_rate), rng) for _ in range(runs)]
    for search in found:
        assert 0.93 <= (search.answer.rate or 0.0) / known.capacity <= 1.01
    return found, [(search.answer.estimate or 0.0) / known.capacity for search in found]


def test_four_fixed_servers_are_found_within_five_per_cent() -> None:
    found, ratios = searches(0, 8, 100.0)
    assert {search.answer.outcome for search in found} == {Outcome.FOUND}
    assert all(0.95 <= ratio <= 1.05 for ratio in ratios)
    assert sum(0.97 <= ratio <= 1.03 for ratio in ratios) >= 7
    assert np.median([search.load_s for search in found]) <= 700


def test_constant_arrivals_reach_a_higher_capacity() -> None:
    found, ratios = searches(1, 2, 100.0)
    assert all(0.97 <= ratio <= 1.03 for ratio in ratios)
    assert min(search.answer.estimate or 0.0 for search in found) > 1.01 * KNOWN_SERVICES[0].capacity


def test_ten_thousand_a_second_are_found_in_a_quarter_of_an_hour_of_load() -> None:
    found, ratios = searches(3, 2, 500.0)
    assert all(0.97 <= ratio <= 1.03 for ratio in ratios)
    assert np.median([search.load_s for search in found]) <= 900


def test_an_onset_of_errors_bounds_the_capacity() -> None:
    failing = QueueService(8, 0.001, failing_above=2500.0, failing_share=0.2)
    answer = run_search(failing, SLOS, CapacitySettings(), np.random.default_rng(3)).answer
    assert answer.outcome is Outcome.FOUND
    assert answer.rate is not None
    assert 2500 / 1.06 <= answer.rate <= 2500
    assert answer.estimate == pytest.approx(2500, rel=0.03)
    assert "failed (limit 1 %)" in english(answer.reason)


def test_a_service_that_freezes_has_no_capacity() -> None:
    freezing = QueueService(200, 0.002, frozen_s=1.0, period_s=10.0)
    answer = run_search(freezing, SLOS, CapacitySettings(), np.random.default_rng(4)).answer
    assert answer.outcome in {Outcome.NONE_PASSED, Outcome.UNDECIDED}
    assert answer.rate is None
    assert "confirmations held" in english(answer.reason)


def test_a_service_that_cannot_keep_the_lowest_rate_has_none_that_passed() -> None:
    slow = QueueService(1, 0.1)
    answer = run_search(slow, SLOS, CapacitySettings(), np.random.default_rng(5)).answer
    assert answer.outcome is Outcome.NONE_PASSED
    assert english(answer.reason).startswith("the lowest rate, 100 calls/s, did not pass")


def test_a_service_that_is_never_full_is_good_for_at_least_the_highest_rate() -> None:
    settings = CapacitySettings(max_rate=1000.0)
    answer = run_search(QueueService(64, 0.001), SLOS, settings, np.random.default_rng(6)).answer
    assert (answer.outcome, answer.rate) == (Outcome.AT_LEAST, 1000.0)


@pytest.mark.parametrize("budget_s", [60.0, 150.0, 400.0])
def test_a_rate_and_an_estimate_lie_inside_their_interval_however_short_the_budget(budget_s: float) -> None:
    rng, answered = np.random.default_rng(round(budget_s)), 0
    for servers in (1, 2, 3, 4):
        for service_s in (0.005, 0.02):
            settings = CapacitySettings(start_rate=20.0, hold_s=10.0, confirm_hold_s=20.0, budget_s=budget_s)
            answer = run_search(QueueService(servers, service_s), SLOS, settings, rng).answer
            known = [value for value in (answer.rate, answer.estimate) if value is not None]
            answered += len(known)
            assert (answer.low or 0.0) <= (answer.high or np.inf)
            assert all((answer.low or 0.0) <= value <= (answer.high or np.inf) for value in known)
    assert answered >= 8
