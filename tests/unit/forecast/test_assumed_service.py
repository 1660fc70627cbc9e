"""The assumed service against formulas, and against queues that are simulated call by call."""

import math

import numpy as np
import pytest
from loadproof.forecast.assumed_population import Between, ServiceGuess, assumed_services
from loadproof.forecast.assumed_service import (
    AssumedService,
    OfferedLoad,
    ServedSeconds,
    longest_service_s,
    throughput_of,
)
from loadproof.forecast.trial import AssumedRun, LoadShape
from loadproof.judge.verdict import State
from loadproof.methods.capacity.machine import Capacity
from loadproof.methods.capacity.settings import CapacitySettings
from loadproof.methods.trial import Purpose, Trial, TrialResult
from loadproof.model.slo import parse_slo
from loadproof.records.answer import Answer, Outcome
from loadproof.words.catalogue import english
from scipy.stats import lognorm, mannwhitneyu

from tests.unit.methods.simulated_search import run_search

from ..judge.simulated_service import KNOWN_SERVICES, KnownService

ASSUMED = {
    "M/D/4, 5 ms": AssumedService(800.0, 0.005, 0.0),
    "M/M/1, 1 ms": AssumedService(1000.0, 0.001, 1.0),
    "M/M/1, 0.1 ms": AssumedService(10_000.0, 0.0001, 1.0),
    "M/LN/4, 5 ms": AssumedService(800.0, 0.005, math.e - 1.0),
    "M/D/1, 20 ms": AssumedService(50.0, 0.02, 0.0),
}
KNOWN = [known for known in KNOWN_SERVICES if known.name in ASSUMED]


def served(service: AssumedService, rate: float, seconds: int, *thresholds_s: float) -> ServedSeconds:
    return service.serve(OfferedLoad(np.full(seconds, rate)), thresholds_s, np.random.default_rng(1))


@pytest.mark.parametrize("known", KNOWN, ids=lambda known: known.name)
def test_its_capacity_is_that_of_the_queue_call_by_call(known: KnownService) -> None:
    """The share over the threshold crosses 1 % within 5 % of the rate at which it does in the exact queue."""
    service, threshold_s = ASSUMED[known.name], known.threshold_ms / 1000.0

    def share(rate: float) -> float:
        seconds = served(service, rate, max(600, round(60_000 / rate)), threshold_s)
        return float((seconds.over[0] * seconds.calls).sum() / seconds.calls.sum())

    assert share(0.95 * known.capacity) < 0.01 < share(1.05 * known.capacity)


def test_the_throughput_of_a_capacity_is_that_of_the_exact_queues() -> None:
    for known in KNOWN:
        service = ASSUMED[known.name]
        found = throughput_of(known.capacity, service.service_s, service.variation, known.threshold_ms / 1000.0, 0.01)
        assert found == pytest.approx(service.throughput, rel=0.01)


def test_calls_over_a_queue_of_one_server_fall_as_the_formula_says() -> None:
    """M/M/1 at 80 %: P(response > t) = exp(−(1 − 0.8) · 1000 · t)."""
    seconds = served(ASSUMED["M/M/1, 1 ms"], 800.0, 3000, 0.01, 0.02, 0.03)
    shares = (seconds.over * seconds.calls).sum(axis=1) / seconds.calls.sum()
    assert shares == pytest.approx([math.exp(-2.0), math.exp(-4.0), math.exp(-6.0)], rel=0.15)


def test_an_overload_fills_the_queue_and_the_rest_is_carried_on() -> None:
    service = ASSUMED["M/D/4, 5 ms"]
    seconds = served(service, 1600.0, 10, 0.05)
    assert seconds.left_s[-1] == pytest.approx(10.0, rel=0.05)
    assert seconds.over[0, -1] == 1.0
    after = service.serve(OfferedLoad(np.full(20, 400.0), backlog_s=10.0), (0.05,), np.random.default_rng(1))
    assert after.left_s[9] == pytest.approx(5.0, abs=1.0)
    assert after.left_s[-1] < 1.0


def test_even_arrivals_are_as_many_as_planned_in_each_second() -> None:
    load = OfferedLoad(np.full(5, 137.5), is_poisson=False)
    seconds = ASSUMED["M/D/4, 5 ms"].serve(load, (0.05,), np.random.default_rng(1))
    assert seconds.calls.tolist() == [137, 138, 137, 138, 137]


