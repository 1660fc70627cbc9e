"""The width of an interval that is forecast, against how far the quantile of many plateaus scatters."""

import math

import numpy as np
import pytest
from loadproof.forecast.assumed_service import AssumedService
from loadproof.forecast.precision import tail_law
from loadproof.records.measurement import QUANTILES

from ..judge.simulated_service import QueueService

SERVICE = AssumedService(1000.0, 0.001, 1.0)


def test_quantiles_of_one_server_are_those_of_the_formula() -> None:
    """M/M/1 at 80 %: the quantile q is −ln(1 − q) / 200 s."""
    for name, law in tail_law(SERVICE, 800.0, seed=1).items():
        assert law.value_s == pytest.approx(-math.log(1.0 - QUANTILES[name]) / 200.0, rel=0.2)


@pytest.mark.parametrize("share", [1.0, 0.02])
def test_the_width_is_that_of_many_plateaus(share: float) -> None:
    """p99 of 60 s at 80 %, of all calls and of the 2 % of one operation: within a third of the scatter."""
    rng = np.random.default_rng(5)
    queue, rate, span_s = QueueService(1, 0.001, "exponential"), 800.0, 60.0
    found = []
    for _ in range(150):
        arrivals = queue.arrivals(rng, rate, span_s + 5.0)
        responses = queue.responses(rng, arrivals)[arrivals > 5.0]
        found.append(float(np.quantile(responses[rng.random(len(responses)) < share], 0.99)))
    scatter_percent = 196.0 * float(np.std(np.log(found)))
    outlook = tail_law(SERVICE, rate, seed=2)["p99"].outlook(rate * span_s * share, share)
    assert outlook.half_width_percent == pytest.approx(scatter_percent, rel=0.34)


def test_clustered_calls_weigh_less_and_rare_operations_hardly_cluster() -> None:
    law = tail_law(SERVICE, 900.0, seed=1)["p99"]
    whole, rare = law.outlook(54_000.0, 1.0), law.outlook(540.0, 0.01)
    assert whole.effective_calls < 0.1 * 54_000.0
    assert rare.effective_calls > 0.2 * 540.0
    assert rare.half_width_percent > whole.half_width_percent


def test_more_load_makes_wider_intervals() -> None:
    near, far = (tail_law(SERVICE, rate, seed=1)["p99"].outlook(50_000.0, 1.0) for rate in (950.0, 500.0))
    assert near.half_width_percent > 3.0 * far.half_width_percent
