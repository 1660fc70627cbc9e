"""The capacities that the error tables rest on are those of the simulated services."""

import math

import numpy as np
import pytest

from .simulated_service import KNOWN_SERVICES, KnownService


@pytest.mark.parametrize("known", KNOWN_SERVICES, ids=lambda known: known.name)
def test_one_per_cent_is_over_the_threshold_at_capacity(known: KnownService) -> None:
    def share(rate: float) -> float:
        rng = np.random.default_rng(1)
        arrivals = known.service.arrivals(rng, rate, 400_000 / rate)
        return float(np.mean(known.service.responses(rng, arrivals) * 1000.0 > known.threshold_ms))

    assert share(known.capacity * 0.97) < 0.01 < share(known.capacity * 1.03)


def test_the_exponential_service_agrees_with_its_formula() -> None:
    for known in KNOWN_SERVICES:
        if known.service.spread == "exponential":
            formula = 1.0 / known.service.service_s - math.log(100.0) / (known.threshold_ms / 1000.0)
            assert known.capacity == pytest.approx(formula, rel=0.001)