def searched(known: KnownService, seed: int) -> tuple[Answer, float]:
    run = AssumedRun(ASSUMED[known.name], LoadShape(known.slos), np.random.default_rng(seed))
    search, history = Capacity(CapacitySettings()), list[TrialResult]()
    while not isinstance(step := search.next(history), Answer):
        history.append(run.run(step, history))
    return step, run.load_s


@pytest.mark.parametrize("index", [0, 2], ids=lambda index: KNOWN_SERVICES[index].name)
def test_searches_take_as_long_as_on_the_queue_call_by_call(index: int) -> None:
    """The whole state machine with all its judges, on both: no difference of place (Mann and Whitney)."""
    known = KNOWN_SERVICES[index]
    forecast = [searched(known, seed) for seed in range(8)]
    rng = np.random.default_rng(2)
    real = [run_search(known.service, known.slos, CapacitySettings(), rng) for _ in range(6)]
    assert {answer.outcome for answer, _ in forecast} == {Outcome.FOUND}
    rates = [answer.estimate or 0.0 for answer, _ in forecast]
    assert float(np.median(rates)) == pytest.approx(known.capacity, rel=0.04)
    differs = mannwhitneyu([load_s for _, load_s in forecast], [search.load_s for search in real])
    assert differs.pvalue > 0.005


def test_an_slo_with_too_few_calls_leaves_a_trial_undecided() -> None:
    rare = parse_slo("rare:p99<50ms")
    shape = LoadShape((parse_slo("p99<50ms"), rare), shares=(("rare", 0.001),))
    run = AssumedRun(ASSUMED["M/D/4, 5 ms"], shape, np.random.default_rng(1))
    result = run.run(Trial(Purpose.SEARCH, 400.0, 20.0, 2.0), ())
    assert result.verdict.state is State.UNDECIDED
    assert "rare calls came due, at least" in english(result.verdict.reason)


def test_services_are_drawn_evenly_over_what_is_known_and_always_the_same() -> None:
    guess = ServiceGuess(Between(100.0, 10_000.0), Between(0.001, 0.01))
    shape = LoadShape((parse_slo("p99<50ms"),))
    services = assumed_services(guess, shape, 20, seed=7)
    assert services == assumed_services(guess, shape, 20, seed=7)
    assert services != assumed_services(guess, shape, 20, seed=8)
    parts = sorted(math.log(service.service_s / 0.001) / math.log(10.0) for service in services)
    assert all(place / 20 <= part <= (place + 1) / 20 for place, part in enumerate(parts))


def test_every_service_that_is_assumed_keeps_its_slo_up_to_about_its_capacity() -> None:
    """Also those whose calls take up to a quarter of the threshold by themselves: else no rate would pass."""
    capacity = 500.0
    guess = ServiceGuess(Between(capacity, capacity), Between(0.004, 0.05))
    slos = (parse_slo("p99<200ms"), parse_slo("p99.9<600ms"))
    services = assumed_services(guess, LoadShape(slos), 24, seed=3)
    assert {service.variation for service in services} > {0.0, 0.25, 1.0, 4.0}
    for service in services:
        assert not breaks(service, 0.85 * capacity)
        assert breaks(service, 1.15 * capacity)


def breaks(service: AssumedService, rate: float) -> bool:
    """Whether more than 1 % take over 200 ms, or more than 0.1 % over 600 ms."""
    seconds = served(service, rate, 600, 0.2, 0.6)
    shares = (seconds.over * seconds.calls).sum(axis=1) / seconds.calls.sum()
    return bool(shares[0] > 0.01 or shares[1] > 0.001)


def test_a_service_time_that_is_too_long_for_an_slo_is_over_it_half_as_often_as_is_allowed() -> None:
    for variation in (0.25, 1.0, 4.0):
        service_s = longest_service_s(variation, 0.2, 0.01)
        spread = math.log1p(variation)
        law = lognorm(math.sqrt(spread), scale=service_s * math.exp(-0.5 * spread))
        assert law.mean() == pytest.approx(service_s)
        assert law.sf(0.2) == pytest.approx(0.005)
    assert longest_service_s(0.0, 0.2, 0.01) == 0.2
