"""The second population of services in small: its families, their truths, and the table of searches on them."""

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from loadproof.methods.capacity.machine import Capacity
from loadproof.methods.capacity.settings import CapacitySettings
from loadproof.model.rate import Arrivals
from loadproof.model.slo import Slo, SloKind
from loadproof.records.answer import Answer

from bench.method import second_searches as table_of_searches
from bench.method.capacity_record import BUDGET_2, OURS, OURS_20, CaseRecord, SearchRecord, searched
from bench.method.effort import Effort
from bench.method.known_service import warm_calls
from bench.method.second_population import FAMILIES, SECOND, SERVICES
from bench.method.service_population import ServiceCase
from bench.method.true_capacity import TrueCapacity

_MS = 1_000_000
_OTHER_SEED = 3


def two_classes(threshold_ms: float, **blocks: Any) -> tuple[ServiceCase, float]:
    """Two classes with one law are M/M/1 by any name: the capacity is 1/s - ln(100)/T."""
    law = {"service_time": {"exponential": 2 * _MS}}
    service = {"seed": 1, "workers": 1, **law, "operations": {"light": law, "heavy": law}, **blocks}
    slo = Slo(f"p99<{threshold_ms:g}ms", SloKind.PERCENTILE, 0.01, threshold_ms)
    case = ServiceCase(0, "two classes of calls", service, slo, 500.0, weights={"light": 0.8, "heavy": 0.2})
    return case, 500.0 - 1000.0 * math.log(100.0) / threshold_ms


def test_the_population_has_every_family_and_grows_from_its_seed() -> None:
    drawn = [SECOND.draw(number, _OTHER_SEED, 0) for number in range(SERVICES)]
    assert {case.kind for case in drawn} == set(FAMILIES) == set(SECOND.kinds)
    assert drawn == [SECOND.draw(number, _OTHER_SEED, 0) for number in range(SERVICES)]
    assert drawn[0].service != SECOND.draw(0, _OTHER_SEED + 1, 0).service
    assert not any(case.drifts for case in drawn)
    assert all(80.0 <= case.raw_rate <= 3000.0 and case.threshold_s <= 1.51 for case in drawn)
    assert {case.slo.limit_share for case in drawn} == {0.1, 0.05, 0.01, 0.001}
    assert {case.arrivals for case in drawn} == {Arrivals.POISSON, Arrivals.CONSTANT}
    assert all(case.cycle_s > 0.0 for case in drawn if case.kind in ("collector", "slow wave", "timer pauses"))


def test_two_classes_of_calls_are_one_queue() -> None:
    case, capacity = two_classes(60.0)
    answer, _, _ = searched(case, Capacity(CapacitySettings(start_rate=capacity / 7.5)), 5)
    assert isinstance(answer, Answer)
    assert answer.estimate == pytest.approx(capacity, rel=0.04)
    level = warm_calls(case, 5, capacity, 2000.0, 0).level
    assert level == pytest.approx(0.0, abs=0.2)


def test_regular_arrivals_break_the_slo_later() -> None:
    """D/M/1 keeps more than M/M/1, in the simulation of the truth as in a search."""
    case, capacity = two_classes(60.0)
    regular = replace(case, arrivals=Arrivals.CONSTANT)
    assert warm_calls(regular, 5, capacity, 500.0, 0).level < -0.7
    found = [searched(one, Capacity(CapacitySettings(start_rate=50.0)), 5)[0] for one in (case, regular)]
    poisson, constant = (answer.estimate for answer in found if isinstance(answer, Answer))
    assert poisson is not None
    assert constant is not None
    assert constant > 1.03 * poisson


def test_a_collector_costs_the_truth_what_it_costs_a_trial() -> None:
    """The truth is simulated with all times divided by one number: the pauses of a collector with them."""
    memory = {"base_bytes": 1_048_576.0, "garbage_bytes_per_call": 1.0, "collect_bytes": 500.0}
    case, capacity = two_classes(60.0, memory={**memory, "pause_ns_per_live_mib": 55.0 * _MS})
    # One call in 500 waits for 55 ms and those behind it for what is left of that: more than 1 % at the capacity.
    assert warm_calls(case, 5, capacity, 500.0, 0).level > 0.5
    assert warm_calls(case, 5, 0.3 * capacity, 500.0, 0).level < 0.0


def table(monkeypatch: pytest.MonkeyPatch, rate: float, load_s: float) -> set[str]:
    """The names of the missed claims of a table whose every search gave `rate` times the capacity."""
    found = SearchRecord(rate, rate - 0.01, rate + 0.01, load_s, "found", 12, rate)

    def record(number: int, seed: int, cache: Path) -> CaseRecord:
        searches = {OURS: found, OURS_20: found, BUDGET_2: found}
        truth = TrueCapacity(100.0, 20.0, 0.002, 1_000_000)
        return CaseRecord(list(FAMILIES)[number % len(FAMILIES)], False, 4, truth, (), searches, {})

    monkeypatch.setattr(table_of_searches, "record_of_second", record)
    made = table_of_searches.second_searches(Effort(scale=0.1))
    assert len(made.rows) == 3 + 2 * (1 + len(FAMILIES))
    return {claim.name.partition(": ")[2] for claim in made.claims if not claim.is_met}


def test_the_table_tells_a_search_that_is_off(monkeypatch: pytest.MonkeyPatch) -> None:
    assert table(monkeypatch, 1.0, 300.0) == set()
    assert table(monkeypatch, 1.0, 900.0) == {"median of test time, s"}
    assert table(monkeypatch, 1.05, 300.0) == {
        "of these the estimate is within ±3 % of the capacity, %",
        "of these the rate is more than 1 % above the capacity, %",
        "[low, high] covers the capacity, %",
    }
