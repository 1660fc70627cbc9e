"""The true capacity of queues whose formula is known."""

import math
from functools import partial
from typing import Any

import numpy as np
import pytest
from loadproof.model.slo import Slo, SloKind

from bench.method.known_service import warm_calls
from bench.method.long_simulation import BadCalls, bad_calls
from bench.method.service_population import ServiceCase
from bench.method.true_capacity import Missing, TrueCapacity, true_capacity

_MS = 1_000_000


def single_queue(service_ms: float, threshold_ms: float, **blocks: Any) -> tuple[ServiceCase, float]:
    """M/M/1 with its capacity: P(response > T) = exp(-(1/s - rate) T) is 1 % at 1/s - ln(100)/T."""
    service = {"seed": 1, "workers": 1, "service_time": {"exponential": round(service_ms * _MS)}, **blocks}
    slo = Slo(f"p99<{threshold_ms:g}ms", SloKind.PERCENTILE, 0.01, threshold_ms)
    capacity = 1000.0 / service_ms - 1000.0 * math.log(100.0) / threshold_ms
    return ServiceCase(0, "plain", service, slo, 1000.0 / service_ms), capacity


def wall(rate: float, _length_s: float, _run: int) -> BadCalls:
    """Every call is bad above 700 calls/s, and none below."""
    due = np.full(8, 10_000.0)
    return BadCalls(due, (due / 0.01 if rate > 700.0 else np.zeros(8), np.zeros(8)))


def power(rate: float, slope: float) -> BadCalls:
    due = np.full(8, 10_000.0)
    return BadCalls(due, (due * (rate / 500.0) ** slope, np.zeros(8)))


def test_the_capacity_of_a_single_queue_is_that_of_the_formula_within_its_error() -> None:
    case, capacity = single_queue(2.0, 60.0)
    for seed in (3, 4):
        truth = true_capacity(partial(warm_calls, case, seed), case.raw_rate, case.threshold_s, target=0.006)
        assert isinstance(truth, TrueCapacity)
        assert truth.error <= 0.006
        assert abs(math.log(truth.rate / capacity)) <= 3.0 * truth.error
        # d ln share / d ln rate of M/M/1 is rate times threshold.
        assert truth.slope == pytest.approx(capacity * 0.06, rel=0.4)


def test_a_wall_is_found_within_a_thousandth() -> None:
    truth = true_capacity(wall, 1000.0, 0.1)
    assert isinstance(truth, TrueCapacity)
    assert truth.rate == pytest.approx(700.0, rel=0.001)
    assert truth.error <= 0.002


def test_a_share_that_grows_slowly_is_no_capacity() -> None:
    assert true_capacity(lambda rate, _length_s, _run: power(rate, 2.0), 1000.0, 0.1) is Missing.TOO_SOFT
    found = true_capacity(lambda rate, _length_s, _run: power(rate, 6.0), 1000.0, 0.1)
    assert isinstance(found, TrueCapacity)
    assert found.rate == pytest.approx(500.0, rel=0.002)
    assert found.slope == pytest.approx(6.0, rel=0.05)


def test_a_service_outside_the_range_has_none() -> None:
    assert true_capacity(lambda _rate, _length_s, _run: power(600.0, 6.0), 1000.0, 0.1) is Missing.NEVER_KEPT
    assert true_capacity(lambda _rate, _length_s, _run: power(400.0, 6.0), 1000.0, 0.1) is Missing.NEVER_BROKEN


def test_scaled_time_gives_the_share_of_the_formula() -> None:
    case, _ = single_queue(5.0, 60.0)
    rate = 130.0
    shown = bad_calls(case, rate, 9000.0, 20.0, 5)
    share = math.exp(-(200.0 - rate) * 0.06)
    assert shown.level == pytest.approx(math.log(share / 0.01), abs=0.07)


def test_what_has_a_unit_of_its_own_is_not_scaled() -> None:
    # Errors above 100 calls in a second: scaled, a second would be another.
    case, _ = single_queue(1.0, 500.0, errors={"share": 0.5, "status": 500, "above_per_s": 100.0})
    calm, loud = (bad_calls(case, rate, 200.0, 5.0, 6) for rate in (60.0, 150.0))
    assert calm.level < math.log(0.1)
    assert loud.level == pytest.approx(math.log(50.0), abs=0.1)
